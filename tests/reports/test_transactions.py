"""klog.reports.transactions."""

from __future__ import annotations

import unittest

from klog.client.admin.types import FencedProducer, OpenTransaction, TransactionDescription, TransactionListing
from klog.model import TopicPartition
from klog.reports.transactions import details_rows, fenced_rows, open_rows, transaction_rows


class RowTests(unittest.TestCase):
    """Values to rows."""

    def test_by_id(self) -> None:
        rows = transaction_rows([TransactionListing("b", 7, "Ongoing", 1), TransactionListing("a", 8, "Empty", 2)])
        self.assertEqual([row["id"] for row in rows], ["a", "b"])
        self.assertEqual(rows[1], {"id": "b", "state": "Ongoing", "producer_id": 7, "coordinator": 1})

    def test_how_long(self) -> None:
        """Of what is open; clocks may differ."""
        places = (TopicPartition("t", 0),)
        for started_ms, partitions, open_ms in ((1_000, places, 500), (2_000, places, 0), (None, (), None), (1_000, (), None)):
            (row,) = details_rows([TransactionDescription("a", 8, 3, "s", 60_000, started_ms, partitions, 2)], 1_500)
            self.assertEqual(row["open_ms"], open_ms)

    def test_open(self) -> None:
        """In order, with the time since the last record where that is known."""
        one, other = (OpenTransaction(TopicPartition("t", number), 7, 1, -1, 5, stamp) for number, stamp in ((1, 900), (0, -1)))
        rows = open_rows([one, other], 1_500)
        self.assertEqual([(row["partition"], row["idle_ms"]) for row in rows], [(0, None), (1, 600)])

    def test_fenced(self) -> None:
        self.assertEqual(fenced_rows({"x": FencedProducer(5, 2)}), [{"id": "x", "producer_id": 5, "epoch": 2}])
