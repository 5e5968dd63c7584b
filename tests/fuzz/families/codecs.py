"""Compressed data: what each codec unpacks, up to a bound that is given, for every format of messages."""

from __future__ import annotations

import gzip
import struct
from collections.abc import Callable

import cramjam

from klog.records import compression, lz4_frame, snappy_stream
from klog.records.contract import Codec, InvalidRecords, UnsupportedCodec
from tests.fuzz.family import Decoder

CAP_BYTES = 256 << 10
_TEXTS = (b"a line of a log, and words that repeat " * 40, b"x", bytes(range(256)) * 3, b"")
#: A decompressor may hold its output and a copy of it.
_OUTPUT_BYTES = 2 * CAP_BYTES


def _unpack(codec: int, magic: int) -> Callable[[bytes], object]:
    def decode(data: bytes) -> object:
        found = compression.decompress(codec, data, CAP_BYTES, magic=magic)
        assert codec == Codec.NONE or len(found) <= CAP_BYTES
        return found

    return decode


def _mended_lz4(data: bytes) -> bytes:
    """With a header checksum that is right."""
    found = bytearray(data)
    if len(found) < 7:
        return data
    found[:4] = lz4_frame.MAGIC
    end = 14 if found[4] & 0x08 else 6
    if len(found) > end:
        found[end] = lz4_frame.header_checksum(bytes(found[4:end]))
    return bytes(found)


def _seeds(codec: Codec, magic: int) -> list[bytes]:
    found = [compression.compress(codec, text, magic=magic) for text in _TEXTS]
    if codec is Codec.GZIP:
        found += [gzip.compress(_TEXTS[0]) + gzip.compress(_TEXTS[1]), gzip.compress(b"named", 1)]
    elif codec is Codec.SNAPPY:
        found += [snappy_stream.compress_raw(text) for text in _TEXTS[:3]]
        found.append(found[0] + found[1])
    elif codec is Codec.LZ4:
        for checksum in (True, False):
            compressor = cramjam.lz4.Compressor(level=3, content_checksum=checksum, block_linked=False)
            compressor.compress(_TEXTS[0])
            found.append(bytes(compressor.finish()))
    elif codec is Codec.ZSTD:
        found += [found[0] + found[1], struct.pack("<II", 0x184D2A50, 3) + b"abc" + found[0], bytes(cramjam.zstd.compress(_TEXTS[0], 19))]
    return found


def _bombs(codec: Codec) -> list[bytes]:
    """Much more than the bound, of zeros; for zstd also blocks that announce much and hold nothing."""
    found = [compression.compress(codec, bytes(8 << 20), magic=2)]
    if codec is Codec.ZSTD:
        # A frame without a content size: empty raw blocks, and blocks of one repeated byte.
        head = struct.pack("<I", 0xFD2FB528) + b"\x00\x58"
        found.append(head + struct.pack("<I", 128 << 10 << 3 | 1 << 1)[:3] * 1 + b"x" + b"\x01\0\0")
        found.append(head + (struct.pack("<I", (128 << 10) << 3 | 2)[:3] + b"x") * 500 + b"\x01\0\0")
    return found


def decoders() -> list[Decoder]:
    """See `tests.fuzz.family`."""
    found = []
    declared = (InvalidRecords, UnsupportedCodec)
    for codec in Codec:
        for magic in (0, 1, 2):
            if codec is Codec.ZSTD and magic < 2:
                continue
            mend = _mended_lz4 if codec is Codec.LZ4 else None
            name = f"{codec.name.lower()} in magic {magic}"
            bombs = _bombs(codec) if codec is not Codec.NONE and magic == 2 else ()
            output = 0 if codec is Codec.NONE else _OUTPUT_BYTES
            found.append(Decoder(name, _unpack(codec, magic), declared, _seeds(codec, magic), mend, output, bombs=bombs))
    return [
        *found,
        Decoder(
            "lz4 frame, any header checksum",
            lambda data: lz4_frame.decompress(data, CAP_BYTES, any_checksum=True),
            declared,
            _seeds(Codec.LZ4, 0),
            output_bytes=_OUTPUT_BYTES,
        ),
        Decoder(
            "snappy stream",
            lambda data: snappy_stream.decompress(snappy_stream.MAGIC + data, CAP_BYTES),
            declared,
            [seed[8:] for seed in _seeds(Codec.SNAPPY, 2) if seed.startswith(snappy_stream.MAGIC)],
            output_bytes=_OUTPUT_BYTES,
        ),
    ]
