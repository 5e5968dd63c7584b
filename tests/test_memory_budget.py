"""The sum of what clients make the broker hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.memory_budget import Holding, MemoryBudget


class MemoryBudgetTests(SynchronousTestCase):
    """`MemoryBudget` and `Holding`."""

    def test_limit(self) -> None:
        budget = MemoryBudget(10)
        budget.take(10)
        self.assertFalse(budget.is_over)
        budget.take(1)
        self.assertTrue(budget.is_over)
        unlimited = MemoryBudget()
        unlimited.take(1 << 40)
        self.assertFalse(unlimited.is_over)

    def test_listeners(self) -> None:
        """They hear of what is given back, each once, as long as they like."""
        budget = MemoryBudget()
        told: list[int] = []

        def tell() -> None:
            told.append(budget.used_bytes)
            budget.unlisten(tell)

        budget.listen(tell)
        budget.listen(tell)
        budget.take(5)
        self.assertEqual(told, [])
        budget.give_back(2)
        budget.give_back(2)
        self.assertEqual(told, [3])
        budget.unlisten(tell)

    @given(st.lists(st.tuples(st.integers(0, 3), st.integers(-50, 50)), max_size=40))
    def test_shares(self, changes: list[tuple[int, int]]) -> None:
        """The budget is the sum of its shares, and 0 when they are clear."""
        budget = MemoryBudget(100)
        shares = [Holding(budget) for _ in range(4)]
        for number, change in changes:
            share = shares[number]
            if change > 0:
                share.change_to(change)
            else:
                share.add(max(change, -share.held_bytes))
            self.assertEqual(budget.used_bytes, sum(one.held_bytes for one in shares))
        for share in shares:
            share.clear()
        self.assertEqual(budget.used_bytes, 0)
