"""Looking up in the files of one segment, in any thread: pure functions over what the segment was when the question came.

A `SegmentView` has the values of a segment that a look-up needs; what is below its size never changes. Where its bytes come from is the
*source*'s:

* `MemorySource` is the log's own thread's: it gives what is in memory (pages of indexes that are kept, bytes in the page cache) and raises
  `NotInMemory` for everything else, and for what would take long even so: many headers, compressed batches;
* `DiskSource` is for a thread of its own: it opens files and waits for the disk, and keeps to itself what the log's thread might like to
  have afterwards (`DiskSource.hand_over`).

Offset indexes of segments that nobody writes to are searched in their files, page by page. Nothing protects their bytes, so an entry that
is used is held against the batch that it points to: that batch must be one, and begin at or before the entry's offset. An entry of a time
index names a batch whose largest timestamp is the entry's. Anything else is a `CorruptIndex`, and the index is made anew from the batches.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from klog.model import NO_TIMESTAMP_MS
from klog.records.contract import BATCH_OVERHEAD, CorruptRecords, Entry, RecordsCodec
from klog.storage.context import LogContext
from klog.storage.filenames import LOG, OFFSET_INDEX, TIME_INDEX, TXN_INDEX
from klog.storage.filesystem import File, FileSystem, ReadableFile
from klog.storage.index_pages import PAGE_BYTES
from klog.storage.segments.batch_headers import header_entry, walk
from klog.storage.segments.offset_index import ENTRY_BYTES, CorruptIndex, OffsetIndex, OffsetPosition
from klog.storage.segments.segment import Segment
from klog.storage.segments.time_index import ENTRY_BYTES as TIME_ENTRY_BYTES
from klog.storage.segments.time_index import TimeIndex, TimestampOffset, last_in_file, lookup_in_file
from klog.storage.segments.txn_index import TxnIndex

#: What one question may read in the log's own thread; thirty times the usual distance of two index entries.
MOST_BYTES_AT_ONCE = 128 << 10
_CODEC_MASK = 0x07
_ENTRIES_PER_PAGE = PAGE_BYTES // ENTRY_BYTES


class NotInMemory(Exception):
    """A look-up needs something for which the disk has to be waited for."""


class SegmentView:
    """What a look-up needs of `segment`, as it is now.

    :param segment: only to say which one it is.
    """

    __slots__ = ("aborted", "base_offset", "index", "is_from_files", "is_made_anew", "max_timestamp", "paths", "segment", "size", "times")

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self.base_offset = segment.base_offset
        self.size = segment.size
        #: Indexes that are in memory; those of the active segment grow meanwhile, which harms nobody.
        self.index: OffsetIndex | None = segment.offset_index_at_hand
        self.times: TimeIndex | None = segment.time_index_at_hand
        self.aborted: TxnIndex | None = segment.txn_index_at_hand
        self.max_timestamp: TimestampOffset | None = segment.max_timestamp_at_hand
        #: Whether its indexes were to be made anew once: what they say is gone by, then, as well as it can be.
        self.is_made_anew = segment.indexes_made_anew
        #: Whether entries come from files, so that each that is used is held against its batch.
        self.is_from_files = segment.offset_index_at_hand is None or segment.indexes_from_files
        self.paths = segment.paths

    @property
    def holds(self) -> bool:
        """Whether the segment is still what it was: there, and its files where they were."""
        segment = self.segment
        return not segment.deleted and segment.paths == self.paths


class Source:
    """Where the bytes of segments come from; a subclass says how.

    :param codec: knows batches.
    """

    def __init__(self, codec: RecordsCodec) -> None:
        self.codec = codec

    def file(self, view: SegmentView, suffix: str) -> ReadableFile:
        """One of the segment's files. Raises OSError, NotInMemory."""
        raise NotImplementedError

    def index_entries(self, view: SegmentView) -> int:
        """How many entries the file of the offset index has. Raises OSError, CorruptIndex, NotInMemory."""
        raise NotImplementedError

    def index_page(self, view: SegmentView, number: int) -> bytes:
        """A page of that file. Raises as `index_entries`."""
        raise NotImplementedError

    def read(self, view: SegmentView, position: int, length: int) -> bytes:
        """`length` bytes of the file of batches. Raises OSError, NotInMemory."""
        return self.file(view, LOG).read_at(position, length)

    def batch(self, view: SegmentView, entry: Entry) -> bytes:
        """All of a batch, to be taken apart. Raises OSError, NotInMemory."""
        return self.read(view, entry.position, entry.size)

    def index_file(self, view: SegmentView, suffix: str) -> ReadableFile:
        """The file of an index. Raises OSError, NotInMemory; CorruptIndex where it is missing."""
        try:
            return self.file(view, suffix)
        except FileNotFoundError as error:
            raise CorruptIndex(f"{view.paths[suffix]} is missing") from error

    def time_entry(self, view: SegmentView, target_ms: int) -> TimestampOffset:
        """`TimeIndex.lookup`. Raises OSError, CorruptIndex, NotInMemory."""
        if view.times is not None:
            return view.times.lookup(target_ms)
        file = self.index_file(view, TIME_INDEX)
        if file.size() % TIME_ENTRY_BYTES:
            raise CorruptIndex(f"{file.path}: {file.size()} bytes are not a multiple of {TIME_ENTRY_BYTES}")
        return lookup_in_file(file, view.base_offset, target_ms)

    def max_timestamp(self, view: SegmentView) -> TimestampOffset:
        """The largest timestamp, and the last offset of the first batch that carries it; without a time index, or where what it says is not
        so, from the headers of all batches. Raises OSError, CorruptRecords, NotInMemory."""
        if view.max_timestamp is not None:
            return view.max_timestamp
        try:
            largest = last_in_file(self.file(view, TIME_INDEX), view.base_offset)
            if not view.size or self._carries(view, largest):
                return largest
        except (FileNotFoundError, CorruptIndex):
            pass
        largest = TimestampOffset(NO_TIMESTAMP_MS, view.base_offset)
        for entry in entries(self, view, 0):
            if entry.max_timestamp > largest.timestamp_ms:
                largest = TimestampOffset(entry.max_timestamp, entry.last_offset)
        return largest

    def _carries(self, view: SegmentView, largest: TimestampOffset) -> bool:
        """Whether the batches have what the last entry of the time index says. Raises as `max_timestamp`, and CorruptIndex."""
        if largest.timestamp_ms < 0:
            # It is empty, and the last entry is written where any record has a timestamp.
            return self.first_timestamp(view) < 0
        if largest.offset < view.base_offset:
            return False
        entry = find(self, view, largest.offset)
        # The batch has it; or there is a gap, which compaction leaves, of which nobody can say.
        return entry is not None and (entry.base_offset > largest.offset or entry.max_timestamp == largest.timestamp_ms)

    def first_timestamp(self, view: SegmentView) -> int:
        """The largest timestamp of the first batch, -1 where there is none. Raises as `max_timestamp`."""
        first = next(entries(self, view, 0), None)
        return NO_TIMESTAMP_MS if first is None else first.max_timestamp

    def modified_ms(self, view: SegmentView) -> int:
        """When its file of batches last changed. Raises OSError, NotInMemory."""
        raise NotImplementedError

    def txn_index(self, view: SegmentView) -> TxnIndex:
        """The aborted transactions of the segment. Raises OSError, CorruptIndex, NotInMemory."""
        if view.aborted is not None:
            return view.aborted
        return TxnIndex.load(self.file(view, TXN_INDEX), view.base_offset)


