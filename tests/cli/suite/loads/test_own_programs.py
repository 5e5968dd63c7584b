"""Load programs of our own: how they are called, and what they print."""

from __future__ import annotations

import pathlib
import sys
import unittest

from klog.cli.suite.host.processes import Done, StepFailed
from klog.cli.suite.loads import own_programs


class OwnProgramsTests(unittest.TestCase):
    """`own_program`, `last_line`."""

    def test_command_lines(self) -> None:
        self.assertEqual(
            own_programs.own_program("connections", "a", 5), [sys.executable, "-m", "klog.cli.suite.programs.connections", "a", 5]
        )
        self.assertTrue((pathlib.Path(own_programs.own_environment()["PYTHONPATH"]) / "klog").is_dir())

    def test_last_lines(self) -> None:
        self.assertEqual(own_programs.last_line(Done('warning\n{"a": 1}\n', 1, 1), "p"), {"a": 1})
        self.assertEqual(own_programs.last_line(Done("x\n[2.0, 1.5]\n", 1, 1), "p"), [2.0, 1.5])
        for text in ("", "Traceback\n", "5\n"):
            with self.assertRaises(StepFailed):
                own_programs.last_line(Done(text, 1, 1), "p")
