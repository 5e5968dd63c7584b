"""How a `klog.zookeeper.mirror.TreeMirror` reads the tree: in two ways, as its server allows.

`RecursiveReader` (ZooKeeper 3.6 and later): somebody else watches everything, so reading is all there is to do, in batches.

`OneShotReader` (before): reading a node also watches its data, listing its children watches these, each for one event; which path has which
watch out is noted, so that there is never a second one. A root that does not exist is watched for its creation.

What may not be read (`NoAuthException`) counts as not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from twisted.internet.defer import Deferred, FirstError, gatherResults
from twisted.python.failure import Failure

from klog.zookeeper.errors import NoAuthException, NoNodeException, ZookeeperError
from klog.zookeeper.paths import join
from klog.zookeeper.protocol import CHANGED_EVENT, CHILD_EVENT, SESSION_EVENT, Stat

if TYPE_CHECKING:
    from klog.zookeeper.client import ZookeeperClient
    from klog.zookeeper.watches import ClientEvent

T = TypeVar("T")
#: A node: its data and stat.
Value = tuple[bytes, Stat]

#: What of a node is to be read again.
DATA: Final = 1
CHILDREN: Final = 2
ALL: Final = DATA | CHILDREN
#: One-shot reads under way at once.
PIPELINED: Final = 1_000
_ABSENT = (NoNodeException, NoAuthException)


class RecursiveReader:
    """Reads; does not watch."""

    def __init__(self, client: ZookeeperClient) -> None:
        self._client = client

    async def read_all(self, roots: Sequence[str], check_size: Callable[[int], None]) -> dict[str, Value]:
        """Everything at and below `roots`, level by level.

        :param check_size: told how many nodes there are so far; may raise.
        :raises ZookeeperError: of the connection or the session.
        """
        found: dict[str, Value] = {}
        level = list(roots)
        while level:
            check_size(len(found) + len(level))
            parents = []
            for path, result in zip(level, await self._client.get_many(level), strict=True):
                value = _present(result)
                if value is not None:
                    found[path] = value
                    if value[1]["numChildren"]:
                        parents.append(path)
            lists = await self._client.children_of_many(parents) if parents else []
            level = [join(path, name) for path, names in zip(parents, lists, strict=True) for name in sorted(_present(names) or ())]
        return found

    async def read(self, marked: Mapping[str, int], nodes: Mapping[str, Value], children: Mapping[str, Iterable[str]]) -> dict[str, Any]:
        """What is marked; None for what is not there."""
        if not marked:
            return {}
        paths = list(marked)
        return {path: _present(result) for path, result in zip(paths, await self._client.get_many(paths), strict=True)}


class OneShotReader:
    """Reads and watches.

    :param mark: called with a path and what of it (`DATA`, `CHILDREN`) has changed.
    """

    def __init__(self, client: ZookeeperClient, roots: Sequence[str], mark: Callable[[str, int], None]) -> None:
        self._client = client
        self._roots = frozenset(roots)
        self._mark = mark
        #: Paths whose watch is out.
        self._on_data: set[str] = set()
        self._on_children: set[str] = set()

    async def read_all(self, roots: Sequence[str], check_size: Callable[[int], None]) -> dict[str, Any]:
        """Everything at and below `roots`, level by level."""
        found: dict[str, Value | None] = {}
        level = list(roots)
        while level:
            check_size(len(found) + len(level))
            level = await self._read_level(dict.fromkeys(level, ALL), found, {}, {})
        return found

    async def read(self, marked: Mapping[str, int], nodes: Mapping[str, Value], children: Mapping[str, Iterable[str]]) -> dict[str, Any]:
        """What is marked, and everything below that is new; None for what is not there any more.

        :param nodes: what is known.
        :param children: names of what is known below a path.
        """
        found: dict[str, Value | None] = {}
        level = await self._read_level(marked, found, nodes, children)
        while level:
            level = await self._read_level(dict.fromkeys(level, ALL), found, {}, {})
        return found

    async def _read_level(
        self, marked: Mapping[str, int], found: dict[str, Value | None], nodes: Mapping[str, Value], children: Mapping[str, Iterable[str]]
    ) -> list[str]:
        """Put what is marked into `found`, and what is gone; the paths of new children."""
        news: list[str] = []
        wanted = list(marked.items())
        for start in range(0, len(wanted), PIPELINED):
            piece = wanted[start : start + PIPELINED]
            reads = [path for path, what in piece if what & DATA]
            lists = [path for path, what in piece if what & CHILDREN]
            results = await _all([Deferred.fromCoroutine(read) for read in (*map(self._read, reads), *map(self._list, lists))])
            found.update(zip(reads, results, strict=False))
            for path, names in zip(lists, results[len(reads) :], strict=True):
                listed = {join(path, name) for name in names or ()}
                found.update({gone: None for name in children.get(path, ()) if (gone := join(path, name)) not in listed})
                news += sorted(child for child in listed if child not in nodes)
        return news

    async def _read(self, path: str) -> Value | None:
        """Data, watched."""
        if path in self._on_data:
            return await self._client.get(path).addErrback(_none)
        self._on_data.add(path)
        try:
            if path not in self._roots:
                value, watch = self._client.get_and_watch(path)
                self._follow(watch, path, self._on_data)
                return await value
            exists, watch = self._client.exists_and_watch(path)
            self._follow(watch, path, self._on_data)
            # Either may find what the other did not: then the watch fires.
            results = await _all([exists, self._client.get(path).addErrback(_none)])
            found: Value | None = results[1]
            return found
        except ZookeeperError as why:
            self._on_data.discard(path)
            return _present(why)

    async def _list(self, path: str) -> list[str] | None:
        """Names of children, watched."""
        if path in self._on_children:
            return await self._client.get_children(path).addErrback(_none)
        self._on_children.add(path)
        try:
            names, watch = self._client.get_children_and_watch(path)
            self._follow(watch, path, self._on_children)
            return await names
        except ZookeeperError as why:
            self._on_children.discard(path)
            return _present(why)

    def _follow(self, watch: Deferred[Any], path: str, watches: set[str]) -> None:
        def fired(event: ClientEvent) -> None:
            watches.discard(path)
            # The end of the session is found by reading.
            self._mark(path, {CHANGED_EVENT: DATA, CHILD_EVENT: CHILDREN, SESSION_EVENT: DATA}.get(event.type, ALL))

        def failed(_: Any) -> None:
            watches.discard(path)

        watch.addCallbacks(fired, failed)


def _present(result: T | ZookeeperError) -> T | None:
    """What a batch says of one path.

    :raises ZookeeperError: neither the node nor that there is none.
    """
    if not isinstance(result, ZookeeperError):
        return result
    if isinstance(result, _ABSENT):
        return None
    raise result


def _none(why: Failure) -> None:
    why.trap(*_ABSENT)  # type: ignore[no-untyped-call]


async def _all(reads: Sequence[Deferred[Any]]) -> list[Any]:
    """Their results, in order.

    :raises ZookeeperError: what the first that failed failed with.
    """
    try:
        results: list[Any] = await gatherResults(reads, consumeErrors=True)
    except FirstError as first:
        raise cast(BaseException, first.subFailure.value) from None
    return results