class _Budget:
    """What may still be read."""

    __slots__ = ("left_bytes",)

    def __init__(self) -> None:
        self.left_bytes = MOST_BYTES_AT_ONCE


class _InMemory:
    """A file of which only what is in memory can be read."""

    __slots__ = ("_budget", "_file")

    def __init__(self, file: File, budget: _Budget) -> None:
        self._file = file
        self._budget = budget

    @property
    def path(self) -> str:
        """Where it was opened."""
        return self._file.path

    def size(self) -> int:
        """Length now, in bytes."""
        return self._file.size()

    def read_at(self, position: int, length: int) -> bytes:
        """As `File` says, but for the end, which must not be passed. Raises OSError, NotInMemory."""
        budget = self._budget
        budget.left_bytes -= length
        data = None if budget.left_bytes < 0 else self._file.read_cached(position, length)
        if data is None:
            raise NotInMemory
        return data


class MemorySource(Source):
    """What is in memory; for the log's own thread. One question is answered by each."""

    def __init__(self, context: LogContext) -> None:
        super().__init__(context.codec)
        self._context = context
        self._files: dict[str, _InMemory] = {}
        self._budget = _Budget()

    def file(self, view: SegmentView, suffix: str) -> ReadableFile:
        """As `Source` says."""
        path = view.paths[suffix]
        known = self._files.get(path)
        if known is None:
            file = self._context.files.at_hand(path)
            if file is None:
                raise NotInMemory
            known = self._files[path] = _InMemory(file, self._budget)
        return known

    def modified_ms(self, view: SegmentView) -> int:
        """As `Source` says. An open file is known to the kernel."""
        if self._context.files.at_hand(view.paths[LOG]) is None:
            raise NotInMemory
        return self._context.fs.modified_ms(view.paths[LOG])

    def index_entries(self, view: SegmentView) -> int:
        """As `Source` says."""
        segment = view.segment
        if segment.index_entries is None:
            segment.index_entries = _count(self.index_file(view, OFFSET_INDEX))
        return segment.index_entries

    def index_page(self, view: SegmentView, number: int) -> bytes:
        """As `Source` says."""
        pages = self._context.index_pages
        page = pages.get(view.segment, number)
        if page is None:
            page = _page(self.index_file(view, OFFSET_INDEX), number, self.index_entries(view))
            pages.put(view.segment, number, page)
        return page

    def batch(self, view: SegmentView, entry: Entry) -> bytes:
        """As `Source` says. What has to be decompressed is a thread's."""
        if entry.attributes & _CODEC_MASK:
            raise NotInMemory
        return super().batch(view, entry)


