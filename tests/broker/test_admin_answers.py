"""Tests of answers to several things at once."""

from __future__ import annotations

from twisted.internet.defer import Deferred, fail, succeed
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.admin_answers import check_time, refusal_in, when_all
from klog.errors import ErrorCode, KlogError


class WhenAllTests(SynchronousTestCase):
    def test_nothing_under_way(self) -> None:
        self.assertEqual(when_all([], "answer"), "answer")
        self.assertEqual(when_all([succeed(1), succeed(2)], "answer"), "answer")

    def test_it_waits_for_the_last(self) -> None:
        first: Deferred[None] = Deferred()
        second: Deferred[None] = Deferred()
        answer = when_all([first, second], "answer")
        assert isinstance(answer, Deferred)
        second.callback(None)
        self.assertNoResult(answer)
        first.callback(None)
        self.assertEqual(self.successResultOf(answer), "answer")

    def test_a_mistake_fails_the_whole(self) -> None:
        waiting: Deferred[None] = Deferred()
        answer = when_all([waiting, fail(ZeroDivisionError())], "answer")
        assert isinstance(answer, Deferred)
        self.failureResultOf(answer, ZeroDivisionError)
        waiting.errback(ValueError())

    def test_a_result_that_is_itself_under_way(self) -> None:
        inner: Deferred[None] = Deferred()
        outer = succeed(None).addCallback(lambda _: inner)
        answer = when_all([outer], "answer")
        assert isinstance(answer, Deferred)
        self.assertNoResult(answer)
        inner.callback(None)
        self.assertEqual(self.successResultOf(answer), "answer")


class RefusalTests(SynchronousTestCase):
    def test_refusals_and_mistakes(self) -> None:
        error = KlogError(ErrorCode.INVALID_CONFIG)
        self.assertIs(refusal_in(Failure(error)), error)
        with self.assertRaises(ZeroDivisionError):
            refusal_in(Failure(ZeroDivisionError()))

    def test_time(self) -> None:
        check_time(1)
        for timeout_ms in (0, -1):
            with self.assertRaises(KlogError) as caught:
                check_time(timeout_ms)
            self.assertEqual(caught.exception.code, ErrorCode.REQUEST_TIMED_OUT)
