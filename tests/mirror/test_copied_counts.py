"""`klog.mirror.copied_counts`."""

from __future__ import annotations

import random
import unittest
from typing import Any

from klog.audit.cells import Tier, Writer
from klog.audit.counting import CellBook
from klog.audit.windows import window_of
from klog.mirror.copied_counts import CopiedCounts
from klog.records.contract import CONTROL, LOG_APPEND_TIME, Codec
from klog.records.implementations import codec
from tests.fuzz.batching import message_sets

_WINDOW_MS = 60_000
_START_MS = 1_700_000_040_000 // _WINDOW_MS * _WINDOW_MS


def batch(stamps_ms: list[int], base_offset: int = 0, **options: Any) -> bytes:
    return codec.build_batch([(one, None, b"v", ()) for one in stamps_ms], base_offset=base_offset, **options)


class CopiedCountsTests(unittest.TestCase):
    def setUp(self) -> None:
        self.book = CellBook(Writer(Tier.MIRROR, "dc1", "c", "app", "", "guid"), "here", _WINDOW_MS, begun_ms=0, interval_ms=1_000)
        self.counts = CopiedCounts(lambda: self.book, lambda: _START_MS + 1_000)

    def told(self) -> dict[int, int]:
        """By the start of the window, in windows from `_START_MS` on."""
        return {
            (cell.start_ms - _START_MS) // _WINDOW_MS if cell.start_ms >= 0 else -99: cell.count
            for cell in self.book._cells.values()
            if cell.count
        }

    def count(self, records: bytes, start: int = 0, end: int = 1 << 40) -> dict[int, int]:
        self.counts.appended("t", records, start, end)
        return self.told()

    def test_a_late_record_counts_in_its_own_window(self) -> None:
        """The header has the first and the largest time: both lie in window 0, and one record does not."""
        late = batch([_START_MS + 10, _START_MS - 5, _START_MS + 20])
        header = codec.read_header(late)
        self.assertEqual((header.base_timestamp, header.max_timestamp), (_START_MS + 10, _START_MS + 20))
        self.assertEqual(self.count(late), {0: 2, -1: 1})

    def test_what_was_there_already_is_not_counted(self) -> None:
        records = b"".join(batch([_START_MS] * 10, base) for base in (0, 10, 20, 30))
        self.assertEqual(self.count(records, 10, 30), {0: 20})

    def test_markers_and_emptied_batches_are_no_records(self) -> None:
        marker = codec.build_batch([(_START_MS, b"\0\0\0\1", b"\0" * 6, ())], attributes=CONTROL, producer_id=1, producer_epoch=0)
        self.assertEqual(self.count(marker), {})

    def test_the_brokers_time(self) -> None:
        """Of all records it is the header's largest; their own say nothing."""
        data = batch([_START_MS, _START_MS + _WINDOW_MS], attributes=LOG_APPEND_TIME)
        self.assertEqual(self.count(data), {1: 2})

    def test_compacted(self) -> None:
        data = batch([_START_MS, _START_MS + 1, _START_MS + _WINDOW_MS], offset_deltas=[0, 4, 9])
        self.assertEqual(self.count(data), {0: 2, 1: 1})

    def test_without_a_time(self) -> None:
        self.assertEqual(self.count(batch([-1, -1])), {-99: 2})

    def test_message_sets(self) -> None:
        """What a source of old has."""
        for data in message_sets():
            before = sum(self.told().values())
            entries = codec.scan(data)
            records = list(codec.records(data))
            self.assertEqual(sum(self.count(data).values()) - before, len(records), entries)

    def test_any_batches(self) -> None:
        rng = random.Random(5)
        wanted: dict[int, int] = {}
        data, offset = b"", 0
        for _ in range(300):
            middle = _START_MS + rng.randrange(-3, 4) * _WINDOW_MS
            spread = rng.choice([1, 100, _WINDOW_MS])
            stamps = [middle + rng.randrange(-spread, spread) for _ in range(rng.randrange(1, 9))]
            data += batch(stamps, offset, codec=rng.choice([Codec.NONE, Codec.LZ4]))
            offset += len(stamps)
            for stamp_ms in stamps:
                window = (window_of(stamp_ms, _WINDOW_MS).start_ms - _START_MS) // _WINDOW_MS
                wanted[window] = wanted.get(window, 0) + 1
        self.assertEqual(self.count(data), wanted)

    def test_what_makes_no_sense(self) -> None:
        self.assertEqual(self.count(b"\0" * 100), {})