class DiskSource(Source):
    """What is on the disk; for any thread but the log's own."""

    def __init__(self, fs: FileSystem, codec: RecordsCodec) -> None:
        super().__init__(codec)
        self._fs = fs
        self._opened: dict[str, tuple[SegmentView, File]] = {}
        self._pages: dict[tuple[Segment, int], tuple[SegmentView, bytes]] = {}
        self._index_entries: dict[Segment, tuple[SegmentView, int]] = {}

    def hand_over(self, context: LogContext) -> None:
        """On the log's thread: let it have what was found, as far as that still holds."""
        for path, (view, file) in self._opened.items():
            if view.holds:
                context.files.adopt(path, file)
        for segment, (view, count) in self._index_entries.items():
            if view.holds and segment.offset_index_at_hand is None:
                segment.index_entries = count
        for (segment, number), (view, page) in self._pages.items():
            if view.holds and segment.index_entries is not None:
                context.index_pages.put(segment, number, page)

    def file(self, view: SegmentView, suffix: str) -> File:
        """As `Source` says."""
        path = view.paths[suffix]
        opened = self._opened.get(path)
        if opened is None:
            opened = self._opened[path] = view, self._fs.open(path)
        return opened[1]

    def modified_ms(self, view: SegmentView) -> int:
        """As `Source` says."""
        return self._fs.modified_ms(view.paths[LOG])

    def index_entries(self, view: SegmentView) -> int:
        """As `Source` says."""
        known = self._index_entries.get(view.segment)
        if known is None:
            known = self._index_entries[view.segment] = view, _count(self.index_file(view, OFFSET_INDEX))
        return known[1]

    def index_page(self, view: SegmentView, number: int) -> bytes:
        """As `Source` says."""
        known = self._pages.get((view.segment, number))
        if known is None:
            page = _page(self.index_file(view, OFFSET_INDEX), number, self.index_entries(view))
            known = self._pages[view.segment, number] = view, page
        return known[1]


