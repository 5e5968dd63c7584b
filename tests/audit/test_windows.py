"""`klog.audit.windows`."""

from __future__ import annotations

import itertools
import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.audit.windows import END_MS, FIRST_MS, UNTIMED, Window, length_fault, merged, window_of


class WindowTests(unittest.TestCase):
    @settings(deadline=None, max_examples=200)
    @given(st.integers(FIRST_MS, END_MS - 1), st.integers(1_000, 86_400_000))
    def test_a_record_lies_in_its_window(self, timestamp_ms: int, window_ms: int) -> None:
        window = window_of(timestamp_ms, window_ms)
        self.assertTrue(window.start_ms <= timestamp_ms < window.end_ms)
        self.assertEqual((window.end_ms - window.start_ms, window.start_ms % window_ms), (window_ms, 0))

    def test_how_long_windows_may_be(self) -> None:
        for window_ms in (1_000, 600_000, 86_400_000):
            self.assertIsNone(length_fault(window_ms))
        for window_ms in (-1, 0, 999, 86_400_001):
            self.assertIn("1000 to 86400000 ms", length_fault(window_ms) or "")

    def test_what_is_no_time_is_counted_apart(self) -> None:
        for timestamp_ms in (-1, 0, 1, FIRST_MS - 1, END_MS, 1 << 62):
            self.assertEqual(window_of(timestamp_ms, 600_000), UNTIMED)

    @settings(deadline=None, max_examples=200)
    @given(st.sets(st.tuples(st.integers(0, 60), st.integers(1, 9)), max_size=8))
    def test_windows_that_overlap_become_one(self, given_: set[tuple[int, int]]) -> None:
        windows = {Window(start, start + length) for start, length in given_}
        found = merged(windows)
        covered = {second for window in windows for second in range(*window)}
        self.assertEqual({second for window in found for second in range(*window)}, covered)
        for window in windows:
            self.assertEqual(sum(one.start_ms <= window.start_ms and window.end_ms <= one.end_ms for one in found), 1)
        for one, other in itertools.pairwise(found):
            self.assertLessEqual(one.end_ms, other.start_ms)

    def test_neighbours_stay_two(self) -> None:
        self.assertEqual(merged({Window(0, 10), Window(10, 20)}), [Window(0, 10), Window(10, 20)])
