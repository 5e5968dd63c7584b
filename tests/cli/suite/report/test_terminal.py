"""What the terminal shows."""

from __future__ import annotations

import json
import unittest

from klog.cli.output import Format
from klog.cli.suite.experiments.table import EXPERIMENTS
from klog.cli.suite.report.comparisons import agreements
from klog.cli.suite.report.terminal import tell, warnings
from klog.cli.suite.results.outcomes import Outcome, State, Step
from tests.cli.rig import Captured
from tests.cli.suite.samples import full, head, measured, measured_apart


class TerminalTests(unittest.TestCase):
    """`tell`, `warnings`."""

    def test_formats(self) -> None:
        for format in Format:
            with self.subTest(format=format):
                out = Captured(format)
                tell(full(), out, list(EXPERIMENTS.values()), agreements(full(), full()))
                text = out.out.text
                if format is Format.JSON:
                    found = [json.loads(line) for line in text.splitlines()]
                    self.assertIn("Goals", [table["title"] for table in found[-1]["tables"]])
                    continue
                self.assertIn("The worst ratios", text)
                self.assertIn("agree", text)
                self.assertEqual("█" in text, format is Format.TABLE)
                self.assertEqual("●" in text, format is Format.TABLE)
                if format is Format.TABLE:
                    self.assertLessEqual(max(map(len, text.splitlines())), 130)

    def test_warnings(self) -> None:
        results = full()
        self.assertEqual(warnings(results), [])
        results.add(Outcome(Step("2014.one", "klog", 2), State.FAILED, "klog: 5 records were lost"))
        self.assertEqual(warnings(results), ["1 round failed of what has figures by others, as 2014.one/klog/2: klog: 5 records were lost"])
        results = full()
        results.head = head(machine={"disk": "tmpfs on tmpfs"})
        self.assertIn("to memory and to no disk", warnings(results)[0])
        results.head = head(versions={"klog@/x": "klog at x without extensions"})
        self.assertIn("in plain Python", warnings(results)[0])
        results = full()
        results.add(measured("tls", "klog", 1, {"other_load": 1.0}))
        self.assertIn("tls/klog/1", warnings(results)[0])
        results.head = head(busy=True, size="smoke")
        self.assertEqual(len(warnings(results)), 2)

    def test_what_has_no_ratio_is_told(self) -> None:
        (told,) = warnings(measured_apart())
        self.assertIn("3 rounds measured at another time than klog's have no ratio: tls/kafka", told)
