"""Histograms beside plain lists."""

from __future__ import annotations

import math
import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.cli.suite.histogram import Histogram

LATENCIES = st.lists(st.floats(1e-7, 100), min_size=1, max_size=200)


class HistogramTests(unittest.TestCase):
    """`Histogram`."""

    @settings(deadline=None)
    @given(LATENCIES, st.sampled_from([0.0, 0.5, 0.9, 0.99, 0.999, 1.0]))
    def test_percentiles_are_those_of_the_list_to_a_thousandth(self, seconds: list[float], share: float) -> None:
        found = Histogram.of(seconds).percentile_ms(share)
        expected = sorted(seconds)[max(0, math.ceil(share * len(seconds)) - 1)] * 1000
        self.assertLess(abs(found / expected - 1), 0.0011)

    @settings(deadline=None)
    @given(LATENCIES, LATENCIES)
    def test_merged_is_as_of_all(self, one: list[float], other: list[float]) -> None:
        self.assertEqual(Histogram.of(one).merge(Histogram.of(other)).plain(), Histogram.of([*one, *other]).plain())

    @settings(deadline=None)
    @given(LATENCIES)
    def test_there_and_back(self, seconds: list[float]) -> None:
        made = Histogram.of(seconds)
        back = Histogram.from_plain(made.plain())
        self.assertEqual((back.plain(), back.count), (made.plain(), len(seconds)))
        self.assertAlmostEqual(back.mean_ms, sum(seconds) / len(seconds) * 1000, delta=0.0011 * back.mean_ms)

    def test_edges(self) -> None:
        self.assertEqual(Histogram.of([0.0, -1.0]).count, 2)
        for wrong in ([[1, 0]], [[1.5, 2]], [["a", 1]], [[1]]):
            with self.assertRaises((ValueError, TypeError)):
                Histogram.from_plain(wrong)  # type: ignore[arg-type]
        for ask in (lambda: Histogram().mean_ms, lambda: Histogram().percentile_ms(0.5)):
            with self.assertRaises(ValueError):
                ask()

    def test_a_curve_goes_as_far_as_its_latencies_tell(self) -> None:
        curve = Histogram.of([0.001] * 999 + [0.1]).curve()
        self.assertAlmostEqual(curve[-1][0], 1000, delta=1e-6)
        self.assertEqual([x for x, _ in curve], sorted(x for x, _ in curve))
        self.assertLess(curve[-1][1], 1.01)
        self.assertEqual(Histogram.of([0.001]).curve(), [])

    def test_figures(self) -> None:
        found = Histogram.of([0.001] * 99 + [0.1]).figures()
        self.assertEqual(list(found), ["mean_ms", "p50_ms", "p99_ms", "p999_ms", "max_ms"])
        self.assertLess(found["p99_ms"], 1.01)
        self.assertGreater(found["p999_ms"], 99)
