"""One broker, as a client sees it: a connection that is made when somebody wants something, and made again for as long as somebody does.

The states, and what leads from one to the next (`_MOVES` holds it)::

    IDLE ──(a request)──> CONNECTING ──(the greeting is done)──> READY
      ^  ^                  │      ^                               │
      │  │       (it failed)│      │(the time is over)             │(lost)
      │  │                  v      │                               v
      │  └──(nobody waits)── BACKING_OFF <──(somebody waits)───────┤
      └─────────────────────────────────────────(nobody waits)─────┘
    any ──(close)──> CLOSED

1. Requests wait in one queue while there is no connection, while it authenticates again, and while `max_in_flight` are unanswered; they
   leave in their order. Each has a time limit of its own, over waiting and answer together; then it fails with `RequestTimedOut`, which
   tells the last reason why there was no connection.
2. A request that was sent and not answered in time ends the connection: the broker answers in order, so everything behind it waits too.
3. When the connection is lost, what was sent fails at once (whether it was done nobody knows: to send it again is for the caller to
   decide); what was not sent waits for the next connection. Only when broker and client do not accept each other
   (`AuthenticationFailed`) all fail.
4. After a failure the next attempt waits ``reconnect_backoff_ms``, doubled with every further one up to ``reconnect_backoff_max_ms``,
   ± 20 % so that a thousand clients do not come back in one moment. Only an answer to a request of the user ends the row: a broker that
   accepts connections and drops them is left alone like one that refuses. Names are resolved again on each try.
"""

from __future__ import annotations

import collections
import enum
import random as random_module
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from twisted.internet import error, protocol
from twisted.internet.defer import CancelledError, Deferred, fail, succeed
from twisted.python.failure import Failure

from klog.errors import ErrorCode, KlogError
from klog.net.api_ranges import ApiRanges
from klog.net.client.errors import (
    AuthenticationFailed,
    BrokerUnreachable,
    ClientError,
    ConnectionClosed,
    RequestTimedOut,
    address_of,
)
from klog.net.client.protocol import ClientProtocol
from klog.net.client.session import Answers, ClientSession
from klog.net.connection_log import log_of
from klog.net.connection_settings import ConnectionSettings as ConnectionSettings
from klog.net.dialling import dial
from klog.net.security import PLAINTEXT, Security
from klog.retry_policy import jittered_ms
from klog.wire.primitives import EncodeError
from klog.wire.schema import Message

if TYPE_CHECKING:
    from klog.net.client.tls import TlsClient


class State(enum.Enum):
    """See the picture above."""

    IDLE = "idle"
    CONNECTING = "connecting"
    READY = "ready"
    BACKING_OFF = "backing off"
    CLOSED = "closed"


#: By a name of this module, for what is asked with each request: that of an enumeration's class takes as long as a call.
_READY = State.READY
_MOVES: dict[State, frozenset[State]] = {
    State.IDLE: frozenset({State.CONNECTING, State.BACKING_OFF, State.CLOSED}),
    State.CONNECTING: frozenset({State.READY, State.IDLE, State.BACKING_OFF, State.CLOSED}),
    State.READY: frozenset({State.IDLE, State.BACKING_OFF, State.CLOSED}),
    State.BACKING_OFF: frozenset({State.CONNECTING, State.IDLE, State.CLOSED}),
    State.CLOSED: frozenset(),
}


class Observer(Protocol):
    """Who counts what connections do. None of these fails, waits, or is called per record."""

    def connected(self, address: str) -> None:
        """A connection is ready for requests."""

    def disconnected(self, address: str, why: str) -> None:
        """A connection that was ready has ended."""

    def received(self, count: int) -> None:
        """Count bytes that were received."""

    def answered(self, address: str, api: str, size_bytes: int, seconds: float, throttle_ms: int) -> None:
        """A request of `size_bytes` was answered, `seconds` after it was sent."""

    def unanswered(self, address: str, api: str, size_bytes: int, why: str) -> None:
        """A request failed, whether it was sent (`size_bytes`) or not (0), and whether somebody still waited for it or not."""


