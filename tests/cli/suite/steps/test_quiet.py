"""A busy machine is waited for, and refused where it stays busy."""

from __future__ import annotations

import unittest
from collections.abc import Sequence

from klog.cli.exit_codes import CommandFailed
from klog.cli.suite.host.machine import MOST_OTHER_LOAD, Machine, MachineTime
from klog.cli.suite.steps.quiet import FIRST_PATIENCE_S, PATIENCE_S, wait_for_quiet
from klog.cli.suite.steps.runner import View


class Waiting(View):
    """How busy the machine was, each time that somebody was told to wait."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    def waiting(self, load: float, who: Sequence[str]) -> None:
        self.waited.append(load)


class FakeMachine(Machine):
    """Others' load as it is told."""

    def __init__(self, loads: Sequence[float]) -> None:
        self.now = 0.0
        super().__init__(clock=lambda: self.now)
        self.loads = list(loads)

    def load_of_others(self, seconds: float) -> tuple[float, list[str]]:
        self.now += seconds
        return (self.loads.pop(0) if self.loads else 2.0), ["java 1.5", "python 0.5"]

    def time(self) -> MachineTime:
        return MachineTime(0.0, 0.0)


class QuietTests(unittest.TestCase):
    """`wait_for_quiet`."""

    def test_a_quiet_machine_is_not_waited_for(self) -> None:
        view = Waiting()
        wait_for_quiet(FakeMachine([MOST_OTHER_LOAD]), view, "f")(True)
        self.assertEqual(view.waited, [])

    def test_one_that_gets_quiet_is_waited_for(self) -> None:
        view = Waiting()
        wait_for_quiet(FakeMachine([1.0, 0.8, 0.1]), view, "f")(True)
        self.assertEqual(view.waited, [1.0, 0.8])

    def test_one_that_stays_busy_is_refused(self) -> None:
        for is_first, patience_s in ((True, FIRST_PATIENCE_S), (False, PATIENCE_S)):
            machine = FakeMachine([])
            with self.assertRaises(CommandFailed) as caught:
                wait_for_quiet(machine, View(), "some.jsonl")(is_first)
            sentence = caught.exception.sentence
            for word in ("the machine is busy", "2.0 cores", "java 1.5, python 0.5", "some.jsonl", "--busy"):
                self.assertIn(word, sentence)
            self.assertAlmostEqual(machine.now, patience_s, delta=1.5)
