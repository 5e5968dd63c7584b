"""``docs/command_line.md`` says what ``--help`` says."""

from __future__ import annotations

import subprocess
import sys
import unittest

from klog.cli.exit_codes import Exit
from klog.cli.main import COMMANDS
from tests.docs.pages import DOCS


class CommandLineTests(unittest.TestCase):
    """Current, and complete."""

    def test_the_page_is_current(self) -> None:
        # In a process of its own: click remembers in its commands how they were called before.
        code = "import runpy, sys; sys.stdout.buffer.write(runpy.run_path(sys.argv[1])['text']().encode())"
        made = subprocess.run([sys.executable, "-c", code, str(DOCS / "generate_command_line.py")], stdout=subprocess.PIPE, check=True)
        page = (DOCS / "command_line.md").read_text(encoding="utf-8")
        self.assertEqual(page, made.stdout.decode(), "run: python docs/generate_command_line.py")

    def test_every_command_and_exit_code_is_there(self) -> None:
        page = (DOCS / "command_line.md").read_text(encoding="utf-8")
        for name in COMMANDS:
            self.assertIn(f"\n### klog {name}\n", page)
        for code in Exit:
            self.assertRegex(page, rf"\b{code.value}\b")
