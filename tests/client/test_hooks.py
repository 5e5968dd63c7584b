"""Hooks that raise, block, return things, or are misspelt."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred, fail
from twisted.internet.task import Clock
from twisted.logger import LogEvent, formatEvent, globalLogPublisher
from twisted.trial.unittest import SynchronousTestCase

from klog.client.hooks import Hooks, HookSet
from klog.config import ConfigError


class HooksTests(SynchronousTestCase):
    """Nothing that a hook does reaches its caller."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.events: list[LogEvent] = []
        globalLogPublisher.addObserver(self.events.append)
        self.addCleanup(globalLogPublisher.removeObserver, self.events.append)

    def make(self, *given: object) -> HookSet:
        return HookSet(list(given), self.clock.seconds)

    def logged(self, word: str) -> list[str]:
        """Lines of the log with `word`."""
        return [line for line in (formatEvent(event) for event in self.events) if word in line]

    def test_each_of_several_objects_is_called_for_what_it_has(self) -> None:
        calls: list[tuple[Any, ...]] = []

        class One(Hooks):
            def on_connect(self, broker: str) -> None:
                calls.append(("one", broker))

        class Other:
            def on_connect(self, broker: str) -> None:
                calls.append(("other", broker))

            def on_fetch(self, *arguments: Any) -> None:
                calls.append(arguments)

        hooks = self.make(One(), Other())
        hooks.call("on_connect", "host:9092")
        hooks.call("on_fetch", 1, 2, 0.5)
        hooks.call("on_throttle", "host:9092", "Fetch", 5)
        self.assertEqual(calls, [("one", "host:9092"), ("other", "host:9092"), (1, 2, 0.5)])
        self.make().call("on_connect", "nobody minds")
        HookSet(None, self.clock.seconds).call("on_connect", "nobody minds")
        HookSet(One(), self.clock.seconds).call("on_connect", "x")
        self.assertEqual(calls[-1], ("one", "x"))

    def test_one_that_raises_is_named_once_and_the_next_is_called(self) -> None:
        calls: list[str] = []

        class Broken:
            def on_connect(self, broker: str) -> None:
                raise ZeroDivisionError(broker)

            def on_disconnect(self) -> None:
                """Takes too few arguments."""

        class Sound:
            def on_connect(self, broker: str) -> None:
                calls.append(broker)

        hooks = self.make(Broken(), Sound())
        for broker in ("a", "b", "c"):
            hooks.call("on_connect", broker)
            hooks.call("on_disconnect", broker, "why")
        self.assertEqual(calls, ["a", "b", "c"])
        self.assertEqual(len(self.logged("Broken.on_connect")), 1)
        self.assertEqual(len(self.logged("Broken.on_disconnect")), 1)
        self.assertEqual((len(self.flushLoggedErrors(ZeroDivisionError)), len(self.flushLoggedErrors(TypeError))), (1, 1))

    def test_one_that_wants_to_end_the_program_is_one_that_raises(self) -> None:
        """Twisted would swallow it further up, and with it what was still to be done there."""
        for wrong in (SystemExit, KeyboardInterrupt, GeneratorExit):

            class Ending:
                def on_connect(self, broker: str, wrong: type[BaseException] = wrong) -> None:
                    raise wrong

            self.make(Ending()).call("on_connect", "a")
            self.assertEqual(len(self.flushLoggedErrors(wrong)), 1)

    def test_what_is_returned_is_ignored(self) -> None:
        never: Deferred[None] = Deferred()
        results = [fail(ZeroDivisionError()), never, 5, fail(ZeroDivisionError())]

        class Returning:
            def on_connect(self, broker: str) -> object:
                return results.pop(0)

        hooks = self.make(Returning())
        for _ in range(4):
            hooks.call("on_connect", "x")
        self.assertEqual((len(self.flushLoggedErrors(ZeroDivisionError)), len(self.logged("Returning.on_connect"))), (1, 1))
        self.assertFalse(never.called)

    def test_one_that_keeps_the_reactor_is_named_and_then_left_out(self) -> None:
        calls: list[float] = []

        class Slow:
            clock = self.clock

            def on_connect(self, broker: str) -> None:
                calls.append(self.clock.seconds())
                self.clock.advance(1)

        hooks = self.make(Slow())
        for _ in range(20):
            hooks.call("on_connect", "x")
        self.assertEqual(len(calls), 6)
        self.assertEqual(len(self.logged("hooks shall be short")), 1)
        self.assertEqual(len(self.logged("is not called any more")), 1)
        self.assertEqual(len(self.logged("Slow.on_connect")), 2)

    def test_one_that_could_never_be_called_is_refused(self) -> None:
        class Misspelt:
            def on_conect(self, broker: str) -> None:
                """Never."""

        class Waiting:
            async def on_connect(self, broker: str) -> None:
                """Nobody awaits it."""

        class NoMethod:
            on_connect = 3

        for hooks, said in (
            (Misspelt(), "did you mean on_connect"),
            (Waiting(), "plain function"),
            (NoMethod(), "plain function"),
            (object(), "no method on_"),
            (print, "no method on_"),
        ):
            with self.assertRaisesRegex(ConfigError, said):
                self.make(hooks)
