"""The ordered collection of segments."""

from __future__ import annotations

import unittest

from klog.storage.segments.segment import Segment
from klog.storage.segments.segment_list import Segments
from klog.storage.settings import LogSettings
from tests.storage.logs import Place


class SegmentsTests(unittest.TestCase):
    """Look-ups by offset."""

    def segment(self, base: int) -> Segment:
        return Segment(Place().directory().context, "/d", base, LogSettings(), size=10, created_ms=0, fresh=True)

    def test_floor(self) -> None:
        segments = Segments([self.segment(20), self.segment(5), self.segment(9)])
        self.assertEqual([segments.floor_index(offset) for offset in (0, 4, 5, 8, 9, 19, 20, 10**12)], [-1, -1, 0, 0, 1, 1, 2, 2])
        self.assertEqual([segment.base_offset for segment in segments.from_offset(0)], [5, 9, 20])
        self.assertEqual([segment.base_offset for segment in segments.from_offset(9)], [9, 20])
        self.assertEqual((segments.first.base_offset, segments.active.base_offset, len(segments)), (5, 20, 3))
        self.assertEqual((segments.size_bytes, segments.bases(), segments[1].base_offset), (30, [5, 9, 20], 9))

    def test_growth(self) -> None:
        segments = Segments([self.segment(0)])
        segments.append(self.segment(7))
        self.assertEqual(segments.active.base_offset, 7)
        for base in (7, 3):
            with self.assertRaises(ValueError):
                segments.append(self.segment(base))

    def test_replacement(self) -> None:
        segments = Segments([self.segment(base) for base in (0, 5, 9, 20)])
        new = self.segment(5)
        self.assertEqual([segment.base_offset for segment in segments.replace([5, 9], new)], [5, 9])
        self.assertEqual((segments.bases(), segments[1] is new, segments.active.base_offset), ([0, 5, 20], True, 20))
        for bases, base in (([0, 7], 0), ([5, 20], 5), ([20], 20), ([0, 5], 5), ([0, 20], 0)):
            with self.assertRaises(ValueError):
                segments.replace(bases, self.segment(base))

    def test_removal(self) -> None:
        segments = Segments([self.segment(base) for base in (0, 5, 9)])
        self.assertEqual([segment.base_offset for segment in segments.remove_first(2)], [0, 5])
        self.assertEqual(segments.bases(), [9])
        with self.assertRaises(ValueError):
            segments.remove_first(1)

    def test_at_least_one(self) -> None:
        with self.assertRaises(ValueError):
            Segments([])
