"""Filters that Spark hands to a reader, as narrower ranges of offsets.

All filters are joined by "and". `Narrowing.take` looks at one and says whether it is dealt with for good:

* topic and partition: equality, lists, comparisons, negated or not; a range stays or goes;
* offset: equality, lists and comparisons; a range is cut. A negated equality is left to Spark;
* timestamp: a lower bound moves starts (`Narrowing.by_time`) but is left to Spark as well, as timestamps need not rise within a partition;
* "is not null" of a column that is never null;
* everything else is left to Spark.

What a filter compares with comes from the user's query: a value of another type than the column's is left to Spark too. No pyspark here:
filters are told apart by the names of their classes, and values are plain Python.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from typing import Any

from klog.arrow.ranges import TopicRange
from klog.client.blocking.client import BlockingClient
from klog.model import TopicPartition

_NEVER_NULL = frozenset(("topic", "partition", "offset", "timestamp", "timestampType"))
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_MICROSECOND = datetime.timedelta(microseconds=1)

_TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "EqualTo": lambda column, value: bool(column == value),
    "EqualNullSafe": lambda column, value: bool(column == value),
    "GreaterThan": lambda column, value: bool(column > value),
    "GreaterThanOrEqual": lambda column, value: bool(column >= value),
    "LessThan": lambda column, value: bool(column < value),
    "LessThanOrEqual": lambda column, value: bool(column <= value),
    "In": lambda column, value: column in value,
    "StringStartsWith": lambda column, value: column.startswith(value),
    "StringEndsWith": lambda column, value: column.endswith(value),
    "StringContains": lambda column, value: value in column,
}
_TYPES: dict[str, type] = {"topic": str, "partition": int, "offset": int}


class Narrowing:
    """What the filters seen so far leave."""

    def __init__(self) -> None:
        self._tests: list[tuple[str, str, Any, bool]] = []
        self._low = 0
        #: The last offset that passes.
        self._high: int | None = None
        #: The lowest time that may pass, ms.
        self._since_ms: int | None = None

    def take(self, one: Any) -> bool:
        """Whether `one`, a ``pyspark.sql.datasource.Filter``, is dealt with and Spark need not filter by it."""
        kind = type(one).__name__
        negated = kind == "Not"
        inner = one.child if negated else one
        kind = type(inner).__name__
        if len(inner.attribute) != 1:
            return False
        column = inner.attribute[0]
        if kind == "IsNotNull":
            return not negated and column in _NEVER_NULL
        value = getattr(inner, "value", None)
        if kind not in _TESTS or value is None:
            return False
        if column == "timestamp":
            if not negated:
                self._take_time(kind, value)
            return False
        if column not in _TYPES or not _fits(kind, value, _TYPES[column]):
            return False
        if kind.startswith("String") and column != "topic":
            return False
        if column == "offset":
            return not negated and self._take_offset(kind, value)
        self._tests.append((column, kind, value, negated))
        return True

    def _take_offset(self, kind: str, value: Any) -> bool:
        values = list(value) if kind == "In" else [value]
        low: int | None = None
        high: int | None = None
        if kind in ("EqualTo", "EqualNullSafe", "In"):
            low, high = (min(values), max(values)) if values else (0, -1)
        elif kind == "GreaterThan":
            low = value + 1
        elif kind == "GreaterThanOrEqual":
            low = value
        elif kind == "LessThan":
            high = value - 1
        else:
            high = value
        if low is not None:
            self._low = max(self._low, low)
        if high is not None:
            self._high = high if self._high is None else min(self._high, high)
        # A list has holes, which Spark filters out.
        return kind != "In" or not values or max(values) - min(values) + 1 == len(set(values))

    def _take_time(self, kind: str, value: Any) -> None:
        if kind == "In":
            values = [one for one in value if one is not None]
            value = min(values) if values and all(isinstance(one, datetime.datetime) for one in values) else None
        if not isinstance(value, datetime.datetime) or kind not in ("EqualTo", "EqualNullSafe", "In", "GreaterThan", "GreaterThanOrEqual"):
            return
        # Spark's workers hand over aware times; a naive one is in the worker's own zone.
        since_us = (value.astimezone(datetime.UTC) - _EPOCH) // _MICROSECOND
        since_ms = since_us // 1000
        self._since_ms = since_ms if self._since_ms is None else max(self._since_ms, since_ms)

    def clip(self, wanted: TopicRange) -> TopicRange:
        """The part of a range that passes; perhaps empty."""
        columns = {"topic": wanted.topic, "partition": wanted.partition}
        if any(_TESTS[kind](columns[column], value) == negated for column, kind, value, negated in self._tests):
            return wanted._replace(end=wanted.start)
        start = max(wanted.start, self._low)
        end = wanted.end if self._high is None else min(wanted.end, self._high + 1)
        return wanted._replace(start=min(start, wanted.end), end=max(min(start, wanted.end), end))

    def by_time(self, client: BlockingClient, ranges: Iterable[TopicRange], isolation: str, timeout_ms: int) -> list[TopicRange]:
        """`ranges` without the records before the first that may be as young as the filters want.

        :raises KlogError: a broker did not answer.
        """
        ranges = list(ranges)
        if self._since_ms is None or self._since_ms <= 0 or not ranges:
            return ranges
        # One millisecond earlier: a broker's index may begin its search at, not before, a record of just this time.
        partitions = {TopicPartition(one.topic, one.partition) for one in ranges}
        found = client.list_offsets(partitions, self._since_ms - 1, isolation=isolation, timeout_ms=timeout_ms)
        narrowed = []
        for one in ranges:
            first = found[TopicPartition(one.topic, one.partition)].offset
            start = one.end if first < 0 else max(one.start, first)
            if start < one.end:
                narrowed.append(one._replace(start=start))
        return narrowed


def _fits(kind: str, value: Any, wanted: type) -> bool:
    values = value if kind == "In" else (value,)
    if not isinstance(values, tuple | list):
        return False
    return all(isinstance(one, wanted) and not isinstance(one, bool) for one in values)
