"""Transactional ids in memory."""

from __future__ import annotations

import tracemalloc

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.transactions.states import TransactionState
from klog.broker.transactions.transaction import Transaction
from klog.broker.transactions.transaction_table import TransactionTable

REST = Transaction(1, 0, 1000, TransactionState.EMPTY, 5)


class TableTests(SynchronousTestCase):
    """At rest and under way."""

    def test_from_one_to_the_other(self) -> None:
        table = TransactionTable()
        self.assertIsNone(table.get("x"))
        table.put("x", REST)
        open_one = REST._replace(state=TransactionState.ONGOING)
        table.put("y", open_one)
        self.assertEqual((table.get("x"), table.get("y"), len(table)), (REST, open_one, 2))
        self.assertEqual((table.ids_at_rest(), table.under_way, [name for name, _ in table]), (["x"], {"y": open_one}, ["x", "y"]))
        self.assertEqual(dict(table), {"x": REST, "y": open_one})
        table.put("x", open_one)
        table.put("y", REST)
        self.assertEqual((table.ids_at_rest(), list(table.under_way)), (["y"], ["x"]))
        table.remove("x")
        table.remove("y")
        table.remove("z")
        self.assertEqual((len(table), dict(table)), (0, {}))

    def test_what_one_takes(self) -> None:
        """A million ids at rest fit into some 250 MB."""
        count = 5000
        tracemalloc.start()
        try:
            table = TransactionTable()
            for number in range(count):
                table.put(f"transactional-id-{number}", REST._replace(producer_id=2**33 + number, update_ms=2**41 + number))
            size, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        self.assertLess(size / count, 300)
