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

Nothing here waits for the disk. What A to E find in memory is answered at once; for everything else `ColdRead` is raised, whose work looks
the whole question up in a thread. What it finds is kept under what was asked (`_found`): a segment's bytes never change, so it holds for as
long as the segment is there, whatever became of the log meanwhile.

The bytes of a slice are not read here but by whoever sends them, when it is too late to tell the client that the disk does not give them.
So the sender leaves a mark on the file (`File.doubt`), and as long as it is there, every slice of the file is read in a thread first: the
client is told of this partition, and gets the others.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn, TypeVar

from klog.errors import ErrorCode, KlogError
from klog.records.contract import CorruptRecords, Entry
from klog.span import FileSpan
from klog.storage.cold_read import ColdRead, without_stack
from klog.storage.context import LogContext
from klog.storage.disk_work import WorkOwner
from klog.storage.filenames import LOG
from klog.storage.filesystem import File
from klog.storage.log.values import LogRead
from klog.storage.segments.batch_headers import SCAN_BYTES
from klog.storage.segments.lookup import (
    Cut,
    DiskSource,
    MemorySource,
    NotInMemory,
    SegmentView,
    Source,
    Stamped,
    cut,
    entries,
    find,
    find_largest,
    find_timestamp,
)
from klog.storage.segments.offset_index import CorruptIndex
from klog.storage.segments.segment import Segment
from klog.storage.segments.segment_list import Segments
from klog.storage.segments.txn_index import AbortedTxn, TxnIndex
from klog.storage.settings import LogSettings

#: Positions remembered per log; as many readers at different places go without a scan.
MAX_REMEMBERED = 128
#: What threads have found, kept per log until somebody asks again.
MAX_FOUND = 64
#: Segments whose times are looked up in one go.
MAX_TIMES = 10_000
#: Bytes of a slice that are read at once, only to see whether they can be.
PIECE_BYTES = 1 << 20

R = TypeVar("R")
#: A segment, what was looked up, with which arguments.
_Key = tuple[object, ...]
_FAILURES = (OSError, CorruptRecords, CorruptIndex)


