"""`klog.audit.ledger`: what of the audit's topic counts. What is said of it: `test_balance`."""

from __future__ import annotations

import unittest

from klog.audit.cell_records import encode_key, encode_number_cell, encode_number_key, encode_state_key
from klog.audit.cells import NumberCell, Tier, Writer
from klog.audit.ledger import Ledger
from klog.audit.numbers import NumberRanges
from tests.audit.histories import END_MS, T0
from tests.audit.scenes import Scene


class LedgerTests(unittest.TestCase):
    def test_repeats_and_another_order_change_nothing(self) -> None:
        scene = Scene()
        producer = scene.producer()
        records = []
        for number in range(4):
            scene.sent(producer, T0, 10)
            records += producer.report(T0 + number).records
        for key, value in [*reversed(records), *records, *reversed(records)]:
            scene.ledger.add(key, value, T0)
        self.assertEqual([cell.count for cell in scene.ledger.cells], [40])

    def test_a_state_that_was_written_last_counts_whatever_the_writers_clock_said(self) -> None:
        """An hour ahead, then set right."""
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, T0, 1)
        scene.write(producer.report(T0 + 3_600_000), T0)
        scene.write(producer.report(T0 + 10_000), T0 + 10_000)
        self.assertEqual([state.through_ms for state, _ in scene.ledger._states.values()], [T0 + 10_000])

    def test_numbers_of_somebody_else_are_no_cell(self) -> None:
        """Whoever could tell of another's numbers could have its losses look like none."""
        incarnation = bytes(16)
        honest = NumberCell(Writer(Tier.PRODUCER, "", "c", "web", "", incarnation.hex()), "t", {(incarnation, 0): NumberRanges([(0, 5)])})
        forged = NumberCell(Writer(Tier.PRODUCER, "", "c", "evil", "", "1" * 32), "t", {(incarnation, 0): NumberRanges()}, revision=9)
        forged.delivered[incarnation, 0].add(0, 1)
        ledger = Ledger()
        for cell in (honest, forged):
            ledger.add(encode_number_key(cell), encode_number_cell(cell, T0, "h"), T0)
        self.assertEqual((len(ledger.numbers), ledger.unreadable), (1, 1))

    def test_what_is_no_cell_is_counted_and_told(self) -> None:
        ledger = Ledger()
        ledger.add(None, b"{}", T0)
        ledger.add(b"hello", b"world", T0)
        for _ in range(100):
            ledger.add(b"{}", b"{}", T0)
        self.assertEqual((ledger.unreadable, len(ledger), len(ledger.faults)), (102, 0, 20))

    def test_tombstones_delete(self) -> None:
        scene = Scene()
        producer = scene.producer()
        scene.sent(producer, T0, 1)
        scene.end(producer)
        self.assertEqual(len(scene.ledger), 1)
        for cell in scene.ledger.cells:
            scene.ledger.add(encode_key(cell.key), None, END_MS)
        scene.ledger.add(encode_state_key(producer.writer), None, END_MS)
        self.assertEqual(len(scene.ledger), 0)
