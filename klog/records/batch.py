"""Reading v2 batches in plain Python: the header, the walk over the records, the records themselves.

A batch is 61 bytes of header and then `record_count` records, compressed as one block or not (``DefaultRecordBatch.java``)::

    0 base offset i64 | 8 length i32 (what follows) | 12 leader epoch i32 | 16 magic i8 = 2 | 17 CRC-32C u32 of all that follows it
    21 attributes i16 | 23 last offset delta i32 | 27 base timestamp i64 | 35 max timestamp i64
    43 producer id i64 | 51 producer epoch i16 | 53 base sequence i32 | 57 record count i32 | 61 records

A record (``DefaultRecord.java``) is a length and then, in this order, each number a zig-zag varint::

    attributes i8 | timestamp delta | offset delta | key length (-1: null), key | value length (-1: null), value
    header count | { key length, key (UTF-8, not null) | value length (-1: null), value } ...

The walk is written twice, here and in ``_fast.pyx``; both stop at the same `Fault` with the same figures. Order of the
checks: length, timestamp, offset, key, value, headers, end of the record; then the next; then the end of the batch.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence

from klog.records import compression
from klog.records.contract import (
    BATCH_OVERHEAD,
    CONTROL,
    LOG_APPEND_TIME,
    LOG_OVERHEAD,
    TRANSACTIONAL,
    BatchFacts,
    BatchHeader,
    Buffer,
    Codec,
    CopiedRun,
    CorruptRecords,
    Entry,
    Header,
    Ordinary,
    OrdinaryRun,
    PlacedBatch,
    Record,
    RecordsError,
)
from klog.records.crc32c import crc32c
from klog.records.faults import Fault, bad_position, invalid, no_header, torn, wrong_crc, wrong_magic, wrong_size
from klog.records.sequences import increment_sequence
from klog.records.varint import Overlong, Truncated, decode, wrapped

HEADER = struct.Struct(">qiibIhiqqqhii")
#: Attributes to record count: the part of the header that the CRC covers.
CHECKED_HEADER = struct.Struct(">hiqqqhii")
CRC_START = 21
CODEC_MASK = 0x07
#: Sizes by magic, everything included.
SMALLEST_ENTRY = (26, 34, BATCH_OVERHEAD)
_MAGIC_AT = 16
LONG_MIN, LONG_MAX = -(1 << 63), (1 << 63) - 1
_UTF8 = ("utf-8", "surrogateescape")


def read_header(buffer: Buffer, position: int = 0) -> BatchHeader:
    """See `RecordsCodec.read_header`."""
    available = len(buffer) - position
    if position < 0:
        raise bad_position(position)
    if available < BATCH_OVERHEAD:
        raise no_header(position, available)
    base_offset, length, epoch, magic, *rest = HEADER.unpack_from(buffer, position)
    if magic != 2:
        raise wrong_magic(position, magic)
    size = length + LOG_OVERHEAD
    if size < BATCH_OVERHEAD:
        raise wrong_size(position, size, BATCH_OVERHEAD)
    if size > available:
        raise torn(position, size, available)
    return BatchHeader(base_offset, size, epoch, magic, *rest)


def step(buffer: Buffer, position: int) -> tuple[int, int] | None:
    """(size, magic) of the entry at `position`; None where it is incomplete.

    :raises CorruptRecords: impossible size or unknown magic.
    """
    if position < 0:
        raise bad_position(position)
    available = len(buffer) - position
    if available < LOG_OVERHEAD:
        return None
    size = int.from_bytes(buffer[position + 8 : position + 12], "big", signed=True) + LOG_OVERHEAD
    if size < SMALLEST_ENTRY[0]:
        raise wrong_size(position, size, SMALLEST_ENTRY[0])
    if available <= _MAGIC_AT:
        return None
    magic = buffer[position + _MAGIC_AT]
    if magic > 2:
        raise wrong_magic(position, magic if magic < 128 else magic - 256)
    if size < SMALLEST_ENTRY[magic]:
        raise wrong_size(position, size, SMALLEST_ENTRY[magic])
    return None if size > available else (size, magic)


def whole_entry(buffer: Buffer, position: int) -> tuple[int, int]:
    """(size, magic) of the entry at `position`, which must be there as a whole.

    :raises CorruptRecords: it is not, or is none.
    """
    found = step(buffer, position)
    if found is not None:
        return found
    available = len(buffer) - position
    size = 0 if available < LOG_OVERHEAD else int.from_bytes(buffer[position + 8 : position + 12], "big", signed=True) + LOG_OVERHEAD
    raise torn(position, size, available)


def check_crc(buffer: Buffer, position: int = 0) -> None:
    """See `RecordsCodec.check_crc`."""
    size, magic = whole_entry(buffer, position)
    view = memoryview(buffer)[position : position + size]
    if magic == 2:
        stored, computed = int.from_bytes(view[17:21], "big"), crc32c(view[CRC_START:])
    else:
        stored, computed = int.from_bytes(view[12:16], "big"), zlib.crc32(view[_MAGIC_AT:])
    if stored != computed:
        raise wrong_crc(position, stored, computed)


def scan(buffer: Buffer, position: int = 0, limit: int = -1) -> list[Entry]:
    """See `RecordsCodec.scan`."""
    entries: list[Entry] = []
    while len(entries) != limit and (found := step(buffer, position)):
        size, magic = found
        if magic == 2:
            header = read_header(buffer, position)
            entries.append(
                Entry(
                    position,
                    size,
                    2,
                    header.base_offset,
                    header.base_offset + header.last_offset_delta,
                    header.max_timestamp,
                    header.partition_leader_epoch,
                    header.attributes,
                    header.producer_id,
                    header.producer_epoch,
                    header.base_sequence,
                    header.record_count,
                )
            )
        else:
            offset = int.from_bytes(buffer[position : position + 8], "big", signed=True)
            attributes = buffer[position + 17]
            timestamp = int.from_bytes(buffer[position + 18 : position + 26], "big", signed=True) if magic else -1
            count = -1 if attributes & CODEC_MASK else 1
            entries.append(Entry(position, size, magic, offset, offset, timestamp, -1, attributes, -1, -1, -1, count))
        position += size
    return entries


def records_of(header: BatchHeader, buffer: Buffer, position: int, limit_bytes: int) -> Buffer:
    """The records' bytes of the batch with `header` at `position`, decompressed."""
    data = memoryview(buffer)[position + BATCH_OVERHEAD : position + header.size]
    return compression.decompress(header.attributes & CODEC_MASK, data, limit_bytes)


