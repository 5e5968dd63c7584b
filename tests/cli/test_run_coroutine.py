"""One coroutine on a reactor of its own: results, errors, signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import unittest
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.epollreactor import EPollReactor
from twisted.internet.protocol import ProcessProtocol
from twisted.internet.task import Clock, deferLater
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.run_coroutine import Interrupted, run, within


class RunTests(unittest.TestCase):
    """`run` in this process, on fresh reactors."""

    def run_it(self, body: Any) -> Any:
        return run(body, reactor=EPollReactor())

    def test_ends_of_child_processes_are_noticed(self) -> None:
        # They close their pipes some time before they end: nothing but the signal tells of that.
        code = "import os, time; os.closerange(0, 3); time.sleep(0.2)"

        async def body(reactor: Any) -> None:
            ended: Deferred[None] = Deferred()

            class Child(ProcessProtocol):
                def processEnded(self, reason: Any) -> None:
                    ended.callback(None)

            reactor.spawnProcess(Child(), sys.executable, [sys.executable, "-I", "-S", "-c", code], env={})
            ended.addTimeout(60, reactor)
            await ended

        before = signal.getsignal(signal.SIGCHLD)
        self.run_it(body)
        self.assertEqual(signal.getsignal(signal.SIGCHLD), before)

    def test_results_and_errors(self) -> None:
        async def fine(reactor: Any) -> int:
            await deferLater(reactor, 0.01, lambda: None)
            return 7

        async def broken(reactor: Any) -> None:
            raise CommandFailed("so not")

        async def at_once(reactor: Any) -> str:
            return "x"

        self.assertEqual(self.run_it(fine), 7)
        self.assertEqual(self.run_it(at_once), "x")
        with self.assertRaises(CommandFailed):
            self.run_it(broken)

    def test_an_interruption_lets_it_say_good_bye(self) -> None:
        said: list[str] = []

        async def forever(reactor: Any) -> None:
            reactor.callLater(0.01, os.kill, os.getpid(), signal.SIGINT)
            try:
                await Deferred()
            finally:
                await deferLater(reactor, 0.01, lambda: said.append("bye"))

        before = signal.getsignal(signal.SIGINT)
        with self.assertRaises(Interrupted) as caught:
            self.run_it(forever)
        self.assertEqual((said, caught.exception.code), (["bye"], Exit.INTERRUPTED))
        self.assertIs(signal.getsignal(signal.SIGINT), before)

    def test_a_closed_terminal_lets_it_say_good_bye(self) -> None:
        said: list[str] = []

        async def forever(reactor: Any) -> None:
            # From the shell, and from the kernel when that has ended.
            for delay_s in (0.01, 0.02, 0.03):
                reactor.callLater(delay_s, os.kill, os.getpid(), signal.SIGHUP)
            try:
                await Deferred()
            finally:
                await deferLater(reactor, 0.1, lambda: said.append("bye"))

        before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
        self.addCleanup(signal.signal, signal.SIGHUP, before)
        with self.assertRaises(Interrupted) as caught:
            self.run_it(forever)
        self.assertEqual((said, caught.exception.code), (["bye"], Exit.HUNG_UP))
        self.assertIs(signal.getsignal(signal.SIGHUP), signal.SIG_DFL)

    def test_nohup(self) -> None:
        async def hung_up(reactor: Any) -> int:
            os.kill(os.getpid(), signal.SIGHUP)
            await deferLater(reactor, 0.02, lambda: None)
            return 7

        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        self.addCleanup(signal.signal, signal.SIGHUP, before)
        self.assertEqual(self.run_it(hung_up), 7)
        self.assertIs(signal.getsignal(signal.SIGHUP), signal.SIG_IGN)

    def test_a_thread_that_does_not_end_keeps_nobody(self) -> None:
        """As one that writes into a pipe whose reader has stopped reading."""
        code = """
import os, signal, threading
from twisted.internet.threads import deferToThread
from klog.cli.run_coroutine import run

async def body(reactor):
    reactor.callLater(0.1, os.kill, os.getpid(), signal.SIGTERM)
    await deferToThread(threading.Event().wait)

run(body, grace_s=0.1)
"""
        ended = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual((ended.returncode, ended.stderr), (Exit.TERMINATED, "klog: terminated\n"))

    def test_a_second_one_ends_at_once(self) -> None:
        code = """
import os, signal, sys
from twisted.internet.defer import Deferred
from klog.cli.run_coroutine import run
async def stubborn(reactor):
    reactor.callLater(0.01, os.kill, os.getpid(), signal.SIGINT)
    reactor.callLater(0.05, os.kill, os.getpid(), signal.SIGINT)
    try:
        await Deferred()
    finally:
        await Deferred()
run(stubborn)
"""
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, Exit.INTERRUPTED)


class WithinTests(SynchronousTestCase):
    """`within`."""

    def test_in_time_and_too_late(self) -> None:
        clock = Clock()
        waiting: Deferred[int] = Deferred()
        result = Deferred.fromCoroutine(within(clock, waiting, 5.0, "no answer"))
        waiting.callback(3)
        self.assertEqual(self.successResultOf(result), 3)
        self.assertEqual(clock.getDelayedCalls(), [])
        result = Deferred.fromCoroutine(within(clock, Deferred(), 5.0, "no answer"))
        clock.advance(5)
        failure = self.failureResultOf(result, CommandFailed)
        self.assertIn("no answer within 5 s", failure.value.sentence)
        broken: Deferred[int] = Deferred()
        result = Deferred.fromCoroutine(within(clock, broken, 5.0, "no answer"))
        broken.errback(ValueError())
        self.failureResultOf(result, ValueError)
