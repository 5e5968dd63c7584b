"""Tests of klog.cluster.zookeeper.controller.pending_requests."""

from __future__ import annotations

from twisted.internet.defer import CancelledError
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.pending_requests import MOST_WAITING, PendingRequests
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.alter_partition import AlterPartitionRequest


async def _work() -> int:
    return 7


class PendingRequestsTests(SynchronousTestCase):
    """What waits."""

    def setUp(self) -> None:
        self.pending = PendingRequests()

    def test_answers_and_refusals(self) -> None:
        one, two = self.pending.alter(AlterPartitionRequest(), 3), self.pending.ask(_work)
        self.assertEqual(len(self.pending), 2)
        self.pending.take_alterations()[0].fire("done")
        self.assertEqual((self.successResultOf(one), len(self.pending)), ("done", 1))
        self.pending.refuse_all()
        error = self.failureResultOf(two, KlogError).value
        assert isinstance(error, KlogError)
        self.assertEqual((error.code, len(self.pending)), (ErrorCode.NOT_CONTROLLER, 0))

    def test_who_has_gone(self) -> None:
        one, two = self.pending.alter(AlterPartitionRequest(), 3), self.pending.ask(_work)
        one.cancel()
        two.cancel()
        self.failureResultOf(one, CancelledError)
        self.failureResultOf(two, CancelledError)
        self.assertEqual(self.pending.take_alterations(), [])
        self.pending.others[0].fire("nobody hears")
        self.pending.refuse_all()

    def test_bounded(self) -> None:
        for _ in range(MOST_WAITING):
            self.pending.ask(_work)
        for refused in (self.pending.ask(_work), self.pending.alter(AlterPartitionRequest(), 3)):
            error = self.failureResultOf(refused, KlogError).value
            assert isinstance(error, KlogError)
            self.assertEqual(error.code, ErrorCode.REQUEST_TIMED_OUT)
