"""Which handler answers which API in which version: how a request is read, who takes it, and what is counted.

There is a row for each version of each handler, made when it is first asked for: most never are, and start-up time and memory count. What
the table has is what ApiVersions announces, but for handlers that say that they are not announced (``is_announced``).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from klog.broker.authorization.api_rights import API_RIGHTS
from klog.broker.authorization_errors import REFUSALS
from klog.broker.handler import Again, ConnectionInfo, Handler, HandlerResult, RequestContext
from klog.metrics import Counter, Metrics
from klog.wire.apis import APIS
from klog.wire.compiled_codec import decoder
from klog.wire.server import Request

Decode = Callable[[memoryview, int], tuple[Any, int]]


@dataclasses.dataclass(slots=True)
class HandlerRow:
    """One API in one version.

    :ivar key: API key and version.
    :ivar handle_run: takes consecutive requests together; None where each is handled alone.
    :ivar handle_repeats: the same for requests that were recognised (`klog.wire.repeated_requests`).
    :ivar again: what answers the same bytes, should they come again.
    :ivar let_go: what a request that waits for its answer needs no longer.
    :ivar holds: what waits with it that it does not show.
    :ivar name: for the log.
    """

    key: tuple[int, int]
    handler: Handler
    decode: Decode
    handle_run: Callable[[Sequence[tuple[RequestContext, Any]]], Sequence[HandlerResult]] | None
    handle_repeats: Callable[[Sequence[Request], ConnectionInfo], Sequence[HandlerResult] | None] | None
    again: Callable[[RequestContext, Any, Any], Again | None] | None
    let_go: Callable[[Any], int] | None
    holds: Callable[[Any], int] | None
    count: Counter
    name: str

    def read(self, request: Request, info: ConnectionInfo) -> tuple[RequestContext, Any]:
        """Context and message of one request.

        :raises WireError: it does not decode.
        """
        message, _ = self.decode(request.body, request.position)
        return RequestContext(request.api_key, request.api_version, request.correlation_id, request.client_id, info), message


class HandlerTable:
    """See the module.

    :param metrics: where requests are counted.
    :ivar versions: lowest and highest by API key.
    :ivar announced: the same, of what ApiVersions announces.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._rows: dict[tuple[int, int], HandlerRow] = {}
        #: By API key, with what counts its requests.
        self._handlers: dict[int, tuple[Handler, Counter]] = {}
        self.versions: dict[int, tuple[int, int]] = {}
        self.announced: dict[int, tuple[int, int]] = {}

    def add(self, handler: Handler) -> None:
        """One more.

        :raises ValueError: its API has one, or nobody has said what clients are told that may not ask for it.
        """
        request_type = handler.request_type
        key: int = request_type.api_key
        if key in self.versions:
            raise ValueError(f"two handlers for API {key}")
        if key not in REFUSALS:
            raise ValueError(f"nobody has said what a client is told that may not ask for API {key}")
        if key not in API_RIGHTS:
            raise ValueError(f"nobody has said which rights API {key} needs")
        low, high = handler.versions
        self.versions[key] = (low, high)
        if getattr(handler, "is_announced", True):
            self.announced[key] = (low, high)
        name = request_type.__name__.removesuffix("Request")
        count = self._metrics.counter(f"requests.{name}.count", f"{name} requests.")
        self._handlers[key] = handler, count

    def row(self, api_key: int, version: int) -> HandlerRow | None:
        """Of one API in one version; None where klog does not have it."""
        row = self._rows.get((api_key, version))
        return self._make(api_key, version) if row is None else row

    @property
    def rows(self) -> dict[tuple[int, int], HandlerRow]:
        """All of them by API key and version, made where they are not yet: for whoever walks through all that a broker can."""
        for api_key, (low, high) in self.versions.items():
            for version in range(low, high + 1):
                self.row(api_key, version)
        return self._rows

    def _make(self, api_key: int, version: int) -> HandlerRow | None:
        low, high = self.versions.get(api_key, (0, -1))
        if not low <= version <= high:
            return None
        handler, count = self._handlers[api_key]
        request_type = handler.request_type
        row = self._rows[api_key, version] = HandlerRow(
            (api_key, version),
            handler,
            decoder(request_type, version),
            getattr(handler, "handle_run", None),
            getattr(handler, "handle_repeats", None),
            getattr(handler, "again", None),
            getattr(handler, "let_go", None),
            getattr(handler, "holds", None),
            count,
            f"{request_type.__name__.removesuffix('Request')} version {version}",
        )
        return row

    def complaint(self, request: Request) -> str:
        """What is wrong with a request for which there is no row."""
        versions = self.versions.get(request.api_key)
        if versions is None:
            return f"the client asked for API {request.api_key}, which klog does not have"
        return f"the client asked for {name_of(request)}; klog has versions {versions[0]} to {versions[1]}"


def name_of(request: Request) -> str:
    """API and version of a request, whether or not there is a row for it."""
    api = APIS.get(request.api_key)
    return f"{f'API {request.api_key}' if api is None else api.name} version {request.api_version}"
