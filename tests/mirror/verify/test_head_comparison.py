"""`klog.mirror.verify.head_comparison`, against a model that compares each batch with each."""

from __future__ import annotations

import unittest
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.mirror.verify.findings import Finding, Findings, Kind, at_offsets
from klog.mirror.verify.head_comparison import HeadComparison, compare_heads
from klog.mirror.verify.heads import Head


def head(base: int, records: int = 1, content: int = 0, damage: str = "") -> Head:
    """A batch; `content` is what it holds."""
    return Head(base, base + records, records, content.to_bytes(4, "big"), damage)


def log(*sizes: int, gap_before: dict[int, int] | None = None) -> list[Head]:
    """Batches in a row, each with a content of its own."""
    heads, base = [], 0
    for index, size in enumerate(sizes):
        base += (gap_before or {}).get(index, 0)
        heads.append(head(base, size, index))
        base += size
    return heads


def found(a: list[Head], b: list[Head], start: int = 0, end: int = 1 << 40) -> tuple[tuple[Finding, ...], HeadComparison]:
    """Without their details."""
    findings = Findings(1 << 20)
    comparison = compare_heads(a, b, start, end, findings)
    return tuple(finding._replace(detail="") for finding in findings.kept), comparison


def model(a: list[Head], b: list[Head]) -> list[Finding]:
    """The same, by brute force: what is not in both, gathered where it overlaps."""
    left = [(one, True) for one in a if one not in b] + [(one, False) for one in b if one not in a]
    groups: list[list[tuple[Head, bool]]] = []
    for one in left:
        touching = [group for group in groups if any(one[0].base < other.next and other.base < one[0].next for other, _ in group)]
        merged = [one, *(member for group in touching for member in group)]
        groups = [group for group in groups if group not in touching] + [merged]
    places = []
    for group in groups:
        first, behind = min(one.base for one, _ in group), max(one.next for one, _ in group)
        records = [sum(one.records for one, in_a in group if in_a is side) for side in (True, False)]
        kind = (
            Kind.DIFFERS
            if all(any(in_a is side for _, in_a in group) for side in (True, False))
            else Kind.MISSING
            if group[0][1]
            else Kind.EXTRA
        )
        places.append(at_offsets(kind, first, behind, max(records)))
    joined: list[Finding] = []
    for place in sorted(places, key=lambda place: place.first_a):
        if joined and place.follows(joined[-1]):
            last = joined[-1]
            joined[-1] = last._replace(next_a=place.next_a, next_b=place.next_b, records=last.records + place.records)
        else:
            joined.append(place)
    return joined


SIZES = st.lists(st.integers(1, 4), min_size=1, max_size=12)


@st.composite
def logs(draw: Any) -> list[Head]:
    """Any log: gaps, sizes, contents of few kinds."""
    heads, base = [], draw(st.integers(0, 3))
    for _ in range(draw(st.integers(0, 10))):
        base += draw(st.sampled_from((0, 0, 0, 1, 3)))
        records = draw(st.integers(1, 3))
        heads.append(head(base, records, draw(st.integers(0, 1))))
        base += records
    return heads


