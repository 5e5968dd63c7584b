"""How many rounds a load gets."""

from __future__ import annotations

import unittest

from klog.cli.suite.results.outcomes import Results
from klog.cli.suite.steps.more_rounds import MORE_ROUNDS, ROUNDS, rounds_wanted, spread, spreads
from tests.cli.suite.samples import head, measured


class MoreRoundsTests(unittest.TestCase):
    """`spreads`, `spread`, `rounds_wanted`."""

    def test_main_figures_alone_tell_how_noisy_a_run_is(self) -> None:
        results = Results(head())
        for number, rate in ((1, 100.0), (2, 130.0)):
            results.add(measured("tls", "klog", number, {"produce.rate": rate, "produce.cpu": rate * number}))
        self.assertEqual([round(one, 2) for one in spreads(results, "tls", ["klog", "kafka"])], [0.26])
        self.assertEqual(spreads(results, "tls", ["kafka"]), [], "of those that are measured now")

    def test_rounds_are_added_where_they_are_far_apart(self) -> None:
        self.assertAlmostEqual(spread([90.0, 100.0, 112.0]), 0.22)
        self.assertEqual((spread([5.0]), spread([0.0, 0.0])), (0.0, 0.0))
        self.assertEqual(rounds_wanted([0.02, 0.11], ROUNDS), MORE_ROUNDS)
        self.assertEqual(rounds_wanted([0.02, 0.09], ROUNDS), ROUNDS)
        self.assertEqual(rounds_wanted([0.5], 2), 2, "who wants two rounds gets two")
        self.assertEqual(rounds_wanted([0.5], 12), 12)
