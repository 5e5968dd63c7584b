"""Percentiles, rates, bounded samples."""

from __future__ import annotations

import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.cli.measurements import Latencies, RateSeries, cpu_seconds, percentile


class MeasuringTests(unittest.TestCase):
    """Figures."""

    def test_percentiles(self) -> None:
        ordered = [float(number) for number in range(1, 101)]
        self.assertEqual([percentile(ordered, share) for share in (50, 95, 99, 99.9, 100)], [50, 95, 99, 100, 100])
        self.assertEqual(percentile([7.0], 50), 7.0)
        self.assertIsNone(percentile([], 50))

    @settings(deadline=None, max_examples=50)
    @given(st.lists(st.floats(0, 1e3), min_size=1, max_size=200), st.floats(0.1, 100))
    def test_nearest_rank(self, values: list[float], share: float) -> None:
        found = percentile(sorted(values), share)
        assert found is not None
        self.assertGreaterEqual(sum(value <= found for value in values), len(values) * share / 100 - 1e-6)

    def test_samples_are_bounded_and_even(self) -> None:
        latencies = Latencies(max_samples=1_000)
        for number in range(100_000):
            latencies.add(number / 1000)
        self.assertEqual(latencies.count, 100_000)
        self.assertLessEqual(len(latencies.sorted()), 1_000)
        summary = latencies.summary_ms()
        self.assertEqual(summary["max_ms"], 99_999.0)
        assert summary["p50_ms"] is not None
        self.assertAlmostEqual(summary["p50_ms"], 50_000, delta=1_000)
        self.assertIsNone(Latencies().summary_ms()["p50_ms"])

    def test_rates(self) -> None:
        rates = RateSeries(0.5)
        for at, count in ((0.1, 5), (0.4, 5), (0.6, 1), (1.2, 9)):
            rates.add(at, count)
        self.assertEqual(rates.points, [(0.25, 20.0), (0.75, 2.0)])
        self.assertEqual(RateSeries().points, [])
        self.assertGreater(cpu_seconds(), 0)
