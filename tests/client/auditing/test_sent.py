"""`klog.client.auditing.sent`."""

from __future__ import annotations

import unittest

from klog.audit.counting import CellBook
from klog.audit.numbers import HEADER_NAME, decode_number
from klog.audit.record_hash import record_hash
from klog.client.auditing.audit import Audit
from klog.client.auditing.sent import SentCounts, producer_writer
from klog.records.implementations import codec

_NOW_MS = 1_700_000_000_000
_WINDOW_MS = 60_000


class SentCountsTests(unittest.TestCase):
    def counts(self, *, acknowledges: bool = True, hashes: bool = False) -> SentCounts:
        incarnation = bytes(range(16))
        self.book = CellBook(producer_writer("c", "web", "", incarnation), "host", _WINDOW_MS, begun_ms=0, interval_ms=1_000)
        audit = Audit(window_ms=_WINDOW_MS, hashes=hashes)
        return SentCounts(audit, lambda: self.book, incarnation, lambda: _NOW_MS, "host", acknowledges=acknowledges)

    def told(self) -> list[tuple[int, int, int]]:
        cells = sorted(self.book._dirty, key=lambda cell: cell.start_ms)
        return [(cell.attempt, cell.count, cell.failure) for cell in cells]

    def test_by_window(self) -> None:
        counts = self.counts()
        start_ms = _NOW_MS - _NOW_MS % _WINDOW_MS
        counts.count_stamps("t", [start_ms, start_ms + _WINDOW_MS - 1], True)
        self.assertEqual(self.told(), [(2, 2, 0)])
        counts.count_stamps("t", [start_ms + _WINDOW_MS, start_ms], False)
        self.assertEqual(self.told(), [(3, 2, 1), (1, 0, 1)])
        # The broker's time says another window than the records' own.
        counts.count_stamps("t", [start_ms, start_ms], True, start_ms + _WINDOW_MS)
        self.assertEqual(self.told(), [(3, 2, 1), (3, 2, 1)])

    def test_without_acknowledgements_it_is_tried(self) -> None:
        counts = self.counts(acknowledges=False, hashes=True)
        counts.count_stamps("t", [_NOW_MS], True)
        counts.hash("t", codec.build_batch([(_NOW_MS, None, b"v", ())]), -1)
        counts.note_numbers("t", 0, 0, 1, True)
        self.assertEqual(self.told(), [(1, 0, 0)])
        self.assertEqual(self.book._dirty[0].hashed, 0)
        [(_, value)] = counts.number_records(_NOW_MS)
        self.assertIn(b'"delivered":{}', value)

    def test_hashes(self) -> None:
        counts = self.counts(hashes=True)
        counts.count_stamps("t", [_NOW_MS], True)
        counts.hash("t", codec.build_batch([(_NOW_MS, b"k", b"v", ())]), -1)
        [cell] = self.book._dirty
        self.assertEqual((cell.whole_hash, cell.hashed), (record_hash(_NOW_MS, b"k", b"v", ()), 1))

    def test_numbers_in_too_many_pieces_hold_up_nothing(self) -> None:
        counts = self.counts()
        for number in range(100_000):
            counts.note_numbers("t", 0, number, 1, number % 2 == 0)
        counts.note_numbers("u", 0, 0, 1, True)
        with self.assertLogs("klog", "WARNING") as logged:
            for _ in range(2):
                records = counts.number_records(_NOW_MS)
                self.assertTrue(all(len(key) + len(value) < 1_000_000 for key, value in records))
                self.assertEqual([b'"topic":"u"' in key for key, _ in records], [True])
                counts.numbers_failed()
        self.assertEqual(len(logged.output), 1)

    def test_numbers_are_told_again_where_they_were_not_written(self) -> None:
        counts = self.counts()
        name, value, number_at = counts.numbered_header("t", 3)
        number = decode_number(value[:number_at] + (7).to_bytes(8, "big") + value[number_at + 8 :])
        assert number is not None
        self.assertEqual((name, number.topic, number.partition, number.number), (HEADER_NAME, "t", 3, 7))
        counts.note_numbers("t", 3, 7, 2, True)
        self.assertEqual(len(counts.number_records(_NOW_MS)), 1)
        self.assertEqual(counts.number_records(_NOW_MS), [])
        counts.numbers_failed()
        [(_, told)] = counts.number_records(_NOW_MS)
        self.assertIn(b'"3":[[7,8]]', told)
        self.assertIn(b'"revision":2', told)