def check_batch(buffer: Buffer, position: int = 0, *, max_uncompressed_bytes: int = 100 << 20) -> BatchFacts:
    """See `RecordsCodec.check_batch`."""
    header = read_header(buffer, position)
    computed = crc32c(memoryview(buffer)[position + CRC_START : position + header.size])
    if header.crc != computed:
        raise wrong_crc(position, header.crc, computed)
    compression.info(header.attributes & CODEC_MASK)
    count = header.record_count
    if count <= 0:
        raise invalid(Fault.COUNT, -1, count, 0)
    if header.last_offset_delta != count - 1:
        raise invalid(Fault.OFFSET_RANGE, -1, count, header.last_offset_delta)
    data = records_of(header, buffer, position, max_uncompressed_bytes)
    max_timestamp, delta_of_max, min_timestamp, first_keyless = -1, -1, -1, -1
    for index, frame in enumerate(_frames(data, count, header.base_timestamp)):
        timestamp, offset_delta, key_length = frame[:3]
        if offset_delta != index:
            raise invalid(Fault.OFFSET_DELTA, index, offset_delta, index)
        if timestamp > max_timestamp or (delta_of_max < 0 and timestamp == max_timestamp):
            max_timestamp, delta_of_max = timestamp, index
        if timestamp != -1 and (timestamp < min_timestamp or min_timestamp == -1):
            min_timestamp = timestamp
        if key_length < 0 and first_keyless < 0:
            first_keyless = index
    if header.attributes & LOG_APPEND_TIME:
        max_timestamp = min_timestamp = header.max_timestamp
        delta_of_max = 0
    return BatchFacts(max_timestamp, delta_of_max, min_timestamp, first_keyless, len(data))


def ordinary(buffer: Buffer, max_batch_bytes: int, max_uncompressed_bytes: int = 100 << 20) -> Ordinary | None:
    """See `RecordsCodec.ordinary`."""
    if not BATCH_OVERHEAD <= len(buffer) <= max_batch_bytes or buffer[16] != 2:
        return None
    header = BatchHeader(*HEADER.unpack_from(buffer))
    if (
        header.size + LOG_OVERHEAD != len(buffer)
        or header.base_offset
        or not 0 <= header.attributes & ~TRANSACTIONAL <= Codec.ZSTD
        or header.record_count <= 0
        or header.last_offset_delta != header.record_count - 1
        or (header.base_sequence < 0 if header.producer_id >= 0 else header.attributes & TRANSACTIONAL)
    ):
        return None
    facts = check_batch(buffer, max_uncompressed_bytes=max_uncompressed_bytes)
    if facts.max_timestamp != header.max_timestamp:
        return None
    return Ordinary(
        header.record_count,
        facts.max_timestamp,
        facts.min_timestamp,
        facts.first_keyless,
        header.producer_id,
        header.producer_epoch,
        header.base_sequence,
        header.attributes,
    )


