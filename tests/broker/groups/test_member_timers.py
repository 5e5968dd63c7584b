"""Timers of members, in virtual time."""

from __future__ import annotations

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.deadlines import Deadlines
from klog.broker.groups.member_timers import MemberTimers, Timer


class Timers(SynchronousTestCase):
    """`MemberTimers`."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.late: list[tuple[str, Timer]] = []
        self.timers = MemberTimers(Deadlines(self.clock), lambda member_id, timer: self.late.append((member_id, timer)))

    def test_it_runs_out_once(self) -> None:
        self.timers.start(Timer.SESSION, "a", 1000)
        self.timers.start(Timer.SYNC, "a", 2000)
        self.clock.pump([0.5, 0.6, 5, 5])
        self.assertEqual(self.late, [("a", Timer.SESSION), ("a", Timer.SYNC)])

    def test_starting_again_moves_it(self) -> None:
        for _ in range(5):
            self.timers.start(Timer.SESSION, "a", 1000)
            self.clock.advance(0.9)
        self.assertEqual(self.late, [])

    def test_start_if_absent_does_not(self) -> None:
        for _ in range(2):
            self.timers.start_if_absent(Timer.JOIN, "a", 1000)
            self.assertTrue(self.timers.is_running(Timer.JOIN, "a"))
            self.clock.advance(0.6)
        self.assertEqual(self.late, [("a", Timer.JOIN)])
        self.assertFalse(self.timers.is_running(Timer.JOIN, "a"))
        self.timers.start_if_absent(Timer.JOIN, "a", 1000)
        self.assertTrue(self.timers.is_running(Timer.JOIN, "a"))

    def test_what_is_cancelled_does_not_run_out(self) -> None:
        for timer in Timer:
            self.timers.start(timer, "a", 1000)
            self.timers.start(timer, "b", 1000)
        self.timers.cancel(Timer.SESSION, "b")
        self.timers.cancel(Timer.SESSION, "nobody")
        self.timers.forget("a")
        self.clock.advance(2)
        self.assertEqual(set(self.late), {("b", timer) for timer in Timer if timer is not Timer.SESSION})

    def test_after_the_end_nothing_runs_out(self) -> None:
        self.timers.start(Timer.SESSION, "a", 1000)
        self.timers.close()
        self.clock.advance(2)
        self.assertEqual(self.late, [])
