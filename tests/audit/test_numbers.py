"""`klog.audit.numbers`."""

from __future__ import annotations

import itertools
import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.audit.numbers import NUMBER_AT, Number, NumberBook, NumberRanges, compare, decode_number, encode_number

GUID, OTHER_GUID = b"a" * 16, b"b" * 16
_RANGES = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 6)).map(lambda pair: (pair[0], pair[0] + pair[1])), max_size=12)


def numbers(ranges: NumberRanges) -> set[int]:
    return {number for start, end in ranges for number in range(start, end)}


class NumberRangesTests(unittest.TestCase):
    @settings(deadline=None, max_examples=300)
    @given(_RANGES)
    def test_it_is_a_set(self, given_: list[tuple[int, int]]) -> None:
        ranges = NumberRanges()
        model: set[int] = set()
        for start, end in given_:
            self.assertEqual(ranges.add(start, end), len(model & set(range(start, end))))
            model |= set(range(start, end))
            self.assertEqual(numbers(ranges), model)
            self.assertEqual(len(ranges), len(model))
            self.assertEqual(bool(ranges), bool(model))
            self.assertEqual([number in ranges for number in range(50)], [number in model for number in range(50)])
            for low, high in ((start, end), (0, 3), (7, 8), (30, 47)):
                self.assertEqual(ranges.overlaps(low, high), not model.isdisjoint(range(low, high)), (low, high))
            listed = list(ranges)
            self.assertEqual(ranges.pieces, len(listed))
            self.assertTrue(all(one[1] < other[0] for one, other in itertools.pairwise(listed)), listed)

    @settings(deadline=None, max_examples=300)
    @given(_RANGES, _RANGES)
    def test_a_difference(self, one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
        first, second = NumberRanges(one), NumberRanges(other)
        self.assertEqual(numbers(first.without(second)), numbers(first) - numbers(second))

    def test_it_shows_itself(self) -> None:
        self.assertEqual(repr(NumberRanges([(0, 3)])), "NumberRanges([(0, 3)])")


class HeaderTests(unittest.TestCase):
    def test_it_comes_back(self) -> None:
        value = encode_number(GUID, "Straße", 7, 1 << 40)
        self.assertEqual(decode_number(value), Number(GUID, 7, 1 << 40, "Straße"))
        self.assertEqual(len(encode_number(GUID, "views", 0, 0)), 29 + len("views"))
        value = encode_number(GUID, "views", 7, 1 << 40)
        self.assertEqual(value[NUMBER_AT : NUMBER_AT + 8], (1 << 40).to_bytes(8, "big"))

    @settings(deadline=None, max_examples=200)
    @given(st.none() | st.binary(max_size=60))
    def test_anything_else_is_no_number(self, value: bytes | None) -> None:
        found = decode_number(value)
        if found is not None:
            assert value is not None
            self.assertEqual(encode_number(found.incarnation, found.topic, found.partition, found.number), value)

    def test_what_cannot_be_is_none(self) -> None:
        good = encode_number(GUID, "t", 0, 0)
        self.assertIsNone(decode_number(good[:-2]))
        self.assertIsNone(decode_number(b"\x02" + good[1:]))
        self.assertIsNone(decode_number(good + b"\xff"))
        self.assertIsNone(decode_number(encode_number(GUID, "t", -1, 0)))
        self.assertIsNone(decode_number(encode_number(GUID, "t", 0, -1)))


class CompareTests(unittest.TestCase):
    def test_each_is_named(self) -> None:
        book = NumberBook("t")
        for number in range(100):
            if number not in (17, 18, 50):
                book.note(0, number, encode_number(GUID, "t", 0, number))
        book.note(0, 200, encode_number(GUID, "t", 0, 40))
        book.note(0, 201, encode_number(GUID, "t", 0, 40))
        book.note(0, 202, encode_number(GUID, "u", 0, 3))
        book.note(1, 0, encode_number(GUID, "t", 0, 50))
        book.note(0, 203, None)
        book.note(0, 204, encode_number(OTHER_GUID, "t", 0, 5))
        book.note(0, 205, encode_number(GUID, "t", 0, 101))
        tried = {(GUID, 0): NumberRanges([(100, 101)])}
        found = compare({(GUID, 0): NumberRanges([(0, 100)]), (GUID, 1): NumberRanges()}, tried, book)
        self.assertEqual([(finding.incarnation, finding.partition) for finding in found], [(GUID, 0), (OTHER_GUID, 0)])
        self.assertEqual(list(found[0].missing), [(17, 19), (50, 51)])
        self.assertEqual(list(found[0].unknown), [(101, 102)])
        self.assertEqual(list(found[0].repeats), [(40, 41)])
        self.assertEqual(list(found[1].unknown), [(5, 6)])
        self.assertEqual((book.repeated, book.strayed, book.unnumbered), (2, 2, 1))
        self.assertEqual([(stray.number.topic, stray.partition, stray.offset) for stray in book.strays], [("u", 0, 202), ("t", 1, 0)])

    def test_nothing_wrong_is_nothing_found(self) -> None:
        book = NumberBook("t")
        book.note(3, 0, encode_number(GUID, "t", 3, 0))
        self.assertEqual(compare({(GUID, 3): NumberRanges([(0, 1)])}, {}, book), [])
