"""How ``klog bench`` prints and draws."""

from __future__ import annotations

import json
import pathlib
import shutil
import tempfile
import unittest

from klog.cli.bench import command as bench
from klog.cli.output import Format
from klog.cli.plot import Chart, Series
from tests.cli.rig import Captured

ROW = {
    "kind": "produce",
    "topic": "b",
    "records": 1_000_000,
    "bytes": 100_000_000,
    "seconds": 1.5,
    "records_per_s": 666_667,
    "bytes_per_s": 66_666_667,
    "cpu_percent": 99,
    "p50_ms": 1.25,
    "p95_ms": 2.0,
    "p99_ms": 3.0,
    "p999_ms": 4.0,
    "max_ms": 5.0,
}
CHART = Chart("c", "s", "n", [Series("a", [(0.0, 1.0), (1.0, 2.0)])])


class BenchTests(unittest.TestCase):
    """`_print` and `_draw`."""

    def test_formats(self) -> None:
        out = Captured(Format.JSON)
        bench._print(out, [ROW])
        self.assertEqual(json.loads(out.out.text), {"results": [ROW]})
        out = Captured(Format.TABLE)
        bench._print(out, [ROW])
        self.assertLessEqual(max(map(len, out.out.text.splitlines())), 80)
        self.assertIn("666,667", out.out.text)
        self.assertIn("P99.9", out.out.text)
        out = Captured(Format.TEXT)
        bench._print(out, [{name: value for name, value in ROW.items() if not name.endswith("_ms")}])
        self.assertNotIn("p50", out.out.text)

    def test_drawings(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        out = Captured(Format.TABLE)
        bench._draw(out, bench.IN_TERMINAL, [CHART])
        self.assertIn("█", out.out.text)
        out = Captured(Format.JSON)
        bench._draw(out, bench.IN_TERMINAL, [CHART])
        self.assertEqual(out.out.text, "")
        self.assertIn("█", out.err.text)
        bench._draw(out, str(folder / "x.svg"), [CHART])
        self.assertTrue((folder / "x.svg").read_text().startswith("<svg"))
        bench._draw(out, None, [CHART])
