"""What a handler is: one API, its versions, and a function from request to answer.

A handler is handed what it needs at construction. ``handle`` returns the response message, a Deferred of it, or None for "no
answer" (Produce with acks 0). It may raise `CloseConnection`, which ends the connection with one line in the log; anything else
raised is klog's own mistake: it is logged and answered with UNKNOWN_SERVER_ERROR where the response can carry it. Answers leave in
the order of the requests whatever order the Deferreds fire in.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from twisted.internet.defer import Deferred

from klog.net.connection_info import ConnectionInfo as ConnectionInfo  # noqa: PLC0414  (handlers import it from here)
from klog.wire.request import Request


class CloseConnection(Exception):
    """The peer must be disconnected; the sentence says who did what."""


@dataclasses.dataclass(slots=True)
class RequestContext:
    """One request's surroundings."""

    api_key: int
    api_version: int
    correlation_id: int
    client_id: str | None
    connection: ConnectionInfo


#: What `Handler.handle` may return; messages are instances of `klog.wire.schema.Message`.
HandlerResult = Any | Deferred[Any] | None


class Handler(Protocol):
    """One API."""

    #: The request's message class (``klog.wire.messages``); it knows its API key.
    request_type: type[Any]
    #: Lowest and highest version this handler answers; what ApiVersions announces is made from this.
    versions: tuple[int, int]

    def handle(self, context: RequestContext, request: Any) -> HandlerResult:
        """Answer one request."""


class UnannouncedHandler(Handler, Protocol):
    """A handler that may be there without being told of: its requests are refused by a broker that is alone, as nobody may send them."""

    #: Whether ApiVersions tells of it.
    is_announced: bool


#: Asked with the correlation id's four bytes: the whole answer, ready to be sent; None: the request goes the usual way.
Again = Callable[[bytes], bytes | None]


class SameBytesHandler(Handler, Protocol):
    """A handler whose requests come again and again with the same bytes (Heartbeat)."""

    def again(self, context: RequestContext, request: Any, answer: Any) -> Again | None:
        """`request` was just answered with `answer`: what answers the same bytes when they come again; None where nothing can."""


class BatchingHandler(Handler, Protocol):
    """A handler for which requests that arrived together are worth handling together (Produce)."""

    def handle_run(self, requests: Sequence[tuple[RequestContext, Any]]) -> Sequence[HandlerResult]:
        """Answer consecutive requests of one connection at once; one result for each, in order. A result that is a
        `CloseConnection` instance closes the connection after the answers before it."""


class FrameReleasingHandler(Handler, Protocol):
    """A handler whose requests need not be kept whole until they are answered (Produce)."""

    def let_go(self, request: Any) -> int:
        """The answer to `request` waits: forget of it what is needed no more; how many bytes of the frame that was."""


class RecognisedRequestHandler(BatchingHandler, Protocol):
    """A handler that also takes requests which were recognised and not decoded (`klog.wire.repeated_requests`)."""

    def handle_repeats(self, requests: Sequence[Request], connection: ConnectionInfo) -> Sequence[HandlerResult]:
        """As `handle_run`, for requests that have a `repeat`. A result may also be `bytes`: the whole answer, ready to be sent."""
