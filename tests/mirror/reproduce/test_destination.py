"""`klog.mirror.reproduce.destination`: a round counts as a whole, over a broker."""

from __future__ import annotations

import unittest

from klog.client.blocking.client import BlockingClient
from klog.client.isolation import IsolationLevel
from klog.client.transactions.errors import ProducerFenced
from klog.errors import ErrorCode, KlogError
from klog.mirror.reproduce.destination import Destination, Placed, Rows
from klog.mirror.reproduce.loads import loads_of
from klog.model import TopicPartition
from klog.records.implementations import codec
from tests.mirror.verify.rig import TwoBrokers, batch


class DestinationTests(TwoBrokers):
    """Rounds."""

    def destination(self, transactional_id: str | None = "mirror") -> Destination:
        client = BlockingClient(self.b.bootstrap)
        self.addCleanup(client.close)
        destination = Destination(client, transactional_id)
        destination.take_over()
        return destination

    def values(self, topic: str) -> list[bytes | None]:
        level = IsolationLevel.READ_COMMITTED
        return [message.value for message in self.client_b.read(TopicPartition(topic, 0), 0, isolation=level)]

    def topics(self) -> tuple[TopicPartition, TopicPartition]:
        return TopicPartition(self.topic(), 0), TopicPartition(self.topic(), 0)

    def test_data_and_syncs_count_together(self) -> None:
        for transactional_id in ("t-1", None):
            data, syncs = self.topics()
            placed: list[Placed] = []

            def note(found: list[Placed], placed: list[Placed] = placed, syncs: TopicPartition = syncs) -> dict[TopicPartition, Rows]:
                placed += found
                return {syncs: [(1_600_000_000_000, b"k", b"sync")]}

            stored = codec.patch(batch(b"1", b"2"), 40, 0) + batch(b"1", b"2")[16:]
            loads = loads_of(bytes(stored[:12]) + batch(b"1", b"2")[12:], 0)
            self.destination(transactional_id).write({data: [*loads, *loads_of(batch(b"3"), 0)]}, note)
            self.assertEqual(self.values(data.topic), [b"1", b"2", b"3"])
            self.assertEqual(self.values(syncs.topic), [b"sync"])
            self.assertEqual([(one.tp, list(one.offsets), one.downstream) for one in placed], [(data, [40, 41], 0), (data, [0], 2)])

    def test_nothing_counts_where_the_syncs_fail(self) -> None:
        data, syncs = self.topics()
        destination = self.destination("t-2")

        def fail(placed: list[Placed]) -> dict[TopicPartition, Rows]:
            raise KlogError(ErrorCode.NETWORK_EXCEPTION, "the cable was pulled")

        with self.assertRaises(KlogError):
            destination.write({data: loads_of(batch(b"1"), 0)}, fail)
        self.assertEqual(self.values(data.topic), [])
        destination.write({data: loads_of(batch(b"2"), 0)}, lambda placed: {syncs: []})
        self.assertEqual(self.values(data.topic), [b"2"])

    def test_whoever_comes_later_shuts_the_older_one_out(self) -> None:
        data, _ = self.topics()
        older = self.destination("t-3")
        self.destination("t-3")
        with self.assertRaises(ProducerFenced):
            older.write({data: loads_of(batch(b"1"), 0)}, lambda placed: {})
        self.assertEqual(self.values(data.topic), [])

    def test_why_a_round_was_given_up_is_told_whatever_else_is_under_way(self) -> None:
        small, (data, _) = TopicPartition(self.topic(configs={"max.message.bytes": "1000"}), 0), self.topics()
        destination = self.destination("t-5")
        # As after `make_topics`: else each batch is waited for by itself.
        destination._client.refresh([small.topic, data.topic])
        loads = {small: loads_of(batch(b"x" * 2_000), 0), data: [*loads_of(batch(b"1"), 0), *loads_of(batch(b"2"), 0)]}
        with self.assertRaises(KlogError) as caught:
            destination.write(loads, lambda placed: {})
        self.assertIs(caught.exception.code, ErrorCode.MESSAGE_TOO_LARGE)
        self.assertEqual(self.values(data.topic), [])
        destination.write({data: loads_of(batch(b"3"), 0)}, lambda placed: {})
        self.assertEqual(self.values(data.topic), [b"3"])

    def test_a_batch_that_is_too_large_goes_in_halves(self) -> None:
        name = self.topic(configs={"max.message.bytes": "1000"})
        data = TopicPartition(name, 0)
        values = [b"%d" % at * 300 for at in range(1, 9)]
        placed: list[Placed] = []

        def note(found: list[Placed]) -> dict[TopicPartition, Rows]:
            placed.extend(found)
            return {}

        self.destination("t-4").write({data: loads_of(batch(*values), 0)}, note)
        self.assertEqual(self.values(name), values)
        self.assertEqual([offset for one in placed for offset in one.offsets], list(range(8)))
        self.assertGreater(len(placed), 1)


if __name__ == "__main__":
    unittest.main()
