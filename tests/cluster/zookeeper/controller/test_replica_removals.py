"""Tests of klog.cluster.zookeeper.controller.replica_removals."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.replica_removals import ReplicaRemovals
from klog.errors import ErrorCode
from tests.cluster.zookeeper.controller.worlds import at


class ReplicaRemovalsTests(SynchronousTestCase):
    """Who was asked, and who is gone."""

    def setUp(self) -> None:
        self.removals = ReplicaRemovals()
        for broker_id in (1, 2):
            self.removals.asked(at("t"), broker_id)

    def test_answers(self) -> None:
        for code, is_gone in ((ErrorCode.NONE, True), (ErrorCode.KAFKA_STORAGE_ERROR, True), (ErrorCode.UNKNOWN_SERVER_ERROR, False)):
            self.removals.asked(at("t"), 1)
            self.assertEqual(self.removals.answered(at("t"), 1, code), is_gone)
            self.assertEqual(self.removals.is_gone(at("t"), 1), is_gone)
        self.assertTrue(self.removals.is_asked(at("t"), 2))
        self.assertFalse(self.removals.is_gone(at("t"), 2))

    def test_answers_of_whom_nobody_asked(self) -> None:
        for name, broker_id in ((at("t"), 3), (at("u"), 1)):
            self.assertFalse(self.removals.answered(name, broker_id, 0))
            self.assertFalse(self.removals.is_gone(name, broker_id))

    def test_an_error_is_tried_again(self) -> None:
        self.removals.answered(at("t"), 1, ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertTrue(self.removals.is_asked(at("t"), 1), "not at once")
        self.assertEqual(self.removals.retry(), {at("t")})
        self.assertFalse(self.removals.is_asked(at("t"), 1))
        self.assertTrue(self.removals.is_asked(at("t"), 2), "who has not answered yet is waited for")
        self.assertEqual(self.removals.retry(), set())

    def test_a_broker_that_went_is_asked_anew(self) -> None:
        self.removals.answered(at("t"), 1, 0)
        self.removals.broker_went(1)
        self.assertFalse(self.removals.is_asked(at("t"), 1) or self.removals.is_gone(at("t"), 1))
        self.removals.broker_went(2)
        self.assertFalse(self.removals.answered(at("t"), 2, 0), "an answer of its earlier life")

    def test_only_those_that_leave_are_kept(self) -> None:
        self.removals.answered(at("t"), 1, 0)
        self.removals.keep(at("t"), (2,))
        self.assertFalse(self.removals.is_gone(at("t"), 1))
        self.assertTrue(self.removals.is_asked(at("t"), 2))
        self.removals.keep(at("t"), ())
        self.removals.keep(at("u"), ())
        self.assertFalse(self.removals.is_asked(at("t"), 2))
