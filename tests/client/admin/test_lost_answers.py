"""klog.client.admin.lost_answers: what errors mean, and the course of one item, without a cluster."""

from __future__ import annotations

import random

from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.lost_answers import UNKNOWN_ATTEMPTS, TroubledItem, trouble_of_answer
from klog.errors import ErrorCode, KlogError
from klog.retry_policy import Backoff, RetryPolicy, Step, Trouble

LOST = KlogError(ErrorCode.NETWORK_EXCEPTION, "broker b:1 closed the connection")
REFUSED = KlogError(ErrorCode.TOPIC_ALREADY_EXISTS, "topic t: there is one")


class TroubleTests(SynchronousTestCase):
    """`trouble_of_answer`."""

    def test_the_table(self) -> None:
        for code, is_unanswered, wanted in (
            (ErrorCode.LEADER_NOT_AVAILABLE, False, Trouble.PASSING),
            (ErrorCode.NOT_CONTROLLER, False, Trouble.MOVED),
            (ErrorCode.NETWORK_EXCEPTION, False, Trouble.MOVED),
            (ErrorCode.NETWORK_EXCEPTION, True, Trouble.UNANSWERED),
            (ErrorCode.TOPIC_ALREADY_EXISTS, False, Trouble.REFUSED),
            (ErrorCode.TOPIC_ALREADY_EXISTS, True, Trouble.REFUSED),
            (ErrorCode.TOPIC_AUTHORIZATION_FAILED, False, Trouble.LASTING),
            (ErrorCode.TOPIC_AUTHORIZATION_FAILED, True, Trouble.LASTING),
        ):
            found = trouble_of_answer(KlogError(code), is_unanswered=is_unanswered, refusals=(ErrorCode.TOPIC_ALREADY_EXISTS,))
            self.assertIs(found, wanted, (code, is_unanswered))

    def test_what_is_lasting_here_though_it_passes_elsewhere(self) -> None:
        code = ErrorCode.OFFSET_NOT_AVAILABLE
        self.assertIs(trouble_of_answer(KlogError(code), is_unanswered=False), Trouble.PASSING)
        self.assertIs(trouble_of_answer(KlogError(code), is_unanswered=False, final=(code,)), Trouble.LASTING)


class ItemTests(SynchronousTestCase):
    """`TroubledItem`."""

    def setUp(self) -> None:
        self.now_s = 0.0

    def item(self, error: KlogError) -> TroubledItem:
        return TroubledItem("topic t", RetryPolicy(lambda: self.now_s, Backoff(100, 1_000, random.Random(1)), 30.0), error)

    def refused_after_a_lost_answer(self) -> TroubledItem:
        item = self.item(LOST)
        self.assertIs(item.met(LOST, Trouble.UNANSWERED), Step.REFRESH)
        self.assertFalse(item.is_looked_up, "it is asked for again first")
        self.assertIs(item.met(REFUSED, Trouble.REFUSED), Step.FIND_OUT)
        self.assertTrue(item.is_looked_up)
        return item

    def test_a_refusal_without_a_lost_answer_is_one(self) -> None:
        item = self.item(REFUSED)
        self.assertIs(item.met(REFUSED, Trouble.REFUSED), Step.GIVE_UP)
        self.assertIs(item.error, REFUSED)

    def test_it_did_not_happen(self) -> None:
        item = self.refused_after_a_lost_answer()
        item.did_not_happen()
        self.assertIs(item.error, REFUSED)

    def test_it_is_never_told(self) -> None:
        item = self.refused_after_a_lost_answer()
        obstacle = KlogError(ErrorCode.LEADER_NOT_AVAILABLE, "nobody leads it")
        self.assertIs(item.met(obstacle, Trouble.PASSING), Step.FIND_OUT)
        self.now_s = 30.0
        self.assertIs(item.met(obstacle, Trouble.PASSING), Step.GIVE_UP)
        self.assertIs(item.error.code, ErrorCode.NETWORK_EXCEPTION)
        for part in ("topic t: ", LOST.message, "TOPIC_ALREADY_EXISTS", "could not be looked up: nobody leads it"):
            self.assertIn(part, item.error.message)

    def test_the_time_is_over_before_it_was_looked_up(self) -> None:
        self.assertIn("could not be looked up: the time was over", self.refused_after_a_lost_answer().error.message)

    def test_a_lasting_obstacle_ends_it(self) -> None:
        item = self.refused_after_a_lost_answer()
        obstacle = KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, "not for you")
        self.assertIs(item.met(obstacle, Trouble.LASTING), Step.GIVE_UP)
        self.assertIs(item.answer, REFUSED, "what was answered to asking stays")
        self.assertIn("not for you", item.error.message)

    def test_what_nobody_knows_is_asked_about_a_few_times(self) -> None:
        unknown = KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "topic t: there is none")
        item = self.item(unknown)
        steps = [item.met(unknown, Trouble.PASSING) for _ in range(UNKNOWN_ATTEMPTS)]
        self.assertEqual(steps, [Step.AGAIN] * (UNKNOWN_ATTEMPTS - 1) + [Step.GIVE_UP])
        self.assertIs(item.error, unknown)

    def test_what_passes_is_asked_again_for_as_long_as_there_is_time(self) -> None:
        moved = KlogError(ErrorCode.NOT_CONTROLLER, "it moved")
        item = self.item(moved)
        self.assertEqual([item.met(moved, Trouble.MOVED) for _ in range(20)], [Step.REFRESH] * 20)
        self.now_s = 30.0
        self.assertIs(item.met(moved, Trouble.MOVED), Step.GIVE_UP)
