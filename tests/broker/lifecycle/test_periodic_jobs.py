"""Periodic jobs."""

from __future__ import annotations

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.periodic_jobs import PeriodicJobs
from klog.broker.reactor_probe import Turns


class JobsTests(SynchronousTestCase):
    """`PeriodicJobs.every`."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.jobs = PeriodicJobs(self.clock)
        self.runs: list[float] = []

    def note(self) -> None:
        self.runs.append(self.clock.seconds())

    def test_intervals_and_first_run(self) -> None:
        self.jobs.every("a", 2000, self.note)
        self.clock.pump([1] * 5)
        self.assertEqual(self.runs, [2, 4])
        self.jobs.stop()
        self.clock.advance(10)
        self.assertEqual(self.runs, [2, 4])

    def test_whoever_measures_is_told_which_job_runs(self) -> None:
        turns = Turns()
        PeriodicJobs(self.clock, turns).every("retention", 2000, self.note)
        self.clock.advance(1)
        self.assertIsNone(turns.work)
        self.clock.advance(1)
        self.assertEqual((turns.work, self.runs), ("retention", [2]))

    def test_first_run_earlier(self) -> None:
        self.jobs.every("a", 5000, self.note, first_ms=1000)
        self.clock.pump([1] * 7)
        self.assertEqual(self.runs, [1, 6])
        self.jobs.stop()
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_stop_before_the_first_run(self) -> None:
        self.jobs.every("a", 5000, self.note, first_ms=1000)
        self.jobs.every("never", 0, self.note)
        self.jobs.stop()
        self.clock.advance(60)
        self.assertEqual((self.runs, self.clock.getDelayedCalls()), ([], []))

    def test_failures_do_not_end_a_job(self) -> None:
        def fail() -> None:
            self.note()
            raise KeyError("x")

        self.jobs.every("a", 1000, fail)
        self.clock.pump([1] * 3)
        self.assertEqual(self.runs, [1, 2, 3])
        # Told once.
        self.assertEqual(len(self.flushLoggedErrors(KeyError)), 1)

    def test_disk_errors_are_lines(self) -> None:
        def fail() -> None:
            self.note()
            raise OSError(28, "No space left on device")

        self.jobs.every("a", 1000, fail)
        self.clock.pump([1] * 3)
        self.assertEqual(len(self.runs), 3)
        self.assertEqual(self.flushLoggedErrors(), [])

    def test_a_job_that_waits_is_not_run_twice(self) -> None:
        waiting: list[Deferred[None]] = []

        def job() -> Deferred[None]:
            waiting.append(Deferred())
            return waiting[-1]

        self.jobs.every("a", 1000, job)
        self.clock.pump([1] * 5)
        self.assertEqual(len(waiting), 1)
        waiting[0].callback(None)
        self.clock.advance(1)
        self.assertEqual(len(waiting), 2)
