"""What one broker has still to be told, on its way: strictly one request at a time, in order (Kafka's ``RequestSendThread``).

States, and what leads from one to the next::

    IDLE ──(something is pending)──> SENDING ──(answered)──> IDLE, or SENDING the next
      ^                             │  ^
      │                    (failed) v  │ (after a pause)
      │                           PAUSING
    any ──(stop: the broker is gone, or we are no controller any more)──> STOPPED

A request that was lost, came to no answer in time, or was answered with what cannot be read, is pending again, and sent again as long as
its broker is registered: what it says may be newer by then, and brokers take what they have done already once more. The connection is the
sender's; it is made anew where that is needed.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any, Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.cluster.zookeeper.controller.pending_updates import PendingUpdates, Piece
from klog.wire.schema import Message

#: After a failure, in seconds: the first pause (Kafka: always this), and the longest.
FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 1.0
#: After so many failures in a row it is told that a broker does not answer.
FAILURES_TOLD = 10


class Sender(Protocol):
    """A connection to one broker. Made when something is sent, and again when it is lost."""

    def send(self, message: Message, version: int) -> Deferred[Message]:
        """Ask in exactly this version. Fails when there is no answer in time, or none that can be read; may be cancelled."""

    def close(self) -> object:
        """No more is sent; what is under way fails."""


class Connect(Protocol):
    """Makes senders."""

    def __call__(self, broker_id: int, host: str, port: int) -> Sender:
        """A sender for a broker; nothing is connected yet."""


class _State(enum.Enum):
    IDLE = "idle"
    SENDING = "sending"
    PAUSING = "pausing"
    STOPPED = "stopped"


class BrokerQueue:
    """See the module.

    :param reactor: clock.
    :param sender: nobody else uses it.
    :param pending: what the broker has not heard yet; whoever adds to it calls `wake`.
    :param make: a request and its version, of a piece.
    :param generation: of the brokers as they are.
    :param answered: called with each piece, its request and the answer.
    :param warn: called with a sentence, once, when the broker does not answer for long.
    """

    _log = Logger()

    def __init__(
        self,
        reactor: Any,
        broker_id: int,
        sender: Sender,
        pending: PendingUpdates,
        make: Callable[[Piece], tuple[Message, int]],
        generation: Callable[[], int],
        answered: Callable[[Piece, Message, Message], None],
        warn: Callable[[str], None],
    ) -> None:
        self.broker_id = broker_id
        self._reactor = reactor
        self._sender = sender
        self._pending = pending
        self._make = make
        self._generation = generation
        self._answered = answered
        self._warn = warn
        self._state = _State.IDLE
        self._sending: Deferred[Message] | None = None
        self._piece: Piece | None = None
        self._pause: IDelayedCall | None = None
        self._failures = 0

    @property
    def is_idle(self) -> bool:
        """Whether everything was told and answered."""
        return self._state is _State.STOPPED or (
            self._state is _State.IDLE and self._pending.is_empty and self._pending.generation == self._generation()
        )

    def wake(self) -> None:
        """Something more may be pending."""
        while self._state is _State.IDLE:
            piece = self._pending.next(self._generation())
            if piece is None:
                return
            self._send(piece)

    def stop(self) -> None:
        """The broker is gone, or we are no controller any more."""
        if self._state is _State.STOPPED:
            return
        self._state = _State.STOPPED
        pause, self._pause = self._pause, None
        if pause is not None:
            pause.cancel()
        sending, self._sending = self._sending, None
        if sending is not None:
            assert self._piece is not None
            self._pending.give_back(self._piece)  # another queue may take over what is pending
            sending.cancel()
        self._sender.close()

    def _send(self, piece: Piece) -> None:
        message, version = self._make(piece)
        self._state, self._piece = _State.SENDING, piece
        sending = self._sending = self._sender.send(message, version)
        sending.addCallbacks(self._done, self._failed, callbackArgs=(piece, message), errbackArgs=(piece, message))
        sending.addErrback(self._mistake)

    def _done(self, answer: Message, piece: Piece, message: Message) -> None:
        if self._state is not _State.SENDING:
            return
        self._sending = None
        self._state = _State.IDLE
        self._pending.answered()
        self._failures = 0
        try:
            self._answered(piece, message, answer)
        finally:
            # Not within the call that has sent it: a sender may answer at once.
            self._reactor.callLater(0, self.wake)

    def _failed(self, failure: Failure, piece: Piece, message: Message) -> None:
        if self._state is not _State.SENDING:
            return
        self._sending = None
        self._state = _State.PAUSING
        self._failures += 1
        self._pending.give_back(piece)
        name = type(message).__name__.removesuffix("Request")
        self._log.debug("broker {broker} did not answer {name}: {why}", broker=self.broker_id, name=name, why=failure.getErrorMessage())
        if self._failures == FAILURES_TOLD:
            self._warn(
                f"broker {self.broker_id} does not answer the controller's requests ({failure.getErrorMessage()}); they are repeated"
            )
        pause_s = min(FIRST_PAUSE_S * 2 ** max(self._failures - FAILURES_TOLD, 0), LONGEST_PAUSE_S)
        self._pause = self._reactor.callLater(pause_s, self._again)

    def _again(self) -> None:
        self._pause = None
        self._state = _State.IDLE
        self.wake()

    def _mistake(self, failure: Failure) -> None:
        """An error of ours with an answer: told, and no reason to stand still."""
        self._log.failure("a mistake with the answer of broker {broker}", failure=failure, broker=self.broker_id)
