"""klog.spark.filters: ranges against a model that filters rows, filter by filter and in combinations."""

from __future__ import annotations

import datetime
import pickle
import random
import unittest
from typing import Any

from klog.arrow.ranges import TopicRange
from klog.model import OffsetAt, TopicPartition
from klog.spark.filters import Narrowing

TOPICS, PARTITIONS, OFFSETS = ("a", "ab", "b"), 3, 12
WHOLE = [TopicRange(topic, partition, 2, OFFSETS) for topic in TOPICS for partition in range(PARTITIONS)]


class Of:
    """Stands in for Spark's filters, which are told apart by the name of their class."""

    def __init__(self, column: str, value: Any = None) -> None:
        self.attribute = tuple(column.split("."))
        if value is not None:
            self.value = value


KINDS = (
    "EqualTo",
    "EqualNullSafe",
    "GreaterThan",
    "GreaterThanOrEqual",
    "LessThan",
    "LessThanOrEqual",
    "In",
    "StringStartsWith",
    "StringEndsWith",
    "StringContains",
    "IsNull",
    "IsNotNull",
)
CLASSES: dict[str, type[Of]] = {name: type(name, (Of,), {}) for name in KINDS}


class Not:
    """Spark's way to negate."""

    def __init__(self, child: Any) -> None:
        self.child = child


def made(kind: str, column: str, value: Any = None) -> Any:
    return CLASSES[kind](column, value)


def rows_of(ranges: list[TopicRange]) -> set[tuple[str, int, int]]:
    return {(one.topic, one.partition, offset) for one in ranges for offset in range(one.start, one.end)}


def passes(one: Any, row: tuple[str, int, int]) -> bool:
    """What Spark would say of a row."""
    if isinstance(one, Not):
        return not passes(one.child, row)
    column = dict(zip(("topic", "partition", "offset"), row, strict=True))[one.attribute[0]]
    value: Any = getattr(one, "value", None)
    answers: dict[str, Any] = {
        "EqualTo": lambda: column == value,
        "EqualNullSafe": lambda: column == value,
        "GreaterThan": lambda: column > value,
        "GreaterThanOrEqual": lambda: column >= value,
        "LessThan": lambda: column < value,
        "LessThanOrEqual": lambda: column <= value,
        "In": lambda: column in value,
        "StringStartsWith": lambda: column.startswith(value),
        "StringEndsWith": lambda: column.endswith(value),
        "StringContains": lambda: value in column,
        "IsNotNull": lambda: True,
        "IsNull": lambda: False,
    }
    return bool(answers[type(one).__name__]())


class Model(unittest.TestCase):
    def check(self, filters: list[Any]) -> None:
        narrowing = Narrowing()
        left = [one for one in filters if not narrowing.take(one)]
        narrowing = pickle.loads(pickle.dumps(narrowing))
        read = rows_of([narrowing.clip(one) for one in WHOLE])
        after = {row for row in read if all(passes(one, row) for one in left)}
        self.assertEqual(after, {row for row in rows_of(WHOLE) if all(passes(one, row) for one in filters)})

    def test_one_by_one_and_together(self) -> None:
        values: dict[str, list[Any]] = {"topic": ["a", "b", "zz", ""], "partition": [0, 1, 2, 7, -1], "offset": [0, 2, 5, 11, 12, 99, -4]}
        chosen = random.Random(7)
        pool: list[Any] = []
        for column, some in values.items():
            for kind in KINDS:
                if kind.startswith("String") and column != "topic":
                    continue
                for value in some:
                    one = made(kind, column, tuple(chosen.sample(some, 2)) if kind == "In" else None if kind.startswith("Is") else value)
                    pool += [one, Not(one)]
        for one in pool:
            self.check([one])
        for _ in range(2_000):
            self.check(chosen.sample(pool, 3))

    def test_what_is_dealt_with(self) -> None:
        dealt = [
            made("EqualTo", "partition", 1),
            Not(made("EqualTo", "topic", "a")),
            made("In", "topic", ("a", "b")),
            made("GreaterThan", "offset", 5),
            made("EqualTo", "offset", 5),
            made("In", "offset", (5, 6, 7)),
            made("IsNotNull", "offset"),
        ]
        left = [
            Not(made("EqualTo", "offset", 5)),
            made("In", "offset", (5, 9)),
            made("EqualTo", "value", b"x"),
            made("IsNotNull", "key"),
            made("IsNull", "topic"),
            Not(made("IsNotNull", "offset")),
            made("EqualTo", "partition", "1"),
            made("EqualTo", "partition", True),
            made("EqualTo", "offset", 1.5),
            made("In", "partition", (1, None)),
            made("EqualTo", "headers.key", "x"),
            made("GreaterThan", "timestamp", datetime.datetime.now(datetime.UTC)),
        ]
        self.assertEqual([one for one in dealt if not Narrowing().take(one)], [])
        self.assertEqual([one for one in left if Narrowing().take(one)], [])

    def test_a_list_of_everything_is_not_spread_out(self) -> None:
        self.assertFalse(Narrowing().take(made("In", "offset", (0, 1 << 60))))


