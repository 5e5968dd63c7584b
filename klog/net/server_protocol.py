"""One client's connection: a thin Twisted `Protocol` around `klog.wire.server.ServerConnection`.

What one read brings is handed to the dispatcher as one run; only of requests whose answers may be large (all but Produce and Fetch)
there are few in a run, so that 64 KiB of tiny requests cannot ask for gigabytes before anybody looks at what is unsent. A Fetch whose
records are converted for an old client is a run of its own; nothing behind it, or behind other answers that are made in steps, is handed
out before they are answered. Answers come back with `answer` (which says what may leave now, in the order of the requests) and leave with
`send`. The connection is not read while any of `Pause` holds; nothing is ever dropped, the client's own TCP window makes it wait.

On a listener that asks for SASL, requests are handed out one by one until the client has shown who he is, and none that does not belong
there (`klog.net.authentication`); afterwards the connection is as any other, until its session ends or it shows again who it is: a
SaslHandshake is a run of its own, and what stands behind it is handed out one by one again.

A client's mistake is one line in the log and the end of the connection, after the answers to what it asked before; the line says what it
looked like (a TLS hello, HTTP, an impossible length).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from twisted.internet import protocol
from twisted.internet.interfaces import IAddress, IDelayedCall, IHandshakeListener
from twisted.logger import Logger
from twisted.python.failure import Failure
from zope.interface import implementer

from klog.memory_budget import Holding
from klog.net.addresses import shortest_address
from klog.net.authentication import MAX_FRAME_BYTES, SASL_HANDSHAKE, AuthenticationRefused, FailedLogin, SaslPolicy, SaslSession
from klog.net.connection_info import ConnectionInfo
from klog.net.connections import Connections
from klog.net.gathering import GATHER_S, Gathering
from klog.net.held_requests import HeldRequests
from klog.net.principal import Principal
from klog.net.read_ahead import ReadAhead
from klog.net.sendfile import PartSender
from klog.net.tls_refusals import MISSES_CERTIFICATE, tls_refusal
from klog.net.transport_probes import choose_sendfile
from klog.span import Part
from klog.wire.framing import refuse_request, refuse_unknown
from klog.wire.primitives import WireError
from klog.wire.repeated_requests import AGAIN_BYTES, Rights, SameAgain
from klog.wire.server import Request, ServerConnection


class Dispatch(Protocol):
    """What requests are handed to (``klog.broker.dispatch.Dispatcher``)."""

    def __call__(self, connection: BrokerProtocol, requests: Sequence[Request]) -> None:
        """Handle requests that arrived together: each gets exactly one `BrokerProtocol.answer`, now or later. Must not raise."""

    def connection_lost(self, connection: BrokerProtocol) -> None:
        """The connection is gone; nobody waits for its answers."""


if TYPE_CHECKING:
    from klog.net.revocation import ShownCertificate

#: Told of each failed login.
LoginFailed = Callable[[FailedLogin], None]


class Pause(enum.Flag):
    """Why a connection is not read."""

    #: Too many requests without an answer.
    IN_FLIGHT = enum.auto()
    #: Too many answers that the client does not take.
    UNSENT = enum.auto()
    #: All connections hold too much memory together.
    MEMORY = enum.auto()
    #: A request whose large answer is made in memory, bit by bit, is under way: a Fetch that is converted, or all of the metadata.
    CONVERTING = enum.auto()
    #: Requests that were read have not been handed out yet, for one of the reasons above.
    HELD = enum.auto()
    #: It is about to be closed.
    ENDING = enum.auto()
    #: Nobody waits for an answer, and more comes in a moment (`klog.net.gathering`).
    GATHERING = enum.auto()


_NONE = Pause(0)
#: No requests are handed out while one of these holds.
_HOLDING = Pause.IN_FLIGHT | Pause.UNSENT | Pause.CONVERTING
_HOLDING_OR_HELD = _HOLDING | Pause.HELD
_NOT_FOR_MEMORY = _HOLDING_OR_HELD | Pause.ENDING
#: Produce's answers are small and Fetch's are in files: any number of them makes a run.
_CHEAP_ANSWERS = frozenset({0, 1})
#: Metadata and DescribeLogDirs: where they tell of thousands of partitions, that is done in steps.
_MADE_SLOWLY = frozenset({3, 35})
#: Of others, so many.
_RUN_OF_OTHERS = 8
#: Fetch gives records as they are stored from this version on.
_FETCH = 1
_FETCH_AS_STORED = 4


class Counts(Protocol):
    """A number that goes up (``klog.metrics.Counter``)."""

    value: int


class _NoCount:
    value = 0


_NO_COUNT: Counts = _NoCount()


@implementer(IHandshakeListener)
class BrokerProtocol(protocol.Protocol):
    """The server's end of one connection.

    :param listener: its listener's name.
    :param dispatch: see `Dispatch`.
    :param connections: what it shares with the others.
    :param read_ahead: see `PartSender`.
    :param sasl: how clients show who they are; None: they need not.
    :param name_of_subject: from the name in a client's certificate to its principal's; may raise ValueError, which ends the connection.
    :param login_failed: told of who has not shown who it is, besides the log.
    :param is_for_brokers: whether brokers do not share the listener with clients (see `Connections.admit`).
    """

    _log = Logger()
    info: ConnectionInfo
    _sender: PartSender

    def __init__(
        self,
        listener: str,
        dispatch: Dispatch,
        connections: Connections,
        read_ahead: ReadAhead | None = None,
        sasl: SaslPolicy | None = None,
        name_of_subject: Callable[[str], str] = str,
        login_failed: LoginFailed | None = None,
        is_for_brokers: bool = False,
    ) -> None:
        self._listener = listener
        self._name_of_subject = name_of_subject
        self._login_failed = login_failed
        self.is_for_brokers = is_for_brokers
        #: OpenSSL's connection, until its handshake is over; None without TLS.
        self._handshake: Any = None
        #: What the client has shown in its TLS handshake; None where it has shown none.
        self.certificate: ShownCertificate | None = None
        self._sasl = sasl
        self._session: SaslSession | None = None
        # When the client must have ended the handshake of TLS, or have shown who he is by SASL, at first; and when he must show it again.
        self._session_timer: IDelayedCall | None = None
        self._dispatch = dispatch
        self._connections = connections
        self._read_ahead = read_ahead
        self._memory = connections.memory
        self._pressure = connections.memory_pressure
        self._server = ServerConnection(connections.limits.max_frame_bytes, connections.memory)
        self._frames = self._server.frames
        self._max_in_flight = connections.limits.max_in_flight_requests
        self._pauses = _NONE
        self._held = HeldRequests(connections.memory)
        # What requests hold whose answers come later.
        self._parked: dict[Request, int] = {}
        self._parked_holding = Holding(connections.memory)
        self._converting: Request | None = None
        # The last request, while nothing else is under way and it may come again with the same bytes; and what may become that.
        self._again: SameAgain | None = None
        self._candidate: SameAgain | None = None
        self._again_count = _NO_COUNT
        # Made where a request comes to which there is no answer, and gone with the next answer; and whether one was sent since that was
        # looked at.
        self._gathering: Gathering | None = None
        self._gathered: IDelayedCall | None = None
        self._has_sent = False
        #: For the sweep.
        self.received_bytes = 0
        self.received_requests = 0
        self._lost = False

    # -- Twisted's side

    def connectionMade(self) -> None:
        """Find out who it is, and take part."""
        transport = cast(Any, self.transport)
        local, peer = transport.getHost(), transport.getPeer()
        self.info = ConnectionInfo(self._listener, shortest_address(local.host), local.port, shortest_address(peer.host), peer.port)
        self.peer_host = self.info.peer_host
        handle = transport.getHandle() if hasattr(transport, "getHandle") else None
        # Recognised by its module, as in `tls_refusals`.
        if type(handle).__module__.startswith("OpenSSL"):
            self._handshake = handle
        transport.setTcpNoDelay(True)
        transport.setTcpKeepAlive(True)
        limits = self._connections.limits
        self._sender = PartSender(
            transport,
            self._connections.clock,
            sendfile=choose_sendfile(transport),
            read_ahead=self._read_ahead,
            memory=self._connections.memory,
            steps=self._connections.file_steps,
            high_watermark_bytes=limits.unsent_high_bytes,
            low_watermark_bytes=limits.unsent_low_bytes,
            write_stall_timeout_ms=limits.write_stall_timeout_ms,
            on_full=lambda: self._pause(Pause.UNSENT),
            on_drained=lambda: self._go_on(Pause.UNSENT),
            on_abort=lambda reason: self._tell("aborted", reason),
        )
        if self._sasl is not None:
            self._ask_who_it_is(self._sasl)
        elif self._handshake is not None:
            timeout_ms = limits.handshake_timeout_ms
            self._session_timer = self._connections.clock.callLater(
                timeout_ms / 1000, self.too_slow, f"did not end the handshake of TLS within {timeout_ms} ms"
            )
        self._connections.add(self)

    def handshakeCompleted(self) -> None:
        """TLS is established, and no request has been read: find out whose certificate was shown, where one was. With SASL it does not say
        who it is."""
        handshake, self._handshake = self._handshake, None
        if self._session is None:
            self._stop_session_timer()
        certificate = cast(Any, self.transport).getPeerCertificate()
        if certificate is None:
            return
        # Loaded already, for it is a TLS listener.
        from klog.net.revocation import ShownCertificate
        from klog.net.tls import subject_name

        subject = None
        try:
            subject = subject_name(certificate)
            self.certificate = ShownCertificate.of(certificate, subject, handshake.get_verified_chain() or ())
            if self._session is not None:
                return
            name = self._name_of_subject(subject)
            if not name:
                # ``User:`` would be everybody whose certificate has no name.
                raise ValueError("no name is left of it")
            self.info.principal = Principal("User", name)
        except ValueError as error:
            reason = f"the subject of the client's certificate names nobody: {error}"
            self._tell("aborted", reason)
            self._tell_login_failed("TLS", subject, reason)
            self.abort()

    def dataReceived(self, data: bytes) -> None:
        """What one read of the socket has brought."""
        if self._pauses is not _NONE and self._pauses & Pause.ENDING:
            # What TLS had decrypted already.
            return
        self.received_bytes += len(data)
        again = self._again
        if again is not None:
            if self._sender.is_free:
                answer = again.match(data)
                if answer is not None:
                    self.received_requests += 1
                    self._again_count.value += 1
                    self._sender.send((answer,))
                    self._gathering = None
                    return
            self._again = None
        if self._session is not None and self._session.travels_bare:
            self._received_tokens(data)
            return
        requests = self._server.receive(data)
        self._received(requests)
        if requests:
            if self._has_sent or self._server.queue:
                # Somebody waits for answers here.
                self._has_sent = False
                self._gathering = None
            elif self._pauses is _NONE:
                self._gather(len(data), len(requests))

    def writable(self) -> memoryview | None:
        """For `klog.net.tcp_transports.BrokerServer`: where the next bytes of a large request belong."""
        # Nearly always there is no half-received request.
        return None if self._frames.buffer is None or self._again is not None else self._server.writable()

    def wrote(self, count: int) -> None:
        """For `klog.net.tcp_transports.BrokerServer`: `count` bytes were received into `writable`."""
        self.received_bytes += count
        self._received(self._server.wrote(count))

    def connectionLost(self, reason: Failure = protocol.connectionDone) -> None:
        """Give everything back."""
        if self._lost:
            return
        self._lost = True
        if not self.received_bytes:
            self._tell_tls_refusal(reason.value)
        self._again = self._candidate = None
        self._stop_session_timer()
        gathered, self._gathered = self._gathered, None
        _stop(gathered)
        self._sender.stop()
        self._let_go()
        self._server.discard()
        self._connections.remove(self)
        self._dispatch.connection_lost(self)

    def _tell_tls_refusal(self, error: BaseException | None) -> None:
        """Of a handshake that ended with `error`, if it was one."""
        handshake, self._handshake = self._handshake, None
        sentence = tls_refusal(error)
        if sentence is None:
            return
        refused = None
        if handshake is not None:
            # Loaded already, for it is a TLS listener.
            from klog.net.tls import refused_certificate

            refused = refused_certificate(handshake)
        if refused is not None:
            sentence = f"{sentence}: {refused.reason}"
        self._tell("closed", sentence)
        if refused is not None or MISSES_CERTIFICATE in sentence:
            self._tell_login_failed("TLS", None if refused is None else refused.subject, sentence)

    # -- the dispatcher's side

    @property
    def is_lost(self) -> bool:
        """Whether the connection is gone."""
        return self._lost

    def answer(self, request: Request, message: Any) -> list[Part]:
        """What may be sent now that `request` has its answer, in request order; `message` is None for "no answer".

        :raises WireError: the message cannot be written in the request's version; it may be answered with another one.
        """
        parts = self._server.answer(request, message)
        if self._parked:
            self._parked_holding.add(-self._parked.pop(request, 0))
        if self._pauses is not _NONE:
            self._look_again()
        return parts

    def answer_run(self, requests: Sequence[Request], answers: Sequence[bytes | None]) -> list[Part]:
        """As `answer` for one after the other, for answers that are ready to be sent (or None)."""
        parts = self._server.answer_run(requests, answers)
        if self._pauses is not _NONE:
            self._look_again()
        return parts

    def park(self, request: Request, held_bytes: int) -> None:
        """The answer to `request` comes later. The frame is let go of; what waits for the answer holds `held_bytes` until then."""
        request.let_go()
        if not self._lost:
            self._parked[request] = held_bytes
            self._parked_holding.add(held_bytes)

    def learn(self, request: Request, message: Any) -> None:
        """`request` is a Produce request that was decoded as `message`: the next one like it shall come as a `Repeat`."""
        self._server.repeats.learn(request, message)

    def withdraw(self, is_refused: Callable[[Request], bool]) -> Request | None:
        """See `ServerConnection.withdraw`; the connection must be closed where it gives a request."""
        return self._server.withdraw(is_refused)

    def expect_again(
        self, request: Request, answer: Callable[[bytes], bytes | None], count: Counts, rights: Rights, generation: int
    ) -> None:
        """The bytes of `request`, which is being answered, may come again: then `answer` is asked instead of the dispatcher, and `count`
        goes up by one. Holds until anything else is received, the connection is not read for a while, or the generation of `rights` is no
        longer `generation`. Long requests are not kept, nor what was answered and waits for its turn."""
        if 0 < request.size <= AGAIN_BYTES:
            self._candidate = SameAgain(request.body, answer, rights, generation)
            self._again_count = count

    def send(self, parts: Sequence[Part]) -> None:
        """Send behind everything sent before. Does nothing once the connection is closed or lost."""
        self._has_sent = True
        self._sender.send(parts)

    def close(self, sentence: str) -> None:
        """Disconnect after what was sent, with one line in the log."""
        if not self._lost and not self._sender.is_closing:
            self._tell("closed", sentence)
            self._held.clear()
            self._pause(Pause.ENDING)
            self._sender.close()

    # -- reading

    def _look_again(self) -> None:
        """Something was answered while the connection is not read."""
        in_flight = self._server.in_flight
        if self._pauses & Pause.IN_FLIGHT and in_flight - len(self._held) <= self._max_in_flight // 2:
            self._go_on(Pause.IN_FLIGHT)
        if self._converting is not None and self._converting.is_answered:
            self._converting = None
            self._go_on(Pause.CONVERTING)
        if not in_flight and self._pauses & Pause.ENDING:
            # The parts are still in the caller's hands.
            self._connections.clock.callLater(0, self._close_when_answered)

    def _received(self, requests: list[Request]) -> None:
        if requests:
            self.received_requests += len(requests)
            if self._session is not None and not self._session.is_open:
                self._hand_out_one_by_one(self._session, requests)
            elif (len(requests) == 1 or self._are_one_run(requests)) and (self._pauses is _NONE or not self._pauses & _HOLDING_OR_HELD):
                self._hand_out(requests)
            else:
                self._held.extend(requests)
                self._hand_out_held()
        if self._candidate is not None:
            if self._pauses is _NONE and self._server.is_idle and self._sender.is_free:
                self._again = self._candidate
            self._candidate = None
        if self._pressure.now or self._memory.used_bytes > self._memory.ceiling_bytes:
            self._pressure.after_read(self)
        failure = self._server.failure
        if failure is not None and not self._pauses & Pause.ENDING:
            self._tell("closed", str(failure))
            self.finish()

    def _gather(self, read_bytes: int, requests: int) -> None:
        """All that one read has brought is done, and there will be no answer."""
        gathering = self._gathering
        if gathering is None:
            gathering = self._gathering = Gathering()
        clock = self._connections.clock
        # Of what is half received the rest is on its way; and who is read in small pieces, for want of memory, is slow enough.
        read_bytes += self._frames.missing_bytes
        if gathering.is_due(clock.seconds(), read_bytes, requests) and not self._pressure.now and not self._lost:
            self._pause(Pause.GATHERING)
            self._gathered = clock.callLater(GATHER_S, self._go_on, Pause.GATHERING)

    def _are_one_run(self, requests: Sequence[Request]) -> bool:
        """Whether `_next_run` would give all of these, more than one, at once; most of what is long is."""
        if self._session is not None and any(request.api_key == SASL_HANDSHAKE for request in requests):
            return False
        if len(requests) <= _RUN_OF_OTHERS:
            return not any(request.api_key == _FETCH and request.api_version < _FETCH_AS_STORED for request in requests)
        return len(requests) <= self._max_in_flight and all(request.repeat is not None for request in requests)

    def _hand_out(self, requests: Sequence[Request]) -> None:
        try:
            self._dispatch(self, requests)
        except Exception:
            self._log.failure("a mistake of klog's own; the connection of {peer} is aborted", peer=str(self.info))
            self.abort()
        in_flight = len(self._server.queue)
        if in_flight:
            if in_flight > self._max_in_flight and in_flight - len(self._held) > self._max_in_flight:
                self._pause(Pause.IN_FLIGHT)
            for request in reversed(requests):
                key = request.api_key
                if (key in _MADE_SLOWLY or (key == _FETCH and request.api_version < _FETCH_AS_STORED)) and not request.is_answered:
                    self._converting = request
                    self._pause(Pause.CONVERTING)
                    break

    # -- who it is

    def _ask_who_it_is(self, policy: SaslPolicy) -> None:
        clock = self._connections.clock
        self._session = self.info.sasl = SaslSession(policy, clock.seconds, self._identified, self._refused)
        self._frames.max_frame_bytes = min(MAX_FRAME_BYTES, self._frames.max_frame_bytes)
        self._frames.refuse = refuse_unknown
        self._session_timer = clock.callLater(policy.timeout_ms / 1000, self._too_late, policy.timeout_ms)

    def _too_late(self, timeout_ms: int) -> None:
        reason = f"did not show within {timeout_ms} ms who it is, as this listener asks"
        self._tell_session_failed(reason)
        self.too_slow(reason)

    def _tell_session_failed(self, reason: str) -> None:
        session = self._session
        assert session is not None
        self._tell_login_failed(session.asked or None, session.claimed or None, reason)

    def _tell_login_failed(self, mechanism: str | None, claimed: str | None, reason: str) -> None:
        if self._login_failed is not None:
            self._login_failed(FailedLogin(self._listener, self.info.peer_host, mechanism, claimed, reason))

    def _identified(self, principal: Principal) -> None:
        session = self._session
        assert session is not None
        self._stop_session_timer()
        self._frames.max_frame_bytes = self._connections.limits.max_frame_bytes
        self._frames.refuse = refuse_request
        self.info.principal = principal
        if session.ends_at is not None:
            clock = self._connections.clock
            self._session_timer = clock.callLater(max(0.0, session.ends_at - clock.seconds()), self._session_ended)

    def _session_ended(self) -> None:
        """What waits for its answer may not outlive it; who asks for nothing may show again who it is, before it asks for anything else."""
        self._session_timer = None
        self._again = None
        if self._server.in_flight:
            self._tell("aborted", _SESSION_ENDED)
            self.abort()

    def _stop_session_timer(self) -> None:
        timer, self._session_timer = self._session_timer, None
        _stop(timer)

    def _refused(self, reason: str) -> None:
        """Read no more; the request at hand is the last one that is answered. Who only guesses shall not do it fast."""
        assert self._sasl is not None
        self._stop_session_timer()
        self._tell("closed", reason)
        self._tell_session_failed(reason)
        self._pause(Pause.ENDING)
        self._frames.discard()
        self._session_timer = self._connections.clock.callLater(self._sasl.failure_delay_ms / 1000, self._told)

    def _told(self) -> None:
        """The refusal had its time. What waited before it goes on waiting, but not beyond the end of the session that it belongs to."""
        self._session_timer = None
        self._close_when_answered()
        session, sasl = self._session, self._sasl
        assert session is not None and sasl is not None
        if session.ends_at is not None and self._server.in_flight and not self._lost:
            clock = self._connections.clock
            # The answer that is due just now still leaves.
            rest = max(session.ends_at - clock.seconds(), sasl.failure_delay_ms / 1000, 0.1)
            self._session_timer = clock.callLater(rest, self._session_ended)

    def _hand_out_one_by_one(self, session: SaslSession, requests: Sequence[Request]) -> None:
        """Each may decide whether the next one is taken."""
        for position, request in enumerate(requests):
            if session.is_open and not self._pauses & Pause.ENDING:
                self._held.extend(requests[position:])
                self._hand_out_held()
                return
            if not self._pauses & Pause.ENDING and session.admits(request.api_key):
                self._hand_out([request])
                continue
            self._server.forget_from(request)
            if not self._pauses & Pause.ENDING:
                self._refused(_SESSION_ENDED if session.is_over else _NOT_SHOWN.format(request.api_key))
            return

    def _received_tokens(self, data: bytes) -> None:
        """One read, where the tokens of a mechanism come without headers."""
        session = self._session
        assert session is not None
        tokens: list[memoryview] = []
        try:
            self._frames.feed(data, tokens)
        except WireError as error:
            self._tell("closed", str(error))
            self.finish()
            return
        for token in tokens:
            if not session.travels_bare:
                # Whoever is right waits for the answer first.
                self._refused("sent more than its SASL mechanism has")
                return
            try:
                answer, _ = session.authenticate(bytes(token))
            except AuthenticationRefused:
                return
            self._sender.send((len(answer).to_bytes(4, "big") + answer,))

    def _hand_out_held(self) -> None:
        """Hand out what was read, run by run, as long as nothing is against it."""
        session = self._session
        while self._held and (self._pauses is _NONE or not self._pauses & _HOLDING):
            if session is not None and not session.is_open:
                rest: list[Request] = []
                while self._held:
                    rest.append(self._held.popleft())
                self._hand_out_one_by_one(session, rest)
                break
            self._hand_out(self._next_run())
        if self._held:
            self._pause(Pause.HELD)
        elif self._pauses & Pause.HELD:
            self._go_on(Pause.HELD)

    def _next_run(self) -> list[Request]:
        run: list[Request] = []
        others = 0
        while self._held and others < _RUN_OF_OTHERS and len(run) < self._max_in_flight:
            request = self._held.first
            if (request.api_key == _FETCH and request.api_version < _FETCH_AS_STORED) or (
                request.api_key == SASL_HANDSHAKE and self._session is not None
            ):
                # Alone.
                return run or [self._held.popleft()]
            self._held.popleft()
            others += request.api_key not in _CHEAP_ANSWERS
            run.append(request)
        return run

    def _pause(self, why: Pause) -> None:
        before = self._pauses
        self._pauses |= why
        self._again = None
        if not before and not self._lost:
            cast(Any, self.transport).pauseProducing()

    def _go_on(self, why: Pause) -> None:
        before = self._pauses
        self._pauses &= ~why
        if before & _HOLDING and not self._pauses & _HOLDING and self._held:
            # Not from within the dispatcher, which is answering.
            self._connections.clock.callLater(0, self._hand_out_held)
        if before and not self._pauses and not self._lost:
            cast(Any, self.transport).resumeProducing()

    # -- for `Connections`

    @property
    def held_bytes(self) -> int:
        """All that it holds of the memory: requests half received, held back and parked, answers that wait and that are not taken."""
        server = self._server
        return (
            server.frames.held_bytes + server.held_bytes + self._held.held_bytes + self._parked_holding.held_bytes + self._sender.held_bytes
        )

    @property
    def missing_bytes(self) -> int:
        """What is still to come of a half-received request."""
        return self._server.frames.missing_bytes

    @property
    def announced_bytes(self) -> int:
        """How long the half-received request will be."""
        return self._server.frames.announced_bytes

    @property
    def is_half_received(self) -> bool:
        """Whether a request has begun to arrive."""
        return not self._server.frames.is_between_frames

    @property
    def is_quiet(self) -> bool:
        """Whether no request is half received or under way and no answer is unsent."""
        return self._server.frames.is_between_frames and not self._server.in_flight and not self._sender.pending_bytes

    @property
    def is_held_up(self) -> bool:
        """Whether it is not read for reasons other than memory."""
        return bool(self._pauses & _NOT_FOR_MEMORY)

    @property
    def unread_bytes(self) -> int:
        """What has come and waits in the socket; 0 where nobody can tell."""
        return int(getattr(self.transport, "unread_bytes", 0))

    def wait_for_memory(self, wait: bool) -> None:
        """Stop reading, or go on."""
        if wait:
            self._pause(Pause.MEMORY)
        elif self._pauses & Pause.MEMORY:
            self._go_on(Pause.MEMORY)

    def read_at_most(self, count: int | None) -> None:
        """Let no read bring more than `count` bytes; None for as many as are usual."""
        limit = getattr(self.transport, "read_at_most", None)
        if limit is not None and not self._lost:
            limit(count)

    def finish(self) -> None:
        """Read no more; close when all requests under way are answered."""
        self._pause(Pause.ENDING)
        self._server.frames.discard()
        self._close_when_answered()

    def _close_when_answered(self) -> None:
        if not self._lost and not self._server.in_flight:
            self._sender.close()

    def too_slow(self, sentence: str) -> None:
        """Close, with a line in the log; nothing of the half request is kept."""
        self._tell("aborted", sentence)
        self.abort()

    def distrust(self, reason: str) -> None:
        """The certificate that the client has shown counts no more: close at once, with a line in the log."""
        self._tell("aborted", reason)
        self._tell_login_failed("TLS", None if self.certificate is None else self.certificate.subject, reason)
        self.abort()

    def idle(self) -> None:
        """Close: nothing has happened for long."""
        self._log.debug("{peer} on {listener}: idle for too long, closed", peer=str(self.info), listener=self.info.listener)
        self.finish()

    def abort(self) -> None:
        """Close at once."""
        self._let_go()
        self._pause(Pause.ENDING)
        self._sender.abort()

    def _let_go(self) -> None:
        """Of all that was received and is not answered."""
        self._held.clear()
        self._server.frames.discard()
        self._parked.clear()
        self._parked_holding.clear()

    def _tell(self, what: str, reason: str) -> None:
        untold = self._connections.endings.begin()
        if untold is None:
            return
        self._log.warn(
            "{peer} on {listener}: {reason}; connection {what}{more}",
            peer=str(self.info),
            listener=self._listener,
            reason=reason,
            what=what,
            more=f" (and {untold} others before it, of which nothing was told)" if untold else "",
        )


_NOT_SHOWN = (
    "the client asks for API {} and has not shown who it is; it needs security.protocol=SASL_PLAINTEXT, or SASL_SSL where the listener has "
    "TLS, and a mechanism, a name and a password"
)
_SESSION_ENDED = "its session is over, and it has not shown again who it is"


def _stop(timer: IDelayedCall | None) -> None:
    if timer is not None and timer.active():
        timer.cancel()


class BrokerFactory(protocol.Factory):
    """Builds the connections of one listener.

    :param listener: its name; for the others see `BrokerProtocol`.
    """

    noisy = False

    def __init__(
        self,
        listener: str,
        dispatch: Dispatch,
        connections: Connections,
        read_ahead: ReadAhead | None = None,
        sasl: SaslPolicy | None = None,
        name_of_subject: Callable[[str], str] = str,
        login_failed: LoginFailed | None = None,
        is_for_brokers: bool = False,
    ) -> None:
        self.listener = listener
        self.name_of_subject = name_of_subject
        self.login_failed = login_failed
        self.dispatch = dispatch
        self.connections = connections
        self.read_ahead = read_ahead
        self.sasl = sasl
        self.is_for_brokers = is_for_brokers

    def buildProtocol(self, addr: IAddress | None) -> BrokerProtocol | None:
        """A connection, or None (which closes it) when there are too many."""
        if not self.connections.admit(shortest_address(getattr(addr, "host", "")), is_for_brokers=self.is_for_brokers):
            return None
        built = BrokerProtocol(
            self.listener,
            self.dispatch,
            self.connections,
            self.read_ahead,
            self.sasl,
            self.name_of_subject,
            self.login_failed,
            self.is_for_brokers,
        )
        built.factory = self
        return built
