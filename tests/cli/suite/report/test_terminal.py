"""What the terminal shows, and what is written beside."""

from __future__ import annotations

import json
import pathlib
import shutil
import tempfile
import unittest

from klog.cli.exit_codes import CommandFailed
from klog.cli.output import Format
from klog.cli.suite.experiments.table import EXPERIMENTS
from klog.cli.suite.report.comparisons import agreements
from klog.cli.suite.report.page_markers import begin, end
from klog.cli.suite.report.terminal import tell, warnings, write_docs, write_plots
from klog.cli.suite.results.results_file import read_results
from tests.cli.rig import Captured
from tests.cli.suite.samples import full, head, measured


class TerminalTests(unittest.TestCase):
    """`tell`, `write_docs`."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def test_formats(self) -> None:
        for format in Format:
            with self.subTest(format=format):
                out = Captured(format)
                tell(full(), out, list(EXPERIMENTS.values()), agreements(full(), full()))
                text = out.out.text
                if format is Format.JSON:
                    found = [json.loads(line) for line in text.splitlines()]
                    self.assertIn("Goals", [table["title"] for table in found[-1]["tables"]])
                    continue
                self.assertIn("The worst ratios", text)
                self.assertIn("agree", text)
                self.assertEqual("█" in text, format is Format.TABLE)
                self.assertEqual("●" in text, format is Format.TABLE)
                if format is Format.TABLE:
                    self.assertLessEqual(max(map(len, text.splitlines())), 130)

    def test_warnings(self) -> None:
        results = full()
        self.assertEqual(warnings(results), [])
        results.add(measured("tls", "klog", 1, {"other_load": 1.0}))
        self.assertIn("tls/klog/1", warnings(results)[0])
        results.head = head(busy=True, size="smoke")
        self.assertEqual(len(warnings(results)), 2)

    def test_docs(self) -> None:
        out = Captured()
        (self.folder / "benchmarks.md").write_text(f"# B\n\n{begin('suite')}\n{end('suite')}\n\nmine\n")
        write_docs(full(), str(self.folder), out)
        text = (self.folder / "benchmarks.md").read_text()
        self.assertIn("goals are met", text)
        self.assertTrue(text.endswith("\n\nmine\n"))
        self.assertTrue((self.folder / "_static" / "experiments" / "fig4.svg").exists())
        page = (self.folder / "experiments.md").read_text()
        self.assertIn("## Figure 4", page)
        for path in (self.folder / "_static" / "experiments").glob("*.svg"):
            self.assertIn(f"/{path.name})", page)
        self.assertEqual(set(read_results(str(self.folder / "experiments.jsonl")).outcomes), set(full().outcomes))

    def test_a_page_without_marks_is_left_alone_and_so_is_all_else(self) -> None:
        (self.folder / "benchmarks.md").write_text("# B\n")
        with self.assertRaises(CommandFailed) as caught:
            write_docs(full(), str(self.folder), Captured())
        self.assertIn("should have it once", caught.exception.sentence)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["benchmarks.md"])

    def test_plots(self) -> None:
        out = Captured()
        write_plots(full(), str(self.folder / "p"), out)
        self.assertIn("plots are in", out.err.text)
