"""Medians, intervals, noise and verdicts; on simulated brokers a tenth is seen, and no difference is seen where there is none."""

from __future__ import annotations

import itertools
import random
import statistics
import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.cli.suite.figures import Better
from klog.cli.suite.report import comparisons
from klog.cli.suite.report.round_statistics import (
    LEAST_ROUNDS,
    Interval,
    Verdict,
    agree,
    geometric_mean,
    interval,
    loss,
    noise_floor,
    ratios,
    verdict,
)
from tests.cli.suite.samples import simulated

VALUES = st.lists(st.floats(0.01, 1e6), min_size=1, max_size=9)


class IntervalTests(unittest.TestCase):
    """`interval`."""

    @settings(deadline=None, max_examples=60)
    @given(VALUES)
    def test_it_holds_the_median_and_lies_among_the_values(self, values: list[float]) -> None:
        found = interval(values)
        self.assertEqual(found.middle, statistics.median(values))
        self.assertTrue(min(values) <= found.low <= found.middle <= found.high <= max(values))
        self.assertEqual(found, interval(values[::-1]))

    def test_it_is_that_of_a_plain_bootstrap(self) -> None:
        values = [1.0, 1.1, 1.2, 1.25, 1.3, 1.6, 1.9]
        chance = random.Random(5)
        medians = sorted(statistics.median(chance.choices(values, k=7)) for _ in range(40_000))
        found = interval(values)
        self.assertEqual((found.low, found.high), (medians[1_000], medians[-1_001]))

    def test_one_round_is_a_point(self) -> None:
        self.assertEqual(interval([2.0]), Interval(2.0, 2.0, 2.0))
        self.assertEqual((interval([2.0]).text(), interval([1.0, 2.0, 3.0]).text()), ("2.00", "2.00 (1.00–3.00)"))
        with self.assertRaises(ValueError):
            interval([])

    def test_it_holds_the_truth_about_as_often_as_it_says(self) -> None:
        chance = random.Random(7)
        hits = sum(interval([chance.gauss(10, 1) for _ in range(9)]).holds(10) for _ in range(400))
        self.assertGreater(hits, 360)


class SmallThingsTests(unittest.TestCase):
    """The rest of what is computed."""

    def test_ratios_are_made_round_by_round(self) -> None:
        self.assertEqual(ratios({1: 10.0, 2: 9.0, 4: 1.0}, {1: 5.0, 2: 3.0, 3: 7.0, 4: 0.0}), [2.0, 3.0])

    def test_the_best_rounds_of_either_side_are_not_left_out(self) -> None:
        """A tool of whole milliseconds has told 0: less than one."""
        self.assertEqual(ratios({1: 2.0, 2: 0.0, 3: 0.0}, {1: 0.0, 2: 4.0, 3: 0.0}, 1.0), [2.0, 0.25])

    def test_the_floor_is_as_wide_as_equal_sides_are_apart(self) -> None:
        self.assertEqual(noise_floor([]), 1.0)
        self.assertAlmostEqual(noise_floor([1.0, 1.0, 1.0]), 1.0)
        self.assertAlmostEqual(noise_floor([0.95, 1.0, 1.02]), 1 / 0.95)

    def test_verdicts(self) -> None:
        for found, better, floor, rounds, expected in (
            (Interval(1.4, 1.3, 1.5), Better.HIGHER, 1.03, 5, Verdict.BETTER),
            (Interval(1.4, 1.3, 1.5), Better.LOWER, 1.03, 5, Verdict.WORSE),
            (Interval(0.4, 0.3, 0.5), Better.LOWER, 1.03, 5, Verdict.BETTER),
            (Interval(1.02, 1.01, 1.03), Better.HIGHER, 1.03, 5, Verdict.EQUAL),
            (Interval(0.98, 0.97, 0.99), Better.HIGHER, 1.03, 5, Verdict.EQUAL),
            (Interval(1.2, 0.9, 1.5), Better.HIGHER, 1.03, 5, Verdict.UNCLEAR),
            (Interval(1.2, 1.2, 1.2), Better.HIGHER, 1.03, 5, Verdict.BETTER),
            (Interval(1.0, 1.0, 1.0), Better.LOWER, 1.0, 5, Verdict.EQUAL),
            (Interval(1.2, 1.2, 1.2), Better.HIGHER, 1.03, 1, Verdict.TOO_FEW),
            (Interval(1.0, 1.0, 1.0), Better.HIGHER, 1.03, 1, Verdict.TOO_FEW),
            (Interval(1.4, 1.3, 1.5), Better.HIGHER, 1.03, 2, Verdict.TOO_FEW),
            (Interval(1.4, 1.3, 1.5), Better.LOWER, 1.03, 2, Verdict.TOO_FEW),
            (Interval(1.0, 0.99, 1.01), Better.HIGHER, 1.03, 2, Verdict.TOO_FEW),
            (Interval(1.4, 1.3, 1.5), Better.HIGHER, 1.03, 3, Verdict.BETTER),
            (Interval(1.4, 1.3, 1.5), Better.NEITHER, 1.0, 5, Verdict.UNCLEAR),
            (Interval(0.0, 0.0, 0.0), Better.LOWER, 1.0, 5, Verdict.UNCLEAR),
        ):
            with self.subTest(found=found, better=better, rounds=rounds):
                self.assertIs(verdict(found, better, floor, rounds), expected)

    def test_three_rounds_of_equal_sides_are_on_one_side_of_1_once_in_four_times(self) -> None:
        """So few rounds have an interval as wide as they are apart, and it is the noise floor that tells the sides equal."""
        self.assertEqual(interval([1.3, 1.1, 1.2]), Interval(1.2, 1.1, 1.3))
        found = [interval(three) for three in itertools.product((0.98, 1.02), repeat=LEAST_ROUNDS)]
        outside = [one for one in found if not one.holds(1.0)]
        self.assertEqual(len(outside) / len(found), 1 / 4)
        self.assertEqual({verdict(one, Better.HIGHER, 1.0, LEAST_ROUNDS) for one in outside}, {Verdict.BETTER, Verdict.WORSE})
        self.assertEqual({verdict(one, Better.HIGHER, 1.03, LEAST_ROUNDS) for one in found}, {Verdict.EQUAL})

    def test_loss_and_means(self) -> None:
        self.assertEqual((loss(0.8, Better.HIGHER), loss(1.25, Better.LOWER)), (1.25, 1.25))
        self.assertAlmostEqual(geometric_mean([2.0, 0.5]), 1.0)
        with self.assertRaises(ValueError):
            geometric_mean([])


