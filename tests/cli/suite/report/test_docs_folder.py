"""What is written into a folder."""

from __future__ import annotations

import pathlib
import shutil
import tempfile
import unittest

from klog.cli.exit_codes import CommandFailed
from klog.cli.suite.report.docs_folder import check_docs, write_docs, write_plots
from klog.cli.suite.report.page_markers import begin, end
from klog.cli.suite.results.results_file import read_results
from tests.cli.rig import Captured
from tests.cli.suite.samples import full


class FolderTests(unittest.TestCase):
    """`check_docs`, `write_docs`, `write_plots`."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

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

    def test_what_is_put_together_is_not_written_over_its_parts(self) -> None:
        """Also where the run that is to be measured begins its file."""
        (self.folder / "benchmarks.md").write_text(f"{begin('suite')}\n{end('suite')}\n")
        raw = str(self.folder / "experiments.jsonl")
        check_docs(str(self.folder))
        check_docs(str(self.folder), [str(self.folder / "another.jsonl")])
        with self.assertRaisesRegex(CommandFailed, "would be written over with its own rounds and others"):
            check_docs(str(self.folder), [str(self.folder / "another.jsonl"), raw])

    def test_the_file_that_the_page_is_made_of_stays(self) -> None:
        (self.folder / "benchmarks.md").write_text(f"{begin('suite')}\n{end('suite')}\n")
        raw = self.folder / "experiments.jsonl"
        raw.write_text("as it was")
        write_docs(full(), str(self.folder), Captured(), source=str(raw))
        self.assertEqual(raw.read_text(), "as it was")
        write_docs(full(), str(self.folder), Captured(), source=str(self.folder / "another.jsonl"))
        self.assertNotEqual(raw.read_text(), "as it was")

    def test_plots(self) -> None:
        out = Captured()
        write_plots(full(), str(self.folder / "p"), out)
        self.assertIn("plots are in", out.err.text)
