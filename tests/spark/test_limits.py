"""Rate limits against a model of Spark's arithmetic, and the clock of the minimum."""

from __future__ import annotations

import math
import random
import unittest
from collections.abc import Collection

from klog.model import TopicPartition
from klog.spark.limits import Offsets, TriggerPace, available_offsets, limit_offsets

A, B, C = TopicPartition("a", 0), TopicPartition("b", 0), TopicPartition("b", 1)


def none_new(partitions: Collection[TopicPartition]) -> Offsets:
    """No partition is new."""
    raise AssertionError(f"nobody shall ask for {partitions}")


def of_spark(limit: int, start: Offsets, end: Offsets) -> dict[TopicPartition, int]:
    """KafkaMicroBatchStream.rateLimit, line by line, with doubles and Java's rounding."""
    sizes = {tp: until - start[tp] for tp, until in end.items() if tp in start and until - start[tp] > 0}
    total = float(sum(sizes.values()))
    if total < 1:
        return dict(end)
    result = {}
    for tp, until in end.items():
        if tp not in sizes:
            result[tp] = until
            continue
        prorate = float(limit) * (float(sizes[tp]) / total)
        whole = int(math.ceil(prorate) if prorate < 1 else math.floor(prorate))
        whole = min(whole, 2**63 - 1)
        off = 2**63 - 1 if whole > 2**63 - 1 - start[tp] else start[tp] + whole
        result[tp] = min(until, off)
    return result


class CutTests(unittest.TestCase):
    """The maximum."""

    def test_in_proportion(self) -> None:
        self.assertEqual(limit_offsets(150, {A: 0, B: 0, C: 0}, {A: 100, B: 200, C: 300}), {A: 25, B: 50, C: 75})
        self.assertEqual(limit_offsets(10, {A: 5, B: 0}, {A: 5, B: 100}), {A: 5, B: 10})

    def test_small_ones_are_not_starved_and_shares_are_rounded_down(self) -> None:
        self.assertEqual(limit_offsets(10, {A: 0, B: 0}, {A: 1, B: 1_000_000}), {A: 1, B: 9})
        self.assertEqual(limit_offsets(1, {A: 0, B: 0, C: 0}, {A: 7, B: 7, C: 7}), {A: 1, B: 1, C: 1})
        self.assertEqual(limit_offsets(11, {A: 0, B: 0}, {A: 50, B: 50}), {A: 5, B: 5})

    def test_never_behind_the_end(self) -> None:
        self.assertEqual(limit_offsets(1_000, {A: 0}, {A: 3}), {A: 3})
        self.assertEqual(limit_offsets(2**63 - 1, {A: 2**62}, {A: 2**63 - 1}), {A: 2**63 - 1})

    def test_what_is_not_ahead_stays(self) -> None:
        self.assertEqual(limit_offsets(5, {A: 7}, {A: 4, B: 100}), {A: 4, B: 100})
        self.assertEqual(limit_offsets(5, {A: 7, B: 90}, {A: 4, B: 100}), {A: 4, B: 95})
        self.assertEqual(limit_offsets(5, {}, {}), {})

    def test_like_spark_at_random(self) -> None:
        random_ = random.Random(7)
        for _ in range(2_000):
            start, end = {}, {}
            for number in range(random_.randint(1, 9)):
                tp = TopicPartition("t", number)
                end[tp] = random_.choice([0, 1, 17, 10**6, 2**53 + 1, random_.randint(0, 2**63 - 1)])
                if random_.random() < 0.9:
                    start[tp] = random_.randint(0, end[tp] + 3)
            limit = random_.choice([1, 2, 3, 100, 2**31, 2**63 - 1, random_.randint(1, 10**9)])
            self.assertEqual(limit_offsets(limit, start, end), of_spark(limit, start, end), (limit, start, end))


class PaceTests(unittest.TestCase):
    """Both limits, over time."""

    def setUp(self) -> None:
        self.now = 1_000.0

    def pace(self, least: int | None = None, most: int | None = None, delay_ms: int = 60_000) -> TriggerPace:
        return TriggerPace(least, most, delay_ms, lambda: self.now)

    def test_no_limits(self) -> None:
        self.assertEqual(self.pace().take({A: 1}, {A: 9, B: 4}, none_new), {A: 9, B: 4})

    def test_new_partitions_share_from_their_beginning(self) -> None:
        asked: list[Collection[TopicPartition]] = []

        def earliest(partitions: Collection[TopicPartition]) -> Offsets:
            asked.append(partitions)
            return {B: 900}

        self.assertEqual(self.pace(most=10).take({A: 0}, {A: 100, B: 1_000}, earliest), {A: 5, B: 905})
        self.assertEqual(asked, [{B}])

    def test_a_minimum_holds_until_there_is_enough_or_time_is_over(self) -> None:
        pace = self.pace(least=10)
        self.assertEqual(pace.take({A: 0}, {A: 3}, none_new), {A: 3}, "the first never waits")
        self.now += 59
        self.assertEqual(pace.take({A: 3}, {A: 9}, none_new), {A: 3})
        self.assertEqual(pace.take({A: 3}, {A: 13}, none_new), {A: 13})
        self.now += 59.9
        self.assertEqual(pace.take({A: 13}, {A: 14}, none_new), {A: 13})
        self.now += 0.1
        self.assertEqual(pace.take({A: 13}, {A: 14}, none_new), {A: 14})
        self.assertEqual(pace.take({A: 14}, {A: 15}, none_new), {A: 14})

    def test_both(self) -> None:
        pace = self.pace(least=10, most=20)
        self.assertEqual(pace.take({A: 0}, {A: 30}, none_new), {A: 20})
        self.assertEqual(pace.take({A: 20}, {A: 25}, none_new), {A: 20})
        self.assertEqual(pace.take({A: 20}, {A: 25}, none_new, patient=False), {A: 25})
        self.assertEqual(pace.take({A: 20}, {A: 50}, none_new), {A: 40})

    def test_what_waits(self) -> None:
        self.assertEqual(available_offsets({A: 2}, {A: 5, B: 7}), 10)
