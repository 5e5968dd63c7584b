"""`klog.mirror.verify.record_comparison`: what the cleaner took is told from what is missing."""

from __future__ import annotations

import unittest
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from klog.mirror.verify.findings import Finding, Findings, Kind, at_offsets
from klog.mirror.verify.record_comparison import RecordComparison, TooManySuspects, remembered
from klog.mirror.verify.record_fields import Field, RecordFields
from klog.records.contract import Record


def record(offset: int, key: bytes | None = b"k", value: bytes | None = b"v") -> Record:
    """One record."""
    return Record(offset, 1_000, key, value)


def compare(
    a: list[Record], b: list[Record], *, end: int = 1 << 40, behind: tuple[bytes, ...] = (), **more: Any
) -> tuple[tuple[Finding, ...], RecordComparison]:
    """Both at once."""
    findings = Findings(1 << 20)
    comparison = RecordComparison(0, end, findings, **more)
    comparison.feed("A", a, finished=True)
    comparison.feed("B", b, finished=True)
    assert comparison.wants is None
    comparison.clear(behind)
    comparison.finish()
    return findings.kept, comparison


KEYS = st.sampled_from([b"a", b"b", b"c", None])
#: (key, value) of a compacted log's records; a null value is a tombstone.
ROWS = st.lists(st.tuples(KEYS, st.sampled_from([b"1", b"2", None])), max_size=14)


def cleaned(draw: Any, log: list[Record]) -> list[Record]:
    """What a cleaner may leave of a log: of those that a newer record with the same key makes old and of records without key any may be
    gone, and a tombstone when nothing stands before it that it deletes."""
    left: list[Record] = []
    for place, one in enumerate(log):
        is_old = any(later.key == one.key for later in log[place + 1 :])
        is_done = one.value is None and not any(before.key == one.key for before in left)
        may_go = one.key is None or is_old or is_done
        if not (may_go and draw(st.booleans())):
            left.append(one)
    return left


class KeptOffsetsTests(unittest.TestCase):
    """Without compaction."""

    @given(st.lists(st.sampled_from(["same", "dropped", "flipped", "inserted"]), max_size=12))
    def test_each_is_found_at_its_place(self, fates: list[str]) -> None:
        a, b, told = [], [], []
        for offset, fate in enumerate(fates):
            if fate != "inserted":
                a.append(record(offset))
            if fate != "dropped":
                b.append(record(offset, value=b"w" if fate == "flipped" else b"v"))
            if fate != "same":
                kind = {"dropped": Kind.MISSING, "flipped": Kind.DIFFERS, "inserted": Kind.EXTRA}[fate]
                told += [(kind, offset)]
        places, comparison = compare(a, b)
        self.assertEqual([(place.kind, offset) for place in places for offset in range(place.first_a, place.next_a)], told)
        self.assertEqual(comparison.equal_records, fates.count("same"))

    @given(st.lists(st.integers(0, 20), unique=True), st.lists(st.integers(0, 20), unique=True), st.data())
    def test_pieces_make_no_difference(self, of_a: list[int], of_b: list[int], data: Any) -> None:
        a, b = [record(offset) for offset in sorted(of_a)], [record(offset) for offset in sorted(of_b)]
        findings = Findings()
        comparison = RecordComparison(3, 15, findings)
        left = {"A": a, "B": b}
        while (side := comparison.wants) is not None:
            size = data.draw(st.integers(1, 4))
            piece, left[side] = left[side][:size], left[side][size:]
            comparison.feed(side, piece, finished=not left[side])
        within = set(range(3, 15))
        self.assertEqual(
            {(place.kind, offset) for place in findings.kept for offset in range(place.first_a, place.next_a)},
            {(Kind.MISSING, offset) for offset in within & set(of_a) - set(of_b)}
            | {(Kind.EXTRA, offset) for offset in within & set(of_b) - set(of_a)},
        )

    def test_ignored_fields(self) -> None:
        a, b = [record(0), record(1)], [record(0)._replace(timestamp_ms=5), record(1, value=b"w")]
        places, _ = compare(a, b, fields=RecordFields([Field.TIMESTAMP]))
        self.assertEqual(places, (at_offsets(Kind.DIFFERS, 1, 2, 1, "value"),))


class CompactionTests(unittest.TestCase):
    """Where the cleaner may have been."""

    @given(ROWS, st.data())
    def test_what_the_cleaner_took_is_no_difference(self, rows: list[tuple[bytes | None, bytes | None]], data: Any) -> None:
        log = [record(offset, *row) for offset, row in enumerate(rows)]
        a, b = cleaned(data.draw, log), cleaned(data.draw, log)
        places, comparison = compare(a, b, compacted=True)
        self.assertEqual(places, ())
        one_sided = {one.offset for one in a} ^ {one.offset for one in b}
        self.assertEqual(comparison.compacted_in_a + comparison.compacted_in_b, len(one_sided))

    @given(ROWS, st.data())
    def test_the_newest_of_a_key_must_be_there(self, rows: list[tuple[bytes | None, bytes | None]], data: Any) -> None:
        log = [record(offset, *row) for offset, row in enumerate(rows)]
        newest = [
            one for place, one in enumerate(log) if one.key and one.value and not any(one.key == later.key for later in log[place + 1 :])
        ]
        if not newest:
            return
        lost = data.draw(st.sampled_from(newest))
        a, b = cleaned(data.draw, log), [one for one in cleaned(data.draw, log) if one is not lost]
        self.assertEqual(compare(a, b, compacted=True)[0], (at_offsets(Kind.MISSING, lost.offset, lost.offset + 1, 1),))
        self.assertEqual(compare(b, a, compacted=True)[0], (at_offsets(Kind.EXTRA, lost.offset, lost.offset + 1, 1),))

    @given(ROWS, st.data())
    def test_what_stands_behind_the_range_counts(self, rows: list[tuple[bytes | None, bytes | None]], data: Any) -> None:
        log = [record(offset, *row) for offset, row in enumerate(rows)]
        end = data.draw(st.integers(0, len(log)))
        a, b = cleaned(data.draw, log), cleaned(data.draw, log)
        behind = tuple(one.key for one in [*a, *b] if one.offset >= end and one.key)
        self.assertEqual(compare(a, b, compacted=True, end=end, behind=behind)[0], ())

    def test_a_value_that_its_tombstone_missed(self) -> None:
        # A deleted the key and has forgotten the tombstone; B never heard of it.
        self.assertEqual(compare([], [record(5)], compacted=True)[0], (at_offsets(Kind.EXTRA, 5, 6, 1),))
        # B has the tombstone, too: that is by right.
        self.assertEqual(compare([], [record(5), record(9, value=None)], compacted=True)[0], ())

    def test_a_flipped_record_is_found_beside_suspected_ones(self) -> None:
        a = [record(0, b"x"), record(1), record(3, b"x")]
        b = [record(1, value=b"w"), record(3, b"x")]
        self.assertEqual(compare(a, b, compacted=True)[0], (at_offsets(Kind.DIFFERS, 1, 2, 1, "value"),))

    def test_keys_that_are_remembered_have_a_bound(self) -> None:
        with self.assertRaises(TooManySuspects):
            compare([record(at, str(at).encode()) for at in range(5)], [], compacted=True, most_suspects=4)
        self.assertEqual(len(remembered(b"x" * 10_000)), 17)
        self.assertNotEqual(remembered(b"x" * 10_000), remembered(b"x" * 10_001))
        digest = remembered(b"x" * 10_000)
        self.assertNotEqual(remembered(digest[1:]), digest)


if __name__ == "__main__":
    unittest.main()
