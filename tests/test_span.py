"""Slices of files: length, reading, joining with bytes."""

from __future__ import annotations

import unittest

from klog.span import FileSpan, join_parts


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

    def test_parts_join_in_order(self) -> None:
        file = Memory(b"0123456789")
        self.assertEqual(join_parts([b"a", FileSpan(file, 0, 3), b"b", FileSpan(file, 9, 1)]), b"a012b9")
        self.assertEqual(join_parts([]), b"")
