"""Finding what a reader asked for by offset, and what of it was aborted; in chapters, each of which builds on the one before: `lookups` (in
memory, or by a thread), `time_lookups` (by timestamp), and this.

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

Nothing here waits for the disk: what A to E do not find in memory raises `ColdRead`, whose work looks the whole question up in a thread.

The bytes of a slice are not read here but by whoever sends them, when it is too late to tell the client that the disk does not give them.
So the sender leaves a mark on the file (`File.doubt`), and as long as it is there, every slice of the file is read in a thread first: the
client is told of this partition, and gets the others.
"""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple

from klog.errors import ErrorCode, KlogError
from klog.records.contract import CorruptRecords, Entry
from klog.span import FileSpan
from klog.storage.context import LogContext
from klog.storage.disk_work import WorkOwner
from klog.storage.filenames import LOG
from klog.storage.filesystem import File
from klog.storage.log.lookups import Key
from klog.storage.log.time_lookups import TimeLookups
from klog.storage.log.values import LogRead
from klog.storage.segments.batch_headers import SCAN_BYTES
from klog.storage.segments.lookup import (
    Cut,
    DiskSource,
    MemorySource,
    NotInMemory,
    SegmentView,
    cut,
    find,
)
from klog.storage.segments.offset_index import CorruptIndex
from klog.storage.segments.segment import Segment
from klog.storage.segments.segment_list import Segments
from klog.storage.segments.txn_index import AbortedTxn, TxnIndex
from klog.storage.settings import LogSettings

#: Positions remembered per log; as many readers at different places go without a scan.
MAX_REMEMBERED = 128
#: Segments whose aborted transactions are kept in memory for who reads old records, beside those of the newest.
MOST_TXN_INDEXES = 4
#: Bytes of a slice that are read at once, only to see whether they can be.
PIECE_BYTES = 1 << 20


