"""What consumers count."""

from __future__ import annotations

from klog.audit.cells import Tier
from klog.model import TopicPartition
from tests.client.auditing.rig import WINDOW_MS, AuditedCase

COMPLETE = ("complete", 0, 0)


class ReceivedTests(AuditedCase):
    def test_polls(self) -> None:
        self.until(self.producer().send_many("t", [b"v"] * 1000))
        consumer = self.consumer()
        self.until(consumer.assign([TopicPartition("t", 0), TopicPartition("t", 1)]))
        self.read_all(consumer, 1000)
        self.assertEqual(self.verdicts(), {("t", "broker web"): COMPLETE, ("t", "consumer reader"): COMPLETE})

    def test_streams_count_what_was_handed_out_and_no_more(self) -> None:
        self.until(self.producer().send_many("t", [b"v"] * 10, partition=0))
        consumer = self.consumer(self.audit(name="copier"))
        self.stream_some(consumer, "t", 4)
        self.broker.advance(1.5)
        cells = [cell for cell in self.ledger().cells if cell.key.writer.tier is Tier.CONSUMER]
        self.assertEqual([(cell.key.writer.name, cell.count) for cell in cells], [("copier", 4)])

    def test_sets_of_a_stream(self) -> None:
        self.until(self.producer().send_many("t", [b"v"] * 10, partition=0))
        consumer = self.consumer()
        stream = consumer.stream("t")
        taken = 0
        while taken < 10:
            taken += len(self.until(stream.next_set(3)))
        self.assertEqual(self.verdicts()["t", "consumer reader"], COMPLETE)

    def test_what_is_read_again_is_told_as_such(self) -> None:
        self.until(self.producer().send_many("t", [b"v"] * 10, partition=0))
        consumer = self.consumer()
        tp = TopicPartition("t", 0)
        self.until(consumer.assign([tp]))
        self.read_all(consumer, 10)
        consumer.seek(tp, 7)
        self.read_all(consumer, 3)
        self.assertEqual(self.verdicts()["t", "consumer reader"], ("duplicate", 0, 3))

    def test_what_is_passed_over_is_missing(self) -> None:
        self.until(self.producer().send_many("t", [b"v"] * 10, partition=0))
        consumer = self.consumer()
        tp = TopicPartition("t", 0)
        self.until(consumer.assign({tp: 4}))
        self.read_all(consumer, 6)
        self.assertEqual(self.verdicts()["t", "consumer reader"], ("missing", 4, 0))

    def test_what_was_passed_over_and_is_read_later_is_no_repetition(self) -> None:
        self.until(self.producer().send_many("t", [b"v"] * 10, partition=0))
        consumer = self.consumer()
        tp = TopicPartition("t", 0)
        self.until(consumer.assign({tp: 4}))
        self.read_all(consumer, 6)
        consumer.seek(tp, 0)
        self.read_all(consumer, 10)
        self.assertEqual(self.verdicts()["t", "consumer reader"], ("duplicate", 0, 6))

    def test_a_group_counts_in_its_name_over_rebalances(self) -> None:
        producer = self.producer()
        one, other = self.group("t", "other"), self.group("t", "other")
        counted = 0

        async def drain(group: object, rounds: int) -> int:
            count = 0
            for _ in range(rounds):
                for message_set in await group.poll(timeout_ms=200):  # type: ignore[attr-defined]
                    count += len(message_set)
            return count

        for _ in range(6):
            self.until(producer.send_many("t", [b"v"] * 10))
            self.until(producer.send_many("other", [b"v"] * 10))
            counted += self.until(drain(one, 3))
        counted += self.until(drain(other, 20))
        self.until(one.stopService())
        counted += self.until(drain(other, 60))
        self.assertEqual(counted, 120)
        # The group began inside its first window, so that is no proof; but nothing is missing or double.
        for name, verdict in self.verdicts().items():
            self.assertEqual(verdict[1:], (0, 0), name)

    def test_hashes_from_end_to_end(self) -> None:
        producer = self.producer(self.audit(hashes=True))
        self.until(producer.send_many("t", [b"%d" % number for number in range(100)]))
        consumer = self.consumer(self.audit(hashes=True))
        self.until(consumer.assign([TopicPartition("t", 0), TopicPartition("t", 1)]))
        self.read_all(consumer, 100)
        sums = {cell.key.writer.tier: cell.whole_hash for cell in self.ledger().cells if cell.hashed}
        self.assertEqual(sums[Tier.PRODUCER], sums[Tier.CONSUMER])
        self.assertEqual(len(sums), 2)

    def test_records_of_several_windows_in_one_set(self) -> None:
        producer = self.producer()
        start_ms = self.broker.now_ms() // WINDOW_MS * WINDOW_MS
        for number in range(6):
            self.until(producer.send("t", b"v", partition=0, timestamp_ms=start_ms + number * 30_000))
        consumer = self.consumer()
        self.until(consumer.assign([TopicPartition("t", 0)]))
        self.read_all(consumer, 6)
        edges = [edge for edge in self.edges() if edge.receiver.tier is Tier.CONSUMER]
        self.assertEqual([(edge.sent.must, edge.arrived.least, edge.judgment.verdict.value) for edge in edges], [(2, 2, "complete")] * 3)