def ordinary_run(
    batches: Sequence[Buffer | None],
    base_offset: int,
    partition_leader_epoch: int,
    max_batch_bytes: int,
    max_uncompressed_bytes: int = 100 << 20,
) -> OrdinaryRun | None:
    """See `RecordsCodec.ordinary_run`."""
    first: Ordinary | None = None
    next_sequence = -1
    size, offset = 0, base_offset
    placed: list[PlacedBatch] = []
    buffers: list[Buffer] = []
    for batch in batches:
        try:
            facts = None if batch is None else ordinary(batch, max_batch_bytes, max_uncompressed_bytes)
        except RecordsError:
            break
        if batch is None or facts is None:
            break
        if first is None:
            first = facts
        elif (
            facts.producer_id != first.producer_id
            or facts.producer_epoch != first.producer_epoch
            or (facts.attributes ^ first.attributes) & TRANSACTIONAL
            or (facts.producer_id >= 0 and facts.base_sequence != next_sequence)
        ):
            break
        last_sequence = -1
        if facts.producer_id >= 0:
            last_sequence = increment_sequence(facts.base_sequence, facts.record_count - 1)
            next_sequence = increment_sequence(last_sequence, 1)
        buffers += (patch(batch, offset, partition_leader_epoch), memoryview(batch)[_MAGIC_AT:])
        offset += facts.record_count
        placed.append(
            PlacedBatch(size, len(batch), offset - 1, facts.max_timestamp, facts.min_timestamp, facts.record_count, last_sequence)
        )
        size += len(batch)
    if first is None:
        return None
    return OrdinaryRun(
        first.producer_id,
        first.producer_epoch,
        first.base_sequence,
        first.attributes & TRANSACTIONAL != 0,
        size,
        offset,
        min(each.min_timestamp for each in placed),
        max(each.max_timestamp for each in placed),
        placed,
        buffers,
    )


def copied_runs(buffer: Buffer, base_offset: int, partition_leader_epoch: int) -> list[CopiedRun] | None:
    """See `RecordsCodec.copied_runs`."""
    runs: list[CopiedRun] = []
    batches: list[PlacedBatch] = []
    position, offset, next_sequence, producer = 0, base_offset, -1, (-1, -1, False)
    while position < len(buffer):
        try:
            check_crc(buffer, position)
            header = read_header(buffer, position)
        except CorruptRecords:
            return None
        count = header.record_count
        has_producer = header.producer_id >= 0
        if (
            header.base_offset != offset
            or header.partition_leader_epoch != partition_leader_epoch
            or header.attributes & CONTROL
            or count <= 0
            or header.last_offset_delta != count - 1
            or offset > LONG_MAX - 1 - count
            or (has_producer and header.base_sequence < 0)
        ):
            return None
        whose = header.producer_id, header.producer_epoch, header.attributes & TRANSACTIONAL != 0
        if batches and (whose != producer or (has_producer and header.base_sequence != next_sequence)):
            runs.append(_copied_run(producer, batches))
            batches = []
        producer, offset, last_sequence = whose, offset + count, -1
        if has_producer:
            last_sequence = increment_sequence(header.base_sequence, count - 1)
            next_sequence = increment_sequence(last_sequence, 1)
        batches.append(PlacedBatch(position, header.size, offset - 1, header.max_timestamp, -1, count, last_sequence))
        position += header.size
    if not batches:
        return None
    runs.append(_copied_run(producer, batches))
    return runs


def _copied_run(producer: tuple[int, int, bool], batches: list[PlacedBatch]) -> CopiedRun:
    return CopiedRun(*producer, batches[-1].last_offset + 1, max(each.max_timestamp for each in batches), batches)


#: timestamp, offset delta, key length, key position, value length, value position, header count, position of the headers.
_Frame = tuple[int, int, int, int, int, int, int, int]


