"""Parts of ZooKeeper's tree, kept in memory and brought up to date by watches.

Theory of operation:

1. *Watch first, read afterwards.* So nothing can change unseen: what changes behind the watch is told, and whatever is told is read
   again. A path that an event names is only *marked*; nothing is concluded from the event itself.
2. *One pass at a time.* A pass takes everything that is marked, reads it at once and applies it; then `changed` is called with the paths
   that are different. Many are applied in slices, each in a turn of the reactor: ten thousand partitions change at once when a broker dies.
   They go root by root, so that whoever names the roots says what is known first, and in each in the order of their paths. What is marked
   during a pass is for the next one: a thousand events cost two passes. A path marked twice is read once; a node that was deleted and made
   again in between shows as another ``czxid``.
3. *Two ways of watching* (`klog.zookeeper.mirror_reading`). On ZooKeeper 3.6 and later one persistent recursive watch for each root; before
   that one-shot watches, one on the data and one on the children of every node. The server says which (`UnimplementedException`).
4. *Gaps.* After a lost connection the server catches up on one-shot watches and not on persistent ones. So with the latter everything
   is read again, and what is different is told as if it had been heard of.
5. *Order.* Events and replies come in the order of the wire, so a `sync` that has been answered, and the pass over all that was marked
   by then, have shown everything that was written before.

The mirror is not a snapshot: two nodes may be shown as they were at two times, each not before its last event. With recursive watches
the stat of a parent is as of its own last change: use `children`, not ``numChildren``, ``cversion`` or ``pzxid``.

A mirror lives as long as its client's session; the next session wants a new one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall
from twisted.internet.task import deferLater
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.zookeeper.errors import TRANSIENT, ClosingException, UnimplementedException, ZookeeperError
from klog.zookeeper.mirror_reading import DATA, OneShotReader, RecursiveReader, Value
from klog.zookeeper.paths import join, parent
from klog.zookeeper.protocol import CONNECTING_STATE, SESSION_EVENT, Stat

if TYPE_CHECKING:
    from klog.zookeeper.client import ZookeeperClient
    from klog.zookeeper.watches import ClientEvent

#: What a mirror holds at most. Precedent: Kafka on ZooKeeper was good for some 200,000 partitions of a cluster.
MAX_NODES = 1_000_000
#: With more paths marked, everything is read again instead.
MAX_MARKED = 100_000
#: Paths that are applied in one turn of the reactor; all of them behind a gap, which is nobody's fail-over.
MOST_AT_ONCE = 100
#: When to ask again a server that is overloaded.
RETRY_S = 0.2


class TreeMirror:
    """See the module.

    :param client: connected, or about to be.
    :param roots: paths; those that do not exist are empty until they do. A root below another one is part of that.
    :param changed: called after each batch with the paths that were made, changed or deleted (not with the parents, of which only the
        children are others now). Not called for what `start` reads.
    :param reactor: clock.
    :param max_nodes: more than that end the mirror.
    :ivar failure: why the mirror has ended; None while it lives.
    :ivar on_failure: called with the error that has ended the mirror, where it was not stopped: the session's end, too many nodes ...
    :ivar passes: how often it has read; for tests and curiosity.
    """

    _log = Logger()

    def __init__(
        self,
        client: ZookeeperClient,
        roots: Sequence[str],
        changed: Callable[[frozenset[str]], None],
        *,
        reactor: Any,
        max_nodes: int = MAX_NODES,
    ) -> None:
        self.roots = tuple(root for root in dict.fromkeys(roots) if not any(_is_below(root, other) for other in roots))
        self.failure: ZookeeperError | None = None
        self.on_failure: Callable[[ZookeeperError], None] = lambda why: None
        self.passes = 0
        self._client = client
        self._changed = changed
        self._reactor = reactor
        self._max_nodes = max_nodes
        self._nodes: dict[str, Value] = {}
        self._children: dict[str, set[str]] = {}
        #: What `children` has given away, until it changes.
        self._frozen: dict[str, frozenset[str]] = {}
        self._marked: dict[str, int] = {}
        #: Everything is marked.
        self._has_gap = True
        self._is_read = False
        #: For the end of the next pass, and of this one.
        self._waiters: list[Deferred[None]] = []
        self._passing: list[Deferred[None]] = []
        self._is_working = False
        self._call: IDelayedCall | None = None
        #: Roots without a recursive watch, as yet.
        self._unwatched = list(self.roots)
        self._reader: RecursiveReader | OneShotReader = RecursiveReader(client)
        self._retry: IDelayedCall | None = None

    # -- reading

    def data(self, path: str) -> bytes | None:
        """A node's data; None where there is no node."""
        found = self._nodes.get(path)
        return None if found is None else found[0]

    def stat(self, path: str) -> Stat | None:
        """A node's stat; None where there is no node."""
        found = self._nodes.get(path)
        return None if found is None else found[1]

    def children(self, path: str) -> frozenset[str]:
        """Names of a node's children; none where there is no node."""
        found = self._frozen.get(path)
        if found is None:
            found = self._frozen[path] = frozenset(self._children.get(path, ()))
        return found

    def paths(self, prefix: str = "/") -> list[str]:
        """Every path that is there at and below `prefix`, sorted."""
        found: dict[str, None] = {}
        waiting = [prefix, *(root for root in self.roots if _is_below(root, prefix))]
        while waiting:
            path = waiting.pop()
            if path in self._nodes:
                found[path] = None
            waiting += [join(path, name) for name in self._children.get(path, ())]
        return sorted(found)

    def __len__(self) -> int:
        return len(self._nodes)

    # -- its life

    def start(self) -> Deferred[None]:
        """Watch and read everything; survives lost connections.

        :raises SessionExpiredException: (from the Deferred) or whatever else has ended the client.
        """
        return self._next_pass()

    def sync(self) -> Deferred[None]:
        """Fires when everything is shown that anybody wrote before this call; `changed` has been called for it.

        :raises SessionExpiredException: (from the Deferred) or whatever else has ended the client.
        """
        return Deferred.fromCoroutine(self._sync())

    def stop(self) -> None:
        """No more calls; what is shown stays. Whoever waits gets a `ClosingException`."""
        if self.failure is None:
            for root in self.roots:
                if root not in self._unwatched:
                    self._client.remove_watch(root, self._heard).addErrback(_ignored)
            self._end(ClosingException("the mirror of ZooKeeper's tree was stopped"))

    async def _sync(self) -> None:
        while self.failure is None:
            try:
                await self._client.sync("/")
            except TRANSIENT:
                await self._connection()
                continue
            if self.failure is None:
                if self._marked or self._has_gap or self._is_working:
                    await self._next_pass()
                return
        raise self.failure

    def _next_pass(self) -> Deferred[None]:
        """The end of a pass that begins from now on."""
        waiter: Deferred[None] = Deferred()
        if self.failure is not None:
            waiter.errback(Failure(self.failure))  # type: ignore[no-untyped-call]
        else:
            self._waiters.append(waiter)
            self._wake()
        return waiter

    def _end(self, why: ZookeeperError) -> None:
        if self.failure is None:
            self.failure = why
            if not isinstance(why, ClosingException):
                self._reactor.callLater(0, self.on_failure, why)
            if self._call is not None and self._call.active():
                self._call.cancel()
            if self._retry is not None and self._retry.active():
                self._retry.reset(0)
            self._marked.clear()
            self._refuse_waiters()

    def _refuse_waiters(self) -> None:
        assert self.failure is not None
        waiters = self._passing + self._waiters
        self._passing, self._waiters = [], []
        for waiter in waiters:
            waiter.errback(Failure(self.failure))  # type: ignore[no-untyped-call]

    # -- hearing

    def _heard(self, event: ClientEvent) -> None:
        """An event of a recursive watch."""
        if event.type != SESSION_EVENT:
            self._mark(event.path, DATA)
        elif event.connection_state != CONNECTING_STATE:
            # Connected again: what happened meanwhile is not told. Or over: the next request says so.
            self._has_gap = True
            self._wake()

    def _mark(self, path: str, what: int) -> None:
        if self.failure is None:
            self._marked[path] = self._marked.get(path, 0) | what
            if len(self._marked) > MAX_MARKED:
                self._marked.clear()
                self._has_gap = True
            self._wake()

    def _wake(self) -> None:
        """In the next turn: the events of one reading of the socket become one pass."""
        if self.failure is None and not self._is_working and self._call is None:
            self._call = self._reactor.callLater(0, self._begin)

    def _begin(self) -> None:
        self._call = None
        self._is_working = True
        Deferred.fromCoroutine(self._work()).addErrback(self._crashed)

    def _crashed(self, why: Failure) -> None:
        self._log.failure("a mistake in the mirror of ZooKeeper's tree", failure=why)
        self._end(ZookeeperError("the mirror of ZooKeeper's tree has failed; the log says why"))

    async def _reconnected(self) -> None:
        try:
            await self._connection()
        except ZookeeperError as why:
            self._end(why)

    async def _connection(self) -> None:
        """Until it is worth asking again."""
        if not self._client.connected:
            await self._client.when_connected()
        else:
            later: Deferred[None] = Deferred()
            self._retry = self._reactor.callLater(RETRY_S, later.callback, None)
            await later

    # -- passes

    async def _work(self) -> None:
        """Passes, until nothing is marked."""
        try:
            while self.failure is None and (self._marked or self._has_gap or self._waiters or self._passing):
                self._passing, self._waiters = self._passing + self._waiters, []
                marked, self._marked = self._marked, {}
                has_gap, self._has_gap = self._has_gap, False
                self.passes += 1
                try:
                    await self._pass(marked, has_gap)
                except ZookeeperError as why:
                    if not isinstance(why, TRANSIENT):
                        self._end(why)
                        return
                    self._has_gap = self._has_gap or has_gap
                    for path, what in marked.items():
                        self._marked[path] = self._marked.get(path, 0) | what
                    await self._reconnected()
                else:
                    waiters, self._passing = self._passing, []
                    for waiter in waiters:
                        waiter.callback(None)
        finally:
            self._is_working = False

    async def _pass(self, marked: dict[str, int], has_gap: bool) -> None:
        await self._watch()
        if has_gap:
            values = await self._reader.read_all(self.roots, self._check_size)
            found: Mapping[str, Value | None] = {**dict.fromkeys(self._nodes), **values}
        else:
            found = await self._reader.read(marked, self._nodes, self._children)
        if self.failure is not None:
            raise self.failure
        is_told, self._is_read = self._is_read, True
        if has_gap:
            self._apply(found, is_told)
        else:
            await self._apply_in_slices(found)
        self._check_size(len(self._nodes))

    async def _apply_in_slices(self, found: Mapping[str, Value | None]) -> None:
        paths = self._in_order(found) if len(found) > MOST_AT_ONCE else list(found)
        for start in range(0, len(paths), MOST_AT_ONCE):
            if start:
                await deferLater(self._reactor, 0, lambda: None)
                if self.failure is not None:
                    raise self.failure
            self._apply({path: found[path] for path in paths[start : start + MOST_AT_ONCE]}, is_told=True)

    def _in_order(self, found: Mapping[str, Value | None]) -> list[str]:
        """A node is there before those below it, and gone with them."""
        in_order = sorted(found)
        paths: list[str] = []
        for root in self.roots:
            prefix = root.rstrip("/")
            # Behind the slash comes the 0.
            below = slice(bisect_left(in_order, prefix + "/"), bisect_left(in_order, prefix + "0"))
            paths += [root] if root in found and prefix else []
            paths += in_order[below]
        return paths

    async def _watch(self) -> None:
        while self._unwatched and isinstance(self._reader, RecursiveReader):
            try:
                await self._client.add_watch(self._unwatched[0], self._heard, recursive=True)
            except UnimplementedException:
                self._reader = OneShotReader(self._client, self.roots, self._mark)
            else:
                self._unwatched.pop(0)

    def _check_size(self, count: int) -> None:
        if count > self._max_nodes:
            raise ZookeeperError(f"ZooKeeper has more than {self._max_nodes} nodes below {', '.join(self.roots)}: too many for a mirror")

    def _apply(self, found: Mapping[str, Value | None], is_told: bool) -> None:
        """What was read is shown from now on."""
        changed: set[str] = set()
        for path, value in found.items():
            if value is None:
                self._drop(path, changed)
            elif self._nodes.get(path) != value:
                self._nodes[path] = value
                changed.add(path)
                if path != "/":
                    above = parent(path)
                    self._children.setdefault(above, set()).add(path[path.rindex("/") + 1 :])
                    self._frozen.pop(above, None)
        if changed and is_told:
            try:
                self._changed(frozenset(changed))
            except Exception:
                self._log.failure("a mistake in a listener to ZooKeeper's tree")

    def _drop(self, path: str, changed: set[str]) -> None:
        """A node is gone, and so is everything that was below."""
        waiting = [path]
        while waiting:
            path = waiting.pop()
            waiting += [join(path, name) for name in self._children.pop(path, ())]
            self._frozen.pop(path, None)
            if self._nodes.pop(path, None) is None:
                continue
            changed.add(path)
            above = parent(path)
            self._frozen.pop(above, None)
            names = self._children.get(above)
            if names is not None:
                names.discard(path[path.rindex("/") + 1 :])
                if not names:
                    del self._children[above]


def _is_below(path: str, other: str) -> bool:
    return path != other and path.startswith(other.rstrip("/") + "/")


def _ignored(why: Failure) -> None:
    pass
