"""So many bytes a second for several threads together."""

from __future__ import annotations

import unittest

from hypothesis import given
from hypothesis import strategies as st

from klog.storage.byte_rate import ByteRate


class ByteRateTests(unittest.TestCase):
    """With a clock that stands until it is told."""

    def setUp(self) -> None:
        self.now_s = 0.0
        self.rate = ByteRate(lambda: self.now_s, 100.0)

    def test_each_waits_behind_those_before(self) -> None:
        first, second = self.rate.take(50), self.rate.take(200)
        self.assertEqual((self.rate.left_s(first), self.rate.left_s(second)), (0.5, 2.5))
        self.now_s = 1.0
        self.assertEqual((self.rate.left_s(first), self.rate.left_s(second)), (0, 1.5))
        self.assertEqual(self.rate.left_s(self.rate.take(100)), 2.5)

    def test_nobody_saves_up(self) -> None:
        self.now_s = 1000.0
        self.assertEqual(self.rate.left_s(self.rate.take(100)), 1.0)

    def test_a_rate_that_changes_counts_at_once(self) -> None:
        turn = self.rate.take(1000)
        self.now_s = 5.0
        self.rate.bytes_per_second = 1000.0
        self.assertEqual(self.rate.left_s(turn), 0.5)
        self.rate.bytes_per_second = None
        self.assertEqual(self.rate.left_s(turn), 0)
        self.assertEqual(self.rate.left_s(self.rate.take(1 << 40)), 0)
        self.rate.bytes_per_second = 10.0
        self.assertEqual(self.rate.left_s(self.rate.take(10)), 1.0, "what was taken without a limit is paid")

    def test_a_clock_that_goes_back(self) -> None:
        turn = self.rate.take(100)
        self.now_s = -7.0
        self.assertEqual(self.rate.left_s(turn), 1.0)

    @given(st.lists(st.tuples(st.integers(0, 500), st.floats(0, 3)), min_size=1))
    def test_no_more_than_the_rate(self, takes: list[tuple[int, float]]) -> None:
        """Whoever waits as told has, from any take on, no more than the rate gives and what was under way."""
        self.setUp()
        done = []
        for count, pause_s in takes:
            turn = self.rate.take(count)
            begun_s = self.now_s
            self.now_s += self.rate.left_s(turn)
            self.assertLessEqual(self.rate.left_s(turn), 1e-6)
            done.append((begun_s, self.now_s, count))
            self.now_s += pause_s
        for number, (begun_s, _, _) in enumerate(done):
            total = 0
            for _, end_s, count in done[number:]:
                total += count
                self.assertLessEqual(total, (end_s - begun_s) * 100 + 1e-3)
