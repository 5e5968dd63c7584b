"""One segment of a log: a file of batches back to back, its two sparse indexes, and the index of aborted transactions.

In chapters, each of which builds on the one before: `files` (names, and the file of batches), `indexes`, and here how a
segment begins, when it is full, and where it ends.
"""

from __future__ import annotations

from klog.records.contract import CorruptRecords
from klog.storage.context import LogContext
from klog.storage.filenames import LOG, OFFSET_INDEX, TIME_INDEX
from klog.storage.segments.files import make_empty
from klog.storage.segments.indexes import IndexedSegment
from klog.storage.segments.offset_index import MAX_RELATIVE_OFFSET
from klog.storage.settings import LogSettings

#: The kinds of files that a new, empty segment has. The file of batches comes last: where not all can be made, the log goes on without
#: them, and no start takes an index alone for a segment.
FRESH_SUFFIXES = (OFFSET_INDEX, TIME_INDEX, LOG)


class Segment(IndexedSegment):
    """A segment of the log in `directory` whose first offset is `base_offset`.

    :param size: bytes of valid batches in the file.
    :param created_ms: when the file was made, for rolling by time where records have no timestamps.
    :param fresh: True for a new, empty segment, whose indexes are not looked for on disk.
    :param has_txn_index: whether there is a file of aborted transactions.
    """

    __slots__ = ("created_ms", "jitter_ms")

    def __init__(
        self,
        context: LogContext,
        directory: str,
        base_offset: int,
        settings: LogSettings,
        *,
        size: int,
        created_ms: int,
        fresh: bool = False,
        has_txn_index: bool = False,
    ) -> None:
        super().__init__(context, directory, base_offset, settings, size=size, fresh=fresh, has_txn_index=has_txn_index)
        self.created_ms = created_ms
        self.jitter_ms = context.random.randrange(limit) if (limit := min(settings.segment_jitter_ms, settings.segment_ms)) > 0 else 0

    def __repr__(self) -> str:
        return f"Segment({self.base_offset}, {self.size} bytes)"

    def make_files(self) -> None:
        """The files of a new, empty segment, with nothing in them; not synced. What a failed attempt left is emptied. Raises OSError."""
        for suffix in FRESH_SUFFIXES:
            make_empty(self._context.fs, self.path(suffix))
        self.indexes_are_empty_files()

    def should_roll(
        self, size: int, max_timestamp: int, last_offset: int, now_ms: int, settings: LogSettings, staged_timestamp: int | None = None
    ) -> bool:
        """Whether `size` more bytes up to `last_offset` belong into a new segment (``LogSegment.shouldRoll``). `size` counts what is
        about to be written before them too.

        :param staged_timestamp: of the first batch that is about to be written, which counts while the segment is empty.
        """
        if self.size > settings.segment_bytes - size or last_offset - self.base_offset > MAX_RELATIVE_OFFSET:
            return True
        if self._offset_index is None:
            self.check_indexes()
        if self._indexes_full:
            return True
        first = self._first_timestamp
        if not self.size:
            if staged_timestamp is None:
                return False
            first = staged_timestamp
        elif first is None:
            try:
                first = self.first_batch_timestamp()
            except CorruptRecords as error:
                # What is appended has nothing to do with what is hurt.
                self._context.warn(f"{error}; records go into a new segment from here on")
                return True
        waited = max_timestamp - first if first >= 0 else now_ms - self.created_ms
        return waited > settings.segment_ms - self.jitter_ms

    def next_offset(self) -> int:
        """The offset behind the last batch, found from the last index entry on; afterwards the segment can be appended to without reading
        anything. Raises OSError, CorruptRecords."""
        last = self.base_offset - 1
        if not self.size and self._offset_index is None:
            self.reset_indexes()
            if not any(self._context.fs.size(self.path(suffix)) for suffix in (OFFSET_INDEX, TIME_INDEX)):
                self.indexes_are_empty_files()
        if self.size:
            start = self.position_before(self.offset_index.last_offset)
            if self._max_timestamp is None:
                self._load_max_timestamp()
            most, most_offset = self._max_timestamp, self._max_timestamp_offset
            for entry in self.entries(start):
                if not entry.position:
                    self._first_timestamp = entry.max_timestamp
                if last < most_offset <= entry.last_offset and entry.base_offset <= most_offset:
                    # Seen on the way: the batch that should have the largest timestamp.
                    self._is_max_timestamp_known = self._is_max_timestamp_known or entry.max_timestamp == most
                last = entry.last_offset
            # The first append, and who looks up times, ask for these, and must not wait.
            self.first_batch_timestamp()
            self.confirm_max_timestamp()
        return last + 1
