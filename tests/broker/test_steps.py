"""Long work in short steps."""

from __future__ import annotations

from collections.abc import Iterator

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.steps import SLICE_S, Slices, Steps


class _Turns(Clock):
    """A clock on which `advance` is one turn of the reactor, and time is what the steps took."""

    spent_s = 0.0

    def seconds(self) -> float:
        return self.spent_s

    def turn(self) -> None:
        """What is due now, and not what that makes due."""
        calls, self.calls = self.calls, []
        for call in calls:
            call.called = 1
            call.func(*call.args, **call.kw)


class StepsTests(SynchronousTestCase):
    """Steps on a clock that each step moves."""

    def setUp(self) -> None:
        self.clock = _Turns()
        self.steps = Steps(self.clock)
        self.taken = 0

    def work(self, count: int, step_s: float = 0.0) -> Iterator[None]:
        for _ in range(count):
            self.taken += 1
            self.clock.spent_s += step_s
            yield

    def test_little_work_is_done_at_once(self) -> None:
        self.successResultOf(self.steps.run(self.work(1000)))
        self.assertEqual(self.taken, 1000)

    def test_much_work_is_done_in_slices(self) -> None:
        done = self.steps.run(self.work(10, SLICE_S * 0.6))
        self.assertEqual(self.taken, 2)
        self.clock.turn()
        self.assertEqual(self.taken, 4)
        self.assertNoResult(done)
        for _ in range(4):
            self.clock.turn()
        self.successResultOf(done)
        self.assertEqual(self.taken, 10)

    def test_a_pause_behind_a_step(self) -> None:
        clock = Clock()
        pauses = iter([None, 0.5, None, 0.2])
        done = Steps(clock, lambda: next(pauses)).run(self.work(4))
        self.assertEqual(self.taken, 2)
        clock.advance(0.4)
        self.assertEqual(self.taken, 2)
        clock.advance(0.1)
        self.assertEqual(self.taken, 4)
        self.assertNoResult(done)
        clock.advance(0.2)
        self.successResultOf(done)

    def test_two_works_share_the_turns(self) -> None:
        first, second = self.steps.run(self.work(4, SLICE_S * 1.1)), self.steps.run(self.work(4, SLICE_S * 1.1))
        self.clock.turn()
        self.clock.turn()
        self.assertEqual(self.taken, 3)
        for _ in range(8):
            self.clock.turn()
        self.successResultOf(first)
        self.successResultOf(second)

    def test_many_works_take_no_more_of_a_turn_than_one(self) -> None:
        works = [self.steps.run(self.work(10, SLICE_S * 0.3)) for _ in range(50)]
        turns = 0
        while not all(work.called for work in works):
            before_s = self.clock.spent_s
            self.clock.turn()
            self.assertLess(self.clock.spent_s - before_s, SLICE_S * 1.5)
            turns += 1
        self.assertEqual(self.taken, 500)
        self.assertLess(turns, 130)

    def test_work_that_another_ends_with_shares_its_slice(self) -> None:
        nested: list[Deferred[None]] = []

        def follow() -> Iterator[None]:
            yield from self.work(3, SLICE_S * 0.3)
            nested.append(self.steps.run(self.work(10, SLICE_S * 0.3)))

        self.steps.run(follow())
        self.assertEqual(len(nested), 1)
        self.assertLess(self.clock.spent_s, SLICE_S * 1.5)

    def test_works_that_wait_go_on_in_turn(self) -> None:
        seen: list[str] = []

        def work(name: str) -> Iterator[None]:
            for _ in range(3):
                seen.append(name)
                self.clock.spent_s += SLICE_S
                yield

        for name in "abc":
            self.steps.run(work(name))
        for _ in range(10):
            self.clock.turn()
        self.assertEqual("".join(seen), "aabcabcbc")

    def test_a_mistake_is_logged_and_ends_the_work(self) -> None:
        def work() -> Iterator[None]:
            yield
            raise ValueError("x")

        self.successResultOf(self.steps.run(work()))
        self.assertEqual(len(self.flushLoggedErrors(ValueError)), 1)

    def test_after_close_nothing_is_done(self) -> None:
        done = self.steps.run(self.work(10, SLICE_S))
        self.steps.close()
        self.assertEqual(self.clock.getDelayedCalls(), [])
        self.assertNoResult(done)
        self.assertNoResult(self.steps.run(self.work(10)))
        self.assertEqual(self.taken, 1)


class SlicesTests(SynchronousTestCase):
    """Of work that waits for Deferreds."""

    def test_a_slice_and_the_next(self) -> None:
        clock = _Turns()
        slices = Slices(clock)
        self.assertTrue(slices.is_over, "none has begun")
        slices.begin()
        self.assertFalse(slices.is_over)
        clock.spent_s += SLICE_S
        self.assertTrue(slices.is_over)
        turned = slices.pause()
        self.assertNoResult(turned)
        self.assertTrue(slices.is_over)
        clock.turn()
        self.successResultOf(turned)
        self.assertFalse(slices.is_over)
