"""What the open loop prints; the whole of it is run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import json
import pathlib
import unittest
from unittest import mock

from klog.cli.suite.histogram import Histogram
from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Skip, StepFailed
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads import limits, open_loop
from klog.cli.suite.loads.measured import Measured
from klog.cli.suite.loads.table import LOADS


class OpenLoopTests(unittest.TestCase):
    """`OpenLoop`, `add_rates`, `phase_of_rate`."""

    @staticmethod
    def line(rate: str, kept: float, seconds: float) -> str:
        said = {"rate": rate, "wanted_per_s": 1000.0, "kept_per_s": kept, "histogram": Histogram.of([seconds]).plain()}
        return json.dumps(said) + "\n"

    def test_phases(self) -> None:
        self.assertEqual([open_loop.phase_of_rate(rate) for rate in ("max", "10%", "1000")], ["max", "own10", "at1000"])

    def test_what_goes_through_without_a_rate_needs_the_most_room(self) -> None:
        loop = open_loop.OpenLoop({"paper": 60.0}, rates=("10%", "1000"))
        self.assertEqual(loop.most_per_s(), 2.1 * open_loop.MOST_PER_S + 1000)
        site = Site(pathlib.Path("/scratch/step"), "paper", Machine(), {})
        with mock.patch.object(limits, "free_bytes", return_value=int(20e9)), self.assertRaisesRegex(Skip, "has 20.0 GB free"):
            LOADS["latency.open"].run(site, "klog")

    def test_what_the_open_loop_prints(self) -> None:
        found = Measured()
        text = '{"rate": "max", "kept_per_s": 5000.0}\n' + self.line("1000", 1000.0, 1.0) + "a warning\n" + self.line("1000", 999.0, 0.004)
        text += self.line("80%", 900.0, 30.0)
        open_loop.add_rates(found, text)
        self.assertEqual(found.figures["max.rate"], 5000.0)
        self.assertAlmostEqual(found.figures["at1000.p99_ms"], 4.0, delta=0.01, msg="the first time was the warm-up")
        self.assertEqual(found.notes, ["own80: no latency, as 900 records/s of 1,000 were kept"])
        self.assertEqual([name for name in found.figures if name.startswith("own80")], [])
        with self.assertRaises(StepFailed):
            open_loop.add_rates(Measured(), "Traceback\n")

    def test_a_rate_that_was_kept_in_the_warm_up_alone_has_no_latency(self) -> None:
        found = Measured()
        open_loop.add_rates(found, self.line("1000", 1000.0, 0.004) + self.line("1000", 949.0, 5.0))
        self.assertEqual((found.figures, found.histograms), ({}, {}))
        self.assertEqual(found.notes, ["at1000: no latency, as 949 records/s of 1,000 were kept"])
        found = Measured()
        open_loop.add_rates(found, self.line("1000", 949.0, 5.0) + self.line("1000", 951.0, 0.004))
        self.assertEqual(found.notes, [], "the warm-up is in no figure, and nobody's concern")
        self.assertIn("at1000.p99_ms", found.figures)
