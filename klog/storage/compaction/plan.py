"""Which log is compacted next, which part of it, and in which groups: pure decisions over plain values.

Of a log, in the order of offsets (`kafka: LogCleanerManager.java`, ``LogToClean.java``)::

    start ... first dirty                    first uncleanable          end
      | compacted   |  not compacted, may be         |  may not be yet   |

A. *first dirty*: where the last compaction ended, as the checkpoint says; where that is not within the log, its start.
B. *first uncleanable*: the smallest of last stable offset, active segment, recovery point (what a newer record outdates must not go
   before the newer one is on the disk), and the first segment with a record younger than ``min.compaction.lag.ms``; in whole segments.
C. *dirty ratio*: bytes between the two, of all bytes before the second. Above ``min.cleanable.dirty.ratio`` the log is due, and also
   where a dirty segment began more than ``max.compaction.lag.ms`` ago. The log with the highest ratio is next.
D. *groups*: segments side by side become one as long as together they pass neither ``segment.bytes`` nor ``segment.index.bytes`` nor the
   2³¹ offsets that an index can tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from klog.storage.segments.offset_index import MAX_RELATIVE_OFFSET
from klog.storage.settings import LogSettings

_FOR_EVER = (1 << 63) - 1
T = TypeVar("T")


class SegmentAge(NamedTuple):
    """What A to C need to know of a segment. The times are asked only where a setting makes them count."""

    base_offset: int
    size: int
    #: Largest record timestamp, or when the file last changed where no record has one.
    largest_timestamp_ms: Callable[[], int]
    #: Timestamp of the first batch; -1 without.
    first_timestamp_ms: Callable[[], int]


class Offsets(NamedTuple):
    """Where the log stands, in rising order but for the recovery point."""

    start: int
    last_stable: int
    end: int
    recovery_point: int


class Dirtiness(NamedTuple):
    """What compaction would have to do with a log."""

    first_dirty: int
    #: The base offset of a segment.
    first_uncleanable: int
    clean_bytes: int
    cleanable_bytes: int
    #: Whether a record has waited for ``max.compaction.lag.ms``.
    overdue: bool
    #: Whether the checkpointed offset was not within the log.
    checkpoint_invalid: bool

    @property
    def ratio(self) -> float:
        """The share of what could be compacted that was not; 0 for an empty log."""
        total = self.clean_bytes + self.cleanable_bytes
        return self.cleanable_bytes / total if total else 0.0

    def is_due(self, settings: LogSettings) -> bool:
        """Whether the log is worth it (C)."""
        return (self.overdue and self.cleanable_bytes > 0) or self.ratio > settings.min_cleanable_dirty_ratio


def dirtiness(segments: Sequence[SegmentAge], offsets: Offsets, checkpoint: int | None, settings: LogSettings, now_ms: int) -> Dirtiness:
    """A to C.

    :param segments: all of the log, the last one active.
    :param checkpoint: where the last compaction ended; None where there was none.
    """
    first_dirty = offsets.start if checkpoint is None else checkpoint
    invalid = not offsets.start <= first_dirty <= offsets.end
    if invalid:
        first_dirty = offsets.start
    active = segments[-1]
    sealed = segments[:-1]
    # A segment counts where it may hold an offset from the first dirty one on.
    dirty = [segment for index, segment in enumerate(sealed) if segments[index + 1].base_offset > first_dirty]
    bound = min(offsets.last_stable, active.base_offset, offsets.recovery_point)
    if settings.min_compaction_lag_ms > 0:
        for segment in dirty:
            if segment.largest_timestamp_ms() > now_ms - settings.min_compaction_lag_ms:
                bound = min(bound, segment.base_offset)
                break
    bound = max(bound, first_dirty)
    # Whole segments: the one that holds the bound is not compacted.
    first_uncleanable = max((segment.base_offset for segment in segments if segment.base_offset <= bound), default=active.base_offset)
    overdue = False
    if settings.max_compaction_lag_ms < _FOR_EVER:
        begun = [timestamp for segment in dirty if (timestamp := segment.first_timestamp_ms()) > 0]
        overdue = bool(begun) and min(begun) < now_ms - settings.max_compaction_lag_ms
    return Dirtiness(
        first_dirty,
        first_uncleanable,
        sum(segment.size for segment in segments if segment.base_offset < first_dirty),
        sum(segment.size for segment in dirty if segment.base_offset < first_uncleanable),
        overdue,
        invalid,
    )


def filthiest(logs: Iterable[tuple[T, Dirtiness, LogSettings]]) -> tuple[T, Dirtiness] | None:
    """The log that is next; None where none is due."""
    due = [(what, dirt) for what, dirt, settings in logs if dirt.clean_bytes + dirt.cleanable_bytes > 0 and dirt.is_due(settings)]
    return max(due, key=lambda item: item[1].ratio) if due else None


class SegmentSize(NamedTuple):
    """What D needs to know of a segment."""

    base_offset: int
    size: int
    offset_index_bytes: int
    time_index_bytes: int


def groups(segments: Sequence[SegmentSize], settings: LogSettings, first_uncleanable: int) -> list[tuple[int, int]]:
    """(first, end) of the runs of `segments` that become one each (D, ``Cleaner.groupSegmentsBySize``).

    :param first_uncleanable: where the last of them ends at the latest.
    """
    found: list[tuple[int, int]] = []
    first = 0
    while first < len(segments):
        end = first + 1
        size, offset_bytes, time_bytes = segments[first][1:]
        while end < len(segments):
            other = segments[end]
            following = segments[end + 1].base_offset if end + 1 < len(segments) else first_uncleanable
            size += other.size
            offset_bytes += other.offset_index_bytes
            time_bytes += other.time_index_bytes
            if size > settings.segment_bytes or max(offset_bytes, time_bytes) > settings.segment_index_bytes:
                break
            if other.size and following - 1 - segments[first].base_offset > MAX_RELATIVE_OFFSET:
                break
            end += 1
        found.append((first, end))
        first = end
    return found
