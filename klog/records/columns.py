"""Fetched batches as columns: offsets, timestamps, keys, values and headers of many records in a few buffers, no object per record.

The buffers are laid out as Apache Arrow lays out its arrays (native byte order, 32-bit offsets, bitmaps from the lowest bit), but nothing
here knows Arrow: whoever hands data to Spark or writes Parquet wraps them without a copy.

It goes in two passes. `outline` looks at the batch headers alone and says how many rows there can be and where the answer ends, so that
buffers are made once and the next fetch leaves before this one is decoded. A `PlainColumnCursor` then walks the records of a range of
offsets, copies each value once, and gives pieces of about so many bytes. What does not belong to the range is stepped over, as in
``views``: records before `start` and from `end` on, control batches, batches without records, and those named in `skip`. A fault never
takes away what stood before it: the records up to it are handed out, the next `take` raises, and `skip_batch` goes on behind the bad batch.

``klog.records._columns`` is the same in Cython; both are tested against each other, faults included.
"""

from __future__ import annotations

import enum
import re
from array import array
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from klog.records import batch as plain
from klog.records.contract import BATCH_OVERHEAD, CONTROL, Buffer, InvalidRecords, Record, RecordsError
from klog.records.contract import TimestampType as TimestampType
from klog.records.contract import timestamp_type_of as old_kind
from klog.records.faults import Fault, invalid
from klog.records.views import LARGEST_OFFSET, bad_delta, bad_offsets, converted, incomplete

#: What a row counts besides its key, value and headers, and a header besides its key and value, where pieces are bounded by bytes.
ROW_BYTES = 40
HEADER_BYTES = 16
#: The largest piece: so much of keys and values stays below 2 GiB, which 32-bit offsets can say, whatever is counted on top.
LARGEST_PIECE_BYTES = 512 << 20
#: The least that a record takes: its length and six more numbers, one byte each.
SMALLEST_RECORD = 7
_INT64_MAX = (1 << 63) - 1
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}".encode()
#: Half of a character of UTF-16, as three bytes or two of them: for Java one bad character, for Python as many as there are bytes.
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]?")
_MICROSECONDS = 1000


class Wanted(enum.IntFlag):
    """What is decoded; the rest is only checked."""

    KEY = 1
    VALUE = 2
    OFFSET = 4
    TIMESTAMP = 8
    TIMESTAMP_TYPE = 16
    HEADERS = 32


class Outline(NamedTuple):
    """What batch headers tell of fetched bytes."""

    #: No more records than this have an offset in the range.
    rows: int
    #: Behind the last whole batch; -1 where there is none.
    next_offset: int
    #: Bytes of the whole batches.
    size: int
    #: Whether one of them is compressed.
    is_compressed: bool


class BinaryColumn(NamedTuple):
    """Strings of bytes: row i is ``data[offsets[i]:offsets[i + 1]]``."""

    #: int32, one more than there are rows.
    offsets: Buffer
    data: Buffer
    #: One bit a row, set where it is not null; None where none is null.
    validity: Buffer | None
    null_count: int


class HeaderColumn(NamedTuple):
    """Lists of headers: row i has the entries `list_offsets`[i] to `list_offsets`[i + 1]. A record without headers has a null list."""

    list_offsets: Buffer
    validity: Buffer | None
    null_count: int
    #: UTF-8; bytes that are none stand as U+FFFD, as Java reads them.
    keys: BinaryColumn
    values: BinaryColumn


class RawColumns:
    """Some records in a row, as columns. A column that was not wanted is None."""

    __slots__ = ("headers", "key", "next_offset", "offsets", "rows", "timestamp_types", "timestamps_us", "value")

    def __init__(
        self,
        rows: int,
        next_offset: int,
        offsets: Buffer | None,
        timestamps_us: Buffer | None,
        timestamp_types: Buffer | None,
        key: BinaryColumn | None,
        value: BinaryColumn | None,
        headers: HeaderColumn | None,
    ) -> None:
        self.rows = rows
        #: Where reading goes on behind them.
        self.next_offset = next_offset
        #: int64.
        self.offsets = offsets
        #: int64: microseconds since 1970; -1000 for a record without a time, as Spark's own source has it.
        self.timestamps_us = timestamps_us
        #: int32: `TimestampType`.
        self.timestamp_types = timestamp_types
        self.key = key
        self.value = value
        self.headers = headers


