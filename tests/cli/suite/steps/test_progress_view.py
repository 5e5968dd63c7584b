"""What a person sees of a run."""

from __future__ import annotations

import unittest

from klog.cli.output import Format
from klog.cli.suite.results.outcomes import Outcome, State, Step
from klog.cli.suite.steps.progress_view import TerminalView, line_of
from tests.cli.rig import Captured
from tests.cli.suite.samples import load, measured, plan


class ViewTests(unittest.TestCase):
    """`TerminalView`."""

    def test_bars_on_a_terminal(self) -> None:
        out = Captured(Format.TABLE, is_terminal=True)
        with TerminalView(out, plan([load("a")])) as view:
            view.begin(Step("a", "klog", 1), 1, 4, 3700.0)
            view.say("producing")
            view._draw()
            view.waiting(1.2, ["java 1.0"])
            view.end(measured("a", "klog", 1, {"produce.rate": 12345.0}), 2, 4, 90.0)
        text = out.err.text
        for word in ("all steps", "1/4, about 1 h 1 min left", "producing", "others keep 1.2 cores busy (java 1.0)"):
            self.assertIn(word, text)
        self.assertIn("2/4 a/klog/1: produce.rate 12,345, 10 s; about 1 min 30 s left", text)
        self.assertEqual(out.out.text, "")

    def test_lines_through_a_pipe(self) -> None:
        out = Captured(Format.TEXT)
        with TerminalView(out, plan([load("a")])) as view:
            view.begin(Step("a", "klog", 1), 0, 1, 5.0)
            view.end(Outcome(Step("a", "klog", 1), State.SKIPPED, "no Java"), 1, 1, 0.0)
        self.assertEqual(out.err.text, "1/1 a/klog/1: skipped: no Java; about 0.0 s left\n")

    def test_what_stands_in_a_line(self) -> None:
        outcome = measured("a", "klog", 1, {"produce.rate": 5.0, "disk_bytes": 271.04, "steal": 0.1}, notes=["odd"])
        self.assertEqual(line_of(outcome), "produce.rate 5, disk_bytes 271.0, odd, 10 s")

    def test_a_remark(self) -> None:
        out = Captured(Format.TEXT)
        with TerminalView(out, plan([load("a")])) as view:
            view.remark("3 steps of a were measured by an older form of it and will be measured again")
        self.assertEqual(out.err.text, "3 steps of a were measured by an older form of it and will be measured again.\n")
