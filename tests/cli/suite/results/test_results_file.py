"""The results file: cut and gone on with, shared by two, on a full disk."""

from __future__ import annotations

import dataclasses
import errno
import os
import pathlib
import shutil
import tempfile
import unittest
from unittest import mock

from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.results.lines import ResultsError, head_line
from klog.cli.suite.results.outcomes import Outcome, State, Step
from klog.cli.suite.results.results_file import HEAD_START, ResultsFile, read_results, results_to_go_on_with
from tests.cli.suite.samples import head, measured


class FileTests(unittest.TestCase):
    """`ResultsFile`."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.path = self.folder / "r.jsonl"

    def write(self, *outcomes: Outcome) -> None:
        with ResultsFile(str(self.path)) as file:
            if file.results is None:
                file.begin(head())
            for outcome in outcomes:
                file.add(outcome)

    def test_it_goes_on_where_it_was_cut(self) -> None:
        outcomes = [measured("tls", "klog", number, {"produce.rate": float(number)}) for number in (1, 2, 3)]
        self.write(*outcomes)
        whole = self.path.read_bytes()
        first = whole.index(b"\n") + 1
        for cut in [0, 5, first - 1, first, first + 1, len(whole) - 1, len(whole)]:
            with self.subTest(cut=cut):
                self.path.write_bytes(whole[:cut])
                with ResultsFile(str(self.path)) as file:
                    self.assertEqual(file.was_torn, cut not in (0, first, len(whole)))
                    results = file.results or file.begin(head())
                    for outcome in outcomes:
                        if outcome.step.key not in results.done:
                            file.add(outcome)
                self.assertEqual(self.path.read_bytes(), whole)
                self.assertEqual(read_results(str(self.path)).done, {one.step.key for one in outcomes})

    def test_what_a_run_would_go_on_with(self) -> None:
        """Without writing: nothing where it would begin anew."""
        self.write(measured("tls", "klog", 1, {"produce.rate": 1.0}))
        whole = self.path.read_bytes()
        first = whole.index(b"\n")
        for cut in (0, 1, 5, len(HEAD_START), first):
            self.path.write_bytes(whole[:cut])
            self.assertIsNone(results_to_go_on_with(str(self.path)), cut)
            self.assertEqual(self.path.read_bytes(), whole[:cut])
        for cut in (first + 1, len(whole) - 1, len(whole)):
            self.path.write_bytes(whole[:cut])
            found = results_to_go_on_with(str(self.path))
            assert found is not None
            self.assertEqual(len(found.done), cut == len(whole))
        self.path.unlink()
        self.assertIsNone(results_to_go_on_with(str(self.path)))
        self.path.write_bytes(b"something else")
        with self.assertRaises(ResultsError):
            results_to_go_on_with(str(self.path))

    def test_the_published_file_can_be_gone_on_with(self) -> None:
        """All that it has is of loads that there are, and nothing of it is measured again."""
        found = read_results(str(pathlib.Path(__file__).parents[4] / "docs" / "experiments.jsonl"))
        self.assertGreater(len(found.done), 100)
        self.assertEqual({one.step.load for one in found.outcomes.values()} - set(LOADS), set())
        self.assertEqual(found.remark(), "")

    def test_a_cut_through_a_character(self) -> None:
        self.write(Outcome(Step("tls", "klog", 1), State.FAILED, "ä"))
        whole = self.path.read_bytes()
        self.path.write_bytes(whole[: whole.index("ä".encode()) + 1])
        with ResultsFile(str(self.path)) as file:
            self.assertTrue(file.was_torn)
            assert file.results is not None
            self.assertEqual(file.results.outcomes, {})

    def test_bytes_that_are_no_text_in_the_middle(self) -> None:
        """They are three times as long when they are replaced: the next line would stand behind a hole."""
        self.write(Outcome(Step("tls", "klog", 1), State.FAILED, "ä" * 9), measured("tls", "klog", 2, {"produce.rate": 1.0}))
        damaged = self.path.read_bytes().replace("ä".encode(), b"\xff\xff")
        self.path.write_bytes(damaged)
        with self.assertRaisesRegex(ResultsError, "line 2, is no result"):
            ResultsFile(str(self.path))
        self.assertEqual(self.path.read_bytes(), damaged)

    def test_half_a_line_is_told_of_a_file_that_is_only_read(self) -> None:
        self.write(measured("tls", "klog", 1, {"produce.rate": 1.0}))
        self.assertFalse(read_results(str(self.path)).is_torn)
        self.path.write_bytes(self.path.read_bytes()[:-1])
        found = read_results(str(self.path))
        self.assertEqual((found.is_torn, found.done), (True, set()))

    def test_who_is_refused_has_changed_nothing(self) -> None:
        for text in (
            "something else\n",
            head_line(dataclasses.replace(head(), suite=0)) + "x",
            head_line(head()) + "{}\nx",
            '{"suite": "another", "a": 1}',
        ):
            self.path.write_text(text)
            with self.assertRaises(ResultsError):
                ResultsFile(str(self.path))
            self.assertEqual(self.path.read_text(), text)

    def test_one_at_a_time(self) -> None:
        with ResultsFile(str(self.path)):
            with self.assertRaises(ResultsError) as caught:
                ResultsFile(str(self.path))
            self.assertIn("another suite is writing", str(caught.exception))
        self.write()

    def test_a_full_disk_leaves_no_half_line(self) -> None:
        self.write(measured("tls", "klog", 1, {"produce.rate": 1.0}))
        before = self.path.read_bytes()
        real = os.write

        def half(file: int, data: bytes) -> int:
            if len(data) > 10:
                return real(file, data[:10])
            raise OSError(errno.ENOSPC, "No space left on device")

        with ResultsFile(str(self.path)) as file:
            with mock.patch("klog.cli.suite.results.results_file.os.write", half), self.assertRaises(OSError) as caught:
                file.add(Outcome(Step("tls", "klog", 1), State.FAILED, "set aside"), measured("tls", "klog", 2, {"produce.rate": 1.0}))
            self.assertEqual(caught.exception.filename, str(self.path))
            self.assertEqual(self.path.read_bytes(), before)
            assert file.results is not None
            self.assertEqual(file.results.done, {"tls/klog/1"}, "what was to be set aside for it is not")
            file.add(measured("tls", "klog", 3, {"produce.rate": 1.0}))
        self.assertEqual(read_results(str(self.path)).done, {"tls/klog/1", "tls/klog/3"})

    def test_what_a_later_run_has_more(self) -> None:
        self.write()
        with ResultsFile(str(self.path)) as file:
            file.amend({"klog": "other", "activemq": "ActiveMQ 6.3.1"}, True)
            size = self.path.stat().st_size
            file.amend({"activemq": "ActiveMQ 6.3.1"}, True)
            self.assertEqual(self.path.stat().st_size, size)
        found = read_results(str(self.path)).head
        self.assertEqual((found.versions["klog"], found.versions["activemq"], found.busy), ("klog 0.1.0", "ActiveMQ 6.3.1", True))

    def test_what_an_older_form_of_a_load_has_measured_stays_in_the_file(self) -> None:
        self.write(measured("tls", "klog", 1, {"produce.rate": 1.0}, version=1))
        before = self.path.read_bytes()
        with ResultsFile(str(self.path), {"tls": 2}) as file:
            assert file.results is not None
            self.assertEqual(file.results.done, set())
            file.add(measured("tls", "klog", 1, {"produce.rate": 2.0}, version=2))
            self.assertEqual(file.results.done, {"tls/klog/1"})
        self.assertTrue(self.path.read_bytes().startswith(before))
        found = read_results(str(self.path), {"tls": 2})
        self.assertEqual((found.by_round("tls", "klog", "produce.rate"), found.remark()), ({1: 2.0}, ""))
