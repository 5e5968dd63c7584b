"""Kinds of figures."""

from __future__ import annotations

import unittest

from klog.cli.suite.figures import KINDS, Better, kind_name_of, kind_of, phase_of


class FiguresTests(unittest.TestCase):
    """Names."""

    def test_names(self) -> None:
        self.assertIs(kind_of("consume.joined.rate"), KINDS["rate"])
        self.assertIs(kind_of("rate"), KINDS["rate"])
        self.assertEqual((phase_of("consume.joined.rate"), phase_of("rate")), ("consume.joined", ""))
        self.assertEqual((kind_name_of("consume.joined.rate"), kind_name_of("rate")), ("rate", "rate"))
        with self.assertRaises(KeyError):
            kind_of("produce.speed")

    def test_shown(self) -> None:
        self.assertEqual((KINDS["rate"].show(1234567.8), KINDS["cpu"].show(0.8662)), ("1,234,568", "0.866"))
        self.assertEqual((KINDS["p50_ms"].show(0.0), KINDS["p50_ms"].show(0.4), KINDS["cpu"].show(0.0)), ("< 1.00", "0.40", "0.000"))

    def test_what_is_better(self) -> None:
        self.assertIs(KINDS["rate"].better, Better.HIGHER)
        for name in ("cpu", "p99_ms", "rss_peak_mb", "disk_bytes"):
            self.assertIs(KINDS[name].better, Better.LOWER)
        self.assertIs(KINDS["flatness"].better, Better.NEITHER, "1 is flat, and more is no better")
