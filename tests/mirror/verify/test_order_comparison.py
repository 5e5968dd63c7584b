"""`klog.mirror.verify.order_comparison`: what it tells makes B of A, and of one misdeed it tells that one."""

from __future__ import annotations

import unittest
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from klog.mirror.verify.findings import Finding, Findings, Kind
from klog.mirror.verify.order_comparison import OrderComparison, Resync, resynchronize
from klog.mirror.verify.record_fields import Field, RecordFields
from klog.records.contract import Record

#: Where B's offsets begin.
SHIFT = 1_000


def stream(values: list[int], first: int = 0) -> list[Record]:
    """Records with such values."""
    return [Record(first + place, 1_000, None, str(value).encode()) for place, value in enumerate(values)]


def compare(a: list[int], b: list[int], **more: Any) -> tuple[tuple[Finding, ...], OrderComparison]:
    """Both at once."""
    findings = Findings(1 << 20)
    comparison = OrderComparison(0, SHIFT, findings, **more)
    comparison.feed("A", stream(a), finished=True)
    comparison.feed("B", stream(b, SHIFT), finished=True)
    assert comparison.wants is None
    return findings.kept, comparison


def rebuilt(a: list[int], b: list[int], findings: tuple[Finding, ...], reached: int) -> list[int]:
    """B, made of A by what was told."""
    made: list[int] = []
    at = 0
    for one in findings:
        made += a[at : one.first_a]
        made += b[one.first_b - SHIFT : one.next_b - SHIFT] if one.kind is not Kind.MISSING else []
        at = one.next_a if one.kind is not Kind.EXTRA else one.first_a
    return made + a[at:reached]


LOG = st.lists(st.integers(0, 3), max_size=20)
#: No value twice, so that each place is certain.
DISTINCT = st.lists(st.integers(0, 1_000), min_size=1, max_size=20, unique=True)


class OrderTests(unittest.TestCase):
    """Two streams."""

    @given(LOG, LOG, st.integers(1, 8), st.integers(1, 4))
    def test_what_is_told_makes_one_of_the_other(self, a: list[int], b: list[int], window: int, confirm: int) -> None:
        places, comparison = compare(a, b, window=window, confirm=confirm)
        self.assertEqual(rebuilt(a, b, places, comparison.reached[0]), b)
        self.assertEqual(not places and not comparison.is_behind, a == b)
        self.assertEqual(not places, a[: len(b)] == b)

    @given(DISTINCT)
    def test_nothing_is_found_where_nothing_is(self, a: list[int]) -> None:
        places, comparison = compare(a, a)
        self.assertEqual((places, comparison.equal_records, comparison.reached), ((), len(a), (len(a), SHIFT + len(a))))

    @given(DISTINCT, st.data())
    def test_one_dropped(self, a: list[int], data: Any) -> None:
        at = data.draw(st.integers(0, len(a) - 1))
        places, comparison = compare(a, a[:at] + a[at + 1 :])
        if at == len(a) - 1:
            self.assertEqual((places, comparison.is_behind), ((), True))
        else:
            self.assertEqual(places, (Finding(Kind.MISSING, at, at + 1, SHIFT + at, SHIFT + at, 1),))

    @given(DISTINCT, st.data())
    def test_one_doubled(self, a: list[int], data: Any) -> None:
        at = data.draw(st.integers(0, len(a) - 1))
        places, _ = compare(a, a[: at + 1] + a[at:])
        self.assertEqual(places, (Finding(Kind.EXTRA, at + 1, at + 1, SHIFT + at + 1, SHIFT + at + 2, 1, "said twice"),))

    @given(DISTINCT, st.data())
    def test_one_flipped(self, a: list[int], data: Any) -> None:
        at = data.draw(st.integers(0, len(a) - 1))
        places, _ = compare(a, a[:at] + [-1] + a[at + 1 :])
        self.assertEqual(places, (Finding(Kind.DIFFERS, at, at + 1, SHIFT + at, SHIFT + at + 1, 1),))

    @given(DISTINCT, st.data())
    def test_one_inserted(self, a: list[int], data: Any) -> None:
        at = data.draw(st.integers(0, len(a)))
        places, _ = compare(a, a[:at] + [-1] + a[at:])
        self.assertEqual(places, (Finding(Kind.EXTRA, at, at, SHIFT + at, SHIFT + at + 1, 1),))

    @given(LOG, LOG, st.data())
    def test_pieces_make_no_difference(self, a: list[int], b: list[int], data: Any) -> None:
        whole, reference = compare(a, b, window=6)
        findings = Findings(1 << 20)
        comparison = OrderComparison(0, SHIFT, findings, window=6)
        left = {"A": stream(a), "B": stream(b, SHIFT)}
        while (side := comparison.wants) is not None:
            size = data.draw(st.integers(1, 5))
            piece, left[side] = left[side][:size], left[side][size:]
            comparison.feed(side, piece, finished=not left[side])
        self.assertEqual(rebuilt(a, b, findings.kept, comparison.reached[0]), b)
        self.assertEqual((not findings, comparison.is_behind and not findings), (not whole, reference.is_behind and not whole))

    def test_what_one_of_them_lost_in_front_is_not_compared(self) -> None:
        places, comparison = compare([7, 8, 9], [1, 2, 7, 8, 9], may_have_lost_front=True)
        self.assertEqual((places, comparison.not_compared, comparison.equal_records), ((), 2, 3))
        places, _ = compare([7, 8, 9], [1, 2, 7, 8, 9])
        self.assertEqual(places[0].kind, Kind.EXTRA)

    def test_two_logs_with_nothing_in_common_are_looked_through_once(self) -> None:
        a, b = list(range(20_000)), list(range(100_000, 120_000))
        places, comparison = compare(a, b)
        self.assertEqual([place[:6] for place in places], [(Kind.DIFFERS, 0, 20_000, SHIFT, SHIFT + 20_000, 20_000)])
        self.assertEqual(comparison.equal_records, 0)

    def test_fields_that_are_left_out(self) -> None:
        findings = Findings()
        comparison = OrderComparison(0, 0, findings, fields=RecordFields([Field.TIMESTAMP]))
        comparison.feed("A", [Record(0, 1, b"k", b"v")], finished=True)
        comparison.feed("B", [Record(0, 2, b"k", b"v")], finished=True)
        self.assertFalse(findings)


class ResynchronizeTests(unittest.TestCase):
    """Where two streams are the same again."""

    def test_ways(self) -> None:
        def way(a: str, b: str) -> Resync | None:
            return resynchronize([(one,) for one in a], [(one,) for one in b])

        self.assertEqual(way("xabcd", "abcd"), Resync(1, 0))
        self.assertEqual(way("abcd", "xyabcd"), Resync(0, 2))
        self.assertEqual(way("xabcd", "yabcd"), Resync(1, 1))
        self.assertEqual(way("abcd", "wxyz"), None)
        # One record that is the same by chance is no end of the difference.
        self.assertEqual(way("xabcdef", "azabcdef"), Resync(1, 2))

    @given(LOG, LOG)
    def test_it_is_a_way(self, a: list[int], b: list[int]) -> None:
        found = resynchronize([(one,) for one in a], [(one,) for one in b], 1)
        if found is not None:
            self.assertEqual(a[found.of_a], b[found.of_b])
        else:
            self.assertFalse(set(a) & set(b))


if __name__ == "__main__":
    unittest.main()
