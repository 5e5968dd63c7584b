"""The client's end of one connection, without the connection: which versions the broker speaks, who we are, then requests and answers.

No Twisted here.

What happens, in order (`Phase`)::

    NEW ── start ──> READY                                                                   PLAINTEXT, SSL; versions are assumed
    NEW ── start ──> VERSIONS ──(ApiVersions)──> READY                                       PLAINTEXT, SSL
                        │  (unknown version: again in the highest that the broker has)
                        └──> HANDSHAKE ──(SaslHandshake)──> TOKENS ──(SaslAuthenticate, …)──> READY
                                 ^                                                               │ reauthenticate (KIP-368)
                                 └───────────────────────────────────────────────────────────────┘
    any ──(an answer that cannot be, a refusal)──> FAILED

1. Requests of the user are taken in READY only; while it authenticates again they wait outside, and the answers to earlier ones still come.
2. `receive` never raises: what came before a mistake is handed out, then `failure` is set, and nothing is read any more.
3. Before the first READY nobody is trusted: answers are bounded by `GREETING_BYTES`.
4. Where versions are assumed (brokers among themselves) there is no ApiVersions, and NEW becomes READY at once. With SASL it is asked all
   the same, in version 0, for the versions of SASL's own requests alone (``SaslClientAuthenticator.java``).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any

from klog.errors import ErrorCode, row_of
from klog.net.api_ranges import ApiRanges
from klog.net.client.errors import AuthenticationFailed, BadAnswer, BrokerUnreachable, ClientError
from klog.net.sasl import SaslClient, SaslError, sasl_client
from klog.net.security import Security
from klog.span import Part
from klog.version import __version__
from klog.wire.client import ClientConnection
from klog.wire.messages.api_versions import ApiVersionsRequest, ApiVersionsResponse
from klog.wire.messages.sasl_authenticate import SaslAuthenticateRequest, SaslAuthenticateResponse
from klog.wire.messages.sasl_handshake import SaslHandshakeRequest, SaslHandshakeResponse
from klog.wire.primitives import WireError
from klog.wire.schema import Message

#: The longest answer to ApiVersions, SaslHandshake and SaslAuthenticate; Kafka's are a few KiB.
GREETING_BYTES = 1 << 20
#: Tokens of one authentication; SCRAM has two.
MAX_TOKENS = 10
#: Which part of the session's lifetime may pass before it authenticates again; Kafka's clients take 0.85 to 0.95.
REAUTHENTICATE_AT = 0.85
#: Kafka allows letters, digits, dots and hyphens only (KIP-511).
_SOFTWARE_VERSION = "".join(character if character.isalnum() else "-" for character in __version__.replace(".", "-")).strip("-")

Answers = list[tuple[int, Any]]


class Phase(enum.Enum):
    """How far the connection is."""

    NEW = "not begun"
    VERSIONS = "waiting for the answer to ApiVersions"
    HANDSHAKE = "waiting for the answer to SaslHandshake"
    TOKENS = "waiting for the answer to SaslAuthenticate"
    READY = "ready"
    FAILED = "failed"


#: By a name of this module, for what is asked with each request: that of an enumeration's class takes as long as a call.
_READY = Phase.READY
#: What is asked for, and which answer is due, by phase.
_DUE: dict[Phase, type[Message]] = {
    Phase.VERSIONS: ApiVersionsResponse,
    Phase.HANDSHAKE: SaslHandshakeResponse,
    Phase.TOKENS: SaslAuthenticateResponse,
}


class ClientSession:
    """One connection's conversation.

    :param security: checked settings; TLS is not done here.
    :param client_id: sent with every request.
    :param address: the broker's, as errors name it.
    :param max_response_bytes: the longest answer that is taken.
    :param assumed_versions: by API key the version that is sent, where the broker is not asked what it speaks; None: it is asked.
    """

    def __init__(
        self,
        security: Security,
        client_id: str | None,
        address: str,
        max_response_bytes: int = 100 << 20,
        assumed_versions: Mapping[int, int] | None = None,
    ) -> None:
        self.address = address
        self.phase = Phase.NEW
        #: Set once the broker has sent what cannot be, or refused us; the connection is of no further use.
        self.failure: ClientError | None = None
        #: Known once ready.
        self.versions = ApiRanges(address, {})
        #: How long this authentication lasts, as the broker says; 0 for ever.
        self.session_lifetime_ms = 0
        self._assumed = None if assumed_versions is None else ApiRanges.assumed(address, assumed_versions)
        # For SASL's own requests.
        self._offered = self.versions
        self._security = security
        self._connection = ClientConnection(client_id, min(GREETING_BYTES, max_response_bytes))
        self._max_response_bytes = max_response_bytes
        self._own: int | None = None
        self._names: dict[int, str] = {}
        self._sasl: SaslClient | None = None
        self._tokens = 0
        self._asked_again = False
        self._has_heard = False

    @property
    def ready(self) -> bool:
        """Whether requests are taken now."""
        return self.phase is _READY

    @property
    def in_flight(self) -> int:
        """Requests whose answers are still to come, our own among them."""
        return self._connection.in_flight

    @property
    def reauthenticate_after_ms(self) -> int | None:
        """How long after the last authentication `reauthenticate` is due; None for never."""
        return int(self.session_lifetime_ms * REAUTHENTICATE_AT) if self.session_lifetime_ms > 0 else None

    # -- what to say

    def start(self) -> list[Part]:
        """What to send first; nothing where it is ready at once."""
        assert self.phase is Phase.NEW
        if self._assumed is not None and not self._security.uses_sasl:
            self.versions = self._assumed
            self._become_ready()
            return []
        self.phase = Phase.VERSIONS
        return self._ask_versions(0 if self._assumed is not None else ApiVersionsRequest.valid_versions.highest)

    def request(self, message: Message, version: int, expects_answer: bool = True) -> tuple[int, list[Part]]:
        """The correlation id, and what to send.

        :raises EncodeError: the message cannot be written in this version.
        """
        assert self.phase is Phase.READY
        return self._connection.request(message, version, expects_answer=expects_answer)

    def reauthenticate(self) -> list[Part]:
        """Authenticate again on the same connection; it is ready again when that is done."""
        assert self.phase is Phase.READY
        return self._handshake()

    # -- what is heard

    def receive(self, data: bytes) -> tuple[list[Part], Answers]:
        """What to send now, and what was answered, by correlation id. Afterwards `failure` tells whether that was all."""
        frames: list[memoryview] = []
        error: WireError | None = None
        if self.failure is None:
            try:
                self._connection.frames.feed(data, frames)
            except WireError as caught:
                error = caught
        return self._frames(frames, error)

    def writable(self) -> memoryview | None:
        """Where the next bytes of a large answer belong; see `klog.wire.framing.FrameReader`."""
        return None if self.failure is not None else self._connection.frames.writable()

    def wrote(self, count: int) -> tuple[list[Part], Answers]:
        """As `receive`, for `count` bytes that lie in `writable`."""
        return self._frames(self._connection.frames.wrote(count), None)

    def reuse(self, buffer: object) -> None:
        """An answer's buffer that nobody looks at any more; see `klog.wire.framing.FrameReader`."""
        self._connection.frames.reuse(buffer)

    def discard(self) -> None:
        """The connection is gone: give back the half-received answer."""
        self._connection.frames.discard()

    def _frames(self, frames: list[memoryview], error: WireError | None) -> tuple[list[Part], Answers]:
        parts: list[Part] = []
        answers: Answers = []
        for frame in frames:
            self._has_heard = True
            try:
                correlation_id, message = self._connection.answer(frame)
            except WireError as caught:
                error = caught
                break
            if correlation_id != self._own:
                answers.append((correlation_id, message))
                continue
            self._own = None
            try:
                parts += self._greeted(message)
            except ClientError as failure:
                self._fail(failure)
                return parts, answers
        if error is not None:
            self._fail(BadAnswer(self.address, f"sent what cannot be read: {error}"))
        return parts, answers

    def _fail(self, failure: ClientError) -> None:
        self.failure = failure
        self.phase = Phase.FAILED
        self.discard()

    # -- the greeting

    def _ask(self, message: Message, version: int) -> list[Part]:
        self._own, parts = self._connection.request(message, version)
        return parts

    def _ask_versions(self, version: int) -> list[Part]:
        message = ApiVersionsRequest()
        if version >= 3:
            message = ApiVersionsRequest(client_software_name="klog", client_software_version=_SOFTWARE_VERSION)
        return self._ask(message, version)

    def _greeted(self, message: Any) -> list[Part]:
        due = _DUE[self.phase]
        assert isinstance(message, due)
        if isinstance(message, ApiVersionsResponse):
            return self._on_versions(message)
        if isinstance(message, SaslHandshakeResponse):
            return self._on_handshake(message)
        assert isinstance(message, SaslAuthenticateResponse)
        return self._on_token(message)

    def _on_versions(self, answer: ApiVersionsResponse) -> list[Part]:
        ranges = ApiRanges.of_answer(self.address, answer)
        if answer.error_code == ErrorCode.UNSUPPORTED_VERSION and not self._asked_again:
            # KIP-511: the answer tells which versions it has; brokers before 2.4 tell nothing, and all know 0.
            self._asked_again = True
            return self._ask_versions(ranges.choose(ApiVersionsRequest) if ranges.has(ApiVersionsRequest) else 0)
        if answer.error_code:
            raise BadAnswer(self.address, f"refused ApiVersions: {_sentence(answer.error_code)}")
        self._offered = ranges
        self.versions = ranges if self._assumed is None else self._assumed
        if self._security.uses_sasl:
            return self._handshake()
        self._become_ready()
        return []

    def _handshake(self) -> list[Part]:
        for needed, name in ((SaslHandshakeRequest, "SaslHandshake version 1"), (SaslAuthenticateRequest, "SaslAuthenticate")):
            if not self._offered.has(needed) or (needed is SaslHandshakeRequest and self._offered.choose(needed) < 1):
                raise AuthenticationFailed(
                    self.address, f"has no {name}: it does not ask for a password there, or is older than Kafka 1.0 (security_protocol?)"
                )
        self.phase = Phase.HANDSHAKE
        self._sasl = sasl_client(self._security)
        self._tokens = 0
        return self._ask(SaslHandshakeRequest(mechanism=self._sasl.mechanism), self._offered.choose(SaslHandshakeRequest))

    def _on_handshake(self, answer: SaslHandshakeResponse) -> list[Part]:
        assert self._sasl is not None
        if answer.error_code == ErrorCode.UNSUPPORTED_SASL_MECHANISM:
            has = ", ".join(answer.mechanisms[:20]) or "none"
            raise AuthenticationFailed(self.address, f"does not offer the SASL mechanism {self._sasl.mechanism}; it has {has}")
        if answer.error_code:
            why = _sentence(answer.error_code)
            if answer.error_code == ErrorCode.ILLEGAL_SASL_STATE:
                why += " (does this listener ask for a password at all? security_protocol)"
            raise AuthenticationFailed(self.address, f"refused to begin SASL: {why}")
        self.phase = Phase.TOKENS
        return self._token(self._sasl.first())

    def _token(self, token: bytes) -> list[Part]:
        self._tokens += 1
        return self._ask(SaslAuthenticateRequest(auth_bytes=token), self._offered.choose(SaslAuthenticateRequest))

    def _on_token(self, answer: SaslAuthenticateResponse) -> list[Part]:
        assert self._sasl is not None
        if answer.error_code:
            why = (answer.error_message or _sentence(answer.error_code))[:500]
            raise AuthenticationFailed(self.address, f"refused user {self._security.sasl_username!r} with {self._sasl.mechanism}: {why}")
        try:
            token = self._sasl.next(bytes(answer.auth_bytes))
        except SaslError as error:
            raise AuthenticationFailed(self.address, str(error)) from None
        if token is not None:
            if self._tokens >= MAX_TOKENS:
                raise BadAnswer(self.address, f"wants more than {MAX_TOKENS} SASL messages")
            return self._token(token)
        if not self._sasl.done:
            raise AuthenticationFailed(self.address, f"ended {self._sasl.mechanism} too early")
        self.session_lifetime_ms = max(0, answer.session_lifetime_ms)
        self._become_ready()
        return []

    def _become_ready(self) -> None:
        self.phase = Phase.READY
        self._sasl = None
        self._connection.frames.max_frame_bytes = self._max_response_bytes

    def lost(self, why: str) -> ClientError:
        """The error for a connection that ended, `why` telling how: what it was about to do belongs to the sentence."""
        if self.failure is not None:
            return self.failure
        match self.phase:
            case Phase.NEW if self._security.uses_tls:
                hint = "does the port speak TLS (security_protocol), or does it want a client certificate (ssl_certificate_file)?"
                return BrokerUnreachable(self.address, f"{why} during the TLS handshake; {hint}")
            case Phase.NEW | Phase.VERSIONS:
                hint = "; does the port speak TLS, or something other than Kafka's protocol?" if not self._security.uses_tls else ""
                return BrokerUnreachable(self.address, f"{why} before it answered ApiVersions{hint}")
            case Phase.HANDSHAKE | Phase.TOKENS:
                # Kafka hangs up instead of answering in some cases of a wrong password.
                return BrokerUnreachable(self.address, f"{why} while authenticating user {self._security.sasl_username!r}")
            case _:
                count = self.in_flight
                if not count:
                    return BrokerUnreachable(self.address, why)
                # Nothing was asked before that would have shown it.
                hint = (
                    ""
                    if self._has_heard or self._security.uses_tls
                    else "; does the port speak TLS, or something other than Kafka's protocol?"
                )
                return BrokerUnreachable(self.address, f"{why} with {count} request{'s' * (count > 1)} unanswered{hint}")


def _sentence(code: int) -> str:
    row = row_of(code)
    return f"{row.code.name}: {row.sentence}"
