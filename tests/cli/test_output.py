"""Tables, text, JSON: the same rows three times, and nothing that a terminal would act on."""

from __future__ import annotations

import contextlib
import enum
import errno
import io
import json
import os
import pty
import signal
import unittest
from typing import Any
from unittest import mock

from twisted.internet.defer import succeed

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.log.command import tell_reports
from klog.cli.log.verify import Report
from klog.cli.main import run
from klog.cli.output import (
    Column,
    Format,
    Output,
    as_json,
    number,
    seconds,
    size,
    table_text,
)
from klog.cli.pull.command import verify
from klog.client.admin.types import OpenTransaction, Outcomes
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from tests.cli.rig import Captured, answered, asking

COLUMNS = (Column("topic"), number("records"), size("bytes"), seconds("behind"), Column("id", wide=True))
ROWS = [
    {"topic": "a", "records": 1234567, "bytes": 1536, "behind": 0.25, "id": "x", "more": [1, 2]},
    {"topic": "b\x1b[31m\tc", "records": None, "bytes": 0, "behind": 90_000, "id": None, "more": []},
]


class Colour(enum.Enum):
    RED = "red"


class RowsTests(unittest.TestCase):
    """`Output.rows`."""

    def test_json_has_everything(self) -> None:
        out = Captured(Format.JSON)
        out.rows("topics", COLUMNS, ROWS)
        self.assertEqual(json.loads(out.out.text), {"topics": ROWS})

    def test_text_is_separated_by_tabs(self) -> None:
        out = Captured(Format.TEXT)
        out.rows("topics", COLUMNS, ROWS)
        lines = out.out.text.splitlines()
        self.assertEqual(lines[0], "topic\trecords\tbytes\tbehind\tid")
        self.assertEqual(lines[1], "a\t1234567\t1536\t0.25\tx")
        self.assertEqual(lines[2], "b\\x1b[31m\\tc\t\t0\t90000\t")

    def test_tables_leave_wide_columns_out(self) -> None:
        with mock.patch.dict("os.environ", {"COLUMNS": "80"}):
            out = Captured(Format.TABLE)
            out.rows("topics", COLUMNS, ROWS)
        text = out.out.text
        self.assertNotIn("ID", text)
        self.assertIn("1,234,567", text)
        self.assertIn("1.5 KiB", text)
        self.assertIn("1 d 1 h", text)
        self.assertNotIn("\x1b", text)

    def test_tables_fit(self) -> None:
        rows = [{"topic": "very-long-name-" * 12, "records": 1, "bytes": 1, "behind": 1.0}]
        for width in (40, 80, 200):
            text = table_text(COLUMNS[:4], rows, width)
            self.assertLessEqual(max(map(len, text.splitlines())), width)
            self.assertEqual(text.count("y"), 12)  # folded, and all of it there

    def test_nothing_found_is_a_remark(self) -> None:
        out = Captured(Format.TABLE)
        out.rows("topics", COLUMNS, [], empty="There are none.")
        self.assertEqual((out.out.text, out.err.text), ("", "There are none.\n"))
        quiet = Captured(Format.TABLE, quiet=True)
        quiet.rows("topics", COLUMNS, [], empty="There are none.")
        self.assertEqual(quiet.err.text, "")

    def test_fields(self) -> None:
        values: dict[str, Any] = {"topic": "a", "configs": {"x": "1"}, "internal": False, "kind": Colour.RED}
        out = Captured(Format.TEXT)
        out.fields("topic", values)
        self.assertEqual(out.out.text, "topic\ta\nconfigs\tx=1\ninternal\tfalse\nkind\tred\n")
        out = Captured(Format.JSON)
        out.fields("topic", values)
        self.assertEqual(json.loads(out.out.text)["topic"]["kind"], "red")
        out = Captured(Format.TABLE)
        out.fields("topic", values)
        self.assertIn("topic     a\n", out.out.text)
        with mock.patch.dict("os.environ", {"COLUMNS": "60"}):
            out = Captured(Format.TABLE)
            out.fields("topic", {"configs": {"name": "v" * 100, "other": "1"}, "none": {}})
        self.assertLessEqual(max(map(len, out.out.text.splitlines())), 60)
        self.assertEqual(out.out.text.count("v"), 100)

    def test_streams(self) -> None:
        for format, expected in (
            (Format.JSON, '{"topic": "a", "records": 5}\n'),
            (Format.TEXT, "topic\trecords\na\t5\n"),
        ):
            out = Captured(format)
            out.stream(COLUMNS[:2])({"topic": "a", "records": 5})
            self.assertEqual(out.out.text, expected)
        out = Captured(Format.TABLE)
        out.stream(COLUMNS[:2])({"topic": "a", "records": 5})
        self.assertEqual(len(out.out.text.splitlines()), 2)

    def test_format_by_terminal(self) -> None:
        self.assertIs(Captured(None, is_terminal=True).format, Format.TABLE)
        self.assertIs(Captured(None).format, Format.TEXT)
        self.assertTrue(Captured(None, is_terminal=True).is_terminal)


class Broken(io.StringIO):
    """A stream that takes nothing."""

    def __init__(self, error: OSError | ValueError) -> None:
        super().__init__()
        self.error = error

    def write(self, text: str) -> int:
        raise self.error


