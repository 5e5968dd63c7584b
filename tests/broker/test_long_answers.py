"""Answers that are made in steps."""

from __future__ import annotations

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.long_answers import MOST_AT_ONCE, LongAnswers, Making
from klog.broker.steps import SLICE_S, Steps
from klog.errors import ErrorCode, KlogError

MANY = MOST_AT_ONCE + 1


class LongAnswersTests(SynchronousTestCase):
    """`LongAnswers` on a clock on which each step takes a slice."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.answers = LongAnswers(Steps(self.clock).run)
        self.begun: list[str] = []

    def making(self, name: str, steps: int = 3) -> Making[str]:
        self.begun.append(name)
        for _ in range(steps):
            self.clock.rightNow += SLICE_S
            yield
        return name

    def test_little_is_made_at_once(self) -> None:
        self.assertEqual(self.answers.make(self.making("a"), MOST_AT_ONCE), "a")
        self.assertEqual(LongAnswers().make(self.making("a"), MANY), "a")

    def test_one_after_the_other_in_steps(self) -> None:
        made = [self.answers.make(self.making(name), MANY) for name in ("a", "b", "c")]
        self.assertEqual(self.begun, ["a"])
        gone = made.pop(1)
        assert isinstance(gone, Deferred)
        gone.cancel()
        self.failureResultOf(gone, CancelledError)
        turns: list[float] = []
        later = self.clock.callLater
        self.patch(self.clock, "callLater", lambda *args: (turns.append(args[0]), later(*args))[1])  # type: ignore[func-returns-value]
        self.clock.advance(0)
        self.assertGreaterEqual(len(turns), 4)
        self.assertEqual(self.begun, ["a", "c"])
        self.assertEqual([self.successResultOf(one) for one in made if isinstance(one, Deferred)], ["a", "c"])

    def test_a_mistake(self) -> None:
        def making() -> Making[str]:
            yield
            raise ZeroDivisionError("a mistake")

        made = self.answers.make(making(), MANY)
        assert isinstance(made, Deferred)
        self.assertEqual(self.failureResultOf(made, KlogError).value.code, ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assertEqual(self.answers.make(self.making("a"), 1), "a")