class LogReader:
    """Reads the segments of one log; keeps nothing but what makes the next read cheaper.

    :param settings: of the log, when an index has to be made anew.
    :param owner: of the log's work; once it is closed, another log may have the names of its files.
    """

    __slots__ = ("_context", "_found", "_owner", "_positions", "_segments", "_settings")

    def __init__(self, context: LogContext, segments: Segments, settings: Callable[[], LogSettings], owner: WorkOwner) -> None:
        self._context = context
        self._owner = owner
        self._segments = segments
        self._settings = settings
        self._positions: dict[int, tuple[Segment, int]] = {}
        self._found: dict[_Key, object] = {}

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

    # In memory, or in a thread

    def _keep_found(self, key: _Key, result: object) -> None:
        found = self._found
        found.pop(key, None)
        found[key] = result
        while len(found) > MAX_FOUND:
            del found[next(iter(found))]

    def _look_up(self, key: _Key, in_memory: Callable[[], R]) -> R:
        """What a thread has found under `key`, or what is found in memory. Raises what that raises, NotInMemory among it."""
        if self._found and key in self._found:
            # An error may be gone the next time.
            return self._taken(key) if isinstance(self._found[key], Exception) else self._found[key]  # type: ignore[return-value]
        return in_memory()

    def _taken(self, key: _Key) -> Any:
        """What a thread has found under `key`, this once. Raises it where it is an error, which is in no variable then: its stack would
        hold this frame, and this frame it."""
        if isinstance(self._found[key], Exception):
            raise self._found.pop(key)  # type: ignore[misc]
        return self._found.pop(key)

    def _cold(self, look: Callable[[DiskSource, dict[_Key, Any]], None], failed: _Key, views: list[SegmentView]) -> ColdRead:
        """Work for a thread.

        :param look: what it does there; puts what it finds into the dictionary.
        :param failed: under which key an error is kept.
        :param views: the segments that it looks into.
        """
        context = self._context
        source = DiskSource(context.fs, context.codec)

        def work() -> dict[_Key, Any]:
            found: dict[_Key, Any] = {}
            try:
                look(source, found)
            except _FAILURES as error:
                found[failed] = without_stack(error)
            return found

        def keep(found: dict[_Key, Any]) -> None:
            self._hand_over(source)
            if isinstance(found.get(failed), FileNotFoundError | CorruptIndex) and not all(view.holds for view in views):
                # It was looked for where it is no longer.
                del found[failed]
            for key, result in found.items():
                self._keep_found(key, result)

        return ColdRead(work, keep, self._owner.disk)

    def _hand_over(self, source: DiskSource) -> None:
        """What was opened and read is kept for the next question, unless the log was closed meanwhile."""
        if not self._owner.is_closed:
            source.hand_over(self._context)

    def _made_anew(self, segment: Segment, error: CorruptIndex) -> ColdRead:
        """Work for a thread: both indexes of `segment`, from its batches."""
        view = SegmentView(segment)
        made = Segment(self._context, segment.directory, segment.base_offset, self._settings(), size=segment.size, created_ms=0, fresh=True)
        source = DiskSource(self._context.fs, self._context.codec)
        sentence = f"{segment.log_path}: an index cannot be used and is made anew from the batches: {error}"

        def work() -> Exception | None:
            try:
                behind = view.base_offset
                for entry in entries(source, view, 0):
                    if entry.last_offset < behind:
                        raise CorruptRecords(f"offset {entry.last_offset} at {entry.position} does not follow on {behind - 1}")
                    behind = entry.last_offset + 1
                    made.note_batch(entry.position, entry.size, entry.last_offset, entry.max_timestamp)
            except (CorruptRecords, ValueError) as broken:
                # No batch stands where one should, or its offsets do not follow.
                return without_stack(broken)
            except OSError as failed:
                return without_stack(failed)
            return None

        def keep(failed: Exception | None) -> None:
            self._hand_over(source)
            if not view.holds or segment.indexes_made_anew:
                return
            if self._owner.is_closed:
                # Whoever still asks is told of the damage.
                segment.keep_indexes()
                return
            if isinstance(failed, FileNotFoundError):
                return
            if failed is not None:
                segment.keep_indexes()
                return
            self._context.warn(sentence)
            try:
                segment.take_indexes(made)
            except OSError as unwritten:
                self._context.warn(f"{segment.log_path}: its indexes could not be written: {unwritten}")

        return ColdRead(work, keep, self._owner.disk)

    def _raise_cold(
        self, error: NotInMemory | CorruptIndex, segment: Segment, look: Callable[[DiskSource, dict[_Key, Any]], None], failed: _Key
    ) -> NoReturn:
        """A look-up in `segment` ended with `error`: what a thread is to do; raises `error` where no thread helps."""
        try:
            if isinstance(error, NotInMemory):
                raise self._cold(look, failed, [SegmentView(segment)]) from None
            if segment.indexes_made_anew:
                raise error
            raise self._made_anew(segment, error) from None
        finally:
            # Its stack holds this frame.
            del error

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

        def attempt(_: DiskSource, found: dict[_Key, Any]) -> None:
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

        def look(source: DiskSource, found: dict[_Key, Any]) -> None:
            found[key] = source.file(view, LOG)

        if key in self._found:
            return self._taken(key)  # type: ignore[no-any-return]
        raise self._cold(look, key, [view])

    # By time

    def find_timestamp(self, target_ms: int, start_offset: int, upper_bound: int) -> Stamped | None:
        """(timestamp, offset, leader epoch) of the first record in [start_offset, upper_bound) with a timestamp of at least `target_ms`.
        Raises as `read`."""
        views = []
        for segment in self._segments:
            if segment.base_offset >= upper_bound:
                break
            if segment.size:
                largest = segment.max_timestamp_at_hand or self._max_timestamp(segment)
                if largest.timestamp_ms >= target_ms:
                    views.append(SegmentView(segment))
        source = MemorySource(self._context)
        number = 0
        while number < len(views):
            view = views[number]
            key = (view.segment, "time", target_ms, start_offset, upper_bound)

            def search(view: SegmentView = view) -> _Searched:
                return _Searched(*find_timestamp(source, view, target_ms, start_offset, upper_bound))

            def look(disk: DiskSource, found: dict[_Key, Any], key: _Key = key, rest: list[SegmentView] = views[number:]) -> None:  # noqa: B006
                # All of them at once. One that is broken is for the log's thread to judge, when it comes there.
                for view in rest:
                    try:
                        searched = _Searched(*find_timestamp(disk, view, target_ms, start_offset, upper_bound))
                    except _FAILURES:
                        if view is rest[0]:
                            raise
                        found[key] = _Searched(None, False, view.base_offset)
                        return
                    if searched.is_over:
                        found[key] = searched
                        return
                found[key] = _Searched(None, True)

            try:
                searched = self._look_up(key, search)
            except (NotInMemory, CorruptIndex) as error:
                self._raise_cold(error, view.segment, look, key)
            if searched.is_over:
                return searched.found
            number += 1
            while number < len(views) and views[number].base_offset < searched.go_on:
                number += 1
        return None

    def find_max_timestamp(self) -> Stamped | None:
        """(timestamp, offset, leader epoch) of the first record that carries the largest timestamp; None where none has any. Raises as
        `read`."""
        best: Segment | None = None
        best_ms = -1
        for segment in self._segments:
            if segment.size:
                largest = segment.max_timestamp_at_hand or self._max_timestamp(segment)
                if largest.timestamp_ms > best_ms:
                    best, best_ms = segment, largest.timestamp_ms
        if best is None:
            return None
        place = best.max_timestamp_at_hand
        assert place is not None
        view, key = SegmentView(best), (best, "largest")

        def look(disk: DiskSource, found: dict[_Key, Any]) -> None:
            found[key] = find_largest(disk, view, place)

        try:
            return self._look_up(key, lambda: find_largest(MemorySource(self._context), view, place))
        except (NotInMemory, CorruptIndex) as error:
            self._raise_cold(error, best, look, key)
        finally:
            # Of a segment that grows it soon holds no more.
            self._found.pop(key, None)

    # Times of segments, which retention and compaction go by

    def _max_timestamp(self, segment: Segment) -> Any:
        """`Segment.max_timestamp_at_hand` where it is not known."""
        return self._time_of(
            segment,
            "max",
            lambda one: one.max_timestamp_at_hand,
            lambda source, view: source.max_timestamp(view),
            lambda one, largest: one.know_timestamps(largest.timestamp_ms, largest.offset),
        )

    def largest_timestamp(self, segment: Segment) -> int:
        """The largest timestamp of its records, or when the file last changed where none has any. Raises as `read`."""
        largest = segment.max_timestamp_at_hand or self._max_timestamp(segment)
        return largest.timestamp_ms if largest.timestamp_ms >= 0 else self.modified_ms(segment)

    def first_timestamp(self, segment: Segment) -> int:
        """The largest timestamp of its first batch; -1 where there is none. Raises as `read`."""
        return self._time_of(
            segment,
            "first",
            lambda one: one.first_timestamp_at_hand,
            lambda source, view: source.first_timestamp(view),
            lambda one, timestamp_ms: one.know_first_timestamp(timestamp_ms),
        )

    def modified_ms(self, segment: Segment) -> int:
        """When its file last changed. Raises as `read`."""
        fs, active = self._context.fs, self._segments.active

        def know(one: Segment, modified_ms: int) -> None:
            if one is not active:
                one.know_modified_ms(modified_ms)

        if segment is active and self._context.files.at_hand(segment.log_path) is not None:
            # An open file is known to the kernel.
            return fs.modified_ms(segment.log_path)
        return self._time_of(
            segment, "modified", lambda one: one.modified_ms_at_hand, lambda _, view: fs.modified_ms(view.paths[LOG]), know
        )

    def _time_of(
        self,
        segment: Segment,
        kind: str,
        at_hand: Callable[[Segment], R | None],
        look: Callable[[Source, SegmentView], R],
        know: Callable[[Segment, R], None],
    ) -> R:
        """A time of `segment`: known, or found in memory; else a thread looks it up for all segments of the log that it is not known of."""
        known = at_hand(segment)
        if known is not None:
            return known
        key = (segment, kind)
        if self._found and key in self._found:
            return self._taken(key)  # type: ignore[no-any-return]
        if kind != "modified" or self._context.files.at_hand(segment.log_path) is not None:
            try:
                result = look(MemorySource(self._context), SegmentView(segment))
                know(segment, result)
                return result
            except (NotInMemory, CorruptIndex):
                pass
        views = [SegmentView(one) for one in self._segments if at_hand(one) is None]
        views = [view for view in views if view.segment is not segment][:MAX_TIMES] + [SegmentView(segment)]
        source = DiskSource(self._context.fs, self._context.codec)

        def work() -> list[tuple[SegmentView, R | Exception]]:
            results: list[tuple[SegmentView, R | Exception]] = []
            for view in views:
                try:
                    results.append((view, look(source, view)))
                except _FAILURES as error:
                    results.append((view, without_stack(error)))
            return results

        def keep(results: list[tuple[SegmentView, R | Exception]]) -> None:
            for view, result in results:
                one = view.segment
                if not view.holds or at_hand(one) is not None:
                    continue
                if not isinstance(result, Exception):
                    know(one, result)
                if one is segment and at_hand(one) is None:
                    self._keep_found((one, kind), result)

        raise ColdRead(work, keep, self._owner.disk)

    # Transactions

    def aborted(self, start: int, upper_bound: int) -> list[AbortedTxn]:
        """Aborted transactions that overlap [start, upper_bound), by their markers' offsets. Raises as `read`."""
        found: list[AbortedTxn] = []
        for segment in self._segments.from_offset(start):
            if not segment.has_txn_index:
                continue
            index = segment.txn_index_at_hand
            if index is None:
                index = self._txn_index(segment)
            some, complete = index.collect(start, upper_bound)
            found += some
            if complete:
                break
        return found

    def _txn_index(self, segment: Segment) -> TxnIndex:
        return self._time_of(
            segment,
            "aborted",
            lambda one: one.txn_index_at_hand,
            lambda source, view: source.txn_index(view),
            lambda one, index: one.keep_txn_index(index),
        )


class _Searched(NamedTuple):
    """What came of a search by time in a segment."""

    found: Stamped | None
    #: Whether the search ends here, found or not.
    is_over: bool
    #: Where it goes on, at a segment's base offset: what is before was searched, too.
    go_on: int = -1


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

    def answer(self, view: SegmentView, source: DiskSource, found: dict[_Key, Any]) -> None:
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
