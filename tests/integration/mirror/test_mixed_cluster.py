"""A mirror into a cluster of which Apache Kafka's broker is the controller: a copy whose source has lost its tail is not cut there, as
Kafka's controller leads no partition anew at its leader's wish. The partition waits, and says so.
"""

from __future__ import annotations

import json
import time
import unittest
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from klog.client.blocking.producer import BlockingProducer
from tests import peers
from tests.integration import disk
from tests.integration.command import piped
from tests.integration.mixed_cluster import MixedCluster
from tests.integration.running import KlogBroker
from tests.integration.zookeepers import RealZooKeeper

VERSION = "3.9.2"
KAFKA, KLOGS = 1, (2, 3)
TOPIC = "web.a"
KEPT, LOST = 6, 4


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "what klog does with the same answer is a unit test: make soak")
class MixedClusterTests(unittest.TestCase):
    """See the module."""

    keeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        peers.kafka(VERSION)
        cls.keeper = RealZooKeeper.of_class(cls)

    def test_the_cut_is_refused(self) -> None:
        own = {KAFKA: {"unclean.leader.election.enable": "false"}}
        connect = f"{self.keeper.connect}/mirrored"
        self.cluster = self.enterContext(MixedCluster(connect, VERSION, klogs=KLOGS, first=KLOGS[1], own=own))
        source = self.enterContext(KlogBroker())
        disk.create_topic(source.address, TOPIC, 1)
        # Whoever leads what mirrors write down, and the copy, is klog.
        self.cluster.create_topic("__klog_mirror", {0: [3, 2, 1]}, **{"cleanup.policy": "compact"})
        self.cluster.create_topic(TOPIC, {0: [2, 3, 1]})
        self.write(source, "before", KEPT + LOST)
        self.klog("create", "dc1", "--from", source.address, "--topics", "web.*", "--take-over", "--on-loss", "alarm")
        self.wait_for(lambda: self.ends(KEPT + LOST))
        self.have_control(KAFKA)
        self.lose_tail(source)
        self.write(source, "after", 2 * LOST)
        row = self.wait_for(lambda: (row := self.row()) is not None and "controller does not do that" in row["reason"] and row)
        self.assertEqual(row["state"], "waiting")
        self.assertIn(f"offsets from {KEPT} on are to be cut", row["reason"])
        self.assertIn("it is no klog, or an older one", row["reason"])
        # Nothing is cut, and nobody is out of sync for it.
        self.assertTrue(self.ends(KEPT + LOST))
        self.cluster.wait_in_sync(TOPIC)

    def write(self, source: KlogBroker, text: str, count: int) -> None:
        """Records, each in a batch of its own."""
        with BlockingProducer(source.address, client_id="source") as producer:
            for number in range(count):
                producer.send(TOPIC, b"%s %d" % (text.encode(), number), partition=0).result()

    def lose_tail(self, source: KlogBroker) -> None:
        """As a power cut may: the last batches are gone, and what is known of them."""
        source.kill()
        folder = source.data / f"{TOPIC}-0"
        [path] = folder.glob("*.log")
        entries, _ = disk.valid_entries(path)
        [first] = [entry for entry in entries if entry.base_offset == KEPT]
        with path.open("r+b") as file:
            file.truncate(first.position)
        for pattern in ("*.index", "*.timeindex", "*.snapshot"):
            for left in folder.glob(pattern):
                left.unlink()
        for checkpoint in ("recovery-point-offset-checkpoint", "replication-offset-checkpoint"):
            (source.data / checkpoint).unlink(missing_ok=True)
        source.start()

    def have_control(self, number: int) -> None:
        """Brokers lose the controllership until this one has it."""
        from kazoo.client import KazooClient
        from kazoo.exceptions import NoNodeError

        keeper = KazooClient(f"{self.keeper.connect}/mirrored")
        keeper.start(60)
        try:
            deadline = time.monotonic() + 120
            while True:
                try:
                    if json.loads(keeper.get("/controller")[0])["brokerid"] == number:
                        break
                    keeper.delete("/controller")
                except NoNodeError:
                    pass
                self.assertLess(time.monotonic(), deadline, f"{number} is not made the controller")
                time.sleep(0.5)
        finally:
            keeper.stop()
            keeper.close()

    def klog(self, *arguments: str) -> Any:
        """A command of ours, asked of a klog; its document."""
        ended = piped("mirror", *arguments, "-b", self.cluster.address(KLOGS[1]), "-o", "json", timeout=120)
        self.assertEqual(ended.code, 0, ended.remarks)
        return json.loads(ended.text) if ended.text else {}

    def row(self) -> dict[str, Any] | None:
        """What is told of the partition."""
        rows: list[dict[str, Any]] = self.klog("describe", "dc1")["partitions"]
        return rows[0] if rows else None

    def ends(self, offset: int) -> bool:
        """Whether the copy ends there."""
        return disk.ends(self.cluster.address(KLOGS[0]), TOPIC, 1)[0] == offset

    def wait_for(self, what: Callable[[], Any], seconds: float = 120) -> Any:
        """Until it is so."""
        deadline = time.monotonic() + seconds
        while not (found := what()):
            self.assertLess(time.monotonic(), deadline, self.klog("describe", "dc1"))
            time.sleep(0.25)
        return found


if __name__ == "__main__":
    unittest.main()
