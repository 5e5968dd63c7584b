"""Many reads at once, in pieces whose answers stay small.

From ZooKeeper 3.6 on a piece is one `multiRead`; with older servers the reads are pipelined, so many at a time. How large the nodes are is
not known before, so the first piece is small and each next one is sized by what the largest so far brought; where an answer is too large
all the same, its piece is asked for again in halves. `next_count` decides (pure).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from twisted.internet.defer import Deferred, DeferredList, fail, succeed

from klog.zookeeper.client_connection import ClientConnection
from klog.zookeeper.errors import (
    BadArgumentsException,
    MarshallingErrorException,
    NoAuthException,
    NoNodeException,
    UnimplementedException,
    ZookeeperError,
    error_of,
)
from klog.zookeeper.paths import check_path, with_chroot
from klog.zookeeper.protocol import Stat
from klog.zookeeper.replies import DataReply, MultiReply
from klog.zookeeper.requests import GetChildren, GetData, MultiRead
from klog.zookeeper.session import Pending

FIRST_COUNT = 32
MOST_COUNT = 1000
#: Answers are meant to stay below this.
PIECE_BYTES = 512 << 10
#: One request's bytes of paths, well below what servers take.
REQUEST_BYTES = 256 << 10
#: Reads under way at a time where there is no multiRead.
PIPELINED = 256
#: Of one read's answer, besides what it carries.
_OVERHEAD_BYTES = 100


def next_count(last_count: int, largest_bytes: float) -> int:
    """How many reads the next piece has.

    :param largest_bytes: the most that one read of a piece brought on average.
    """
    return max(1, min(MOST_COUNT, last_count * 4, int(PIECE_BYTES / max(1.0, largest_bytes))))


class ReadingClient(Protocol):
    """What the batched reads ask of their client (`klog.zookeeper.client.ZookeeperClient`)."""

    @property
    def chroot(self) -> str:
        """What stands in front of every path."""

    @property
    def server(self) -> str:
        """The server that is spoken to."""

    def get(self, path: str) -> Deferred[tuple[bytes, Stat]]:
        """A node's data."""

    def get_children(self, path: str) -> Deferred[list[str]]:
        """The names of a node's children."""

    def sync(self, path: str) -> Deferred[str]:
        """The server catches up with its leader."""

    def when_connected(self) -> Deferred[Any]:
        """Fires when there is a connection."""


class Reads:
    """The batched reads of one client."""

    def __init__(self, client: ReadingClient, connection: ClientConnection) -> None:
        self._client = client
        self._connection = connection
        self._has_multi_read = True

    def get_many(self, paths: Sequence[str]) -> Deferred[list[tuple[bytes, Stat] | ZookeeperError]]:
        """See `ZookeeperClient.get_many`."""
        return self._read("get_many", GetData, list(paths))

    def children_of_many(self, paths: Sequence[str]) -> Deferred[list[list[str] | ZookeeperError]]:
        """See `ZookeeperClient.children_of_many`."""
        return self._read("children_of_many", GetChildren, list(paths))

    def _read(self, operation: str, kind: Any, paths: list[str]) -> Deferred[Any]:
        try:
            for path in paths:
                check_path(path)
        except BadArgumentsException as error:
            return fail(error)
        if not paths:
            return succeed([])
        return Deferred.fromCoroutine(self._read_all(operation, kind, paths))

    async def _read_all(self, operation: str, kind: Any, paths: list[str]) -> list[Any]:
        values: list[Any] = []
        count, largest = FIRST_COUNT, 1.0
        while len(values) < len(paths):
            if not self._has_multi_read:
                values += await self._pipelined(kind, paths[len(values) : len(values) + PIPELINED])
                continue
            piece = _within(paths, len(values), count)
            try:
                found = await self._multi_read(operation, kind, piece)
            except UnimplementedException:
                # An old server, which hangs up behind this answer.
                self._has_multi_read = False
                await self._hung_up()
                continue
            except MarshallingErrorException:
                # Too large an answer.
                if len(piece) == 1:
                    raise
                count = max(1, len(piece) // 2)
                largest = max(largest, PIECE_BYTES / count)
                continue
            values += found
            largest = max(largest, sum(map(_size, found)) / len(found))
            count = next_count(len(piece), largest)
        return values

    def _multi_read(self, operation: str, kind: Any, paths: list[str]) -> Deferred[list[Any]]:
        client = self._client
        refusal = self._connection.refusal(operation, paths[0])
        if refusal is not None:
            return fail(refusal)
        chroot = client.chroot
        request = MultiRead([kind(with_chroot(chroot, path)) for path in paths])
        result: Deferred[list[Any]] = Deferred()

        def answered(reply: MultiReply) -> None:
            if len(reply.results) != len(paths):
                why = f"ZooKeeper's {operation}: {len(paths)} nodes were asked for and {len(reply.results)} answered"
                result.errback(MarshallingErrorException(why, operation=operation, path=paths[0], server=client.server))
                return
            values: list[Any] = []
            for path, (opcode, answer) in zip(paths, reply.results, strict=True):
                if opcode == -1:
                    values.append(error_of(answer.error, operation, path, client.server))
                else:
                    values.append((answer.data, answer.stat) if isinstance(answer, DataReply) else answer.children)
            result.callback(values)

        try:
            self._connection.put(Pending(request, operation, paths[0], answered, result.errback))
        except ZookeeperError as error:
            return fail(error)
        return result

    async def _hung_up(self) -> None:
        client = self._client
        told: Deferred[None] = Deferred()
        # The end of the connection stands behind the answer in the same stream, and a request on it tells us.
        client.sync("/").addBoth(lambda _: told.callback(None))
        await told
        await client.when_connected()

    async def _pipelined(self, kind: Any, paths: list[str]) -> list[Any]:
        client = self._client
        asked: list[Deferred[Any]] = [client.get(path) if kind is GetData else client.get_children(path) for path in paths]
        values: list[Any] = []
        for _, value in await DeferredList(asked, consumeErrors=True):
            error = getattr(value, "value", None)
            if error is not None:
                if not isinstance(error, NoNodeException | NoAuthException):
                    raise error
                value = error
            values.append(value)
        return values


def _within(paths: list[str], first: int, count: int) -> list[str]:
    """At most `count` of them, and not more than a request may carry."""
    piece: list[str] = []
    size = 0
    for path in paths[first : first + count]:
        size += len(path) * 3 + 14
        if piece and size > REQUEST_BYTES:
            break
        piece.append(path)
    return piece


def _size(value: Any) -> int:
    if isinstance(value, tuple):
        return len(value[0]) + _OVERHEAD_BYTES
    if isinstance(value, list):
        return sum(map(len, value)) + 4 * len(value) + _OVERHEAD_BYTES
    return _OVERHEAD_BYTES
