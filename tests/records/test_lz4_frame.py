"""klog.records.lz4_frame"""

from __future__ import annotations

import struct

import cramjam
import lz4.frame
from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.records import lz4_frame
from klog.records.contract import InvalidRecords

DATA = bytes(range(256)) * 20 + b"lz4 in independent blocks; " * 9000


def decompressed(data: bytes, limit: int = 1 << 24, *, any_checksum: bool = False) -> bytes:
    return bytes(lz4_frame.decompress(data, limit, any_checksum=any_checksum))


class Lz4FrameTests(SynchronousTestCase):
    def test_the_frame_is_javas(self) -> None:
        frame = lz4_frame.compress(DATA)
        # Magic; version 1, independent blocks, no checksums; blocks of 64 KiB; second byte of the hash.
        self.assertEqual(frame[:7].hex(), "04224d18" + "60" + "40" + "82")
        self.assertEqual(frame[-4:], b"\0\0\0\0")
        self.assertEqual(decompressed(frame), DATA)
        self.assertEqual(lz4.frame.decompress(frame), DATA)
        position = 7
        while word := struct.unpack_from("<I", frame, position)[0]:
            size = word & 0x7FFFFFFF
            self.assertLessEqual(size, 65536)
            position += 4 + size
        self.assertEqual(position + 4, len(frame))

    def test_the_wrong_checksum_of_old_clients(self) -> None:
        wrong = lz4_frame.compress(DATA, broken_checksum=True)
        right = lz4_frame.compress(DATA)
        self.assertNotEqual(wrong[6], right[6])
        self.assertEqual(wrong[:6] + wrong[7:], right[:6] + right[7:])
        self.assertEqual(decompressed(wrong, any_checksum=True), DATA)
        self.assertEqual(decompressed(right, any_checksum=True), DATA)
        self.assertRaises(InvalidRecords, decompressed, wrong)

    @settings(deadline=None)
    @given(st.binary(max_size=3000), st.integers(0, 60), st.sampled_from([None, 1, 3, 9, 12, 17]))
    def test_round_trip(self, data: bytes, repeat: int, level: int | None) -> None:
        data *= repeat
        self.assertEqual(decompressed(lz4_frame.compress(data, level), len(data)), data)

    @settings(deadline=None, max_examples=50)
    @given(st.booleans(), st.booleans(), st.booleans(), st.integers(4, 7))
    def test_frames_of_others(self, block_checksum: bool, content_checksum: bool, store_size: bool, block: int) -> None:
        frame = lz4.frame.compress(
            DATA,
            block_size=block,
            block_linked=False,
            block_checksum=block_checksum,
            content_checksum=content_checksum,
            store_size=store_size,
        )
        self.assertEqual(decompressed(frame), DATA)

    def test_what_java_does_not_read(self) -> None:
        self.assertRaises(InvalidRecords, decompressed, lz4.frame.compress(DATA, block_linked=True, block_size=4))
        frame = lz4_frame.compress(DATA)
        for at, value in ((0, 5), (4, 0xA0), (4, 0x61), (4, 0x62), (5, 0x30), (5, 0xC0), (5, 0x41)):
            self.assertRaises(InvalidRecords, decompressed, frame[:at] + bytes((value,)) + frame[at + 1 :], any_checksum=True)
        for bad in (b"", frame + b"x", frame + frame, frame[:-1], frame[:-4], frame[:7], frame[:20]):
            self.assertRaises(InvalidRecords, decompressed, bad)

    def test_a_bomb(self) -> None:
        frame = lz4_frame.compress(bytes(10 << 20))
        self.assertEqual(len(decompressed(frame, 10 << 20)), 10 << 20)
        error = self.assertRaises(InvalidRecords, decompressed, frame, (10 << 20) - 1)
        self.assertIn("more than", str(error))

    def test_header_checksum_against_the_library(self) -> None:
        for size in (False, True):
            frame = lz4.frame.compress(DATA, block_linked=False, store_size=size)
            end = 14 if size else 6
            self.assertEqual(lz4_frame.header_checksum(frame[4:end]), frame[end])
        self.assertRaises(ValueError, lz4_frame.header_checksum, bytes(16))
        self.assertEqual(bytes(cramjam.lz4.decompress(lz4_frame.header(False) + b"\0\0\0\0")), b"")
