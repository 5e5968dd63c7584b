"""One segment: when it rolls."""

from __future__ import annotations

from klog.storage.settings import LogSettings
from tests.storage.logs import NOW_MS
from tests.storage.segment_case import BASE, SegmentCase


class SegmentTests(SegmentCase):
    """When the log needs another one."""

    def test_when_it_rolls(self) -> None:
        settings = LogSettings(segment_bytes=1000, segment_ms=50)
        segment = self.segment(settings)
        now = self.place.clock.ms
        self.assertFalse(segment.should_roll(1000, NOW_MS, BASE, now + 10**6, settings), "an empty one takes anything that fits")
        self.assertTrue(segment.should_roll(10, NOW_MS, BASE + 2**31, now, settings))
        self.assertFalse(segment.should_roll(10, NOW_MS, BASE + 2**31 - 1, now, settings))
        (data,) = self.batches([100])
        self.add(segment, data)
        rest = 1000 - segment.size
        self.assertFalse(segment.should_roll(rest, NOW_MS, BASE + 5, now, settings))
        self.assertTrue(segment.should_roll(rest + 1, NOW_MS, BASE + 5, now, settings))
        self.assertFalse(segment.should_roll(10, NOW_MS + 50, BASE + 5, now + 10**6, settings), "records' time counts")
        self.assertTrue(segment.should_roll(10, NOW_MS + 51, BASE + 5, now, settings))

    def test_rolls_by_the_clock_without_timestamps(self) -> None:
        settings = LogSettings(segment_ms=50)
        segment = self.segment(settings)
        segment.note_batch(0, 70, BASE, -1)
        segment.size = 70
        self.assertFalse(segment.should_roll(10, -1, BASE + 1, self.place.clock.ms + 50, settings))
        self.assertTrue(segment.should_roll(10, -1, BASE + 1, self.place.clock.ms + 51, settings))

    def test_rolls_with_a_full_index(self) -> None:
        settings = LogSettings(segment_index_bytes=8, index_interval_bytes=1)
        segment = self.segment(settings, *self.batches([10, 10]))
        self.assertTrue(segment.should_roll(10, NOW_MS, BASE + 4, NOW_MS, settings))
        # The rest of an append that is under way gets no entry.
        self.add(segment, self.batches([10, 10, 10])[2])
        self.assertEqual(len(segment.offset_index), 1)

    def test_full_by_the_entry_of_a_save(self) -> None:
        """A segment that goes on after its indexes were saved rolls before another entry is needed."""
        settings = LogSettings(index_interval_bytes=100, segment_index_bytes=24)
        segment = self.segment(settings, *self.batches([60]))
        self.assertFalse(segment.should_roll(100, NOW_MS, BASE + 5, NOW_MS, settings))
        segment.save_indexes()
        self.assertTrue(segment.should_roll(100, NOW_MS, BASE + 5, NOW_MS, settings))

    def test_jitter(self) -> None:
        jitters = {self.segment(LogSettings(segment_jitter_ms=20, segment_ms=100)).jitter_ms for _ in range(200)}
        self.assertTrue(jitters <= set(range(20)) and len(jitters) > 5, jitters)
