"""`klog.audit.folding`: folded or not, whoever reads the topic finds the same counts, wherever folding has stopped."""

from __future__ import annotations

import unittest
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from klog.audit.cell_records import cell_record, decode_cell, encode_key
from klog.audit.cells import REST_SUFFIX, Cell, CellKey, Piece, Tier, Writer
from klog.audit.folding import GROUP, Fold, fold, lane_of
from klog.audit.ledger import Ledger
from klog.audit.told_cells import ToldCells
from klog.audit.windows import UNTIMED, Window

WRITER = Writer(Tier.SINK, "lake", "c", "app", "", "g")


def piece(lane: str, end: int, count: int, window: int = 0, topic: str = "t", suffix: str = "") -> Cell:
    """What a task tells."""
    where = UNTIMED if suffix else Window(window * 10, window * 10 + 10)
    cell = Cell(CellKey(WRITER._replace(guid=f"g/{lane}.{end}{suffix}"), topic, where))
    cell.count = cell.attempt = count
    cell.revision, cell.piece = 1, Piece(lane, end)
    return cell


class Topic:
    """The audit's topic, as whoever folds it and whoever reads it see it."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.told = ToldCells()
        self.now_ms = 1_000

    def tell(self, *cells: Cell) -> None:
        for cell in cells:
            self.now_ms += 1
            key, value = cell_record(cell, self.now_ms, "h")
            self.ledger.add(key, value, self.now_ms)
            self.told.add(decode_cell(cell.key, value), self.now_ms)

    def delete(self, keys: Iterable[CellKey]) -> None:
        for key in keys:
            self.ledger.add(encode_key(key), None, self.now_ms)
            self.told.delete(key)

    def folds(self, finished: int) -> list[Fold]:
        return fold(self.told, lambda topic, lane: finished)

    def fold(self, finished: int) -> None:
        for one in self.folds(finished):
            if one.total is not None:
                self.tell(one.total)
            self.delete(one.gone)

    def sums(self) -> dict[Window, int]:
        """As whoever judges has them."""
        found: dict[Window, int] = {}
        for cell in self.ledger.cells:
            found[cell.key.window] = found.get(cell.key.window, 0) + cell.count
        return found


class FoldTests(unittest.TestCase):
    def setUp(self) -> None:
        self.topic = Topic()

    def test_pieces_become_one_cell(self) -> None:
        self.topic.tell(*(piece("0", 10 * number, number, number // 3) for number in range(1, 9)))
        before = self.topic.sums()
        self.topic.fold(70)
        self.assertEqual(self.topic.sums(), before)
        # Three windows, and what is not finished.
        found = sorted((bool(cell.folded), cell.count) for cell in self.topic.ledger.cells)
        self.assertEqual(found, [(False, 8), (True, 3), (True, 12), (True, 13)])
        self.assertEqual(len(self.topic.told), 4)

    def test_whoever_dies_between_the_sum_and_the_deletion_has_done_no_harm(self) -> None:
        self.topic.tell(piece("0", 10, 1), piece("0", 20, 2), piece("1", 10, 4))
        (one,) = self.topic.folds(20)
        assert one.total is not None
        self.topic.tell(one.total)
        self.assertEqual(self.topic.sums(), {Window(0, 10): 7})
        # The next one deletes what is in it already.
        self.assertEqual(self.topic.folds(20), [Fold(None, one.gone)])
        self.topic.tell(piece("0", 30, 8))
        self.topic.fold(30)
        self.assertEqual(self.topic.sums(), {Window(0, 10): 15})
        self.assertEqual(len(self.topic.told), 1)

    def test_a_part_that_is_done_again_counts_once(self) -> None:
        self.topic.tell(piece("0", 10, 1), piece("0", 20, 2))
        self.topic.fold(20)
        self.topic.tell(piece("0", 10, 1))
        self.assertEqual(self.topic.sums(), {Window(0, 10): 3})
        self.topic.fold(20)
        self.assertEqual((self.topic.sums(), len(self.topic.told)), ({Window(0, 10): 3}, 1))

    def test_a_topic_that_was_made_again_has_other_lanes(self) -> None:
        old, new = lane_of(0, b"\x01" * 16), lane_of(0, b"\x02" * 16)
        self.topic.tell(piece(old, 10, 1), piece(old, 20, 2))
        self.topic.fold(20)
        self.topic.tell(piece(new, 10, 4))
        self.assertEqual(self.topic.sums(), {Window(0, 10): 7})
        self.assertEqual(lane_of(3, bytes(16)), "3")

    def test_what_is_known_by_times_stays(self) -> None:
        self.topic.tell(piece("0", 10, 1), piece("0", 20, 2))
        first, last = (one.written_ms for one in self.topic.told)
        self.topic.now_ms += 1_000_000
        self.topic.fold(20)
        (entry,) = self.topic.ledger._cells
        self.assertEqual((entry.first_written_ms, entry.written_ms), (first, last))

    def test_others_are_apart(self) -> None:
        self.topic.tell(piece("0", 10, 1), piece("0", 20, 2), piece("0", 10, 4, suffix=REST_SUFFIX), piece("0", 20, 8, suffix=REST_SUFFIX))
        self.topic.tell(piece("0", 10, 16, topic="u"), piece("0", 20, 32, topic="u"))
        self.topic.fold(20)
        found = sorted((cell.key.topic, cell.key.writer.is_rest, cell.count) for cell in self.topic.ledger.cells)
        self.assertEqual(found, [("t", False, 3), ("t", True, 12), ("u", False, 48)])

    def test_a_cell_has_not_too_many_partitions(self) -> None:
        count = 2 * GROUP
        self.topic.tell(*(piece(str(number), 10, 1) for number in range(count)))
        self.topic.fold(10)
        self.assertEqual([(cell.count, len(cell.folded)) for cell in self.topic.ledger.cells], [(GROUP, GROUP)] * 2)


#: What may happen: a part is done, the first time or again; what is finished is folded, wholly or up to the sums.
_events = st.lists(
    st.tuples(st.sampled_from(["done", "folded", "stopped"]), st.integers(0, 2), st.integers(1, 6), st.integers(0, 2)), max_size=40
)


class HistoryTests(unittest.TestCase):
    @given(_events)
    def test_the_counts_are_those_of_the_parts(self, events: list[tuple[str, int, int, int]]) -> None:
        topic = Topic()
        done: dict[tuple[int, int, int], int] = {}
        for what, lane, end, window in events:
            if what == "done":
                # A part has the same rows whenever it is done; all of them below a place are done before it is finished.
                for earlier in range(1, end + 1):
                    done[lane, earlier, window] = 100 * lane + 10 * earlier + window
                    topic.tell(piece(str(lane), earlier, done[lane, earlier, window], window))
            elif what == "folded":
                topic.fold(end)
            else:
                for one in topic.folds(end):
                    if one.total is not None:
                        topic.tell(one.total)
            wanted: dict[Window, int] = {}
            for (_, _, window_of_part), count in done.items():
                where = Window(window_of_part * 10, window_of_part * 10 + 10)
                wanted[where] = wanted.get(where, 0) + count
            self.assertEqual(topic.sums(), wanted)
        topic.fold(10)
        self.assertLessEqual(len(topic.told), 3)


if __name__ == "__main__":
    unittest.main()
