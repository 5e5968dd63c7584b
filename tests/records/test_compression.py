"""klog.records.compression"""

from __future__ import annotations

import gzip
import tracemalloc
import zlib

import cramjam
from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.records import compression
from klog.records.contract import Codec, InvalidRecords, UnsupportedCodec

DATA = b"2026-11-21 12:00:00 INFO some.Class: a line of a log\n" * 3000


def decompressed(codec: int, data: bytes, limit: int = 1 << 24, magic: int = 2) -> bytes:
    return bytes(compression.decompress(codec, data, limit, magic=magic))


def zstd_stream(data: bytes) -> bytes:
    """A frame without its content's size, as Java writes it."""
    compressor = cramjam.zstd.Compressor(3)
    compressor.compress(data)
    return bytes(compressor.finish())


class CompressionTests(SynchronousTestCase):
    @settings(deadline=None)
    @given(st.sampled_from(list(Codec)), st.binary(max_size=2000), st.integers(0, 80))
    def test_round_trip(self, codec: Codec, data: bytes, repeat: int) -> None:
        data *= repeat
        packed = compression.compress(codec, data)
        for view in (packed, bytearray(packed), memoryview(b"x" + packed)[1:]):
            self.assertEqual(bytes(compression.decompress(codec, view, len(data))), data)

    def test_levels(self) -> None:
        for codec, levels in ((Codec.GZIP, (-1, 1, 9)), (Codec.LZ4, (1, 9, 17)), (Codec.ZSTD, (-5, 1, 3, 19, 22)), (Codec.SNAPPY, (7,))):
            for level in levels:
                self.assertEqual(decompressed(codec, compression.compress(codec, DATA, level)), DATA)
        for codec, level in ((Codec.GZIP, 0), (Codec.GZIP, 10), (Codec.LZ4, 0), (Codec.LZ4, 18), (Codec.ZSTD, 23)):
            self.assertRaises(ValueError, compression.compress, codec, DATA, level)
        self.assertLess(len(compression.compress(Codec.GZIP, DATA, 9)), len(compression.compress(Codec.GZIP, DATA, 1)))

    def test_codecs_that_are_none(self) -> None:
        for codec in (5, 6, 7):
            self.assertRaises(UnsupportedCodec, compression.compress, codec, DATA)
            self.assertRaises(UnsupportedCodec, compression.decompress, codec, DATA, 1)
        for magic in (0, 1):
            self.assertRaises(UnsupportedCodec, compression.compress, Codec.ZSTD, DATA, magic=magic)
            self.assertRaises(UnsupportedCodec, compression.decompress, Codec.ZSTD, DATA, 1, magic=magic)

    def test_the_wrong_lz4_checksum_is_for_magic_0(self) -> None:
        old = compression.compress(Codec.LZ4, DATA, magic=0)
        self.assertEqual(decompressed(Codec.LZ4, old, magic=0), DATA)
        for magic in (1, 2):
            self.assertRaises(InvalidRecords, decompressed, Codec.LZ4, old, magic=magic)

    def test_bombs_cost_no_more_than_the_limit(self) -> None:
        zeros = bytes(64 << 20)
        for codec in (Codec.GZIP, Codec.SNAPPY, Codec.LZ4, Codec.ZSTD):
            shapes = [compression.compress(codec, zeros)]
            if codec is Codec.ZSTD:
                shapes.append(zstd_stream(zeros))
            for bomb in shapes:
                tracemalloc.start()
                try:
                    self.assertRaises(InvalidRecords, decompressed, codec, bomb, 1 << 20)
                    self.assertLess(tracemalloc.get_traced_memory()[1], 8 << 20)
                finally:
                    tracemalloc.stop()

    def test_every_cut_and_every_garbage_is_named(self) -> None:
        for codec in (Codec.GZIP, Codec.SNAPPY, Codec.LZ4, Codec.ZSTD):
            packed = compression.compress(codec, b"short and not so short " * 5)
            for cut in range(len(packed)):
                if codec is Codec.SNAPPY and cut == 16:
                    continue  # a framing header and no block is an empty stream
                self.assertRaises(InvalidRecords, decompressed, codec, packed[:cut])
            for tail in (b"\0", b"garbage", b"\xff" * 40):
                self.assertRaises(InvalidRecords, decompressed, codec, packed + tail)

    def test_gzip_members(self) -> None:
        two = gzip.compress(b"one ") + gzip.compress(b"two")
        self.assertEqual(decompressed(Codec.GZIP, two), b"one two")
        self.assertRaises(InvalidRecords, decompressed, Codec.GZIP, two, 6)
        self.assertEqual(decompressed(Codec.GZIP, two, 7), b"one two")
        self.assertRaises(InvalidRecords, decompressed, Codec.GZIP, gzip.compress(b"") * 100_000)
        self.assertRaises(InvalidRecords, decompressed, Codec.GZIP, zlib.compress(b"zlib"))

    def test_zstd_frames(self) -> None:
        skippable = b"\x53\x2a\x4d\x18\x03\0\0\0abc"
        frames = compression.compress(Codec.ZSTD, b"one ") + skippable + zstd_stream(b"two " * 100_000)
        self.assertEqual(decompressed(Codec.ZSTD, frames), b"one " + b"two " * 100_000)
        self.assertRaises(InvalidRecords, decompressed, Codec.ZSTD, skippable)
        for size in (0, 1, 255, 256, 65_791, 65_792, 200_000):
            for shape in (compression.compress(Codec.ZSTD, b"x" * size), zstd_stream(b"x" * size)):
                self.assertEqual(decompressed(Codec.ZSTD, shape, size), b"x" * size)
                if size:
                    self.assertRaises(InvalidRecords, decompressed, Codec.ZSTD, shape, size - 1)

    def test_every_changed_byte_is_an_error_or_data(self) -> None:
        for codec in (Codec.GZIP, Codec.SNAPPY, Codec.LZ4, Codec.ZSTD):
            packed = compression.compress(codec, b"short and not so short " * 5)
            for at in range(len(packed)):
                for change in (1, 2, 4, 8, 16, 32, 64, 128, 255):
                    changed = packed[:at] + bytes((packed[at] ^ change,)) + packed[at + 1 :]
                    try:
                        self.assertLessEqual(len(decompressed(codec, changed, 1 << 16)), 1 << 16)
                    except InvalidRecords:
                        pass
