"""klog.client.groups.callbacks"""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.trial.unittest import SynchronousTestCase

from klog.client.groups.callbacks import Watchdog, call, name_of, name_of_caller
from klog.testing.reactor import MemoryReactor


class CallbackTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.events: list[Any] = []
        self.watchdog = Watchdog(self.reactor, "group g", log=Logger(observer=self.events.append))

    def block(self, seconds: float) -> None:
        """Time passes, and the reactor does nothing."""
        self.reactor._set_now(round((self.reactor.seconds() + seconds) * 1e6))

    def said(self) -> list[str]:
        return [str(event["name"]) for event in self.events]

    def test_call(self) -> None:
        waiting: Deferred[int] = Deferred()

        async def coroutine() -> int:
            return await waiting + 1

        answered = call(coroutine)
        self.assertNoResult(answered)
        waiting.callback(1)
        self.assertEqual(self.successResultOf(answered), 2)
        self.assertEqual(self.successResultOf(call(lambda a, b: a + b, 1, 2)), 3)
        self.failureResultOf(call(lambda: 1 / 0), ZeroDivisionError)

    def test_names(self) -> None:
        self.assertIn("test_callbacks.CallbackTests.test_names (", name_of(self.test_names))
        self.assertIn("test_callbacks.py:", name_of(self.test_names))
        self.assertEqual(name_of(print), "builtins.print")
        self.assertIn("test_names", name_of_caller())

    def test_callback_that_blocks(self) -> None:
        def slow(_: object) -> None:
            self.block(1.5)

        self.watchdog.start()
        for _ in range(3):
            self.watchdog.call(slow, None)
            self.reactor.advance(1)
        (name,) = self.said()
        self.assertIn("slow", name)
        self.assertEqual(self.events[0]["took"], 1.5)
        self.watchdog.stop()
        self.assertEqual(self.reactor.getDelayedCalls(), [])

    def test_callback_that_waits(self) -> None:
        """Is harmless, however long."""
        waiting: Deferred[None] = Deferred()
        self.watchdog.start()
        self.watchdog.call(lambda: waiting)
        self.reactor.advance(100)
        waiting.callback(None)
        self.watchdog.call(lambda: self.block(0.9))
        self.reactor.advance(100)
        self.assertEqual(self.events, [])
        self.watchdog.stop()

    def test_code_that_took_records(self) -> None:
        """Is known by where it did."""
        self.watchdog.start()
        self.watchdog.suspect("shop.consume (shop.py:12)")
        self.reactor.callLater(5, self.block, 2)
        self.reactor.callLater(15, self.block, 2)
        self.reactor.advance(30)
        self.assertEqual(self.said(), ["shop.consume (shop.py:12)"])
        self.watchdog.suspect("shop.other (shop.py:40)")
        self.reactor.callLater(5, self.block, 2)
        self.reactor.advance(30)
        self.assertEqual(len(self.events), 2)
        self.watchdog.stop()

    def test_bounded(self) -> None:
        for number in range(1200):
            with self.watchdog.watching(lambda number=number: f"code {number}"):  # type: ignore[misc]
                self.block(2)
        self.assertEqual(len(self.events), 1200)
        self.assertEqual(len(self.watchdog.warned), 1000)
