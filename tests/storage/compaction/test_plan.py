"""klog.storage.compaction.plan"""

from __future__ import annotations

import dataclasses
import unittest

from klog.storage.compaction.plan import Dirtiness, Offsets, SegmentAge, SegmentSize, dirtiness, filthiest, groups
from klog.storage.settings import LogSettings

NOW = 1_000_000
SETTINGS = LogSettings(cleanup_compact=True, cleanup_delete=False)


def never() -> int:
    raise AssertionError("nobody needs this time")


def segments(*facts: tuple[int, int], largest: dict[int, int] | None = None, first: dict[int, int] | None = None) -> list[SegmentAge]:
    """(base offset, size) each, with times where they may be asked."""
    made = []
    for base, size in facts:
        made.append(
            SegmentAge(
                base,
                size,
                never if largest is None else lambda base=base: largest[base],  # type: ignore[misc]
                never if first is None else lambda base=base: first[base],  # type: ignore[misc]
            )
        )
    return made


THREE = segments((0, 100), (10, 50), (20, 200))
ALL = Offsets(0, 30, 30, 30)


class DirtinessTests(unittest.TestCase):
    """A to C."""

    def find(
        self, offsets: Offsets = ALL, checkpoint: int | None = None, given: list[SegmentAge] | None = None, **settings: object
    ) -> Dirtiness:
        return dirtiness(given or THREE, offsets, checkpoint, dataclasses.replace(SETTINGS, **settings), NOW)  # type: ignore[arg-type]

    def test_all_but_the_active_segment(self) -> None:
        found = self.find()
        self.assertEqual(found, Dirtiness(0, 20, 0, 150, False, False))
        self.assertEqual(found.ratio, 1.0)

    def test_the_checkpoint_parts_clean_from_dirty(self) -> None:
        self.assertEqual(self.find(checkpoint=10), Dirtiness(10, 20, 100, 50, False, False))
        self.assertAlmostEqual(self.find(checkpoint=10).ratio, 1 / 3)
        # Within a segment: it counts on both sides, as in Kafka.
        self.assertEqual(self.find(checkpoint=15)[2:4], (150, 50))
        self.assertEqual(self.find(checkpoint=20), Dirtiness(20, 20, 150, 0, False, False))
        self.assertEqual(self.find(checkpoint=25)[:2], (25, 20))

    def test_a_checkpoint_that_is_not_within_the_log(self) -> None:
        for offsets, checkpoint in ((Offsets(5, 30, 30, 30), 4), (ALL, 31)):
            found = self.find(offsets, checkpoint)
            self.assertEqual((found.first_dirty, found.checkpoint_invalid), (offsets.start, True))

    def test_bounds(self) -> None:
        self.assertEqual(self.find(Offsets(0, 19, 30, 30)).first_uncleanable, 10, "an open transaction")
        self.assertEqual(self.find(Offsets(0, 30, 30, 12)).first_uncleanable, 10, "not flushed")
        self.assertEqual(self.find(Offsets(0, 0, 30, 30)), Dirtiness(0, 0, 0, 0, False, False))

    def test_the_shortest_lag(self) -> None:
        given = segments((0, 100), (10, 50), (20, 200), largest={0: NOW - 1000, 10: NOW - 999, 20: NOW})
        self.assertEqual(self.find(given=given, min_compaction_lag_ms=1000).first_uncleanable, 10)
        self.assertEqual(self.find(given=given, min_compaction_lag_ms=999).first_uncleanable, 20)
        self.assertEqual(self.find(given=given, checkpoint=15, min_compaction_lag_ms=1000).cleanable_bytes, 0)

    def test_the_longest_lag(self) -> None:
        given = segments((0, 100), (10, 50), (20, 200), first={0: -1, 10: NOW - 1000})
        self.assertTrue(self.find(given=given, max_compaction_lag_ms=999).overdue)
        self.assertFalse(self.find(given=given, max_compaction_lag_ms=1000).overdue)
        self.assertFalse(self.find(given=given, checkpoint=20, max_compaction_lag_ms=999).overdue)

    def test_due(self) -> None:
        half = Dirtiness(0, 0, 50, 50, False, False)
        self.assertFalse(half.is_due(SETTINGS), "above the ratio, not at it")
        self.assertTrue(half.is_due(dataclasses.replace(SETTINGS, min_cleanable_dirty_ratio=0.49)))
        self.assertTrue(half._replace(overdue=True).is_due(SETTINGS))
        self.assertFalse(Dirtiness(0, 0, 50, 0, True, False).is_due(SETTINGS))

    def test_the_filthiest_is_next(self) -> None:
        a, b = Dirtiness(0, 0, 40, 60, False, False), Dirtiness(0, 0, 10, 90, False, False)
        self.assertEqual(filthiest([("a", a, SETTINGS), ("b", b, SETTINGS), ("c", a, SETTINGS)]), ("b", b))
        clean, empty = Dirtiness(0, 0, 60, 40, False, False), Dirtiness(0, 0, 0, 0, False, False)
        self.assertIsNone(filthiest([("a", clean, SETTINGS), ("e", empty, SETTINGS)]))
        self.assertIsNone(filthiest([]))


class GroupTests(unittest.TestCase):
    """D."""

    def check(self, given: list[tuple[int, int, int, int]], expected: list[tuple[int, int]], end: int = 1000, **settings: int) -> None:
        chosen = dataclasses.replace(SETTINGS, segment_bytes=100, segment_index_bytes=50, **settings)
        self.assertEqual(groups([SegmentSize(*one) for one in given], chosen, end), expected)

    def test_by_size(self) -> None:
        self.check([(0, 60, 0, 0), (10, 40, 0, 0), (20, 1, 0, 0), (30, 99, 0, 0)], [(0, 2), (2, 4)])
        self.check([(0, 500, 0, 0), (10, 1, 0, 0)], [(0, 1), (1, 2)])
        self.check([], [])

    def test_by_index(self) -> None:
        self.check([(0, 1, 30, 0), (10, 1, 20, 0), (20, 1, 1, 0)], [(0, 2), (2, 3)])
        self.check([(0, 1, 0, 30), (10, 1, 0, 21)], [(0, 1), (1, 2)])

    def test_by_offsets(self) -> None:
        far = 2**31
        self.check([(0, 1, 0, 0), (10, 1, 0, 0), (far, 1, 0, 0)], [(0, 2), (2, 3)], end=far + 5)
        self.check([(0, 1, 0, 0), (10, 1, 0, 0)], [(0, 1), (1, 2)], end=far + 1)
        self.check([(0, 1, 0, 0), (10, 1, 0, 0)], [(0, 2)], end=far)
        # Empty segments do not stay behind because of it.
        self.check([(0, 1, 0, 0), (10, 0, 0, 0), (far, 1, 0, 0)], [(0, 2), (2, 3)], end=far + 5)
