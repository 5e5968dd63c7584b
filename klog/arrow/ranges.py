"""A range of one partition's offsets, and how ranges are divided into tasks: by the rule of Spark's own Kafka connector, and nothing else.

The rule, for ranges that hold at least one offset:

1. With `max_records`, a range of n offsets becomes ``ceil(n / max_records)`` ranges.
2. With `min_partitions` above the number of ranges there are by then, each range gets its share of `min_partitions`, in proportion to its
   offsets and rounded half up. Ranges that would stay whole are taken out first, and the shares of the others reckoned anew without them.
3. Parts of a range differ by one offset at most, the smaller ones first.

So `min_partitions` is a wish that rounding may miss by some, and `max_records` a limit. Order is kept, and parts of a range stand together.
A bound on the number of parts (`MAX_PARTS`) keeps a mistyped option from filling the driver's memory.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from klog.model import NO_TOPIC_ID

#: More tasks than this are a mistake in an option.
MAX_PARTS = 1_000_000


class TopicRange(NamedTuple):
    """Offsets of one partition with ``start <= offset < end``.

    `topic_id` is that of the topic the offsets were looked up in, so that a topic deleted and made again is not taken for it; sixteen zero
    bytes: not checked.
    """

    topic: str
    partition: int
    start: int
    end: int
    topic_id: bytes = NO_TOPIC_ID

    @property
    def size(self) -> int:
        """How many offsets there are; records may be fewer (compaction, transactions)."""
        return max(0, self.end - self.start)

    def __str__(self) -> str:
        return f"topic {self.topic}, partition {self.partition}, offsets {self.start} to {self.end}"


def split(ranges: Iterable[TopicRange], *, min_partitions: int | None = None, max_records: int | None = None) -> list[TopicRange]:
    """`ranges` as tasks; empty ones are left out.

    :param min_partitions: how many tasks are wished for at least; None: as many as there are ranges.
    :param max_records: the most offsets in one task; None: no limit.
    :raises ValueError: one of both is not above zero, or more than `MAX_PARTS` tasks would come out.
    """
    if min_partitions is not None and min_partitions <= 0:
        raise ValueError(f"min_partitions is {min_partitions}; it must be above zero")
    if max_records is not None and max_records <= 0:
        raise ValueError(f"max_records is {max_records}; it must be above zero")
    whole = [one for one in ranges if one.size > 0]
    if max_records is not None:
        _check_parts(sum(_ceil(one.size, max_records) for one in whole))
        whole = [part for one in whole for part in _parts(one, _ceil(one.size, max_records))]
    if min_partitions is None or min_partitions <= len(whole):
        return whole
    _check_parts(min_partitions)
    total = sum(one.size for one in whole)
    small = [one for one in whole if _count(one.size, total, min_partitions) == 1]
    # Whole partitions, not ranges, are what the connector sets aside: it makes a difference after step 1 only.
    apart = {(one.topic, one.partition) for one in small}
    rest = total - sum(one.size for one in small)
    wanted = max(min_partitions - len(small), 1)
    parts: list[TopicRange] = []
    for one in whole:
        if (one.topic, one.partition) in apart:
            parts.append(one)
        else:
            parts.extend(_parts(one, _count(one.size, rest, wanted)))
    return parts


def _ceil(size: int, limit: int) -> int:
    return -(-size // limit)


def _count(size: int, total: int, parts: int) -> int:
    """`size`'s share of `parts`, rounded half up as Java does, in the same floating point."""
    return max(math.floor(size / total * parts + 0.5), 1)


def _check_parts(count: int) -> None:
    if count > MAX_PARTS:
        raise ValueError(
            f"{count} tasks would come out, and more than {MAX_PARTS} are a mistake: raise max_records or lower min_partitions"
        )


def _parts(one: TopicRange, count: int) -> list[TopicRange]:
    found = []
    start = one.start
    for index in range(count):
        end = start + (one.end - start) // (count - index)
        if end > start:
            found.append(one._replace(start=start, end=end))
        start = end
    return found
