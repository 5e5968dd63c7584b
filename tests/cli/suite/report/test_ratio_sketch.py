"""The sketch of ratios."""

from __future__ import annotations

import unittest

from klog.cli.suite.report.comparisons import compare
from klog.cli.suite.report.ratio_sketch import WIDTH, place, sketch, strip
from klog.cli.suite.report.round_statistics import Verdict
from klog.cli.suite.results.outcomes import Results
from tests.cli.suite.samples import full, head, measured


class SketchTests(unittest.TestCase):
    """Lines around 1."""

    def test_places(self) -> None:
        self.assertEqual([place(value, 4.0, 9) for value in (0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 9.0)], [0, 0, 0, 2, 4, 6, 8, 8])
        self.assertEqual(strip(1.0, 2.0, 4.0, 4.0, 9), "····├─●─┤")
        self.assertEqual(strip(2.0, 2.0, 2.0, 4.0, 9), "····│·●··")

    def test_every_line_fits(self) -> None:
        found = compare(full())
        for width in (60, 80, 200):
            lines = sketch(found, width).splitlines()
            self.assertEqual(len(lines), len(found))
            self.assertLessEqual(max(map(len, lines)), width)
        results = Results(head())
        for side, rate in (("klog", 3.0), ("kafka", 1.0)):
            results.add(measured("tls", side, 1, {"produce.rate": rate}))
        (line,) = sketch(compare(results), 80).splitlines()
        self.assertTrue(line.endswith(f" {Verdict.TOO_FEW.value}"), line)
        self.assertEqual(sketch([]), "")
        self.assertEqual(WIDTH % 2, 1)
