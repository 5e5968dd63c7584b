"""``klog mirror pause``, ``resume``, ``delete``: what they ask for is in tests/mirror/test_administration.py."""

from __future__ import annotations

import unittest

from klog.cli.main import cli
from klog.cli.mirror.changes import delete, pause, resume
from klog.cli.mirror.command import mirror


class ChangesTests(unittest.TestCase):
    """They are there."""

    def test_commands(self) -> None:
        for command in (delete, pause, resume):
            self.assertIs(mirror.commands[command.name or ""], command)
        self.assertIsNotNone(cli.get_command(None, "mirror"))  # type: ignore[arg-type]
