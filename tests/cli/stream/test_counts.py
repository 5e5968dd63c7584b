"""The counts that are shown: later ones replace earlier ones, the oldest are forgotten, Spark's reports are added up."""

from __future__ import annotations

import unittest

from klog.cli.stream.counts import Counted, Counts, window_text

MINUTE = 60_000
START = 1_700_000_040_000


def at(minute: int, key: str | None, count: int) -> Counted:
    return Counted(START + minute * MINUTE, START + (minute + 1) * MINUTE, key, count)


class CountsTests(unittest.TestCase):
    """`Counts`."""

    def test_a_later_count_replaces_an_earlier_one(self) -> None:
        counts = Counts()
        counts.add([at(0, "a", 1), at(0, "b", 5), at(1, "a", 2)])
        counts.add([at(0, "a", 9), at(1, None, 1)])
        self.assertEqual(counts.all(), [at(0, "a", 9), at(0, "b", 5), at(1, "a", 2), at(1, None, 1)])
        self.assertEqual(counts.latest(3), [at(1, "a", 2), at(1, None, 1), at(0, "a", 9)])
        self.assertEqual(at(0, "a", 1).row, {"window_start_ms": START, "window_end_ms": START + MINUTE, "key": "a", "count": 1})

    def test_what_is_kept_is_bounded_and_the_oldest_go(self) -> None:
        counts = Counts(max_kept=3)
        counts.add([at(minute, key, 1) for minute in range(3) for key in "ab"])
        self.assertEqual(counts.all(), [at(2, "a", 1), at(2, "b", 1)])
        self.assertEqual(counts.forgotten, 4)
        counts.add([at(2, key, 1) for key in "abcdefg"])
        self.assertEqual(len(counts.all()), 7, "the latest window stays whole")

    def test_reports(self) -> None:
        counts = Counts()
        counts.add([at(0, "a", 1)])
        self.assertEqual(counts.summary(), "0 records, 1 windows")
        counts.note_progress({"numInputRows": 1200, "eventTime": {"watermark": "1970-01-01T00:00:00.000Z"}, "stateOperators": [{}]})
        self.assertIsNone(counts.watermark_ms)
        counts.note_progress(
            {
                "numInputRows": 34,
                "eventTime": {"watermark": "2023-11-14T22:14:00.000Z"},
                "stateOperators": [{"numRowsDroppedByWatermark": 2}],
            }
        )
        counts.note_progress({"numInputRows": None, "eventTime": None, "stateOperators": None})
        self.assertEqual(counts.summary(), "1,234 records, 1 windows, final up to 2023-11-14 22:14:00, late events were left out")

    def test_windows_are_shown_without_needless_milliseconds(self) -> None:
        self.assertEqual([window_text(START), window_text(START + 500)], ["2023-11-14 22:14:00", "2023-11-14 22:14:00.500"])


if __name__ == "__main__":
    unittest.main()
