"""Where a copy and its source part, found by the batches themselves: they are the same below some offset, and are not behind it.

Leader epochs say so of replicas of one cluster, whose controller never gives the same epoch twice. They cannot say it of two clusters that
were both written to: each has counted on from what it knew, so that both have other records of the same epoch. What cannot be the same by
accident is a batch, with its producer, its time and the checksum of its records; the leader epoch alone, which the checksum leaves out,
may differ.

The last batch is compared first, since it mostly is the same. Where it is not, the place is found by halves: about 20 batches of each side
in a log of a million.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from klog.records.contract import Entry
from klog.records.implementations import codec

#: Where a batch of magic 2 has its leader epoch.
_EPOCH = slice(12, 16)


class Batch(NamedTuple):
    """One batch.

    :ivar base: its first offset.
    :ivar behind: the one behind its last.
    :ivar data: its bytes.
    """

    base: int
    behind: int
    data: bytes

    def is_same(self, other: Batch | None) -> bool:
        """Whether they are the same, but for the leader epoch."""
        return other is not None and other == self


def batch_of(entry: Entry, data: bytes | memoryview) -> Batch:
    """One of those that `data` holds, without its leader epoch."""
    own = bytearray(data[entry.position : entry.position + entry.size])
    if entry.magic == 2:
        own[_EPOCH] = bytes(4)
    return Batch(entry.base_offset, entry.last_offset + 1, bytes(own))


def first_batch(data: bytes | memoryview | None) -> Batch | None:
    """The first one of those that `data` holds, likewise; None where it holds none.

    :raises CorruptRecords: what stands there is no batch.
    """
    first = codec.scan(data, 0, 1) if data else []
    return batch_of(first[0], data) if data and first else None


Reader = Callable[[int], Awaitable[Batch | None]]


async def where_they_part(start: int, end: int, ours: Reader, theirs: Reader) -> int:
    """The offset below which both are the same; `end` where they do not part, `start` where nothing is.

    :param start: both have whatever there is from here on, and are asked for nothing below; it may lie within a batch, which comes whole.
    :param end: where the shorter one ends.
    :param ours: the batch that holds an offset, or the next one; None where there is none.
    :param theirs: the same.
    """
    if start >= end:
        return end
    low, high = start, end
    middle = end - 1
    while low < high:
        batch = await ours(middle)
        if batch is None or batch.base >= high:
            high = middle
        elif batch.is_same(await theirs(max(batch.base, start))):
            low = batch.behind
        else:
            high = min(middle, batch.base)
        middle = (low + high) // 2
    return min(low, end)
