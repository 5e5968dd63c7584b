"""klog.records.varint"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.records import varint


class VarintTests(SynchronousTestCase):
    def test_golden(self) -> None:
        for value, encoded in ((0, "00"), (-1, "01"), (1, "02"), (63, "7e"), (-64, "7f"), (64, "8001"), (300, "d804")):
            self.assertEqual(varint.encode(value).hex(), encoded)
        self.assertEqual(varint.encode((1 << 31) - 1).hex(), "feffffff0f")
        self.assertEqual(varint.encode(-(1 << 31)).hex(), "ffffffff0f")
        self.assertEqual(varint.encode(-(1 << 63)).hex(), "ffffffffffffffffff01")

    @settings(deadline=None)
    @given(st.integers(-(1 << 63), (1 << 63) - 1), st.binary(max_size=3))
    def test_round_trip(self, value: int, tail: bytes) -> None:
        encoded = varint.encode(value)
        self.assertEqual(varint.decode(encoded + tail, 0, len(encoded) + len(tail), 64), (value, len(encoded)))
        self.assertEqual(varint.size(value), len(encoded))
        for cut in range(len(encoded)):
            self.assertRaises(varint.Truncated, varint.decode, encoded, 0, cut, 64)

    def test_wrapped_as_java_has_it(self) -> None:
        for value in (0, 1, -1, (1 << 63) - 1, -(1 << 63)):
            self.assertEqual(varint.wrapped(value), value)
        self.assertEqual(varint.wrapped(1 << 63), -(1 << 63))
        self.assertEqual(varint.wrapped(-(1 << 63) - 1), (1 << 63) - 1)
        self.assertEqual(varint.wrapped((1 << 64) - 2), -2)

    def test_more_bits_than_the_field(self) -> None:
        self.assertRaises(varint.Overlong, varint.decode, bytes.fromhex("ffffffff1f"), 0, 5)
        self.assertRaises(varint.Overlong, varint.decode, bytes.fromhex("808080808000"), 0, 6)
        self.assertRaises(varint.Overlong, varint.decode, bytes.fromhex("ffffffffffffffffff02"), 0, 10, 64)
        self.assertRaises(varint.Overlong, varint.decode, bytes.fromhex("8080808080808080808000"), 0, 11, 64)
