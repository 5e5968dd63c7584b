"""Single values as people read them, and nothing that a terminal would act on."""

from __future__ import annotations

import unittest
from unittest import mock

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.cli.formatting import (
    bar_text,
    bytes_text,
    count_text,
    counted,
    duration_text,
    safe,
    shortened,
    terminal_width,
    time_left,
    time_text,
)
from tests.cli.rig import Captured


class TextTests(unittest.TestCase):
    """How single values are shown."""

    @settings(deadline=None)
    @given(st.text())
    def test_safe_text_is_printable(self, text: str) -> None:
        self.assertTrue(safe(text).isprintable())

    def test_time_left(self) -> None:
        self.assertEqual(time_left(5, 10, 4.0), ", 4.0 s left")
        for done, elapsed in ((0, 9.0), (10, 9.0), (5, 0.5)):
            self.assertEqual(time_left(done, 10, elapsed), "")

    def test_bars(self) -> None:
        self.assertEqual([bar_text(share, 4) for share in (0.0, 0.5, 1.0)], ["░░░░", "██░░", "████"])
        self.assertEqual(bar_text(0.3, 0), "")

    def test_durations(self) -> None:
        shown = {0.0: "0.0 s", 9.94: "9.9 s", 59: "59 s", 60: "1 min", 61: "1 min 1 s", 3600: "1 h", 3661: "1 h 1 min", 90_000: "1 d 1 h"}
        for value, text in shown.items():
            self.assertEqual(duration_text(value), text)
        self.assertEqual(duration_text(None), "-")

    def test_numbers(self) -> None:
        self.assertEqual([count_text(1234), count_text(None)], ["1,234", "-"])
        self.assertEqual([counted(count, "step") for count in (0, 1, 1234)], ["0 steps", "1 step", "1,234 steps"])
        self.assertEqual([bytes_text(0), bytes_text(1023), bytes_text(1 << 30), bytes_text(None)], ["0 B", "1,023 B", "1.0 GiB", "-"])
        self.assertEqual(time_text(1307865600123), "2011-06-12 08:00:00.123")
        self.assertEqual([time_text(-1), time_text(None)], ["-", "-"])
        self.assertEqual(time_text(10**17), str(10**17))

    def test_shortened(self) -> None:
        self.assertEqual([shortened("words", most) for most in (6, 5, 4, 1)], ["words", "words", "wor…", "…"])

    def test_width(self) -> None:
        out = Captured()
        with mock.patch.dict("os.environ", {"COLUMNS": "132"}):
            self.assertEqual(terminal_width(out.stdout), 132)
        with mock.patch.dict("os.environ", {"COLUMNS": ""}):
            self.assertGreater(out.width, 0)
