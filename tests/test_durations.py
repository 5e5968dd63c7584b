"""Lengths of time as people write them."""

from __future__ import annotations

import unittest

from klog.durations import milliseconds


class DurationTests(unittest.TestCase):
    """`milliseconds`."""

    def test_units(self) -> None:
        for text, expected in (
            ("30s", 30_000),
            ("10 s", 10_000),
            ("500ms", 500),
            ("2 milliseconds", 2),
            ("1m", 60_000),
            ("1.5 min", 90_000),
            ("7 secs", 7000),
            ("2 hours", 7_200_000),
            ("3 Days", 259_200_000),
            ("1 week", 604_800_000),
            ("2w", 1_209_600_000),
            (" 0s ", 0),
            ("0.4ms", 0),
        ):
            self.assertEqual(milliseconds(text), expected, text)

    def test_what_is_none(self) -> None:
        for text in ("", "x", "10", "-1 s", "1e3 s", "s", "ms", "1 sss", "١ s", "1 s 2 ms", "9" * 400 + "d", "1." + "0" * 40 + " s"):
            self.assertIsNone(milliseconds(text), text)
