"""When a connection is left alone for a moment; that it is: in the tests of the protocol."""

from __future__ import annotations

import unittest

from klog.net.gathering import GATHER_S, LARGE_BYTES, LATELY_S, SOON_S, UNANSWERED, Gathering


class GatheringTests(unittest.TestCase):
    """One decision after each read."""

    def setUp(self) -> None:
        self.gathering = Gathering()
        # It has streamed for a while.
        self.gathering.is_due(0.0, 300, UNANSWERED)

    def test_the_first_read_is_not_gathered(self) -> None:
        self.assertFalse(self.gathering.is_due(1000.0, 300, 1))

    def test_who_has_sent_little_is_not(self) -> None:
        gathering = Gathering()
        due = [gathering.is_due(1000.0 + number * SOON_S / 2, 300, 1) for number in range(UNANSWERED + 1)]
        self.assertEqual(due, [False] * UNANSWERED + [True])

    def test_reads_that_follow_at_once_are(self) -> None:
        self.gathering.is_due(1000.0, 300, 1)
        self.assertTrue(self.gathering.is_due(1000.0 + SOON_S / 2, 300, 1))

    def test_what_comes_now_and_then_is_not(self) -> None:
        for number in range(5):
            self.assertFalse(self.gathering.is_due(1000.0 + number * 2 * SOON_S, 300, 1))

    def test_it_goes_on_after_a_moment_in_which_several_have_come(self) -> None:
        for number in range(5):
            self.assertEqual(self.gathering.is_due(1000.0 + number * 1.5 * GATHER_S, 900, 3), number > 0)

    def test_where_the_broker_is_busy_elsewhere_several_have_gathered_without_it(self) -> None:
        for number in range(5):
            self.assertFalse(self.gathering.is_due(1000.0 + number * 1.5 * LATELY_S, 900, 3))

    def test_a_moment_in_which_one_has_come_ends_it(self) -> None:
        self.gathering.is_due(1000.0, 300, 1)
        self.assertTrue(self.gathering.is_due(1000.0 + SOON_S / 2, 300, 1))
        self.assertFalse(self.gathering.is_due(1000.0 + SOON_S / 2 + GATHER_S, 300, 1))

    def test_large_reads_are_not(self) -> None:
        self.gathering.is_due(1000.0, 300, 1)
        self.assertFalse(self.gathering.is_due(1000.0 + SOON_S / 2, LARGE_BYTES, 1))
        self.assertFalse(self.gathering.is_due(1000.0 + SOON_S, LARGE_BYTES, 3))

    def test_a_clock_that_is_set_back(self) -> None:
        self.gathering.is_due(1000.0, 300, 1)
        self.assertFalse(self.gathering.is_due(900.0, 300, 1))
        self.assertTrue(self.gathering.is_due(900.0 + SOON_S / 2, 300, 1))
