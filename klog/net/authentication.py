"""Who is at the other end: the states of a connection on a listener that asks for SASL.

A `SaslSession` knows what a connection may ask for, and has the server's end of one mechanism at a time. It reads and writes nothing: the
protocol asks `admits` before each request is handed out, SaslHandshake and SaslAuthenticate are handlers as all others, which ask the
session of their connection (``SaslServerAuthenticator``)::

    BEGINNING ──ApiVersions──> GREETED ──SaslHandshake──> AUTHENTICATING ──SaslAuthenticate…──> READY
        └──────────────────────SaslHandshake──────────────────^                                  │ ^
                                                                                   SaslHandshake │ │ SaslAuthenticate…
    (anything else) ──> FAILED <──a wrong password, another identity── REAUTHENTICATING <────────┘─┘

============================== ========================================================================================
ApiVersions                    once, where nobody has shown who he is; then the end
SaslHandshake 0                the tokens travel as they are from now on, without headers (`travels_bare`); not where it begins anew
a mechanism that is not there  33 and those that are; then the end
a wrong password               58, after a while in which nothing is read; then the end
READY                          SaslHandshake begins it anew (KIP-368) where the session ends some time and the last time is a second ago,
                               with the same mechanism for the same name; else 34 for both, as on a listener without SASL
the session's end              only SaslHandshake is taken; requests that wait for their answers are not answered any more
============================== ========================================================================================

Nothing that a client sent before he has shown who he is goes into the log but his name and the names of mechanisms.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Mapping

from klog.errors import ErrorCode
from klog.net.principal import Principal
from klog.net.sasl import SaslError, SaslServer

API_VERSIONS = 18
SASL_HANDSHAKE = 17
SASL_AUTHENTICATE = 36

#: The longest request of somebody who has not shown who he is. Kafka's ``sasl.server.max.receive.size`` allows 512 KiB.
MAX_FRAME_BYTES = 64 << 10
#: How long ago the last authentication must have begun before another one may (``MIN_REAUTH_INTERVAL_ONE_SECOND_NANOS``).
LEAST_PAUSE_S = 1.0
#: What is told where a mechanism has no sentence of its own, of whom it does not know and of a wrong password alike.
_FAILED = "Authentication failed during authentication due to invalid credentials with SASL mechanism {mechanism}"
_OTHER_MECHANISM = "SASL mechanism '{wanted}' requested by client is not supported for reauthentication of mechanism '{had}'"
_OTHER_PRINCIPAL = "Cannot change principals during re-authentication from {had}: {wanted}"


class SaslState(enum.Enum):
    """Where a connection is."""

    BEGINNING = enum.auto()
    GREETED = enum.auto()
    AUTHENTICATING = enum.auto()
    READY = enum.auto()
    REAUTHENTICATING = enum.auto()
    FAILED = enum.auto()


#: From where to where a session may go.
TRANSITIONS: Mapping[SaslState, frozenset[SaslState]] = {
    SaslState.BEGINNING: frozenset({SaslState.GREETED, SaslState.AUTHENTICATING, SaslState.FAILED}),
    SaslState.GREETED: frozenset({SaslState.AUTHENTICATING, SaslState.FAILED}),
    SaslState.AUTHENTICATING: frozenset({SaslState.READY, SaslState.FAILED}),
    SaslState.READY: frozenset({SaslState.REAUTHENTICATING, SaslState.FAILED}),
    SaslState.REAUTHENTICATING: frozenset({SaslState.READY, SaslState.FAILED}),
    SaslState.FAILED: frozenset(),
}
#: The APIs that are taken in a state; None: all.
ADMITTED: Mapping[SaslState, frozenset[int] | None] = {
    SaslState.BEGINNING: frozenset({API_VERSIONS, SASL_HANDSHAKE}),
    SaslState.GREETED: frozenset({SASL_HANDSHAKE}),
    SaslState.AUTHENTICATING: frozenset({SASL_AUTHENTICATE}),
    SaslState.READY: None,
    SaslState.REAUTHENTICATING: frozenset({SASL_AUTHENTICATE}),
    SaslState.FAILED: frozenset(),
}


@dataclasses.dataclass(frozen=True)
class FailedLogin:
    """Somebody has not shown who it is, and his connection ends.

    :ivar listener: by which he came.
    :ivar host: the address that he came from.
    :ivar mechanism: of SASL, as he asked for it, or ``TLS``; None where he asked for none.
    :ivar claimed: who he says he is; None where he has not said.
    :ivar reason: why it failed, for the operator; no password.
    """

    listener: str
    host: str
    mechanism: str | None
    claimed: str | None
    reason: str


@dataclasses.dataclass(frozen=True)
class SaslMechanism:
    """One of a listener's mechanisms.

    :ivar make: the server's end of a new authentication.
    :ivar session_lifetime_ms: until a client must show again who he is (``connections.max.reauth.ms``); 0 for ever.
    """

    make: Callable[[], SaslServer]
    session_lifetime_ms: int = 0


@dataclasses.dataclass(frozen=True)
class SaslPolicy:
    """How a listener finds out who is there.

    :ivar mechanisms: by their names, in the order in which they are told.
    :ivar failure_delay_ms: how long a client waits for being told that it failed (``connection.failed.authentication.delay.ms``).
    :ivar timeout_ms: until he must have shown who he is.
    """

    mechanisms: Mapping[str, SaslMechanism]
    failure_delay_ms: int = 100
    timeout_ms: int = 10_000


class AuthenticationRefused(Exception):
    """The client has not shown who he is; the sentence is what he may be told."""


def _nobody_is_told(_: object) -> None:
    """Where the connection is gone."""


class SaslSession:
    """Of one connection.

    :param seconds: the reactor's clock.
    :param identify: told on whose behalf everything is done from now on; called with each success.
    :param refuse: told, for the log, why the connection ends; the request that it ends with has no answer yet.
    """

    def __init__(
        self,
        policy: SaslPolicy,
        seconds: Callable[[], float],
        identify: Callable[[Principal], None],
        refuse: Callable[[str], None],
    ) -> None:
        self.policy = policy
        self.state = SaslState.BEGINNING
        #: Whether tokens come and go without headers (SaslHandshake 0).
        self.travels_bare = False
        #: The mechanism and the name of the last attempt, as the client said them; empty before it did.
        self.asked = ""
        self.claimed = ""
        #: When the session is over, by `seconds`; None: never, or nobody is there yet.
        self.ends_at: float | None = None
        self._seconds = seconds
        self._identify = identify
        self._refuse = refuse
        #: What succeeded last.
        self._mechanism = ""
        self._server: SaslServer | None = None
        self._principal: Principal | None = None
        self._began_at = 0.0

    def end(self) -> None:
        """The connection is gone: nobody is told anything any more."""
        self._identify = self._refuse = _nobody_is_told

    @property
    def is_over(self) -> bool:
        """Whether the client should have shown again who he is, by now."""
        return self.ends_at is not None and self._seconds() >= self.ends_at

    @property
    def is_open(self) -> bool:
        """Whether every request is taken, until the session ends."""
        return self.state is SaslState.READY and not self.is_over

    @property
    def expects_token(self) -> bool:
        """Whether `authenticate` may be called."""
        return self.state in (SaslState.AUTHENTICATING, SaslState.REAUTHENTICATING)

    def admits(self, api_key: int) -> bool:
        """Whether a request of this API is taken now. Asked in the order of the requests, when those before have been handled."""
        admitted = ADMITTED[self.state]
        if admitted is None:
            return api_key == SASL_HANDSHAKE or not self.is_over
        return api_key in admitted

    def greet(self) -> None:
        """ApiVersions was answered with what there is; it is taken once."""
        if self.state is SaslState.BEGINNING:
            self._become(SaslState.GREETED)

    def handshake(self, mechanism: str, version: int) -> ErrorCode:
        """What SaslHandshake is answered with.

        :return: NONE; ILLEGAL_SASL_STATE where it does not belong here, which changes nothing; UNSUPPORTED_SASL_MECHANISM, after which the
            connection ends.
        """
        if self.state is SaslState.READY:
            if version == 0 or self.ends_at is None or self._seconds() - self._began_at < LEAST_PAUSE_S:
                return ErrorCode.ILLEGAL_SASL_STATE
        elif self.state not in (SaslState.BEGINNING, SaslState.GREETED):
            return ErrorCode.ILLEGAL_SASL_STATE
        self.asked, self.claimed = mechanism, ""
        found = self.policy.mechanisms.get(mechanism)
        if found is None:
            self._become(SaslState.FAILED)
            self._refuse(f"it wants the SASL mechanism {mechanism[:100]!r}; the listener has {', '.join(self.policy.mechanisms)}")
            return ErrorCode.UNSUPPORTED_SASL_MECHANISM
        is_new = self.state is not SaslState.READY
        self._server = None if not is_new and mechanism != self._mechanism else found.make()
        self._began_at = self._seconds()
        self.travels_bare = version == 0
        self._become(SaslState.AUTHENTICATING if is_new else SaslState.REAUTHENTICATING)
        return ErrorCode.NONE

    def authenticate(self, token: bytes) -> tuple[bytes, int]:
        """What SaslAuthenticate is answered with.

        :param token: of the mechanism.
        :return: the mechanism's answer, and how long the session lasts from now on in ms: 0 for ever, or where more is to come.
        :raises AuthenticationRefused: the client has not shown who he is; the connection ends.
        """
        assert self.expects_token, self.state
        server = self._server
        if server is None:
            raise self._refused(_OTHER_MECHANISM.format(wanted=self.asked, had=self._mechanism), f"came with {self._mechanism} before")
        try:
            answer = server.next(token)
        except SaslError as error:
            self.claimed = server.claimed
            raise self._refused(error.told or _FAILED.format(mechanism=server.mechanism), str(error)) from None
        self.claimed = server.claimed
        if server.username is None:
            return answer, 0
        principal = Principal("User", server.username)
        if self._principal is not None and principal != self._principal:
            sentence = _OTHER_PRINCIPAL.format(had=self._principal.name, wanted=principal.name)
            raise self._refused(sentence, f"is {principal.name!r} and was {self._principal.name!r}")
        self._mechanism, self._server, self._principal = server.mechanism, None, principal
        self.travels_bare = False
        lifetime_ms = self.policy.mechanisms[server.mechanism].session_lifetime_ms
        self.ends_at = self._seconds() + lifetime_ms / 1000 if lifetime_ms > 0 else None
        self._become(SaslState.READY)
        self._identify(principal)
        return answer, lifetime_ms

    def _refused(self, told: str, reason: str) -> AuthenticationRefused:
        self._server = None
        self._become(SaslState.FAILED)
        self._refuse(f"authentication with {self.asked} failed: the client {reason}")
        return AuthenticationRefused(told)

    def _become(self, state: SaslState) -> None:
        if state not in TRANSITIONS[self.state]:
            raise AssertionError(f"from {self.state} to {state}")
        self.state = state
