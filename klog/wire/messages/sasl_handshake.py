"""SaslHandshake (key 17): which SASL mechanism the client will use (KIP-43).

Versions 0 to 1: after 0 the mechanism's tokens travel as they are, after 1 inside SaslAuthenticate (KIP-152). Never flexible.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, array, int16, string


class SaslHandshakeRequest(Message, key=17, versions="0-1"):
    """What the client asks."""

    mechanism: str = string("0+")


class SaslHandshakeResponse(Message, answers=SaslHandshakeRequest):
    """What the broker answers: the mechanisms it has, also where the asked one is not among them."""

    error_code: int = int16("0+")
    mechanisms: list[str] = array(Kind.STRING, "0+")
