"""A run: which file is gone on with, and what is told."""

from __future__ import annotations

import json
import math
import os
import pathlib
import shutil
import tempfile
import unittest
from unittest import mock

from klog.cli.exit_codes import CommandFailed
from klog.cli.output import Format
from klog.cli.suite import suite_run
from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import StepFailed
from klog.cli.suite.host.site import SCRIPTS, Site
from klog.cli.suite.loads.measured import Measured
from klog.cli.suite.loads.spark import CONNECTOR
from klog.cli.suite.results.lines import ResultsError
from klog.cli.suite.results.outcomes import Step
from klog.cli.suite.results.results_file import ResultsFile, read_results
from klog.cli.suite.suite_run import check_same, measure, time_left, told_as_json
from tests.cli.rig import Captured
from tests.cli.suite.host.test_tracing import Told
from tests.cli.suite.samples import MACHINE, head, load, measured, plan


class RunTests(unittest.TestCase):
    """`measure`, with loads that start nothing."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.path = str(self.folder / "r.jsonl")
        self.out = Captured(Format.TEXT)
        patched = mock.patch.dict(os.environ)
        patched.start()
        self.addCleanup(patched.stop)
        os.environ.pop(SCRIPTS, None)

    def test_without_peers_klog_is_measured_alone_and_all_is_told(self) -> None:
        results = measure(self.out, plan([load("a")]), self.path, None, str(self.folder / "s"), True)
        self.assertEqual(results.done, {"a/klog/1", "a/klog/2"})
        self.assertEqual(results.why_not("a", "kafka"), f"skipped: kafka is not installed: {SCRIPTS} names no folder of peers' scripts")
        self.assertIn("klog: kafka is left out: kafka is not installed", self.out.err.text)
        self.assertEqual(list((self.folder / "s").iterdir()), [])
        self.assertTrue(read_results(self.path).head.busy)

    def test_who_is_absent_is_not_waited_for(self) -> None:
        for _ in range(2):
            results = measure(self.out, plan([load("a")]), self.path, None, str(self.folder / "s"), True)
        self.assertEqual(results.done, {"a/klog/1", "a/klog/2"})
        self.assertNotIn("not all sides were measured", self.out.err.text)

    def test_it_goes_on_and_says_so(self) -> None:
        measure(self.out, plan([load("a")], rounds=1, against=[]), self.path, None, str(self.folder), True)
        with open(self.path, "a") as file:
            file.write('{"step": "a/klog')
        results = measure(self.out, plan([load("a")], rounds=3, against=[]), self.path, None, str(self.folder), True)
        self.assertEqual(len(results.done), 3)
        self.assertIn("half a line", self.out.err.text)
        self.assertIn("has 1 step already; those planned now are 3", self.out.err.text)

    def test_a_run_that_has_no_time(self) -> None:
        results = measure(self.out, plan([load("a")], against=[]), self.path, None, str(self.folder), True, 5.0)
        self.assertEqual(results.done, set())
        self.assertIn("2 steps are left, of which none would end in time", self.out.err.text)
        measure(self.out, plan([load("a")], rounds=1, against=[]), self.path, None, str(self.folder), True, 5.0)
        self.assertIn("1 step is left, which would not end in time", self.out.err.text)
        machine = Machine(clock=iter([100.0, 130.0]).__next__)
        self.assertEqual(time_left(machine, 60.0)(), 30.0)
        self.assertEqual(time_left(machine, None)(), math.inf)

    def test_traced(self) -> None:
        """Each load under each tool; what cannot be traced is told, and the next one is."""

        def run(site: Site, side: str) -> Measured:
            for records in (10, 20):
                site.machine.watch([os.getpid()])(records)
            return Measured({"produce.cpu": 1.0, "produce.rate": 1.0, "consume.cpu": 1.0})

        def fails(site: Site, side: str) -> Measured:
            raise StepFailed("boom")

        planned = plan([load("a", run), load("b", fails)])
        found = suite_run.trace(self.out, planned, str(self.folder / "s"), [Told()])
        self.assertEqual([one.title for one in found], ["a, produce: sh", "a, consume: sh"])
        self.assertEqual(found[1].rows[0], ["sh-1", "20.0000"])
        self.assertIn("b under sh: boom", self.out.err.text)
        self.assertEqual(list((self.folder / "s").iterdir()), [])
        with self.assertRaises(CommandFailed):
            suite_run.trace(self.out, plan([load("b", fails)]), str(self.folder / "s"), [Told()])

    def test_a_broken_load_does_not_end_the_run(self) -> None:
        def run(site: object, side: str) -> Measured:
            raise RuntimeError("boom")

        results = measure(self.out, plan([load("a", run), load("b")], 1, []), self.path, None, str(self.folder), True)
        self.assertEqual(results.done, {"b/klog/1"})
        self.assertIn("a mistake of the suite's: RuntimeError: boom", results.why_not("a", "klog"))

    def test_files_of_other_runs(self) -> None:
        check_same(head(), head(), None, "f")
        check_same(head(), head(versions={"activemq": "ActiveMQ 6.3.1"}), 2011, "f")
        for now, seed, word in (
            (head(size="paper"), None, "f and this run are of size quick and of size paper"),
            (head(), 5, "was begun with seed 2011"),
            (head(versions={"klog": "klog 0.2.0"}), None, "are of klog 0.1.0 and of klog 0.2.0"),
            (head(machine={**MACHINE, "kernel": "5.0"}), None, "of a machine whose kernel is 6.1 and of one where it is 5.0"),
        ):
            with self.subTest(word=word), self.assertRaises(ResultsError) as caught:
                check_same(head(), now, seed, "f")
            self.assertIn(word, str(caught.exception))

    def test_another_machine_does_not_go_on(self) -> None:
        measure(self.out, plan([load("a")], rounds=1, against=[]), self.path, None, str(self.folder), True)
        elsewhere = {**Machine().facts(), "cpu": "another"}
        with mock.patch.object(Machine, "facts", lambda machine: elsewhere), self.assertRaisesRegex(ResultsError, "whose cpu is"):
            measure(self.out, plan([load("a")], rounds=3, against=[]), self.path, None, str(self.folder), True)

    def test_another_disk_does_not_go_on(self) -> None:
        """A file of before disks were told does."""
        folder = str(self.folder / "s")
        measure(self.out, plan([load("a")], rounds=1, against=[]), self.path, None, folder, True)
        told = read_results(self.path).head.machine["disk"]
        self.assertEqual(told, Machine().file_system(self.folder))
        with (
            mock.patch.object(Machine, "file_system", lambda machine, folder: "tmpfs on memory"),
            self.assertRaisesRegex(ResultsError, "whose disk is .* and of one where it is tmpfs on memory"),
        ):
            measure(self.out, plan([load("a")], rounds=2, against=[]), self.path, None, folder, True)
        older = pathlib.Path(self.path)
        older.write_text(older.read_text().replace(f', "disk": {json.dumps(told)}', "", 1))
        self.assertNotIn("disk", read_results(self.path).head.machine)
        results = measure(self.out, plan([load("a")], rounds=2, against=[]), self.path, None, folder, True)
        self.assertEqual(results.done, {"a/klog/1", "a/klog/2"})

    def test_figures_of_a_side_that_a_load_brings_and_that_cannot_be_had_today_stay(self) -> None:
        """klog is not measured anew beside them, for they could not be measured anew beside it."""
        with ResultsFile(self.path) as file:
            file.begin(head(machine={}, versions={}))
            file.add(measured("a", CONNECTOR, 1, {"produce.rate": 5.0}))
        results = measure(self.out, plan([load("a", sides=("klog", CONNECTOR))], rounds=2), self.path, None, str(self.folder), True)
        self.assertEqual(results.done, {f"a/{CONNECTOR}/1", "a/klog/2"})
        told = " ".join(self.out.err.text.split())
        self.assertIn(f"{CONNECTOR} is left out: ", told)
        self.assertIn(f"in 1 round a side is missing, and stays so: measuring it would discard figures of {CONNECTOR}, which cannot", told)

    def test_lines_of_json(self) -> None:
        for format in Format:
            out = Captured(format)
            told_as_json(out, lambda step: measured(step.load, step.side, step.round, {"rate": 1.0}), 3)(Step("a", "klog", 1))
            self.assertEqual(out.out.text.startswith('{"step": "a/klog/1"'), format is Format.JSON)
            self.assertEqual('"run": 3' in out.out.text, format is Format.JSON, "as in the file")
        self.assertRegex(suite_run.today(), r"^\d{4}-\d\d-\d\d$")
