"""Who is first: attempts to connect that go on side by side, and questions of which one answer is enough.

Brokers that are silent hold up nobody here, and are not punished either: an attempt or a question that took too long for us goes on, and
its connection with all that others do over it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from twisted.internet.defer import Deferred, succeed
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.errors import KlogError
from klog.net.api_ranges import ApiRanges
from klog.net.broker_connection import Observer
from klog.net.client.errors import BrokerUnreachable
from klog.wire.schema import Message

_log = Logger()

#: How long one attempt to connect goes on alone before another begins beside it, seconds.
_STAGGER_S = 0.25


class Connection(Protocol):
    """What clients need of a `klog.net.broker_connection.BrokerConnection`; tests hand in another."""

    #: Called when a connection that was ready broke.
    on_lost: Callable[[KlogError], None] | None
    #: Told of requests and answers.
    observer: Observer | None

    @property
    def address(self) -> str:
        """``host:port``."""

    @property
    def last_error(self) -> KlogError | None:
        """Why there is no connection; None while there is one, and before the first attempt."""

    @property
    def queued(self) -> int:
        """Requests that wait to be sent."""

    @property
    def versions(self) -> ApiRanges | None:
        """What the broker speaks; None while not connected."""

    @property
    def in_flight(self) -> int:
        """Unanswered requests."""

    def ready(self) -> Deferred[ApiRanges]:
        """Connect; fails when the attempt under way, or the next one, fails."""

    def request(
        self,
        message: Message,
        *,
        version: int | None = None,
        at_most: int | None = None,
        timeout_ms: int | None = None,
        expects_answer: bool = True,
    ) -> Deferred[Any]:
        """Send, and wait for the answer."""

    def close(self) -> Deferred[None]:
        """For good; whoever waits is told."""


#: Connects, for so many milliseconds.
Attempt = Callable[[Connection, float], Deferred[ApiRanges]]


class Race:
    """Attempts to connect that begin one after the other and go on side by side, so that one who is silent or is left alone for a while
    holds up nobody. `next` gives them in the order in which they are ready."""

    def __init__(self, attempt: Attempt, reactor: Any, getters: list[Callable[[], Connection]], timeout_ms: float) -> None:
        self._attempt = attempt
        self._reactor = reactor
        self._getters = deque(getters)
        self._timeout_ms = timeout_ms
        self._under_way: dict[Deferred[Any], Connection] = {}
        self._ready: deque[Connection] = deque()
        self._waiter: Deferred[Connection | None] | None = None
        self._timer: Any = None
        self._over = False
        #: What the attempts met that failed.
        self.errors: list[KlogError] = []

    def next(self) -> Deferred[Connection | None]:
        """The next one that is ready; None where no attempt is left. Not to be called again before it has fired."""
        waiter: Deferred[Connection | None] = Deferred()
        self._waiter = waiter
        if not self._under_way and not self._ready:
            self._begin()
        self._tell()
        return waiter

    def _begin(self) -> None:
        """One more attempt; the next follows when it fails, or after `_STAGGER_S`."""
        self._stop_timer()
        while self._getters and not self._over:
            try:
                connection = self._getters.popleft()()
            except KlogError as error:
                self.errors.append(error)
                continue
            attempt = self._attempt(connection, self._timeout_ms)
            self._under_way[attempt] = connection
            attempt.addCallbacks(self._succeeded, self._failed, callbackArgs=(attempt, connection), errbackArgs=(attempt,))
            attempt.addErrback(lambda failure: _log.failure("connecting failed", failure))
            if self._getters and not self._over and not self._timer:
                self._timer = self._reactor.callLater(_STAGGER_S, self._late)
            return

    def _late(self) -> None:
        self._timer = None
        self._begin()

    def _succeeded(self, _: ApiRanges, attempt: Deferred[Any], connection: Connection) -> None:
        self._under_way.pop(attempt, None)
        self._ready.append(connection)
        self._tell()

    def _failed(self, failure: Failure, attempt: Deferred[Any]) -> None:
        self._under_way.pop(attempt, None)
        if self._over:
            return
        if isinstance(failure.value, KlogError):
            self.errors.append(failure.value)
        else:
            _log.failure("connecting failed", failure)
        self._begin()
        self._tell()

    def _tell(self) -> None:
        waiter = self._waiter
        if waiter is None or waiter.called:
            return
        if self._ready:
            self._waiter = None
            waiter.callback(self._ready.popleft())
        elif not self._under_way and not self._getters:
            self._waiter = None
            waiter.callback(None)

    def _stop_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None and timer.active():
            timer.cancel()

    def time_over(self) -> None:
        """Whoever waits for the next is told that there is none."""
        waiter = self._waiter
        if waiter is not None:
            for connection in self._under_way.values():
                self.errors.append(connection.last_error or BrokerUnreachable(connection.address, "did not take a connection in time"))
        self.end()
        if waiter is not None and not waiter.called:
            waiter.callback(None)

    def end(self) -> None:
        """Nobody waits any more."""
        # Not to be fired from here: whoever waited may be the one who calls, or may be being collected.
        self._waiter = None
        self._over = True
        self._getters.clear()
        self._stop_timer()
        for attempt in list(self._under_way):
            attempt.cancel()


class FirstAnswer:
    """The first answer to several questions. The others may still come; `end` has them dropped.

    ::

        answers.add(connection.request(message))
        await answers.wait(ms=5_000)
        if answers.came:
            return answers.answer
    """

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor
        self._open: dict[Deferred[Any], None] = {}
        self._listener: Deferred[None] | None = None
        self._over = False
        self.came = False
        self.answer: Any = None
        #: What the questions met that failed.
        self.errors: list[KlogError] = []

    @property
    def open(self) -> int:
        """Questions without an answer."""
        return len(self._open)

    def add(self, question: Deferred[Any]) -> None:
        """One more."""
        self._open[question] = None
        question.addCallbacks(self._answered, self._failed, callbackArgs=(question,), errbackArgs=(question,))

    def _answered(self, answer: Any, question: Deferred[Any]) -> None:
        self._open.pop(question, None)
        if not self.came and not self._over:
            self.came, self.answer = True, answer
            self._tell()

    def _failed(self, failure: Failure, question: Deferred[Any]) -> None:
        self._open.pop(question, None)
        if self._over:
            return
        if isinstance(failure.value, KlogError):
            self.errors.append(failure.value)
        else:
            _log.failure("asking a broker failed", failure)
        if not self._open:
            self._tell()

    def _tell(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None and not listener.called:
            listener.callback(None)

    def wait(self, ms: float | None = None, also: Deferred[Any] | None = None) -> Deferred[None]:
        """Fires when an answer is there, and when no question is open (unless there is `also`), when `also` has fired, after `ms`."""
        if self.came or (also is None and not self._open) or (also is not None and also.called):
            return succeed(None)
        listener: Deferred[None] = Deferred()
        self._listener = listener

        def over(result: Any = None) -> Any:
            if self._listener is listener:
                self._tell()
            return result

        if also is not None:
            also.addBoth(over)
        if ms is not None:
            timer = self._reactor.callLater(max(0.0, ms) / 1000, over)

            def waited(result: Any) -> Any:
                if timer.active():
                    timer.cancel()
                # Not swallowed: who has cancelled does not want to ask the next one.
                return result

            listener.addBoth(waited)
        return listener

    def end(self) -> None:
        """Nobody waits any more."""
        # Not to be fired from here: whoever waited may be the one who calls, or may be being collected.
        self._listener = None
        self._over = True
        for question in list(self._open):
            question.cancel()
