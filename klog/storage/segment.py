"""One segment: a file of batches back to back, its two sparse indexes, and the index of aborted transactions.

The batches are the truth, the indexes a short cut that can be made again from them. The active segment keeps its new index entries
in memory; they reach the disk when the segment is rolled or the log closed, because recovery rebuilds the indexes of everything at or
above the recovery point anyway. All entries follow one rule (``LogSegment.append``): a batch gets an entry in the offset index, and the
largest timestamp so far one in the time index, when more than ``index.interval.bytes`` were appended since the last one; so the
first batch never has one.

Where a topic preallocates, the file is made ``segment.bytes`` long when its first batch is written, and cut to its batches at the roll or
at the close (`set_room_aside`). What lies between is zeros that nobody reads: `size` says where the batches end.

Files are asked of the cache of open files each time, so that a directory of many logs holds few descriptors. Indexes of old segments are
not in memory: who looks something up searches the files (`klog.storage.segment_lookup`). What here reads a file, or loads an index, waits
for the disk: it is for opening a log. What the thread that serves clients may use has ``at_hand`` in its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, suppress

from klog.records.contract import BATCH_OVERHEAD, CorruptRecords, Entry
from klog.span import FileCuts
from klog.storage.batch_headers import header_entry, walk
from klog.storage.filenames import LOG, OFFSET_INDEX, SEGMENT_SUFFIXES, TIME_INDEX, TXN_INDEX, file_path
from klog.storage.filesystem import File, FileSystem
from klog.storage.log_types import LogContext, is_refusal
from klog.storage.offset_index import CorruptIndex, OffsetIndex, OffsetPosition
from klog.storage.settings import LogSettings
from klog.storage.time_index import TimeIndex, TimestampOffset, last_in_file
from klog.storage.txn_index import AbortedTxn, TxnIndex

_MAX_RELATIVE_OFFSET = 2**31 - 1


def make_empty(fs: FileSystem, path: str) -> None:
    """An empty file at `path`; not synced. Raises OSError."""
    with closing(fs.open(path, write=True, create=True)) as file:
        if file.size():
            file.truncate(0)


class Segment:
    """A segment of the log in `directory` whose first offset is `base_offset`.

    :param size: bytes of valid batches in the file.
    :param created_ms: when the file was made, for rolling by time where records have no timestamps.
    :param fresh: True for a new, empty segment, whose indexes are not looked for on disk.
    """

    __slots__ = (
        "_context",
        "_cuts",
        "_first_timestamp",
        "_has_room",
        "_index_interval_bytes",
        "_indexes_full",
        "_indexes_made_anew",
        "_is_max_timestamp_known",
        "_max_index_bytes",
        "_max_timestamp",
        "_max_timestamp_offset",
        "_modified_ms",
        "_offset_index",
        "_paths",
        "_stages",
        "_time_index",
        "_txn_index",
        "base_offset",
        "bytes_since_index_entry",
        "created_ms",
        "deleted",
        "directory",
        "dirty",
        "has_txn_index",
        "index_entries",
        "indexes_from_files",
        "jitter_ms",
        "log_path",
        "size",
    )

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
        self._context = context
        self.directory = directory
        self.base_offset = base_offset
        #: Kinds of files that have a suffix of life behind their names at present (`move`).
        self._stages: dict[str, str] = {}
        self._paths: dict[str, str] | None = None
        self.log_path = file_path(directory, base_offset, LOG)
        self.size = size
        #: Whether the file may be longer than its batches (`set_room_aside`).
        self._has_room = False
        self.created_ms = created_ms
        self.jitter_ms = context.random.randrange(limit) if (limit := min(settings.segment_jitter_ms, settings.segment_ms)) > 0 else 0
        #: Whether something was written that no flush was prepared for.
        self.dirty = False
        #: Set once the files are renamed; remembered positions in it are void.
        self.deleted = False
        self.bytes_since_index_entry = 0
        self.has_txn_index = has_txn_index
        self._index_interval_bytes = settings.index_interval_bytes
        self._max_index_bytes = settings.segment_index_bytes
        self._indexes_full = False
        #: Whether those in memory were loaded, so that nothing vouches for their entries.
        self.indexes_from_files = False
        #: Whether an entry was found wrong, and both indexes were made anew for it: that is done once.
        self._indexes_made_anew = False
        #: Whether the largest timestamp comes from batches; the index file's word for it is held against one where much hangs on it.
        self._is_max_timestamp_known = True
        self._offset_index: OffsetIndex | None = None
        self._time_index: TimeIndex | None = None
        self._txn_index: TxnIndex | None = None
        self._max_timestamp: int | None = None
        self._max_timestamp_offset = base_offset
        self._first_timestamp: int | None = None
        self._modified_ms: int | None = None
        self._cuts: FileCuts | None = None
        #: How many entries the file of the offset index has, where it is not in memory and somebody has looked.
        self.index_entries: int | None = None
        if fresh:
            self.reset_indexes()

    def __repr__(self) -> str:
        return f"Segment({self.base_offset}, {self.size} bytes)"

    def path(self, suffix: str) -> str:
        """Path of this segment's file of one kind."""
        return file_path(self.directory, self.base_offset, suffix, self._stages.get(suffix, ""))

    @property
    def paths(self) -> dict[str, str]:
        """The same for all kinds; another dictionary once files are renamed."""
        if self._paths is None:
            self._paths = {suffix: self.path(suffix) for suffix in SEGMENT_SUFFIXES}
        return self._paths

    def move(self, suffixes: Iterable[str], stage: str) -> None:
        """The files of these kinds have the suffix `stage` now; compaction renames them."""
        for suffix in suffixes:
            self._stages[suffix] = stage
        self._paths = None
        self.log_path = self.path(LOG)

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
        """It was looked up."""
        self._first_timestamp = timestamp_ms

    @property
    def modified_ms_at_hand(self) -> int | None:
        """When the file last changed, where that is known; it is not kept for a segment that grows."""
        return self._modified_ms

    def know_modified_ms(self, modified_ms: int) -> None:
        """It was looked up, and the segment grows no more."""
        self._modified_ms = modified_ms

    def index_paths(self) -> list[str]:
        """Paths of the index files that there are once the segment is rolled."""
        suffixes = (OFFSET_INDEX, TIME_INDEX, TXN_INDEX) if self.has_txn_index else (OFFSET_INDEX, TIME_INDEX)
        return [self.path(suffix) for suffix in suffixes]

    def make_files(self) -> None:
        """The files of a new, empty segment, with nothing in them; not synced. What a failed attempt left is emptied. Raises OSError."""
        for suffix in (LOG, OFFSET_INDEX, TIME_INDEX):
            make_empty(self._context.fs, self.path(suffix))
        self.indexes_are_empty_files()

    def indexes_are_empty_files(self) -> None:
        """The index files are there and empty, as the indexes of a fresh segment are: nothing has to be written."""
        assert self._offset_index is not None and self._time_index is not None
        self._offset_index.is_empty_file()
        self._time_index.is_empty_file()

    def file(self, write: bool = False) -> File:
        """The file of batches. Raises OSError."""
        return self._context.files.get(self.log_path, write)

    def set_room_aside(self, size_bytes: int) -> None:
        """Make the file `size_bytes` long (``preallocate``). Where there is no room for that, it stays as long as its batches are: they may
        fit all the same. Raises OSError."""
        file = self.file(True)
        self._has_room = True
        try:
            file.allocate(size_bytes)
        except OSError as error:
            if not is_refusal(error):
                raise
            self.give_room_back()
            self._context.warn(f"{self.log_path}: {size_bytes} bytes cannot be set aside: {error}; the file grows as it is written")

    def give_room_back(self) -> bool:
        """The file ends where its batches end; not synced. Whether it has changed. Raises OSError."""
        if not self._has_room:
            return False
        self.file(True).truncate(self.size)
        self._has_room = False
        return True

    # Indexes

    @property
    def offset_index_at_hand(self) -> OffsetIndex | None:
        """The offset index where it is in memory, as that of the active segment is."""
        return self._offset_index

    @property
    def time_index_at_hand(self) -> TimeIndex | None:
        """The time index where it is in memory."""
        return self._time_index

    @property
    def txn_index_at_hand(self) -> TxnIndex | None:
        """The aborted transactions where they are in memory."""
        return self._txn_index if self.has_txn_index or self._txn_index is not None else TxnIndex(self.base_offset)

    def keep_txn_index(self, index: TxnIndex) -> None:
        """It was loaded in a thread."""
        if self._txn_index is None:
            self._txn_index = index

    def take_indexes(self, made: Segment) -> None:
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

    @property
    def indexes_made_anew(self) -> bool:
        """Whether an entry was found wrong, and both indexes were to be made anew for it: that is done once."""
        return self._indexes_made_anew

    def keep_indexes(self) -> None:
        """They were to be made anew, and a batch is hurt: they stay, as they still lead to what stands behind it."""
        self._indexes_made_anew = True

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
    def txn_index(self) -> TxnIndex:
        """Aborted transactions whose markers stand in this segment. Raises OSError; CorruptIndex."""
        if self._txn_index is None:
            if self.has_txn_index:
                file = self._context.fs.open(self.path(TXN_INDEX))
                try:
                    self._txn_index = TxnIndex.load(file, self.base_offset)
                finally:
                    file.close()
            else:
                self._txn_index = TxnIndex(self.base_offset)
        return self._txn_index

    def txn_index_from_now(self) -> None:
        """Forget aborted transactions, which are about to be found again in the batches."""
        self._txn_index = TxnIndex(self.base_offset)
        if self.has_txn_index:
            self._txn_index.clear()

    def note_aborted(self, txn: AbortedTxn) -> None:
        """A marker in this segment aborts `txn`."""
        self.txn_index.append(txn)
        self.has_txn_index = True

    def _load_indexes(self) -> None:
        try:
            with closing(self._context.fs.open(self.path(OFFSET_INDEX))) as file:
                offsets = OffsetIndex.load(file, self.base_offset, self._max_index_bytes, self.size)
            with closing(self._context.fs.open(self.path(TIME_INDEX))) as file:
                times = TimeIndex.load(file, self.base_offset, self._max_index_bytes)
        except (CorruptIndex, FileNotFoundError) as error:
            self._context.warn(f"{self.log_path}: an index cannot be used and is made anew from the batches: {error}")
            self.rebuild_indexes()
            self.save_indexes()
        else:
            self._offset_index = offsets
            self._time_index = times
            self._indexes_full = offsets.full or times.full
            self.indexes_from_files = True

    def check_indexes(self) -> None:
        """Load what is not loaded, so that a bad index is found now. Raises OSError, CorruptRecords."""
        if self._offset_index is None or self._time_index is None:
            self._load_indexes()

    def unload_indexes(self) -> None:
        """Let go of the memory of indexes that are on disk as they are."""
        if self._offset_index is not None and not self._offset_index.dirty and self._time_index is not None and not self._time_index.dirty:
            if self._max_timestamp is None:
                self._load_max_timestamp()
            self._offset_index = None
            self._time_index = None

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

    def rebuild_indexes(self) -> None:
        """Make both indexes anew from the headers of the batches. Raises OSError, CorruptRecords."""
        self.reset_indexes()
        behind = self.base_offset
        for entry in self.entries():
            if entry.last_offset < behind or entry.last_offset - self.base_offset > _MAX_RELATIVE_OFFSET:
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
        self.save_indexes()
        return True

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
            offsets, times = self._offset_index or self.offset_index, self._time_index or self.time_index
            # Full only in the middle of one append of several batches: the next one rolls.
            if not self._indexes_full:
                if last_offset <= offsets.last_offset and len(offsets):
                    # What was indexed from a batch whose offsets are hurt.
                    offsets.truncate_to(last_offset)
                    times.truncate_to(last_offset)
                    self._max_timestamp_offset = min(self._max_timestamp_offset, last_offset)
                offsets.append(last_offset, position)
                times.append(largest, self._max_timestamp_offset)
                self._indexes_full = offsets.full or times.full
            self.bytes_since_index_entry = 0
        self.bytes_since_index_entry += size

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
            # No entry.
            return True
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

    def largest_timestamp(self) -> int:
        """`max_timestamp`, or when the file last changed where no record has a timestamp."""
        timestamp = self.max_timestamp
        return timestamp if timestamp >= 0 else self._context.fs.modified_ms(self.log_path)

    def first_batch_timestamp(self) -> int:
        """Largest timestamp of the first batch; -1 where there is none. Raises OSError, CorruptRecords."""
        if self._first_timestamp is None:
            if self.size == 0:
                return -1
            first = next(self.entries(), None)
            self._first_timestamp = -1 if first is None else first.max_timestamp
        return self._first_timestamp

    # Appending

    def should_roll(
        self, size: int, max_timestamp: int, last_offset: int, now_ms: int, settings: LogSettings, staged_timestamp: int | None = None
    ) -> bool:
        """Whether `size` more bytes up to `last_offset` belong into a new segment (``LogSegment.shouldRoll``). `size` counts what is
        about to be written before them too.

        :param staged_timestamp: of the first batch that is about to be written, which counts while the segment is empty.
        """
        if self.size > settings.segment_bytes - size or last_offset - self.base_offset > _MAX_RELATIVE_OFFSET:
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

    def update_settings(self, settings: LogSettings) -> None:
        """What of the topic's settings a segment goes by, from now on."""
        self._index_interval_bytes = settings.index_interval_bytes
        self._max_index_bytes = settings.segment_index_bytes

    # Reading

    def entries(self, position: int = 0, end: int = -1) -> Iterator[Entry]:
        """Headers of the batches from `position`, which must be where one begins, to `end` (default: all), with absolute positions.

        Reads payloads only where batches are small. Raises OSError; CorruptRecords where no batch stands.
        """
        return walk(self._context.codec.scan, self.file().read_at, position, self.size if end < 0 else end, self.log_path)

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

    def begins_batch(self, position: int, most: int) -> int:
        """The base offset of the batch that begins at `position`, if it is `most` at most and the header makes sense there, else -1.
        Raises OSError."""
        try:
            entry = header_entry(self.file().read_at(position, BATCH_OVERHEAD), position)
        except CorruptRecords:
            return -1
        if position + entry.size > self.size or not self.base_offset <= entry.base_offset <= min(most, entry.last_offset):
            return -1
        return entry.base_offset

    def last_batch_before(self, position: int) -> OffsetPosition | None:
        """A batch that begins at or before `position`, if the offset index names one, with its base offset. Raises OSError."""
        found = self.offset_index.last_at_or_before_position(position)
        if found is None:
            return None
        base_offset = self.begins_batch(found.position, found.offset)
        if base_offset >= 0:
            return OffsetPosition(base_offset, found.position)
        self._distrust_indexes(f"no batch with offset {found.offset} begins at position {found.position}, as the offset index says")
        return None

    def offset_before_time(self, target_ms: int) -> int:
        """An offset up to which no record has `target_ms` or a later timestamp, by the time index; its entry is held against the batch.
        Raises OSError, CorruptRecords."""
        found = self.time_index.lookup(target_ms)
        if self._has_timestamp(found.offset, found.timestamp_ms):
            return found.offset
        why = f"the batch with offset {found.offset} has not the timestamp {found.timestamp_ms}, as the time index says"
        return self.time_index.lookup(target_ms).offset if self._distrust_indexes(why) else self.base_offset

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

    def read_batch(self, entry: Entry) -> bytes:
        """All bytes of one batch. Raises OSError."""
        return self.file().read_at(entry.position, entry.size)

    # Truncation, in a thread of its own

    def note_batches_below(self, other: Segment, offset: int) -> tuple[int, int]:
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

    def _take_indexes_below(self, other: Segment, offset: int) -> int:
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

    def cut_file(self, size: int) -> None:
        """The file of batches ends at `size`, durably. Raises OSError."""
        with closing(self._context.fs.open(self.log_path, write=True)) as file:
            file.truncate(size)
            file.sync()
        self.size = size

    def belongs_to(self, context: LogContext) -> None:
        """It was made in a thread with open files of its own; from now on it is one of `context`'s."""
        self._context = context

    @property
    def cuts(self) -> FileCuts:
        """Where the file of batches was cut, for its spans."""
        if self._cuts is None:
            self._cuts = FileCuts()
        return self._cuts

    def continues(self, other: Segment) -> None:
        """It takes the place of `other`, whose file of batches it has, cut."""
        self._cuts = other._cuts

    # Files

    def forget_files(self) -> None:
        """Nobody reads them any more; they are closed when the last who does lets go."""
        for suffix in SEGMENT_SUFFIXES:
            self._context.files.forget(self.path(suffix))

    def rename(self, stage: str) -> list[str]:
        """Give all files of this segment the suffix `stage`; returns their new paths. Open files stay readable. Raises OSError."""
        renamed = []
        for suffix in SEGMENT_SUFFIXES:
            path = self.path(suffix)
            self._context.files.forget(path)
            try:
                self._context.fs.rename(path, path + stage)
            except FileNotFoundError:
                continue
            renamed.append(path + stage)
        self.deleted = True
        return renamed