class TimestampOverflow(InvalidRecords):
    """A record's milliseconds do not fit 64 bits of microseconds."""

    def __init__(self, offset: int, timestamp_ms: int, batch_index: int) -> None:
        super().__init__(f"the record at offset {offset} has timestamp {timestamp_ms} ms, which is no number of microseconds", batch_index)
        self.offset = offset
        self.timestamp_ms = timestamp_ms


class Skipped(NamedTuple):
    """A bad batch that was stepped over."""

    base_offset: int
    #: Where reading goes on.
    next_offset: int
    #: How many records the batch says it has, those that were handed out before the fault not counted; 1 where it cannot be told.
    records: int


def headers_too_large(index: int) -> InvalidRecords:
    """Header keys of which 32-bit offsets could not tell the places, were none of their bytes UTF-8."""
    return InvalidRecords(f"record {index} has header keys of more than {LARGEST_PIECE_BYTES >> 20} MiB", index)


def text(key: bytes) -> bytes:
    """A header's key as UTF-8, whatever its bytes are; where they are none, as Java's decoder has it."""
    return _SURROGATE.sub(_REPLACEMENT, key).decode("utf-8", "replace").encode()


def outline(data: Buffer, start: int, end: int) -> Outline:
    """What the batch headers of `data` tell of the offsets from `start` to before `end`. Ends at bytes that are no batch."""
    position = rows = 0
    after = -1
    compressed = False
    try:
        while found := plain.step(data, position):
            size, magic = found
            base = int.from_bytes(data[position : position + 8], "big", signed=True)
            codec = data[position + 22 if magic == 2 else position + 17] & plain.CODEC_MASK
            if magic == 2:
                delta = int.from_bytes(data[position + 23 : position + 27], "big", signed=True)
                count = max(0, int.from_bytes(data[position + 57 : position + 61], "big", signed=True))
                if data[position + 22] & CONTROL:
                    count = 0
                elif not codec:
                    count = min(count, (size - BATCH_OVERHEAD) // SMALLEST_RECORD)
                first = base
            else:
                delta, count = 0, 1
                # How many stand in a wrapper is not known; it has the offset of the last.
                first = 0 if codec else base
                count = _INT64_MAX if codec else 1
            if base < 0 or delta < 0 or base + delta > LARGEST_OFFSET:
                break
            rows += max(0, min(count, min(base + delta + 1, end) - max(first, start)))
            start = max(start, base + delta + 1)
            after = max(after, base + delta + 1)
            compressed = compressed or codec != 0
            position += size
    except RecordsError:
        pass
    return Outline(rows, after, position, compressed)


def behind(data: Buffer, position: int, next_offset: int) -> tuple[Skipped, int]:
    """Where to go on behind the bad batch at `position`, of which the records before `next_offset` are done; and the position there.

    The header of a batch whose checksum is wrong is not to be trusted, so the batch that follows in the answer tells where it begins.
    Without one, the header is believed where its figures fit each other. What cannot be stepped over costs the rest of the answer and
    one offset.
    """
    end = len(data)
    try:
        found = plain.step(data, position)
    except RecordsError:
        found = None
    if found is None:
        return Skipped(next_offset, next_offset + 1, 1), end
    size, magic = found
    base = int.from_bytes(data[position : position + 8], "big", signed=True)
    if magic == 2:
        delta = int.from_bytes(data[position + 23 : position + 27], "big", signed=True)
        count = int.from_bytes(data[position + 57 : position + 61], "big", signed=True)
    else:
        delta, count = 0, 1
    after = base + delta + 1
    if base < 0 or count < 0 or not count - 1 <= delta or not next_offset < after <= _INT64_MAX:
        base, after, count = next_offset, next_offset + 1, 1
    try:
        follows = plain.step(data, position + size)
    except RecordsError:
        follows = None
    if follows is not None and follows[1] == 2:
        later = int.from_bytes(data[position + size : position + size + 8], "big", signed=True)
        if next_offset < later <= LARGEST_OFFSET:
            after = later
    return Skipped(base, after, min(count, after - base)), position + size


class _Binary:
    """A `BinaryColumn` in the making."""

    def __init__(self) -> None:
        self.offsets = array("i", [0])
        self.data = bytearray()
        self.nulls: list[int] = []

    def add(self, item: bytes | None) -> None:
        if item is None:
            self.nulls.append(len(self.offsets) - 1)
        else:
            self.data += item
        self.offsets.append(len(self.data))

    def done(self) -> BinaryColumn:
        validity = bitmap(len(self.offsets) - 1, self.nulls)
        return BinaryColumn(memoryview(self.offsets).cast("B"), bytes(self.data), validity, len(self.nulls))


def bitmap(rows: int, nulls: list[int]) -> bytes | None:
    """The bits of `rows` rows of which those in `nulls` are null."""
    if not nulls:
        return None
    bits = bytearray(b"\xff" * (rows // 8) + bytes([(1 << rows % 8) - 1] if rows % 8 else b""))
    for row in nulls:
        bits[row >> 3] &= ~(1 << (row & 7))
    return bytes(bits)


class _Filling:
    """A `RawColumns` in the making."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.rows = 0
        self.offsets = array("q")
        self.timestamps = array("q")
        self.types = array("i")
        self.key = _Binary()
        self.value = _Binary()
        self.lists = array("i", [0])
        self.no_list: list[int] = []
        self.header_keys = _Binary()
        self.header_values = _Binary()
        self.total = 0

    def cost(self, record: Record) -> int:
        total = ROW_BYTES
        if self.wanted & Wanted.KEY:
            total += len(record.key or b"")
        if self.wanted & Wanted.VALUE:
            total += len(record.value or b"")
        if self.wanted & Wanted.HEADERS:
            for header in record.headers:
                total += HEADER_BYTES + len(header.key.encode("utf-8", "surrogateescape")) + len(header.value or b"")
        return total

    def add(self, record: Record, kind: int, index: int) -> None:
        microseconds = record.timestamp_ms * _MICROSECONDS
        if self.wanted & Wanted.TIMESTAMP and not -_INT64_MAX - 1 <= microseconds <= _INT64_MAX:
            raise TimestampOverflow(record.offset, record.timestamp_ms, index)
        if self.wanted & Wanted.HEADERS:
            keys = [header.key.encode("utf-8", "surrogateescape") for header in record.headers]
            if sum(len(key) for key in keys) > LARGEST_PIECE_BYTES:
                raise headers_too_large(index)
            for key, header in zip(keys, record.headers, strict=True):
                self.header_keys.add(text(key))
                self.header_values.add(header.value)
            if not keys:
                self.no_list.append(self.rows)
            self.lists.append(len(self.header_keys.offsets) - 1)
        if self.wanted & Wanted.OFFSET:
            self.offsets.append(record.offset)
        if self.wanted & Wanted.TIMESTAMP:
            self.timestamps.append(microseconds)
        if self.wanted & Wanted.TIMESTAMP_TYPE:
            self.types.append(kind)
        if self.wanted & Wanted.KEY:
            self.key.add(record.key)
        if self.wanted & Wanted.VALUE:
            self.value.add(record.value)
        self.rows += 1

    def done(self, next_offset: int) -> RawColumns:
        headers = None
        if self.wanted & Wanted.HEADERS:
            headers = HeaderColumn(
                memoryview(self.lists).cast("B"),
                bitmap(self.rows, self.no_list),
                len(self.no_list),
                self.header_keys.done(),
                self.header_values.done(),
            )
        return RawColumns(
            self.rows,
            next_offset,
            memoryview(self.offsets).cast("B") if self.wanted & Wanted.OFFSET else None,
            memoryview(self.timestamps).cast("B") if self.wanted & Wanted.TIMESTAMP else None,
            memoryview(self.types).cast("B") if self.wanted & Wanted.TIMESTAMP_TYPE else None,
            self.key.done() if self.wanted & Wanted.KEY else None,
            self.value.done() if self.wanted & Wanted.VALUE else None,
            headers,
        )


class PlainColumnCursor:
    """A place in one partition's fetched bytes.

    :param data: batches back to back; an incomplete one at the end is left out, as brokers cut there. Kept until all is taken.
    :param start: records below it are not handed out.
    :param end: nor are those from it on; batches behind it are not looked at.
    :param wanted: of `Wanted`.
    :param skip: positions in `data` of batches that are not handed out (aborted transactions).
    :param max_uncompressed_bytes: the most that one batch may hold.
    :param check_crc: whether checksums are looked at.
    """

    def __init__(
        self,
        data: Buffer,
        *,
        start: int,
        end: int,
        wanted: int,
        skip: Collection[int] = (),
        max_uncompressed_bytes: int = 100 << 20,
        check_crc: bool = True,
    ) -> None:
        #: Where it goes on: the offset behind all that was handed out or stepped over, `end` at most.
        self.next_offset = start
        self._data = data
        self._end = end
        self._wanted = wanted
        self._skip = frozenset(skip)
        self._limit = max_uncompressed_bytes
        self._check_crc = check_crc
        #: Where the batch stands that is open or comes next, and the one behind it.
        self._position = 0
        self._behind = 0
        self._open: Iterator[tuple[int, Record]] | None = None
        #: A record of the open batch that did not fit the piece before.
        self._left: tuple[int, Record] | None = None
        self._kind = 0
        self._after = start
        self._error: RecordsError | None = None
        #: Records of the open batch that are done, handed out or not.
        self._done = 0
        if start < end:
            try:
                if len(data) and plain.step(data, 0) is None:
                    self._error = incomplete(len(data))
            except RecordsError as error:
                self._error = error.again()

    def take(self, max_bytes: int) -> RawColumns | None:
        """The next records, at least one where there is one: as many as keep below `max_bytes` with what they take in the columns that are
        wanted, `ROW_BYTES` each and `HEADER_BYTES` a header. None where nothing is left.

        :raises RecordsError: a wrong checksum or bad bytes at `next_offset`; again on each call until `skip_batch`.
        """
        filling = _Filling(self._wanted)
        if self._error is None:
            try:
                self._take(filling, min(max_bytes, LARGEST_PIECE_BYTES))
            except RecordsError as error:
                self._open = None
                self._error = error.again()
        if filling.rows:
            return filling.done(self.next_offset)
        if self._error is not None:
            raise self._error.again()
        return None

    def skip_batch(self) -> Skipped:
        """After `take` raised: go on behind the bad batch.

        :raises ValueError: nothing was raised.
        """
        if self._error is None:
            raise ValueError("there is no bad batch to skip")
        skipped, self._behind = behind(self._data, self._position, self.next_offset)
        skipped = skipped._replace(records=max(skipped.records - self._done, 0))
        self._error = None
        self._position = self._behind
        self._move(skipped.next_offset)
        return skipped

    def _move(self, offset: int) -> None:
        self.next_offset = max(self.next_offset, min(offset, self._end))

    def _take(self, filling: _Filling, max_bytes: int) -> None:
        while self.next_offset < self._end:
            if self._open is None:
                if not self._next_batch():
                    return
                continue
            found = self._left or next(self._open, None)
            self._left = None
            if found is None:
                self._close()
                continue
            index, record = found
            if record.offset >= self._end:
                self._close()
                self._move(self._end)
                return
            if record.offset >= self.next_offset:
                cost = filling.cost(record)
                if filling.rows and filling.total + cost > max_bytes:
                    self._left = found
                    return
                filling.add(record, self._kind, index)
                filling.total += cost
                self.next_offset = record.offset + 1
            self._done = index + 1

    def _close(self) -> None:
        self._open = None
        self._position = self._behind
        self._move(self._after)

    def _next_batch(self) -> bool:
        """Open or step over one batch; whether there was one that concerns the range."""
        position = self._position
        self._done = 0
        found = plain.step(self._data, position)
        if found is None:
            return False
        size, magic = found
        skipped = position in self._skip
        if magic == 2:
            header = plain.read_header(self._data, position)
            last = header.base_offset + header.last_offset_delta
            if header.base_offset < 0 or header.last_offset_delta < 0 or last > LARGEST_OFFSET:
                raise bad_offsets(header.base_offset, header.last_offset_delta)
            if header.base_offset >= self._end:
                self._move(self._end)
                return False
            if last >= self.next_offset and not skipped:
                if self._check_crc:
                    plain.check_crc(self._data, position)
                if header.record_count < 0:
                    raise invalid(Fault.COUNT, -1, header.record_count, 0)
                if header.record_count and not header.attributes & CONTROL:
                    self._kind = old_kind(2, header.attributes)
                    self._open = self._checked(self._data, position, header.last_offset_delta)
        elif skipped:
            last = self.next_offset - 1
        else:
            batch = converted(self._data, position, size, magic, self._limit)
            header = plain.read_header(batch)
            last = header.base_offset + header.last_offset_delta
            self._kind = old_kind(magic, self._data[position + 17])
            self._open = self._checked(batch, 0, header.last_offset_delta)
        self._behind = position + size
        self._after = last + 1
        if self._open is None:
            self._close()
        return True

    def _checked(self, data: Buffer, position: int, last_delta: int) -> Iterator[tuple[int, Record]]:
        base = plain.read_header(data, position).base_offset
        for index, record in enumerate(plain.batch_records(data, position, self._limit)):
            if not 0 <= record.offset - base <= last_delta:
                raise bad_delta(index, record.offset - base, last_delta)
            yield index, record


def rows_of(columns: Any) -> list[tuple[Any, ...]]:
    """The records of `columns` as tuples (offset, timestamp in µs, type, key, value, headers), None for what was not wanted: for looking at
    them one by one, in tests and error messages."""
    parts = (
        list(memoryview(columns.offsets).cast("B").cast("q")) if columns.offsets is not None else None,
        list(memoryview(columns.timestamps_us).cast("B").cast("q")) if columns.timestamps_us is not None else None,
        list(memoryview(columns.timestamp_types).cast("B").cast("i")) if columns.timestamp_types is not None else None,
        _items(columns.key, columns.rows),
        _items(columns.value, columns.rows),
        _lists(columns.headers, columns.rows),
    )
    return [tuple(None if part is None else part[row] for part in parts) for row in range(columns.rows)]


def _items(column: BinaryColumn | None, rows: int) -> list[bytes | None] | None:
    if column is None:
        return None
    places = memoryview(column.offsets).cast("B").cast("i")
    data, bits = memoryview(column.data), column.validity
    return [None if _is_null(bits, row) else bytes(data[places[row] : places[row + 1]]) for row in range(rows)]


def _lists(column: HeaderColumn | None, rows: int) -> list[list[tuple[str, bytes | None]] | None] | None:
    if column is None:
        return None
    places = memoryview(column.list_offsets).cast("B").cast("i")
    keys, values = _items(column.keys, places[rows]) or [], _items(column.values, places[rows]) or []
    pairs = [((key or b"").decode(), value) for key, value in zip(keys, values, strict=True)]
    return [None if _is_null(column.validity, row) else pairs[places[row] : places[row + 1]] for row in range(rows)]


def _is_null(bits: Buffer | None, row: int) -> bool:
    return bits is not None and not bits[row >> 3] >> (row & 7) & 1
