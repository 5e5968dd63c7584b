"""How much one batch of a stream takes: Spark's ``maxOffsetsPerTrigger``, ``minOffsetsPerTrigger`` and ``maxTriggerDelay``.

Pure arithmetic on maps of partitions to offsets, the same as that of Spark's Kafka source (``KafkaMicroBatchStream``), number by number, so
that a job that moves takes the same batches:

1. A batch of fewer than the minimum waits, unless nothing was taken for the time of the delay; the first batch never waits.
2. A batch of more than the maximum is cut. Each partition's share is in proportion to what it has waiting, rounded down, but at least one
   record where there is any; so the sum may be a little off the maximum either way.

"Records" are offsets: compacted topics and transactions have fewer records than that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping

from klog.model import TopicPartition

#: For each partition the next offset to read, or the one behind the last to read.
Offsets = Mapping[TopicPartition, int]


def limit_offsets(limit: int, start: Offsets, end: Offsets) -> dict[TopicPartition, int]:
    """`end`, brought down to about `limit` offsets behind `start`; partitions that `start` does not know stay as they are.

    ::

        limit_offsets(100, {a: 0, b: 0}, {a: 300, b: 100})    # {a: 75, b: 25}
    """
    sizes = {tp: offset - start[tp] for tp, offset in end.items() if tp in start and offset > start[tp]}
    total = float(sum(sizes.values()))
    if total < 1:
        return dict(end)
    taken = dict(end)
    for tp, size in sizes.items():
        share = limit * (size / total)
        # Small partitions are not starved.
        count = math.ceil(share) if share < 1 else math.floor(share)
        taken[tp] = min(end[tp], start[tp] + count)
    return taken


def available_offsets(start: Offsets, end: Offsets) -> int:
    """Offsets between the two; a partition that `start` does not know counts from 0, as in Spark."""
    return sum(offset - start.get(tp, 0) for tp, offset in end.items())


class TriggerPace:
    """Decides how far the next batch goes; remembers when it last let one go.

    :param min_records: ``minOffsetsPerTrigger``; None: no minimum.
    :param max_records: ``maxOffsetsPerTrigger``; None: no maximum.
    :param max_delay_ms: ``maxTriggerDelay``.
    :param clock: seconds, never going back.
    """

    def __init__(self, min_records: int | None, max_records: int | None, max_delay_ms: int, clock: Callable[[], float]) -> None:
        self.min_records = min_records
        self.max_records = max_records
        self.max_delay_ms = max_delay_ms
        self._clock = clock
        self._last: float | None = None

    def take(
        self,
        start: Offsets,
        end: Offsets,
        earliest: Callable[[Collection[TopicPartition]], Offsets],
        *,
        patient: bool = True,
    ) -> dict[TopicPartition, int]:
        """Where the batch from `start` ends, at most at `end`; `start` itself where it shall wait.

        :param earliest: the first offsets of partitions, asked for those that `start` does not know, if need be.
        :param patient: False: no minimum holds, for runs that end by themselves: what is left would never be read.
        """
        if self.min_records is not None and patient and self._waits(start, end, self.min_records):
            return dict(start)
        if self.max_records is None:
            return dict(end)
        new = end.keys() - start.keys()
        return limit_offsets(self.max_records, {**earliest(new), **start} if new else start, end)

    def _waits(self, start: Offsets, end: Offsets, least: int) -> bool:
        now = self._clock()
        if self._last is not None and (now - self._last) * 1000 < self.max_delay_ms and available_offsets(start, end) < least:
            return True
        self._last = now
        return False
