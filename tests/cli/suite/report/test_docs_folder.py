"""What is written into a folder."""

from __future__ import annotations

import errno
import pathlib
import shutil
import tempfile
import unittest
from unittest import mock

from klog.cli.exit_codes import CommandFailed
from klog.cli.suite.report.docs_folder import check_docs, write_docs, write_plots
from klog.cli.suite.report.page_markers import begin, end
from klog.cli.suite.results.lines import outcome_line, text_of
from klog.cli.suite.results.results_file import read_results
from tests.cli.rig import Captured
from tests.cli.suite.samples import full, measured


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
        check_docs(str(self.folder), [raw], 0)
        check_docs(str(self.folder), [str(self.folder / "another.jsonl"), "one_more.jsonl"], 0)
        with self.assertRaisesRegex(CommandFailed, "would be written over with its own rounds and others"):
            check_docs(str(self.folder), [str(self.folder / "another.jsonl"), raw], 1000)

    def test_the_file_that_the_page_is_made_of_stays(self) -> None:
        (self.folder / "benchmarks.md").write_text(f"{begin('suite')}\n{end('suite')}\n")
        raw = self.folder / "experiments.jsonl"
        as_it_was = text_of(full()) + outcome_line(measured("start", "klog", 1, {"ready_s": 1.0}))
        raw.write_text(as_it_was)
        write_docs(full(), str(self.folder), Captured(), source=str(raw))
        self.assertEqual(raw.read_text(), as_it_was)
        raw.unlink()
        write_docs(full(), str(self.folder), Captured(), source=str(self.folder / "another.jsonl"))
        self.assertEqual(raw.read_text(), text_of(full()))

    def test_more_steps_are_not_written_over_with_fewer(self) -> None:
        (self.folder / "benchmarks.md").write_text(f"{begin('suite')}\n{end('suite')}\n")
        write_docs(full(), str(self.folder), Captured())
        before = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        fewer = full()
        del fewer.outcomes["2014.one/klog/3"]
        for refused in (lambda: write_docs(fewer, str(self.folder), Captured()), lambda: check_docs(str(self.folder), ["r.jsonl"], 23)):
            with self.assertRaisesRegex(CommandFailed, "has 24 measured steps, and these results have 23: move it away first"):
                refused()
        check_docs(str(self.folder), ["r.jsonl"], 24)
        self.assertEqual({path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}, before)

    def test_what_cannot_be_read_is_not_written_over(self) -> None:
        (self.folder / "benchmarks.md").write_text(f"{begin('suite')}\n{end('suite')}\n")
        raw = self.folder / "experiments.jsonl"
        raw.write_text("somebody's notes\n")
        with self.assertRaisesRegex(CommandFailed, "would be written over, and cannot be read"):
            write_docs(full(), str(self.folder), Captured())
        self.assertEqual(raw.read_text(), "somebody's notes\n")

    def test_on_a_full_disk_what_was_there_stays(self) -> None:
        (self.folder / "benchmarks.md").write_text(f"{begin('suite')}\n{end('suite')}\n")
        write_docs(full(), str(self.folder), Captured())
        raw = self.folder / "experiments.jsonl"
        before, more = raw.read_bytes(), full()
        more.add(measured("tls", "klog", 1, {"produce.rate": 5.0}))

        def half(path: pathlib.Path, text: str, encoding: str) -> int:
            path.write_bytes(text.encode()[:100])
            raise OSError(errno.ENOSPC, "No space left on device")

        with mock.patch.object(pathlib.Path, "write_text", half), self.assertRaises(OSError) as caught:
            write_docs(more, str(self.folder), Captured())
        self.assertEqual((caught.exception.filename, raw.read_bytes()), (str(raw), before))
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name.endswith(".new")], [])

    def test_plots(self) -> None:
        out = Captured()
        write_plots(full(), str(self.folder / "p"), out)
        self.assertIn("plots are in", out.err.text)
