"""Building v2 batches in plain Python; the layout stands in ``batch``.

The base timestamp is the first record's, as Java has it (``MemoryRecordsBuilder.java``); the max timestamp is the largest, -1 at least.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from klog.records import compression
from klog.records.batch import CHECKED_HEADER, CODEC_MASK
from klog.records.contract import BATCH_OVERHEAD, LOG_OVERHEAD, Codec, Header
from klog.records.crc32c import crc32c
from klog.records.varint import encode, wrapped

_NO_KEY = encode(-1)
_LARGEST_BATCH = (1 << 31) - 1


def build_batch(
    records: Sequence[tuple[int, bytes | None, bytes | None, Sequence[Header]]],
    *,
    base_offset: int = 0,
    codec: Codec = Codec.NONE,
    compression_level: int | None = None,
    attributes: int = 0,
    partition_leader_epoch: int = -1,
    producer_id: int = -1,
    producer_epoch: int = -1,
    base_sequence: int = -1,
    offset_deltas: Sequence[int] | None = None,
) -> bytes:
    """See `RecordsCodec.build_batch`.

    :raises ValueError: no records, another number of `offset_deltas`, deltas that do not rise, or more than 2 GiB.
    """
    check_deltas(len(records), offset_deltas)
    base_timestamp = records[0][0]
    max_timestamp = -1
    body = bytearray()
    for index, (timestamp, key, value, headers) in enumerate(records):
        if timestamp > max_timestamp:
            max_timestamp = timestamp
        delta = index if offset_deltas is None else offset_deltas[index]
        body += record_bytes(timestamp - base_timestamp, delta, key, value, headers)
    last_delta = len(records) - 1 if offset_deltas is None else offset_deltas[-1]
    return assemble(
        bytes(body),
        base_offset,
        codec,
        compression_level,
        attributes,
        partition_leader_epoch,
        last_delta,
        base_timestamp,
        max_timestamp,
        producer_id,
        producer_epoch,
        base_sequence,
        len(records),
    )


def record_bytes(timestamp_delta: int, offset_delta: int, key: bytes | None, value: bytes | None, headers: Sequence[Header]) -> bytes:
    """One record as it stands in a batch, its length in front. The difference of timestamps may have more than 64 bits: it wraps."""
    record = b"".join(
        (
            b"\0",
            encode(wrapped(timestamp_delta)),
            encode(offset_delta),
            _NO_KEY if key is None else encode(len(key)) + key,
            _NO_KEY if value is None else encode(len(value)) + value,
            encode(len(headers)),
            *map(_header, headers),
        )
    )
    return encode(len(record)) + record


def check_deltas(count: int, offset_deltas: Sequence[int] | None) -> None:
    """Refuse what no batch can be: see `build_batch`."""
    if not count:
        raise ValueError("a batch has at least one record")
    if offset_deltas is None:
        return
    if len(offset_deltas) != count:
        raise ValueError(f"{len(offset_deltas)} offset deltas for {count} records")
    if any(later <= earlier for earlier, later in zip([-1, *offset_deltas], offset_deltas, strict=False)):
        raise ValueError("offset deltas must rise from 0 or more")


def assemble(
    body: bytes,
    base_offset: int,
    codec: int,
    compression_level: int | None,
    attributes: int,
    partition_leader_epoch: int,
    last_offset_delta: int,
    base_timestamp: int,
    max_timestamp: int,
    producer_id: int,
    producer_epoch: int,
    base_sequence: int,
    record_count: int,
) -> bytes:
    """Compress the records' bytes and put the header before them."""
    data = compression.compress(codec, body, compression_level) if codec else body
    size = BATCH_OVERHEAD + len(data)
    if size - LOG_OVERHEAD > _LARGEST_BATCH:
        raise ValueError(f"a batch of {size} bytes is too large for its format")
    checked = CHECKED_HEADER.pack(
        attributes & ~CODEC_MASK | codec,
        last_offset_delta,
        base_timestamp,
        max_timestamp,
        producer_id,
        producer_epoch,
        base_sequence,
        record_count,
    )
    crc = crc32c(data, crc32c(checked))
    return b"".join((struct.pack(">qiibI", base_offset, size - LOG_OVERHEAD, partition_leader_epoch, 2, crc), checked, data))


def _header(header: Header) -> bytes:
    key, value = header
    name = key.encode("utf-8", "surrogateescape")
    return encode(len(name)) + name + (_NO_KEY if value is None else encode(len(value)) + value)
