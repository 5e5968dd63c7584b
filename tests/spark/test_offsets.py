"""klog.spark.offsets against a broker in this process: subscriptions, bounds, and what is not there."""

from __future__ import annotations

import unittest
from typing import ClassVar

from confluent_kafka import TopicPartition as Place
from confluent_kafka.admin import AdminClient

from klog.arrow.errors import DataLoss
from klog.arrow.ranges import TopicRange
from klog.client.blocking.client import BlockingClient
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.spark.errors import OptionError
from klog.spark.offsets import EARLIEST, LATEST, Bound, Subscription, assigned, batch_ranges, earliest, latest, resolve
from klog.spark.patterns import compile_pattern
from klog.testing.embedded import Broker

T0 = 1_700_000_000_000
A0, A1, B0, C0 = TopicPartition("a", 0), TopicPartition("a", 1), TopicPartition("b", 0), TopicPartition("cut", 0)
A = Subscription("subscribe", "a", topics=("a",))
CUT = Subscription("subscribe", "cut", topics=("cut",))


def bounds(ranges: list[TopicRange]) -> list[tuple[str, int, int, int]]:
    return [(one.topic, one.partition, one.start, one.end) for one in ranges]


class OffsetsCase(unittest.TestCase):
    """Topics a (10 records in each of two partitions, one a second), b (none), cut (20, the first 5 gone)."""

    broker: ClassVar[Broker]
    client: ClassVar[BlockingClient]

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker().start()
        cls.addClassCleanup(cls.broker.stop)
        for name, count in (("a", 2), ("b", 1), ("cut", 1)):
            cls.broker.create_topic(name, count, {"retention.ms": "-1"})
        cls.client = BlockingClient(cls.broker.bootstrap)
        cls.addClassCleanup(cls.client.close)
        rows = [(T0 + 1000 * number, None, b"v", ()) for number in range(20)]
        for tp, size in ((A0, 10), (A1, 10), (C0, 20)):
            cls.client.produce(tp, codec.build_batch(rows[:size]))
        admin = AdminClient({"bootstrap.servers": cls.broker.bootstrap})
        for future in admin.delete_records([Place("cut", 0, 5)]).values():
            future.result(30)


class Assigned(OffsetsCase):
    def test_topics(self) -> None:
        found = assigned(self.client, Subscription("subscribe", "b,a", topics=("b", "a")))
        self.assertEqual(list(found), [A0, A1, B0])
        self.assertTrue(all(any(topic_id) for topic_id in found.values()))
        self.assertEqual(found[A0], found[A1])
        self.assertNotEqual(found[A0], found[B0])

    def test_pattern(self) -> None:
        def names(pattern: str) -> set[str]:
            return {tp.topic for tp in assigned(self.client, Subscription("subscribePattern", pattern, pattern=compile_pattern(pattern)))}

        self.assertEqual(names("^[ab]$"), {"a", "b"})
        self.assertEqual(names("u"), {"cut"})
        self.assertEqual(names("nothing"), set())

    def test_assign(self) -> None:
        named = frozenset((A1, B0, TopicPartition("a", 9)))
        self.assertEqual(list(assigned(self.client, Subscription("assign", "", partitions=named))), [A1, B0])

    def test_a_topic_that_does_not_exist(self) -> None:
        with self.assertRaisesRegex(KlogError, r"topic none does not exist at .* \(option subscribe\): create it, or correct the name"):
            assigned(self.client, Subscription("subscribe", "", topics=("a", "none")))
        with self.assertRaisesRegex(KlogError, "topic no/name"):
            assigned(self.client, Subscription("subscribe", "", topics=("no/name",)))

    def test_a_topic_that_is_deleted(self) -> None:
        self.broker.create_topic("short", 1)
        short = Subscription("subscribe", "short", topics=("short",))
        before = assigned(self.client, short)
        admin = AdminClient({"bootstrap.servers": self.broker.bootstrap})
        admin.delete_topics(["short"])["short"].result(30)
        with self.assertRaisesRegex(KlogError, "topic short does not exist"):
            assigned(self.client, short)
        self.broker.create_topic("short", 1)
        self.assertNotEqual(assigned(self.client, short), before)

    def test_internal_topics_are_left_out(self) -> None:
        self.client.ask_any(_find_coordinator(), at_most=3)
        self.assertEqual(assigned(self.client, Subscription("subscribe", "", topics=("__consumer_offsets",))), {})
        self.assertNotIn(
            "__consumer_offsets",
            {tp.topic for tp in assigned(self.client, Subscription("subscribePattern", ".", pattern=compile_pattern(".")))},
        )


def _find_coordinator() -> object:
    from klog.wire.messages.find_coordinator import FindCoordinatorRequest

    return FindCoordinatorRequest(key="g", key_type=0)


