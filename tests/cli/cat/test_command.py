"""``klog cat``'s flags, as far as nothing is connected."""

from __future__ import annotations

import unittest
from typing import Any
from unittest import mock

from click.testing import CliRunner

from klog.cli.cat import command as cat
from klog.cli.cat.options import CatOptions, From, Mode, Question, Start
from klog.cli.connection import Connection
from klog.cli.exit_codes import CommandFailed, Exit


class FlagTests(unittest.TestCase):
    """From the command line to `CatOptions`."""

    def parse(self, *arguments: str, env: dict[str, str] | None = None) -> tuple[Connection, CatOptions]:
        caught: list[Any] = []
        clean = {"KLOG_BOOTSTRAP": "", "KLOG_CONFIG": "", "KCAT_CONFIG": "", "HOME": "/nonexistent"}
        with mock.patch.object(cat, "_run", lambda connection, options, out: caught.append((connection, options))):
            result = CliRunner().invoke(cat.cat, list(arguments), env={**clean, **(env or {})})
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        self.assertEqual(result.exit_code, 0, result.output)
        connection, options = caught[0]
        return connection, options

    def test_as_kcats_users_type(self) -> None:
        connection, options = self.parse("-b", "h:1", "-C", "-t", "t", "-p", "3", "-o", "-5", "-e", "-c", "7", "-q")
        self.assertEqual((connection.bootstrap, options.mode, options.topic), ("h:1", Mode.CONSUME, "t"))
        self.assertEqual((options.partition, options.start, options.exit_at_end, options.count), (3, Start(From.TAIL, 5), True, 7))
        self.assertEqual(options.verbosity, 0)
        connection, options = self.parse("-Pb", "h:1", "-tx", "-K:", "-D;", "-Z", "-z", "lz4", "-Ha=b", "-H", "c", "-l", "file", "-T")
        self.assertEqual((options.mode, options.key_delimiter, options.delimiter), (Mode.PRODUCE, b":", b";"))
        self.assertEqual((options.headers, options.lines, options.tee), ((("a", b"b"), ("c", None)), True, True))
        self.assertEqual(connection.names.producer, {"compression": "lz4"})
        _, options = self.parse("-b", "h:1", "-Q", "-t", "a:0:-1", "-t", "b:1:5")
        self.assertEqual(options.questions, (Question("a", 0, -1), Question("b", 1, 5)))
        _, options = self.parse("-b", "h:1", "-G", "g", "a", "^b", "-X", "auto.offset.reset=earliest")
        self.assertEqual((options.mode, options.group, options.arguments), (Mode.GROUP, "g", ("a", "^b")))

    def test_modes_by_standard_input(self) -> None:
        _, options = self.parse("-b", "h:1", "-t", "t")
        self.assertIs(options.mode, Mode.PRODUCE)

    def test_where_the_broker_is(self) -> None:
        connection, _ = self.parse("-L", env={"KLOG_BOOTSTRAP": "env:1"})
        self.assertEqual(connection.bootstrap, "env:1")
        connection, _ = self.parse("-L", "-X", "bootstrap.servers=x:2")
        self.assertEqual(connection.bootstrap, "x:2")
        with self.assertRaises(CommandFailed) as caught:
            self.parse("-L", "-b", "h:1", env={"KCAT_CONFIG": "/nonexistent/kcat.conf"})
        self.assertIs(caught.exception.code, Exit.NOT_FOUND)

    def test_the_list_of_properties(self) -> None:
        result = CliRunner().invoke(cat.cat, ["-X", "list"])
        self.assertIn("ssl.ca.location", result.output)
