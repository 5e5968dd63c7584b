"""klog.client.producing.batches; splitting against brokers stands in test_sender, and the rest in test_accumulator."""

from __future__ import annotations

import random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.metadata import PartitionMetadata, TopicMetadata
from klog.client.producing.batches import Batch, Lane, Part, Singles, TopicLanes, halve
from klog.client.producing.entries import Bulk, Countdown
from klog.client.producing.partitioners import make_partitioner
from klog.client.producing.sequences import LAST_SEQUENCE
from klog.errors import ErrorCode
from klog.records.implementations import codec
from klog.span import join_parts


def lane() -> Lane:
    return Lane(TopicLanes("t", make_partitioner("sticky", random.Random(1))), 0, 10_000)


def batch(where: Lane, number: int, records: int = 1) -> Batch:
    made = Batch(where, (number, 0), 5, 10_000)
    for index in range(records):
        made.size = made.append(5, b"k", b"%d" % index, ())
    made.body = made.appender.close()
    return made


def metadata(count: int, topic_id: bytes = b"\1" * 16) -> TopicMetadata:
    return TopicMetadata("t", topic_id, ErrorCode.NONE, tuple(PartitionMetadata(n, 1, 0, (1,), (1,)) for n in range(count)))


class LaneTests(SynchronousTestCase):
    def test_those_that_come_back_stand_in_order_before_younger_ones(self) -> None:
        where = lane()
        batches = [batch(where, number) for number in range(6)]
        where.ready.extend(batches[4:])
        for number in (2, 0, 3, 1):
            where.put_back([batches[number]])
        self.assertEqual(list(where.ready), batches)

    def test_who_is_first(self) -> None:
        where = lane()
        batches = [batch(where, number) for number in range(3)]
        where.flying = [batches[1], batches[2]]
        self.assertTrue(where.is_first(batches[1]))
        self.assertFalse(where.is_first(batches[2]))
        where.ready.append(batches[0])
        self.assertTrue(where.is_first(batches[1]), "what was never sent does not count")
        batches[0].number(7)
        self.assertFalse(where.is_first(batches[1]))

    def test_beginning_anew(self) -> None:
        where = lane()
        where.sequences.begin(9, 4)
        waiting = batch(where, 1)
        waiting.number(where.sequences.take(1))
        before = waiting.parts()[0]
        where.acknowledged(waiting)
        self.assertTrue(where.known)
        where.ready.append(waiting)
        where.renumber()
        self.assertEqual((waiting.sequence, where.sequences.epoch, where.known), (-1, 5, False))
        waiting.number(where.sequences.take(1))
        self.assertNotEqual(waiting.parts()[0], before)

    def test_a_later_acknowledgement_is_not_taken_back(self) -> None:
        where = lane()
        where.sequences.begin(9, 0)
        first, second = batch(where, 1, 3), batch(where, 2, 3)
        for each in (first, second):
            each.number(where.sequences.take(3))
        where.acknowledged(second)
        where.acknowledged(first)
        self.assertEqual(where.sequences.written, 6)


class HalveTests(SynchronousTestCase):
    def test_halves_have_the_same_records_numbers_and_waiters(self) -> None:
        where = lane()
        where.sequences.begin(9, 0)
        whole = batch(where, 3, 11)
        whole.number(LAST_SEQUENCE - 2)
        bulk = Bulk("t", [b"v"] * 6, None, None, (), None, 5, 5, None)
        bulk.open_parts = 1
        deferreds: list[Any] = [object() for _ in range(5)]
        whole.runs = [Singles(0, deferreds, [1, 2, 3, 4, 5]), Part(5, 6, bulk, 0)]
        countdown = Countdown(lambda: None)
        whole.countdowns = [countdown]
        halves = halve(whole)
        values = []
        for half in halves:
            half.body = half.appender.close()
            values += [record.value for record in codec.records(join_parts(half.parts()))]
        self.assertEqual(values, [b"%d" % number for number in range(11)])
        self.assertEqual(halves[0].sequence, LAST_SEQUENCE - 2)
        self.assertEqual(halves[1].sequence, (LAST_SEQUENCE - 2 + halves[0].count) & LAST_SEQUENCE)
        self.assertLess(halves[0].order, halves[1].order)
        self.assertEqual(countdown.left, 2)
        told = [deferred for half in halves for run in half.runs if isinstance(run, Singles) for deferred in run.deferreds]
        self.assertEqual(told, deferreds)
        parts = [run for half in halves for run in half.runs if isinstance(run, Part)]
        self.assertEqual((sum(part.count for part in parts), bulk.open_parts), (6, len(parts)))
        self.assertEqual([part.index for part in parts], [0, parts[0].count][: len(parts)])

    def test_one_huge_record_among_small_ones(self) -> None:
        for place in (0, 4):
            where = lane()
            whole = Batch(where, (1, 0), 5, 10_000)
            for index in range(5):
                whole.size = whole.append(5, None, b"x" * (5_000 if index == place else 1), ())
            whole.body = whole.appender.close()
            counts = [half.count for half in halve(whole)]
            self.assertEqual((sum(counts), min(counts) > 0), (5, True))


class TopicTests(SynchronousTestCase):
    def test_partitions_are_added_and_only_another_topic_has_fewer(self) -> None:
        topic = TopicLanes("t", make_partitioner("sticky", random.Random(1)))
        topic.update(metadata(3))
        topic.sticky_partition = 2
        topic.update(metadata(2))
        self.assertEqual((topic.count, len(topic.lanes), topic.available), (3, 3, (0, 1)))
        topic.update(metadata(5))
        self.assertEqual((topic.count, len(topic.lanes)), (5, 5))
        topic.sticky_partition = 4
        topic.update(metadata(2, b"\2" * 16))
        self.assertEqual((topic.count, topic.sticky_partition), (2, -1))
