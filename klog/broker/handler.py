"""What a handler is: one API, its versions, and a function from request to answer.

A handler is handed what it needs at construction. ``handle`` returns the response message, a Deferred of it, or None for "no
answer" (Produce with acks 0). It may raise `CloseConnection`, which ends the connection with one line in the log; anything else
raised is klog's own mistake: it is logged and answered with UNKNOWN_SERVER_ERROR where the response can carry it. Answers leave in
the order of the requests whatever order the Deferreds fire in.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from twisted.internet.defer import Deferred

from klog.acls import CLUSTER_NAME, AclOperation, AclResourceType
from klog.broker.authorization.api_rights import DENIALS
from klog.errors import KlogError
from klog.net.connection_info import ConnectionInfo as ConnectionInfo  # noqa: PLC0414  (handlers import it from here)
from klog.net.rights import ALL_RIGHTS
from klog.wire.request import Request

Item = TypeVar("Item")


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

    # What whoever asks may do. Asked anew after whatever was waited for.

    def may(self, operation: AclOperation, resource_type: AclResourceType, name: str) -> bool:
        """Whether the operation is allowed on what the request names. What is not goes into the audit log."""
        return self.connection.rights.may(self.api_key, operation, resource_type, name)

    def would(self, operation: AclOperation, resource_type: AclResourceType, name: str) -> bool:
        """The same where nothing is refused if not: something is left out, or another right will do."""
        return self.connection.rights.may(self.api_key, operation, resource_type, name, tells=False)

    def may_with_cluster(self, operation: AclOperation) -> bool:
        """Whether the operation is allowed on the cluster as a whole. Not refused if not: another right may do."""
        return self.would(operation, AclResourceType.CLUSTER, CLUSTER_NAME)

    def require(self, operation: AclOperation, resource_type: AclResourceType, name: str = CLUSTER_NAME) -> None:
        """Go on only where the operation is allowed.

        :raises KlogError: the code of the resource's type; the sentence names nothing.
        """
        if not self.may(operation, resource_type, name):
            raise KlogError(DENIALS[resource_type])

    def sort(
        self, operation: AclOperation, resource_type: AclResourceType, items: Iterable[Item], name_of: Callable[[Item], str]
    ) -> tuple[list[Item], list[Item]]:
        """What the request names, in its order: that on which the operation is denied, and that on which it is allowed.

        :param name_of: of one of `items`.
        """
        if self.connection.rights is ALL_RIGHTS:
            return [], list(items)
        denied: list[Item] = []
        allowed: list[Item] = []
        for item in items:
            (allowed if self.may(operation, resource_type, name_of(item)) else denied).append(item)
        return denied, allowed

    def operations(self, resource_type: AclResourceType, name: str = CLUSTER_NAME) -> int:
        """All that is allowed on a resource, as bits (KIP-430)."""
        return self.connection.rights.operations(resource_type, name)


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


class HoldingHandler(Handler, Protocol):
    """A handler whose requests may mean more than they say (Fetch, of all that its session has)."""

    def holds(self, request: Any) -> int:
        """The answer to `request` waits: how many bytes wait with it that do not come from the request itself."""


class RecognisedRequestHandler(BatchingHandler, Protocol):
    """A handler that also takes requests which were recognised and not decoded (`klog.wire.repeated_requests`)."""

    def handle_repeats(self, requests: Sequence[Request], connection: ConnectionInfo) -> Sequence[HandlerResult] | None:
        """As `handle_run`, for requests that have a `repeat`. A result may also be `bytes`: the whole answer, ready to be sent. None:
        nothing was done, and they are to be handled as if they had been decoded."""
