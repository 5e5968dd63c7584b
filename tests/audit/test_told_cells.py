"""`klog.audit.told_cells`: which of several records of a key counts, and when it was written."""

from __future__ import annotations

import unittest

from klog.audit.cells import Cell, CellKey, Tier, Writer
from klog.audit.told_cells import ToldCells
from klog.audit.windows import Window

KEY = CellKey(Writer(Tier.SINK, "lake", "c", "app", "", "g"), "t", Window(0, 10))


def a_cell(revision: int, count: int, told_ms: tuple[int, int] | None = None) -> Cell:
    """Of `KEY`; a sum where it is told when its pieces were written."""
    cell = Cell(KEY)
    cell.revision, cell.count = revision, count
    if told_ms is not None:
        cell.folded, cell.told_ms = {"0": 7}, told_ms
    return cell


class ToldTests(unittest.TestCase):
    """`ToldCells`."""

    def setUp(self) -> None:
        self.told = ToldCells()

    def check(self, count: int, written_ms: int, first_written_ms: int) -> None:
        (one,) = self.told
        self.assertEqual((one.cell.count, one.written_ms, one.first_written_ms), (count, written_ms, first_written_ms))

    def test_the_highest_revision_counts_in_whatever_order_they_come(self) -> None:
        self.told.add(a_cell(2, 20), 200)
        self.told.add(a_cell(1, 10), 100)
        self.check(20, 200, 100)
        self.told.add(a_cell(3, 30), 300)
        self.check(30, 300, 100)

    def test_of_one_revision_the_last(self) -> None:
        self.told.add(a_cell(1, 10), 100)
        self.told.add(a_cell(1, 11), 150)
        self.check(11, 150, 100)

    def test_a_sum_is_as_old_as_its_pieces(self) -> None:
        self.told.add(a_cell(1, 10, (30, 60)), 100)
        self.check(10, 60, 30)
        self.told.add(a_cell(2, 20, (20, 500)), 200)
        self.check(20, 200, 20)

    def test_what_is_deleted_is_gone(self) -> None:
        self.told.add(a_cell(5, 10), 100)
        self.told.delete(KEY)
        self.told.delete(KEY)
        self.assertEqual(len(self.told), 0)
        self.told.add(a_cell(1, 1), 900)
        self.check(1, 900, 900)