def _count(file: ReadableFile) -> int:
    size = file.size()
    if size % ENTRY_BYTES:
        raise CorruptIndex(f"{file.path}: {size} bytes are not a multiple of {ENTRY_BYTES}")
    return size // ENTRY_BYTES


def _page(file: ReadableFile, number: int, index_entries: int) -> bytes:
    position = number * PAGE_BYTES
    length = min(PAGE_BYTES, index_entries * ENTRY_BYTES - position)
    page = file.read_at(position, length)
    if len(page) != length:
        raise CorruptIndex(f"{file.path}: only {len(page)} of {length} bytes at {position} could be read")
    return page


def entries(source: Source, view: SegmentView, position: int) -> Iterator[Entry]:
    """Headers of the batches from `position`, which must be where one begins, to the segment's end, with absolute positions.

    :raises OSError, NotInMemory:
    :raises CorruptRecords: no batch stands where one should.
    """
    return walk(source.codec.scan, partial(source.read, view), position, view.size, view.paths[LOG])


def _entry(page: bytes, slot: int, base_offset: int) -> OffsetPosition:
    place = slot * ENTRY_BYTES
    offset = base_offset + int.from_bytes(page[place : place + 4], "big", signed=True)
    return OffsetPosition(offset, int.from_bytes(page[place + 4 : place + 8], "big", signed=True))


