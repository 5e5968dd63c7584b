"""Record batches, right ones and ones that are wrong in one place."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

import cramjam

from klog.records.contract import BATCH_OVERHEAD, Codec, Header
from klog.records.crc32c import crc32c
from klog.records.implementations import codec
from klog.records.legacy import message_bytes
from klog.records.varint import encode

#: Where the fields of a batch's header stand, and how they are packed.
FIELDS = {
    "base_offset": (0, ">q"),
    "length": (8, ">i"),
    "leader_epoch": (12, ">i"),
    "magic": (16, ">b"),
    "crc": (17, ">I"),
    "attributes": (21, ">h"),
    "last_offset_delta": (23, ">i"),
    "base_timestamp": (27, ">q"),
    "max_timestamp": (35, ">q"),
    "producer_id": (43, ">q"),
    "producer_epoch": (51, ">h"),
    "base_sequence": (53, ">i"),
    "record_count": (57, ">i"),
}


def batch(
    base_ms: int,
    count: int = 3,
    *,
    codec_: int = 0,
    key: bool = True,
    value: bytes = b"value",
    attributes: int = 0,
    producer: tuple[int, int, int] = (-1, -1, -1),
    headers: Sequence[Header] = (),
    step_ms: int = 10,
) -> bytes:
    """`count` records from `base_ms` on."""
    records = [(base_ms + index * step_ms, b"k%d" % index if key else None, value + b"%d" % index, headers) for index in range(count)]
    producer_id, epoch, sequence = producer
    return codec.build_batch(
        records, codec=Codec(codec_), attributes=attributes, producer_id=producer_id, producer_epoch=epoch, base_sequence=sequence
    )


def seal(data: bytes) -> bytes:
    """Length and checksum made right again."""
    data = data[:8] + struct.pack(">i", len(data) - 12) + data[12:]
    return data[:17] + struct.pack(">I", crc32c(data[21:])) + data[21:]


def altered(data: bytes, **fields: int) -> bytes:
    """The batch with other header fields; the checksum is made anew unless it, the length or what is outside it is what changes."""
    found = bytearray(data)
    for name, number in fields.items():
        position, form = FIELDS[name]
        struct.pack_into(form, found, position, number)
    if not fields.keys() & {"crc", "length", "magic"}:
        found[17:21] = struct.pack(">I", crc32c(bytes(found[21:])))
    return bytes(found)


def with_body(data: bytes, body: bytes) -> bytes:
    """The batch's header before other records, sealed."""
    return seal(data[:BATCH_OVERHEAD] + body)


def record(
    delta: int, timestamp_delta: int = 0, key: bytes | None = b"k", value: bytes | None = b"v", tail: bytes = b"\0", attributes: int = 0
) -> bytes:
    """One record of format 2; `tail` is its header count and headers."""
    body = bytes([attributes]) + encode(timestamp_delta) + encode(delta)
    for part in (key, value):
        body += encode(-1) if part is None else encode(len(part)) + part
    body += tail
    return encode(len(body)) + body


def old(magic: int, base_ms: int, count: int = 3, *, value: bytes = b"value", offset: int = 0) -> bytes:
    """A message set of `count` plain entries."""
    return b"".join(
        message_bytes(magic, offset + index, base_ms + index * 10 if magic else -1, b"k%d" % index, value + b"%d" % index)
        for index in range(count)
    )


def old_wrapped(magic: int, base_ms: int, codec_: int, count: int = 3) -> bytes:
    """The same in one compressed wrapper."""
    from klog.records import compression

    inside = old(magic, base_ms, count)
    timestamp = base_ms + (count - 1) * 10 if magic else -1
    return message_bytes(magic, count - 1, timestamp, None, compression.compress(codec_, inside, magic=magic), codec_)


def old_sealed(data: bytes) -> bytes:
    """One message-set entry with its size and checksum made right again."""
    data = data[:8] + struct.pack(">i", len(data) - 12) + data[12:]
    return data[:12] + struct.pack(">I", zlib.crc32(data[16:])) + data[16:]


def bomb(codec_: int, size: int) -> bytes:
    """A batch whose few bytes decompress to `size` zero bytes."""
    zeros = bytes(size)
    match Codec(codec_):
        case Codec.GZIP:
            packed = bytes(cramjam.gzip.compress(zeros))
        case Codec.SNAPPY:
            packed = bytes(cramjam.snappy.compress_raw(zeros))
        case Codec.LZ4:
            packed = bytes(cramjam.lz4.compress(zeros))
        case _:
            packed = bytes(cramjam.zstd.compress(zeros))
    return seal(altered(batch(1_700_000_000_000, 1), attributes=codec_)[:BATCH_OVERHEAD] + packed)
