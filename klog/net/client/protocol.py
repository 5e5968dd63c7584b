"""One connection to a broker: a thin Twisted `Protocol` around `klog.net.client.session.ClientSession`.

It moves bytes between transport and session, begins the greeting (over TLS only after the broker's name was checked), authenticates again
when that is due, and tells its owner four things (`Owner`). What arrives of a large answer goes into its own buffer
(`klog.net.tcp_transports`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from twisted.internet import protocol
from twisted.internet.interfaces import IHandshakeListener, IPushProducer
from twisted.python.failure import Failure
from zope.interface import implementer

from klog.net.client.errors import AuthenticationFailed, BrokerUnreachable, ClientError
from klog.net.client.session import Answers, ClientSession
from klog.net.dialling import how_it_ended
from klog.span import Part, join_parts
from klog.wire.schema import Message

#: Seconds that a closed connection may take to send what is left and to say goodbye.
CLOSING_S = 5.0
#: Seconds that authenticating again may take where the owner sets no limit.
REAUTHENTICATION_S = 10.0


class Owner(Protocol):
    """Who has the connection."""

    def session_ready(self) -> None:
        """Requests are taken: for the first time, or again after authenticating again."""

    def session_answered(self, answers: Answers) -> None:
        """Answers, in order."""

    def session_drained(self) -> None:
        """The transport takes more."""

    def session_lost(self, error: ClientError) -> None:
        """The connection is over, once; nothing comes after it."""


class Tls(Protocol):
    """What is asked of `klog.net.client.tls.TlsClient`."""

    def check_host(self) -> AuthenticationFailed | None:
        """After the handshake."""

    def explain(self, error: BaseException) -> AuthenticationFailed | None:
        """After the end."""


@implementer(IPushProducer, IHandshakeListener)
class ClientProtocol(protocol.Protocol):
    """The client's end of one connection.

    :param clock: `IReactorTime`.
    :param session: new.
    :param owner: see `Owner`.
    :param tls: None without TLS.
    :param reauthentication_s: seconds that authenticating again may take; then the connection is given up.
    """

    def __init__(
        self, clock: Any, session: ClientSession, owner: Owner, tls: Tls | None = None, reauthentication_s: float = REAUTHENTICATION_S
    ) -> None:
        self._clock = clock
        self._reauthentication_s = reauthentication_s
        self.session = session
        #: Whether the transport holds so much unsent that nothing should be added.
        self.is_full = False
        self._owner: Owner | None = owner
        self._tls = tls
        self._error: ClientError | None = None
        self._timer: Any = None
        self._was_ready = False
        # Whether requests in front of the new handshake were unanswered when its limit began: they are answered first.
        self._is_behind_others = False
        # Over TLS: the handshake is done.
        self._is_secure = False
        self._closing = False
        self.on_gone: Callable[[], None] | None = None
        #: Bytes of the user's requests, and of all that came; the owner counts on from these.
        self.sent_bytes = self.received_bytes = 0

    # -- what the owner asks for

    @property
    def ready(self) -> bool:
        """Whether a request would be sent now."""
        return self.session.ready and not self.is_full and self._error is None and not self._closing

    def request(self, message: Message, version: int, expects_answer: bool = True) -> int:
        """Send a request; its correlation id.

        :raises EncodeError: the message cannot be written in this version.
        """
        correlation_id, parts = self.session.request(message, version, expects_answer)
        for part in parts:
            self.sent_bytes += len(part)
        self._send(parts)
        return correlation_id

    def fail(self, error: ClientError) -> None:
        """End the connection at once; the owner hears `error`."""
        if self._error is None and not self._closing:
            self._error = error
            self._stop_timer()
            self._abort()

    def close(self) -> None:
        """Send what is left and end the connection; the owner hears nothing any more, `on_gone` is called when the transport is gone."""
        if self._closing:
            return
        self._closing = True
        self._owner = None
        self._stop_timer()
        transport = cast(Any, self.transport)
        transport.unregisterProducer()
        transport.loseConnection()
        if self._is_secure:
            # Our goodbye is written; a broker that is busy with a request of ours takes its time for its own, and nobody needs it.
            transport.transport.loseConnection()
        self._timer = self._clock.callLater(CLOSING_S, self._abort)

    # -- Twisted's side

    def connectionMade(self) -> None:
        """Connected; over TLS the handshake comes first."""
        transport = cast(Any, self.transport)
        for name in ("setTcpNoDelay", "setTcpKeepAlive"):
            if hasattr(transport, name):
                getattr(transport, name)(True)
        transport.registerProducer(self, True)
        if self._tls is None:
            if hasattr(transport, "receive_into"):
                transport.receive_into(self)
            self._received((self.session.start(), []))

    def handshakeCompleted(self) -> None:
        """TLS is there: is it the right host?"""
        if self._tls is None or self._error is not None or self._closing:
            return
        self._is_secure = True
        wrong = self._tls.check_host()
        if wrong is not None:
            self.fail(wrong)
        else:
            self._received((self.session.start(), []))

    def dataReceived(self, data: bytes) -> None:
        """Some bytes."""
        self.received_bytes += len(data)
        if self._error is None and not self._closing:
            self._received(self.session.receive(data))

    def writable(self) -> memoryview | None:
        """For `klog.net.tcp_transports`: where the next bytes of a large answer belong."""
        return None if self._error is not None or self._closing else self.session.writable()

    def wrote(self, count: int) -> None:
        """For `klog.net.tcp_transports`: `count` bytes were received into `writable`."""
        self.received_bytes += count
        self._received(self.session.wrote(count))

    def pauseProducing(self) -> None:
        """The transport holds much unsent."""
        self.is_full = True

    def resumeProducing(self) -> None:
        """The transport takes bytes again."""
        self.is_full = False
        if self._owner is not None:
            self._owner.session_drained()

    def stopProducing(self) -> None:
        """The connection ends; `connectionLost` tells."""

    def connectionLost(self, reason: Failure = protocol.connectionDone) -> None:
        """The end."""
        self._stop_timer()
        owner, self._owner = self._owner, None
        gone, self.on_gone = self.on_gone, None
        told = self._error
        if told is None:
            cause = reason.value or Exception()
            told = (self._tls.explain(cause) if self._tls is not None else None) or self.session.lost(how_it_ended(cause))
        self._error = told
        self.session.discard()
        if owner is not None:
            owner.session_lost(told)
        if gone is not None:
            gone()

    # -- inside

    def _received(self, heard: tuple[list[Part], Answers]) -> None:
        parts, answers = heard
        if parts:
            self._send(parts)
        owner = self._owner
        if answers and owner is not None:
            owner.session_answered(answers)
        session = self.session
        if session.failure is not None:
            self.fail(session.failure)
        elif session.ready and not self._was_ready:
            self._was_ready = True
            due_ms = session.reauthenticate_after_ms
            if not self._closing:
                # The limit of authenticating again ends here.
                self._stop_timer()
                if due_ms is not None:
                    self._timer = self._clock.callLater(due_ms / 1000, self._reauthenticate)
            if self._owner is not None:
                self._owner.session_ready()

    def _reauthenticate(self) -> None:
        self._timer = None
        if self.session.ready and self._error is None:
            self._was_ready = False
            try:
                parts = self.session.reauthenticate()
            except ClientError as error:
                self.fail(error)
            else:
                self._limit_reauthentication()
                self._send(parts)

    def _limit_reauthentication(self) -> None:
        self._is_behind_others = self.session.in_flight > 1
        self._timer = self._clock.callLater(self._reauthentication_s, self._reauthentication_is_late)

    def _reauthentication_is_late(self) -> None:
        self._timer = None
        if self._is_behind_others:
            # Requests in front are answered first, and have limits of their own: behind them the handshake gets its whole time.
            self._limit_reauthentication()
            return
        limit = f"within {self._reauthentication_s:g} s"
        self.fail(BrokerUnreachable(self.session.address, f"did not let us authenticate again {limit}, so the connection was given up"))

    def _send(self, parts: list[Part]) -> None:
        if parts:
            transport = cast(Any, self.transport)
            part = parts[0]
            if len(parts) == 1 and isinstance(part, bytes):
                transport.write(part)
            elif all(isinstance(part, bytes) for part in parts):
                transport.writeSequence(parts)
            else:
                transport.write(join_parts(parts))

    def _stop_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None and timer.active():
            timer.cancel()

    def _abort(self) -> None:
        self._timer = None
        cast(Any, self.transport).abortConnection()