class SimulatedTests(unittest.TestCase):
    """What the whole of it says of brokers whose speeds are known."""

    TRUTH = {"produce.rate": 300_000.0, "produce.cpu": 0.9}

    def sides(self, slower_by: float) -> dict[str, dict[str, float]]:
        slowed = {"produce.rate": self.TRUTH["produce.rate"] / (1 + slower_by), "produce.cpu": self.TRUTH["produce.cpu"] * (1 + slower_by)}
        return {"klog": self.TRUTH, "klog-again": self.TRUTH, "klog-slowed": slowed}

    def test_a_klog_that_is_slower_by_a_tenth_is_seen(self) -> None:
        for seed in range(20):
            results = simulated(self.sides(0.10), noise=0.015, drift=0.15, seed=seed)
            found = {one.figure: one for one in comparisons.compare(results) if one.versus == "klog-slowed"}
            for figure, ratio in (("produce.rate", 1.1), ("produce.cpu", 1 / 1.1)):
                with self.subTest(seed=seed, figure=figure):
                    self.assertIs(found[figure].verdict, Verdict.BETTER)
                    self.assertAlmostEqual(found[figure].ratio.middle, ratio, delta=0.05)

    def test_no_difference_is_seen_where_there_is_none(self) -> None:
        said = [
            one.verdict
            for seed in range(40)
            for one in comparisons.compare(simulated(self.sides(0.0), noise=0.015, drift=0.15, seed=seed))
            if one.versus == "klog-slowed"
        ]
        wrong = sum(one in (Verdict.BETTER, Verdict.WORSE) for one in said)
        self.assertLess(wrong / len(said), 0.1)

    def test_the_suite_run_twice_says_the_same(self) -> None:
        sides = {"klog": self.TRUTH, "klog-again": self.TRUTH, "kafka": {"produce.rate": 200_000.0, "produce.cpu": 3.0}}
        # Another day: the machine is half as fast.
        slower = {side: {"produce.rate": of["produce.rate"] / 2, "produce.cpu": of["produce.cpu"] * 2} for side, of in sides.items()}
        found = [
            one
            for seed in range(0, 40, 2)
            for one in comparisons.agreements(simulated(sides, noise=0.02, seed=seed), simulated(slower, noise=0.02, seed=seed + 1))
        ]
        self.assertEqual(len(found), 40)
        self.assertGreater(sum(one.agrees for one in found) / len(found), 0.85)

    def test_two_runs_of_different_brokers_do_not_agree(self) -> None:
        one = simulated({"klog": self.TRUTH, "kafka": {"produce.rate": 200_000.0, "produce.cpu": 3.0}}, seed=1)
        other = simulated({"klog": self.TRUTH, "kafka": {"produce.rate": 250_000.0, "produce.cpu": 2.0}}, seed=2)
        self.assertEqual([each.agrees for each in comparisons.agreements(one, other)], [False, False])
        self.assertTrue(agree(Interval(1.0, 0.9, 1.1), Interval(1.05, 0.95, 1.2)))
        self.assertFalse(agree(Interval(1.0, 0.9, 1.1), Interval(1.15, 0.95, 1.2)))
        self.assertTrue(agree(Interval(1.0, 0.9, 1.1), Interval(1.15, 0.95, 1.2), 1.06))

    def test_ratios_by_round_take_the_drift_away(self) -> None:
        """Of medians apart the ratio would be off by the drift; round by round it is not."""
        results = simulated({"klog": {"produce.rate": 2.0}, "kafka": {"produce.rate": 1.0}}, noise=0.0, drift=0.4)
        (found,) = comparisons.compare(results)
        self.assertEqual([round(each, 6) for each in found.ratio], [2.0, 2.0, 2.0])
        rates = [results.by_round("2014.one", side, "produce.rate").values() for side in ("klog", "kafka")]
        self.assertGreater(max(a / b for a, b in itertools.product(*rates)), 2.5)
