"""Which segments retention takes."""

from __future__ import annotations

import dataclasses
import unittest

from hypothesis import given
from hypothesis import strategies as st

from klog.storage.log.retention_rules import Reason, SegmentFacts, segments_to_delete
from klog.storage.settings import UNLIMITED, LogSettings

KEEP = LogSettings(retention_ms=UNLIMITED, retention_bytes=UNLIMITED)
THREE = [SegmentFacts(0, 100, 10), SegmentFacts(5, 100, 20), SegmentFacts(9, 100, 30)]


def decide(
    settings: LogSettings, segments: list[SegmentFacts] = THREE, now: int = 1000, start: int = 0, mark: int = 12, end: int = 12
) -> tuple[int, Reason]:
    return segments_to_delete(segments, settings, now, start, mark, end)


class RetentionTests(unittest.TestCase):
    """Rules A to C, and what holds them back."""

    def test_nothing_is_due(self) -> None:
        self.assertEqual(decide(KEEP), (0, Reason.NONE))
        self.assertEqual(decide(KEEP, []), (0, Reason.NONE))

    def test_start(self) -> None:
        self.assertEqual(decide(KEEP, start=4), (0, Reason.NONE))
        self.assertEqual(decide(KEEP, start=5), (1, Reason.START))
        self.assertEqual(decide(KEEP, start=11), (2, Reason.START))
        self.assertEqual(decide(KEEP, start=12), (2, Reason.START), "the active segment stays")
        self.assertEqual(decide(dataclasses.replace(KEEP, cleanup_delete=False, cleanup_compact=True), start=9), (2, Reason.START))

    def test_size(self) -> None:
        for limit, count in ((300, 0), (299, 0), (201, 0), (200, 1), (101, 1), (100, 2), (1, 2), (0, 3)):
            self.assertEqual(decide(dataclasses.replace(KEEP, retention_bytes=limit))[0], count, limit)

    def test_time(self) -> None:
        for limit, count in ((990, 0), (989, 1), (980, 1), (979, 2), (969, 3), (0, 3)):
            self.assertEqual(decide(dataclasses.replace(KEEP, retention_ms=limit))[0], count, limit)
        youngest_first = [SegmentFacts(0, 100, 900), SegmentFacts(5, 100, 1), SegmentFacts(9, 100, 1)]
        self.assertEqual(decide(dataclasses.replace(KEEP, retention_ms=500), youngest_first)[0], 0, "it stops at the first")

    def test_not_beyond_the_high_watermark(self) -> None:
        settings = dataclasses.replace(KEEP, retention_ms=0)
        for mark, count in ((0, 0), (4, 0), (5, 1), (8, 1), (9, 2), (11, 2), (12, 3)):
            self.assertEqual(decide(settings, mark=mark)[0], count, mark)

    def test_an_empty_active_segment_stays(self) -> None:
        segments = [*THREE[:2], SegmentFacts(9, 0, 0)]
        self.assertEqual(decide(dataclasses.replace(KEEP, retention_ms=0), segments, end=9, mark=9)[0], 2)

    def test_compaction_alone_deletes_nothing(self) -> None:
        settings = LogSettings(cleanup_delete=False, cleanup_compact=True, retention_ms=0, retention_bytes=0)
        self.assertEqual(decide(settings), (0, Reason.NONE))

    def test_unknown_settings_delete_nothing(self) -> None:
        settings = LogSettings(retention_ms=0, retention_bytes=0, retention_known=False)
        self.assertEqual(decide(settings, start=12), (0, Reason.NONE))

    @given(st.lists(st.integers(1, 50), min_size=1, max_size=8), st.integers(0, 300))
    def test_size_never_drops_below_the_limit(self, sizes: list[int], limit: int) -> None:
        segments = [SegmentFacts(index * 10, size, 0) for index, size in enumerate(sizes)]
        end = len(sizes) * 10
        count, _ = decide(dataclasses.replace(KEEP, retention_bytes=limit), segments, mark=end, end=end)
        rest = sum(sizes[count:])
        self.assertTrue(count == 0 or rest >= limit)
        self.assertTrue(count == len(sizes) or rest - sizes[count] < limit)
