"""Signals that end a command by an exception."""

from __future__ import annotations

import os
import signal
import unittest

from klog.cli.exit_codes import Exit
from klog.cli.raising_signals import raising_signals


class RaisingSignalsTests(unittest.TestCase):
    """`raising_signals`."""

    def test_what_was_begun_is_ended(self) -> None:
        for number, code in ((signal.SIGTERM, Exit.TERMINATED), (signal.SIGHUP, Exit.HUNG_UP)):
            # Whoever runs the tests under nohup has it ignored.
            before, ended = signal.signal(number, signal.SIG_DFL), False
            self.addCleanup(signal.signal, number, before)
            with self.assertRaises(SystemExit) as caught, raising_signals():
                try:
                    os.kill(os.getpid(), number)
                finally:
                    # A closed terminal says so twice.
                    os.kill(os.getpid(), number)
                    os.kill(os.getpid(), signal.SIGTERM)
                    ended = True
            self.assertEqual((caught.exception.code, ended), (code, True))
            self.assertIs(signal.getsignal(number), signal.SIG_DFL)

    def test_what_is_ignored_stays_so(self) -> None:
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        try:
            with raising_signals():
                os.kill(os.getpid(), signal.SIGHUP)
        finally:
            signal.signal(signal.SIGHUP, before)