class LogReader(TimeLookups):
    """Reads the segments of one log; keeps nothing but what makes the next read cheaper. See `SegmentLookups` for its parameters."""

    __slots__ = ("_loaded_txn_indexes", "_positions")

    def __init__(self, context: LogContext, segments: Segments, settings: Callable[[], LogSettings], owner: WorkOwner) -> None:
        super().__init__(context, segments, settings, owner)
        self._positions: dict[int, tuple[Segment, int]] = {}
        #: Segments whose aborted transactions were read from their files and are kept, the one that was asked for last behind.
        self._loaded_txn_indexes: OrderedDict[Segment, None] = OrderedDict()

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

    # By offset

    def read(self, offset: int, max_bytes: int, upper_bound: int, end_offset: int, minimum_one_batch: bool) -> LogRead:
        """Whole batches from the one that holds `offset`, up to `max_bytes` and below `upper_bound`.

        :param end_offset: of the log, not below `upper_bound`.
        :raises ColdRead: something for which the disk has to be waited for.
        :raises OSError, CorruptRecords: the file cannot be read, or no batch stands where one should.
        """
        if offset >= upper_bound:
            return LogRead(None, 0, offset)
        place = self._remembered(offset)
        if place is not None:  # A
            segment, start = place
            first_offset = offset
        else:  # B
            for segment in self._segments.from_offset(offset):
                if not segment.size:
                    continue
                entry = self._find_at_hand(segment, offset)
                if entry is None:
                    bound = upper_bound if upper_bound < self._end_offset(segment, end_offset) else -1
                    entry = self._find(_Question(segment, offset, -1, max_bytes, bound), offset)
                if entry is not None:
                    break
            else:
                return LogRead(None, 0, offset)
            if entry.base_offset >= upper_bound:
                return LogRead(None, 0, offset)
            start = entry.position
            first_offset = entry.base_offset

        segment_end = self._end_offset(segment, end_offset)
        if upper_bound >= segment_end:  # C
            limit = segment.size
            next_offset = segment_end
        else:  # D
            limit, next_offset = self._position_of_bound(segment, start, max_bytes, upper_bound)
        available = limit - start
        if available <= 0:
            return LogRead(None, 0, offset)

        is_cut = available > max_bytes
        if is_cut:  # E
            end = self._cut(segment, start, max_bytes)
            if end.oversized and not minimum_one_batch:
                return LogRead(None, 0, offset, skipped_batch_bytes=end.end - start, more=True)
            limit, next_offset = end.end, end.next_offset
        file = self._context.files.at_hand(segment.log_path)
        if file is None:
            file = self._opened(segment)
        elif self._found:
            # Nobody else keeps it open.
            self._found.pop((segment, "open"), None)
        if file.doubtful is not None:
            limit, next_offset = self._tried(file, segment, start, limit, next_offset)
        if next_offset >= 0:
            self.remember(next_offset, segment, limit)
        size = limit - start
        more = next_offset < upper_bound
        return LogRead(FileSpan(file, start, size, segment.cuts), size, first_offset, next_offset, 0, more, more and not is_cut)

    def _tried(self, file: File, segment: Segment, start: int, limit: int, next_offset: int) -> tuple[int, int]:
        """As much of a slice as a thread could read lately: its end, and the offset there.

        :raises ColdRead: none tried.
        :raises OSError: it cannot be read.
        """
        key = (segment, "try", start)
        if key in self._found:
            tried: tuple[int, int] = self._taken(key)
            # The log may have grown meanwhile, or be asked for less.
            return tried if tried[0] <= limit else (limit, next_offset)

        def attempt(_: DiskSource, found: dict[Key, Any]) -> None:
            for position in range(start, limit, PIECE_BYTES):
                file.read_at(position, min(PIECE_BYTES, limit - position))
            found[key] = limit, next_offset
            doubtful = file.doubtful
            if doubtful is not None and start <= doubtful[0] and doubtful[1] <= limit:
                file.trust()

        raise self._cold(attempt, key, [SegmentView(segment)])

    def _end_offset(self, segment: Segment, end_offset: int) -> int:
        segments = self._segments
        if segment is segments.active:
            return end_offset
        return segments[segments.floor_index(segment.base_offset) + 1].base_offset

    def _find_at_hand(self, segment: Segment, offset: int) -> Entry | None:
        """As `_find`, the usual way: in a segment whose index was filled as it was written, with the batch near the entry and in memory.
        None says nothing. Raises OSError, CorruptRecords."""
        index = segment.offset_index_at_hand
        if index is None or segment.indexes_from_files:
            return None
        file = self._context.files.at_hand(segment.log_path)
        if file is None:
            return None
        position = index.lookup(offset).position
        heads = file.read_cached(position, min(SCAN_BYTES, segment.size - position))
        if heads is not None:
            for step in self._context.codec.scan(heads):
                if step.last_offset < step.base_offset:
                    break
                if step.last_offset >= offset:
                    return Entry(position + step.position, *step[1:])
        return None

    def _find(self, question: _Question, offset: int) -> Entry | None:
        """The first batch of the segment that ends at or behind `offset`. Raises as `read`; in a thread all of `question` is answered."""
        segment = question.segment
        key = (segment, "find", offset)
        try:
            found: Entry | _None | None = self._look_up(key, lambda: find(MemorySource(self._context), SegmentView(segment), offset))
            if isinstance(found, _None):
                if found.size == segment.size:
                    return None
                # It has grown since a thread looked.
                del self._found[key]
                found = find(MemorySource(self._context), SegmentView(segment), offset)
            return found
        except (NotInMemory, CorruptIndex) as error:
            self._raise_cold(error, segment, functools.partial(question.answer, SegmentView(segment)), key)

    def _position_of_bound(self, segment: Segment, start: int, max_bytes: int, upper_bound: int) -> tuple[int, int]:
        """Where the batches below `upper_bound` end within `segment`, and the offset there."""
        place = self._remembered(upper_bound)
        if place is not None and place[0] is segment:
            return place[1], upper_bound
        entry = self._find(_Question(segment, -1, start, max_bytes, upper_bound), upper_bound)
        if entry is None:
            return segment.size, upper_bound
        if entry.base_offset >= upper_bound:
            self.remember(upper_bound, segment, entry.position)
            return entry.position, upper_bound
        return entry.position, entry.base_offset

    def _cut(self, segment: Segment, start: int, max_bytes: int) -> Cut:
        """The end of what fits into `max_bytes`. Raises as `read`."""
        index = segment.offset_index_at_hand
        if index is not None and not segment.indexes_from_files:
            # The usual way: a reader goes through a segment whose index is in memory.
            boundary = index.last_position_up_to(start + max_bytes)
            if boundary > start:
                file = self._context.files.at_hand(segment.log_path)
                head = None if file is None else file.read_cached(boundary, 8)
                if head is not None:
                    return Cut(boundary, int.from_bytes(head, "big"), False)
            else:
                found = self._cut_at_hand(segment, start, max_bytes)
                if found is not None:
                    return found
        key = (segment, "cut", start, max_bytes)
        try:
            return self._look_up(key, lambda: cut(MemorySource(self._context), SegmentView(segment), start, max_bytes))
        except (NotInMemory, CorruptIndex) as error:
            question = _Question(segment, -1, start, max_bytes, -1)
            self._raise_cold(error, segment, functools.partial(question.answer, SegmentView(segment)), key)

    def _cut_at_hand(self, segment: Segment, start: int, max_bytes: int) -> Cut | None:
        """The same where no entry of the index lies in between, and the batches that fit are few and in memory. None says nothing. Raises
        OSError, CorruptRecords."""
        file = self._context.files.at_hand(segment.log_path) if max_bytes < SCAN_BYTES else None
        heads = None if file is None else file.read_cached(start, min(SCAN_BYTES, segment.size - start))
        if heads is None:
            return None
        end, next_offset = 0, -1
        for step in self._context.codec.scan(heads):
            behind = step.position + step.size
            if step.last_offset < step.base_offset:
                break
            if behind > max_bytes:
                return Cut(start + end, next_offset, False) if end else Cut(start + behind, step.last_offset + 1, True)
            end, next_offset = behind, step.last_offset + 1
        return None

    def least_cut(self, segment: Segment, offset: int) -> int:
        """Where the batches of `segment` end that lie below `offset`, or a place somewhat before that: what is known without waiting for
        the disk."""
        place = self._remembered(offset)
        if place is not None and place[0] is segment:
            return place[1]
        try:
            entry = self._find_at_hand(segment, offset)
        except (OSError, CorruptRecords):
            entry = None
        if entry is not None:
            return entry.position
        index = segment.offset_index_at_hand
        return 0 if index is None or segment.indexes_from_files else index.lookup(offset).position

    def whole(self, segment: Segment) -> FileSpan:
        """All of it, whatever it holds. Raises as `read`."""
        return FileSpan(self._context.files.at_hand(segment.log_path) or self._opened(segment), 0, segment.size, segment.cuts)

    def _opened(self, segment: Segment) -> File:
        """Its file, which is not at hand: a thread opens it. Raises as `read`."""
        key = (segment, "open")
        view = SegmentView(segment)

        def look(source: DiskSource, found: dict[Key, Any]) -> None:
            found[key] = source.file(view, LOG)

        if key in self._found:
            return self._taken(key)  # type: ignore[no-any-return]
        raise self._cold(look, key, [view])

    # Transactions

    def aborted(self, start: int, upper_bound: int) -> list[AbortedTxn]:
        """Aborted transactions that overlap [start, upper_bound), by their markers' offsets. Raises as `read`."""
        found: list[AbortedTxn] = []
        segments = (segment for segment in self._segments.from_offset(start) if segment.has_txn_index)
        for segment in segments:
            index = self._txn_index_in_memory(segment)
            if index is None:
                return found + self._aborted_in_files([segment, *segments], start, upper_bound)
            some, complete = index.collect(start, upper_bound)
            found += some
            if complete:
                break
        return found

    def _txn_index_in_memory(self, segment: Segment) -> TxnIndex | None:
        """The aborted transactions of a segment; None where the disk has to be waited for. Raises OSError."""
        index = segment.txn_index_at_hand
        if index is not None:
            if segment in self._loaded_txn_indexes:
                self._loaded_txn_indexes.move_to_end(segment)
            return index
        try:
            index = MemorySource(self._context).txn_index(SegmentView(segment))
        except (NotInMemory, CorruptIndex):
            return None
        segment.keep_txn_index(index)
        self._loaded_txn_indexes[segment] = None
        if len(self._loaded_txn_indexes) > MOST_TXN_INDEXES:
            self._loaded_txn_indexes.popitem(last=False)[0].unload_txn_index()
        return index

    def _aborted_in_files(self, segments: list[Segment], start: int, upper_bound: int) -> list[AbortedTxn]:
        """Aborted transactions of these segments, as a thread has found them: raises ColdRead until it has. The indexes are not kept; their
        files are in the page cache then."""
        key = (segments[0], "aborted", start, upper_bound)
        if key in self._found:
            return self._taken(key)  # type: ignore[no-any-return]
        views = [SegmentView(segment) for segment in segments]

        def look(source: DiskSource, found: dict[Key, Any]) -> None:
            aborted: list[AbortedTxn] = []
            for view in views:
                some, complete = source.txn_index(view).collect(start, upper_bound)
                aborted += some
                if complete:
                    break
            found[key] = aborted

        raise self._cold(look, key, views)


