"""Rounds until a signal comes."""

from __future__ import annotations

import os
import signal
import unittest
from typing import Any

from klog.cli import rounds
from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.output import Format
from klog.cli.run_coroutine import Interrupted
from klog.errors import ErrorCode, KlogError
from tests.cli.rig import Captured

AWAY = KlogError(ErrorCode.NETWORK_EXCEPTION, "nobody answers")


class RoundsTests(unittest.TestCase):
    """What is done between two rounds, and what ends them."""

    def run_rounds(self, *outcomes: object) -> tuple[list[object], list[float], str]:
        out = Captured(Format.TEXT)
        told: list[object] = []
        waits: list[float] = []
        left = list(outcomes)

        def once() -> Any:
            found = left.pop(0)
            if isinstance(found, BaseException):
                raise found
            return found

        rounds.run_rounds(once, told.append, 7.0, out, answered_again="There it is.", interrupted="Over.", sleep=waits.append)
        return told, waits, out.err.text

    def test_each_is_told(self) -> None:
        told, waits, notes = self.run_rounds("a", "b", Interrupted(signal.SIGINT))
        self.assertEqual((told, waits), (["a", "b"], [7.0, 7.0]))
        self.assertIn("Over.", notes)
        self.assertNotIn("There it is.", notes)

    def test_a_broker_that_is_away_is_told_once_and_that_it_is_back(self) -> None:
        told, waits, notes = self.run_rounds(AWAY, AWAY, "a", "b", AWAY, Interrupted(signal.SIGTERM))
        self.assertEqual((told, waits), (["a", "b"], [7.0] * 5))
        self.assertEqual(notes.count("trying again every 7"), 2)
        self.assertEqual(notes.count("There it is."), 1)

    def test_every_other_error_is_an_end(self) -> None:
        for error in (KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED), CommandFailed("no"), ValueError()):
            with self.assertRaises(type(error)):
                self.run_rounds("a", error)


class SignalTests(unittest.TestCase):
    """What asks a command to end."""

    def test_it_ends_with_the_code_of_shells(self) -> None:
        for number, code in ((signal.SIGINT, Exit.INTERRUPTED), (signal.SIGTERM, Exit.TERMINATED)):
            before = signal.getsignal(number)
            with self.assertRaises(CommandFailed) as caught, rounds.signals():
                os.kill(os.getpid(), number)
                signal.pause()
            self.assertEqual(caught.exception.code, code)
            self.assertIs(signal.getsignal(number), before)


if __name__ == "__main__":
    unittest.main()
