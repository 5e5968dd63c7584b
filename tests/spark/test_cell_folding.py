"""klog.spark.cell_folding: when it is time, and what becomes of the topic."""

from __future__ import annotations

import random
import time
import unittest

from klog.audit.cell_records import cell_record
from klog.audit.cells import AUDIT_TOPIC, Cell, CellKey, Piece, Tier, Writer
from klog.audit.ledger import Ledger
from klog.audit.windows import Window
from klog.client.blocking.auditing.cell_batches import CellBatches
from klog.client.blocking.client import BlockingClient
from klog.spark.cell_folding import EVERY, fold_cells, is_time
from klog.testing.embedded import Broker

WRITER = Writer(Tier.SINK, "lake", "c", "app", "", "g" * 32)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class FoldingTests(unittest.TestCase):
    def test_by_chance_and_as_often_as_there_is_something(self) -> None:
        chance = random.Random(7)
        self.assertFalse(any(is_time(0, chance) for _ in range(1_000)))
        self.assertTrue(all(is_time(EVERY, chance) for _ in range(1_000)))
        self.assertTrue(80 < sum(is_time(EVERY // 10, chance) for _ in range(1_000)) < 120)

    def test_only_the_writers_own_cells_are_folded(self) -> None:
        with Broker(properties={"klog.audit.counts": "true", "klog.audit.counts.interval.ms": "100"}) as broker:
            broker.messages(AUDIT_TOPIC, at_least=1)
            others = [WRITER._replace(name="river"), WRITER._replace(guid="h" * 32)]
            with BlockingClient(broker.bootstrap, client_id="app") as client:
                sender = CellBatches(client, now_ms)
                for writer in (WRITER, *others):
                    for end in (10, 20, 30):
                        cell = Cell(CellKey(writer._replace(guid=f"{writer.guid}/0.{end}"), "t", Window(0, 1_000)))
                        cell.count, cell.revision, cell.piece = end, 1, Piece("0", end)
                        key, value = cell_record(cell, now_ms(), "h")
                        sender.send(AUDIT_TOPIC, value, key=key)
                sender.flush()
                self.assertEqual(fold_cells(client, WRITER, lambda topic, lane: 20, now_ms), 2)
                self.assertEqual(fold_cells(client, WRITER, lambda topic, lane: 20, now_ms), 0)
            ledger = Ledger()
            for message in broker.messages(AUDIT_TOPIC):
                ledger.add(message.key, message.value, message.timestamp_ms)
            found = [(cell.key.writer.name, cell.count, bool(cell.folded)) for cell in ledger.cells if cell.key.topic == "t"]
            self.assertEqual(ledger.faults, [])
        mine = [(count, is_sum) for name, count, is_sum in found if name == "lake"]
        self.assertEqual(sorted(mine), [(10, False), (20, False), (30, False), (30, False), (30, True)])
        self.assertEqual(sorted(count for name, count, _ in found if name == "river"), [10, 20, 30])


if __name__ == "__main__":
    unittest.main()
