"""klog.records.snappy_stream"""

from __future__ import annotations

import struct

import cramjam
from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.records import snappy_stream
from klog.records.contract import InvalidRecords

DATA = b"snappy, raw and framed; " * 4000


class SnappyTests(SynchronousTestCase):
    def test_the_framing_is_javas(self) -> None:
        framed = snappy_stream.compress(DATA)
        self.assertEqual(framed[:16], b"\x82SNAPPY\0" + b"\0\0\0\1" + b"\0\0\0\1")
        (length,) = struct.unpack_from(">i", framed, 16)
        self.assertEqual(bytes(cramjam.snappy.decompress_raw(framed[20 : 20 + length])), DATA[: 32 << 10])

    @settings(deadline=None)
    @given(st.binary(max_size=2000), st.integers(0, 60))
    def test_both_shapes_come_back(self, data: bytes, repeat: int) -> None:
        data *= repeat
        for shape in (snappy_stream.compress(data), snappy_stream.compress_raw(data)):
            self.assertEqual(bytes(snappy_stream.decompress(shape, len(data))), data)

    def test_streams_behind_each_other(self) -> None:
        twice = snappy_stream.compress(DATA) + snappy_stream.compress(b"more")
        self.assertEqual(bytes(snappy_stream.decompress(twice, 1 << 20)), DATA + b"more")

    def test_the_limit_is_a_limit(self) -> None:
        for shape in (snappy_stream.compress(DATA), snappy_stream.compress_raw(DATA)):
            self.assertEqual(len(snappy_stream.decompress(shape, len(DATA))), len(DATA))
            self.assertRaises(InvalidRecords, snappy_stream.decompress, shape, len(DATA) - 1)

    def test_lies_about_the_size(self) -> None:
        raw = snappy_stream.compress_raw(b"x" * 100)
        for size in (b"\xff\xff\xff\x0f", b"\xff\xff\xff\xff\x0f", b"\x65", b"\x00"):
            self.assertRaises(InvalidRecords, snappy_stream.decompress, size + raw[1:], 1 << 40)

    def test_every_cut_and_garbage(self) -> None:
        framed = snappy_stream.compress(DATA)
        for cut in (*range(1, 40), len(framed) - 1):
            if cut != 16:
                self.assertRaises(InvalidRecords, snappy_stream.decompress, framed[:cut], 1 << 20)
        for bad in (b"", b"\xff" * 9, framed + b"\0", framed + b"\0\0\0\5abc", framed + b"\xff\xff\xff\xff"):
            self.assertRaises(InvalidRecords, snappy_stream.decompress, bad, 1 << 20)
        newer = framed[:8] + b"\0\0\0\0" + b"\0\0\0\2" + framed[16:]
        self.assertEqual(bytes(snappy_stream.decompress(newer, 1 << 20)), DATA)
