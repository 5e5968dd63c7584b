"""``klog mirror run``, in this process, between two embedded brokers."""

from __future__ import annotations

import contextlib
import io
import json
import unittest
from typing import Any
from unittest import mock

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.main import run
from klog.cli.mirror.run import mirror
from klog.client.transactions.errors import ProducerFenced
from klog.errors import ErrorCode, KlogError
from klog.mirror.reproduce.job import MirrorStopped
from klog.mirror.wanted_topics import NoSuchTopic
from klog.model import TopicPartition
from tests.cli.rig import Captured
from tests.mirror.verify.rig import TwoBrokers, batches


class RunTests(TwoBrokers):
    """The command."""

    def command(self, *arguments: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(["mirror", "run", "--from", self.a.bootstrap, "--to", self.b.bootstrap, *arguments])
        return code, out.getvalue(), err.getvalue()

    def test_once(self) -> None:
        self.a.create_topic("once")
        self.append(self.client_a, "once", batches(3))
        code, text, remarks = self.command("--alias", "dc1", "--topics", "once", "--once", "-o", "json")
        self.assertEqual(code, 0)
        self.assertRegex(remarks, r"^30 records \(450 B\) within .*\.\n$")
        self.assertEqual(
            {name: json.loads(text)["mirror"][0][name] for name in ("records", "lag", "lost", "alias")},
            {"records": 30, "lag": 0, "lost": 0, "alias": "dc1"},
        )
        self.assertEqual(len(list(self.client_b.read(TopicPartition("dc1.once", 0), 0))), 30)
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(
                run(
                    [
                        "mirror",
                        "verify",
                        self.a.bootstrap,
                        self.b.bootstrap,
                        "--topics",
                        "once",
                        "--prefix",
                        "dc1.",
                        "--renumbered",
                        "--complete",
                    ]
                ),
                0,
            )

    def test_options_that_do_not_fit(self) -> None:
        for arguments, code, words in (
            (("--alias", "a b"), 2, "alias"),
            (("--alias", "x", "--topics", "!y"), 2, "only takes out"),
            (("--alias", "x", "--no-groups", "--groups", "y"), 2, "--no-groups goes with neither"),
            (("--alias", "x", "--topics", "nowhere", "--once"), 4, "topic nowhere is not in the source"),
            (("--alias", "x", "--audit-window", "1min"), 2, "--audit-window is for --audit"),
            (("--alias", "x", "--audit", "--audit-window", "1ms"), 2, "audit_window_ms"),
            ((), 2, "--alias"),
        ):
            found, _, remarks = self.command(*arguments)
            self.assertEqual(found, code, (arguments, remarks))
            self.assertIn(words, remarks)


class LoopTests(unittest.TestCase):
    """Rounds, and what follows errors."""

    def loop(self, rounds: list[Any], *, once: bool = True, can_go_on: bool = True) -> tuple[Any, Captured, list[float]]:
        job = mock.Mock(lag=0)
        job.round.side_effect = rounds
        job.can_go_on.return_value = can_go_on
        out, slept = Captured(), list[float]()
        mirror(job, out, once=once, sleep=slept.append, clock=lambda: 0.0)
        return job, out, slept

    def test_it_ends_when_nothing_is_left(self) -> None:
        job, _, slept = self.loop([5, 3, 0])
        self.assertEqual((job.round.call_count, slept), (3, []))
        self.assertTrue(job.translate_groups.called)

    def test_what_passes_is_waited_for_and_told_once(self) -> None:
        error = KlogError(ErrorCode.NETWORK_EXCEPTION, "the cable was pulled")
        job, out, slept = self.loop([5, error, error, 0])
        self.assertEqual((job.recover.call_count, slept), (2, [1.0, 1.0]))
        self.assertEqual(out.err.text.count("the cable was pulled"), 1)
        self.assertIn("It goes on.", out.err.text)

    def test_what_does_not_pass_is_an_end(self) -> None:
        with self.assertRaises(ProducerFenced):
            self.loop([ProducerFenced(ErrorCode.PRODUCER_FENCED, "another one has come")], can_go_on=False)
        for error, code in ((MirrorStopped("it lost records"), Exit.FAILED), (NoSuchTopic("no"), Exit.NOT_FOUND)):
            with self.assertRaises(CommandFailed) as caught:
                self.loop([error])
            self.assertEqual(caught.exception.code, code)


if __name__ == "__main__":
    unittest.main()
