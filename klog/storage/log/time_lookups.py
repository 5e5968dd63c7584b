"""Finding offsets by timestamp, and the times of segments, which retention and compaction go by.

What a segment's time index and its first batch say is kept with the segment once it is known; a thread that looks one up looks up all that
are not known, since whoever asks goes through all segments.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from klog.storage.log.lookups import FAILURES, Key, SegmentLookups
from klog.storage.segments.lookup import DiskSource, MemorySource, NotInMemory, SegmentView, Stamped, find_largest, find_timestamp
from klog.storage.segments.offset_index import CorruptIndex
from klog.storage.segments.segment import Segment
from klog.storage.segments.time_index import TimestampOffset


class TimeLookups(SegmentLookups):
    """Looks up by time; see the module."""

    __slots__ = ()

    # Of records

    def find_timestamp(self, target_ms: int, start_offset: int, upper_bound: int) -> Stamped | None:
        """(timestamp, offset, leader epoch) of the first record in [start_offset, upper_bound) with a timestamp of at least `target_ms`.
        Raises as `read`."""
        views = []
        for segment in self._segments:
            if segment.base_offset >= upper_bound:
                break
            if segment.size:
                largest = self._max_timestamp(segment)
                if largest.timestamp_ms >= target_ms:
                    views.append(SegmentView(segment))
        source = MemorySource(self._context)
        number = 0
        while number < len(views):
            view = views[number]
            key = (view.segment, "time", target_ms, start_offset, upper_bound)

            def search(view: SegmentView = view) -> _Searched:
                return _Searched(*find_timestamp(source, view, target_ms, start_offset, upper_bound))

            def look(disk: DiskSource, found: dict[Key, Any], key: Key = key, rest: list[SegmentView] = views[number:]) -> None:  # noqa: B006
                # All of them at once. One that is broken is for the log's thread to judge, when it comes there.
                for view in rest:
                    try:
                        searched = _Searched(*find_timestamp(disk, view, target_ms, start_offset, upper_bound))
                    except FAILURES:
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
                largest = self._max_timestamp(segment)
                if largest.timestamp_ms > best_ms:
                    best, best_ms = segment, largest.timestamp_ms
        if best is None:
            return None
        place = best.max_timestamp_at_hand
        assert place is not None
        view, key = SegmentView(best), (best, "largest")

        def look(disk: DiskSource, found: dict[Key, Any]) -> None:
            found[key] = find_largest(disk, view, place)

        try:
            return self._look_up(key, lambda: find_largest(MemorySource(self._context), view, place))
        except (NotInMemory, CorruptIndex) as error:
            self._raise_cold(error, best, look, key)
        finally:
            # Of a segment that grows it soon holds no more.
            self._found.pop(key, None)

    # Of segments

    def _max_timestamp(self, segment: Segment) -> TimestampOffset:
        """The largest timestamp, and the last offset of the first batch that carries it. Raises as `read`."""
        return segment.max_timestamp_at_hand or self._fact_of(
            segment,
            "max",
            lambda one: one.max_timestamp_at_hand,
            lambda source, view: source.max_timestamp(view),
            lambda one, largest: one.know_timestamps(largest.timestamp_ms, largest.offset),
        )

    def largest_timestamp(self, segment: Segment) -> int:
        """The largest timestamp of its records, or when the file last changed where none has any. Raises as `read`."""
        largest = self._max_timestamp(segment)
        return largest.timestamp_ms if largest.timestamp_ms >= 0 else self.modified_ms(segment)

    def first_timestamp(self, segment: Segment) -> int:
        """The largest timestamp of its first batch; -1 where there is none. Raises as `read`."""
        return self._fact_of(
            segment,
            "first",
            lambda one: one.first_timestamp_at_hand,
            lambda source, view: source.first_timestamp(view),
            lambda one, timestamp_ms: one.know_first_timestamp(timestamp_ms),
        )

    def modified_ms(self, segment: Segment) -> int:
        """When its file last changed. Raises as `read`."""
        active = self._segments.active

        def know(one: Segment, modified_ms: int) -> None:
            if one is not active:
                one.know_modified_ms(modified_ms)

        if segment is active:
            # Not what a thread has found: it may have changed since.
            with suppress(NotInMemory):
                return MemorySource(self._context).modified_ms(SegmentView(segment))
        return self._fact_of(segment, "modified", lambda one: one.modified_ms_at_hand, lambda source, view: source.modified_ms(view), know)


class _Searched(NamedTuple):
    """What came of a search by time in a segment."""

    found: Stamped | None
    #: Whether the search ends here, found or not.
    is_over: bool
    #: Where it goes on, at a segment's base offset: what is before was searched, too.
    go_on: int = -1
