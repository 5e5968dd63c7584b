"""Columns of many records into batches of many partitions, in plain Python; ``_encode.pyx`` is the same in C.

A table comes as plain buffers in Arrow's layout (`Rows`): for each column offsets, data and a bitmap of what is not null. Two passes:

1. `route` says for each row which *filler* it goes to. Fillers are numbered by the caller: ``firsts[code] + partition`` for the topic with
   that code. A row's partition is the one it names; else Java's hash of its key; else (``by_value``) the hash of its value; else it is left
   to the caller, who lets such rows stay with one partition for a batch's worth of them: route ``-1 - code``.
2. `fill` appends rows to their fillers and stops where one is full, so that the caller can close that batch and go on with the same row.

A `PlainFiller` is a batch that grows; `PlainFiller.close` gives its records' bytes, compressed, for `klog.records.appending.head`.
No Python object stands for a record in the C version.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

from klog.records.appending import Body, PlainAppender
from klog.records.contract import BATCH_OVERHEAD, Buffer
from klog.records.murmur import murmur2
from klog.records.varint import encode as number

#: A row's route that means: leave it out.
SKIP = -(1 << 31)

#: Why `fill` stopped, in place of a filler's number: it is done; a record is larger than a batch may be; a header without a name.
DONE = -1
TOO_LARGE = -2
NAMELESS_HEADER = -3

#: What a record takes at most beside key, value and headers, as Java reckons (``DefaultRecord.MAX_RECORD_OVERHEAD``).
MAX_RECORD_OVERHEAD = 21


class Cells(NamedTuple):
    """A column of bytes (Arrow's binary and string, and their large forms)."""

    #: int32 each, int64 where `is_wide`; one more than rows.
    offsets: Buffer
    data: Buffer
    #: A bit for each row, set where it is not null; None: nothing is null.
    validity: Buffer | None = None
    #: Where the first row stands in offsets and validity.
    first: int = 0
    is_wide: bool = False


class HeaderCells(NamedTuple):
    """A column of lists of (key, value)."""

    #: int32 each; positions in `keys` and `values`.
    offsets: Buffer
    keys: Cells
    values: Cells
    validity: Buffer | None = None
    first: int = 0


class Numbers(NamedTuple):
    """A column of numbers: int32 for partitions, int64 for timestamps."""

    data: Buffer
    validity: Buffer | None = None
    first: int = 0


class Rows(NamedTuple):
    """Some records as columns; what is None is null in all of them."""

    length: int
    value: Cells
    key: Cells | None = None
    headers: HeaderCells | None = None
    #: Microseconds since 1970; a row without one is of now.
    timestamps_us: Numbers | None = None


class PlainFiller:
    """A batch that grows by `fill`.

    :ivar size: bytes of its records, uncompressed; :ivar count: how many they are.
    """

    def __init__(self) -> None:
        self._appender = PlainAppender()

    @property
    def size(self) -> int:
        """See above."""
        return self._appender.size

    @property
    def count(self) -> int:
        """See above."""
        return self._appender.count

    def close(self, codec: int = 0, level: int | None = None) -> Body:
        """The records; the filler is empty and may begin again.

        :raises ValueError: there are none, or no such level.
        """
        return self._appender.close(codec, level)


def route(
    rows: Rows,
    routes: bytearray,
    firsts: Sequence[int],
    counts: Sequence[int],
    *,
    codes: Numbers | None = None,
    partitions: Numbers | None = None,
    by_value: bool = False,
) -> int:
    """Fill `routes` (int32 for each row); see the module.

    :param firsts: by topic code, the number of the filler of its partition 0; :param counts: how many partitions it has.
    :param codes: each row's topic code, not null; None: all have 0.
    :param partitions: what rows say themselves; null: nothing.
    :returns: the first row that names a partition that its topic does not have, -1 where there is none.
    :raises ValueError: a topic code that is not there, or `routes` is too short.
    """
    out = memoryview(routes).cast("i")
    if len(out) < rows.length or len(firsts) != len(counts):
        raise ValueError("there is no room for all routes")
    for row in range(rows.length):
        code = 0 if codes is None else _number(codes, row, "i")
        if code is None or not 0 <= code < len(firsts):
            raise ValueError(f"row {row} has topic code {code}, there are {len(firsts)}")
        partition = None if partitions is None else _number(partitions, row, "i")
        if partition is None:
            hashed = None if rows.key is None else _cell(rows.key, row)
            if hashed is None and by_value:
                hashed = _cell(rows.value, row) or b""
            if hashed is None:
                out[row] = -1 - code
                continue
            partition = murmur2(hashed) % counts[code]
        elif not 0 <= partition < counts[code]:
            return row
        out[row] = firsts[code] + partition
    return -1


def fill(
    rows: Rows,
    start: int,
    routes: Buffer,
    fillers: Sequence[PlainFiller],
    sticky: Sequence[int],
    *,
    limit_bytes: int,
    largest_bytes: int,
    now_ms: int,
) -> tuple[int, int]:
    """Append rows from `start` on to their fillers until one is full.

    :param routes: of `route`. :param sticky: by topic code, the filler of rows whose partition is free.
    :param limit_bytes: of a batch's records, uncompressed; an empty filler takes one record in any case.
    :param largest_bytes: the most that a record may take as a batch of its own, by Java's reckoning.
    :returns: (row to go on with, filler that is full), or the number of rows and DONE, or the row at fault and TOO_LARGE or
        NAMELESS_HEADER.
    """
    where = memoryview(routes).cast("i")
    for row in range(start, rows.length):
        target = where[row]
        if target == SKIP:
            continue
        if target < 0:
            target = sticky[-1 - target]
        key = None if rows.key is None else _cell(rows.key, row)
        value = _cell(rows.value, row)
        headers = _headers(rows.headers, row)
        if headers is None:
            return row, NAMELESS_HEADER
        if _java_size(key, value, headers) > largest_bytes:
            return row, TOO_LARGE
        timestamp = None if rows.timestamps_us is None else _number(rows.timestamps_us, row, "q")
        timestamp_ms = now_ms if timestamp is None else timestamp // 1000
        named = [(name.decode("utf-8", "surrogateescape"), content) for name, content in headers]
        if fillers[target]._appender.append(timestamp_ms, key, value, named, limit_bytes) < 0:
            return row, target
    return rows.length, DONE


def record_size(rows: Rows, row: int) -> int:
    """How large a batch of this one record may become, by Java's reckoning (``AbstractRecords.estimateSizeInBytesUpperBound``), bytes."""
    key = None if rows.key is None else _cell(rows.key, row)
    return _java_size(key, _cell(rows.value, row), _headers(rows.headers, row) or [])


def record_of(rows: Rows, row: int) -> tuple[bytes | None, bytes | None, list[tuple[bytes, bytes | None]], int | None]:
    """Key, value, headers and timestamp (µs; None where it has none) of one row; for what happens rarely."""
    key = None if rows.key is None else _cell(rows.key, row)
    timestamp = None if rows.timestamps_us is None else _number(rows.timestamps_us, row, "q")
    return key, _cell(rows.value, row), _headers(rows.headers, row) or [], timestamp


def _java_size(key: bytes | None, value: bytes | None, headers: Sequence[tuple[bytes, bytes | None]]) -> int:
    size = BATCH_OVERHEAD + MAX_RECORD_OVERHEAD + _field_size(key) + _field_size(value) + len(number(len(headers)))
    return size + sum(_field_size(name) + _field_size(content) for name, content in headers)


def _field_size(data: bytes | None) -> int:
    return 1 if data is None else len(number(len(data))) + len(data)


def _is_null(validity: Buffer | None, place: int) -> bool:
    return validity is not None and not memoryview(validity)[place >> 3] >> (place & 7) & 1


def _cell(cells: Cells, row: int) -> bytes | None:
    place = cells.first + row
    if _is_null(cells.validity, place):
        return None
    start, end = struct.unpack_from("=qq" if cells.is_wide else "=ii", cells.offsets, place * (8 if cells.is_wide else 4))
    return bytes(memoryview(cells.data)[start:end])


def _number(numbers: Numbers, row: int, kind: str) -> int | None:
    place = numbers.first + row
    if _is_null(numbers.validity, place):
        return None
    found: int = struct.unpack_from("=" + kind, numbers.data, place * struct.calcsize(kind))[0]
    return found


def _headers(headers: HeaderCells | None, row: int) -> list[tuple[bytes, bytes | None]] | None:
    """None where a header has no name."""
    if headers is None or _is_null(headers.validity, headers.first + row):
        return []
    start, end = struct.unpack_from("=ii", headers.offsets, (headers.first + row) * 4)
    found = []
    for place in range(start, end):
        name = _cell(headers.keys, place)
        if name is None:
            return None
        found.append((name, _cell(headers.values, place)))
    return found
