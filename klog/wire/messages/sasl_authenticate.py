"""SaslAuthenticate (key 36): one token of a SASL mechanism, and the broker's (KIP-152).

Versions 0 to 2: 1 tells how long the session lasts until the client must authenticate again on the same connection (KIP-368); 2 is
flexible.
"""

from __future__ import annotations

from klog.wire.schema import Message, bytestring, int16, int64, string


class SaslAuthenticateRequest(Message, key=36, versions="0-2", flexible="2+"):
    """What the client sends. With PLAIN it holds the password: never to be logged."""

    auth_bytes: bytes = bytestring("0+")


class SaslAuthenticateResponse(Message, answers=SaslAuthenticateRequest):
    """What the broker answers."""

    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")
    auth_bytes: bytes = bytestring("0+")
    session_lifetime_ms: int = int64("1+", ignorable=True)
