"""``klog mirror pause``, ``resume``, ``alter``, ``delete``: what they ask for is in tests/mirror/test_administration.py."""

from __future__ import annotations

import unittest

from click.testing import CliRunner

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.main import cli
from klog.cli.mirror.changes import alter, delete, pause, resume
from klog.cli.mirror.command import mirror


class ChangesTests(unittest.TestCase):
    """They are there."""

    def test_commands(self) -> None:
        for command in (alter, delete, pause, resume):
            self.assertIs(mirror.commands[command.name or ""], command)
        self.assertIsNotNone(cli.get_command(None, "mirror"))  # type: ignore[arg-type]

    def test_what_cannot_be_altered(self) -> None:
        for words in (
            [],
            ["--acls", "*", "--no-acls"],
            ["--users", "*", "--no-users"],
            ["--never-config", "retention.ms", "--every-config"],
        ):
            result = CliRunner().invoke(cli, ["mirror", "alter", "dc1", *words, "-b", "localhost:1"])
            assert isinstance(result.exception, CommandFailed)
            self.assertIs(result.exception.code, Exit.USAGE)
