"""`klog.audit.report_coverage`: what follows from who has told how much. `tests.audit.test_histories` lives whole histories by it."""

import unittest

from klog.audit.cells import Cell, CellKey, Tier, Writer, WriterState
from klog.audit.report_coverage import ReportCoverage, standing
from klog.audit.sides import BROKERS, Side, side_of
from klog.audit.told_cells import Told
from klog.audit.windows import Window

WINDOW = Window(1_000_000, 1_060_000)
INTERVAL_MS = 10_000
READER = Writer(Tier.CONSUMER, "billing", "dc", "app", "", "reader")


def broker(guid: str) -> Writer:
    return Writer(Tier.BROKER, "", "dc", "web", "", guid)


def told(writer: Writer, count: int, written_ms: int) -> Told:
    cell = Cell(CellKey(writer, "t", WINDOW))
    cell.count = count
    return Told(cell, written_ms, written_ms)


def coverage(now_ms: int, *states: WriterState, entries: list[Told] | None = None) -> ReportCoverage:
    by_side: dict[Side, list[tuple[WriterState, int]]] = {}
    for state in states:
        by_side.setdefault(side_of(state.writer), []).append((state, state.time_ms))
    return ReportCoverage(by_side, entries or [], now_ms)


class ReportCoverageTests(unittest.TestCase):
    def test_without_brokers_nothing_is_final(self) -> None:
        found = coverage(WINDOW.end_ms)
        self.assertFalse(found.has(BROKERS))
        self.assertFalse(found.is_final(BROKERS, WINDOW, []))

    def test_a_window_is_final_when_it_was_told_up_to_its_end(self) -> None:
        for through_ms, is_final in ((WINDOW.end_ms - 1, False), (WINDOW.end_ms, True)):
            state = WriterState(broker("a"), 0, through_ms, through_ms, INTERVAL_MS)
            self.assertIs(coverage(through_ms, state).is_final(BROKERS, WINDOW, []), is_final)

    def test_what_a_dead_broker_has_counted_may_be_what_others_count(self) -> None:
        dead = WriterState(broker("a"), 0, WINDOW.start_ms + 5, WINDOW.start_ms + 5, INTERVAL_MS)
        alive = WriterState(broker("b"), 0, WINDOW.end_ms, WINDOW.end_ms, INTERVAL_MS)
        entries = [told(broker("a"), 3, dead.time_ms), told(broker("b"), 5, alive.time_ms)]
        self.assertEqual(standing(entries), 8)
        self.assertEqual(coverage(WINDOW.end_ms, dead, alive).cut_off(BROKERS, WINDOW, entries, entries), 3)
        self.assertEqual(coverage(dead.time_ms, dead, alive).cut_off(BROKERS, WINDOW, entries, entries), 0)

    def test_a_reader_that_began_within_a_window(self) -> None:
        for begun_ms, has_begun_after in ((WINDOW.start_ms, False), (WINDOW.start_ms + 1, True)):
            state = WriterState(READER, begun_ms, WINDOW.end_ms, WINDOW.end_ms, INTERVAL_MS)
            found = coverage(WINDOW.end_ms, state, entries=[told(READER, 1, WINDOW.end_ms)])
            self.assertEqual(found.begun_ms(side_of(READER)), begun_ms)
            self.assertIs(found.has_begun_after(side_of(READER), WINDOW, []), has_begun_after)

    def test_whoever_is_alive_and_has_not_reported_since_is_waited_for(self) -> None:
        state = WriterState(READER, 0, WINDOW.end_ms, WINDOW.end_ms, INTERVAL_MS)
        found = coverage(WINDOW.end_ms, state)

        def waits(told_ms: int, clocks_ms: int = 0, writer: Writer | None = None) -> bool:
            return found.waits_for(BROKERS, side_of(READER), [told(writer or broker("a"), 1, told_ms)], [], clocks_ms)

        self.assertFalse(waits(WINDOW.end_ms))
        self.assertTrue(waits(WINDOW.end_ms + 1))
        # Another clock may have stamped it; it has told its own cells.
        self.assertTrue(waits(WINDOW.end_ms - 9, 10))
        self.assertFalse(waits(WINDOW.end_ms - 10, 10))
        self.assertFalse(waits(WINDOW.end_ms, 10, READER))
