"""Calling user code: callbacks that may answer later, and a watchdog for code that holds the reactor up.

While a function runs the reactor does nothing else: no heartbeats leave, and a group that hears nothing gives the partitions to others.
What waits (a Deferred, a coroutine) is harmless. The `Watchdog` notices code that runs on for more than a second without giving control
back and says once who it was: callbacks are measured as they are called; other user code is known by where it last took records, and
noticed by a timer of ours that rings late. Both by the reactor's clock.
"""

from __future__ import annotations

import contextlib
import inspect
import sys
from collections.abc import Callable, Iterator
from typing import Any

from twisted.internet.defer import Deferred, ensureDeferred, maybeDeferred
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from klog.errors import ErrorCode, KlogError

_log = Logger()

#: Blocking for longer than this is worth a warning, seconds.
LIMIT_S = 1.0
_TICK_S = 0.25
#: Names that were warned of; beyond, the oldest may be warned of again.
_MOST_NAMES = 1_000
_OURS = ("klog.", "twisted.")


class CallbackFailed(KlogError):
    """A callback of the user's raised something, and going on without what it should have done would lose or double records.

    :param who: whose callback; :param what: which.
    """

    def __init__(self, who: str, what: str, error: BaseException) -> None:
        super().__init__(ErrorCode.UNKNOWN_SERVER_ERROR, f"{who}: {what} failed: {type(error).__name__}: {error}")
        self.error = error
        # So that it can be pickled and copied.
        self.args = (who, what, error)


#: What users hand in: nothing, a Deferred or a coroutine comes back.
Callback = Callable[..., Any]


def call(function: Callback, *arguments: Any) -> Deferred[Any]:
    """Call, and wait for what comes back if it is a Deferred or a coroutine.

    ::

        await call(on_assigned, partitions)
    """

    def run() -> Any:
        result = function(*arguments)
        return ensureDeferred(result) if inspect.iscoroutine(result) else result

    return maybeDeferred(run)


def name_of(function: Callback) -> str:
    """Module, name and place of a function."""
    inner = inspect.unwrap(getattr(function, "func", function))
    inner = getattr(inner, "__func__", inner)
    name = f"{getattr(inner, '__module__', '?')}.{getattr(inner, '__qualname__', type(inner).__qualname__)}"
    code = getattr(inner, "__code__", None)
    return name if code is None else f"{name} ({code.co_filename}:{code.co_firstlineno})"


def name_of_caller() -> str:
    """The innermost function on the stack that is neither klog's nor Twisted's, and the line it is at."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(_OURS):
        frame = frame.f_back
    return f"{frame.f_globals.get('__name__', '?')}.{frame.f_code.co_name} ({frame.f_code.co_filename}:{frame.f_lineno})"


class Watchdog:
    """Warns of code that blocks the reactor.

    ::

        watchdog = Watchdog(reactor, "group orders")
        watchdog.start()
        await watchdog.call(on_assigned, partitions)
        watchdog.suspect(name_of_caller())      # whoever was handed records
        watchdog.stop()

    :param who: whose heartbeats suffer.
    :param limit_s: what is too long.
    :ivar warned: names that were warned of.
    """

    def __init__(self, reactor: IReactorTime, who: str, *, limit_s: float = LIMIT_S, log: Logger | None = None) -> None:
        self.warned: dict[str, float] = {}
        self._reactor = reactor
        self._who = who
        self._limit_s = limit_s
        self._log = log or _log
        self._suspect = ""
        self._timer: Any = None
        self._expected_s = 0.0
        self._blamed = False

    def start(self) -> None:
        """Set the timer."""
        if self._timer is None:
            self._set()

    def stop(self) -> None:
        """No timer any more."""
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()

    def call(self, function: Callback, *arguments: Any) -> Deferred[Any]:
        """Like `klog.client.groups.callbacks.call`, measured until it first gives control back."""
        with self.watching(lambda: name_of(function)):
            return call(function, *arguments)

    @contextlib.contextmanager
    def watching(self, name: Callable[[], str]) -> Iterator[None]:
        """What runs in the block is `name`; asked only where it took too long."""
        began_s = self._reactor.seconds()
        try:
            yield
        finally:
            took_s = self._reactor.seconds() - began_s
            if took_s > self._limit_s:
                self._blamed = True
                self._warn(name(), took_s)

    def suspect(self, name: str) -> None:
        """From now on, if somebody blocks, it is probably `name`."""
        self._suspect = name

    def _set(self) -> None:
        self._expected_s = self._reactor.seconds() + _TICK_S
        self._timer = self._reactor.callLater(_TICK_S, self._rang)

    def _rang(self) -> None:
        late_s = self._reactor.seconds() - self._expected_s
        blamed, self._blamed = self._blamed, False
        if late_s > self._limit_s and self._suspect and not blamed:
            self._warn(self._suspect, late_s)
        self._set()

    def _warn(self, name: str, took_s: float) -> None:
        if name in self.warned:
            return
        if len(self.warned) >= _MOST_NAMES:
            del self.warned[next(iter(self.warned))]
        self.warned[name] = took_s
        self._log.warn(
            "{who}: {name} blocked the reactor for {took} s; no heartbeat can leave meanwhile. Let it wait by Deferreds, or run in a thread"
            " (deferToThread). This is said once.",
            who=self._who,
            name=name,
            took=round(took_s, 1),
        )