def _frames(data: Buffer, count: int, base_timestamp: int) -> Iterator[_Frame]:
    """Walk over `count` records that must fill `data`.

    :raises InvalidRecords: at the first record that does not.
    """
    end = len(data)
    position = index = 0
    try:
        for index in range(count):
            length, position = decode(data, position, end)
            if not 0 < length <= end - position:
                raise invalid(Fault.LENGTH, index, length, end - position)
            record_end = position + length
            # The attributes of a record have no meaning yet.
            delta, position = decode(data, position + 1, record_end, 64)
            timestamp = wrapped(base_timestamp + delta)
            offset_delta, position = decode(data, position, record_end)
            key_length, key_at = decode(data, position, record_end)
            if not -1 <= key_length <= record_end - key_at:
                raise invalid(Fault.KEY_LENGTH, index, key_length, record_end - key_at)
            value_length, value_at = decode(data, key_at + max(key_length, 0), record_end)
            if not -1 <= value_length <= record_end - value_at:
                raise invalid(Fault.VALUE_LENGTH, index, value_length, record_end - value_at)
            header_count, position = decode(data, value_at + max(value_length, 0), record_end)
            # A header has two bytes at least.
            if not 0 <= header_count <= (record_end - position) // 2:
                raise invalid(Fault.HEADER_COUNT, index, header_count, record_end - position)
            headers_at = position
            for _ in range(header_count):
                size, position = decode(data, position, record_end)
                if not 0 <= size <= record_end - position:
                    raise invalid(Fault.HEADER_KEY_LENGTH, index, size, record_end - position)
                size, position = decode(data, position + size, record_end)
                if not -1 <= size <= record_end - position:
                    raise invalid(Fault.HEADER_VALUE_LENGTH, index, size, record_end - position)
                position += max(size, 0)
            if position != record_end:
                raise invalid(Fault.LEFT_OVER, index, record_end - position, 0)
            yield timestamp, offset_delta, key_length, key_at, value_length, value_at, header_count, headers_at
    except Truncated:
        raise invalid(Fault.TRUNCATED, index, 0, 0) from None
    except Overlong:
        raise invalid(Fault.OVERLONG, index, 0, 0) from None
    if position != end:
        raise invalid(Fault.TRAILING, -1, end - position, count)


def batch_records(buffer: Buffer, position: int, limit_bytes: int) -> Iterator[Record]:
    """The records of the v2 batch at `position`; offset deltas may have gaps. The CRC is not looked at."""
    header = read_header(buffer, position)
    if header.record_count < 0:
        raise invalid(Fault.COUNT, -1, header.record_count, 0)
    if not header.record_count:
        return
    data = records_of(header, buffer, position, limit_bytes)
    view = memoryview(data)
    append_time = header.max_timestamp if header.attributes & LOG_APPEND_TIME else None
    for frame in _frames(data, header.record_count, header.base_timestamp):
        timestamp, offset_delta, key_length, key_at, value_length, value_at, header_count, headers_at = frame
        yield Record(
            header.base_offset + offset_delta,
            timestamp if append_time is None else append_time,
            None if key_length < 0 else bytes(view[key_at : key_at + key_length]),
            None if value_length < 0 else bytes(view[value_at : value_at + value_length]),
            _headers(view, headers_at, header_count) if header_count else (),
        )


def _headers(view: memoryview, position: int, count: int) -> tuple[Header, ...]:
    headers = []
    for _ in range(count):
        size, position = decode(view, position, len(view))
        key = str(view[position : position + size], *_UTF8)
        size, position = decode(view, position + size, len(view))
        headers.append(Header(key, None if size < 0 else bytes(view[position : position + size])))
        position += max(size, 0)
    return tuple(headers)


def find_timestamp(buffer: Buffer, position: int, target_ms: int, minimum_offset: int = 0) -> tuple[int, int] | None:
    """See `RecordsCodec.find_timestamp`, for a v2 batch."""
    header = read_header(buffer, position)
    if header.record_count < 0:
        raise invalid(Fault.COUNT, -1, header.record_count, 0)
    if not header.record_count:
        return None
    data = records_of(header, buffer, position, compression.TRUSTED_LIMIT_BYTES)
    for frame in _frames(data, header.record_count, header.base_timestamp):
        timestamp = header.max_timestamp if header.attributes & LOG_APPEND_TIME else frame[0]
        offset = header.base_offset + frame[1]
        if timestamp >= target_ms and offset >= minimum_offset:
            return timestamp, offset
    return None


def patch(batch: Buffer, base_offset: int, partition_leader_epoch: int) -> bytes:
    """See `RecordsCodec.patch`."""
    return base_offset.to_bytes(8, "big", signed=True) + batch[8:12] + partition_leader_epoch.to_bytes(4, "big", signed=True)


def stamp(batch: Buffer, base_offset: int, partition_leader_epoch: int, max_timestamp: int, log_append_time: bool) -> bytes:
    """See `RecordsCodec.stamp`."""
    header = read_header(batch)
    attributes = header.attributes & ~LOG_APPEND_TIME | (LOG_APPEND_TIME if log_append_time else 0)
    checked = CHECKED_HEADER.pack(attributes, header.last_offset_delta, header.base_timestamp, max_timestamp, *header[9:])
    crc = crc32c(memoryview(batch)[BATCH_OVERHEAD : header.size], crc32c(checked))
    return struct.pack(">qiibI", base_offset, header.size - LOG_OVERHEAD, partition_leader_epoch, 2, crc) + checked
