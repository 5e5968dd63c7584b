"""One request as a server sees it."""

from __future__ import annotations

from typing import Any

from klog.wire.apis import APIS, Api
from klog.wire.produce_repeat import Repeat

_NOTHING = memoryview(b"")


class Request:
    """One request: its header, and its body as a view on the frame from `position` on."""

    __slots__ = (
        "api_key", "api_version", "batches_by_index", "body", "client_id", "correlation_id", "index", "is_answered", "parts", "position",
        "records", "repeat",
    )  # fmt: skip

    def __init__(
        self,
        api_key: int,
        api_version: int,
        correlation_id: int,
        client_id: str | None,
        position: int,
        body: memoryview,
        repeat: Repeat | None = None,
        index: int = 0,
        records: memoryview | None = None,
        batches_by_index: dict[int, memoryview | None] | None = None,
    ) -> None:
        self.api_key = api_key
        self.api_version = api_version
        self.correlation_id = correlation_id
        self.client_id = client_id
        #: The whole frame behind its length.
        self.body = body
        self.position = position
        self.is_answered = False
        #: The answer while it waits for its turn.
        self.parts: Any = None
        #: The Produce request that this one differs from in `batches` only; None: it must be decoded.
        self.repeat = repeat
        #: The partition that it names first, and the records for it;
        self.index = index
        self.records = records
        #: where it names several, the records for each, by its index, in the request's order.
        self.batches_by_index = batches_by_index

    def let_go(self) -> None:
        """Hold the frame no more; what was read of the header stays, and which partitions are named."""
        self.body = _NOTHING
        self.records = None
        if self.batches_by_index is not None:
            self.batches_by_index = dict.fromkeys(self.batches_by_index)

    @property
    def batches(self) -> dict[int, memoryview | None]:
        """Of one that was recognised: the records for each partition, by its index, in the request's order."""
        return {self.index: self.records} if self.batches_by_index is None else self.batches_by_index

    @property
    def size(self) -> int:
        """Bytes of the frame, without its length field."""
        return len(self.body)

    @property
    def api(self) -> Api | None:
        """The API; None where the key or the version is not declared."""
        api = APIS.get(self.api_key)
        return api if api is not None and self.api_version in api.versions else None

    def in_version(self, version: int) -> Request:
        """This same request, to be answered in another version's layout (KIP-511)."""
        self.api_version = version
        return self

    def __repr__(self) -> str:
        return f"<Request API {self.api_key} version {self.api_version} correlation {self.correlation_id} client {self.client_id!r}>"
