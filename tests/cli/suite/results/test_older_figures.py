"""What older suites have told otherwise is read as it is told today."""

from __future__ import annotations

import unittest

from klog.cli.suite.results.older_figures import as_told_today


class OlderFiguresTests(unittest.TestCase):
    """`as_told_today`."""

    def test_a_peak_is_not_below_what_there_is_in_the_end(self) -> None:
        for after, peak in ((418.0, 418.0), (200.0, 287.0)):
            found = as_told_today("start", {"rss_peak_mb": 287.0, "rss_after_mb": after})
            self.assertEqual(found, {"rss_peak_mb": peak, "rss_after_mb": after})
        self.assertEqual(as_told_today("start", {"rss_peak_mb": 287.0}), {"rss_peak_mb": 287.0})

    def test_behind_a_warm_up_no_other_rate_is_warm(self) -> None:
        for load, kept in (("tls", False), ("2014.one.stored", True), ("paper.batch1", True), ("made-up", True)):
            found = as_told_today(load, {"produce.rate": 100.0, "produce.warm_rate": 300.0, "consume.warm_rate": 5.0})
            self.assertEqual(("produce.warm_rate" in found, "consume.warm_rate" in found), (kept, True), load)

    def test_a_whole_rate_is_no_warm_one(self) -> None:
        figures = {"produce.rate": 5.0, "produce.warm_rate": 5.0, "consume.rate": 5.0, "consume.warm_rate": 6.0, "rate": 5.0}
        found = as_told_today("paper.batch1", dict(figures))
        del figures["produce.warm_rate"]
        self.assertEqual(found, figures)
