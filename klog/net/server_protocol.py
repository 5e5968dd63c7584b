"""One client's connection: a thin Twisted `Protocol` around `klog.wire.server.ServerConnection`.

What one read brings is handed to the dispatcher as one run, or as several (`klog.net.request_runs`); nothing behind an answer that is made
in steps is handed out before it is there. Answers come back with `answer` (which says what may leave now, in the order of the requests) and
leave with `send`. The connection is not read while any of `Pause` holds; nothing is ever dropped, the client's own TCP window makes it
wait. Answers that wait for an earlier one's turn are bounded as those are that the client does not take. Who streams small requests and
waits for no answers is not read for a moment after each read, in which more comes
(`klog.net.gathering`).

Who the client is, a listener with TLS or SASL finds out (`klog.net.identification`). Where it asks for SASL, requests are handed out one by
one until the client has shown who he is, and none that does not belong there (`klog.net.authentication`); afterwards the connection is as
any other, until its session ends or it shows again who it is: a SaslHandshake is a run of its own, and what stands behind it is handed out
one by one again.

A client's mistake is one line in the log and the end of the connection, after the answers to what it asked before; the line says what it
looked like (a TLS hello, HTTP, an impossible length).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from twisted.internet import protocol
from twisted.internet.interfaces import IDelayedCall, IHandshakeListener
from twisted.logger import Logger
from twisted.python.failure import Failure
from zope.interface import implementer

from klog.memory_budget import Holding
from klog.net.addresses import shortest_address
from klog.net.authentication import SaslSession
from klog.net.connection_info import ConnectionInfo
from klog.net.connections import Connections
from klog.net.gathering import GATHER_S, ReadsSinceAnswer, is_worth_gathering
from klog.net.held_requests import HeldRequests
from klog.net.identification import Identification
from klog.net.listener_policy import ListenerPolicy
from klog.net.read_ahead import ReadAhead
from klog.net.request_runs import MAY_BE_MADE_IN_STEPS, is_made_in_steps, is_one_run, next_run
from klog.net.sendfile import PartSender
from klog.net.transport_probes import choose_sendfile
from klog.span import Part
from klog.wire.repeated_requests import AGAIN_BYTES, Rights, SameAgain
from klog.wire.server import Request, ServerConnection

if TYPE_CHECKING:
    from klog.net.revocation import ShownCertificate


class Dispatch(Protocol):
    """What requests are handed to (``klog.broker.dispatch.Dispatcher``)."""

    def __call__(self, connection: BrokerProtocol, requests: Sequence[Request]) -> None:
        """Handle requests that arrived together: each gets exactly one `BrokerProtocol.answer`, now or later. Must not raise."""

    def connection_lost(self, connection: BrokerProtocol) -> None:
        """The connection is gone; nobody waits for its answers."""


class Pause(enum.Flag):
    """Why a connection is not read."""

    #: Too many requests without an answer.
    IN_FLIGHT = enum.auto()
    #: Too many answers that the client does not take.
    UNSENT = enum.auto()
    #: All connections hold too much memory together.
    MEMORY = enum.auto()
    #: Requests whose large answers are made in memory, bit by bit, are under way: a Fetch that is converted, all of the metadata; see
    #: `klog.net.request_runs`.
    CONVERTING = enum.auto()
    #: Too many answers that wait for an earlier one.
    OUT_OF_TURN = enum.auto()
    #: Requests that were read have not been handed out yet, for one of the reasons above.
    HELD = enum.auto()
    #: It is about to be closed.
    ENDING = enum.auto()
    #: Nobody waits for an answer, and more comes in a moment (`klog.net.gathering`).
    GATHERING = enum.auto()


_NONE = Pause(0)
#: No requests are handed out while one of these holds.
_HOLDING = Pause.IN_FLIGHT | Pause.UNSENT | Pause.CONVERTING | Pause.OUT_OF_TURN
_HOLDING_OR_HELD = _HOLDING | Pause.HELD
_NOT_FOR_MEMORY = _HOLDING_OR_HELD | Pause.ENDING


class Counts(Protocol):
    """A number that goes up (``klog.metrics.Counter``)."""

    value: int


class _NoCount:
    value = 0


_NO_COUNT: Counts = _NoCount()


@implementer(IHandshakeListener)
class BrokerProtocol(protocol.Protocol):
    """The server's end of one connection.

    :param policy: of its listener.
    :param dispatch: see `Dispatch`.
    :param connections: what it shares with the others.
    :param read_ahead: see `PartSender`.
    """

    _log = Logger()
    info: ConnectionInfo
    _sender: PartSender

    def __init__(self, policy: ListenerPolicy, dispatch: Dispatch, connections: Connections, read_ahead: ReadAhead | None = None) -> None:
        self._policy = policy
        #: Whether brokers do not share its listener with clients.
        self.is_for_brokers = policy.is_for_brokers
        # Who it is; None where the listener has neither TLS nor SASL, and when the connection is gone.
        self._identification: Identification | None = None
        # How far that is, where it asks for SASL.
        self._session: SaslSession | None = None
        self._dispatch = dispatch
        self._connections = connections
        self._read_ahead = read_ahead
        self._memory = connections.memory
        self._pressure = connections.memory_pressure
        self._server = ServerConnection(connections.limits.max_frame_bytes, connections.memory)
        self._frames = self._server.frames
        self._max_in_flight = connections.limits.max_in_flight_requests
        # The same limits as for what is unsent.
        self._out_of_turn_high_bytes = connections.limits.unsent_high_bytes
        self._out_of_turn_low_bytes = connections.limits.unsent_low_bytes
        self._pauses = _NONE
        self._held = HeldRequests(connections.memory)
        # What requests hold whose answers come later.
        self._parked: dict[Request, int] = {}
        self._parked_holding = Holding(connections.memory)
        self._converting: list[Request] = []
        # The last request, while nothing else is under way and it may come again with the same bytes; and what may become that.
        self._again: SameAgain | None = None
        self._candidate: SameAgain | None = None
        self._again_count = _NO_COUNT
        # What has come since the last answer, as far as it gets none: whether more of that is gathered before the next read. None where
        # nothing has.
        self._reads_since_answer: ReadsSinceAnswer | None = None
        # Whether anything was sent since that was last looked at, at the end of a read.
        self._has_sent_since_read = False
        # Ends the moment in which the connection is not read for that reason.
        self._gather_timer: IDelayedCall | None = None
        #: For the sweep.
        self.received_bytes = 0
        self.received_requests = 0
        self._lost = False

    # -- Twisted's side

    def connectionMade(self) -> None:
        """Find out who it is, and take part."""
        transport = cast(Any, self.transport)
        local, peer = transport.getHost(), transport.getPeer()
        self.info = ConnectionInfo(self._policy.name, shortest_address(local.host), local.port, shortest_address(peer.host), peer.port)
        self.peer_host = self.info.peer_host
        handle = transport.getHandle() if hasattr(transport, "getHandle") else None
        # Recognised by its module, as in `tls_refusals`.
        handshake = handle if type(handle).__module__.startswith("OpenSSL") else None
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
            on_abort=lambda reason: self.tell("aborted", reason),
        )
        if self._policy.sasl is not None or handshake is not None:
            self._identification = identification = Identification(self, self._policy, self._connections, self._frames, handshake)
            self._session = identification.session
            identification.begin()
        self._connections.add(self)

    def handshakeCompleted(self) -> None:
        """TLS is established, and no request has been read: find out whose certificate was shown, where one was."""
        if self._identification is not None:
            self._identification.handshake_completed(cast(Any, self.transport).getPeerCertificate())

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
                    self._reads_since_answer = None
                    return
            self._again = None
        if self._session is not None and self._session.travels_bare:
            if self._identification is not None:
                self._identification.received_tokens(data)
            return
        requests = self._server.receive(data)
        self._received(requests)
        if requests:
            if self._has_sent_since_read or self._server.queue:
                # Somebody waits for answers here.
                self._has_sent_since_read = False
                self._reads_since_answer = None
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
        identification, self._identification = self._identification, None
        if identification is not None:
            if not self.received_bytes:
                identification.handshake_failed(reason.value)
            identification.end()
        self._again = self._candidate = None
        timer, self._gather_timer = self._gather_timer, None
        if timer is not None and timer.active():
            timer.cancel()
        self._sender.stop()
        self._let_go()
        self._server.discard()
        self._connections.remove(self)
        self._dispatch.connection_lost(self)

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
        self._has_sent_since_read = True
        self._sender.send(parts)

    def close(self, sentence: str) -> None:
        """Disconnect after what was sent, with one line in the log."""
        if not self._lost and not self._sender.is_closing:
            self.tell("closed", sentence)
            self._held.clear()
            self.read_no_more()
            self._sender.close()

    # -- reading

    def _look_again(self) -> None:
        """Something was answered while the connection is not read."""
        in_flight = self._server.in_flight
        if self._pauses & Pause.IN_FLIGHT and in_flight - len(self._held) <= self._max_in_flight // 2:
            self._go_on(Pause.IN_FLIGHT)
        out_of_turn_bytes = self._server.held_bytes
        if out_of_turn_bytes > self._out_of_turn_high_bytes:
            self._pause(Pause.OUT_OF_TURN)
        elif self._pauses & Pause.OUT_OF_TURN and out_of_turn_bytes <= self._out_of_turn_low_bytes:
            self._go_on(Pause.OUT_OF_TURN)
        if self._converting and all(request.is_answered for request in self._converting):
            self._converting = []
            self._go_on(Pause.CONVERTING)
        if not in_flight and self._pauses & Pause.ENDING:
            self._close_soon_when_answered()

    def _close_soon_when_answered(self) -> None:
        """The parts of the last answer may still be in the caller's hands."""
        self._connections.clock.callLater(0, self.close_when_answered)

    def _received(self, requests: list[Request]) -> None:
        if requests:
            self.received_requests += len(requests)
            session = self._session
            if session is not None and not session.is_open:
                self._hand_out_one_by_one(session, requests)
            elif (len(requests) == 1 or is_one_run(requests, self._max_in_flight, session is not None)) and (
                self._pauses is _NONE or not self._pauses & _HOLDING_OR_HELD
            ):
                self._hand_out(requests)
            else:
                self._held.extend(requests)
                self._hand_out_held()
        if self._candidate is not None:
            session = self._session
            if self._pauses is _NONE and self._server.is_idle and self._sender.is_free and (session is None or session.is_open):
                self._again = self._candidate
            self._candidate = None
        if self._pressure.now or self._memory.used_bytes > self._memory.ceiling_bytes:
            self._pressure.after_read(self)
        failure = self._server.failure
        if failure is not None and not self._pauses & Pause.ENDING:
            self.tell("closed", str(failure))
            self.finish()

    def _gather(self, read_bytes: int, requests: int) -> None:
        """All that one read has brought is done, and there will be no answer."""
        reads = self._reads_since_answer
        if reads is None:
            reads = self._reads_since_answer = ReadsSinceAnswer()
        clock = self._connections.clock
        reads.add(clock.seconds(), requests)
        if self._frames.buffer is not None:
            # Of what is half received the rest is on its way.
            read_bytes += self._frames.missing_bytes
        # Who is read in small pieces, for want of memory, is slow enough.
        if is_worth_gathering(reads.unanswered, reads.apart_s, read_bytes, requests) and not self._pressure.now and not self._lost:
            self._pause(Pause.GATHERING)
            self._gather_timer = clock.callLater(GATHER_S, self._go_on, Pause.GATHERING)

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
            if self._server.held_bytes > self._out_of_turn_high_bytes:
                self._pause(Pause.OUT_OF_TURN)
            for request in requests:
                if request.api_key in MAY_BE_MADE_IN_STEPS and not request.is_answered and is_made_in_steps(request):
                    self._converting.append(request)
                    self._pause(Pause.CONVERTING)

    def _hand_out_one_by_one(self, session: SaslSession, requests: Sequence[Request]) -> None:
        """Each may decide whether the next one is taken."""
        identification = self._identification
        for position, request in enumerate(requests):
            if session.is_open and not self._pauses & Pause.ENDING:
                self._held.extend(requests[position:])
                self._hand_out_held()
                return
            if not self._pauses & Pause.ENDING and session.admits(request.api_key):
                self._hand_out([request])
                continue
            self._server.forget_from(request)
            if self._pauses & Pause.ENDING:
                # What came before may have been answered while this one was still to be looked at.
                self._close_soon_when_answered()
            elif identification is not None:
                identification.refuse_request(request.api_key)
            return

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
            self._hand_out(next_run(self._held, self._max_in_flight, session is not None))
        if self._held:
            self._pause(Pause.HELD)
        elif self._pauses & Pause.HELD:
            self._go_on(Pause.HELD)

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

    # -- for `Identification`

    @property
    def in_flight(self) -> int:
        """Requests that have been read and whose answers have not left."""
        return self._server.in_flight

    def tell(self, what: str, reason: str) -> None:
        """A line in the log: what happens to the connection (``closed``, ``aborted``), and why."""
        untold = self._connections.endings.begin()
        if untold is None:
            return
        self._log.warn(
            "{peer} on {listener}: {reason}; connection {what}{more}",
            peer=str(self.info),
            listener=self._policy.name,
            reason=reason,
            what=what,
            more=f" (and {untold} others before it, of which nothing was told)" if untold else "",
        )

    def forget_again(self) -> None:
        """The next request goes to the dispatcher, whatever its bytes are."""
        self._again = None

    def read_no_more(self) -> None:
        """Take no more requests; nothing of a half one is kept."""
        self._pause(Pause.ENDING)
        self._frames.discard()

    def close_when_answered(self) -> None:
        """Close, if no request is under way; if one is, the last answer closes."""
        if not self._lost and not self._server.in_flight:
            self._sender.close()

    # -- for who looks at certificates

    @property
    def certificate(self) -> ShownCertificate | None:
        """What the client has shown in its TLS handshake; None where it has shown none, and when the connection is gone."""
        return None if self._identification is None else self._identification.certificate

    def distrust(self, reason: str) -> None:
        """The certificate that the client has shown counts no more: close at once, with a line in the log."""
        if self._identification is not None:
            self._identification.distrust(reason)

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
        """Whether it is not read for longer than a moment, for reasons other than memory."""
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
        self.read_no_more()
        self.close_when_answered()

    def too_slow(self, sentence: str) -> None:
        """Close, with a line in the log; nothing of the half request is kept."""
        self.tell("aborted", sentence)
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
