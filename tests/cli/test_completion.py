"""Shell completion: the scripts, and what they ask for."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from unittest import mock

from klog.cli.completion import SHELLS, script
from klog.cli.exit_codes import CommandFailed
from klog.testing.embedded import Broker


class CompletionTests(unittest.TestCase):
    """`script`, and the answers behind it."""

    def test_scripts(self) -> None:
        for shell in SHELLS:
            self.assertIn("_KLOG_COMPLETE", script(shell))
        with self.assertRaises(CommandFailed):
            script("tcsh")

    def test_topics_and_groups(self) -> None:
        with Broker(topics={"orders": 1, "other": 1}) as broker, mock.patch.dict(os.environ, {"KLOG_BOOTSTRAP": broker.bootstrap}):
            self.assertEqual(self.complete("klog topic describe o", 3), ["orders", "other"])
            self.assertEqual(self.complete("klog cat -C -t or", 4), ["orders"])
            self.assertEqual(self.complete("klog group describe x", 3), [])
        with mock.patch.dict(os.environ, {"KLOG_BOOTSTRAP": broker.bootstrap}):
            self.assertEqual(self.complete("klog topic describe o", 3), [])

    def complete(self, words: str, cword: int) -> list[str]:
        environment = {**os.environ, "_KLOG_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(cword)}
        code = "import sys; from klog.cli.main import main; sys.exit(main())"
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
        return [line.partition(",")[2] for line in done.stdout.splitlines() if line]

    def test_answers(self) -> None:
        self.assertEqual(self.complete("klog c", 1), ["cat", "cluster", "config", "completion"])
        self.assertIn("describe", self.complete("klog topic ", 2))
        self.assertIn("--bootstrap", self.complete("klog topic list --b", 3))
