"""``klog stream`` without Spark: what it refuses before anything is started, the live table, the end of a query."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import unittest
from typing import Any
from unittest import mock

from klog.cli.exit_codes import Exit
from klog.cli.main import run
from klog.cli.output import Format
from klog.cli.stream import command as stream
from klog.cli.stream.counts import Counted, Counts
from klog.client.retry import NobodyAnswers
from klog.testing.embedded import Broker
from tests.cli.rig import Captured


def told(*arguments: str) -> tuple[int, str]:
    """Exit code and standard error of a command."""
    err = io.StringIO()
    with contextlib.redirect_stderr(err), contextlib.redirect_stdout(io.StringIO()):
        code = run(["stream", "count", *arguments])
    return code, err.getvalue()


class RefusalTests(unittest.TestCase):
    """Nothing is connected for these, and no Spark started."""

    def test_options_that_do_not_fit(self) -> None:
        for arguments, words in (
            (["t", "--window", "soon"], "--window: a duration is a number and a unit"),
            (["t", "--window", "0s"], "a window of no length"),
            (["t", "--window", "1m", "--slide", "2m"], "between windows would not be counted"),
            (["t", "--key-json", "a", "--no-key"], "one of them at most"),
            (["t", "--key-json", "a", "--key-regex", "b"], "one of them at most"),
            (["t", "--time-json", "a", "--time-regex", "b"], "--time-regex and --time-json"),
            (["t", "--time-format", "yyyy"], "give one of them"),
            (["t", "--to-topic", "a", "--to-parquet", "b"], "--to-topic and --to-parquet"),
            (["t", "--to-topic", "a"], "needs --checkpoint"),
            (["t", "--checkpoint", "a"], "--checkpoint is for"),
            (["t", "--to-topic", "t", "--checkpoint", "c"], "the counts would be counted"),
            ([], "Missing argument"),
        ):
            with self.subTest(arguments):
                code, err = told("-b", "127.0.0.1:1", *arguments)
                self.assertEqual(code, Exit.USAGE, err)
                self.assertIn(words, err)

    def test_a_topic_that_is_not_there(self) -> None:
        with Broker(topics={"here": 1}) as broker, mock.patch("klog.cli.stream.command.open_session") as never:
            code, err = told("-b", broker.bootstrap, "here", "gone")
        self.assertEqual(code, Exit.NOT_FOUND)
        self.assertIn("topic gone does not exist", err)
        never.assert_not_called()

    def test_no_broker(self) -> None:
        code, _ = told("-b", "127.0.0.1:1", "--timeout", "0.3", "t")
        self.assertEqual(code, Exit.UNREACHABLE)

    def test_brokers_are_asked_for_no_longer_than_the_command_may_wait(self) -> None:
        refused = NobodyAnswers("127.0.0.1:1", "refused")
        with mock.patch("klog.client.blocking.client.BlockingClient.refresh", side_effect=refused) as refresh:
            code, _ = told("-b", "127.0.0.1:1", "--timeout", "0.3", "t")
        self.assertEqual(code, Exit.UNREACHABLE)
        self.assertEqual(refresh.call_args.kwargs, {"timeout_ms": 300})


class PictureTests(unittest.TestCase):
    """The live table."""

    def test_it_is_drawn_over_itself_and_fits(self) -> None:
        out = Captured(Format.TABLE, is_terminal=True)
        counts = Counts()
        picture = stream.Picture(counts, out)
        with mock.patch.dict(os.environ, {"COLUMNS": "60", "LINES": "8"}):
            picture.draw()
            counts.add([Counted(60_000 * minute, 60_000 * (minute + 1), "k\x1b[2J", minute) for minute in range(50)])
            picture.draw()
            picture.end()
        first, second, third = out.out.text.split("\x1b[", 2)[0], *out.out.text.split("\x1b[J")[1:]
        self.assertEqual(first, "0 records\n")
        self.assertTrue(out.out.text.startswith("0 records\n\x1b[1A\r\x1b[J"))
        shown = second.split("\x1b[")[0].splitlines()
        self.assertLessEqual(len(shown), 7)
        self.assertIn("WINDOW", shown[0])
        self.assertIn("1970-01-01 00:49:00", shown[1])
        self.assertIn("k\\x1b[2J", shown[1], "what a record holds does nothing to the terminal")
        self.assertEqual(third.splitlines(), shown)


class FakeQuery:
    """A streaming query that runs until it is stopped or told that it failed."""

    def __init__(self, error: Exception | None = None, batches: int = 10**9) -> None:
        self.error = error
        self.looks = 0
        self.batches = batches
        self.stopped = False
        # As Spark reports: while idle, again and again with the number of the batch that is to come.
        self.recentProgress = [
            {"batchId": 0, "numInputRows": 10},
            {"batchId": 1, "numInputRows": 0},
            {"batchId": 1, "numInputRows": 5},
            {"batchId": 2, "numInputRows": 0},
        ]

    @property
    def isActive(self) -> bool:
        self.looks += 1
        return not self.stopped and self.looks <= self.batches

    def stop(self) -> None:
        self.stopped = True

    def exception(self) -> Exception | None:
        return self.error


class SignalledQuery(FakeQuery):
    """Sends the signal when it is first looked at: by then `stream.wait` has set its handlers."""

    def __init__(self, number: int) -> None:
        super().__init__(ValueError("interrupted by stop"))
        self.number = number

    @property
    def isActive(self) -> bool:
        if not self.looks:
            os.kill(os.getpid(), self.number)
        return super().isActive


class WaitTests(unittest.TestCase):
    """The end of a query."""

    def test_each_batch_counts_once(self) -> None:
        counts = Counts()
        query: Any = FakeQuery(batches=25)
        with mock.patch.object(stream, "POLL_S", 0):
            stream.wait(query, counts)
        self.assertEqual(counts.events, 15)
        self.assertFalse(query.stopped)

    def test_its_failure_is_raised(self) -> None:
        query: Any = FakeQuery(ValueError("broken"), batches=0)
        with self.assertRaisesRegex(ValueError, "broken"):
            stream.wait(query, Counts())

    def test_a_signal_ends_it_and_is_no_failure(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(number)
            query: Any = SignalledQuery(number)
            stream.wait(query, Counts())
            self.assertTrue(query.stopped)
            self.assertIs(signal.getsignal(number), before)

    def test_who_has_read_enough_ends_it(self) -> None:
        query: Any = FakeQuery()
        stream.wait(query, Counts(), lambda: True)
        self.assertTrue(query.stopped)


if __name__ == "__main__":
    unittest.main()
