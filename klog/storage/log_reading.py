"""Finding what a reader asked for: by offset, by time, and what of it was aborted.

A read answers with a slice of one segment's file and touches as little as it can:

A. the offset is remembered (a tail reader asks for the offset after the one it got last): its position is known;
B. otherwise the offset index gives a position at or before it, and the headers from there on are stepped over.

The slice ends at the upper bound (high watermark or last stable offset), at the segment's end, or at the last batch that fits:

C. the bound is at or behind the segment's end: the end is the file's size;
D. the bound lies within the segment: as A or B;
E. `max_bytes` is smaller than what there is: the offset index names a batch that begins shortly before the limit; where it has none, the
   headers are stepped over.

A slice always consists of whole batches, the first of which holds the offset asked for; only its first batch may be larger than
`max_bytes`, and only where the caller wants at least one.
"""

from __future__ import annotations

from klog.errors import ErrorCode, KlogError
from klog.records.contract import Entry, RecordsError
from klog.span import FileSpan
from klog.storage.log_types import LogContext, LogRead
from klog.storage.offset_index import CorruptIndex
from klog.storage.segment import Segment
from klog.storage.segments import Segments
from klog.storage.txn_index import AbortedTxn

#: Positions remembered per log; as many readers at different places go without a scan.
MAX_REMEMBERED = 128
#: Indexes of old segments kept in memory per log.
MAX_LOADED = 2


