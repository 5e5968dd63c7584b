"""`klog.audit.counting`."""

from __future__ import annotations

import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.audit.cell_records import decode_key
from klog.audit.cells import OTHER, Cell, CellKey, Tier, Writer, forgery
from klog.audit.counting import CellBook, Report, chunks, writer_of_brokers
from klog.audit.ledger import Ledger
from klog.audit.windows import UNTIMED, window_of

T0 = 1_700_000_400_000
MINUTE = 60_000
BROKER = writer_of_brokers("cluster-1", "b-1")


def a_book(**options: int) -> CellBook:
    return CellBook(BROKER, "host", MINUTE, begun_ms=T0, interval_ms=10_000, **options)


def keys_of(report: Report) -> list[CellKey]:
    return [key for key in (decode_key(data) for data, _ in report.records) if isinstance(key, CellKey)]


def count(book: CellBook, topic: str, timestamp_ms: int, application: str = "a") -> Cell:
    cell = book.cell(topic, timestamp_ms, application, "")
    cell.count += 1
    return cell


def sums(ledger: Ledger) -> int:
    return sum(cell.count for cell in ledger.cells)


class CellBookTests(unittest.TestCase):
    def test_only_what_has_changed_is_reported(self) -> None:
        book = a_book()
        count(book, "t", T0)
        count(book, "t", T0 + 1)
        count(book, "u", T0)
        self.assertEqual([key.topic for key in keys_of(book.report(T0))], ["t", "u"])
        count(book, "u", T0)
        self.assertEqual([key.topic for key in keys_of(book.report(T0))], ["u"])
        self.assertEqual(keys_of(book.report(T0)), [])

    def test_a_report_that_failed_is_said_again(self) -> None:
        book, ledger = a_book(), Ledger()
        count(book, "t", T0)
        report = book.report(T0)
        count(book, "t", T0)
        report.failed()
        for key, value in book.report(T0).records:
            ledger.add(key, value, T0)
        self.assertEqual(sums(ledger), 2)

    def test_a_cell_is_the_same_before_and_behind_a_report(self) -> None:
        book = a_book()
        cell = count(book, "t", T0)
        self.assertIs(book.cell("t", T0 + 1, "a", ""), cell)
        self.assertIsNot(book.cell("t", T0 + MINUTE, "a", ""), cell)
        book.report(T0)
        self.assertFalse(cell.is_dirty)
        self.assertIs(book.cell("t", T0, "a", ""), cell)
        self.assertTrue(cell.is_dirty)

    def test_the_writers_own_cell_is_found_by_topic_and_window(self) -> None:
        """The one that was asked for last is at hand; it is the same that a search finds."""
        book, ledger = a_book(), Ledger()
        for topic, minute in (("t", 0), ("t", 0), ("u", 0), ("t", 1), ("t", 0), ("t", -1), ("t", 0), ("t", 0)):
            cell = book.cell(topic, T0 + minute * MINUTE if minute >= 0 else -1)
            self.assertEqual(cell.key.topic, topic)
            self.assertEqual(cell.key.window, window_of(T0 + minute * MINUTE if minute >= 0 else -1, MINUTE))
            cell.count += 1
        mine = book.cell("t", T0)
        self.assertIsNot(book.cell("t", T0, "somebody else", ""), mine)
        self.assertIs(book.cell("t", T0), mine)
        self.assertEqual((mine.count, len(book)), (5, 5))
        written = book.report(T0).records
        self.assertFalse(mine.is_dirty)
        self.assertIs(book.cell("t", T0), mine)
        self.assertTrue(mine.is_dirty, "it is told again")
        written += book.report(T0).records
        book.sweep(T0 + 10 * MINUTE)
        again = book.cell("t", T0)
        self.assertIsNot(again, mine, "it was forgotten")
        again.count += 1
        for key, value in [*written, *book.report(T0).records]:
            ledger.add(key, value, T0)
        self.assertEqual(sums(ledger), 9)

    def test_what_is_forgotten_gets_another_cell_that_adds_to_the_first(self) -> None:
        book, ledger = a_book(), Ledger()
        cell = count(book, "t", T0)
        written = book.report(T0).records
        book.sweep(T0 + 10 * MINUTE)
        self.assertEqual(len(book), 0)
        again = book.cell("t", T0, "a", "")
        self.assertIsNot(again, cell)
        again.count += 1
        for key, value in [*written, *book.report(T0).records]:
            ledger.add(key, value, T0)
        self.assertEqual(sums(ledger), 2)
        self.assertEqual({cell.key.writer.incarnation for cell in ledger.cells}, {"b-1"})

    def test_what_is_not_written_is_not_forgotten(self) -> None:
        book = a_book()
        count(book, "t", T0)
        book.sweep(T0 + 10 * MINUTE)
        self.assertEqual(len(book), 1)

    def test_a_million_client_ids_are_one_more(self) -> None:
        book = a_book(most_applications=10)
        for number in range(1000):
            count(book, "t", T0, f"client-{number}")
        self.assertEqual(len(book), 11)
        cells = {cell.key.writer.application: cell.count for cell in (book.cell("t", T0, name, "") for name in ("client-0", "client-999"))}
        self.assertEqual(cells, {"client-0": 1, OTHER: 990})

    def test_times_all_over_the_years_are_bounded_too(self) -> None:
        book, ledger = a_book(most_cells=50), Ledger()
        written: list[tuple[bytes, bytes]] = []
        for number in range(1000):
            count(book, "t", T0 + number * 86_400_000)
            self.assertLessEqual(len(book), 51)
            if number % 300 == 299:
                written += book.report(T0).records
        for key, value in [*written, *book.report(T0).records]:
            ledger.add(key, value, T0)
        self.assertEqual(sums(ledger), 1000)
        self.assertTrue(any(cell.key.window == UNTIMED and cell.key.writer.application == OTHER for cell in ledger.cells))

    def test_a_client_that_calls_itself_as_the_rest_is_bounded_too(self) -> None:
        book = a_book(most_cells=20)
        for number in range(1000):
            count(book, "t", T0 + number * MINUTE, OTHER)
        self.assertLessEqual(len(book), 41)
        self.assertEqual(sum(cell.count for cell in self.told(book)), 1000)

    def told(self, book: CellBook) -> list[Cell]:
        ledger = Ledger()
        for key, value in book.report(T0).records:
            ledger.add(key, value, T0)
        return ledger.cells

    def test_what_overflows_at_a_client_is_in_its_own_name_and_no_forgery(self) -> None:
        writer = Writer(Tier.PRODUCER, "", "cluster-1", "web", "", "g-1")
        book = CellBook(writer, "host", MINUTE, begun_ms=T0, interval_ms=1, most_cells=10)
        for number in range(1000):
            cell = book.cell(f"t-{number % 40}", T0 + number * MINUTE)
            cell.count += 1
            cell.attempt += 1
        for key, _ in book.report(T0).records:
            self.assertIsNone(forgery(decode_key(key), "web", "User:ANONYMOUS"))
        rest = [cell for cell in book._cells.values() if cell.key.writer.is_rest]
        self.assertEqual(sum(cell.count for cell in rest), 990)

    def test_topics_are_bounded_too(self) -> None:
        book = a_book(most_cells=20)
        for number in range(1000):
            count(book, f"t-{number}", T0)
        self.assertLessEqual(len(book), 41)
        self.assertEqual(sum(book.cell(f"t-{number}", T0, "a", "").count for number in (0, 19)), 2)

    @settings(deadline=None, max_examples=100)
    @given(
        st.lists(
            st.tuples(
                st.sampled_from("tuv"), st.integers(-3, 40), st.sampled_from("abcdef"), st.sampled_from(["", "", "write", "fail", "sweep"])
            ),
            max_size=120,
        ),
        st.integers(1, 8),
        st.integers(1, 3),
    )
    def test_the_sums_are_right_whatever_is_forgotten_or_lost(
        self, history: list[tuple[str, int, str, str]], most_cells: int, most_applications: int
    ) -> None:
        book, ledger = a_book(most_cells=most_cells, most_applications=most_applications), Ledger()
        now_ms = T0
        for topic, minute, application, act in history:
            timestamp_ms = T0 + minute * MINUTE if minute >= 0 else -1
            now_ms += 20_000
            book.cell(topic, timestamp_ms, application, "").count += 1
            if act == "sweep":
                book.sweep(now_ms)
            elif act:
                report = book.report(now_ms)
                if act == "fail":
                    # It may have been written all the same.
                    for key, value in report.records[::2]:
                        ledger.add(key, value, now_ms)
                    report.failed()
                else:
                    for key, value in report.records:
                        ledger.add(key, value, now_ms)
        for key, value in book.report(now_ms).records:
            ledger.add(key, value, now_ms)
        self.assertEqual(sums(ledger), len(history))
        for topic in "tuv":
            told = sum(cell.count for cell in ledger.cells if cell.key.topic == topic)
            self.assertLessEqual(told, sum(entry[0] == topic for entry in history))

    def test_a_writer_that_is_not_a_broker_counts_in_its_own_name(self) -> None:
        writer = Writer(Tier.SINK, "hourly", "cluster-1", "pull", "User:anna", "s-1")
        book = CellBook(writer, "host", MINUTE, begun_ms=T0, interval_ms=1)
        self.assertEqual(book.cell("t", T0).key.writer, writer)


class ChunkTests(unittest.TestCase):
    def test_no_piece_is_too_large_and_none_is_empty(self) -> None:
        records = [(b"k" * 10, b"v" * size) for size in (10, 60, 500, 1, 1)]
        pieces = list(chunks(records, 120))
        self.assertEqual([record for piece in pieces for record in piece], records)
        self.assertEqual([len(piece) for piece in pieces], [1, 1, 1, 2])
        self.assertEqual(list(chunks([], 100)), [])
