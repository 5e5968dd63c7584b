"""The reactor's timers when somebody sets the machine's clock."""

from __future__ import annotations

from twisted.internet.base import ReactorBase
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.steady_clock import go_by_steady_clock, seconds_since_boot


class Reactor(ReactorBase):
    """One that never waits; time passes when the test says so."""

    def installWaker(self) -> None:
        """Nobody wakes it."""


class SteadyClockTests(SynchronousTestCase):
    """`go_by_steady_clock`."""

    def setUp(self) -> None:
        self.wall = 1_700_000_000.0
        self.boot = 100.0
        self.reactor = Reactor()
        self.reactor.seconds = lambda: self.wall  # type: ignore[method-assign]
        self.rung: list[str] = []

    def steady(self) -> None:
        go_by_steady_clock(self.reactor, wall=lambda: self.wall, steady=lambda: self.boot)

    def pass_time(self, seconds: float) -> None:
        self.wall += seconds
        self.boot += seconds
        self.reactor.runUntilCurrent()

    def test_a_clock_that_is_set(self) -> None:
        """Whatever the wall clock does, what was planned comes when it was planned for, and the reactor's time goes on."""
        self.reactor.callLater(5, self.rung.append, "before")
        self.steady()
        self.assertEqual(self.reactor.seconds(), 1_700_000_000.0)
        for step in (-3600.0, 7200.0):
            self.reactor.callLater(10, self.rung.append, "after")
            self.wall += step
            self.pass_time(4)
            self.assertNotIn("after", self.rung)
            self.pass_time(6)
            self.assertEqual(self.rung, ["before", "after"])
            del self.rung[1:]
        self.assertEqual(self.reactor.seconds(), 1_700_000_020.0)

    def test_without_it(self) -> None:
        """Why it is there."""
        self.reactor.callLater(10, self.rung.append, "late")
        self.wall -= 3600
        self.pass_time(600)
        self.assertEqual(self.rung, [])

    def test_since_boot(self) -> None:
        before = seconds_since_boot()
        self.assertLessEqual(before, seconds_since_boot())
