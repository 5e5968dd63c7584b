"""Two clusters that take turns, as processes: what one has lost, the other takes over, and gives back when it is there again.

In each round A is killed while it is written to and read from, and B takes over by a failover, however far its copy is; a producer that has
not heard of it writes into A alone. Then A follows B from where both part, and B hands over in order. A group reads all the time, wherever
the topic takes records: it goes on where it had committed, misses no record that is left, and repeats none that it had committed but
those since the mirror had copied its offsets last.

``KLOG_MIRROR_ROUNDS=100`` says how many rounds, where 20 are too few.
"""

from __future__ import annotations

import json
import os
import time
import unittest
from collections.abc import Callable
from typing import Any

import pytest

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.client.blocking.producer import BlockingProducer
from klog.model import EARLIEST_TIMESTAMP, TopicPartition
from tests import peers
from tests.integration.command import piped
from tests.integration.group_brokers import QUICK
from tests.integration.mirror.copies import verify
from tests.integration.mirror.traffic import Reader, Writer, next_number
from tests.integration.running import KlogBroker

ROUNDS = int(os.environ.get("KLOG_MIRROR_ROUNDS") or peers.soak_share(20))
TOPIC, PARTITIONS, GROUP = "web.orders", 2, "readers"
PLACES = [TopicPartition(TOPIC, number) for number in range(PARTITIONS)]
#: How long each side is written to and read from.
TRAFFIC_S = 8.0 if peers.SOAK else 1.0
#: How often offsets are copied, and how much later that may be on a machine that does other things.
SYNC_S, SLACK_S = 5.0, 10.0


