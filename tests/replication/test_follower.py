"""What follows each answer, row by row."""

from __future__ import annotations

import unittest

from klog.errors import ErrorCode
from klog.replication.follower import (
    Act,
    Asked,
    Resumption,
    Step,
    after_out_of_range,
    after_refused_question,
    follower_high_watermark,
    what_follows,
)

ASKED = Asked(10, 4)


class WhatFollowsTests(unittest.TestCase):
    """The answers to Fetch."""

    def test_each_code(self) -> None:
        acts = {
            ErrorCode.NONE: Act.APPEND,
            ErrorCode.OFFSET_OUT_OF_RANGE: Act.ASK_OFFSETS,
            ErrorCode.FENCED_LEADER_EPOCH: Act.FAIL,
        }
        for code in ErrorCode:
            self.assertIs(what_follows(code, False, ASKED, ASKED), acts.get(code, Act.RETRY_LATER), code)
        self.assertIs(what_follows(32_000, False, ASKED, ASKED), Act.RETRY_LATER, "a code of tomorrow")

    def test_a_diverging_epoch(self) -> None:
        """KAFKA-14704."""
        self.assertIs(what_follows(ErrorCode.NONE, True, ASKED, ASKED), Act.TRUNCATE)

    def test_what_was_asked_in_another_state_of_things(self) -> None:
        """KAFKA-13207 (offset), KAFKA-18723 (leader epoch), KAFKA-7786 (not followed any more)."""
        for now in (Asked(11, 4), Asked(9, 4), Asked(10, 5), None):
            for code in (ErrorCode.NONE, ErrorCode.OFFSET_OUT_OF_RANGE, ErrorCode.FENCED_LEADER_EPOCH):
                for is_diverging in (False, True):
                    self.assertIs(what_follows(code, is_diverging, ASKED, now), Act.DROP)


class RefusedQuestionTests(unittest.TestCase):
    """Errors of ListOffsets."""

    def test_each(self) -> None:
        for code, act in (
            (ErrorCode.FENCED_LEADER_EPOCH, Act.FAIL),
            (ErrorCode.UNKNOWN_LEADER_EPOCH, Act.RETRY_LATER),
            (ErrorCode.NOT_LEADER_OR_FOLLOWER, Act.RETRY_LATER),
            (ErrorCode.UNKNOWN_SERVER_ERROR, Act.RETRY_LATER),
        ):
            self.assertIs(after_refused_question(code, 4, 4), act)
            self.assertIs(after_refused_question(code, 4, 5), Act.DROP)
            self.assertIs(after_refused_question(code, 4, None), Act.DROP)


class OutOfRangeTests(unittest.TestCase):
    """How fetching goes on."""

    def test_the_leader_is_shorter(self) -> None:
        self.assertEqual(after_out_of_range(10, 7, None), Resumption(Step.CUT, 7))

    def test_we_were_away_too_long(self) -> None:
        self.assertEqual(after_out_of_range(10, 30, None), Resumption(Step.ASK_START, 10))
        self.assertEqual(after_out_of_range(10, 30, 20), Resumption(Step.START_ANEW, 20))

    def test_it_fits_meanwhile(self) -> None:
        self.assertEqual(after_out_of_range(10, 30, 10), Resumption(Step.GO_ON, 10))
        self.assertEqual(after_out_of_range(10, 10, 3), Resumption(Step.GO_ON, 10))


class WatermarkTests(unittest.TestCase):
    """A follower's high watermark."""

    def test_as_far_as_its_log_goes(self) -> None:
        self.assertEqual(follower_high_watermark(3, 8, 10), 8)
        self.assertEqual(follower_high_watermark(3, 80, 10), 10)

    def test_a_new_leader_knows_less(self) -> None:
        self.assertEqual(follower_high_watermark(8, 3, 10), 8)


if __name__ == "__main__":
    unittest.main()
