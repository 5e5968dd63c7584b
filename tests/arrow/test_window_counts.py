"""`klog.arrow.window_counts`."""

from __future__ import annotations

import random
import unittest
from collections import Counter

import pyarrow as pa

from klog.arrow.window_counts import MOST_WINDOWS, count_windows, named_windows, window_cells
from klog.audit.balance import Ledger
from klog.audit.cells import Tier, Writer
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
        windows = named_windows(counts, 1_000)
        self.assertEqual((len(windows), sum(count for _, _, count in windows)), (MOST_WINDOWS + 1, 30_002))
        self.assertEqual(windows[0], (-2, -2, 20_002))

    def test_cells(self) -> None:
        start_ms = _NOW_MS // DEFAULT_MS * DEFAULT_MS
        window = (start_ms, start_ms + DEFAULT_MS)
        counts = [("t", *window, 3), ("u", *window, 1), ("t", -2, -2, 5), ("t", *window, 4)]
        ledger = Ledger()
        # However often they are told.
        for key, value in window_cells(Writer(Tier.SINK, "lake", "c", "app", "", "g"), counts, _NOW_MS, "h") * 2:
            ledger.add(key, value, _NOW_MS)
        found = {(cell.key.topic, cell.key.window): (cell.count, cell.key.writer.is_rest) for cell in ledger.cells}
        self.assertEqual(found, {("t", Window(*window)): (7, False), ("u", Window(*window)): (1, False), ("t", UNTIMED): (5, True)})
