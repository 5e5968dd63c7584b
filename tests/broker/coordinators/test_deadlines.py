"""Deadlines on one timer."""

from __future__ import annotations

import random

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.deadlines import Deadlines


class DeadlinesTests(SynchronousTestCase):
    """Started, moved, cancelled."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.deadlines = Deadlines(self.clock)
        self.came: list[tuple[str, float]] = []

    def test_it_comes_once(self) -> None:
        deadline = self.deadlines.new(lambda: self.came.append(("a", self.clock.seconds())))
        self.assertFalse(deadline.running)
        deadline.start(1000)
        self.assertTrue(deadline.running)
        self.clock.pump([0.5, 0.5, 5])
        self.assertEqual(self.came, [("a", 1.0)])
        self.assertFalse(deadline.running)

    def test_moved_away_by_assignment_or_start(self) -> None:
        deadline = self.deadlines.new(lambda: self.came.append(("a", self.clock.seconds())))
        deadline.start(1000)
        self.clock.advance(0.9)
        deadline.start(1000)
        self.clock.advance(0.9)
        assert deadline.due_s is not None
        deadline.due_s = self.clock.seconds() + 1
        self.clock.pump([0.9, 0.2])
        self.assertEqual([name for name, _ in self.came], ["a"])
        self.assertEqual(len(self.clock.getDelayedCalls()), 0)

    def test_what_is_started_while_deadlines_come_waits_for_the_next_turn(self) -> None:
        """Also where it is due already: between two turns everybody else is served."""

        def again() -> None:
            self.came.append(("a", self.clock.seconds()))
            if len(self.came) < 1000:
                deadline.start(-1)

        deadline = self.deadlines.new(again)
        deadline.start(-1)
        (turn,) = self.clock.getDelayedCalls()
        fire = turn.func
        turn.cancel()
        fire()
        self.assertEqual(len(self.came), 1)
        self.assertEqual(len(self.clock.getDelayedCalls()), 1)

    def test_moved_closer(self) -> None:
        deadline = self.deadlines.new(lambda: self.came.append(("a", self.clock.seconds())))
        deadline.start(10_000)
        deadline.start(1000)
        self.clock.advance(1)
        self.assertEqual(self.came, [("a", 1.0)])
        self.clock.advance(20)
        self.assertEqual(len(self.came), 1)

    def test_cancelled(self) -> None:
        deadline = self.deadlines.new(lambda: self.came.append(("a", self.clock.seconds())))
        deadline.start(1000)
        deadline.cancel()
        self.clock.advance(5)
        self.assertEqual(self.came, [])
        deadline.start(1000)
        self.clock.advance(1)
        self.assertEqual(len(self.came), 1)

    def test_one_that_raises_does_not_keep_the_others(self) -> None:
        def fail() -> None:
            raise ValueError("x")

        self.deadlines.new(fail).start(1000)
        self.deadlines.new(lambda: self.came.append(("b", 0))).start(1000)
        self.clock.advance(1)
        self.assertEqual(self.came, [("b", 0)])
        self.assertEqual(len(self.flushLoggedErrors(ValueError)), 1)

    def test_closed(self) -> None:
        deadline = self.deadlines.new(lambda: self.came.append(("a", 0)))
        deadline.start(1000)
        self.deadlines.close()
        deadline.start(500)
        self.clock.advance(5)
        self.assertEqual(self.came, [])
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_against_a_plain_model(self) -> None:
        """Random starts, moves and cancels: each comes when it was last told to."""
        rng = random.Random(5)
        for _ in range(50):
            self.setUp()
            due: dict[str, float | None] = {}
            made = {name: self.deadlines.new(lambda name=name: self.came.append((name, self.clock.seconds()))) for name in "abcdef"}
            for _ in range(60):
                name = rng.choice("abcdef")
                if rng.random() < 0.7:
                    delay_ms = rng.randrange(1, 3000)
                    made[name].start(delay_ms)
                    due[name] = self.clock.seconds() + delay_ms / 1000
                else:
                    made[name].cancel()
                    due[name] = None
                before = self.clock.seconds()
                self.came.clear()
                self.clock.advance(rng.random())
                now = self.clock.seconds()
                expected = sorted(one for one, when in due.items() if when is not None and before < when <= now)
                self.assertEqual(sorted(one for one, _ in self.came), expected)
                for one in expected:
                    due[one] = None
