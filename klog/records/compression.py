"""The codecs of record batches: one table, one pair of functions.

What comes from outside is measured before it is decompressed: gzip goes through zlib's own bound; of snappy, lz4 and zstd the block
headers tell the most that can come out, a buffer of that size or of the limit is made, whichever is smaller, and the decompressor stops
at its end. So a bomb costs at most the limit and is an `InvalidRecords`. Compressed data must be whole and end where the batch ends.
Java reads several gzip members and zstd frames behind each other, and so does klog.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import NamedTuple

import cramjam

from klog.records import lz4_frame, snappy_stream
from klog.records.contract import Buffer, Codec, InvalidRecords, UnsupportedCodec

#: Used where the bytes are our own log's, checked when they came in.
TRUSTED_LIMIT_BYTES = (1 << 31) - 1

_GZIP = 16 + zlib.MAX_WBITS
#: Each further member costs a copy of what is left, so there must not be many; nobody is known to send a second one.
_MOST_GZIP_MEMBERS = 64
_ZSTD_MAGIC = 0xFD2FB528
_ZSTD_SKIPPABLE = 0x184D2A50
_ZSTD_BLOCK_BYTES = 128 << 10


class CodecInfo(NamedTuple):
    """One row of the codec table. Levels are those of Kafka's ``compression.<codec>.level`` (``CompressionType.java``)."""

    codec: Codec
    #: As in ``compression.type``.
    name: str
    lowest_level: int
    highest_level: int
    default_level: int
    #: The first message format that may carry it.
    since_magic: int
    compress: Callable[[Buffer, int | None, int], bytes]
    decompress: Callable[[Buffer, int, int], Buffer]


def compress(codec: int, data: Buffer, level: int | None = None, *, magic: int = 2) -> bytes:
    """`data` compressed for a batch or wrapper message of `magic`, in the shape that Java writes.

    :param level: Kafka's level for this codec; None is its default.
    :raises UnsupportedCodec: no such codec, or none that `magic` may carry.
    :raises ValueError: no such level.
    """
    row = info(codec, magic)
    if level is not None and row.codec in _LEVELLED and level != row.default_level and not row.lowest_level <= level <= row.highest_level:
        raise ValueError(f"{row.name} has levels {row.lowest_level} to {row.highest_level}, not {level}")
    return row.compress(data, level, magic)


def decompress(codec: int, data: Buffer, limit_bytes: int, *, magic: int = 2) -> Buffer:
    """What is in `data`, at most `limit_bytes`; for codec none it is `data` itself.

    :raises UnsupportedCodec: no such codec, or none that `magic` may carry.
    :raises InvalidRecords: the data is not whole, is something else, or holds more.
    """
    return info(codec, magic).decompress(data, limit_bytes, magic)


def info(codec: int, magic: int = 2) -> CodecInfo:
    """The row of `codec`.

    :raises UnsupportedCodec: no such codec, or none that `magic` may carry.
    """
    row = CODECS.get(codec)
    if row is None:
        raise UnsupportedCodec(f"there is no codec {codec}")
    if magic < row.since_magic:
        raise UnsupportedCodec(f"{row.name} cannot stand in messages of magic {magic}")
    return row


def _as_it_is(data: Buffer, level: int | None, magic: int) -> bytes:
    return bytes(data)


def _unchanged(data: Buffer, limit_bytes: int, magic: int) -> Buffer:
    return data


def _gzip_compress(data: Buffer, level: int | None, magic: int) -> bytes:
    # zlib itself is twice as fast at this as cramjam's gzip.
    compressor = zlib.compressobj(-1 if level is None else level, zlib.DEFLATED, _GZIP)
    return compressor.compress(data) + compressor.flush()


def _gzip_decompress(data: Buffer, limit_bytes: int, magic: int) -> Buffer:
    rest: Buffer = data
    parts: list[bytes] = []
    left = limit_bytes
    for _ in range(_MOST_GZIP_MEMBERS):
        member = zlib.decompressobj(_GZIP)
        try:
            # One byte more than allowed: 0 would mean "no limit".
            part = member.decompress(rest, left + 1)
        except zlib.error as error:
            raise InvalidRecords(f"not gzip: {error}") from None
        left -= len(part)
        if left < 0:
            raise InvalidRecords(f"gzip data of more than {limit_bytes} bytes")
        if not member.eof:
            raise InvalidRecords("gzip data ends too early")
        parts.append(part)
        if not member.unused_data:
            return parts[0] if len(parts) == 1 else b"".join(parts)
        rest = memoryview(data)[len(data) - len(member.unused_data) :]
    raise InvalidRecords(f"gzip data of more than {_MOST_GZIP_MEMBERS} members")


def _snappy_compress(data: Buffer, level: int | None, magic: int) -> bytes:
    return snappy_stream.compress(memoryview(data))


