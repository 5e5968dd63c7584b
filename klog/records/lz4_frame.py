"""LZ4 frames as Kafka writes and reads them (``Lz4BlockOutputStream.java``, ``Lz4BlockInputStream.java``).

::

    magic 04 22 4D 18 | FLG | BD | [content size 8] | HC | { block length u32 | block | [block checksum] } ... | 0 u32 | [content checksum]

Kafka reads one frame, with independent blocks and without dictionary; so does klog, and bytes behind the frame are refused. Java
writes 64 KiB blocks and no checksums. HC is the second byte of xxHash32 over FLG to the content size. The clients of 0.8 and 0.9 took
the hash over the frame's magic, too; messages of magic 0 are read with any HC, and written with that one.
"""

from __future__ import annotations

import struct

import cramjam

from klog.records.contract import Buffer, InvalidRecords

MAGIC = b"\x04\x22\x4d\x18"
_FLG_VERSION = 0x40
_FLG_INDEPENDENT = 0x20
_FLG_BLOCK_CHECKSUM = 0x10
_FLG_CONTENT_SIZE = 0x08
_FLG_CONTENT_CHECKSUM = 0x04
_FLG_RESERVED = 0x03
_BD_64_KIB = 0x40
_STORED = 0x80000000
#: LZ4's densest sequence makes at most this many bytes of one.
_MOST_PER_BYTE = 255
#: From this level on liblz4 uses its slower, denser search.
_FIRST_HIGH_LEVEL = 3
_HIGHEST_LEVEL = 12
#: Kafka's default level, which stands for the fast search.
DEFAULT_LEVEL = 9


def compress(data: Buffer, level: int | None = None, *, broken_checksum: bool = False) -> bytes:
    """`data` as one frame. `level` is Kafka's ``compression.lz4.level``, 1 to 17; 9 and None are the fast search."""
    liblz4_level = 0 if level is None or level == DEFAULT_LEVEL else min(max(level, _FIRST_HIGH_LEVEL), _HIGHEST_LEVEL)
    compressor = cramjam.lz4.Compressor(level=liblz4_level, content_checksum=False, block_linked=False)
    compressor.compress(bytes(data))
    made = bytes(compressor.finish())
    checksums = 4 if made[4] & _FLG_BLOCK_CHECKSUM else 0
    parts = [header(broken_checksum)]
    position = 7
    while True:
        # The library adds a checksum to each block, which Java's writer does not; leave them out.
        (word,) = struct.unpack_from("<I", made, position)
        if not word:
            parts.append(b"\0\0\0\0")
            return b"".join(parts)
        end = position + 4 + (word & ~_STORED)
        parts.append(made[position:end])
        position = end + checksums


def header(broken_checksum: bool) -> bytes:
    """The seven bytes before the first block."""
    descriptor = bytes((_FLG_VERSION | _FLG_INDEPENDENT, _BD_64_KIB))
    return MAGIC + descriptor + bytes((header_checksum(MAGIC + descriptor if broken_checksum else descriptor),))


def decompress(data: bytes | memoryview, limit_bytes: int, *, any_checksum: bool = False) -> bytearray:
    """What is in the frame `data`; with `any_checksum` whatever its HC says (magic 0).

    :raises InvalidRecords: not such a frame, bytes behind it, or more than `limit_bytes`.
    """
    view = memoryview(data)
    descriptor_end, most = _measure(view, limit_bytes)
    if any_checksum:
        patched = bytearray(view)
        patched[descriptor_end] = header_checksum(patched[4:descriptor_end])
        view = memoryview(patched)
    out = bytearray(min(most, limit_bytes))
    try:
        written = cramjam.lz4.decompress_into(view, out)
    except cramjam.DecompressionError as error:
        if most > limit_bytes and "whole buffer" in str(error):
            raise InvalidRecords(f"lz4 data of more than {limit_bytes} bytes") from None
        raise InvalidRecords(f"not an lz4 frame: {error}") from None
    del out[written:]
    return out


def _measure(view: memoryview, limit_bytes: int) -> tuple[int, int]:
    """Step over the frame's blocks: position of HC, and the most bytes that it can hold."""
    end = len(view)
    if end < 7 or view[:4] != MAGIC:
        raise InvalidRecords("not an lz4 frame: it does not begin with the magic of one")
    flags, block_descriptor = view[4], view[5]
    if flags & 0xC0 != _FLG_VERSION or flags & _FLG_RESERVED or block_descriptor & 0x8F or block_descriptor >> 4 < 4:
        raise InvalidRecords(f"not an lz4 frame that Kafka reads: descriptor {flags:#04x} {block_descriptor:#04x}")
    if not flags & _FLG_INDEPENDENT:
        raise InvalidRecords("an lz4 frame with dependent blocks, which Kafka does not read")
    block_bytes = 1 << (2 * (block_descriptor >> 4) + 8)
    descriptor_end = 14 if flags & _FLG_CONTENT_SIZE else 6
    position = descriptor_end + 1
    most = 0
    while True:
        if end - position < 4:
            raise InvalidRecords("an lz4 frame ends before its end mark")
        (word,) = struct.unpack_from("<I", view, position)
        position += 4
        if not word:
            break
        size = word & ~_STORED
        if not size or size > block_bytes or size > end - position:
            raise InvalidRecords(f"an lz4 block has length {size} where {end - position} bytes are left")
        position += size + (4 if flags & _FLG_BLOCK_CHECKSUM else 0)
        if most <= limit_bytes:
            most += size if word & _STORED else min(block_bytes, size * _MOST_PER_BYTE)
    if flags & _FLG_CONTENT_CHECKSUM:
        position += 4
    if position != end:
        raise InvalidRecords(f"an lz4 frame ends at {position} of {end} bytes")
    return descriptor_end, most


_PRIME_1, _PRIME_2, _PRIME_3, _PRIME_4, _PRIME_5 = 2654435761, 2246822519, 3266489917, 668265263, 374761393
_MASK = 0xFFFFFFFF


def header_checksum(descriptor: bytes | bytearray) -> int:
    """Second byte of the xxHash32 (seed 0) of fewer than 16 bytes."""
    if len(descriptor) >= 16:
        raise ValueError("only for frame descriptors")
    value = (_PRIME_5 + len(descriptor)) & _MASK
    words = len(descriptor) // 4 * 4
    for (word,) in struct.iter_unpack("<I", descriptor[:words]):
        value = _rotated((value + word * _PRIME_3) & _MASK, 17) * _PRIME_4 & _MASK
    for byte in descriptor[words:]:
        value = _rotated((value + byte * _PRIME_5) & _MASK, 11) * _PRIME_1 & _MASK
    value = (value ^ value >> 15) * _PRIME_2 & _MASK
    value = (value ^ value >> 13) * _PRIME_3 & _MASK
    return (value ^ value >> 16) >> 8 & 0xFF


def _rotated(value: int, bits: int) -> int:
    return (value << bits | value >> (32 - bits)) & _MASK
