"""Slices of files: length, reading, joining with bytes."""

from __future__ import annotations

import errno
import unittest

from klog.span import FileCuts, FileSpan, join_parts


class Memory:
    """A file that is only bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def fileno(self) -> int:
        return -1

    def read_at(self, position: int, length: int) -> bytes:
        return self.data[position : position + length]


class SpanTests(unittest.TestCase):
    """`FileSpan` and `join_parts`."""

    def test_a_span_has_a_length_and_reads_itself(self) -> None:
        span = FileSpan(Memory(b"0123456789"), 2, 5)
        self.assertEqual(len(span), 5)
        self.assertEqual(span.read(), b"23456")
        self.assertIn("2, 5", repr(span))

    def test_a_file_that_was_cut(self) -> None:
        """What reaches behind the cut is void, unless it was made afterwards."""
        cuts = FileCuts()
        file = Memory(b"0123456789")
        early = [FileSpan(file, 2, length, cuts) for length in range(1, 8)]
        cuts.cut(5)
        late = FileSpan(file, 2, 7, cuts)
        self.assertEqual([span.is_void for span in (*early, late)], [False, False, False, True, True, True, True, False])
        self.assertEqual((early[2].read(), early[2].read_at(1, 2), late.read()), (b"234", b"34", b"2345678"))
        with self.assertRaises(OSError) as raised:
            early[3].read_at(0, 1)
        self.assertEqual(raised.exception.errno, errno.ESTALE)
        cuts.cut(3)
        self.assertEqual([span.is_void for span in (*early, late)], [False] + [True] * 7)

    def test_parts_join_in_order(self) -> None:
        file = Memory(b"0123456789")
        self.assertEqual(join_parts([b"a", FileSpan(file, 0, 3), b"b", FileSpan(file, 9, 1)]), b"a012b9")
        self.assertEqual(join_parts([]), b"")
