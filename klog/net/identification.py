"""Who is at the other end of a broker's connection, as its listener finds it out; a listener with neither TLS nor SASL does not ask.

================= ====================================================================================================================
the listener has  who it is
================= ====================================================================================================================
TLS alone         the subject of the certificate that the client has shown, once the handshake is over; nobody where it has shown none
SASL alone        as whom it logs in (`klog.net.authentication` has the states of that)
both              as whom it logs in; the certificate does not say it, and is kept all the same, for it may be revoked
================= ====================================================================================================================

A client has so much time for each of this, by one timer, for one thing at a time::

    connected ──TLS alone: handshake_timeout_ms──> aborted
              ──SASL: SaslPolicy.timeout_ms──────> aborted, a failed login
    logged in ──until its session ends───────────> aborted where an answer is waited for; else only the next login is taken
    refused ────SaslPolicy.failure_delay_ms──────> closed; where answers to what came before are missing, when they have left, and aborted
                                                   where they are missing still when the session of before ends

A refusal is felt late, so that who only guesses does not do it fast: until then nothing is read, and the answer waits in its handler. Each
is a line in the log, and is told to `ListenerPolicy.login_failed`.

An `Identification` sees no requests. Which of them are handed out the protocol asks its `session`, and says so where one is not
(`Identification.refuse_request`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from twisted.internet.interfaces import IDelayedCall

from klog.net.authentication import MAX_FRAME_BYTES, AuthenticationRefused, FailedLogin, SaslSession
from klog.net.connection_info import ConnectionInfo
from klog.net.connections import Connections
from klog.net.listener_policy import ListenerPolicy
from klog.net.principal import Principal
from klog.net.tls_refusals import MISSES_CERTIFICATE, tls_refusal
from klog.span import Part
from klog.wire.framing import FrameReader, refuse_request, refuse_unknown
from klog.wire.primitives import WireError

if TYPE_CHECKING:
    from klog.net.revocation import ShownCertificate

_NOT_SHOWN = (
    "the client asks for API {} and has not shown who it is; it needs security.protocol=SASL_PLAINTEXT, or SASL_SSL where the listener has "
    "TLS, and a mechanism, a name and a password"
)
_SESSION_ENDED = "its session is over, and it has not shown again who it is"
#: How long an answer that is due just when a session ends has to leave, at least.
_LEAST_REST_S = 0.1


class Connection(Protocol):
    """What is asked of the connection (``klog.net.server_protocol.BrokerProtocol``)."""

    @property
    def info(self) -> ConnectionInfo:
        """Where it is written down who it is."""

    @property
    def is_lost(self) -> bool:
        """Whether it is gone."""

    @property
    def in_flight(self) -> int:
        """Requests that have been read and whose answers have not left."""

    def send(self, parts: Sequence[Part]) -> None:
        """Send behind everything sent before."""

    def tell(self, what: str, reason: str) -> None:
        """A line in the log: what happens to the connection, and why."""

    def forget_again(self) -> None:
        """The next request goes to the dispatcher, whatever its bytes are."""

    def read_no_more(self) -> None:
        """Take no more requests; nothing of a half one is kept."""

    def close_when_answered(self) -> None:
        """Close, if no request is under way; if one is, once it is answered."""

    def too_slow(self, sentence: str) -> None:
        """Close at once, with a line in the log."""

    def abort(self) -> None:
        """Close at once."""


class Identification:
    """Of one connection.

    :param connections: for the clock and the limits.
    :param frames: of the connection; who has not logged in may send short ones only.
    :param handshake: OpenSSL's connection, whose handshake begins; None without TLS.
    """

    def __init__(
        self, connection: Connection, policy: ListenerPolicy, connections: Connections, frames: FrameReader, handshake: Any = None
    ) -> None:
        #: What the client has shown in its TLS handshake; None where it has shown none.
        self.certificate: ShownCertificate | None = None
        self._connection = connection
        self._policy = policy
        self._connections = connections
        self._clock = connections.clock
        self._frames = frames
        #: None once the handshake is over.
        self._handshake = handshake
        #: How far the client is with logging in; None where the listener does not ask for SASL.
        self.session: SaslSession | None = None
        if policy.sasl is not None:
            self.session = SaslSession(policy.sasl, self._clock.seconds, self._identified, self._refused)
        self._timer: IDelayedCall | None = None

    def begin(self) -> None:
        """The connection is made: its client has so much time from now on."""
        session = self.session
        if session is not None:
            self._connection.info.sasl = session
            self._frames.max_frame_bytes = min(MAX_FRAME_BYTES, self._frames.max_frame_bytes)
            self._frames.refuse = refuse_unknown
            timeout_ms = session.policy.timeout_ms
            self._timer = self._clock.callLater(timeout_ms / 1000, self._too_late, timeout_ms)
        elif self._handshake is not None:
            timeout_ms = self._connections.limits.handshake_timeout_ms
            self._timer = self._clock.callLater(
                timeout_ms / 1000, self._connection.too_slow, f"did not end the handshake of TLS within {timeout_ms} ms"
            )

    def end(self) -> None:
        """The connection is gone, and holds nothing that holds it."""
        self._stop_timer()
        if self.session is not None:
            self.session.end()

    def _stop_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None and timer.active():
            timer.cancel()

    def _tell_login_failed(self, mechanism: str | None, claimed: str | None, reason: str) -> None:
        if self._policy.login_failed is not None:
            self._policy.login_failed(FailedLogin(self._policy.name, self._connection.info.peer_host, mechanism, claimed, reason))

    # -- TLS

    def handshake_completed(self, certificate: Any) -> None:
        """TLS is established, and no request has been read.

        :param certificate: what the client has shown, OpenSSL's; None where it has shown none.
        """
        handshake, self._handshake = self._handshake, None
        if self.session is None:
            self._stop_timer()
        if certificate is None:
            return
        # Loaded already, for it is a TLS listener.
        from klog.net.revocation import ShownCertificate
        from klog.net.tls import subject_name

        subject = None
        try:
            subject = subject_name(certificate)
            self.certificate = ShownCertificate.of(certificate, subject, handshake.get_verified_chain() or ())
            if self.session is not None:
                return
            name = self._policy.name_of_subject(subject)
            if not name:
                # ``User:`` would be everybody whose certificate has no name.
                raise ValueError("no name is left of it")
            self._connection.info.principal = Principal("User", name)
        except ValueError as error:
            self._refuse_certificate(subject, f"the subject of the client's certificate names nobody: {error}")

    def distrust(self, reason: str) -> None:
        """The certificate that the client has shown counts no more: close at once, with a line in the log."""
        self._refuse_certificate(None if self.certificate is None else self.certificate.subject, reason)

    def _refuse_certificate(self, subject: str | None, reason: str) -> None:
        self._connection.tell("aborted", reason)
        self._tell_login_failed("TLS", subject, reason)
        self._connection.abort()

    def handshake_failed(self, error: BaseException | None) -> None:
        """The connection has ended with `error` before anything was received through it; a line in the log if that is TLS's."""
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
        self._connection.tell("closed", sentence)
        if refused is not None or MISSES_CERTIFICATE in sentence:
            self._tell_login_failed("TLS", None if refused is None else refused.subject, sentence)

    # -- SASL

    def received_tokens(self, data: bytes) -> None:
        """One read, where the tokens of a mechanism come without headers (`SaslSession.travels_bare`)."""
        session = self._own_session
        tokens: list[memoryview] = []
        try:
            self._frames.feed(data, tokens)
        except WireError as error:
            self._connection.tell("closed", str(error))
            self._connection.read_no_more()
            self._connection.close_when_answered()
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
            self._connection.send((len(answer).to_bytes(4, "big") + answer,))

    def refuse_request(self, api_key: int) -> None:
        """A request was read that the session does not admit, and gets no answer."""
        self._refused(_SESSION_ENDED if self._own_session.is_over else _NOT_SHOWN.format(api_key))

    @property
    def _own_session(self) -> SaslSession:
        session = self.session
        assert session is not None, "the listener does not ask for SASL"
        return session

    def _too_late(self, timeout_ms: int) -> None:
        reason = f"did not show within {timeout_ms} ms who it is, as this listener asks"
        self._tell_session_failed(reason)
        self._connection.too_slow(reason)

    def _tell_session_failed(self, reason: str) -> None:
        session = self._own_session
        self._tell_login_failed(session.asked or None, session.claimed or None, reason)

    def _identified(self, principal: Principal) -> None:
        session = self._own_session
        self._stop_timer()
        self._frames.max_frame_bytes = self._connections.limits.max_frame_bytes
        self._frames.refuse = refuse_request
        self._connection.info.principal = principal
        if session.ends_at is not None:
            self._timer = self._clock.callLater(max(0.0, session.ends_at - self._clock.seconds()), self._session_ended)

    def _session_ended(self) -> None:
        """What waits for its answer may not outlive it; who asks for nothing may show again who it is, before it asks for anything else."""
        self._timer = None
        self._connection.forget_again()
        if self._connection.in_flight:
            self._connection.tell("aborted", _SESSION_ENDED)
            self._connection.abort()

    def _refused(self, reason: str) -> None:
        """The request at hand is the last one that is answered. Who only guesses shall not do it fast."""
        session = self._own_session
        self._stop_timer()
        self._connection.tell("closed", reason)
        self._tell_session_failed(reason)
        self._connection.read_no_more()
        self._timer = self._clock.callLater(session.policy.failure_delay_ms / 1000, self._told)

    def _told(self) -> None:
        """The refusal had its time. What waited before it goes on waiting, but not beyond the end of the session that it belongs to."""
        self._timer = None
        session, connection = self._own_session, self._connection
        connection.close_when_answered()
        if session.ends_at is not None and connection.in_flight and not connection.is_lost:
            # The answer that is due just now still leaves.
            rest_s = max(session.ends_at - self._clock.seconds(), session.policy.failure_delay_ms / 1000, _LEAST_REST_S)
            self._timer = self._clock.callLater(rest_s, self._session_ended)