class _None(NamedTuple):
    """No batch of the segment ends so far behind, among those that it had when it was `size` bytes long."""

    size: int


class _Question:
    """What a read wants to know of one segment.

    :param offset: what it begins with; -1 where `start` is known.
    :param start: where that stands; -1 where that is to be found.
    :param bound: the offset that it may not reach; -1 where it may have all of the segment.
    """

    __slots__ = ("_bound", "_max_bytes", "_offset", "_start", "segment")

    def __init__(self, segment: Segment, offset: int, start: int, max_bytes: int, bound: int) -> None:
        self.segment = segment
        self._offset = offset
        self._start = start
        self._max_bytes = max_bytes
        self._bound = bound

    def answer(self, view: SegmentView, source: DiskSource, found: dict[Key, Any]) -> None:
        """All that `LogReader.read` looks up, in its order."""
        segment, start, limit = self.segment, self._start, view.size
        if start < 0:
            entry = find(source, view, self._offset)
            found[segment, "find", self._offset] = entry or _None(view.size)
            if entry is None:
                return
            start = entry.position
        if self._bound >= 0:
            entry = find(source, view, self._bound)
            found[segment, "find", self._bound] = entry or _None(view.size)
            if entry is not None:
                limit = entry.position
        if limit - start > self._max_bytes:
            found[segment, "cut", start, self._max_bytes] = cut(source, view, start, self._max_bytes)
        # It is what is sent.
        found[segment, "open"] = source.file(view, LOG)


def reading_error(error: Exception, what: object) -> KlogError:
    """What a client is told when reading `what` failed (Kafka: a broken file is a storage error, broken bytes a corrupt message)."""
    if isinstance(error, CorruptRecords | CorruptIndex):
        return KlogError(ErrorCode.CORRUPT_MESSAGE, f"{what}: {error}")
    return KlogError(ErrorCode.KAFKA_STORAGE_ERROR, f"{what} cannot be read: {error}")