def _snappy_decompress(data: Buffer, limit_bytes: int, magic: int) -> Buffer:
    return snappy_stream.decompress(memoryview(data), limit_bytes)


def _lz4_compress(data: Buffer, level: int | None, magic: int) -> bytes:
    return lz4_frame.compress(data, level, broken_checksum=magic == 0)


def _lz4_decompress(data: Buffer, limit_bytes: int, magic: int) -> Buffer:
    return lz4_frame.decompress(memoryview(data), limit_bytes, any_checksum=magic == 0)


def _zstd_compress(data: Buffer, level: int | None, magic: int) -> bytes:
    return bytes(cramjam.zstd.compress(data, _ZSTD_DEFAULT_LEVEL if level is None else level))


def _zstd_decompress(data: Buffer, limit_bytes: int, magic: int) -> Buffer:
    view = memoryview(data)
    most = _zstd_most(view, limit_bytes)
    out = bytearray(min(most, limit_bytes))
    try:
        written = cramjam.zstd.decompress_into(view, out)
    except cramjam.DecompressionError as error:
        if most > limit_bytes and "whole buffer" in str(error):
            raise InvalidRecords(f"zstd data of more than {limit_bytes} bytes") from None
        raise InvalidRecords(f"not zstd: {error}") from None
    del out[written:]
    return out


def _zstd_most(view: memoryview, limit_bytes: int) -> int:
    """The most bytes that the frames in `view` can hold, by their headers (RFC 8878); counting stops above `limit_bytes`."""
    position = most = frames = 0
    end = len(view)
    try:
        while position < end:
            (frame_magic,) = struct.unpack_from("<I", view, position)
            position += 4
            if frame_magic & ~0xF == _ZSTD_SKIPPABLE:
                position += 4 + int(struct.unpack_from("<I", view, position)[0])
                continue
            if frame_magic != _ZSTD_MAGIC:
                raise InvalidRecords(f"not zstd: {frame_magic:#010x} where a frame should begin")
            frames += 1
            content, position = _zstd_frame_header(view, position)
            frame_most, last = 0, False
            while not last:
                word = int.from_bytes(view[position : position + 3], "little")
                if end - position < 3:
                    raise InvalidRecords("zstd data ends too early")
                last, kind, size = bool(word & 1), word >> 1 & 3, word >> 3
                if size > _ZSTD_BLOCK_BYTES or kind == 3:
                    raise InvalidRecords(f"not zstd: a block of kind {kind} and {size} bytes")
                # Kinds: 0 as it is, 1 one byte repeated, 2 compressed.
                position += 3 + (1 if kind == 1 else size)
                if most + frame_most <= limit_bytes:
                    frame_most += _ZSTD_BLOCK_BYTES if kind == 2 else size
            if content.has_checksum:
                position += 4
            most += frame_most if content.size is None else min(frame_most, content.size)
    except (struct.error, IndexError):
        raise InvalidRecords("zstd data ends too early") from None
    if position != end or not frames:
        raise InvalidRecords("zstd data ends too early")
    return most


class _ZstdFrame(NamedTuple):
    size: int | None
    has_checksum: bool


def _zstd_frame_header(view: memoryview, position: int) -> tuple[_ZstdFrame, int]:
    descriptor = view[position]
    position += 1
    single_segment = bool(descriptor & 0x20)
    if not single_segment:
        position += 1
    position += (0, 1, 2, 4)[descriptor & 3]
    size_bytes = (1 if single_segment else 0, 2, 4, 8)[descriptor >> 6]
    size = None
    if size_bytes:
        if len(view) - position < size_bytes:
            raise InvalidRecords("zstd data ends too early")
        size = int.from_bytes(view[position : position + size_bytes], "little") + (256 if size_bytes == 2 else 0)
    return _ZstdFrame(size, bool(descriptor & 0x04)), position + size_bytes


_ZSTD_DEFAULT_LEVEL = 3
_LEVELLED = frozenset({Codec.GZIP, Codec.LZ4, Codec.ZSTD})

#: The codec table, by number.
CODECS: dict[int, CodecInfo] = {
    row.codec: row
    for row in (
        CodecInfo(Codec.NONE, "none", 0, 0, 0, 0, _as_it_is, _unchanged),
        CodecInfo(Codec.GZIP, "gzip", 1, 9, -1, 0, _gzip_compress, _gzip_decompress),
        CodecInfo(Codec.SNAPPY, "snappy", 0, 0, 0, 0, _snappy_compress, _snappy_decompress),
        CodecInfo(Codec.LZ4, "lz4", 1, 17, lz4_frame.DEFAULT_LEVEL, 0, _lz4_compress, _lz4_decompress),
        CodecInfo(Codec.ZSTD, "zstd", -131072, 22, _ZSTD_DEFAULT_LEVEL, 2, _zstd_compress, _zstd_decompress),
    )
}
