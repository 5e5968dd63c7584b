"""`klog.client.blocking.auditing.telling`: in order, and again where it did not work."""

from __future__ import annotations

import unittest

from klog.audit.cell_records import decode_cell, decode_key, decode_state
from klog.audit.cells import AUDIT_TOPIC, CellKey, Tier, Writer
from klog.audit.counting import CellBook
from klog.client.blocking.auditing.telling import SpokenBook, write_counts
from klog.errors import ErrorCode, KlogError

_NOW_MS = 1_700_000_000_000


class Sender:
    """Keeps what was flushed."""

    def __init__(self) -> None:
        self.written: list[list[tuple[bytes | None, bytes | None]]] = []
        self.fails_with: BaseException | None = None
        self.is_closed = False
        self._open: list[tuple[bytes | None, bytes | None]] = []

    def send(self, topic: str, value: bytes | None, *, key: bytes | None = None) -> None:
        assert topic == AUDIT_TOPIC
        self._open.append((key, value))

    def flush(self) -> None:
        written, self._open = self._open, []
        if self.fails_with is not None:
            raise self.fails_with
        self.written.append(written)

    def close(self) -> None:
        self.is_closed = True
        raise KlogError(ErrorCode.OPERATION_NOT_ATTEMPTED, "given up")


class TellingTests(unittest.TestCase):
    def setUp(self) -> None:
        self.sender = Sender()
        self.made = 0
        self.book = CellBook(Writer(Tier.CONSUMER, "g", "c", "app", "", "guid"), "here", 60_000, begun_ms=0, interval_ms=1_000)
        self.spoken = SpokenBook(self.book, self.make_sender, lambda: _NOW_MS)

    def make_sender(self) -> Sender:
        self.made += 1
        return self.sender

    def count(self) -> None:
        self.book.cell("t", _NOW_MS).count += 1

    def told(self) -> list[int]:
        """Counts of the cells, in the order in which they were told."""
        found = []
        for records in self.sender.written:
            for key, value in records:
                where = decode_key(key)
                if isinstance(where, CellKey):
                    found.append(decode_cell(where, value).count)
        return found

    def test_first_the_cells_then_how_far_they_go(self) -> None:
        write_counts(self.sender, [(b"1", b"a"), (b"2", b"b")], (b"3", b"c"))
        self.assertEqual(self.sender.written, [[(b"1", b"a"), (b"2", b"b")], [(b"3", b"c")]])

    def test_what_has_changed(self) -> None:
        self.count()
        self.assertTrue(self.spoken.tell())
        self.assertTrue(self.spoken.tell())
        self.count()
        self.assertTrue(self.spoken.tell(_NOW_MS - 5, has_ended=True))
        self.assertEqual((self.told(), self.made), ([1, 2], 1))
        key, value = self.sender.written[-1][0]
        writer = decode_key(key)
        assert isinstance(writer, Writer)
        state = decode_state(writer, value)
        self.assertEqual((state.through_ms, state.has_ended), (_NOW_MS - 5, True))

    def test_what_was_not_written_is_told_again(self) -> None:
        self.count()
        self.sender.fails_with = KlogError(ErrorCode.REQUEST_TIMED_OUT, "too late")
        with self.assertLogs("klog", "WARNING") as logged:
            self.assertFalse(self.spoken.tell())
            self.assertFalse(self.spoken.tell())
        # The same sentence is not told twice.
        self.assertEqual(len(logged.output), 1)
        self.assertIn("too late", self.spoken.why_not)
        self.sender.fails_with = None
        self.assertTrue(self.spoken.tell())
        self.assertEqual((self.told(), self.spoken.why_not), ([1], ""))

    def test_last_words_that_were_not_written_go_with_nothing(self) -> None:
        self.count()
        self.sender.fails_with = KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "no such topic")
        with self.assertLogs("klog", "WARNING") as logged:
            self.spoken.tell()
            self.spoken.tell(has_ended=True)
        self.assertIn("go with the next", logged.output[0])
        self.assertIn("go with nothing: this writer has ended", logged.output[1])

    def test_who_is_interrupted_tells_all_again(self) -> None:
        self.count()
        self.sender.fails_with = KeyboardInterrupt()
        with self.assertRaises(KeyboardInterrupt):
            self.spoken.tell()
        self.sender.fails_with = None
        self.spoken.tell()
        self.assertEqual(self.told(), [1])

    def test_closed_for_good(self) -> None:
        self.spoken.close()
        self.count()
        self.spoken.tell()
        self.spoken.close()
        self.assertEqual((self.sender.is_closed, self.made), (True, 1))
