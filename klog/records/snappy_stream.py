"""Snappy as Kafka's clients write it: raw, or in the framing of xerial's snappy-java.

Java writes the framing, librdkafka one raw block; readers take both, and know the framing by its first eight bytes::

    82 "SNAPPY" 00 | int32 version 1 | int32 oldest compatible version 1 | { int32 length | raw block } ...

The versions are not looked at, as in Java. A further header between blocks begins a further stream, as in concatenated files
(``SnappyInputStream.java``).
"""

from __future__ import annotations

import struct

import cramjam

from klog.records.contract import InvalidRecords

MAGIC = b"\x82SNAPPY\x00"
_HEADER = struct.Struct(">8sii")
#: snappy-java's block size.
BLOCK_BYTES = 32 << 10
#: The densest element of the format makes 64 bytes of 3.
_MOST_PER_BYTE = 22
_VERSION = 1


def compress(data: bytes | memoryview) -> bytes:
    """`data` in xerial's framing, as Java producers write it."""
    parts = [_HEADER.pack(MAGIC, _VERSION, _VERSION)]
    for start in range(0, len(data), BLOCK_BYTES):
        block = bytes(cramjam.snappy.compress_raw(data[start : start + BLOCK_BYTES]))
        parts += (struct.pack(">i", len(block)), block)
    return b"".join(parts)


def compress_raw(data: bytes | memoryview) -> bytes:
    """`data` as one raw block, as librdkafka writes it."""
    return bytes(cramjam.snappy.compress_raw(data))


def decompress(data: bytes | memoryview, limit_bytes: int) -> bytearray:
    """What is in `data`, raw or framed.

    :raises InvalidRecords: not snappy, or more than `limit_bytes`.
    """
    view = memoryview(data)
    blocks = list(_blocks(view)) if view[:8] == MAGIC else [view]
    total = sum(sizes := [_declared_size(block, limit_bytes) for block in blocks])
    if total > limit_bytes:
        raise InvalidRecords(f"snappy data of {total} bytes, {limit_bytes} are allowed")
    out = bytearray(total)
    target = memoryview(out)
    position = 0
    for block, size in zip(blocks, sizes, strict=True):
        try:
            written = cramjam.snappy.decompress_raw_into(block, target[position : position + size]) if size else 0
        except cramjam.DecompressionError as error:
            raise InvalidRecords(f"not snappy: {error}") from None
        if written != size:
            raise InvalidRecords(f"a snappy block of {written} bytes declares {size}")
        position += size
    return out


def _blocks(view: memoryview) -> list[memoryview]:
    """The raw blocks inside xerial's framing."""
    blocks = []
    position = 0
    end = len(view)
    while position < end:
        if view[position : position + 8] == MAGIC:
            if end - position < _HEADER.size:
                raise InvalidRecords("a snappy stream ends inside its header")
            position += _HEADER.size
            continue
        if end - position < 4:
            raise InvalidRecords("a snappy stream ends inside a block's length")
        (size,) = struct.unpack_from(">i", view, position)
        position += 4
        if size < 0 or size > end - position:
            raise InvalidRecords(f"a snappy block has length {size} where {end - position} bytes are left")
        blocks.append(view[position : position + size])
        position += size
    return blocks


def _declared_size(block: memoryview, limit_bytes: int) -> int:
    """The size that a raw block declares, refused before anything is allocated where it cannot be true."""
    if not len(block):
        raise InvalidRecords("not snappy: no bytes at all")
    try:
        size = int(cramjam.snappy.decompress_raw_len(block))
    except cramjam.DecompressionError as error:
        raise InvalidRecords(f"not snappy: {error}") from None
    if size > limit_bytes:
        raise InvalidRecords(f"snappy data of {size} bytes, {limit_bytes} are allowed")
    if size > _MOST_PER_BYTE * len(block):
        raise InvalidRecords(f"not snappy: {len(block)} bytes cannot hold {size}")
    if not size and len(block) > 1:
        raise InvalidRecords(f"not snappy: {len(block) - 1} bytes behind an empty block")
    return size
