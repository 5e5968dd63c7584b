"""``klog broker start``: what twistd is told."""

from __future__ import annotations

import sys
import unittest
from unittest import mock

from klog.cli.main import COMMANDS
from tests.cli.test_main import run


class StartTests(unittest.TestCase):
    """`start`."""

    def told(self, *arguments: str) -> list[str]:
        """The words that twistd reads."""
        argv: list[str] = []
        with mock.patch("twisted.scripts.twistd.run", side_effect=lambda: argv.extend(sys.argv)), mock.patch.object(sys, "argv", []):
            code, _, err = run("broker", "start", *arguments)
        self.assertEqual((code, err), (0, ""))
        return argv

    def test_it_is_found(self) -> None:
        self.assertIn("broker", COMMANDS)
        self.assertIn("Start a broker", run("--help")[1])

    def test_in_the_foreground(self) -> None:
        # No pid file: several may run in one folder.
        self.assertEqual(self.told(), ["twistd", "--nodaemon", "--pidfile=", "klog-broker"])
        told = self.told("-p", "9093", "-d", "two", "--set", "a=b", "-s", "c=d", "--log-level", "warn", "-z", "z:1/k", "-c", "f")
        options = ["--port=9093", "--log-dir=two", "--config=f", "--zookeeper=z:1/k", "--log-level=warn", "--set=a=b", "--set=c=d"]
        self.assertEqual((told[:4], sorted(told[4:])), (["twistd", "--nodaemon", "--pidfile=", "klog-broker"], sorted(options)))

    def test_as_a_daemon(self) -> None:
        self.assertEqual(self.told("--daemon"), ["twistd", "--pidfile=klog-data.pid", "--logfile=klog-data.log", "klog-broker"])
        told = self.told("--daemon", "-d", "/x/two/", "--logfile", "l")
        self.assertEqual(told, ["twistd", "--pidfile=/x/two.pid", "--logfile=l", "klog-broker", "--log-dir=/x/two/"])

    def test_what_cannot_be(self) -> None:
        for arguments in (("--port", "x"), ("--log-level", "loud"), ("--set", "novalue")):
            code, _, err = run("broker", "start", *arguments)
            self.assertEqual(code, 2, arguments)
            self.assertTrue(err.startswith("klog: "), err)