@pytest.mark.soak
class ThereAndBackTests(unittest.TestCase):
    """A to B, and back to A."""

    def setUp(self) -> None:
        self.a, self.b = (self.enterContext(KlogBroker(settings=QUICK)) for _ in "ab")
        self.seen: set[bytes] = set()

    def klog(self, *arguments: str, at: KlogBroker) -> Any:
        """A command of ours; its document."""
        ended = piped("mirror", *arguments, "-b", at.address, "-o", "json", timeout=120)
        self.assertEqual(ended.code, 0, ended.remarks)
        return json.loads(ended.text) if ended.text else {}

    def wait_for(self, what: Callable[[], Any], seconds: float = 90) -> Any:
        """Until it is so."""
        deadline = time.monotonic() + seconds
        while not (found := what()):
            self.assertLess(time.monotonic(), deadline, self.a.output()[-2000:] + self.b.output()[-2000:])
            time.sleep(0.1)
        return found

    def ends(self, broker: KlogBroker) -> dict[int, int]:
        """Where each partition ends."""
        with BlockingClient(broker.address, client_id="ends") as client:
            return {tp.partition: found.offset for tp, found in client.list_offsets(PLACES).items()}

    def committed(self, broker: KlogBroker) -> dict[int, int]:
        """How far the group has come there."""
        with BlockingClient(broker.address, client_id="group") as client:
            return {tp.partition: found.offset for tp, found in GroupOffsets(client, GROUP).fetch(PLACES).items()}

    def values(self, broker: KlogBroker) -> list[bytes]:
        """All that stands there."""
        found: list[bytes] = []
        with BlockingClient(broker.address, client_id="all") as client:
            starts, ends = client.list_offsets(PLACES, EARLIEST_TIMESTAMP), client.list_offsets(PLACES)
            for tp in PLACES:
                found += [bytes(one.value or b"") for one in client.read(tp, starts[tp].offset, ends[tp].offset)]
        return found

    def is_level(self) -> bool:
        """Whether both are the same."""
        ended, document = verify(self.a.address, self.b.address, "--topics", TOPIC, "--complete")
        return ended.code == 0 and not document["findings"]

    def traffic(self, broker: KlogBroker) -> tuple[Writer, Reader]:
        """Somebody writes, and somebody reads and commits."""
        writer, reader = Writer(broker.address, {TOPIC: PARTITIONS}), Reader(broker.address, TOPIC, GROUP).start()
        time.sleep(TRAFFIC_S)
        self.wait_for(lambda: len(reader.commits) > 1 and len(reader.first) == PARTITIONS)
        return writer, reader

    def assert_went_on(self, reader: Reader, begins: dict[int, int]) -> None:
        """It began where the group stood, to the record, and what it has read is read."""
        for partition, offset in reader.first.items():
            self.assertEqual(offset, begins.get(partition, 0), (partition, begins))
        self.seen.update(reader.values)

    def test_there_and_back(self) -> None:
        made = piped("topic", "create", TOPIC, "-p", str(PARTITIONS), "-b", self.a.address)
        self.assertEqual(made.code, 0, made.remarks)
        self.klog("create", "dc1", "--from", self.a.address, "--topics", "web.*", at=self.b)
        self.wait_until_level("dc1", self.b)
        begins: dict[int, int] = {}
        for number in range(ROUNDS):
            with self.subTest(round=number):
                begins = self.hand_back(self.lose_a(begins))
        reader = Reader(self.a.address, TOPIC, GROUP).start()
        left = set(self.values(self.a))
        self.wait_for(lambda: left <= self.seen.union(reader.values))
        reader.end()
        self.assert_went_on(reader, begins)
        self.wait_for(self.is_level)

    def lose_a(self, begins: dict[int, int]) -> dict[int, int]:
        """A is killed, and B takes over; where the group goes on there."""
        writer, reader = self.traffic(self.a)
        killed_s = time.monotonic()
        self.a.kill()
        writer.end()
        reader.end()
        self.assert_went_on(reader, begins)
        report = self.klog("failover", "dc1", "--yes", at=self.b)["failed_over"]
        parted = {row["partition"]: row["end"] for row in report}
        goes_on = self.committed(self.b)
        for partition in range(PARTITIONS):
            offset = goes_on.get(partition, 0)
            self.assertLessEqual(offset, parted[partition])
            self.assertIn(offset, [one.get(partition, 0) for one in (begins, *reader.tried)], "it is nowhere where it had committed")
            if peers.SOAK:
                # All that it had committed within the interval, and no more, is read again.
                later = [at_s for at_s, one in reader.commits if one.get(partition, 0) > offset]
                self.assertLess(killed_s - min(later, default=killed_s), SYNC_S + SLACK_S)
        self.parted = parted
        return goes_on

    def hand_back(self, begins: dict[int, int]) -> dict[int, int]:
        """A follows B, and takes its place again; where the group goes on there."""
        writer, reader = self.traffic(self.b)
        self.a.start()
        with BlockingProducer(self.a.address, client_id="has not heard of it") as late:
            for partition in range(PARTITIONS):
                late.send(TOPIC, b"%d" % next_number(), partition=partition)
        own = self.ends(self.a)
        self.klog("create", "back", "--from", self.b.address, "--topics", "web.*", "--take-over", "--on-loss", "alarm", at=self.a)
        writer.end()
        self.wait_until_level("back", self.a)
        # Who was reading there when it was killed is given up after a while; before that the group's offsets are its own.
        self.wait_for(self.nobody_reads_at_a)
        # All that is there is read, or is not yet: the group goes on in the middle.
        reader.end()
        self.assert_went_on(reader, begins)
        self.klog("promote", "back", at=self.a)
        told = {row["partition"]: row["cut"] for row in self.klog("describe", "back", at=self.a)["partitions"]}
        self.assertEqual(told, {number: [[self.parted[number], own[number]]] for number in range(PARTITIONS)})
        # Committed once more as it stood: in order nothing is repeated that was committed.
        goes_on = self.committed(self.a)
        self.assertEqual(goes_on, reader.commits[-1][1])
        self.klog("delete", "back", at=self.a)
        self.klog("delete", "dc1", at=self.b)
        self.klog("create", "dc1", "--from", self.a.address, "--topics", "web.*", "--take-over", "--on-loss", "alarm", at=self.b)
        rows = self.wait_until_level("dc1", self.b)
        self.assertEqual([(row["cut"], row["lost"]) for row in rows], [([], [])] * PARTITIONS)
        return goes_on

    def wait_until_level(self, link: str, at: KlogBroker) -> list[dict[str, Any]]:
        """Until it copies all partitions, and nothing is missing; what is told of each."""

        def rows() -> list[dict[str, Any]]:
            found: list[dict[str, Any]] = self.klog("describe", link, at=at)["partitions"]
            return found if len(found) == PARTITIONS else []

        self.wait_for(rows)
        self.wait_for(self.is_level)
        return rows()

    def nobody_reads_at_a(self) -> bool:
        """Whether the group has no member there."""
        listed = piped("group", "list", "-b", self.a.address, "-o", "json")
        rows = [row for rows in json.loads(listed.text).values() for row in rows]
        return any(GROUP in row.values() and "Empty" in row.values() for row in rows)


if __name__ == "__main__":
    unittest.main()