class _Pending:
    """One request until its Deferred has fired."""

    __slots__ = (
        "at_least",
        "at_most",
        "deferred",
        "expects_answer",
        "is_counted",
        "message",
        "patient",
        "sent_s",
        "size_bytes",
        "timeout_ms",
        "timer",
        "version",
    )

    def __init__(
        self,
        message: Message,
        version: int | None,
        at_least: int,
        at_most: int | None,
        expects_answer: bool,
        patient: bool,
        timeout_ms: int,
    ) -> None:
        self.message = message
        self.version = version
        self.at_least = at_least
        self.at_most = at_most
        self.expects_answer = expects_answer
        self.patient = patient
        self.timeout_ms = timeout_ms
        self.timer: Any = None
        self.deferred: Deferred[Any] | None = None
        #: When it was sent, and how large it is; 0 before.
        self.sent_s = 0.0
        self.size_bytes = 0
        #: Whether the observer knows that it failed.
        self.is_counted = False

    @property
    def name(self) -> str:
        return type(self.message).__name__.removesuffix("Request")

    def take(self) -> Deferred[Any] | None:
        """The Deferred, to be fired now; None where it has fired."""
        timer, self.timer = self.timer, None
        if timer is not None and timer.active():
            timer.cancel()
        deferred, self.deferred = self.deferred, None
        return deferred


