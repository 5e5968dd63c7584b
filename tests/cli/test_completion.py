"""Shell completion: the scripts, and what they ask for."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest

from klog.cli.completion import SHELLS, script
from klog.cli.exits import CommandFailed


class CompletionTests(unittest.TestCase):
    """`script`, and the answers behind it."""

    def test_scripts(self) -> None:
        for shell in SHELLS:
            self.assertIn("_KLOG_COMPLETE", script(shell))
        with self.assertRaises(CommandFailed):
            script("tcsh")

    def complete(self, words: str, cword: int) -> list[str]:
        environment = {**os.environ, "_KLOG_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(cword)}
        code = "import sys; from klog.cli.main import main; sys.exit(main())"
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
        return [line.partition(",")[2] for line in done.stdout.splitlines()]

    def test_answers(self) -> None:
        self.assertEqual(self.complete("klog c", 1), ["cat", "cluster", "completion"])
        self.assertIn("describe", self.complete("klog topic ", 2))
        self.assertIn("--bootstrap", self.complete("klog topic list --b", 3))
