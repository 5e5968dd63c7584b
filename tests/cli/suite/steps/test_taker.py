"""One step: an outcome whatever happens, in a folder that is gone when it has ended."""

from __future__ import annotations

import errno
import pathlib
import shutil
import tempfile
import unittest
from collections.abc import Callable, Mapping
from unittest import mock

from klog.cli.suite.host.machine import Machine, MachineTime
from klog.cli.suite.host.processes import Skip, StepFailed
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads.measured import Measured
from klog.cli.suite.results.outcomes import Outcome, State, Step
from klog.cli.suite.steps.runner import View
from klog.cli.suite.steps.scratch_folder import Scratch
from klog.cli.suite.steps.taker import Taker, why_failed
from klog.errors import ErrorCode, KlogError
from tests.cli.suite.samples import load, plan


class PreparedMachine(Machine):
    """What is done with it before a step."""

    def __init__(self) -> None:
        super().__init__()
        self.prepared: list[str] = []

    def write_back(self) -> None:
        self.prepared.append("written back")

    def prefault_memory(self) -> None:
        self.prepared.append("memory given")


class TakerTests(unittest.TestCase):
    """`Taker`: an outcome whatever happens."""

    def setUp(self) -> None:
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.base, ignore_errors=True)
        self.machine = PreparedMachine()

    def take(self, run: Callable[[Site, str], Measured], absent: Mapping[str, str] | None = None, side: str = "klog") -> Outcome:
        with Scratch(str(self.base)) as scratch:
            planned = plan([load("a", run)])
            return Taker(planned, scratch, self.machine, View(), absent or {})(Step("a", side, 1))

    def test_measured(self) -> None:
        found: list[pathlib.Path] = []

        def run(site: Site, side: str) -> Measured:
            found.append(site.folder)
            self.assertEqual(self.machine.prepared, ["written back", "memory given"])
            (site.folder / "data").touch()
            return Measured({"produce.rate": 5.0}, {"produce": [(1.0, 2.0)]}, commands=["/some/where/kafka 4.3.1 --dir /x/y/data"])

        outcome = self.take(run)
        self.assertIs(outcome.state, State.MEASURED)
        self.assertEqual(outcome.figures["produce.rate"], 5.0)
        self.assertIn("other_load", outcome.figures)
        self.assertEqual(outcome.commands, ["kafka 4.3.1 --dir data"])
        self.assertFalse(found[0].exists())

    def test_a_step_during_which_others_worked_says_so(self) -> None:
        with (
            mock.patch.object(self.machine, "time", side_effect=[MachineTime(0.0, 0.0), MachineTime(1e6, 0.0)]),
            mock.patch.object(self.machine, "cpu_s", return_value=0.0),
        ):
            outcome = self.take(lambda site, side: Measured({"produce.rate": 5.0}))
        self.assertGreater(outcome.figures["other_load"], 100.0)
        self.assertRegex(outcome.notes[0], r"^others kept [\d.]+ cores busy meanwhile$")

    def test_whatever_happens(self) -> None:
        for error, state, word in (
            (Skip("rabbitmq is not installed"), State.SKIPPED, "rabbitmq is not installed"),
            (StepFailed("kafka: 5 of 10 records were lost; no rate is printed"), State.FAILED, "lost"),
            (OSError(errno.ENOSPC, "No space left on device"), State.FAILED, "the disk is full"),
            (PermissionError(errno.EACCES, "Permission denied", "/x"), State.FAILED, "/x: Permission denied"),
            (KlogError(ErrorCode.REQUEST_TIMED_OUT, "nobody answers"), State.FAILED, "nobody answers"),
            (ZeroDivisionError("division by zero"), State.FAILED, "a mistake of the suite's: ZeroDivisionError"),
        ):
            with self.subTest(error=error):

                def run(site: Site, side: str, error: Exception = error) -> Measured:
                    raise error

                with mock.patch("klog.cli.suite.steps.taker.free_bytes", return_value=1 << 30):
                    outcome = self.take(run)
                self.assertIs(outcome.state, state)
                self.assertIn(word, outcome.why)
                self.assertNotIn("the disk of", outcome.why)
                self.assertEqual(outcome.figures, {})
        self.assertIn("test_taker.py", why_failed(self.failed()))

    def test_a_figure_that_is_no_number_is_none(self) -> None:
        """A tool that divides by no time; in the file it would be read by nobody."""
        for value in (float("inf"), float("nan")):
            outcome = self.take(lambda site, side, value=value: Measured({"produce.rate": value}))  # type: ignore[misc]
            self.assertEqual((outcome.state, outcome.why, outcome.figures), (State.FAILED, f"produce.rate is {value}", {}))

    def test_a_program_that_fails_on_a_full_disk_cannot_say_so(self) -> None:
        def run(site: Site, side: str) -> Measured:
            raise StepFailed("kafka ended with exit code 1: it printed nothing")

        with mock.patch("klog.cli.suite.steps.taker.free_bytes", return_value=4096):
            outcome = self.take(run)
        self.assertRegex(outcome.why, r"^the disk of /\S+ is full: kafka ended with exit code 1")

    @staticmethod
    def failed() -> Exception:
        try:
            raise ValueError("x")
        except ValueError as error:
            return error

    def test_an_outcome_has_its_loads_version(self) -> None:
        def skips(site: Site, side: str) -> Measured:
            raise Skip("no")

        for run in (skips, lambda site, side: Measured({"produce.rate": 5.0})):
            with Scratch(str(self.base)) as scratch:
                taker = Taker(plan([load("a", run, version=3)]), scratch, self.machine, View(), {"kafka": "no Java"})
                self.assertEqual([taker(Step("a", side, 1)).version for side in ("klog", "kafka")], [3, 3])

    def test_an_interruption_goes_through(self) -> None:
        def run(site: Site, side: str) -> Measured:
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.take(run)
        self.assertEqual(list(self.base.iterdir()), [])

    def test_a_side_that_is_absent_is_not_tried(self) -> None:
        def run(site: Site, side: str) -> Measured:
            raise AssertionError("tried")

        outcome = self.take(run, {"kafka": "no Java"}, "kafka")
        self.assertEqual((outcome.state, outcome.why), (State.SKIPPED, "no Java"))
