"""What follows each answer of a source, row by row."""

from __future__ import annotations

import itertools
import unittest

from klog.errors import ErrorCode
from klog.mirror.decisions.answers import (
    Act,
    Identity,
    OnLoss,
    Resumption,
    Step,
    after_comparing,
    after_looking,
    after_out_of_range,
    may_cut,
    same_cluster,
    same_topic,
    what_follows,
)
from klog.model import NO_TOPIC_ID


class WhatFollowsTests(unittest.TestCase):
    """The answers to Fetch."""

    def test_each_code(self) -> None:
        acts = {
            ErrorCode.NONE: Act.APPEND,
            ErrorCode.OFFSET_OUT_OF_RANGE: Act.ASK_OFFSETS,
            ErrorCode.UNKNOWN_TOPIC_ID: Act.LOOK_AGAIN,
            ErrorCode.INCONSISTENT_TOPIC_ID: Act.LOOK_AGAIN,
            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION: Act.LOOK_AGAIN,
            ErrorCode.NOT_LEADER_OR_FOLLOWER: Act.LOOK_AGAIN,
            ErrorCode.LEADER_NOT_AVAILABLE: Act.LOOK_AGAIN,
            ErrorCode.REPLICA_NOT_AVAILABLE: Act.LOOK_AGAIN,
            ErrorCode.FENCED_LEADER_EPOCH: Act.LOOK_AGAIN,
            ErrorCode.UNKNOWN_LEADER_EPOCH: Act.LOOK_AGAIN,
        }
        for code in ErrorCode:
            self.assertIs(what_follows(code, False, 10, 10), acts.get(code, Act.WAIT), code)
        self.assertIs(what_follows(32_000, False, 10, 10), Act.WAIT, "a code of tomorrow")
        self.assertIs(what_follows(ErrorCode.NONE, True, 10, 10), Act.PARTED)

    def test_asked_in_another_state_of_things(self) -> None:
        for code, now in itertools.product(ErrorCode, (9, 11, None)):
            self.assertIs(what_follows(code, True, 10, now), Act.DROP)


class OutOfRangeTests(unittest.TestCase):
    """What follows an offset that the source does not have."""

    def test_retention_overtook_it(self) -> None:
        """The lost range is known exactly, whatever follows."""
        steps = {OnLoss.ALARM: (Step.JUMP, 30), OnLoss.FOLLOW: (Step.START_ANEW, 30), OnLoss.STOP: (Step.STOP, 20)}
        for on_loss, (step, offset) in steps.items():
            found = after_out_of_range(5, 20, 30, 40, on_loss, knows_epochs=True)
            self.assertEqual((found.step, found.offset, found.lost, found.cut), (step, offset, (20, 30), None))
            self.assertIn("offsets 20 to 29", found.sentence)

    def test_nothing_was_copied_yet(self) -> None:
        for on_loss in OnLoss:
            self.assertEqual(after_out_of_range(0, 0, 30, 40, on_loss, knows_epochs=True), Resumption(Step.BEGIN_AT, 30))

    def test_its_own_retention_has_emptied_it(self) -> None:
        """Something was copied, so what went at the source behind it is lost like any other."""
        for on_loss in OnLoss:
            found = after_out_of_range(20, 20, 30, 40, on_loss, knows_epochs=False)
            self.assertEqual((found.step is Step.STOP, found.lost), (on_loss is OnLoss.STOP, (20, 30)))
            self.assertIn("offsets 20 to 29", found.sentence)

    def test_an_empty_copy_that_the_source_ends_below(self) -> None:
        """It began at a start that a power cut has taken back: it begins again, whatever is asked for, since nothing of it is lost."""
        for on_loss, knows, begun_at in itertools.product(OnLoss, (True, False), (0, 10)):
            found = after_out_of_range(10, 10, 2, 3, on_loss, knows_epochs=knows, begun_at=begun_at)
            self.assertEqual((found.step, found.offset, found.lost, found.cut), (Step.BEGIN_AT, 2, None, None))
            self.assertIn("below 10", found.sentence)

    def test_it_goes_back(self) -> None:
        for on_loss, knows in itertools.product(OnLoss, (True, False)):
            found = after_out_of_range(5, 20, 0, 12, on_loss, knows_epochs=knows)
            if on_loss is OnLoss.STOP or not knows:
                self.assertIs(found.step, Step.STOP)
            else:
                self.assertEqual((found.step, found.offset, found.cut), (Step.CUT, 12, (12, 20)))
            self.assertTrue(found.sentence)

    def test_it_never_had_the_epoch(self) -> None:
        """A broker of Kafka's answers so, though the offset is in range: nothing is lost for that alone."""
        for on_loss in OnLoss:
            asked = after_out_of_range(0, 20, 0, 25, on_loss, knows_epochs=True)
            self.assertIs(asked.step, Step.ASK_EPOCH)
            again = after_out_of_range(0, 20, 0, 25, on_loss, knows_epochs=True, has_asked_epochs=True)
            self.assertEqual(again, Resumption(Step.GO_ON, 20))
            self.assertEqual(after_out_of_range(0, 20, 0, 25, on_loss, knows_epochs=False), Resumption(Step.GO_ON, 20))

    def test_it_has_moved_on_since(self) -> None:
        """The end alone is what counts: an offset at the source's very end or start is in range."""
        for source_start, source_end in ((20, 20), (20, 25), (3, 20)):
            self.assertIs(after_out_of_range(0, 20, source_start, source_end, OnLoss.STOP, knows_epochs=False).step, Step.GO_ON)

    def test_where_logs_part(self) -> None:
        self.assertEqual(may_cut(20, 20, OnLoss.STOP), Resumption(Step.GO_ON, 20))
        self.assertIs(may_cut(10, 20, OnLoss.STOP).step, Step.STOP)
        for on_loss in (OnLoss.ALARM, OnLoss.FOLLOW):
            found = may_cut(10, 20, on_loss)
            self.assertEqual((found.step, found.offset, found.cut), (Step.CUT, 10, (10, 20)))
            self.assertIn("offsets 10 to 19", found.sentence)


