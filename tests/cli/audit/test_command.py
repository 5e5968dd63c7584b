"""``klog audit``: its commands, with a ledger in their mouths."""

from __future__ import annotations

import json
import pathlib
import tempfile
import unittest
from unittest import mock
from xml.etree import ElementTree

from click.testing import CliRunner, Result

from klog.audit.ledger import Ledger
from klog.audit.verdicts import Verdict
from klog.cli.audit import command
from klog.cli.audit.command import audit, balanced
from klog.cli.exit_codes import CommandFailed
from tests.audit.histories import END_MS, T0, WINDOW_MS
from tests.cli.audit.test_pages import a_scene


class CommandTests(unittest.TestCase):
    def run_on(self, ledger: Ledger, *arguments: str) -> Result:
        with (
            mock.patch.object(command, "_read", return_value=ledger),
            mock.patch.object(command, "wall_clock_ms", return_value=END_MS + WINDOW_MS),
        ):
            return CliRunner().invoke(audit, [*arguments, "-b", "127.0.0.1:1"])

    def failure(self, ended: Result) -> tuple[int, str]:
        assert isinstance(ended.exception, CommandFailed), ended
        return ended.exception.code, ended.exception.sentence

    def test_its_commands_are_listed(self) -> None:
        ended = CliRunner().invoke(audit, ["--help"])
        for name in ("status", "show", "explain", "watch", "export"):
            self.assertIn(name, ended.output)
        self.assertIn("1 something is missing", " ".join(ended.output.split()))

    def test_complete_is_0(self) -> None:
        ended = self.run_on(a_scene(10).ledger, "status", "--grace", "1s")
        self.assertEqual((ended.exit_code, ended.exception), (0, None))

    def test_missing_is_1(self) -> None:
        ended = self.run_on(a_scene(8).ledger, "show", "t", "--grace", "1s", "--output", "json")
        self.assertEqual(self.failure(ended)[0], 1)
        [row] = json.loads(ended.stdout)["windows"]
        self.assertEqual((row["verdict"], row["missing"]), ("missing", 2))

    def test_not_known_is_2(self) -> None:
        self.assertEqual(self.failure(self.run_on(Ledger(), "status"))[0], 2)
        self.assertEqual(self.failure(self.run_on(a_scene(8).ledger, "status", "--grace", "10000d"))[0], 2)

    def test_a_topic_that_nobody_has_counted_is_not_complete_beside_another(self) -> None:
        ledger = a_scene(10).ledger
        for name in ("status", "export"):
            self.assertEqual(self.run_on(ledger, name, "t", "--grace", "1s").exit_code, 0)
            code, sentence = self.failure(self.run_on(ledger, name, "t", "typo", "--grace", "1s"))
            self.assertEqual((code, "window of typo" in sentence), (2, True))

    def test_who_is_expected_and_has_never_run_is_2(self) -> None:
        ledger = a_scene(10).ledger
        self.assertEqual(self.run_on(ledger, "status", "t", "--grace", "1s", "--expect", "producer p").exit_code, 0)
        ended = self.run_on(ledger, "status", "--grace", "1s", "--expect", "producer p", "--expect", "sink hourly")
        code, sentence = self.failure(ended)
        self.assertEqual((code, sentence.partition(":")[0]), (2, "unknown"))
        self.assertIn("sink hourly is compared in no window that is over", sentence)
        # Named topics: in each of them.
        code, sentence = self.failure(self.run_on(ledger, "status", "t", "u", "--grace", "1s", "--expect", "producer p"))
        self.assertEqual((code, "producer p is compared in no window of u that is over" in sentence), (2, True))
        # What is missing is said first.
        self.assertEqual(self.failure(self.run_on(a_scene(8).ledger, "status", "--grace", "1s", "--expect", "sink x"))[0], 1)

    def test_nobody_can_be_expected(self) -> None:
        for name in ("hourly", "sink", "sink ", "broker", "broker p", "table x"):
            code, sentence = self.failure(self.run_on(a_scene(10).ledger, "status", "--expect", name))
            self.assertEqual((code, "is nobody" in sentence), (2, True), name)

    def test_export(self) -> None:
        ended = self.run_on(a_scene(10).ledger, "export", "--grace", "1s")
        [line] = ended.stdout.splitlines()
        self.assertEqual(json.loads(line)["verdict"], "complete")
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory, "map.svg")
            self.run_on(a_scene(10).ledger, "export", "--svg", str(path))
            ElementTree.fromstring(path.read_text(encoding="utf-8"))

    def test_windows_are_chosen(self) -> None:
        ledger = a_scene(8).ledger
        self.assertEqual(len(balanced(ledger, END_MS, (), None, "1s").edges), 1)
        self.assertEqual(balanced(ledger, END_MS, (), str(T0 + WINDOW_MS), "1s").edges, [])
        self.assertEqual(balanced(ledger, END_MS, ("u",), None, "1s").edges, [])
        with self.assertRaises(CommandFailed):
            balanced(ledger, END_MS, (), "yesterday", "1s")

    def test_a_short_grace_waits_for_no_other_report_longer_than_that(self) -> None:
        ledger = a_scene(8).ledger
        for grace, verdict in (("10min", Verdict.LATE), ("1s", Verdict.MISSING)):
            [edge] = balanced(ledger, END_MS + 5_000, (), None, grace).edges
            self.assertIs(edge.judgment.verdict, verdict)

    def test_how_often_it_looks_is_bounded(self) -> None:
        ended = CliRunner().invoke(audit, ["watch", "--every", "1ms", "-b", "127.0.0.1:1"])
        self.assertEqual(self.failure(ended)[0], 2)
