"""The progress bar: cheap, within the terminal, gone in the end."""

from __future__ import annotations

import unittest
from unittest import mock

from klog.cli.progress import INTERVAL_S, Progress
from tests.cli.rig import Captured, Terminal


class ProgressTests(unittest.TestCase):
    """`Progress` on a clock of its own."""

    def setUp(self) -> None:
        self.now = 0.0
        self.stream = Terminal(True)
        patched = mock.patch.dict("os.environ", {"COLUMNS": "80"})
        patched.start()
        self.addCleanup(patched.stop)

    def make(self, total: int | None, unit: str = "bytes") -> Progress:
        return Progress(self.stream, total, unit, enabled=True, clock=lambda: self.now)

    def test_draws_seldom(self) -> None:
        progress = self.make(1000, "records")
        for _ in range(1000):
            self.now += INTERVAL_S / 100
            progress.add(1)
        self.assertLessEqual(self.stream.text.count("\r"), 11)
        self.assertGreaterEqual(self.stream.text.count("\r"), 3)

    def test_fits_and_goes(self) -> None:
        with self.make(1 << 30) as progress:
            progress.label = "a-topic-with-a-rather-long-name-indeed-0"
            self.now = 2.0
            progress.add(1 << 29)
            self.assertLessEqual(len(progress.text(80)), 79)
            self.assertIn("50%", progress.text(80))
            self.assertIn("left", progress.text(80))
            self.assertIn("512.0 MiB", progress.text(80))
            self.assertLessEqual(len(progress.text(20)), 19)
        self.assertTrue(self.stream.text.endswith("\r\x1b[K"))

    def test_without_a_total(self) -> None:
        progress = self.make(None, "records")
        self.now = 4.0
        progress.add(100)
        self.assertIn("100 records, 25 records/s", progress.text(80))

    def test_silent_where_nobody_looks(self) -> None:
        out = Captured()
        with out.progress(100, "bytes") as progress:
            progress.add(100)
        self.assertEqual(out.err.text, "")
        self.assertEqual(progress.done, 100)
