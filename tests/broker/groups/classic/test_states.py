"""States of a classic group."""

from __future__ import annotations

import itertools

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.classic.states import (
    HEARTBEAT_ANSWERS,
    MAY_REBALANCE,
    PERMITTED,
    ClassicState,
    ImpermissibleTransition,
    check_transition,
)


class StateTests(SynchronousTestCase):
    """`PERMITTED` and `check_transition`."""

    def test_every_pair(self) -> None:
        """Kafka's ``validPreviousStates``, turned round; everything else is klog's own mistake."""
        before = {
            "Empty": {"PreparingRebalance"},
            "PreparingRebalance": {"Stable", "CompletingRebalance", "Empty"},
            "CompletingRebalance": {"PreparingRebalance"},
            "Stable": {"CompletingRebalance"},
            "Dead": {"Stable", "PreparingRebalance", "CompletingRebalance", "Empty", "Dead"},
        }
        for one, other in itertools.product(ClassicState, repeat=2):
            if one.value in before[other.value]:
                check_transition("g", one, other)
            else:
                with self.assertRaises(ImpermissibleTransition) as caught:
                    check_transition("g", one, other)
                self.assertIn(other.value, str(caught.exception))

    def test_tables_are_complete(self) -> None:
        """Each state stands in each table."""
        self.assertEqual(set(PERMITTED), set(ClassicState))
        self.assertEqual(set(HEARTBEAT_ANSWERS), set(ClassicState))
        self.assertEqual({state.value for state in MAY_REBALANCE}, {"Empty", "CompletingRebalance", "Stable"})
