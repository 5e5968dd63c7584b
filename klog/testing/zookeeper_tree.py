"""A ZooKeeper server's data: nodes, their stats, sessions' ephemeral nodes, and transactions, as version 3.9 has them. Pure.

Theory of operation:

1. Every write is a transaction with a number of its own, the zxid, whether it succeeds or not (``PrepRequestProcessor``). Several writes
   become one transaction by `DataTree.transact`: all are done or none. A write inside joins the transaction that is open.
2. A transaction that fails is taken back, in reverse order; nobody is told of it.
3. When a transaction has succeeded, watchers are told, change by change: *created* goes to the data watches of the node, then *children
   changed* to the child watches of its parent; *deleted* to both of the node (to each watcher once), then *children changed* of the parent.
   All that happens before the writer has its answer.
4. ``cversion`` counts creations inside (sequence numbers come from it: they never repeat, even after deletions) and shows creations and
   deletions outside: twice the creations less the children that are there. So the root of an empty tree has -1.
5. Checks are made in the server's order, so that what is wrong in two ways fails in the same one.
6. What a transaction did is a `Transaction`, which a `copy` of the tree can be given later (`apply`): a server that lags behind.

Quotas, containers, nodes with a time to live, and digests of the tree are not here. `DataTree.get`, `put` and `remove` are for tests that
look in, or play somebody else who writes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from klog.testing import zookeeper_acl as access
from klog.testing.zookeeper_acl import Acl, Acls, Identities
from klog.testing.zookeeper_watches import EventType, Mode, Watcher, WatchTable
from klog.zookeeper.errors import (
    BadArgumentsException,
    BadVersionException,
    InvalidACLException,
    NoAuthException,
    NoChildrenForEphemeralsException,
    NodeExistsException,
    NoNodeException,
    NotEmptyException,
    NoWatcherException,
    UnimplementedException,
    ZookeeperError,
)
from klog.zookeeper.paths import check_path
from klog.zookeeper.protocol import Stat

T = TypeVar("T")

#: Flags of `DataTree.create`.
EPHEMERAL: Final = 1
SEQUENCE: Final = 2
#: Of an event that no transaction caused.
NO_ZXID: Final = -1
#: What every server has, and nobody may delete.
RESERVED: Final = frozenset({"/", "/zookeeper", "/zookeeper/quota", "/zookeeper/config"})
#: Kinds of watch in a request to remove one (``Watcher.WatcherType``).
WATCH_CHILDREN, WATCH_DATA, WATCH_ANY, WATCH_PERSISTENT, WATCH_RECURSIVE = 1, 2, 3, 4, 5
#: How ``addWatch`` numbers the modes.
ADD_WATCH_MODES: Final = {0: Mode.PERSISTENT, 1: Mode.RECURSIVE}


class Node:
    """A node.

    :ivar created: how many children it ever got.
    :ivar owner: the session of an ephemeral node; 0 otherwise.
    """

    __slots__ = (
        "acls",
        "aversion",
        "children",
        "created",
        "ctime",
        "czxid",
        "data",
        "mtime",
        "mzxid",
        "owner",
        "pzxid",
        "version",
    )

    def __init__(self, data: bytes | None, acls: Acls, owner: int, zxid: int, now_ms: int) -> None:
        self.data = data
        self.acls = acls
        self.owner = owner
        self.czxid = self.mzxid = self.pzxid = zxid
        self.ctime = self.mtime = now_ms
        self.version = self.aversion = self.created = 0
        self.children: dict[str, None] = {}

    def copy(self) -> Node:
        """Another one like it."""
        node = Node(self.data, self.acls, self.owner, self.czxid, self.ctime)
        node.mzxid, node.pzxid, node.mtime = self.mzxid, self.pzxid, self.mtime
        node.version, node.aversion, node.created = self.version, self.aversion, self.created
        node.children = dict(self.children)
        return node

    def stat(self) -> Stat:
        """As clients see it."""
        return {
            "czxid": self.czxid,
            "mzxid": self.mzxid,
            "ctime": self.ctime,
            "mtime": self.mtime,
            "version": self.version,
            "cversion": self.created * 2 - len(self.children),
            "aversion": self.aversion,
            "ephemeralOwner": self.owner,
            "dataLength": len(self.data or b""),
            "numChildren": len(self.children),
            "pzxid": self.pzxid,
        }


class Effect(NamedTuple):
    """One change of a transaction.

    :ivar acls: of the node that was made, or that got them; None for a deletion and for data.
    """

    event: EventType | None
    path: str
    data: bytes | None = None
    acls: Acls | None = None
    owner: int = 0


class Transaction(NamedTuple):
    """What was done; nothing, if it failed."""

    zxid: int
    time_ms: int
    effects: tuple[Effect, ...]


class DataTree:
    """All nodes, and who watches them.

    :param now_ms: wall clock, for ctime and mtime.
    :ivar zxid: of the last transaction.
    :ivar on_change: called with the path after each creation, change and deletion of a transaction that succeeded, watched or not.
    :ivar on_transaction: called with each transaction, before anybody is told.
    """

    def __init__(self, now_ms: Callable[[], int] = lambda: 0) -> None:
        self._now_ms = now_ms
        self.zxid = 0
        self.on_change: Callable[[EventType, str], None] | None = None
        self.on_transaction: Callable[[Transaction], None] | None = None
        root = Node(b"", access.OPEN, 0, 0, 0)
        root.children["zookeeper"] = None
        system = Node(b"", access.OPEN, 0, 0, 0)
        system.children = {"quota": None, "config": None}
        #: The root stands here twice, because the parent of ``/a`` is what stands before its slash.
        self._nodes: dict[str, Node] = {
            "": root,
            "/": root,
            "/zookeeper": system,
            "/zookeeper/quota": Node(b"", access.OPEN, 0, 0, 0),
            "/zookeeper/config": Node(b"", access.READ_ONLY, 0, 0, 0),
        }
        self._ephemerals: dict[int, dict[str, None]] = {}
        self._data_watches = WatchTable()
        self._child_watches = WatchTable()
        self._is_open = False
        self._time_ms = 0
        self._undo: list[Callable[[], None]] = []
        self._events: list[tuple[EventType, str, Acls, Acls]] = []
        self._effects: list[Effect] = []

    def copy(self) -> DataTree:
        """The same nodes and no watches."""
        copy = DataTree(self._now_ms)
        copy.zxid = self.zxid
        copy._nodes = {path: node.copy() for path, node in self._nodes.items()}
        copy._nodes[""] = copy._nodes["/"]
        copy._ephemerals = {owner: dict(paths) for owner, paths in self._ephemerals.items()}
        return copy

    # -- transactions

    def transact(self, work: Callable[[], T]) -> T:
        """Do `work`, whose writes are one transaction.

        :raises ZookeeperError: what `work` raises; everything is taken back.
        """
        if self._is_open:
            return work()
        self._is_open = True
        self.zxid += 1
        self._time_ms = self._now_ms()
        try:
            result = work()
        except BaseException:
            while self._undo:
                self._undo.pop()()
            self._events.clear()
            self._effects.clear()
            raise
        finally:
            self._is_open = False
            self._undo.clear()
            effects, self._effects = self._effects, []
            if self.on_transaction is not None:
                self.on_transaction(Transaction(self.zxid, self._time_ms, tuple(effects)))
        events, self._events = self._events, []
        zxid = self.zxid
        for event in events:
            self._tell(zxid, *event)
        return result

    def apply(self, transaction: Transaction) -> None:
        """Do what another tree did, which was like this one until then; watchers are told."""

        def work() -> None:
            self._time_ms = transaction.time_ms
            for effect in transaction.effects:
                self._apply(effect)

        self.zxid = transaction.zxid - 1
        self.transact(work)

    def _apply(self, effect: Effect) -> None:
        path = effect.path
        if effect.event is EventType.CREATED:
            self._make(path, effect.data, effect.acls or (), effect.owner)
        elif effect.event is EventType.DELETED:
            self._drop(path)
        elif effect.event is EventType.CHANGED:
            self._replace(path, self._nodes[path], effect.data)
        else:
            self._protect(path, self._nodes[path], effect.acls or ())

    def _tell(self, zxid: int, event: EventType, path: str, acls: Acls, parent_acls: Acls) -> None:
        told = self._data_watches.trigger(event, path, zxid, acls)
        if event is not EventType.CHANGED:
            if event is EventType.DELETED:
                self._child_watches.trigger(event, path, zxid, acls, told)
            self._child_watches.trigger(EventType.CHILD, path[: path.rindex("/")] or "/", zxid, parent_acls)
        if self.on_change is not None:
            self.on_change(event, path)

    # -- writes

    def create(
        self,
        path: str,
        data: bytes | None = b"",
        acls: Sequence[Acl] | None = access.OPEN,
        flags: int = 0,
        session_id: int = 0,
        identities: Identities = (),
    ) -> tuple[str, Stat]:
        """Make a node; its name, which a number ends if it is one of a sequence, and its stat."""
        return self.transact(lambda: self._create(path, data, acls, flags, session_id, identities))

    def _create(
        self, path: str, data: bytes | None, acls: Sequence[Acl] | None, flags: int, session_id: int, identities: Identities
    ) -> tuple[str, Stat]:
        if not 0 <= flags <= 6:
            raise BadArgumentsException(operation="create", path=path)
        if flags > 3:
            raise UnimplementedException(operation="create", path=path)
        if "/" not in path or "\0" in path:
            raise BadArgumentsException(operation="create", path=path)
        parent_path = path[: path.rindex("/")]
        kept = access.OPEN if acls is access.OPEN else access.fixed(acls, identities)
        if kept is None:
            raise InvalidACLException(operation="create", path=path)
        parent = self._node("create", parent_path)
        self._check("create", path, parent.acls, access.CREATE, identities)
        if flags & SEQUENCE:
            path = f"{path}{parent.created:010d}"
        check_path(path)
        if path in self._nodes:
            raise NodeExistsException(operation="create", path=path)
        if parent.owner:
            raise NoChildrenForEphemeralsException(operation="create", path=path)
        return path, self._make(path, data, kept, session_id if flags & EPHEMERAL else 0).stat()

    def _make(self, path: str, data: bytes | None, acls: Acls, owner: int) -> Node:
        node = Node(data, acls, owner, self.zxid, self._time_ms)
        parent = self._nodes[path[: path.rindex("/")]]
        self._undo.append(lambda: self._unlink(path, parent, pzxid, created))
        pzxid, created = parent.pzxid, parent.created
        self._link(path, node, parent)
        parent.created += 1
        parent.pzxid = self.zxid
        self._events.append((EventType.CREATED, path, acls, parent.acls))
        self._effects.append(Effect(EventType.CREATED, path, data, acls, owner))
        return node

    def delete(self, path: str, version: int = -1, identities: Identities = ()) -> None:
        """Remove a node without children."""
        self.transact(lambda: self._delete(path, version, identities))

    def _delete(self, path: str, version: int, identities: Identities) -> None:
        if "/" not in path or "\0" in path or path in RESERVED:
            raise BadArgumentsException(operation="delete", path=path)
        parent = self._node("delete", path[: path.rindex("/")])
        self._check("delete", path, parent.acls, access.DELETE, identities)
        node = self._node("delete", path)
        self._check_version("delete", path, node.version, version)
        if node.children:
            raise NotEmptyException(operation="delete", path=path)
        self._drop(path)

    def _drop(self, path: str) -> None:
        node, parent = self._nodes[path], self._nodes[path[: path.rindex("/")]]
        pzxid, created = parent.pzxid, parent.created

        def undo() -> None:
            self._link(path, node, parent)
            parent.pzxid = pzxid

        self._undo.append(undo)
        self._unlink(path, parent, self.zxid, created)
        self._events.append((EventType.DELETED, path, node.acls, parent.acls))
        self._effects.append(Effect(EventType.DELETED, path))

    def set(self, path: str, data: bytes | None, version: int = -1, identities: Identities = ()) -> Stat:
        """Replace a node's data; its new stat."""
        return self.transact(lambda: self._set(path, data, version, identities))

    def _set(self, path: str, data: bytes | None, version: int, identities: Identities) -> Stat:
        check_path(path)
        node = self._node("set", path)
        self._check("set", path, node.acls, access.WRITE, identities)
        self._check_version("set", path, node.version, version)
        self._replace(path, node, data)
        return node.stat()

    def _replace(self, path: str, node: Node, data: bytes | None) -> None:
        before = node.data, node.version, node.mtime, node.mzxid

        def undo() -> None:
            node.data, node.version, node.mtime, node.mzxid = before

        self._undo.append(undo)
        node.data, node.version, node.mtime, node.mzxid = data, node.version + 1, self._time_ms, self.zxid
        self._events.append((EventType.CHANGED, path, node.acls, ()))
        self._effects.append(Effect(EventType.CHANGED, path, data))

    def set_acl(self, path: str, acls: Sequence[Acl] | None, version: int = -1, identities: Identities = ()) -> Stat:
        """Replace a node's list; its new stat. Nobody is told."""
        return self.transact(lambda: self._set_acl(path, acls, version, identities))

    def _set_acl(self, path: str, acls: Sequence[Acl] | None, version: int, identities: Identities) -> Stat:
        check_path(path)
        kept = access.fixed(acls, identities)
        if kept is None:
            raise InvalidACLException(operation="set_acl", path=path)
        node = self._node("set_acl", path)
        self._check("set_acl", path, node.acls, access.ADMIN, identities)
        self._check_version("set_acl", path, node.aversion, version)
        self._protect(path, node, kept)
        return node.stat()

    def _protect(self, path: str, node: Node, acls: Acls) -> None:
        before = node.acls, node.aversion

        def undo() -> None:
            node.acls, node.aversion = before

        self._undo.append(undo)
        node.acls, node.aversion = acls, node.aversion + 1
        self._effects.append(Effect(None, path, acls=acls))

    def check(self, path: str, version: int = -1, identities: Identities = ()) -> None:
        """Raise nothing where the node is there in this version; it counts as a transaction all the same."""
        self.transact(lambda: self._check_node(path, version, identities))

    def _check_node(self, path: str, version: int, identities: Identities) -> None:
        check_path(path)
        node = self._node("check", path)
        self._check("check", path, node.acls, access.READ, identities)
        self._check_version("check", path, node.version, version)

    def close_session(self, session_id: int) -> None:
        """Delete what is ephemeral of a session, in one transaction."""

        def work() -> None:
            for path in list(self._ephemerals.get(session_id, ())):
                self._drop(path)

        self.transact(work)

    # -- reads

    def exists(self, path: str, watcher: Watcher | None = None, identities: Identities = ()) -> Stat:
        """A node's stat. It is watched even where there is none.

        :raises NoNodeException: there is none.
        """
        if "\0" in path:
            raise BadArgumentsException(operation="exists", path=path)
        node = self._nodes.get(path)
        if node is not None:
            self._check("exists", path, node.acls, access.READ, identities)
        if watcher is not None:
            self._data_watches.add(path, watcher)
        if node is None:
            raise NoNodeException(operation="exists", path=path)
        return node.stat()

    def read(self, path: str, watcher: Watcher | None = None, identities: Identities = ()) -> tuple[bytes | None, Stat]:
        """A node's data and stat."""
        node = self._node("get", path)
        self._check("get", path, node.acls, access.READ, identities)
        if watcher is not None:
            self._data_watches.add(path, watcher)
        return node.data, node.stat()

    def children(self, path: str, watcher: Watcher | None = None, identities: Identities = ()) -> tuple[list[str], Stat]:
        """The names of a node's children, in no order that means anything, and its stat."""
        node = self._node("get_children", path)
        self._check("get_children", path, node.acls, access.READ, identities)
        if watcher is not None:
            self._child_watches.add(path, watcher)
        return list(node.children), node.stat()

    def acl(self, path: str, identities: Identities = ()) -> tuple[Acls, Stat]:
        """A node's list and stat; hashes of passwords only for who may change it."""
        node = self._node("get_acl", path)
        self._check("get_acl", path, node.acls, access.READ | access.ADMIN, identities)
        shown = node.acls if access.is_allowed(node.acls, access.ADMIN, identities) else access.hidden(node.acls)
        return shown, node.stat()

    # -- watches

    def add_watch(self, path: str, watcher: Watcher, mode: Mode) -> None:
        """Watch for good: `Mode.PERSISTENT` or `Mode.RECURSIVE`; the node need not be there."""
        self._data_watches.add(path, watcher, mode)
        if mode is Mode.PERSISTENT:
            self._child_watches.add(path, watcher, mode)

    def remove_watch(self, path: str, watcher: Watcher, kind: int) -> None:
        """Watch no more.

        :param kind: one of the ``WATCH_*``.
        :raises NoWatcherException: there was no such watch.
        """
        children = {WATCH_CHILDREN: Mode.STANDARD, WATCH_PERSISTENT: Mode.PERSISTENT, WATCH_ANY: None}
        data = {WATCH_DATA: Mode.STANDARD, WATCH_PERSISTENT: Mode.PERSISTENT, WATCH_RECURSIVE: Mode.RECURSIVE, WATCH_ANY: None}
        removed = kind in children and self._child_watches.remove(path, watcher, children[kind])
        removed = (kind in data and self._data_watches.remove(path, watcher, data[kind])) or removed
        if not removed:
            raise NoWatcherException(operation="remove_watch", path=path)

    def has_watch(self, path: str, watcher: Watcher) -> bool:
        """Whether it watches the path in any way."""
        return self._data_watches.has(path, watcher) or self._child_watches.has(path, watcher)

    def restore_watches(
        self,
        watcher: Watcher,
        since: int,
        data: Sequence[str] = (),
        exists: Sequence[str] = (),
        children: Sequence[str] = (),
        persistent: Sequence[str] = (),
        recursive: Sequence[str] = (),
    ) -> None:
        """What a client watched on its last connection: told at once where something changed after `since`, watched again otherwise."""

        def tell(event: EventType, path: str) -> None:
            # Without asking the list, as the server does.
            watcher.process(event, path, NO_ZXID, None)

        for path in data:
            node = self._nodes.get(path)
            if node is None:
                tell(EventType.DELETED, path)
            elif node.mzxid > since:
                tell(EventType.CHANGED, path)
            else:
                self._data_watches.add(path, watcher)
        for path in exists:
            if path in self._nodes:
                tell(EventType.CREATED, path)
            else:
                self._data_watches.add(path, watcher)
        for path in children:
            node = self._nodes.get(path)
            if node is None:
                tell(EventType.DELETED, path)
            elif node.pzxid > since:
                tell(EventType.CHILD, path)
            else:
                self._child_watches.add(path, watcher)
        for path in persistent:
            self.add_watch(path, watcher, Mode.PERSISTENT)
        for path in recursive:
            self.add_watch(path, watcher, Mode.RECURSIVE)

    def forget(self, watcher: Watcher) -> None:
        """A connection is gone, and its watches with it."""
        self._data_watches.forget(watcher)
        self._child_watches.forget(watcher)

    @property
    def watches(self) -> int:
        """How many there are."""
        return len(self._data_watches) + len(self._child_watches)

    # -- looking in, and writing as somebody else

    def paths(self, prefix: str = "/") -> list[str]:
        """Every path at and below `prefix`, sorted; without what every server has."""
        inside = prefix.rstrip("/") + "/"
        hidden = "/zookeeper"
        return sorted(
            path
            for path in self._nodes
            if len(path) > 1 and (path == prefix or path.startswith(inside)) and path != hidden and not path.startswith(hidden + "/")
        )

    def get(self, path: str) -> bytes:
        """A node's data; null is empty.

        :raises NoNodeException: it is not there.
        """
        return self._node("get", path).data or b""

    def stat(self, path: str) -> Stat:
        """A node's stat.

        :raises NoNodeException: it is not there.
        """
        return self._node("get", path).stat()

    def __contains__(self, path: str) -> bool:
        return path in self._nodes

    def names(self, path: str) -> list[str]:
        """The children of a node, sorted; none where there is no node."""
        node = self._nodes.get(path)
        return sorted(node.children) if node is not None else []

    def ephemerals(self, session_id: int) -> list[str]:
        """What a session's end would delete, sorted."""
        return sorted(self._ephemerals.get(session_id, ()))

    def put(self, path: str, data: bytes = b"") -> None:
        """Write a node, made with its parents where it is not there."""
        if path in self._nodes:
            self.set(path, data)
            return
        parent = path[: path.rindex("/")]
        if parent not in self._nodes:
            self.put(parent)
        self.create(path, data)

    def remove(self, path: str) -> None:
        """Delete a node and everything below, if it is there; one transaction."""

        def work() -> None:
            for name in self.names(path):
                self.remove(f"{path}/{name}")
            if path in self._nodes:
                self._delete(path, -1, (("super", ""),))

        self.transact(work)

    # -- parts

    def _node(self, operation: str, path: str) -> Node:
        try:
            return self._nodes[path]
        except KeyError:
            raise NoNodeException(operation=operation, path=path) from None

    @staticmethod
    def _check(operation: str, path: str, acls: Acls, perms: int, identities: Identities) -> None:
        if not access.is_allowed(acls, perms, identities):
            raise NoAuthException(operation=operation, path=path)

    @staticmethod
    def _check_version(operation: str, path: str, version: int, wanted: int) -> None:
        if wanted not in (-1, version):
            raise BadVersionException(operation=operation, path=path)

    def _link(self, path: str, node: Node, parent: Node) -> None:
        self._nodes[path] = node
        parent.children[path[path.rindex("/") + 1 :]] = None
        if node.owner:
            self._ephemerals.setdefault(node.owner, {})[path] = None

    def _unlink(self, path: str, parent: Node, pzxid: int, created: int) -> None:
        node = self._nodes.pop(path)
        del parent.children[path[path.rindex("/") + 1 :]]
        parent.pzxid, parent.created = pzxid, created
        if node.owner:
            paths = self._ephemerals[node.owner]
            del paths[path]
            if not paths:
                del self._ephemerals[node.owner]


__all__ = ["EPHEMERAL", "SEQUENCE", "Acl", "DataTree", "EventType", "Mode", "Node", "Watcher", "ZookeeperError"]