class LogReader:
    """Reads the segments of one log; keeps nothing but what makes the next read cheaper."""

    __slots__ = ("_context", "_loaded", "_positions", "_segments")

    def __init__(self, context: LogContext, segments: Segments) -> None:
        self._context = context
        self._segments = segments
        self._positions: dict[int, tuple[Segment, int]] = {}
        self._loaded: list[Segment] = []

    def remember(self, offset: int, segment: Segment, position: int) -> None:
        """The batch with base offset `offset` stands (or will stand) at `position`."""
        positions = self._positions
        if len(positions) >= MAX_REMEMBERED and offset not in positions:
            del positions[next(iter(positions))]
        positions[offset] = (segment, position)

    def _remembered(self, offset: int) -> tuple[Segment, int] | None:
        place = self._positions.get(offset)
        if place is None:
            return None
        segment, position = place
        if segment.deleted or (position >= segment.size and segment is not self._segments.active):
            del self._positions[offset]
            return None
        return place

    def _find(self, offset: int) -> tuple[Segment, Entry] | None:
        """The batch that holds `offset`, or the next one where offsets have a gap."""
        for segment in self._segments.from_offset(offset):
            entry = segment.find(offset)
            self._bound_loaded(segment)
            if entry is not None:
                return segment, entry
        return None

    def _bound_loaded(self, segment: Segment) -> None:
        """Keep the indexes of few old segments."""
        if segment is self._segments.active or (self._loaded and self._loaded[-1] is segment):
            return
        if segment in self._loaded:
            self._loaded.remove(segment)
        self._loaded.append(segment)
        if len(self._loaded) > MAX_LOADED:
            oldest = self._loaded.pop(0)
            if oldest is not self._segments.active:
                oldest.unload_indexes()

    def read(self, offset: int, max_bytes: int, upper_bound: int, end_offset: int, minimum_one_batch: bool) -> LogRead:
        """Whole batches from the one that holds `offset`, up to `max_bytes` and below `upper_bound`.

        :param end_offset: of the log, not below `upper_bound`.
        :raises OSError, CorruptRecords: the file cannot be read, or no batch stands where one should.
        """
        if offset >= upper_bound:
            return LogRead(None, 0, offset)
        place = self._remembered(offset)
        first: Entry | None = None
        if place is not None:  # A
            segment, start = place
            first_offset = offset
        else:  # B
            found = self._find(offset)
            if found is None or found[1].base_offset >= upper_bound:
                return LogRead(None, 0, offset)
            segment, first = found
            start = first.position
            first_offset = first.base_offset

        segment_end = self._end_offset(segment, end_offset)
        if upper_bound >= segment_end:  # C
            limit = segment.size
            next_offset = segment_end
        else:  # D
            limit, next_offset = self._position_of_bound(segment, upper_bound)
        available = limit - start
        if available <= 0:
            return LogRead(None, 0, offset)

        cut = available > max_bytes
        if cut:  # E
            limit, next_offset, skipped = self._cut(segment, start, first, max_bytes, minimum_one_batch)
            if skipped:
                return LogRead(None, 0, offset, skipped_batch_bytes=skipped, more=True)
        if next_offset >= 0:
            self.remember(next_offset, segment, limit)
        size = limit - start
        more = next_offset < upper_bound
        return LogRead(FileSpan(segment.file(), start, size), size, first_offset, next_offset, 0, more, more and not cut)

    def _end_offset(self, segment: Segment, end_offset: int) -> int:
        segments = self._segments
        if segment is segments.active:
            return end_offset
        return segments[segments.floor_index(segment.base_offset) + 1].base_offset

    def _position_of_bound(self, segment: Segment, upper_bound: int) -> tuple[int, int]:
        """Where the batches below `upper_bound` end within `segment`, and the offset there."""
        place = self._remembered(upper_bound)
        if place is not None and place[0] is segment:
            return place[1], upper_bound
        entry = segment.find(upper_bound)
        if entry is None:
            return segment.size, upper_bound
        if entry.base_offset >= upper_bound:
            self.remember(upper_bound, segment, entry.position)
            return entry.position, upper_bound
        return entry.position, entry.base_offset

    def _cut(self, segment: Segment, start: int, first: Entry | None, max_bytes: int, minimum_one_batch: bool) -> tuple[int, int, int]:
        """(end position, offset there, 0) of the whole batches that fit, or (0, 0, size of the first batch) where none may be given."""
        boundary = segment.last_batch_before(start + max_bytes)
        self._bound_loaded(segment)
        if boundary is not None and boundary.position > start:
            return boundary.position, boundary.offset, 0
        limit = start + max_bytes
        end = start
        next_offset = -1
        for entry in segment.entries(start):
            if end == start and entry.size > max_bytes:
                if not minimum_one_batch:
                    return 0, 0, entry.size
                return start + entry.size, entry.last_offset + 1, 0
            if end + entry.size > limit:
                break
            end += entry.size
            next_offset = entry.last_offset + 1
        return end, next_offset, 0

    # By time

    def find_timestamp(self, target_ms: int, start_offset: int, upper_bound: int) -> tuple[int, int, int] | None:
        """(timestamp, offset, leader epoch) of the first record in [start_offset, upper_bound) with a timestamp of at least `target_ms`."""
        codec = self._context.codec
        for segment in self._segments:
            if segment.base_offset >= upper_bound:
                break
            if segment is self._segments.active:
                segment.confirm_max_timestamp()
            if segment.size == 0 or segment.max_timestamp < target_ms:
                continue
            position = segment.position_before(max(segment.offset_before_time(target_ms), start_offset))
            self._bound_loaded(segment)
            for entry in segment.entries(position):
                if entry.base_offset >= upper_bound:
                    return None
                if entry.max_timestamp < target_ms or entry.last_offset < start_offset:
                    continue
                batch = segment.read_batch(entry)
                codec.check_crc(batch)
                found = codec.find_timestamp(batch, 0, target_ms, start_offset)
                if found is not None:
                    timestamp, offset = found
                    return (timestamp, offset, entry.partition_leader_epoch) if offset < upper_bound else None
        return None

    def find_max_timestamp(self) -> tuple[int, int, int] | None:
        """(timestamp, offset, leader epoch) of the first record that carries the largest timestamp; None where none has any."""
        best: Segment | None = None
        while best is None or not best.confirm_max_timestamp():
            best = None
            for segment in self._segments:
                if segment.size and (best is None or segment.max_timestamp > best.max_timestamp):
                    best = segment
            if best is None:
                break
        if best is None or best.max_timestamp < 0:
            return None
        target = best.max_timestamp
        codec = self._context.codec
        for entry in best.entries(best.position_before(best.max_timestamp_offset)):
            if entry.max_timestamp == target:
                batch = best.read_batch(entry)
                codec.check_crc(batch)
                found = codec.find_timestamp(batch, 0, target)
                if found is not None:
                    return found[0], found[1], entry.partition_leader_epoch
        return None

    # Transactions

    def aborted(self, start: int, upper_bound: int) -> list[AbortedTxn]:
        """Aborted transactions that overlap [start, upper_bound), by their markers' offsets."""
        found: list[AbortedTxn] = []
        for segment in self._segments.from_offset(start):
            if not segment.has_txn_index:
                continue
            some, complete = segment.txn_index.collect(start, upper_bound)
            found += some
            if complete:
                break
        return found


def reading_error(error: Exception, what: object) -> KlogError:
    """What a client is told when reading `what` failed (Kafka: a broken file is a storage error, broken bytes a corrupt message)."""
    if isinstance(error, RecordsError | CorruptIndex):
        return KlogError(ErrorCode.CORRUPT_MESSAGE, f"{what}: {error}")
    return KlogError(ErrorCode.KAFKA_STORAGE_ERROR, f"{what} cannot be read: {error}")
