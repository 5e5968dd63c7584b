"""What needs no Spark: durations, wrong arguments, and the model that Spark is held against in tests/integration/test_spark.py."""

from __future__ import annotations

import random
import unittest
from typing import Any

from klog.config import ConfigError
from klog.spark import windows
from tests.spark.window_model import Event, JoinModel, WindowModel, random_events, windows_of


class DurationTests(unittest.TestCase):
    """`duration_ms`."""

    def test_units(self) -> None:
        for text, expected in (
            ("10 s", 10_000),
            ("1m", 60_000),
            ("500ms", 500),
            ("2 hours", 7_200_000),
            ("1.5 min", 90_000),
            ("3 Days", 259_200_000),
            ("1 second", 1000),
            ("2 milliseconds", 2),
            (" 0s ", 0),
            ("7 secs", 7000),
        ):
            self.assertEqual(windows.duration_ms(text), expected, text)

    def test_what_is_none(self) -> None:
        for text in ("", "x", "10", "-1 s", "1 fortnight", "1e3 s", "s", "ms", "1 sss", "١ s", "401 days", "999999999999 d"):
            with self.subTest(text), self.assertRaisesRegex(ConfigError, "configuration window"):
                windows.duration_ms(text, "window")


class ArgumentTests(unittest.TestCase):
    """Said before Spark is asked for anything."""

    def test_wrong_arguments(self) -> None:
        nothing: Any = None
        for call, words in (
            (lambda: windows.count_by_window(nothing, window="soon"), "configuration window"),
            (lambda: windows.count_by_window(nothing, window="0 s"), "at least 1 ms"),
            (lambda: windows.count_by_window(nothing, window="1 s", slide="2 s"), "between windows would not be counted"),
            (lambda: windows.join_by_key(nothing, nothing, within="1 s", how="cross"), "one of inner, left_outer"),
            (lambda: windows.join_by_key(nothing, nothing, within="late"), "configuration within"),
            (lambda: windows.join_by_key(nothing, nothing, within="1 s", watermark="x"), "configuration watermark"),
            (lambda: windows.json_field("value", "a['b']"), "without quotes and brackets"),
            (lambda: windows.json_field("value", ""), "a field is a name"),
            (lambda: windows.json_field("value", "a..b"), "a field is a name"),
        ):
            with self.subTest(words), self.assertRaisesRegex(ConfigError, words):
                call()


class ModelTests(unittest.TestCase):
    """The judge is judged by cases that can be counted on fingers."""

    def test_windows_of(self) -> None:
        self.assertEqual(windows_of(25, 10, 10), [20])
        self.assertEqual(windows_of(20, 10, 5), [20, 15])
        self.assertEqual(windows_of(19, 10, 5), [15, 10])
        self.assertEqual(windows_of(29, 10, 3), [27, 24, 21])

    def test_counts_and_the_late(self) -> None:
        model = WindowModel(10, 10, 5)
        self.assertEqual(model.batch([Event("a", 3, 0), Event("a", 9, 1), Event("b", 12, 2)]), {})
        self.assertEqual(model.batch([Event("a", 8, 3), Event("a", 15, 4)]), {(0, "a"): 3})
        self.assertEqual(model.batch([Event("a", 9, 5), Event("b", 30, 6)]), {(10, "a"): 1, (10, "b"): 1})
        self.assertEqual((model.dropped, model.watermark_ms), (1, 25))

    def test_pairs(self) -> None:
        model = JoinModel(within_ms=5, before_ms=1, delay_ms=2)
        model.batch(
            [Event("a", 10, 0), Event("b", 11, 1), Event(None, 12, 2)],
            [Event("a", 9, 3), Event("a", 8, 4), Event("b", 11, 5), Event(None, 50, 6)],
        )
        self.assertEqual((model.pairs(), model.alone(), model.watermark_ms), ({(0, 3), (1, 5)}, set(), 9))
        model.batch([Event("c", 30, 7)], [Event("c", 40, 8), Event("a", 9, 9)])
        self.assertEqual((model.pairs(), model.alone(), model.dropped), ({(0, 3), (1, 5)}, {2}, 1))

    def test_random_events_are_late_now_and_then(self) -> None:
        events = random_events(random.Random(1), 200, start_ms=100_000, span_ms=1000, late_ms=50_000, first_number=7)
        self.assertEqual([event.number for event in events], list(range(7, 207)))
        self.assertTrue(10 < sum(event.time_ms < 99_000 for event in events) < 80)


if __name__ == "__main__":
    unittest.main()
