"""klog.client.waiters: all are told, whatever those who are told first do."""

from __future__ import annotations

from twisted.internet.defer import CancelledError, Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.waiters import tell_all
from klog.errors import ErrorCode, KlogError


class TellTests(SynchronousTestCase):
    def test_a_value(self) -> None:
        waiters: list[Deferred[int]] = [Deferred(), Deferred()]
        tell_all(waiters, 7)
        self.assertEqual([self.successResultOf(waiter) for waiter in waiters], [7, 7])

    def test_an_error(self) -> None:
        error = KlogError(ErrorCode.NOT_COORDINATOR)
        waiters: list[Deferred[int]] = [Deferred(), Deferred()]
        tell_all(waiters, error)
        self.assertEqual([self.failureResultOf(waiter, KlogError).value for waiter in waiters], [error, error])

    def test_one_cancels_the_next(self) -> None:
        waiters: list[Deferred[None]] = [Deferred(), Deferred(), Deferred()]
        waiters[0].addCallback(lambda _: waiters[1].cancel())
        tell_all(waiters, None)
        self.failureResultOf(waiters[1], CancelledError)
        self.assertIsNone(self.successResultOf(waiters[2]))
