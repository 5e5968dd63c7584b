"""The command itself: help without imports, sentences instead of tracebacks."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import unittest
from unittest import mock

import click

from klog.cli import main
from klog.cli.exit_codes import CommandFailed, Exit
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.version import __version__


def run(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main.run(list(arguments))
    return int(code), out.getvalue(), err.getvalue()


class MainTests(unittest.TestCase):
    """`run`."""

    def test_help(self) -> None:
        for arguments in ((), ("--help",), ("-h",)):
            code, out, err = run(*arguments)
            self.assertEqual((code, err), (0, ""))
            for name, (_, _, sentence) in main.COMMANDS.items():
                self.assertIn(name, out)
                self.assertIn(sentence, out)
            self.assertIn("Exit codes:", out)
            self.assertLessEqual(max(map(len, out.splitlines())), 80)

    def test_every_command_has_help_with_exit_codes(self) -> None:
        for name, (module, attribute, _) in main.COMMANDS.items():
            code, out, _ = run(name, "--help")
            self.assertEqual(code, 0, name)
            self.assertIn("130 interrupted", " ".join(out.split()), name)
            command = getattr(__import__(module, fromlist=[attribute]), attribute)
            if isinstance(command, click.Group):
                for inner in command.commands:
                    code, out, _ = run(name, inner, "--help")
                    self.assertEqual(code, 0, (name, inner))
                    self.assertIn("130 interrupted", " ".join(out.split()), (name, inner))

    def test_profiles_are_taken_everywhere(self) -> None:
        for words in (("cat", "-L"), ("doctor",), ("topic", "list")):
            code, _, err = run(*words, "--profile", "none-of-that-name")
            self.assertEqual((code, "there is no profile none-of-that-name" in err), (Exit.NOT_FOUND, True), words)

    def test_the_names_of_properties_are_listed_where_they_are_taken(self) -> None:
        for words in (("cat",), ("doctor",), ("topic", "list")):
            code, out, err = run(*words, "-X", "list")
            self.assertEqual((code, err, "compression.codec" in out), (0, "", True), words)

    def test_version(self) -> None:
        self.assertEqual(run("--version")[1].strip(), f"klog {__version__}")

    def test_wrong_words(self) -> None:
        for arguments in (("nix",), ("--nix",), ("topic", "nix"), ("topic", "list", "--nix"), ("topic", "create")):
            code, out, err = run(*arguments)
            self.assertEqual((code, out), (2, ""), arguments)
            self.assertTrue(err.startswith("klog: "), err)
            self.assertNotIn("Traceback", err)

    def test_a_group_without_a_command_shows_its_commands_line_by_line(self) -> None:
        code, out, err = run("topic")
        self.assertEqual((code, out), (2, ""))
        self.assertTrue(err.startswith("Usage: klog topic [OPTIONS]"), err)
        self.assertTrue(any(line.split()[:1] == ["create"] for line in err.splitlines()), err)

    def test_hints(self) -> None:
        for word, hint in (("up", "klog cluster up"), ("start", "klog broker start"), ("help", "klog --help"), ("topics", "klog topic")):
            code, _, err = run(word)
            self.assertEqual(code, 2)
            self.assertIn(hint, err)

    def test_what_commands_raise(self) -> None:
        for error, code in (
            (CommandFailed("so not", Exit.NOT_FOUND), 4),
            (KlogError(ErrorCode.NETWORK_EXCEPTION, "away"), 3),
            (ConfigError("a", "b", "c"), 2),
            (PermissionError(13, "Permission denied", "/x"), 1),
            (KeyboardInterrupt(), 130),
            (click.Abort(), 130),
            (BrokenPipeError(), 0),
            (ValueError("a mistake of ours"), 1),
        ):
            with mock.patch.object(main.cli, "main", side_effect=error), mock.patch.object(main, "_forget_output"):
                found, _, err = run("topic", "list")
            self.assertEqual(found, code, error)
            self.assertNotIn("Traceback", err)

    def test_a_reader_that_has_enough(self) -> None:
        code = (
            "import os, sys; receiving, sending = os.pipe(); os.close(receiving); os.dup2(sending, 1); "
            "from klog.cli.main import main; sys.exit(main())"
        )
        for words in (["completion", "bash"], ["--help"], ["--version"], ["topic", "--help"], []):
            done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True)
            self.assertEqual((done.returncode, done.stderr), (0, b""), words)

    def shell(self, line: str, unbuffered: str = "") -> tuple[int, str]:
        """``klog`` by a shell's line: its exit code and what is on standard error.

        :param unbuffered: ``1`` where Python keeps back nothing of its output.
        """
        command = ["sh", "-c", line.replace("klog", f"{sys.executable} -m klog")]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": unbuffered})
        return done.returncode, done.stderr

    def test_closed_streams(self) -> None:
        for line, code in (
            ("klog completion bash >&-", 0),
            ("klog topic --nix 2>&-", 2),
            ("klog nix <&- >&- 2>&-", 2),
        ):
            self.assertEqual(self.shell(line), (code, ""), line)

    def test_a_full_disk(self) -> None:
        for unbuffered in ("", "1"):
            code, err = self.shell("klog completion bash >/dev/full", unbuffered)
            self.assertEqual((code, err), (1, "klog: No space left on device\n"))
            self.assertEqual(self.shell("klog topic --nix 2>/dev/full", unbuffered), (2, ""))
            self.assertEqual(self.shell("klog topic list -b '' -F none 2>/dev/full", unbuffered), (2, ""))

    def test_mistakes_of_ours_can_be_looked_at(self) -> None:
        with mock.patch.object(main.cli, "main", side_effect=ValueError("x")), mock.patch.dict("os.environ", {"KLOG_TRACEBACK": "1"}):
            with self.assertRaises(ValueError):
                run("topic", "list")

    def test_help_is_quick_to_come_by(self) -> None:
        code = (
            "import sys; from klog.cli.main import run; run(['--help']); "
            "sys.exit(any(name.split('.')[0] in ('twisted', 'rich') for name in sys.modules))"
        )
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, "klog --help imports Twisted or rich")

    def test_as_a_module(self) -> None:
        done = subprocess.run([sys.executable, "-m", "klog", "--version"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, f"klog {__version__}"))