class BrokerConnection:
    """See above.

    ::

        connection = BrokerConnection(reactor, "localhost", 9092)
        answer = await connection.request(MetadataRequest(topics=None))
        await connection.close()

    :param reactor: `IReactorTCP`, `IReactorTime` and `IReactorPluggableNameResolver`.
    :param host: a name or an IP address.
    :param security: checked settings.
    :param client_id: sent with every request.
    :param random: for jitter.
    :param assumed_versions: by API key the version that is sent, where the broker is not asked what it speaks, as brokers among themselves
        do (`klog.replication.inter_broker_versions`); None: it is asked.
    :param make_tls: makes TLS for one attempt, of host and address; where None it is made of `security`.
    """

    def __init__(
        self,
        reactor: Any,
        host: str,
        port: int,
        *,
        security: Security = PLAINTEXT,
        client_id: str | None = "klog",
        settings: ConnectionSettings = ConnectionSettings(),  # noqa: B008 (frozen)
        random: random_module.Random | None = None,
        assumed_versions: Mapping[int, int] | None = None,
        make_tls: Callable[[str, str], TlsClient] | None = None,
    ) -> None:
        self.host, self.port = host, port
        self.address = address_of(host, port)
        self.settings = settings
        #: Called with the reason when a connection that was ready is lost; not after `close`.
        self.on_lost: Callable[[KlogError], None] | None = None
        #: Set by whoever wants to count.
        self.observer: Observer | None = None
        #: Why there is no connection; None while there is one, and before the first attempt.
        self.last_error: ClientError | None = None
        self._reactor = reactor
        self._security = security
        self._client_id = client_id
        self._assumed_versions = assumed_versions
        self._make_tls = make_tls
        self._random = random or random_module.Random()
        self._log = log_of(reactor)
        self._log.join()
        self._state = State.IDLE
        self._queue: collections.OrderedDict[_Pending, None] = collections.OrderedDict()
        self._sent: dict[int, _Pending] = {}
        self._wants_ready: list[Deferred[ApiRanges]] = []
        self._protocol: ClientProtocol | None = None
        self._closing: list[Deferred[None]] = []
        self._is_sending = False
        # Of the attempt that is under way.
        self._attempt: Deferred[Any] | None = None
        self._attempt_number = 0
        self._timer: Any = None
        # Attempts that failed since the last answer, and when the next one may begin.
        self._failures = 0
        self._not_before = float("-inf")

    # -- what it tells

    @property
    def state(self) -> State:
        """Where it stands."""
        return self._state

    @property
    def in_flight(self) -> int:
        """Requests that were sent and not answered yet."""
        return len(self._sent)

    @property
    def queued(self) -> int:
        """Requests that wait here."""
        return len(self._queue)

    @property
    def versions(self) -> ApiRanges | None:
        """What the broker speaks; None while there is no connection."""
        return self._protocol.session.versions if self._state is _READY and self._protocol is not None else None

    # -- what it does

    def request(
        self,
        message: Message,
        *,
        version: int | None = None,
        at_least: int = 0,
        at_most: int | None = None,
        timeout_ms: int | None = None,
        expects_answer: bool = True,
        patient: bool = True,
    ) -> Deferred[Any]:
        """Ask the broker; connects where needed.

        :param version: exactly this one; else the highest that both speak.
        :param at_least, at_most: the lowest and the highest that is wanted.
        :param timeout_ms: from now to the answer; ``request_timeout_ms`` where None.
        :param expects_answer: False for Produce with acks 0: fires with None when the request was sent.
        :param patient: False: fails as soon as one attempt to connect has failed, instead of waiting for the next.
        :returns: fires with the response; fails with one of `klog.net.client.errors` or `KlogError` UNSUPPORTED_VERSION. May be cancelled.
        """
        if self._state is State.CLOSED:
            return fail(ConnectionClosed(self.address, "is not asked any more: the client was closed"))
        limit = self.settings.request_timeout_ms if timeout_ms is None else timeout_ms
        pending = _Pending(message, version, at_least, at_most, expects_answer, patient, limit)
        deferred: Deferred[Any] = Deferred(lambda _: self._cancelled(pending))
        pending.deferred = deferred
        pending.timer = self._reactor.callLater(limit / 1000, self._timed_out, pending)
        self._queue[pending] = None
        self._go()
        return deferred

    def ready(self) -> Deferred[ApiRanges]:
        """Fires with what the broker speaks when it is connected; fails when the attempt that is under way, or the next one, fails."""
        if self._state is State.CLOSED:
            return fail(ConnectionClosed(self.address, "is not asked any more: the client was closed"))
        if self._state is State.READY:
            assert self._protocol is not None
            return succeed(self._protocol.session.versions)
        deferred: Deferred[ApiRanges] = Deferred(self._not_wanted)
        self._wants_ready.append(deferred)
        self._go()
        return deferred

    def close(self) -> Deferred[None]:
        """Fail what waits, send what was written, and end; fires when the transport is gone. No attempt follows."""
        done: Deferred[None] = Deferred()
        if self._state is State.CLOSED:
            if not self._closing:
                return succeed(None)
            self._closing.append(done)
            return done
        attempt, old, was_ready = self._attempt, self._protocol, self._state is State.READY
        self._attempt = self._protocol = None
        self._enter(State.CLOSED)
        self._stop_timer()
        self._log.leave()
        self._closing.append(done)
        if old is not None:
            old.on_gone = self._gone
            old.close()
        if attempt is not None and not attempt.called:
            attempt.cancel()
        self._fail_all(ConnectionClosed(self.address, "was left: the client was closed"), unsent=True, waiting=True)
        if was_ready and self.observer is not None:
            self.observer.disconnected(self.address, "the client was closed")
        if old is None:
            self._gone()
        return done

    def _gone(self) -> None:
        closing, self._closing = self._closing, []
        for done in closing:
            done.callback(None)

    # -- requests

    def _go(self) -> None:
        """Do what can be done now."""
        if self._state is _READY:
            self._send()
        elif self._state is State.IDLE and (self._queue or self._wants_ready):
            wait_s = self._not_before - self._reactor.seconds()
            if wait_s > 0:
                self._enter(State.BACKING_OFF)
                self._timer = self._reactor.callLater(wait_s, self._begin)
            else:
                self._begin()

    def _send(self) -> None:
        if self._is_sending:
            return
        self._is_sending = True
        try:
            while self._queue and len(self._sent) < self.settings.max_in_flight:
                connected = self._protocol
                if connected is None or not connected.ready:
                    return
                self._send_one(connected, self._queue.popitem(last=False)[0])
        finally:
            self._is_sending = False

    def _send_one(self, connected: ClientProtocol, pending: _Pending) -> None:
        versions, kind = connected.session.versions, type(pending.message)
        before = connected.sent_bytes
        try:
            if pending.version is None:
                version = versions.choose(kind, pending.at_most, pending.at_least)
            else:
                version = versions.check(kind, pending.version)
            correlation_id = connected.request(pending.message, version, pending.expects_answer)
        except KlogError as refused:
            self._errback(pending, refused)
        except EncodeError as wrong:
            self._errback(pending, KlogError(ErrorCode.INVALID_REQUEST, f"{pending.name} cannot be sent to {self.address}: {wrong}"))
        except Exception:
            self._errback(pending, Failure())  # type: ignore[no-untyped-call]
        else:
            pending.sent_s, pending.size_bytes = self._reactor.seconds(), connected.sent_bytes - before
            if pending.expects_answer:
                self._sent[correlation_id] = pending
            else:
                if self.observer is not None:
                    self.observer.answered(self.address, pending.name, pending.size_bytes, 0.0, 0)
                deferred = pending.take()
                if deferred is not None:
                    deferred.callback(None)

    def _errback(self, pending: _Pending, why: KlogError | Failure) -> None:
        deferred = pending.take()
        # What was sent is lost also where nobody wants it any more.
        if not pending.is_counted and (deferred is not None or pending.size_bytes):
            pending.is_counted = True
            if self.observer is not None:
                reason = str(why.value if isinstance(why, Failure) else why)
                self.observer.unanswered(self.address, pending.name, pending.size_bytes, reason)
        if deferred is not None:
            deferred.errback(why)

    def _cancelled(self, pending: _Pending) -> None:
        if pending in self._queue:
            del self._queue[pending]
            pending.take()
            self._rest()
        else:
            # Its answer is still due, and dropped when it comes; that it comes in time is still watched.
            pending.deferred = None

    def _not_wanted(self, deferred: Deferred[ApiRanges]) -> None:
        if deferred in self._wants_ready:
            self._wants_ready.remove(deferred)
        self._rest()

    def _timed_out(self, pending: _Pending) -> None:
        pending.timer = None
        limit = f"within {pending.timeout_ms / 1000:g} s"
        if pending in self._queue:
            del self._queue[pending]
            if self._state is State.READY:
                self._errback(
                    pending, RequestTimedOut(self.address, f"was not asked {pending.name} {limit}: earlier requests are unanswered")
                )
            else:
                why = f"; it {self.last_error.predicate}" if self.last_error is not None else ""
                self._errback(pending, RequestTimedOut(self.address, f"could not be asked {pending.name} {limit}{why}"))
            self._rest()
            return
        connected = self._protocol
        self._errback(pending, RequestTimedOut(self.address, f"did not answer {pending.name} {limit}"))
        if connected is not None and connected is self._protocol:
            connected.fail(BrokerUnreachable(self.address, f"did not answer {pending.name} {limit}, so the connection was given up"))

    def _rest(self) -> None:
        """Wait for the next attempt only while somebody wants something."""
        if self._state is State.BACKING_OFF and not self._queue and not self._wants_ready:
            self._stop_timer()
            self._enter(State.IDLE)

    def _fail_all(self, why: KlogError, *, unsent: bool, waiting: bool) -> None:
        victims = list(self._sent.values())
        self._sent.clear()
        for pending in list(self._queue):
            if unsent or (waiting and not pending.patient):
                del self._queue[pending]
                victims.append(pending)
        wanting: list[Deferred[ApiRanges]] = []
        if waiting:
            wanting, self._wants_ready = self._wants_ready, []
        for pending in victims:
            self._errback(pending, why)
        for deferred in wanting:
            if not deferred.called:
                deferred.errback(why)

    # -- the connection

    def _enter(self, state: State) -> None:
        assert state in _MOVES[self._state], f"{self._state} -> {state}"
        self._state = state

    def _stop_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None and timer.active():
            timer.cancel()

    def _begin(self) -> None:
        """One attempt."""
        self._timer = None
        self._enter(State.CONNECTING)
        self._attempt_number += 1
        number = self._attempt_number
        timeout_s = self.settings.connect_timeout_ms / 1000
        session = ClientSession(self._security, self._client_id, self.address, self.settings.max_response_bytes, self._assumed_versions)
        try:
            tls = self._tls_of_attempt() if self._security.uses_tls else None
        except ClientError as unusable:
            self._over(unusable)
            return
        factory: Any = _Factory(lambda: self._make_protocol(session, tls, number))
        if tls is not None:
            # It loads OpenSSL, too.
            from klog.net.encrypted_transport import EncryptedFactory

            factory = EncryptedFactory(tls, True, factory, self._reactor)
        self._timer = self._reactor.callLater(timeout_s, self._took_too_long, session)
        # Longer than ours, so that only one of them speaks.
        attempt = self._attempt = dial(self._reactor, self.host, self.port, factory, timeout_s + 1)
        attempt.addErrback(self._not_connected, number)

    def _tls_of_attempt(self) -> TlsClient:
        """TLS for one attempt, imported here: it loads OpenSSL (`klog.net.twisted_without_openssl`)."""
        if self._make_tls is not None:
            return self._make_tls(self.host, self.address)
        from klog.net.client.tls import TlsClient

        return TlsClient(self._security, self.host, self.address)

    def _make_protocol(self, session: ClientSession, tls: TlsClient | None, number: int) -> ClientProtocol:
        made = ClientProtocol(self._reactor, session, _Attempt(self, number), tls, self.settings.connect_timeout_ms / 1000)
        if number == self._attempt_number and self._state is State.CONNECTING:
            self._protocol = made
        return made

    def _not_connected(self, failure: Failure, number: int) -> None:
        if number == self._attempt_number and self._state is State.CONNECTING and self._protocol is None:
            self._over(BrokerUnreachable(self.address, _why_not(failure.value or Exception())))

    def _took_too_long(self, session: ClientSession) -> None:
        self._timer = None
        limit = f"within {self.settings.connect_timeout_ms / 1000:g} s"
        connected, attempt = self._protocol, self._attempt
        if connected is not None:
            waiting = "the TLS handshake" if session.phase.name == "NEW" else session.phase.value.removeprefix("waiting for ")
            connected.fail(BrokerUnreachable(self.address, f"accepted the connection, but {waiting} did not come {limit}"))
            return
        self._over(BrokerUnreachable(self.address, f"did not answer {limit}"))
        if attempt is not None and not attempt.called:
            attempt.cancel()

    def _over(self, why: ClientError) -> None:
        """The attempt has failed, or the connection is lost."""
        was_ready = self._state is State.READY
        # A broker may close what nobody uses.
        is_quiet = was_ready and type(why) is BrokerUnreachable and not (self._sent or self._queue or self._failures)
        self._protocol = self._attempt = None
        self._stop_timer()
        self._enter(State.IDLE)
        self.last_error = why
        if not is_quiet:
            self._failures += 1
            self._not_before = self._reactor.seconds() + backoff_s(self.settings, self._failures, self._random)
            self._log.lost(self.address, str(why.message))
        refused = isinstance(why, AuthenticationFailed)
        self._fail_all(why, unsent=refused, waiting=not was_ready or refused)
        if was_ready and self.observer is not None:
            self.observer.disconnected(self.address, str(why.message))
        if was_ready and self.on_lost is not None and self._state is not State.CLOSED:
            self.on_lost(why)
        self._go()

    # -- what the protocol of the present attempt tells

    def session_ready(self) -> None:
        """Connected, or authenticated again."""
        if self._state is State.CONNECTING:
            self._stop_timer()
            self._attempt = None
            self._enter(State.READY)
            self.last_error = None
            self._log.back(self.address)
            assert self._protocol is not None
            versions = self._protocol.session.versions
            # First: whoever waits may close this connection, which is told, too.
            if self.observer is not None:
                self.observer.connected(self.address)
            wanting, self._wants_ready = self._wants_ready, []
            for deferred in wanting:
                # Whoever is told may cancel the others.
                if not deferred.called:
                    deferred.callback(versions)
        self._go()

    def session_answered(self, answers: Answers) -> None:
        """Answers to what was sent."""
        self._failures = 0
        observer, connected = self.observer, self._protocol
        now_s = 0.0
        if observer is not None and connected is not None:
            count, connected.received_bytes = connected.received_bytes, 0
            observer.received(count)
            now_s = self._reactor.seconds()
        for correlation_id, message in answers:
            pending = self._sent.pop(correlation_id, None)
            if pending is not None:
                if observer is not None:
                    throttle_ms = getattr(message, "throttle_time_ms", 0)
                    observer.answered(self.address, pending.name, pending.size_bytes, now_s - pending.sent_s, throttle_ms)
                deferred = pending.take()
                if deferred is not None:
                    deferred.callback(message)
        self._go()

    def session_drained(self) -> None:
        """The transport takes more."""
        self._go()

    def session_lost(self, why: ClientError) -> None:
        """The connection is over."""
        self._over(why)