class ComparisonTests(unittest.TestCase):
    """Two logs."""

    @given(logs(), logs())
    def test_any_two_logs_as_the_model_says(self, a: list[Head], b: list[Head]) -> None:
        places, comparison = found(a, b)
        # Details tell neighbours apart here and not in the model: batches of other offsets beside batches of the same.
        joined: list[Finding] = []
        for place in places:
            if joined and place.follows(joined[-1]):
                last = joined[-1]
                joined[-1] = last._replace(next_a=place.next_a, next_b=place.next_b, records=last.records + place.records)
            else:
                joined.append(place)
        self.assertEqual(joined, model(a, b))
        self.assertEqual(comparison.equal_batches, len([one for one in a if one in b]))
        self.assertEqual(comparison.equal_records, sum(one.records for one in a if one in b))

    @given(SIZES)
    def test_nothing_is_found_where_nothing_is(self, sizes: list[int]) -> None:
        places, comparison = found(log(*sizes), log(*sizes))
        self.assertEqual((places, comparison.equal_records), ((), sum(sizes)))

    @given(SIZES, st.data())
    def test_a_batch_that_was_dropped(self, sizes: list[int], data: Any) -> None:
        a = log(*sizes)
        at = data.draw(st.integers(0, len(a) - 1))
        self.assertEqual(found(a, a[:at] + a[at + 1 :])[0], (at_offsets(Kind.MISSING, a[at].base, a[at].next, a[at].records),))

    @given(SIZES, st.data())
    def test_a_batch_that_was_flipped(self, sizes: list[int], data: Any) -> None:
        a = log(*sizes)
        at = data.draw(st.integers(0, len(a) - 1))
        b = [*a]
        b[at] = b[at]._replace(print=b"flip")
        self.assertEqual(found(a, b)[0], (at_offsets(Kind.DIFFERS, a[at].base, a[at].next, a[at].records),))

    @given(SIZES, st.data())
    def test_a_batch_that_was_inserted(self, sizes: list[int], data: Any) -> None:
        at = data.draw(st.integers(0, len(sizes)))
        a = log(*sizes, gap_before={at: 2})
        base = a[at].base - 2 if at < len(a) else (a[-1].next if a else 0)
        self.assertEqual(found(a, a[:at] + [head(base, 2, 99)] + a[at:])[0], (at_offsets(Kind.EXTRA, base, base + 2, 2),))

    @given(SIZES, st.data())
    def test_a_batch_that_was_doubled_in_place(self, sizes: list[int], data: Any) -> None:
        a = log(*sizes)
        at = data.draw(st.integers(0, len(a) - 1))
        places, comparison = found(a, a[: at + 1] + a[at:])
        self.assertEqual(places, (at_offsets(Kind.REPEATED, a[at].base, a[at].next, a[at].records),))
        self.assertEqual(comparison.equal_batches, len(a))

    @given(SIZES, st.data())
    def test_a_batch_that_was_appended_once_more(self, sizes: list[int], data: Any) -> None:
        a = log(*sizes)
        at = data.draw(st.integers(0, len(a) - 1))
        size = a[at].records
        b = [*a[: at + 1], *(one._replace(base=one.base + size, next=one.next + size) for one in a[at:])]
        places, _ = found(a, b)
        # Everything behind it stands elsewhere; where it begins is exact.
        self.assertEqual(min(place.first_a for place in places), a[at].next)
        self.assertEqual(max(place.next_a for place in places), b[-1].next)

    @settings(max_examples=50)
    @given(logs(), logs(), st.data())
    def test_pieces_make_no_difference(self, a: list[Head], b: list[Head], data: Any) -> None:
        whole = Findings(1 << 20)
        reference = compare_heads(a, b, 0, 30, whole)
        findings = Findings(1 << 20)
        comparison = HeadComparison(0, 30, findings)
        left = {"A": [*a], "B": [*b]}
        while (side := comparison.wants) is not None:
            size = data.draw(st.integers(1, 3))
            piece, left[side] = left[side][:size], left[side][size:]
            comparison.feed(side, piece, finished=not left[side])
        self.assertEqual(findings.kept, whole.kept)
        self.assertEqual(comparison.equal_records, reference.equal_records)

    def test_the_range_has_bounds(self) -> None:
        a, b = log(2, 2, 2, 2), log(2, 2, 2)
        self.assertEqual(found(a, b, end=6)[0], ())
        self.assertEqual(found(a[1:], b, start=2, end=6)[0], ())
        # A batch over the range's beginning belongs to it.
        self.assertEqual(found(a[1:], b, start=1, end=6)[0], (at_offsets(Kind.EXTRA, 0, 2, 2),))

    def test_other_batches_under_the_same_offsets_are_one_place(self) -> None:
        places, _ = found(log(4, 4, 1), [head(0, 2, 7), head(2, 3, 8), head(5, 3, 9), head(8, 1, 2)])
        self.assertEqual(places, (at_offsets(Kind.DIFFERS, 0, 8, 8),))

    def test_damage_is_told_and_compared_by_its_header(self) -> None:
        a = log(2, 2)
        findings = Findings()
        comparison = compare_heads(a, [a[0], a[1]._replace(damage="rotten")], 0, 9, findings)
        self.assertEqual(findings.kept, (at_offsets(Kind.DAMAGED, 2, 4, 2, "in B: rotten"),))
        self.assertEqual(comparison.equal_batches, 2)

    def test_who_is_asked_for_next(self) -> None:
        comparison = HeadComparison(0, 10, Findings())
        self.assertEqual(comparison.wants, "A")
        comparison.feed("A", log(1, 1))
        self.assertEqual(comparison.wants, "B")
        comparison.feed("B", log(1, 1))
        self.assertEqual(comparison.wants, "A")
        comparison.feed("A", (), finished=True)
        self.assertEqual(comparison.wants, "B")
        comparison.feed("B", [head(10)])
        self.assertIsNone(comparison.wants)


if __name__ == "__main__":
    unittest.main()
