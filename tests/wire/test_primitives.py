"""Varints and tagged sections."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.wire.primitives import WireError, read_unsigned_varint, skip_tagged_section, unsigned_varint


class VarintTests(SynchronousTestCase):
    """Unsigned varints."""

    def test_known(self) -> None:
        for value, data in ((0, "00"), (1, "01"), (127, "7f"), (128, "8001"), (300, "ac02"), (16384, "808001"), (2**32 - 1, "ffffffff0f")):
            self.assertEqual(unsigned_varint(value).hex(), data)
            self.assertEqual(read_unsigned_varint(bytes.fromhex(data), 0), (value, len(data) // 2))

    @given(st.integers(0, 2**32 - 1), st.binary(max_size=4), st.binary(max_size=4))
    def test_there_and_back(self, value: int, before: bytes, behind: bytes) -> None:
        data = before + unsigned_varint(value) + behind
        self.assertEqual(read_unsigned_varint(memoryview(data), len(before)), (value, len(data) - len(behind)))

    def test_refused(self) -> None:
        for data, words in (
            ("", "cut off"),
            ("ff", "cut off"),
            ("ffffffff", "cut off"),
            ("ffffffffff01", "five bytes"),
            ("ffffffff10", "32 bits"),
        ):
            error = self.assertRaises(WireError, read_unsigned_varint, bytes.fromhex(data), 0)
            self.assertIn(words, str(error))

    def test_more_zeros_than_needed_are_taken(self) -> None:
        self.assertEqual(read_unsigned_varint(bytes.fromhex("8000"), 0), (0, 2))


class TagTests(SynchronousTestCase):
    """Tagged sections in which no tag is known."""

    def test_skipped(self) -> None:
        for data in ("00", "01 05 00", "02 00 02 ffff e807 01 00"):
            whole = bytes.fromhex(data)
            self.assertEqual(skip_tagged_section(b"x" + whole + b"y", 1), 1 + len(whole))

    def test_refused(self) -> None:
        for data, words in (
            ("", "cut off"),
            ("02 05 00", "cut off"),
            ("05 05 00", "5 tagged fields in 2 bytes"),
            ("01 05 02 00", "announces 2 bytes, 1 are left"),
            ("02 05 00 05 00", "tag 5 comes after tag 5"),
            ("02 05 00 03 00", "tag 3 comes after tag 5"),
        ):
            self.assertIn(words, str(self.assertRaises(WireError, skip_tagged_section, bytes.fromhex(data), 0)))
