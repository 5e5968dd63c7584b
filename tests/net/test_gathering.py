"""When a connection is left alone for a moment; that it is: in the tests of the protocol."""

from __future__ import annotations

import unittest

from klog.net.gathering import GATHER_S, LARGE_BYTES, LATELY_S, SOON_S, UNANSWERED, ReadsSinceAnswer, is_worth_gathering


class DecisionTests(unittest.TestCase):
    """`is_worth_gathering`, row by row."""

    def test_the_table(self) -> None:
        many = UNANSWERED + 1
        for unanswered, apart_s, read_bytes, requests, expected in (
            # Few were unanswered.
            (UNANSWERED, 0.0, 300, 1, False),
            (UNANSWERED, GATHER_S, 300, 3, False),
            # The read was large.
            (many, 0.0, LARGE_BYTES - 1, 1, True),
            (many, 0.0, LARGE_BYTES, 1, False),
            (many, GATHER_S, LARGE_BYTES, 3, False),
            # It brought one request, soon or later.
            (many, 0.0, 300, 1, True),
            (many, SOON_S * 0.99, 300, 1, True),
            (many, SOON_S, 300, 1, False),
            (many, GATHER_S, 300, 1, False),
            # It brought several, soon, after a moment, later.
            (many, 0.0, 300, 2, True),
            (many, GATHER_S, 300, 2, True),
            (many, LATELY_S * 0.99, 300, 3, True),
            (many, LATELY_S, 300, 3, False),
            # The clock was set back; there was no read before.
            (many, -0.001, 300, 1, False),
            (many, -100.0, 300, 3, False),
            (many, float("inf"), 300, 3, False),
        ):
            self.assertEqual(
                is_worth_gathering(unanswered, apart_s, read_bytes, requests), expected, (unanswered, apart_s, read_bytes, requests)
            )


class GatheringTests(unittest.TestCase):
    """One decision after each read."""

    def setUp(self) -> None:
        self.reads = ReadsSinceAnswer()
        # It has streamed for a while.
        self.read(0.0, 300, UNANSWERED)

    def read(self, now_s: float, read_bytes: int, requests: int) -> bool:
        """Whether the connection is left alone after it."""
        self.reads.add(now_s, requests)
        return is_worth_gathering(self.reads.unanswered, self.reads.apart_s, read_bytes, requests)

    def test_what_is_kept(self) -> None:
        reads = ReadsSinceAnswer()
        found = []
        for now_s, requests in ((10.0, 1), (10.5, 3), (9.0, 2)):
            reads.add(now_s, requests)
            found.append((reads.unanswered, reads.apart_s))
        self.assertEqual(found, [(1, float("inf")), (4, 0.5), (6, -1.5)])

    def test_the_first_read_is_not_gathered(self) -> None:
        self.assertFalse(self.read(1000.0, 300, 1))

    def test_who_has_sent_little_is_not(self) -> None:
        self.reads = ReadsSinceAnswer()
        due = [self.read(1000.0 + number * SOON_S / 2, 300, 1) for number in range(UNANSWERED + 1)]
        self.assertEqual(due, [False] * UNANSWERED + [True])

    def test_reads_that_follow_at_once_are(self) -> None:
        self.read(1000.0, 300, 1)
        self.assertTrue(self.read(1000.0 + SOON_S / 2, 300, 1))

    def test_what_comes_now_and_then_is_not(self) -> None:
        for number in range(5):
            self.assertFalse(self.read(1000.0 + number * 2 * SOON_S, 300, 1))

    def test_it_goes_on_after_a_moment_in_which_several_have_come(self) -> None:
        for number in range(5):
            self.assertEqual(self.read(1000.0 + number * 1.5 * GATHER_S, 900, 3), number > 0)

    def test_where_the_broker_is_busy_elsewhere_several_have_gathered_without_it(self) -> None:
        for number in range(5):
            self.assertFalse(self.read(1000.0 + number * 1.5 * LATELY_S, 900, 3))

    def test_a_moment_in_which_one_has_come_ends_it(self) -> None:
        self.read(1000.0, 300, 1)
        self.assertTrue(self.read(1000.0 + SOON_S / 2, 300, 1))
        self.assertFalse(self.read(1000.0 + SOON_S / 2 + GATHER_S, 300, 1))

    def test_large_reads_are_not(self) -> None:
        self.read(1000.0, 300, 1)
        self.assertFalse(self.read(1000.0 + SOON_S / 2, LARGE_BYTES, 1))
        self.assertFalse(self.read(1000.0 + SOON_S, LARGE_BYTES, 3))

    def test_a_clock_that_is_set_back(self) -> None:
        self.read(1000.0, 300, 1)
        self.assertFalse(self.read(900.0, 300, 1))
        self.assertTrue(self.read(900.0 + SOON_S / 2, 300, 1))
