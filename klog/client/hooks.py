"""Hooks: what users have called when something happens to a client, as franz-go's.

They are called in the reactor's thread, in between, so a hook is short and plain. It cannot hurt: what it raises is logged, the first time,
with its name; what it returns is ignored; one that keeps the reactor for longer than `_LONG_S` is named once in the log, and one that has
kept it for more than `_TOO_LONG_S` in all is not called any more. Nothing waits for a hook.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from klog.config import ConfigError, nearest_name
from klog.errors import ErrorCode

_log = Logger()

#: A call that takes longer is told of, seconds.
_LONG_S = 0.1
#: A hook that took so long in all is not called any more, seconds.
_TOO_LONG_S = 5.0


class Hooks:
    """All that can be had; subclass it, or give any object that has some of these methods.

    ::

        class Slow(Hooks):
            def on_request(self, broker, api, size_bytes, seconds):
                if seconds > 1:
                    print(broker, "took", seconds, "s for", api)

        producer = Producer(reactor, "kafka:9092", hooks=Slow())
    """

    def on_connect(self, broker: str) -> None:
        """A connection to ``host:port`` is ready, SASL and TLS included."""

    def on_disconnect(self, broker: str, reason: str) -> None:
        """One that was ready is over."""

    def on_request(self, broker: str, api: str, size_bytes: int, seconds: float) -> None:
        """A request of `size_bytes` was answered, `seconds` after it was sent; `api` is Kafka's name, such as ``Produce``."""

    def on_request_failed(self, broker: str, api: str, reason: str) -> None:
        """A request was not answered: its time is over, or its connection broke."""

    def on_throttle(self, broker: str, api: str, throttle_ms: int) -> None:
        """A broker says that it answered so much later, or wants a pause of so much, because of a quota."""

    def on_batch_written(self, topic: str, partition: int, records: int, size_bytes: int, seconds: float) -> None:
        """A batch was acknowledged, `seconds` after it was begun; `size_bytes` as it went over the wire."""

    def on_batch_failed(self, topic: str, partition: int, records: int, code: ErrorCode) -> None:
        """A batch failed for good."""

    def on_fetch(self, broker: int, size_bytes: int, seconds: float) -> None:
        """A Fetch of node `broker` was answered with so many bytes of records; brokers wait where there is nothing."""

    def on_rebalance(self, group_id: str, kind: str, partitions: frozenset[Any]) -> None:
        """A group has given us `partitions` (`kind` is ``assigned``), or taken them (``revoked``, ``lost``)."""


NAMES = tuple(name for name in vars(Hooks) if name.startswith("on_"))


class HookSet:
    """The hooks of one client, checked, and called safely.

    :param given: None, one object, or several.
    :param seconds: the clock.
    :raises ConfigError: an ``on_…`` that there is not, with the nearest; one that is no plain function; an object without any.
    """

    def __init__(self, given: object, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._by_name: dict[str, list[_Hook]] = {}
        for hooks in _several(given):
            found = [name for name in dir(hooks) if name.startswith("on_")]
            if not found:
                raise ConfigError("hooks", type(hooks).__name__, "it has no method on_…; see klog.Hooks")
            for name in found:
                if name not in NAMES:
                    nearest = nearest_name(name, NAMES)
                    raise ConfigError(
                        "hooks",
                        f"{type(hooks).__name__}.{name}",
                        "there is no such hook" + (f"; did you mean {nearest}?" if nearest else ""),
                    )
                call = getattr(hooks, name)
                if getattr(call, "__func__", call) is getattr(Hooks, name):
                    continue
                if not callable(call) or inspect.iscoroutinefunction(call):
                    raise ConfigError("hooks", f"{type(hooks).__name__}.{name}", "a plain function is needed: nobody awaits a hook")
                self._by_name.setdefault(name, []).append(_Hook(f"{type(hooks).__name__}.{name}", call))

    def call(self, name: str, *arguments: object) -> None:
        """Call all that are for `name`."""
        hooks = self._by_name.get(name)
        if hooks is not None:
            for hook in hooks:
                hook.call(self._seconds, arguments)


class _Hook:
    """One, and what is known of it."""

    def __init__(self, name: str, function: Callable[..., object]) -> None:
        self._name = name
        self._function = function
        self._has_failed = False
        self._was_long = False
        self._spent_s = 0.0
        self._is_off = False

    def call(self, seconds: Callable[[], float], arguments: tuple[object, ...]) -> None:
        if self._is_off:
            return
        began_s = seconds()
        try:
            result = self._function(*arguments)
            if isinstance(result, Deferred):
                result.addErrback(lambda failure: self._failed(failure))
        except BaseException:
            # ``sys.exit()``, too: Twisted would swallow it further up, and with it what is still to be done there.
            self._failed(None)
        took_s = seconds() - began_s
        if took_s > _LONG_S:
            self._took(took_s)

    def _failed(self, failure: Any) -> None:
        if not self._has_failed:
            self._has_failed = True
            _log.failure("the hook {name} failed (this is told once)", failure, name=self._name)

    def _took(self, took_s: float) -> None:
        self._spent_s += took_s
        if self._spent_s > _TOO_LONG_S:
            self._is_off = True
            _log.error(
                "the hook {name} has kept the reactor for {spent} s in all: it is not called any more",
                name=self._name,
                spent=round(self._spent_s, 1),
            )
        elif not self._was_long:
            self._was_long = True
            _log.warn("the hook {name} kept the reactor for {took} s; hooks shall be short", name=self._name, took=round(took_s, 1))


def _several(given: object) -> Iterable[object]:
    if given is None:
        return ()
    return given if isinstance(given, (list, tuple)) else (given,)
