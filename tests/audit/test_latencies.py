"""`klog.audit.latencies`."""

from __future__ import annotations

import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.audit.latencies import LAST_CLASS, LONGEST_MS, Latencies, class_of, upper_bound_ms

_TIMES = st.lists(st.integers(-5_000, 2 * LONGEST_MS), max_size=60)


class ClassTests(unittest.TestCase):
    def test_classes_have_no_gap_and_do_not_overlap(self) -> None:
        low = 0
        for number in range(LAST_CLASS + 1):
            high = upper_bound_ms(number)
            self.assertEqual((class_of(low), class_of(high)), (number, number))
            low = high + 1
        self.assertEqual(high, LONGEST_MS)

    def test_a_class_is_at_most_a_sixteenth_wide(self) -> None:
        for latency_ms in [*range(5_000), *range(5_000, LONGEST_MS, 997)]:
            self.assertLessEqual(upper_bound_ms(class_of(latency_ms)) - latency_ms, latency_ms / 16)

    def test_more_than_an_hour_is_an_hour(self) -> None:
        self.assertEqual(class_of(10 * LONGEST_MS), LAST_CLASS)


class LatenciesTests(unittest.TestCase):
    @settings(deadline=None, max_examples=200)
    @given(_TIMES, _TIMES)
    def test_a_sum_is_what_one_would_have_counted_alone(self, first: list[int], second: list[int]) -> None:
        one, other, both = Latencies(), Latencies(), Latencies()
        for latency_ms in first:
            one.add(latency_ms)
            both.add(latency_ms)
        for latency_ms in second:
            other.add(latency_ms)
            both.add(latency_ms)
        one.merge(other)
        self.assertEqual(one, both)

    @settings(deadline=None, max_examples=200)
    @given(st.lists(st.integers(0, LONGEST_MS), min_size=1, max_size=60), st.sampled_from([0.01, 0.5, 0.9, 0.99, 1.0]))
    def test_percentiles_are_right_within_a_sixteenth(self, times: list[int], share: float) -> None:
        latencies = Latencies()
        for latency_ms in times:
            latencies.add(latency_ms)
        ordered = sorted(times)
        exact = next(value for index, value in enumerate(ordered, 1) if index >= share * len(ordered))
        found = latencies.percentile_ms(share)
        assert found is not None
        self.assertGreaterEqual(found, exact)
        self.assertLessEqual(found - exact, exact / 16)

    def test_what_took_less_than_no_time_is_told_apart(self) -> None:
        latencies = Latencies()
        latencies.add(-7, 3)
        latencies.add(-2)
        latencies.add(5)
        self.assertEqual((latencies.count, latencies.skewed, latencies.most_skewed_ms), (1, 4, 7))
        self.assertEqual(latencies.percentile_ms(0.5), 5)

    def test_nothing_has_no_percentile(self) -> None:
        self.assertIsNone(Latencies().percentile_ms(0.5))

    def test_it_is_no_key(self) -> None:
        with self.assertRaises(TypeError):
            hash(Latencies())
        self.assertNotEqual(Latencies(), 1)
