"""SaslAuthenticate: one token of the mechanism that SaslHandshake chose.

| key | 36 |
|---|---|
| versions | 0 to 2 |
| 1 | how long the session lasts (KIP-368) |
| 2 | flexible |

A failure is told after ``connection.failed.authentication.delay.ms``, with a sentence that does not say whether the name or the password is
wrong; then the connection ends. Elsewhere than behind a SaslHandshake: ILLEGAL_SASL_STATE, and nothing happens.
"""

from __future__ import annotations

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import deferLater

from klog.broker.handler import RequestContext
from klog.errors import ErrorCode
from klog.net.authentication import AuthenticationRefused
from klog.wire.messages.sasl_authenticate import SaslAuthenticateRequest, SaslAuthenticateResponse

_NOT_HERE = "SaslAuthenticate request received after successful authentication"


class SaslAuthenticateHandler:
    """Hands tokens to the session of their connection.

    :param clock: the reactor.
    """

    request_type = SaslAuthenticateRequest
    versions = (0, 2)

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock

    def handle(
        self, context: RequestContext, request: SaslAuthenticateRequest
    ) -> SaslAuthenticateResponse | Deferred[SaslAuthenticateResponse]:
        """The mechanism's answer."""
        session = context.connection.sasl
        if session is None or not session.expects_token:
            return SaslAuthenticateResponse(error_code=ErrorCode.ILLEGAL_SASL_STATE, error_message=_NOT_HERE)
        try:
            token, lifetime_ms = session.authenticate(bytes(request.auth_bytes))
        except AuthenticationRefused as refused:
            answer = SaslAuthenticateResponse(error_code=ErrorCode.SASL_AUTHENTICATION_FAILED, error_message=str(refused))
            return deferLater(self._clock, session.policy.failure_delay_ms / 1000, lambda: answer)
        return SaslAuthenticateResponse(auth_bytes=token, session_lifetime_ms=lifetime_ms)
