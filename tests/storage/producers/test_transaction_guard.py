"""What is known of transactions that are being verified."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.storage.producers import transaction_guard
from klog.storage.producers.transaction_guard import TransactionGuards


class GuardTests(SynchronousTestCase):
    """Asked, forgotten, old."""

    def setUp(self) -> None:
        self.guards = TransactionGuards()

    def test_one_for_each_verification(self) -> None:
        first = self.guards.ask(1, 0, 5, False, 0)
        self.assertIs(self.guards.ask(1, 0, 3, False, 0), first)
        self.assertIs(self.guards.get(1), first)
        self.assertEqual(first.lowest_sequence, 3)
        self.guards.ask(1, 0, 9, False, 0)
        self.assertEqual(first.lowest_sequence, 3)
        self.guards.ask(1, 1, 7, False, 0)
        self.assertEqual((first.epoch, first.lowest_sequence), (1, 7))
        self.guards.appended(1)
        self.assertIsNone(self.guards.get(1))
        self.assertIsNot(self.guards.ask(1, 1, 7, False, 0), first)

    def test_markers(self) -> None:
        """The next transaction of the second version may have been asked for before the marker of the one before it comes."""
        old = self.guards.ask(1, 4, 0, False, 0)
        self.guards.appended(1, 4)
        self.assertIsNone(self.guards.get(1))
        new = self.guards.ask(1, 5, 0, True, 0)
        self.assertIsNot(new, old)
        self.guards.appended(1, 5)
        self.assertIs(self.guards.get(1), new)
        self.guards.appended(1, 6)
        self.assertIsNone(self.guards.get(1))
        self.guards.appended(2, 0)

    def test_bounds(self) -> None:
        self.patch(transaction_guard, "MOST_VERIFIED", 3)
        for producer_id in range(5):
            self.guards.ask(producer_id, 0, 0, False, producer_id)
        self.assertEqual([self.guards.get(number) is not None for number in range(5)], [False, False, True, True, True])
        self.guards.expire(13, 10)
        self.assertEqual(len(self.guards), 1)
        self.guards.clear()
        self.assertEqual(len(self.guards), 0)
