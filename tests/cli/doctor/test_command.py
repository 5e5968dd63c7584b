"""``klog doctor`` as a command, without a broker."""

from __future__ import annotations

import json
import os
import unittest

from click.testing import CliRunner

from klog.cli.doctor.command import doctor
from klog.cli.exit_codes import CommandFailed, Exit
from klog.testing.embedded import Broker


class DoctorTests(unittest.TestCase):
    """Exit codes and formats."""

    def run_it(self, *arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(doctor, list(arguments), env={"KLOG_BOOTSTRAP": "", "KLOG_CONFIG": "", "HOME": "/nonexistent"})
        if isinstance(result.exception, CommandFailed):
            return int(result.exception.code), result.output
        self.assertIsNone(result.exception)
        return result.exit_code, result.output

    def test_without_a_broker(self) -> None:
        self.assertEqual(self.run_it()[0], Exit.USAGE)
        code, output = self.run_it("--log-dir", os.path.dirname(__file__), "-o", "json")
        self.assertIn(code, (Exit.FINE, Exit.FAILED))
        self.assertIn("data directory", [row["check"] for row in json.loads(output)["findings"]])

    def test_migration(self) -> None:
        """It asks brokers; what it says of a broker of klog's that is alone is no reason to stop it, either."""
        self.assertEqual(self.run_it("--migration", "--log-dir", os.path.dirname(__file__))[0], Exit.USAGE)
        with Broker(topics={"t": 1}) as broker:
            _, output = self.run_it("--migration", "-b", broker.bootstrap, "-o", "json")
        found = [row for row in json.loads(output)["findings"] if row["check"] in ("cluster", "topics", "next")]
        self.assertIn("(klog", " ".join(row["finding"] for row in found))
        self.assertIn("1 topics have one copy: t", [row["finding"] for row in found])

    def test_nobody_listens(self) -> None:
        code, output = self.run_it("-b", "127.0.0.1:1", "--timeout", "2")
        self.assertEqual(code, Exit.UNREACHABLE)
        self.assertIn("nobody listens", output)
        code, output = self.run_it("-b", "127.0.0.1:1", "-o", "table")
        self.assertIn("FAIL  port:", output)
        self.assertLessEqual(max(map(len, output.splitlines())), 80)
