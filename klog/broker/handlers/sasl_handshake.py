"""SaslHandshake: with which SASL mechanism a client will show who it is.

| key | 17 |
|---|---|
| versions | 0 to 1 |
| 0 | the mechanism's tokens follow as they are, without headers; `klog.net.identification` reads them |
| 1 | they follow in SaslAuthenticate |

The connection's session decides (`klog.net.authentication`). A listener without SASL has none: ILLEGAL_SASL_STATE, as Kafka says there.
"""

from __future__ import annotations

from klog.broker.handler import RequestContext
from klog.errors import ErrorCode
from klog.wire.messages.sasl_handshake import SaslHandshakeRequest, SaslHandshakeResponse


class SaslHandshakeHandler:
    """Answers with the listener's mechanisms."""

    request_type = SaslHandshakeRequest
    versions = (0, 1)

    def handle(self, context: RequestContext, request: SaslHandshakeRequest) -> SaslHandshakeResponse:
        """The mechanisms. UNSUPPORTED_SASL_MECHANISM ends the connection; ILLEGAL_SASL_STATE where it does not belong here."""
        session = context.connection.sasl
        if session is None:
            return SaslHandshakeResponse(error_code=ErrorCode.ILLEGAL_SASL_STATE)
        code = session.handshake(request.mechanism, context.api_version)
        mechanisms = [] if code is ErrorCode.ILLEGAL_SASL_STATE else list(session.policy.mechanisms)
        return SaslHandshakeResponse(error_code=code, mechanisms=mechanisms)
