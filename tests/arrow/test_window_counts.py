"""`klog.arrow.window_counts`."""

from __future__ import annotations

import random
import unittest
from collections import Counter

import pyarrow as pa

from klog.arrow.schema import schema
from klog.arrow.window_counts import HASHED, MOST_WINDOWS, CountedWindow, count_windows, counted_windows, hash_windows, window_cells
from klog.audit.cells import HASH_MASK, Tier, Writer
from klog.audit.ledger import Ledger
from klog.audit.numbers import HEADER_NAME
from klog.audit.record_hash import record_hash
from klog.audit.windows import DEFAULT_MS, UNTIMED, Window, window_of

_NOW_MS = 1_700_000_000_000


class WindowTests(unittest.TestCase):
    def test_they_are_those_of_the_audit(self) -> None:
        rng = random.Random(5)
        for window_ms in (1_000, 7_000, DEFAULT_MS, 86_400_000):
            times = [
                rng.choice([-1, 0, 31_536_000_000 - rng.randrange(9_000), 4_102_444_800_000 - rng.randrange(-9_000, 9_000), _NOW_MS])
                for _ in range(50)
            ]
            times += [_NOW_MS + rng.randrange(-9 * window_ms, 9 * window_ms) for _ in range(50)]
            for some in (times, times[:1], [_NOW_MS] * 3, [-1] * 3):
                counts: dict[int, int] = {}
                count_windows(counts, pa.array([time_ms * 1_000 for time_ms in some], pa.timestamp("us", tz="UTC")), window_ms)
                self.assertEqual(counts, dict(Counter(window_of(time_ms, window_ms).start_ms for time_ms in some)))

    def test_they_are_bounded_whatever_timestamps_say(self) -> None:
        counts: dict[int, int] = {}
        for begin in range(0, 30_000, 5_000):
            times = pa.array([(_NOW_MS + number * 1_000) * 1_000 for number in range(begin, begin + 5_000)], pa.timestamp("us", tz="UTC"))
            count_windows(counts, times, 1_000)
        count_windows(counts, pa.array([(_NOW_MS + 90_000_000) * 1_000] * 2, pa.timestamp("us", tz="UTC")), 1_000)
        windows = counted_windows(counts, 1_000)
        self.assertEqual((len(windows), sum(window[2] for window in windows)), (MOST_WINDOWS + 1, 30_002))
        self.assertEqual(windows[0], (-2, -2, 20_002))

    def test_cells(self) -> None:
        start_ms = _NOW_MS // DEFAULT_MS * DEFAULT_MS
        window = (start_ms, start_ms + DEFAULT_MS)
        counts = [("t", (*window, 3)), ("u", (*window, 1)), ("t", (-2, -2, 5)), ("t", (*window, 4))]
        ledger = Ledger()
        # However often they are told.
        for key, value in window_cells(Writer(Tier.SINK, "lake", "c", "app", "", "g"), counts, _NOW_MS, "h") * 2:
            ledger.add(key, value, _NOW_MS)
        found = {(cell.key.topic, cell.key.window): (cell.count, cell.key.writer.is_rest) for cell in ledger.cells}
        self.assertEqual(found, {("t", Window(*window)): (7, False), ("u", Window(*window)): (1, False), ("t", UNTIMED): (5, True)})


class HashTests(unittest.TestCase):
    """Sums are those of the clients, which have the records themselves."""

    def batch(self, records: list[tuple[int, bytes | None, bytes | None, list[tuple[str, bytes | None]] | None]]) -> pa.RecordBatch:
        rows = [
            {
                "timestamp": time_ms * 1_000,
                "key": key,
                "value": value,
                "headers": None if headers is None else [{"key": name, "value": content} for name, content in headers],
            }
            for time_ms, key, value, headers in records
        ]
        return pa.RecordBatch.from_pylist(rows, schema=schema(HASHED[:-1], True))

    def test_they_are_those_of_the_records(self) -> None:
        records = [
            (_NOW_MS, b"k", b"v", [("h", b"1"), ("h", None)]),
            (_NOW_MS + 1, None, b"", None),
            (_NOW_MS + 2, b"", None, [("h\u00e9", b""), (HEADER_NAME, b"not hashed")]),
            (-1, b"x", b"y", []),
        ]
        batch = self.batch(records)
        for some in (batch, batch.take(pa.array([2, 0, 3, 1]))):
            counts: dict[int, int] = {}
            hashes: dict[int, int | None] = {}
            for part in (some.slice(0, 2), some.slice(2)):
                count_windows(counts, part.column("timestamp"), DEFAULT_MS)
                hash_windows(hashes, counts, part, DEFAULT_MS)
            sums = [record_hash(time_ms, key, value, headers or ()) for time_ms, key, value, headers in records]
            start_ms = window_of(_NOW_MS, DEFAULT_MS).start_ms
            self.assertEqual(hashes, {start_ms: sum(sums[:3]) & HASH_MASK, -1: sums[3]})
        window = (start_ms, start_ms + DEFAULT_MS)
        self.assertEqual(counted_windows(counts, DEFAULT_MS, hashes), ((-1, -1, 1, sums[3]), (*window, 3, sum(sums[:3]) & HASH_MASK)))
        self.assertEqual(self.cell([(*window, 3, 5), (*window, 2, HASH_MASK)]), (5, 4, 5))
        # Where some have none, the window has none.
        self.assertEqual(self.cell([(*window, 3, 5), (*window, 2)]), (5, 5, 3))

    def cell(self, windows: list[CountedWindow]) -> tuple[int, int, int]:
        """Count, hash, and how many are hashed."""
        ledger = Ledger()
        for key, value in window_cells(Writer(Tier.SINK, "lake", "c", "app", "", "g"), [("t", one) for one in windows], _NOW_MS, "h"):
            ledger.add(key, value, _NOW_MS)
        [cell] = ledger.cells
        return cell.count, cell.hash, cell.hashed

    def test_a_name_that_arrow_cannot_have_spoils_its_window_only(self) -> None:
        counts: dict[int, int] = {}
        hashes: dict[int, int | None] = {}
        batch = self.batch([(_NOW_MS, None, b"v", [("h\ufffd", b"")]), (_NOW_MS, None, b"w", None), (-1, None, b"v", None)])
        count_windows(counts, batch.column("timestamp"), DEFAULT_MS)
        hash_windows(hashes, counts, batch, DEFAULT_MS)
        self.assertEqual({start_ms for start_ms, total in hashes.items() if total is None}, {window_of(_NOW_MS, DEFAULT_MS).start_ms})
        self.assertEqual([len(window) for window in counted_windows(counts, DEFAULT_MS, hashes)], [4, 3])

    def test_those_beyond_the_bound_are_added_up_apart(self) -> None:
        hashes: dict[int, int | None] = {}
        hash_windows(hashes, {}, self.batch([(_NOW_MS, None, b"v", None)] * 2), 1_000)
        self.assertEqual(hashes, {-2: 2 * record_hash(_NOW_MS, None, b"v") & HASH_MASK})