class LookedTests(unittest.TestCase):
    """The source begins below where the empty copy was begun."""

    def test_whom_nobody_copies(self) -> None:
        for on_loss in OnLoss:
            found = after_looking(13, 5, on_loss, has_followers=False)
            self.assertEqual((found.step, found.offset, found.lost), (Step.BEGIN_AT, 5, None))

    def test_followers_would_not_notice(self) -> None:
        for on_loss, step in ((OnLoss.ALARM, Step.JUMP), (OnLoss.FOLLOW, Step.JUMP), (OnLoss.STOP, Step.STOP)):
            found = after_looking(13, 5, on_loss, has_followers=True)
            self.assertEqual((found.step, found.offset, found.lost), (step, 13, (5, 13)))
            self.assertIn("offsets 5 to 12 are not copied", found.sentence)


class ComparedTests(unittest.TestCase):
    """What follows where batches were held against each other."""

    def test_they_do_not_part(self) -> None:
        for on_loss, takes_over, is_compacted in itertools.product(OnLoss, (True, False), (True, False)):
            found = after_comparing(20, 5, 20, on_loss, takes_over=takes_over, is_compacted=is_compacted)
            self.assertEqual(found, Resumption(Step.GO_ON, 20))

    def test_a_source_that_has_lost_its_tail(self) -> None:
        for on_loss in OnLoss:
            found = after_comparing(10, 5, 20, on_loss, takes_over=False, is_compacted=False)
            self.assertEqual(found, may_cut(10, 20, on_loss))
            for parting, is_compacted in ((5, False), (10, True)):
                stopped = after_comparing(parting, 5, 20, on_loss, takes_over=False, is_compacted=is_compacted)
                self.assertEqual((stopped.step, stopped.cut), (Step.STOP, None))

    def test_nothing_is_left_that_both_have(self) -> None:
        """Of a topic that a link takes over nobody knows then whether it parted before; of a copy one does."""
        for on_loss, parting in itertools.product(OnLoss, (20, 25)):
            found = after_comparing(parting, parting, 20, on_loss, takes_over=True, is_compacted=False, was_equal=False)
            self.assertEqual((found.step, found.cut, found.lost), (Step.STOP, None, None))
            self.assertIn(f"the source starts at {parting}", found.sentence)
            known = after_comparing(parting, parting, 20, on_loss, takes_over=True, is_compacted=False)
            self.assertEqual(known, Resumption(Step.GO_ON, 20))

    def test_a_link_that_takes_over(self) -> None:
        for on_loss in OnLoss:
            found = after_comparing(10, 5, 20, on_loss, takes_over=True, is_compacted=False)
            self.assertEqual((found.step is Step.STOP, found.cut), (on_loss is OnLoss.STOP, (10, 20)))
            self.assertIn("offsets 10 to 19", found.sentence)
            for parting, is_compacted in ((5, False), (10, True)):
                stopped = after_comparing(parting, 5, 20, on_loss, takes_over=True, is_compacted=is_compacted)
                self.assertEqual((stopped.step, stopped.cut), (Step.STOP, None))


class IdentityTests(unittest.TestCase):
    """Whether a source is what it was."""

    def test_topics(self) -> None:
        one, other = bytes(range(16)), bytes(range(1, 17))
        self.assertIs(same_topic(one, one, True), Identity.SAME)
        self.assertIs(same_topic(one, other, True), Identity.OTHER)
        self.assertIs(same_topic(one, one, False), Identity.GONE)
        for known, seen in ((one, NO_TOPIC_ID), (NO_TOPIC_ID, one), (NO_TOPIC_ID, NO_TOPIC_ID)):
            self.assertIs(same_topic(known, seen, True), Identity.UNKNOWN)

    def test_clusters(self) -> None:
        self.assertEqual(same_cluster("a", "a", "us"), (Identity.SAME, ""))
        self.assertEqual(same_cluster("", "a", "us"), (Identity.SAME, ""))
        self.assertEqual(same_cluster("a", None, "us"), (Identity.UNKNOWN, ""))
        self.assertIs(same_cluster("a", "b", "us")[0], Identity.OTHER)
        for known in ("", "a", "us"):
            identity, sentence = same_cluster(known, "us", "us")
            self.assertIs(identity, Identity.OTHER)
            self.assertIn("own", sentence)
