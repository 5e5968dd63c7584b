"""What a broker asks of its controller (AlterPartition, ControlledShutdown): whoever that is just now, over the brokers' listener.

One request at a time, in the order in which they were given. The controller is looked up in what the cluster shows; where there is none, it
cannot be reached, or it says that it is not the controller, the same request is sent again after a pause, to whoever is the controller
then, until it is answered or nobody wants it any more (``NodeToControllerChannelManager``). A broker that is the controller itself asks in
the same way.

A request whose answer got lost may have been done. It is repeated all the same: each of these says what shall be, and may be said twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.errors import ErrorCode, KlogError
from klog.wire.schema import Message

#: Between two attempts, in seconds.
RETRY_S = 0.1
#: How long one attempt may take, in milliseconds.
ATTEMPT_MS = 5_000
#: Said by who is not the controller; the second by Kafka's, to ControlledShutdown (``ControllerMovedException``).
_NOT_THE_CONTROLLER = frozenset({ErrorCode.NOT_CONTROLLER, ErrorCode.STALE_CONTROLLER_EPOCH})


class ControllerConnection(Protocol):
    """A connection to a broker (``klog.net.broker_connection.BrokerConnection``)."""

    def request(
        self, message: Message, *, at_most: int | None = None, timeout_ms: int | None = None, patient: bool = True
    ) -> Deferred[Any]:
        """Ask in the highest version that both speak, and that is not above `at_most`."""

    def close(self) -> Deferred[None]:
        """Ask no more."""


class _Asked:
    """One request."""

    __slots__ = ("at_most", "deferred", "make")

    def __init__(self, make: Callable[[], Message | None], at_most: int | None, cancelled: Callable[[_Asked], None]) -> None:
        self.make = make
        self.at_most = at_most
        self.deferred: Deferred[Any] = Deferred(lambda _: cancelled(self))


class ControllerChannel:
    """See the module.

    :param address: of the controller on the brokers' listener; None while there is none.
    :param connect: makes a connection to a host and port.
    """

    _log = Logger()

    def __init__(
        self,
        clock: IReactorTime,
        address: Callable[[], tuple[str, int] | None],
        connect: Callable[[str, int], ControllerConnection],
    ) -> None:
        self._clock = clock
        self._address = address
        self._connect = connect
        self._waiting: deque[_Asked] = deque()
        self._current: _Asked | None = None
        self._connection: tuple[tuple[str, int], ControllerConnection] | None = None
        self._retry: IDelayedCall | None = None
        self._closed = False
        #: What was said of the request under way, so that it is said once.
        self._said: str | None = None

    def ask(self, make: Callable[[], Message | None], *, at_most: int | None = None) -> Deferred[Any]:
        """Ask the controller.

        :param at_most: the highest version that says what `make` makes; None: every one does.
        :param make: makes the request, anew for each attempt; None: it is not wanted any more, and the Deferred fires with None.
        :return: fires with the answer of a broker that is the controller. May be cancelled. Fails with CancelledError when the channel is
            closed.
        """
        asked = _Asked(make, at_most, self._cancelled)
        if self._closed:
            asked.deferred.errback(Failure(CancelledError()))  # type: ignore[no-untyped-call]
            return asked.deferred
        self._waiting.append(asked)
        self._go()
        return asked.deferred

    def close(self) -> None:
        """Ask nothing any more; what waits fails with CancelledError."""
        self._closed = True
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        waiting = [*([self._current] if self._current is not None else []), *self._waiting]
        self._current = None
        self._waiting.clear()
        self._hang_up()
        for asked in waiting:
            if not asked.deferred.called:
                asked.deferred.errback(Failure(CancelledError()))  # type: ignore[no-untyped-call]

    def _cancelled(self, asked: _Asked) -> None:
        if asked in self._waiting:
            self._waiting.remove(asked)
        elif asked is self._current:
            # Its answer, if one comes, is nobody's.
            self._current = None
            self._go()

    def _go(self) -> None:
        while self._current is None and self._waiting and not self._closed:
            self._current = self._waiting.popleft()
            self._attempt()

    def _attempt(self) -> None:
        asked = self._current
        if asked is None or self._closed:
            return
        message = asked.make()
        if message is None:
            self._done(asked, None)
            return
        address = self._address()
        if address is None:
            self._again()
            return
        if self._connection is None or self._connection[0] != address:
            self._hang_up()
            self._connection = address, self._connect(*address)
        answer = self._connection[1].request(message, at_most=asked.at_most, timeout_ms=ATTEMPT_MS, patient=False)
        answer.addCallbacks(self._answered, self._failed, (asked,), errbackArgs=(asked,))
        answer.addErrback(lambda failure: self._log.failure("a mistake in asking the controller", failure))

    def _answered(self, answer: Any, asked: _Asked) -> None:
        if asked is not self._current:
            return
        if answer.error_code in _NOT_THE_CONTROLLER:
            self._hang_up()
            self._again()
            return
        self._done(asked, answer)

    def _failed(self, failure: Failure, asked: _Asked) -> None:
        if asked is not self._current:
            return
        if not failure.check(KlogError):  # type: ignore[no-untyped-call]
            self._log.failure("a mistake in asking the controller", failure)
        elif (sentence := failure.getErrorMessage()) != self._said:
            self._said = sentence
            self._log.warn("the controller is asked again: {why}", why=sentence)
        self._hang_up()
        self._again()

    def _done(self, asked: _Asked, answer: Any) -> None:
        self._current = self._said = None
        asked.deferred.callback(answer)
        self._go()

    def _again(self) -> None:
        def again() -> None:
            self._retry = None
            if self._current is None:
                self._go()
            else:
                self._attempt()

        if self._retry is None and not self._closed:
            self._retry = self._clock.callLater(RETRY_S, again)

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection[1].close()
