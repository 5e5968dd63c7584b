"""Looking something up in a log's segments: in memory at once, or by a thread that has to wait for the disk.

Whoever serves clients waits for no disk. What a `MemorySource` gives is answered at once; for everything else `ColdRead` is raised, whose
work looks the whole question up with a `DiskSource`. What it finds is kept under what was asked (`_found`): a segment's bytes never change,
so it holds for as long as the segment is there, whatever became of the log meanwhile. What is asked for once, or was an error, is taken out
when it is told.

An index that leads to no batch is made anew from the batches, in a thread too, and once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from klog.records.contract import CorruptRecords
from klog.storage.cold_read import ColdRead, without_stack
from klog.storage.context import LogContext
from klog.storage.disk_work import WorkOwner
from klog.storage.segments.lookup import DiskSource, MemorySource, NotInMemory, SegmentView, Source, entries
from klog.storage.segments.offset_index import CorruptIndex
from klog.storage.segments.segment import Segment
from klog.storage.segments.segment_list import Segments
from klog.storage.settings import LogSettings

#: What threads have found, kept per log until somebody asks again.
MAX_FOUND = 64
#: Segments that are looked into in one go, where the same is to be known of all of them.
MAX_FACTS = 10_000

R = TypeVar("R")
#: A segment, what was looked up, with which arguments.
Key = tuple[object, ...]
#: What a look-up may end with, and is told to whoever asked.
FAILURES = (OSError, CorruptRecords, CorruptIndex)


class SegmentLookups:
    """Looks up in the segments of one log; `klog.storage.log.reading.LogReader` is who asks.

    :param settings: of the log, when an index has to be made anew.
    :param owner: of the log's work; once it is closed, another log may have the names of its files.
    """

    __slots__ = ("_context", "_found", "_owner", "_segments", "_settings")

    def __init__(self, context: LogContext, segments: Segments, settings: Callable[[], LogSettings], owner: WorkOwner) -> None:
        self._context = context
        self._owner = owner
        self._segments = segments
        self._settings = settings
        self._found: dict[Key, object] = {}

    def _keep_found(self, key: Key, result: object) -> None:
        found = self._found
        found.pop(key, None)
        found[key] = result
        while len(found) > MAX_FOUND:
            del found[next(iter(found))]

    def _look_up(self, key: Key, in_memory: Callable[[], R]) -> R:
        """What a thread has found under `key`, or what is found in memory. Raises what that raises, NotInMemory among it."""
        if self._found and key in self._found:
            # An error may be gone the next time.
            return self._taken(key) if isinstance(self._found[key], Exception) else self._found[key]  # type: ignore[return-value]
        return in_memory()

    def _taken(self, key: Key) -> Any:
        """What a thread has found under `key`, this once. Raises it where it is an error, which is in no variable then: its stack would
        hold this frame, and this frame it."""
        if isinstance(self._found[key], Exception):
            raise self._found.pop(key)  # type: ignore[misc]
        return self._found.pop(key)

    def _cold(self, look: Callable[[DiskSource, dict[Key, Any]], None], failed: Key, views: list[SegmentView]) -> ColdRead:
        """Work for a thread.

        :param look: what it does there; puts what it finds into the dictionary.
        :param failed: under which key an error is kept.
        :param views: the segments that it looks into.
        """
        context = self._context
        source = DiskSource(context.fs, context.codec)

        def work() -> dict[Key, Any]:
            found: dict[Key, Any] = {}
            try:
                look(source, found)
            except FAILURES as error:
                found[failed] = without_stack(error)
            return found

        def keep(found: dict[Key, Any]) -> None:
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
                made.index_batches(entries(source, view, 0))
            except (CorruptRecords, ValueError, OSError) as failed:
                # No batch stands where one should, its offsets do not follow, no index has room for it, or the disk does not give it.
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
        self, error: NotInMemory | CorruptIndex, segment: Segment, look: Callable[[DiskSource, dict[Key, Any]], None], failed: Key
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

    def _fact_of(
        self,
        segment: Segment,
        kind: str,
        at_hand: Callable[[Segment], R | None],
        look: Callable[[Source, SegmentView], R],
        know: Callable[[Segment, R], None],
    ) -> R:
        """A fact about `segment`: known, or found in memory; else a thread looks it up for all segments that it is not known of."""
        known = at_hand(segment)
        if known is not None:
            return known
        key = (segment, kind)
        if self._found and key in self._found:
            return self._taken(key)  # type: ignore[no-any-return]
        try:
            result = look(MemorySource(self._context), SegmentView(segment))
            know(segment, result)
            return result
        except (NotInMemory, CorruptIndex):
            pass
        views = [SegmentView(one) for one in self._segments if at_hand(one) is None]
        views = [view for view in views if view.segment is not segment][:MAX_FACTS] + [SegmentView(segment)]
        source = DiskSource(self._context.fs, self._context.codec)

        def work() -> list[tuple[SegmentView, R | Exception]]:
            results: list[tuple[SegmentView, R | Exception]] = []
            for view in views:
                try:
                    results.append((view, look(source, view)))
                except FAILURES as error:
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