class FakeClient:
    """Answers for the time of a record."""

    def __init__(self, times_ms: list[int]) -> None:
        self.times_ms = times_ms
        self.asked: list[int] = []

    def list_offsets(self, partitions: Any, timestamp: int, **_: Any) -> dict[TopicPartition, OffsetAt]:
        self.asked.append(timestamp)
        found = next((number for number, time_ms in enumerate(self.times_ms) if time_ms >= timestamp), -1)
        return dict.fromkeys(partitions, OffsetAt(found))


class Times(unittest.TestCase):
    def starts(self, filters: list[Any], times_ms: list[int], low: int = 0) -> tuple[list[int], list[int]]:
        narrowing, client = Narrowing(), FakeClient(times_ms)
        self.assertFalse(any(narrowing.take(one) for one in filters))
        ranges = [TopicRange("t", 0, low, len(times_ms))]
        return [one.start for one in narrowing.by_time(client, ranges, "read_uncommitted", 1)], client.asked  # type: ignore[arg-type]

    def at(self, ms: float) -> datetime.datetime:
        return datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC) + datetime.timedelta(milliseconds=ms)

    def test_a_lower_bound_moves_the_start(self) -> None:
        times = [1000, 2000, 3000, 2500, 4000]
        for kind in ("GreaterThan", "GreaterThanOrEqual", "EqualTo"):
            self.assertEqual(self.starts([made(kind, "timestamp", self.at(3000))], times), ([2], [2999]))
        self.assertEqual(self.starts([made("GreaterThan", "timestamp", self.at(2000.9))], times), ([1], [1999]))
        self.assertEqual(self.starts([made("In", "timestamp", (self.at(4000), self.at(2000)))], times), ([1], [1999]))
        self.assertEqual(self.starts([made("GreaterThan", "timestamp", self.at(9000))], times), ([], [8999]))
        self.assertEqual(self.starts([made("GreaterThan", "timestamp", self.at(1500))], times, low=3), ([3], [1499]))

    def test_the_highest_of_several(self) -> None:
        filters = [made("GreaterThan", "timestamp", self.at(ms)) for ms in (1500, 3500, 500)]
        self.assertEqual(self.starts(filters, [1000, 2000, 3000, 4000]), ([3], [3499]))

    def test_what_moves_nothing(self) -> None:
        times = [1000, 2000]
        for one in (
            made("LessThan", "timestamp", self.at(1500)),
            Not(made("GreaterThan", "timestamp", self.at(1500))),
            made("GreaterThan", "timestamp", 1500),
            made("GreaterThan", "timestamp", self.at(-5)),
            made("In", "timestamp", ()),
        ):
            self.assertEqual(self.starts([one], times), ([0], []))
