"""What 0.8.2.2's consumer tool says; the tools themselves are run by tests/integration/test_bench_suite.py."""

from __future__ import annotations

import unittest

from klog.cli.suite.host.processes import StepFailed
from klog.cli.suite.loads.commands_of_2014 import read_old_consumer

#: As it prints it, warnings of its log among it.
REPORT = "2026-11-27 18:00:00:000, 2026-11-27 18:00:05:316, 1048576, 476.8372, 89.6984, 5000000, 940521.0685\n"


class ReportTests(unittest.TestCase):
    """`read_old_consumer`."""

    def test_a_report(self) -> None:
        found = read_old_consumer("log4j:WARN No appenders could be found, really\n" + REPORT, 5_000_000)
        self.assertEqual(found, 940_521.0685)

    def test_fewer_records_have_no_rate(self) -> None:
        with self.assertRaises(StepFailed) as caught:
            read_old_consumer(REPORT, 5_000_001)
        self.assertIn("only 5,000,000 of 5,000,001 records came", str(caught.exception))

    def test_no_report(self) -> None:
        for text in ("", "Exception in thread main\n", "a, b, c, d, e, f, g\n"):
            with self.assertRaises(StepFailed):
                read_old_consumer(text, 1)
