"""klog.records.faults, and who keeps a fault."""

from __future__ import annotations

import gc
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.records.columns import PlainColumnCursor
from klog.records.contract import CorruptRecords, InvalidRecords, RecordsError
from klog.records.faults import Fault, invalid
from klog.records.python import codec
from klog.records.views import PlainBatchCursor
from tests.records.cases import ROWS, fast_codec, with_body


class FaultTests(SynchronousTestCase):
    def test_every_fault_has_a_sentence_and_an_index(self) -> None:
        for fault in Fault:
            if fault is not Fault.NONE:
                error = invalid(fault, 3, 17, 19)
                of_the_batch = fault in (Fault.TRAILING, Fault.COUNT, Fault.OFFSET_RANGE)
                self.assertEqual(error.batch_index, -1 if of_the_batch else 3)
                self.assertNotIn("{", str(error))
                if not of_the_batch:
                    self.assertIn("record 3 ", str(error))


class KeptTests(SynchronousTestCase):
    """A cursor keeps its fault, to raise it again. Kept with its stack it would keep itself, and the fetched bytes, until the garbage
    collector comes; and CPython's (3.11.7's) was seen to crash on memory views in such a ring."""

    def cursors(self) -> list[Any]:
        found: list[Any] = [
            lambda data: PlainBatchCursor(data, 0),
            lambda data: PlainColumnCursor(data, start=0, end=1 << 40, wanted=63),
        ]
        if fast_codec is not None:
            from klog.records._columns import ColumnCursor
            from klog.records._views import BatchCursor

            found += [lambda data: BatchCursor(data, 0), lambda data: ColumnCursor(data, start=0, end=1 << 40, wanted=63)]
        return found

    def test_nobody_holds_the_bytes_when_the_cursor_is_gone(self) -> None:
        wrong_checksum = bytearray(codec.build_batch(ROWS))
        wrong_checksum[-1] ^= 1
        for bad in (bytes(wrong_checksum), with_body(b"\x0e\0\0\0\1a\1b", 2), b"\0" * 40, codec.build_batch(ROWS)[:70]):
            for place, make in enumerate(self.cursors()):
                data = bytearray(bad)
                gc.disable()
                try:
                    self.taken(make(data))
                    # Refused as long as there is a view on it.
                    data.append(0)
                except BufferError:
                    self.fail(f"cursor {place} still holds {bad[:20]!r}... in a ring")
                finally:
                    gc.enable()

    def taken(self, cursor: Any) -> None:
        said = []
        for _ in range(3):
            try:
                cursor.take(1000)
            except RecordsError as error:
                said.append((type(error), str(error), getattr(error, "batch_index", None)))
        self.assertEqual(len(set(said)), 1, "again and again, the same")

    def test_the_same_error_again(self) -> None:
        for error in (invalid(Fault.LENGTH, 3, 17, 19), CorruptRecords("it is torn"), InvalidRecords("all of it")):
            again = error.again()
            self.assertIsNot(again, error)
            self.assertEqual((type(again), str(again), again.__dict__), (type(error), str(error), error.__dict__))
