"""``docs/command_line.md`` says what ``--help`` says."""

from __future__ import annotations

import importlib.util
import unittest

from klog.cli.exits import Exit
from klog.cli.main import COMMANDS
from tests.docs.pages import DOCS


class CommandLineTests(unittest.TestCase):
    """Current, and complete."""

    def test_the_page_is_current(self) -> None:
        spec = importlib.util.spec_from_file_location("generate_command_line", DOCS / "generate_command_line.py")
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        page = (DOCS / "command_line.md").read_text(encoding="utf-8")
        self.assertEqual(page, module.text(), "run: python docs/generate_command_line.py")

    def test_every_command_and_exit_code_is_there(self) -> None:
        page = (DOCS / "command_line.md").read_text(encoding="utf-8")
        for name in COMMANDS:
            self.assertIn(f"\n### klog {name}\n", page)
        for code in Exit:
            self.assertRegex(page, rf"\b{code.value}\b")
