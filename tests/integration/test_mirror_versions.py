"""Each version of Apache Kafka that there is, and klog itself, is the source of a mirror: all codecs, transactions of both ends, an
idempotent producer. What the destination has on its disk is what the source has, batch by batch, and Kafka's own tool reads it.
"""

from __future__ import annotations

import contextlib
import json
import pathlib
import tempfile
import time
import unittest
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from klog.client.blocking.producer import BlockingProducer
from klog.records.contract import CONTROL, Codec
from tests import peers
from tests.integration.command import piped
from tests.integration.disk import all_entries, dump_log, segment_files
from tests.integration.group_brokers import QUICK
from tests.integration.mirror_copies import fill, verify
from tests.integration.running import KlogBroker, kafka_broker, zookeeper

#: Without KRaft; and without zstd, of which Kafka knows since 2.1.
ON_ZOOKEEPER, OLDEST = ("1.1.1", "2.8.2"), "1.1.1"
SETTINGS = {**QUICK, "transaction.state.log.replication.factor": "1", "transaction.state.log.min.isr": "1", "log.segment.bytes": "1048576"}
TRANSACTIONS = 8


@contextlib.contextmanager
def source(version: str) -> Iterator[tuple[str, pathlib.Path]]:
    """Apache Kafka of a version, or klog; its address and its data directory."""
    with contextlib.ExitStack() as stack:
        if version == "klog":
            broker = stack.enter_context(KlogBroker(settings=QUICK))
            yield broker.address, broker.data
            return
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True)))
        at = stack.enter_context(zookeeper("3.9.2", folder / "zookeeper")) if version in ON_ZOOKEEPER else None
        yield stack.enter_context(kafka_broker(version, folder / "kafka", zookeeper=at, settings=SETTINGS, kill=True)), folder / "kafka"


def stored(data: pathlib.Path, topic: str) -> dict[str, bytes]:
    """The bytes of each partition's segments, one behind the other; nothing where there are none yet."""
    found: dict[str, bytes] = {}
    home = next((path.parent for path in data.rglob(f"{topic}-0") if path.is_dir()), None)
    for path in [] if home is None else segment_files(home, topic, ".log"):
        found[path.parent.name] = found.get(path.parent.name, b"") + path.read_bytes()
    return found


@pytest.mark.soak
class VersionTests(unittest.TestCase):
    """One version after the other."""

    def wait_for(self, what: Callable[[], Any], seconds: float = 120) -> Any:
        """Until it is so."""
        deadline = time.monotonic() + seconds
        while not (found := what()):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.25)
        return found

    def test_equal(self) -> None:
        for version in ("1.1.1", "2.8.2", "4.3.1", "klog") if peers.SOAK else ("klog",):
            with self.subTest(version), source(version) as (address, data), KlogBroker(settings=QUICK) as broker:
                self.mirrored(address, data, broker, [kind for kind in Codec if version != OLDEST or kind is not Codec.ZSTD])

    def mirrored(self, address: str, data: pathlib.Path, broker: KlogBroker, kinds: list[Codec]) -> None:
        """Fill the source, mirror it, and hold both disks against each other."""
        for kind in kinds:
            fill(address, f"web.{kind.name.lower()}", 2_000, 2, kind=kind)
        with BlockingProducer(address, transactional_id="mirrored", client_id="mirrored") as producer:
            for number in range(TRANSACTIONS):
                with contextlib.suppress(ZeroDivisionError), producer.transaction():
                    for value in range(50):
                        producer.send("web.none", b"%d-%d" % (number, value), partition=0)
                    if number % 4 == 3:
                        producer.flush()
                        raise ZeroDivisionError
        home = next(path.parent for path in data.rglob("web.none-0") if path.is_dir())
        # A commit is answered before its markers are in the log.
        self.wait_for(lambda: sum(bool(entry.attributes & CONTROL) for entry in all_entries(home, "web.none")[0]) == TRANSACTIONS)
        made = piped("mirror", "create", "dc1", "--from", address, "--topics", "web.*", "-b", broker.address, timeout=120)
        self.assertEqual(made.code, 0, made.remarks)
        for kind in kinds:
            topic = f"web.{kind.name.lower()}"
            there = stored(data, topic)
            self.wait_for(lambda topic=topic, there=there: stored(broker.data, topic) == there)  # type: ignore[misc]
            self.assertEqual(dump_log("3.9.2", segment_files(broker.data, topic, ".log"), "--deep-iteration").complaints, [])
        ended, document = verify(address, broker.address, "--topics", "web.*", "--complete")
        self.assertEqual((ended.code, document["findings"]), (0, []), ended.remarks)
        listed = piped("mirror", "list", "-b", broker.address, "-o", "json")
        [row] = json.loads(listed.text)["mirrors"]
        self.assertEqual((row["state"], row["topics"], row["lost"], row["cut"]), ("active", len(kinds), 0, 0))


if __name__ == "__main__":
    unittest.main()
