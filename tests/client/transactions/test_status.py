"""Where transactions stand, whatever happens in whatever order; what producers make of it stands in the tests of both."""

from __future__ import annotations

import random

from twisted.trial.unittest import SynchronousTestCase

from klog.client.transactions.errors import ProducerFenced, TransactionFailed
from klog.client.transactions.states import Event, State
from klog.client.transactions.status import TransactionStatus
from klog.errors import ErrorCode, KlogError


class StatusTests(SynchronousTestCase):
    """`TransactionStatus` by itself."""

    def test_the_first_failure_is_the_cause(self) -> None:
        status = TransactionStatus("t")
        first = KlogError(ErrorCode.NOT_ENOUGH_REPLICAS, "first")
        self.assertFalse(status.fail(first), "nothing is open")
        status.move(Event.BEGIN)
        status.move(Event.BEGUN)
        status.check_open()
        self.assertEqual((status.fail(first), status.fail(KlogError(ErrorCode.UNKNOWN_SERVER_ERROR))), (True, False))
        self.assertIs(status.cause, first)
        self.assertTrue(status.is_doomed)
        self.assertIn("first", str(self.assertRaises(TransactionFailed, status.check_open)))
        self.assertIn("was aborted: first", str(status.aborted(first)))

    def test_who_is_fenced_stays_fenced(self) -> None:
        for seed in range(200):
            draw = random.Random(seed)
            status = TransactionStatus("t")
            for _ in range(20):
                try:
                    match draw.randrange(4):
                        case 0:
                            status.move(draw.choice([event for event in Event if event is not Event.FENCE]))
                        case 1:
                            status.fail(KlogError(ErrorCode.UNKNOWN_SERVER_ERROR))
                        case 2:
                            status.give_up()
                        case _ if not draw.randrange(5):
                            status.fail(ProducerFenced(ErrorCode.PRODUCER_FENCED, "newer"))
                except TransactionFailed:
                    pass
                self.assertEqual(status.state is State.FENCED, status.end_of_all is not None)
                if status.end_of_all is not None:
                    self.assertRaises(ProducerFenced, status.check_open)
                    self.assertRaises(ProducerFenced, status.move, Event.BEGIN)

    def test_what_is_told_of_a_commit_that_nobody_answered(self) -> None:
        error = TransactionStatus("x").uncertain(KlogError(ErrorCode.REQUEST_TIMED_OUT, "could not commit"))
        self.assertEqual(error.message, "transactional id x: nobody knows whether the transaction is committed: could not commit")