class Resolve(OffsetsCase):
    def test_ends(self) -> None:
        self.assertEqual(earliest(self.client, [A0, C0]), {A0: 0, C0: 5})
        self.assertEqual(latest(self.client, [A0, B0, C0]), {A0: 10, B0: 0, C0: 20})
        self.assertEqual(latest(self.client, []), {})
        self.assertEqual(resolve(self.client, [C0], EARLIEST, starting=True), {C0: 5})
        self.assertEqual(resolve(self.client, [C0], LATEST, starting=False, isolation="read_committed"), {C0: 20})

    def test_offsets(self) -> None:
        bound = Bound("offsets", by_partition={A0: 3, A1: -1, C0: -2})
        self.assertEqual(resolve(self.client, [A0, A1, C0], bound, starting=True), {A0: 3, A1: 10, C0: 5})

    def test_times(self) -> None:
        self.assertEqual(resolve(self.client, [A0, C0], Bound("timestamp", timestamp_ms=T0 + 7_500), starting=True), {A0: 8, C0: 8})
        each = Bound("timestamps", by_partition={A0: T0 + 2_000, A1: T0 + 3_001})
        self.assertEqual(resolve(self.client, [A0, A1], each, starting=True), {A0: 2, A1: 4})

    def test_no_record_is_that_young(self) -> None:
        late = Bound("timestamp", timestamp_ms=T0 + 60_000)
        with self.assertRaisesRegex(OptionError, f"No offset matched from request of topic-partition a-0 and timestamp {T0 + 60_000}"):
            resolve(self.client, [A0], late, starting=True)
        self.assertEqual(resolve(self.client, [A0], late, starting=False), {A0: 10})
        self.assertEqual(
            resolve(self.client, [A0], Bound("timestamp", timestamp_ms=late.timestamp_ms, no_match="latest"), starting=True), {A0: 10}
        )

    def test_other_partitions_than_there_are(self) -> None:
        for bound, words in (
            (Bound("offsets", by_partition={A0: 3}), "Kafka start offsets don't match .* Specified: a-0 Assigned: a-0, a-1"),
            (
                Bound("timestamps", by_partition={A0: 3, A1: 3, B0: 3}),
                "timestamp based start offsets don't match .* Specified: a-0, a-1, b-0",
            ),
        ):
            with self.assertRaisesRegex(OptionError, words):
                resolve(self.client, [A0, A1], bound, starting=True)


class BatchRanges(OffsetsCase):
    def setUp(self) -> None:
        self.told: list[str] = []

    def ranges(
        self, subscription: Subscription, starting: Bound = EARLIEST, ending: Bound = LATEST, **more: bool
    ) -> list[tuple[str, int, int, int]]:
        return bounds(batch_ranges(self.client, subscription, starting, ending, tell=self.told.append, **more))  # type: ignore[arg-type]

    def test_all_there_is(self) -> None:
        self.assertEqual(self.ranges(A), [("a", 0, 0, 10), ("a", 1, 0, 10)])
        self.assertEqual(self.ranges(CUT), [("cut", 0, 5, 20)])
        self.assertEqual(self.ranges(Subscription("subscribe", "b", topics=("b",))), [])

    def test_the_topic_id_goes_with_it(self) -> None:
        found = batch_ranges(self.client, A, EARLIEST, LATEST)
        self.assertEqual(found[0].topic_id, assigned(self.client, A)[A0])

    def test_a_start_that_is_gone(self) -> None:
        start = Bound("offsets", by_partition={C0: 2})
        with self.assertRaisesRegex(DataLoss, "topic cut, partition 0: the offsets from 2 to before 5 cannot be read.* begins at offset 5"):
            self.ranges(CUT, start)
        self.assertEqual(self.ranges(CUT, start, fail_on_data_loss=False), [("cut", 0, 5, 20)])
        self.assertRegex(self.told[0], "from 2 to before 5")

    def test_an_end_that_is_not_there_yet(self) -> None:
        end = Bound("offsets", by_partition={C0: 30})
        with self.assertRaisesRegex(DataLoss, "from 20 to before 30 cannot be read: the partition ends at offset 20"):
            self.ranges(CUT, ending=end)
        self.assertEqual(self.ranges(CUT, ending=end, fail_on_data_loss=False), [("cut", 0, 5, 20)])

    def test_all_of_it_gone(self) -> None:
        for low, high in ((0, 4), (25, 30)):
            start, end = Bound("offsets", by_partition={C0: low}), Bound("offsets", by_partition={C0: high})
            with self.assertRaisesRegex(DataLoss, f"from {low} to before {high}"):
                self.ranges(CUT, start, end)
            self.assertEqual(self.ranges(CUT, start, end, fail_on_data_loss=False), [])

    def test_backwards(self) -> None:
        with self.assertRaisesRegex(OptionError, "start offset 99 is greater than the resolved end offset 20 for topic cut partition 0"):
            self.ranges(CUT, Bound("offsets", by_partition={C0: 99}))
        with self.assertRaisesRegex(OptionError, "start offset 9 is greater than the resolved end offset 3"):
            self.ranges(A, Bound("timestamp", timestamp_ms=T0 + 9_000), Bound("offsets", by_partition={A0: 3, A1: 10}))

    def test_what_is_not_wanted_is_not_missed(self) -> None:
        start = Bound("offsets", by_partition={C0: 2})
        found = batch_ranges(self.client, CUT, start, LATEST, keep=lambda one: one._replace(start=max(one.start, 7)))
        self.assertEqual(bounds(found), [("cut", 0, 7, 20)])
