"""Times and bounds of one connection, for the Twisted client and the blocking one. No Twisted here."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, kw_only=True)
class ConnectionSettings:
    """Times and bounds of one connection."""

    #: From the first packet until the broker is ready for requests (TLS, ApiVersions and SASL included).
    connect_timeout_ms: int = 10_000
    #: Of a request that brings no limit of its own, waiting for the connection included.
    request_timeout_ms: int = 30_000
    reconnect_backoff_ms: int = 50
    reconnect_backoff_max_ms: int = 1_000
    #: The longest answer that is taken.
    max_response_bytes: int = 100 << 20
    #: Requests without an answer; further ones wait here.
    max_in_flight: int = 5