BROKEN = (BrokenPipeError(errno.EPIPE, "gone"), OSError(errno.ENOSPC, "full"), ValueError("closed"))


class BrokenTests(unittest.TestCase):
    """Streams that take nothing."""

    def test_remarks_that_nobody_hears_change_nothing(self) -> None:
        """Else the command would end before its work, and with exit code 0 where standard error is a pipe that nobody reads."""
        for error in BROKEN:
            out = Output(Format.TEXT, stdout=io.StringIO(), stderr=Broken(error))
            out.note("something")
            out.warn("something")

    def test_what_was_done_and_nobody_reads_does_not_hide_what_was_not(self) -> None:
        """What follows the table of what was done is what failed, and the exit code."""
        for error in BROKEN[:2]:
            out = Output(Format.TEXT, stdout=Broken(error), stderr=io.StringIO())
            out.done("topics", COLUMNS, ROWS)
            with self.assertRaises(type(error)):
                out.flush()
            with self.assertRaises(type(error)):
                out.rows("topics", COLUMNS, ROWS)


class FoundTests(unittest.TestCase):
    """Commands whose exit code says what they found: 0 would be a lie, whoever reads only the first lines of it."""

    def test_problems_of_a_pull(self) -> None:
        found = mock.Mock(versions=1, files=2, rows=3, size_bytes=4, problems=["a file is missing"], notes=[])
        with mock.patch("klog.pull.verify.verify", return_value=found), self.assertRaises(CommandFailed) as caught:
            verify(mock.Mock(target="/t"), False, Output(Format.TEXT, stdout=Broken(BROKEN[0]), stderr=io.StringIO()))
        self.assertIn("a problem was found", caught.exception.sentence)

    def test_errors_of_a_data_directory(self) -> None:
        report = Report("/d/t-0")
        report.add("/d/t-0/00.log", "it is cut off")
        out = Output(Format.TEXT, stdout=Broken(BROKEN[0]), stderr=io.StringIO())
        with self.assertRaises(CommandFailed) as caught:
            tell_reports(out, [report])
        self.assertIn("1 error found", caught.exception.sentence)

    def with_nobody_reading(self, *words: str) -> int:
        with contextlib.redirect_stdout(Broken(BROKEN[0])), contextlib.redirect_stderr(io.StringIO()):
            return run([*words])

    def test_what_is_not_there(self) -> None:
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        broker.create_topics({"t": 1})
        for module, words in (
            ("klog.cli.topic", ("topic", "describe", "t", "nix")),
            ("klog.cli.missing_features", ("config", "describe", "topic", "t", "-s", "nix")),
            ("klog.cli.missing_features", ("transaction", "describe", "nix")),
        ):
            code, _, _ = asking(module, broker, lambda words=words: self.with_nobody_reading(*words, "-b", "127.0.0.1:1"))  # type: ignore[misc]
            self.assertEqual(code, Exit.NOT_FOUND, words)
        self.assertEqual(self.with_nobody_reading("zookeeper", "status", "127.0.0.1:1"), Exit.UNREACHABLE)

    def test_transactions_that_hang(self) -> None:
        partition = TopicPartition("t", 1)
        hanging = OpenTransaction(partition, 7, 3, -1, 12, 1_000)
        admin = mock.Mock()
        admin.find_hanging_transactions.return_value = succeed(Outcomes({partition: (hanging,)}, {}))
        words = ("transaction", "find-hanging", "t", "-b", "127.0.0.1:1")
        code, _, _ = answered("klog.cli.missing_features", admin, lambda: self.with_nobody_reading(*words))
        self.assertEqual(code, Exit.FAILED)


class JsonTests(unittest.TestCase):
    """Values in JSON, bytes as they are."""

    def test_json_takes_bytes(self) -> None:
        self.assertEqual(as_json({"a": b"x\xff", "b": {1}}), '{"a": "x\\\\xff", "b": [1]}')

    def test_bytes_go_out_unchanged(self) -> None:
        out = Captured()
        out.line("first")
        out.write_bytes(b"\xff\x00")
        self.assertEqual(out.out.data, b"first\n\xff\x00")


class ReaderTests(unittest.TestCase):
    """`Output.check_reader`."""

    def test_a_pipe_that_nobody_reads(self) -> None:
        reading, writing = os.pipe()
        with open(writing, "w") as stdout:
            out = Output(Format.TEXT, stdout=stdout)
            out.check_reader()
            os.close(reading)
            with self.assertRaises(BrokenPipeError):
                out.check_reader()

    def test_of_a_terminal_that_was_closed_the_signal_tells(self) -> None:
        """Where it comes a moment later the command ended as if all were fine: 0, not 129."""
        ours, its = pty.openpty()
        with open(its, "w") as stdout:
            out = Output(Format.TEXT, stdout=stdout)
            os.close(ours)
            # Whoever started the tests may have had it ignored.
            with mock.patch("signal.getsignal", return_value=signal.SIG_DFL):
                out.check_reader()
            with mock.patch("signal.getsignal", return_value=signal.SIG_IGN), self.assertRaises(BrokenPipeError):
                out.check_reader()