class _Factory(protocol.Factory):
    noisy = False

    def __init__(self, make: Callable[[], ClientProtocol]) -> None:
        self._make = make

    def buildProtocol(self, addr: Any) -> ClientProtocol:
        return self._make()


class _Attempt:
    """Passes on what the protocol of one attempt tells while it is the present one."""

    def __init__(self, connection: BrokerConnection, number: int) -> None:
        self._connection = connection
        self._number = number

    @property
    def _is_present(self) -> bool:
        connection = self._connection
        return connection._attempt_number == self._number and connection._state in (State.CONNECTING, State.READY)

    def session_ready(self) -> None:
        if self._is_present:
            self._connection.session_ready()

    def session_answered(self, answers: Answers) -> None:
        if self._is_present:
            self._connection.session_answered(answers)

    def session_drained(self) -> None:
        if self._is_present:
            self._connection.session_drained()

    def session_lost(self, why: ClientError) -> None:
        if self._is_present:
            self._connection.session_lost(why)


def backoff_s(settings: ConnectionSettings, failures: int, random: random_module.Random) -> float:
    """Seconds until the next attempt, after `failures` in a row (at least one)."""
    return jittered_ms(settings.reconnect_backoff_ms, settings.reconnect_backoff_max_ms, failures - 1, random) / 1000


_REASONS: tuple[tuple[type[BaseException], str], ...] = (
    (error.ConnectionRefusedError, "refused the connection"),
    (error.DNSLookupError, "cannot be found: the name does not resolve"),
    (error.NoRouteError, "cannot be reached: there is no route to it"),
    (error.TimeoutError, "did not answer in time"),
    (CancelledError, "did not answer in time"),
    (ValueError, "cannot be found: this is no host name"),
)


def _why_not(cause: BaseException) -> str:
    for kind, words in _REASONS:
        if isinstance(cause, kind):
            return words
    return f"cannot be connected to: {' '.join(str(cause).split())[:200] or type(cause).__name__}"