def _last_up_to(source: Source, view: SegmentView, target: int, column: int) -> OffsetPosition | None:
    """The last entry of the index file whose offset (column 0) or position (column 1) is at most `target`; None where there is none."""
    count = source.index_entries(view)
    base = view.base_offset
    low, high = 0, -(-count // _ENTRIES_PER_PAGE)
    while low < high:  # The first page that begins behind the target.
        middle = (low + high) // 2
        if _entry(source.index_page(view, middle), 0, base)[column] <= target:
            low = middle + 1
        else:
            high = middle
    if not low:
        return None
    page = source.index_page(view, low - 1)
    low, high = 0, len(page) // ENTRY_BYTES
    while low < high:
        middle = (low + high) // 2
        if _entry(page, middle, base)[column] <= target:
            low = middle + 1
        else:
            high = middle
    found = _entry(page, low - 1, base)
    if found.offset < base or not 0 <= found.position < view.size:
        raise CorruptIndex(f"{view.paths[OFFSET_INDEX]}: {tuple(found)} lies outside of the segment")
    return found


def _pointed_at(source: Source, view: SegmentView, indexed: OffsetPosition) -> Entry:
    """The batch that an entry of the index file points to.

    :raises CorruptIndex: there is none, or it is another one.
    """
    position = indexed.position
    try:
        entry = header_entry(source.read(view, position, min(BATCH_OVERHEAD, view.size - position)), position)
    except CorruptRecords as error:
        raise CorruptIndex(f"{view.paths[OFFSET_INDEX]}: {tuple(indexed)} points to no batch: {error}") from error
    if position + entry.size > view.size or not view.base_offset <= entry.base_offset <= min(indexed.offset, entry.last_offset):
        raise CorruptIndex(f"{view.paths[OFFSET_INDEX]}: {tuple(indexed)} points to the batch with offset {entry.base_offset}")
    return entry


def find(source: Source, view: SegmentView, offset: int) -> Entry | None:
    """The first batch whose last offset is at or behind `offset`; None where the segment ends before it.

    :raises OSError, CorruptRecords, CorruptIndex, NotInMemory:
    """
    position = 0
    indexed = _last_up_to(source, view, offset, 0) if view.index is None else view.index.lookup(offset)
    if indexed is not None and indexed.position:
        if view.is_from_files and not view.is_made_anew:
            _pointed_at(source, view, indexed)
        position = indexed.position
    for entry in entries(source, view, position):
        if entry.last_offset >= offset:
            return entry
    return None


def begins_before(source: Source, view: SegmentView, position: int) -> int:
    """Where a batch begins, at `position` or before it, by the index; 0 where that has none.

    :raises OSError, CorruptIndex, NotInMemory:
    """
    if position <= 0:
        return 0
    indexed = _last_up_to(source, view, position, 1) if view.index is None else view.index.last_at_or_before_position(position)
    if indexed is None or not indexed.position:
        return 0
    _pointed_at(source, view, indexed)
    return indexed.position


class Cut(NamedTuple):
    """Where a slice of limited size ends: between two batches."""

    end: int
    next_offset: int
    #: The slice is the first batch alone, which is larger than the limit.
    oversized: bool


def cut(source: Source, view: SegmentView, start: int, max_bytes: int) -> Cut:
    """The end of the slice from `start` on that fits into `max_bytes`: at a batch that the index names, or else of the last that fits.

    :raises OSError, CorruptRecords, CorruptIndex, NotInMemory:
    """
    limit = start + max_bytes
    indexed = _last_up_to(source, view, limit, 1) if view.index is None else view.index.last_at_or_before_position(limit)
    if indexed is not None and indexed.position > start:
        try:
            return Cut(indexed.position, _pointed_at(source, view, indexed).base_offset, False)
        except CorruptIndex:
            if not view.is_made_anew:
                raise
    end = start
    next_offset = -1
    for entry in entries(source, view, start):
        if end == start and entry.size > max_bytes:
            return Cut(start + entry.size, entry.last_offset + 1, True)
        if end + entry.size > limit:
            break
        end += entry.size
        next_offset = entry.last_offset + 1
    return Cut(end, next_offset, False)


#: Timestamp, offset and leader epoch of a record.
Stamped = tuple[int, int, int]


def find_timestamp(source: Source, view: SegmentView, target_ms: int, start_offset: int, upper_bound: int) -> tuple[Stamped | None, bool]:
    """The first record in [start_offset, upper_bound) with a timestamp of at least `target_ms`, and whether the search ends here, found or
    not.

    :raises OSError, CorruptRecords, CorruptIndex, NotInMemory:
    """
    indexed = source.time_entry(view, target_ms)
    is_none = indexed.timestamp_ms < 0
    if not view.base_offset <= indexed.offset or indexed.timestamp_ms > target_ms or (is_none and indexed.offset != view.base_offset):
        raise CorruptIndex(f"{view.paths[TIME_INDEX]}: {tuple(indexed)} lies outside of the segment")
    from_offset = max(indexed.offset, start_offset)
    first = find(source, view, from_offset)
    is_read = view.is_from_files and not is_none and from_offset == indexed.offset
    if is_read and (first is None or first.base_offset > indexed.offset or first.max_timestamp != indexed.timestamp_ms):
        if not view.is_made_anew:
            raise CorruptIndex(f"{view.paths[TIME_INDEX]}: {tuple(indexed)} is not what stands in the batches")
        first = find(source, view, max(view.base_offset, start_offset))
    if first is None:
        return None, False
    for entry in entries(source, view, first.position):
        if entry.base_offset >= upper_bound:
            return None, True
        if entry.max_timestamp < target_ms or entry.last_offset < start_offset:
            continue
        batch = source.batch(view, entry)
        source.codec.check_crc(batch)
        found = source.codec.find_timestamp(batch, 0, target_ms, start_offset)
        if found is not None:
            timestamp, offset = found
            return ((timestamp, offset, entry.partition_leader_epoch) if offset < upper_bound else None), True
    return None, False


def find_largest(source: Source, view: SegmentView, largest: TimestampOffset) -> Stamped | None:
    """The first record with the timestamp of `largest`, which is the segment's largest. Raises as `find_timestamp`."""
    first = find(source, view, largest.offset)
    for entry in () if first is None else entries(source, view, first.position):
        if entry.max_timestamp == largest.timestamp_ms:
            batch = source.batch(view, entry)
            source.codec.check_crc(batch)
            found = source.codec.find_timestamp(batch, 0, largest.timestamp_ms)
            if found is not None:
                return found[0], found[1], entry.partition_leader_epoch
    return None
