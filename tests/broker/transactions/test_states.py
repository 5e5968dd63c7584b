"""The states' tables."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.transactions.states import AT_REST, COMPLETE, KNOWN_NAMES, NAMES, PREDECESSORS, PREPARE, PREPARED, TransactionState


class StatesTests(SynchronousTestCase):
    """They agree with each other."""

    def test_tables(self) -> None:
        self.assertEqual(set(NAMES), set(TransactionState))
        self.assertEqual(set(PREDECESSORS), set(TransactionState))
        self.assertLess(set(NAMES.values()), KNOWN_NAMES)
        self.assertEqual(AT_REST | PREPARED | {TransactionState.ONGOING}, set(TransactionState))
        for prepared in PREPARE.values():
            self.assertIn(TransactionState.ONGOING, PREDECESSORS[prepared])
            self.assertEqual(PREDECESSORS[COMPLETE[prepared]], {prepared})

    def test_numbers_are_those_of_the_log(self) -> None:
        self.assertEqual([state.value for state in TransactionState], [0, 1, 2, 3, 4, 5])
