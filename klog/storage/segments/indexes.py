"""A segment's indexes: the two sparse ones, of offsets and of timestamps, the one of aborted transactions, and what is known of timestamps.

The batches are the truth, the indexes a short cut that can be made again from them. Those of the active segment keep their new entries in
memory; these reach the disk when the segment is rolled or the log closed, because recovery rebuilds the indexes of everything at or above
the recovery point anyway. All entries follow one rule (``LogSegment.append``, here `note_batch`): a batch gets an entry in the offset
index, and the largest timestamp so far one in the time index, when more than ``index.interval.bytes`` were appended since the last one; so
the first batch never has one.

Where an entry leads is held against the batch that stands there. One that is wrong has both indexes made anew from the batches, once
(`_distrust_indexes`).

Indexes of old segments are not in memory: who looks something up searches the files (`klog.storage.segments.lookup`). What here reads a
file, or loads an index, waits for the disk: it is for opening and cutting a log. What the thread that serves clients may use has
``at_hand`` in its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing, suppress

from klog.records.contract import CorruptRecords, Entry, PlacedBatch
from klog.storage.context import LogContext
from klog.storage.filenames import OFFSET_INDEX, TIME_INDEX, TXN_INDEX
from klog.storage.filesystem import File
from klog.storage.prepared_files import PreparedFiles
from klog.storage.segments.files import SegmentFiles
from klog.storage.segments.offset_index import MAX_RELATIVE_OFFSET, CorruptIndex, OffsetIndex
from klog.storage.segments.time_index import TimeIndex, TimestampOffset, last_in_file
from klog.storage.segments.txn_index import AbortedTxn, TxnIndex
from klog.storage.settings import LogSettings

#: ``segment.index.bytes`` is an int32.
_MOST_INDEX_BYTES = 1 << 31


class IndexedSegment(SegmentFiles):
    """Files with their indexes; the parameters are those of `klog.storage.segments.segment.Segment`."""

    __slots__ = (
        "_first_timestamp",
        "_index_interval_bytes",
        "_indexes_full",
        "_indexes_made_anew",
        "_is_being_cut",
        "_is_max_timestamp_known",
        "_max_index_bytes",
        "_max_timestamp",
        "_max_timestamp_offset",
        "_offset_index",
        "_time_index",
        "_txn_index",
        "bytes_since_index_entry",
        "index_entries",
        "indexes_from_files",
    )

    def __init__(
        self,
        context: LogContext,
        directory: str,
        base_offset: int,
        settings: LogSettings,
        *,
        size: int,
        fresh: bool,
        has_txn_index: bool,
    ) -> None:
        super().__init__(context, directory, base_offset, size=size, has_txn_index=has_txn_index)
        self.bytes_since_index_entry = 0
        self._index_interval_bytes = settings.index_interval_bytes
        self._max_index_bytes = settings.segment_index_bytes
        self._indexes_full = False
        #: Whether those in memory were loaded, so that nothing vouches for their entries.
        self.indexes_from_files = False
        #: Whether an entry was found wrong, and both indexes were made anew for it: that is done once.
        self._indexes_made_anew = False
        #: Whether the file has more batches than are counted here, and its indexes on the disk are still those of all of them.
        self._is_being_cut = False
        #: Whether the largest timestamp comes from batches; the index file's word for it is held against one where much hangs on it.
        self._is_max_timestamp_known = True
        self._offset_index: OffsetIndex | None = None
        self._time_index: TimeIndex | None = None
        self._txn_index: TxnIndex | None = None
        self._max_timestamp: int | None = None
        self._max_timestamp_offset = base_offset
        self._first_timestamp: int | None = None
        #: How many entries the file of the offset index has, where it is not in memory and somebody has looked.
        self.index_entries: int | None = None
        if fresh:
            self.reset_indexes()

    # The rule

    def update_settings(self, settings: LogSettings) -> None:
        """What of the topic's settings a segment goes by, from now on."""
        self._index_interval_bytes = settings.index_interval_bytes
        self._max_index_bytes = settings.segment_index_bytes

    def note_batch(self, position: int, size: int, last_offset: int, max_timestamp: int) -> None:
        """A batch stands at `position`: index it where the rule says so. Does not change `size`."""
        largest = self._max_timestamp
        if largest is None:
            self._load_max_timestamp()
            largest = self.max_timestamp
        if max_timestamp > largest:
            largest = self._max_timestamp = max_timestamp
            self._max_timestamp_offset = last_offset
        if self._first_timestamp is None and position == 0:
            self._first_timestamp = max_timestamp
        if self.bytes_since_index_entry > self._index_interval_bytes:
            offsets, times = self._offset_index, self._time_index
            if offsets is None or times is None:
                offsets, times = self.offset_index, self.time_index
            # Full only in the middle of one append of several batches: the next one rolls.
            if not self._indexes_full:
                try:
                    is_full = offsets.append(last_offset, position)
                except ValueError:
                    if last_offset > offsets.last_offset:
                        raise
                    # What was indexed from a batch whose offsets are hurt.
                    offsets.truncate_to(last_offset)
                    times.truncate_to(last_offset)
                    self._max_timestamp_offset = min(self._max_timestamp_offset, last_offset)
                    is_full = offsets.append(last_offset, position)
                times.append(largest, self._max_timestamp_offset)
                self._indexes_full = is_full or times.full
            self.bytes_since_index_entry = 0
        self.bytes_since_index_entry += size

    def note_batches(self, position: int, batches: Sequence[PlacedBatch]) -> None:
        """As `note_batch` of one after the other, of which the first stands at `position`."""
        offsets, times, largest = self._offset_index, self._time_index, self._max_timestamp
        count = len(batches)
        if (
            count == 1
            or offsets is None
            or times is None
            or largest is None
            or self._indexes_full
            or (self._first_timestamp is None and position == 0)
            # One by one it is seen to what does not fit, or not behind what is there.
            or offsets.room <= count
            or times.room <= count
            or batches[0].last_offset <= offsets.last_offset
        ):
            for behind, size, last_offset, max_timestamp, _, _, _ in batches:
                self.note_batch(position + behind, size, last_offset, max_timestamp)
            return
        largest_offset, noted = self._max_timestamp_offset, times.last_timestamp_ms
        since, interval = self.bytes_since_index_entry, self._index_interval_bytes
        ends: list[int] = []
        starts: list[int] = []
        for behind, size, last_offset, max_timestamp, _, _, _ in batches:
            if max_timestamp > largest:
                largest, largest_offset = max_timestamp, last_offset
            if since > interval:
                ends.append(last_offset)
                starts.append(position + behind)
                if largest > noted:
                    times.append(largest, largest_offset)
                    noted = largest
                since = 0
            since += size
        if ends:
            offsets.append_all(ends, starts)
        self._max_timestamp, self._max_timestamp_offset = largest, largest_offset
        self.bytes_since_index_entry = since

    # Loaded, saved, made anew

    @property
    def offset_index(self) -> OffsetIndex:
        """Loaded on first use; made again from the batches, with a warning, where it cannot be read."""
        if self._offset_index is None:
            self._load_indexes()
            assert self._offset_index is not None
        return self._offset_index

    @property
    def time_index(self) -> TimeIndex:
        """As `offset_index`."""
        if self._time_index is None:
            self._load_indexes()
            assert self._time_index is not None
        return self._time_index

    @property
    def offset_index_at_hand(self) -> OffsetIndex | None:
        """The offset index where it is in memory, as that of the active segment is."""
        return self._offset_index

    @property
    def time_index_at_hand(self) -> TimeIndex | None:
        """The time index where it is in memory."""
        return self._time_index

    def _load_indexes(self, *, save: bool = True) -> bool:
        """Whether they could be used. If not, they are made anew. Raises OSError, CorruptRecords."""
        try:
            path = self.path(OFFSET_INDEX)
            data = self._context.fs.read_whole(path, _MOST_INDEX_BYTES)
            offsets = OffsetIndex.parse(path, data, self.base_offset, self._max_index_bytes, self.size)
            path = self.path(TIME_INDEX)
            times = TimeIndex.parse(path, self._context.fs.read_whole(path, _MOST_INDEX_BYTES), self.base_offset, self._max_index_bytes)
        except (CorruptIndex, FileNotFoundError) as error:
            self._context.warn(f"{self.log_path}: an index cannot be used and is made anew from the batches: {error}")
            self.rebuild_indexes()
            if save:
                self.save_indexes()
            return False
        self._offset_index = offsets
        self._time_index = times
        self._indexes_full = offsets.full or times.full
        self.indexes_from_files = True
        return True

    def check_indexes(self, *, save: bool = True) -> bool:
        """Load what is not loaded, so that a bad index is found now: whether none was. Raises OSError, CorruptRecords.

        :param save: whether what is made anew is written, too; else the caller does it.
        """
        if self._offset_index is None or self._time_index is None:
            return self._load_indexes(save=save)
        return True

    def unload_indexes(self) -> None:
        """Let go of the memory of indexes that are on disk as they are."""
        if self._offset_index is not None and not self._offset_index.dirty and self._time_index is not None and not self._time_index.dirty:
            if self._max_timestamp is None:
                self._load_max_timestamp()
            self._offset_index = None
            self._time_index = None
        self.unload_txn_index()

    def reset_indexes(self) -> None:
        """Empty both indexes, to be filled by `note_batch`."""
        self._offset_index = OffsetIndex(self.base_offset, self._max_index_bytes)
        self._time_index = TimeIndex(self.base_offset, self._max_index_bytes)
        self._indexes_full = False
        self.indexes_from_files = False
        self._max_timestamp = -1
        self._max_timestamp_offset = self.base_offset
        self._is_max_timestamp_known = True
        self._first_timestamp = None
        self.bytes_since_index_entry = 0

    def indexes_are_empty_files(self) -> None:
        """The index files are there and empty, as the indexes of a fresh segment are: nothing has to be written."""
        assert self._offset_index is not None and self._time_index is not None
        self._offset_index.is_empty_file()
        self._time_index.is_empty_file()

    def rebuild_indexes(self) -> None:
        """Make both indexes anew from the headers of the batches. Raises OSError, CorruptRecords."""
        self.reset_indexes()
        self.index_batches(self.entries())

    def index_batches(self, entries: Iterable[Entry]) -> None:
        """Fill both indexes, which are empty, from all of the segment's `entries`. Raises CorruptRecords where offsets do not follow, and
        what `entries` raises."""
        behind = self.base_offset
        for entry in entries:
            if entry.last_offset < behind or entry.last_offset - self.base_offset > MAX_RELATIVE_OFFSET:
                raise CorruptRecords(f"{self.log_path}: offset {entry.last_offset} at {entry.position} does not follow on {behind - 1}")
            behind = entry.last_offset + 1
            self.note_batch(entry.position, entry.size, entry.last_offset, entry.max_timestamp)

    def _distrust_indexes(self, why: str) -> bool:
        """An entry led to where it should not: make both indexes anew, once. Whether they are others now; where a batch is hurt they stay,
        as they still lead to what stands behind it. Raises OSError."""
        if self._indexes_made_anew:
            return False
        self._indexes_made_anew = True
        kept = self._offset_index, self._time_index, self._indexes_full
        state = self._max_timestamp, self._max_timestamp_offset, self._first_timestamp, self.bytes_since_index_entry
        try:
            self.rebuild_indexes()
        except CorruptRecords:
            self._offset_index, self._time_index, self._indexes_full = kept
            self._max_timestamp, self._max_timestamp_offset, self._first_timestamp, self.bytes_since_index_entry = state
            return False
        self._context.warn(f"{self.log_path}: {why}; its indexes are made anew from the batches")
        if not self._is_being_cut:
            self.save_indexes()
        return True

    @property
    def indexes_made_anew(self) -> bool:
        """Whether an entry was found wrong, and both indexes were to be made anew for it: that is done once."""
        return self._indexes_made_anew

    def keep_indexes(self) -> None:
        """They were to be made anew, and a batch is hurt: they stay, as they still lead to what stands behind it."""
        self._indexes_made_anew = True

    def take_indexes(self, made: IndexedSegment) -> None:
        """`made`, another object for the same segment when it was `made.size` bytes long, has indexes that were made anew from the batches.
        Raises OSError where they cannot be written; they are in memory all the same."""
        offsets, times = made._offset_index, made._time_index
        assert offsets is not None and times is not None
        if self._offset_index is not None and self._time_index is not None and self.size > made.size:
            # What was appended since is indexed rightly.
            behind = [entry for entry in self._offset_index.entries if entry.position >= made.size]
            for offset, position in behind:
                if not offsets.full:
                    offsets.append(offset, position)
            for timestamp, offset in self._time_index.entries:
                if behind and offset >= behind[0].offset and timestamp > times.last.timestamp_ms and not times.full:
                    times.append(timestamp, offset)
            made.bytes_since_index_entry = self.bytes_since_index_entry
        if self._max_timestamp is None or not self._is_max_timestamp_known or made.max_timestamp >= self._max_timestamp:
            self._max_timestamp, self._max_timestamp_offset = made._max_timestamp, made._max_timestamp_offset
        self._offset_index, self._time_index = offsets, times
        self._indexes_full = offsets.full or times.full
        self.bytes_since_index_entry = made.bytes_since_index_entry
        self._first_timestamp = made._first_timestamp
        self._is_max_timestamp_known = self._indexes_made_anew = True
        self.indexes_from_files = False
        self.index_entries = None
        self._context.index_pages.forget(self)
        for file in self.save_indexes():
            file.close()

    def save_indexes(self) -> list[File]:
        """Write the index files, trimmed to what they hold, with the last entry of the time index; returns what must be synced for
        them to be durable. Raises OSError."""
        files = []
        fs = self._context.fs
        if self._offset_index is not None and self._time_index is not None:
            if self._max_timestamp is not None and self._max_timestamp >= 0:
                self._time_index.append(self._max_timestamp, self._max_timestamp_offset, closing=True)
                # Recovery saves indexes of a segment that goes on.
                self._indexes_full = self._indexes_full or self._time_index.full
            for index, suffix in ((self._offset_index, OFFSET_INDEX), (self._time_index, TIME_INDEX)):
                if index.dirty:
                    file = fs.open(self.path(suffix), write=True, create=True)
                    index.flush(file)
                    files.append(file)
        if self._txn_index is not None and self._txn_index.dirty:
            file = fs.open(self.path(TXN_INDEX), write=True, create=True)
            self._txn_index.flush(file)
            files.append(file)
            self.has_txn_index = True
        return files

    # Looked up, and held against the batches

    def find(self, offset: int) -> Entry | None:
        """The first batch whose last offset is at or behind `offset`; None where the segment ends before it."""
        for entry in self.entries(self.position_before(offset)):
            if entry.last_offset >= offset:
                return entry
        return None

    def position_before(self, offset: int) -> int:
        """Where a batch begins that holds `offset` or stands before it, by the offset index. What an entry says is held against the header
        that stands there: a position within a batch, or of one behind `offset`, is not gone by. Raises OSError, CorruptRecords."""
        found = self.offset_index.lookup(offset)
        if not found.position or self.begins_batch(found.position, offset) >= 0:
            return found.position
        why = f"no batch with offset {offset} or before it begins at position {found.position}, as the offset index says"
        if self._distrust_indexes(why):
            return self.offset_index.lookup(offset).position
        return found.position

    # Timestamps

    def know_timestamps(self, max_timestamp: int, max_timestamp_offset: int) -> None:
        """What the time index would tell, so that nobody has to read it."""
        self._max_timestamp = max_timestamp
        self._max_timestamp_offset = max_timestamp_offset
        self._is_max_timestamp_known = True

    @property
    def max_timestamp_at_hand(self) -> TimestampOffset | None:
        """The largest timestamp, and the last offset of the first batch that carries it, where that is known."""
        if self._max_timestamp is None or not self._is_max_timestamp_known:
            return None
        return TimestampOffset(self._max_timestamp, self._max_timestamp_offset)

    @property
    def first_timestamp_at_hand(self) -> int | None:
        """`first_batch_timestamp`, where it is known."""
        return -1 if self._first_timestamp is None and not self.size else self._first_timestamp

    def know_first_timestamp(self, timestamp_ms: int) -> None:
        """Keep the largest timestamp of the first batch, which was looked up."""
        self._first_timestamp = timestamp_ms

    def _load_max_timestamp(self) -> None:
        if self._time_index is None:
            try:
                with closing(self._context.fs.open(self.path(TIME_INDEX))) as file:
                    self._max_timestamp, self._max_timestamp_offset = last_in_file(file, self.base_offset)
                self._is_max_timestamp_known = False
                return
            except FileNotFoundError:
                pass
        timestamp, offset = self.time_index.last
        if self._max_timestamp is None:
            self._max_timestamp = timestamp
            self._max_timestamp_offset = offset
            self._is_max_timestamp_known = False

    def confirm_max_timestamp(self) -> bool:
        """Hold the largest timestamp against the batch that should have it, where the index file alone says so; whether it stays what it
        was. Raises OSError, CorruptRecords."""
        if self._max_timestamp is None:
            self._load_max_timestamp()
        if self._is_max_timestamp_known:
            return True
        self._is_max_timestamp_known = True
        timestamp, offset = self._max_timestamp, self._max_timestamp_offset
        if self.size == 0 or self._has_timestamp(offset, -1 if timestamp is None else timestamp):
            return True
        self._distrust_indexes(f"no batch up to offset {offset} has the timestamp {timestamp}, as the time index says")
        return self._max_timestamp == timestamp

    def _has_timestamp(self, offset: int, timestamp_ms: int) -> bool:
        """Whether the batch that holds `offset` has `timestamp_ms` as its largest. Of a gap, which compaction leaves, nobody can say."""
        if timestamp_ms < 0 and offset == self.base_offset:
            # No entry: right where no record has a timestamp.
            return self.first_batch_timestamp() < 0
        if offset < self.base_offset:
            return False
        entry = self.find(offset)
        return entry is not None and (entry.base_offset > offset or entry.max_timestamp == timestamp_ms)

    @property
    def max_timestamp(self) -> int:
        """Largest record timestamp, -1 where there is none."""
        if self._max_timestamp is None:
            self._load_max_timestamp()
        return self._max_timestamp  # type: ignore[return-value]

    @property
    def max_timestamp_offset(self) -> int:
        """Last offset of the first batch that carries `max_timestamp`."""
        if self._max_timestamp is None:
            self._load_max_timestamp()
        return self._max_timestamp_offset

    def first_batch_timestamp(self) -> int:
        """Largest timestamp of the first batch; -1 where there is none. Raises OSError, CorruptRecords."""
        if self._first_timestamp is None:
            if self.size == 0:
                return -1
            first = next(self.entries(), None)
            self._first_timestamp = -1 if first is None else first.max_timestamp
        return self._first_timestamp

    # Aborted transactions

    @property
    def txn_index(self) -> TxnIndex:
        """Aborted transactions whose markers stand in this segment. Raises OSError; CorruptIndex."""
        if self._txn_index is None:
            self._txn_index = self._load_txn_index() if self.has_txn_index else TxnIndex(self.base_offset)
        return self._txn_index

    def _load_txn_index(self) -> TxnIndex:
        with closing(self._context.fs.open(self.path(TXN_INDEX))) as file:
            return TxnIndex.load(file, self.base_offset)

    def check_txn_index(self) -> None:
        """Look whether the file of aborted transactions can be read, which stays where it is. Raises OSError; CorruptIndex."""
        if self.has_txn_index and self._txn_index is None:
            self._load_txn_index()

    def unload_txn_index(self) -> None:
        """Let go of the memory of aborted transactions that are on disk as they are: there is no bound to how many there may be."""
        if self.has_txn_index and self._txn_index is not None and not self._txn_index.dirty:
            self._txn_index = None

    @property
    def txn_index_at_hand(self) -> TxnIndex | None:
        """The aborted transactions where they are in memory."""
        return self._txn_index if self.has_txn_index or self._txn_index is not None else TxnIndex(self.base_offset)

    def keep_txn_index(self, index: TxnIndex) -> None:
        """Keep an index of aborted transactions that was loaded from the file."""
        if self._txn_index is None:
            self._txn_index = index

    def txn_index_from_now(self) -> None:
        """Forget aborted transactions, which are about to be found again in the batches."""
        self._txn_index = TxnIndex(self.base_offset)
        if self.has_txn_index:
            self._txn_index.clear()

    def note_aborted(self, txn: AbortedTxn) -> None:
        """A marker in this segment aborts `txn`."""
        self.txn_index.append(txn)
        self.has_txn_index = True

    def save_txn_index(self) -> None:
        """Write the aborted transactions as they are known now; without any there is no file. Raises OSError."""
        path = self.path(TXN_INDEX)
        if self.txn_index.entries:
            with closing(self._context.fs.open(path, write=True, create=True)) as file:
                self.txn_index.flush(file)
        else:
            with suppress(FileNotFoundError):
                self._context.fs.remove(path)
            self.has_txn_index = False

    def replace_txn_index(self) -> None:
        """As `save_txn_index`; whatever happens, the file is the old one or the new one, and durable but for its name. Raises OSError."""
        if not self.txn_index.entries:
            self.save_txn_index()
            return
        prepared = PreparedFiles(self._context.fs)
        path = self.path(TXN_INDEX)
        with prepared.file(path) as file:
            self.txn_index.flush(file)
        prepared.put_in_place(path)

    # Truncation, in a thread of its own

    def note_batches_below(self, other: IndexedSegment, offset: int) -> tuple[int, int]:
        """Fill the indexes with what `other`, the log's object for the same file, has in its indexes of offsets below `offset`, and with
        the batches behind that. Returns where the last batch below `offset` ends: (offset behind it, position in the file). Raises OSError,
        CorruptRecords."""
        position = self._take_indexes_below(other, offset)
        indexed = position
        end_offset = self.base_offset
        for entry in self.entries(position):
            if entry.last_offset >= offset:
                break
            if entry.position == indexed > 0:
                self.bytes_since_index_entry = entry.size
                if entry.max_timestamp > self.max_timestamp:
                    self.know_timestamps(entry.max_timestamp, entry.last_offset)
            else:
                self.note_batch(entry.position, entry.size, entry.last_offset, entry.max_timestamp)
            position = entry.position + entry.size
            end_offset = entry.last_offset + 1
        self.first_batch_timestamp()
        return end_offset, position

    def ends_soon_at(self, size: int) -> None:
        """The file of batches is about to be cut to `size`: what is behind does not count any more, and no file is written until the
        segment `belongs_to` its log."""
        self.size = size
        self._is_being_cut = True

    def belongs_to(self, context: LogContext) -> None:
        """As `SegmentFiles.belongs_to`; and its file was cut."""
        super().belongs_to(context)
        self._is_being_cut = False

    def _take_indexes_below(self, other: IndexedSegment, offset: int) -> int:
        """Returns where the last batch of them begins that has an entry."""
        self.reset_indexes()
        if other._offset_index is None or other._time_index is None:
            other = self
            try:
                self._load_indexes()
            except CorruptRecords:
                self.reset_indexes()
        offsets, times = other._offset_index, other._time_index
        assert offsets is not None and times is not None
        known = [entry for entry in offsets.entries if entry.offset < offset]
        if known and self.begins_batch(known[-1].position, known[-1].offset) < 0:
            known = []
        stamped = [entry for entry in times.entries if entry.offset <= known[-1].offset] if known else []
        self.reset_indexes()
        offsets, times = self.offset_index, self.time_index
        for last_offset, position in known:
            offsets.append(last_offset, position)
        for timestamp_ms, last_offset in stamped:
            times.append(timestamp_ms, last_offset, closing=True)
        self._indexes_full = offsets.full or times.full
        if known:
            self.know_timestamps(*times.last)
        return known[-1].position if known else 0
