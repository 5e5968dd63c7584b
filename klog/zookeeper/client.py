"""The ZooKeeper client for Twisted: one session, with txzookeeper's names, signatures and shapes.

::

    client = ZookeeperClient("a:2181,b:2181,c:2181/app", 10_000, reactor=reactor)
    await client.connect()
    await client.create("/config", b"1")
    data, stat = await client.get("/config")
    value, changed = client.get_and_watch("/config")     # two Deferreds
    await client.multi([Check("/epoch", 4), Set("/state", b"..."), Create("/log", flags=SEQUENCE)])

Every operation gives a Deferred. While there is no connection it fails at once with `NotConnectedException` (nothing was sent); what was
under way when a connection ends fails with `ConnectionLossException` (nobody knows whether it was done: look before doing it again). The
client reconnects by itself, to the next server, with the same session, and its watches go on: one-shot ones fire for what they missed,
persistent ones are told that there was a gap.

When the server says that the session has expired, every watch is told (a session event), everything fails with
`SessionExpiredException`, and the client is done: make a new one, or let `klog.zookeeper.session_keeper` do it.

The conversation is in `session`, the connections are in `connecting`, `client_connection` joins them; this file has the operations.
"""

from __future__ import annotations

import dataclasses
import random as random_module
from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

from twisted.internet.defer import Deferred, fail, succeed
from twisted.logger import Logger

from klog.net.security import Security
from klog.zookeeper import bulk_reads
from klog.zookeeper.client_connection import ClientConnection
from klog.zookeeper.errors import (
    BadArgumentsException,
    MarshallingErrorException,
    NoNodeException,
    UnimplementedException,
    ZookeeperError,
    error_of,
)
from klog.zookeeper.paths import check_path, with_chroot, without_chroot
from klog.zookeeper.protocol import EPHEMERAL, PERSISTENT, PERSISTENT_RECURSIVE, SEQUENCE, Acl, Stat
from klog.zookeeper.replies import AclReply, ChildrenReply, DataReply, MultiReply, StatReply
from klog.zookeeper.requests import (
    AddWatch,
    Auth,
    Check,
    Create,
    Delete,
    Exists,
    GetAcl,
    GetChildren,
    GetData,
    Multi,
    Operation,
    RemoveWatches,
    Set,
    SetAcl,
    Sync,
)
from klog.zookeeper.session import Pending, SessionState
from klog.zookeeper.watches import ClientEvent, Watcher, WatchKind

_T = TypeVar("_T")


class ZookeeperClient:
    """See above.

    :param servers: ``host:port,host:port/chroot``.
    :param session_timeout: milliseconds asked for; the server may give another (`session_timeout`, the property).
    :param connect_timeout: milliseconds until `connect` gives up.
    :param reactor: `IReactorTCP`, `IReactorTime`, `IReactorPluggableNameResolver`.
    :param random: for the order of the hosts and for pauses.
    :param tls: a `Security` with ``security_protocol="SSL"``.
    :param auth: ``("digest", "name:password")`` ...; told to each server before anything else. ``("sasl", "name:password")`` is SASL's
        DIGEST-MD5.
    :param name: for logs.
    :param max_reply_bytes: of one answer; a larger one fails its request.
    :param default_acls: from the path of a node that is made to its ACL, where none is given; None from it is the open one.
    :raises ConfigError: the servers, a timeout or the TLS options cannot be.
    """

    _log = Logger()

    def __init__(
        self,
        servers: str,
        session_timeout: int = 10_000,
        connect_timeout: int = 4_000,
        *,
        reactor: Any,
        random: random_module.Random | None = None,
        tls: Security | None = None,
        auth: Sequence[tuple[str, str]] = (),
        name: str = "",
        max_reply_bytes: int = 4 << 20,
        default_acls: Callable[[str], Sequence[Acl] | None] = lambda path: None,
    ) -> None:
        self.name = name
        self._default_acls = default_acls
        self.reactor = reactor
        self.random = random or random_module.Random()
        self._connection = ClientConnection(
            servers,
            session_timeout,
            connect_timeout,
            reactor=reactor,
            random=self.random,
            tls=tls,
            auth=auth,
            max_reply_bytes=max_reply_bytes,
            tell=self._tell,
        )
        self._session = self._connection.session
        self._reads = bulk_reads.Reads(self, self._connection)
        self._has_add_watch = True
        self._staying: dict[tuple[WatchKind, str, Callable[[ClientEvent], None]], _Staying] = {}
        self._session_callback: Callable[[Any, ClientEvent], Any] | None = None
        self._connection_watcher: Callable[[Any, ClientEvent], Any] | None = None

    def __repr__(self) -> str:
        name = f" {self.name}" if self.name else ""
        return f"<{type(self).__name__}{name} session {self.session_id:#x} {self._session.state.value} {self.server}>"

    # -- what it is like

    @property
    def servers(self) -> str:
        """What was given to the constructor, or to `connect`."""
        return self._connection.servers

    @property
    def connected(self) -> bool:
        """Whether a request would be sent now."""
        return self._connection.connected

    @property
    def state(self) -> int:
        """The C binding's number: `CONNECTED_STATE` and others."""
        return self._connection.state

    @property
    def state_name(self) -> str:
        """The state in words."""
        return self._session.state.value

    @property
    def unrecoverable(self) -> bool:
        """Whether the session is over for good."""
        return self._session.is_over

    @property
    def client_id(self) -> tuple[int, bytes]:
        """Session id and password; the latter is a secret. ``(0, 16 zero bytes)`` before the first connection."""
        return self._session.session_id, self._session.password

    @property
    def session_id(self) -> int:
        """0 before the first connection; what `ephemeralOwner` shows."""
        return self._session.session_id

    @property
    def session_timeout(self) -> int:
        """Milliseconds: what the server gave, or what will be asked for."""
        return self._session.timeout_ms

    @property
    def last_heard_s(self) -> float:
        """When the last bytes came from a server (``reactor.seconds()``)."""
        return self._session.heard_s

    @property
    def lease_s(self) -> float:
        """When the newest request that was answered had been sent: the session lives until `session_timeout` after this at least. Unlike
        `last_heard_s` an answer that lay in a buffer while the process was stopped does not make it younger."""
        return self._session.lease_s

    @property
    def server(self) -> str:
        """``host:port`` that we are connected to, or empty."""
        return self._session.server if self._session.state in (SessionState.CONNECTED, SessionState.RESTORING) else ""

    @property
    def chroot(self) -> str:
        """What stands before every path, or empty."""
        return self._session.chroot

    def why_not_connected(self) -> str:
        """The last reason of each server that was tried."""
        return self._connection.why_not_connected()

    # -- connecting and closing

    def connect(self, servers: str | None = None, timeout: float | None = None) -> Deferred[Self]:
        """Begin a session.

        :param servers: instead of the constructor's.
        :param timeout: seconds; the constructor's where None.
        :returns: fires with this client; fails with `ConnectionTimeoutException`, which says why of each host, or with
            `AuthFailedException` where credentials or certificates were refused. After a timeout it may be called again.
        """
        return self._connection.connect(servers, timeout).addCallback(lambda _: self)

    def when_connected(self) -> Deferred[Self]:
        """Fires when a request would be sent: at once, or after the next reconnection. Fails when the session is over."""
        return self._connection.when_connected().addCallback(lambda _: self)

    def drop_connection(self, why: str) -> None:
        """Give the connection up and go on with the next host: the session stays, and what is under way fails with
        ConnectionLossException.

        :param why: for the log.
        """
        self._connection.drop(why)

    def close(self) -> Deferred[None]:
        """End the session in order: its ephemeral nodes go at once. Never fails; without a connection it waits `CLOSE_S` for one, and then
        leaves the session to expire. The client is done."""
        return self._connection.close()

    def make_chroot(self) -> Deferred[None]:
        """Make the chroot's node and those above it, where they are missing."""
        return self._connection.make_chroot(self._default_acls("/"))

    def set_session_callback(self, callback: Callable[[Self, ClientEvent], Any]) -> None:
        """Have ``callback(client, event)`` called with every session event: connected, connecting, expired, closed."""
        self._session_callback = _callable(callback)

    def set_connection_watcher(self, callback: Callable[[Self, ClientEvent], Any]) -> None:
        """The same for a second listener; txzookeeper has both."""
        self._connection_watcher = _callable(callback)

    def set_lease_callback(self, callback: Callable[[], None]) -> None:
        """Have ``callback()`` called whenever something has come, before it is told: time to look at `lease_s`."""
        self._connection.heard = _callable(callback)

    def _tell(self, event: ClientEvent) -> None:
        for callback in (self._session_callback, self._connection_watcher):
            if callback is not None:
                try:
                    callback(self, event)
                except Exception:
                    self._log.failure("A session callback of the ZooKeeper client failed")

    # -- operations

    def create(self, path: str, data: bytes | None = b"", acls: Sequence[Acl] | None = None, flags: int = 0) -> Deferred[str]:
        """Make a node.

        :param data: None for null, which reads as nothing, and which other programs may tell from it.
        :param acls: where None, as `default_acls` says: open to everybody.
        :param flags: `EPHEMERAL`, `SEQUENCE`, or both.
        :returns: its path, with the number for `SEQUENCE`. Fails with `NodeExistsException`, `NoNodeException` (no parent),
            `NoChildrenForEphemeralsException` ...; after `ConnectionLossException` it may be there
            (`klog.zookeeper.retrying.create_ephemeral` finds out).
        """
        if acls is None:
            acls = self._default_acls(path)
        return self._connection.ask(
            "create",
            path,
            lambda at: Create(at, None if data is None else bytes(data), acls, flags),
            self._connection.plain_path,
            is_sequence=bool(flags & SEQUENCE),
        )

    def delete(self, path: str, version: int = -1) -> Deferred[None]:
        """Remove a node without children. Fails with `BadVersionException`, `NotEmptyException`, `NoNodeException`."""
        return self._connection.ask("delete", path, lambda at: Delete(at, version), _none)

    def exists(self, path: str) -> Deferred[Stat | None]:
        """Its stat, or None."""
        return self._exists(path, None)

    def get(self, path: str) -> Deferred[tuple[bytes, Stat]]:
        """Its data and stat. Fails with `NoNodeException`."""
        return self._connection.ask("get", path, GetData, _data)

    def get_children(self, path: str) -> Deferred[list[str]]:
        """Its children's names, in no order."""
        return self._connection.ask("get_children", path, GetChildren, _children)

    def set(self, path: str, data: bytes = b"", version: int = -1) -> Deferred[Stat]:
        """Change its data; gives the new stat. Fails with `BadVersionException` where it has another version."""
        return self._connection.ask("set", path, lambda at: Set(at, bytes(data), version), _stat)

    def get_acl(self, path: str) -> Deferred[tuple[list[Acl], Stat]]:
        """Its ACL and stat."""
        return self._connection.ask("get_acl", path, GetAcl, _acls)

    def set_acl(self, path: str, acls: Sequence[Acl], version: int = -1) -> Deferred[Stat]:
        """Change its ACL; `version` is the stat's ``aversion``."""
        return self._connection.ask("set_acl", path, lambda at: SetAcl(at, acls, version), _stat)

    def sync(self, path: str = "/") -> Deferred[str]:
        """Have the server catch up with its leader: a read that follows sees everything that was written before."""
        return self._connection.ask("sync", path, Sync, self._connection.plain_path)

    def add_auth(self, scheme: str, identity: str) -> Deferred[ZookeeperClient]:
        """One more identity, e.g. ``("digest", "name:password")``. A refusal ends the session (`AuthFailedException`)."""
        refusal = self._connection.refusal("add_auth", "")
        if refusal is not None:
            return fail(refusal)
        result: Deferred[ZookeeperClient] = Deferred()
        request = Auth(scheme, identity.encode())
        pending = Pending(request, "add_auth", "", lambda _: result.callback(self), result.errback)
        self._connection.add_auth(pending)
        return result

    def multi(self, operations: Sequence[Operation]) -> Deferred[list[Any]]:
        """Do all or nothing.

        :returns: for each operation: the path of `Create`, the stat of `Set`, None of `Delete` and `Check`. Fails with the error of the
            operation that failed; its `index` and `path` say which.
        """
        if not operations:
            return succeed([])
        chroot = self._session.chroot
        asked = list(operations)
        for index, operation in enumerate(asked):
            try:
                check_path(operation.path, is_sequence=isinstance(operation, Create) and bool(operation.flags & SEQUENCE))
            except BadArgumentsException as error:
                error.operation, error.index = "multi", index
                return fail(error)
        refusal = self._connection.refusal("multi", asked[0].path)
        if refusal is not None:
            return fail(refusal)
        closed = [self._closed(one) for one in asked]
        sent = [dataclasses.replace(one, path=with_chroot(chroot, one.path)) for one in closed] if chroot else closed
        result: Deferred[list[Any]] = Deferred()

        def answered(reply: MultiReply) -> None:
            outcome = self._multi_outcome(reply, asked)
            if isinstance(outcome, ZookeeperError):
                result.errback(outcome)
            else:
                result.callback(outcome)

        path = asked[0].path if len(asked) == 1 else f"{asked[0].path} and {len(asked) - 1} more"
        try:
            self._connection.put(Pending(Multi(sent), "multi", path, answered, result.errback))
        except ZookeeperError as error:
            return fail(error)
        return result

    def _closed(self, operation: Operation) -> Operation:
        """With the ACL that a node is made with where none is given."""
        if isinstance(operation, Create) and operation.acls is None:
            acls = self._default_acls(operation.path)
            if acls is not None:
                return dataclasses.replace(operation, acls=acls)
        return operation

    def _multi_outcome(self, reply: MultiReply, asked: list[Operation]) -> list[Any] | ZookeeperError:
        for index, (opcode, answer) in enumerate(reply.results):
            if opcode == -1 and answer.error and index < len(asked):
                kind = type(asked[index]).__name__.lower()
                error = error_of(answer.error, f"multi ({kind})", asked[index].path, self._session.server)
                error.index = index
                return error
        if len(reply.results) != len(asked):
            why = f"ZooKeeper's multi: {len(asked)} operations were asked for and {len(reply.results)} answered ({self._session.server})"
            return MarshallingErrorException(why, operation="multi", server=self._session.server)
        values: list[Any] = []
        for _, answer in reply.results:
            path, stat = getattr(answer, "path", None), getattr(answer, "stat", None)
            values.append(without_chroot(self._session.chroot, path) if path is not None else stat)
        return values

    def get_many(self, paths: Sequence[str]) -> Deferred[list[tuple[bytes, Stat] | ZookeeperError]]:
        """Data and stat of many nodes, in pieces: one message for hundreds of them from ZooKeeper 3.6 on, pipelined otherwise.

        :returns: in the order of `paths`; `NoNodeException` and the like as values. Fails only for what concerns all of them.
        """
        return self._reads.get_many(paths)

    def children_of_many(self, paths: Sequence[str]) -> Deferred[list[list[str] | ZookeeperError]]:
        """The names of the children of many nodes; as `get_many`."""
        return self._reads.children_of_many(paths)

    # -- watches

    def exists_and_watch(self, path: str) -> tuple[Deferred[Stat | None], Deferred[ClientEvent]]:
        """`exists`, and a Deferred that fires when the node comes, changes or goes.

        A watch fires once, with a `ClientEvent`; with a `SESSION_EVENT` when the session is over. If the first Deferred fails, the
        second never fires. Cancelled, either of them, the watch is forgotten here; the server tells of it once more, unheard, or forgets
        it with the connection.
        """
        changed, tell = self._one_shot(path)
        return self._unless_given_up(self._exists(path, tell), path, changed, tell), changed

    def get_and_watch(self, path: str) -> tuple[Deferred[tuple[bytes, Stat]], Deferred[ClientEvent]]:
        """`get`, and a Deferred that fires when the node changes or goes."""
        changed, tell = self._one_shot(path)
        asked = self._connection.ask("get", path, lambda at: GetData(at, True), _data, (WatchKind.DATA, tell))
        return self._unless_given_up(asked, path, changed, tell), changed

    def get_children_and_watch(self, path: str) -> tuple[Deferred[list[str]], Deferred[ClientEvent]]:
        """`get_children`, and a Deferred that fires when a child comes or goes, or the node itself goes."""
        changed, tell = self._one_shot(path)
        asked = self._connection.ask("get_children", path, lambda at: GetChildren(at, True), _children, (WatchKind.CHILD, tell))
        return self._unless_given_up(asked, path, changed, tell), changed

    def _one_shot(self, path: str) -> tuple[Deferred[ClientEvent], Watcher]:
        """A watch's Deferred, and what tells it."""

        def tell(event: ClientEvent) -> None:
            # An event may be on its way to it when it is cancelled.
            if not changed.called:
                changed.callback(event)

        changed: Deferred[ClientEvent] = Deferred(lambda _: self._session.watches.forget(path, tell))
        return changed, tell

    def _unless_given_up(self, asked: Deferred[_T], path: str, changed: Deferred[ClientEvent], tell: Watcher) -> Deferred[_T]:
        def answered(result: _T) -> _T:
            if changed.called:
                # It was cancelled before there was anything to forget.
                self._session.watches.forget(path, tell)
            return result

        return asked.addCallback(answered)

    def _exists(self, path: str, watcher: Watcher | None) -> Deferred[Stat | None]:
        watch = (WatchKind.DATA, watcher) if watcher is not None else None
        asked: Deferred[Stat | None] = self._connection.ask("exists", path, lambda at: Exists(at, watch is not None), _stat, watch)
        asked.addErrback(_none_for_no_node)
        return asked

    def add_watch(self, path: str, callback: Callable[[ClientEvent], None], *, recursive: bool = True) -> Deferred[None]:
        """Watch a node for good (ZooKeeper 3.6), and all nodes below it where `recursive` (those' creation, change and deletion, no child
        events); without, the node and its children's names.

        Besides changes `callback` hears session events: `CONNECTING_STATE` when the connection is lost, `CONNECTED_STATE` when the watch
        is set again on another one (what happened in between is not told, so read again), and the end of the session.

        :returns: fires when the server watches. Fails with `UnimplementedException` on servers before 3.6. Before 3.9, servers forget this
            watch when a one-shot watch is set on the very same path; use either.
        """
        kind = WatchKind.RECURSIVE if recursive else WatchKind.PERSISTENT
        key = (kind, path, callback)
        if not self._has_add_watch:
            # Asked again, such a server would hang up again.
            return fail(UnimplementedException(operation="add_watch", path=path, server=self.server))
        if key in self._staying:
            return succeed(None)
        watcher = _Staying(callback)
        mode = PERSISTENT_RECURSIVE if recursive else PERSISTENT

        self._staying[key] = watcher

        def failed(failure: Any) -> Any:
            if self._staying.get(key) is watcher:
                del self._staying[key]
            if failure.check(UnimplementedException):
                self._has_add_watch = False
            return failure

        return self._connection.ask("add_watch", path, lambda at: AddWatch(at, mode), _none, (kind, watcher)).addErrback(failed)

    def remove_watch(self, path: str, callback: Callable[[ClientEvent], None]) -> Deferred[None]:
        """Have `callback` not called any more for `path`: from now on, whatever becomes of the request to the server.

        :returns: fires when the server has forgotten it, or will with the connection. Fails with `NoWatcherException` where there was none.
        """
        session = self._session
        found = False
        for kind in (WatchKind.RECURSIVE, WatchKind.PERSISTENT):
            watcher = self._staying.pop((kind, path, callback), None)
            if watcher is not None:
                found = True
                watcher.is_on = False
                session.watches.remove(kind, path, watcher)
        if not found:
            return fail(error_of(-121, "remove_watch", path, session.server))
        if session.watches.is_watched(path) or not self.connected:
            # The request would take the others' watches away too; without it we hear what nobody wants.
            return succeed(None)
        return self._connection.ask("remove_watch", path, RemoveWatches, _none).addErrback(_nothing_for_any_error)


class _Staying:
    """A persistent watch's callback; can be switched off between an event's arrival and its delivery."""

    __slots__ = ("callback", "is_on")

    def __init__(self, callback: Callable[[ClientEvent], None]) -> None:
        self.callback = callback
        self.is_on = True

    def __call__(self, event: ClientEvent) -> None:
        if self.is_on:
            self.callback(event)


def _none_for_no_node(failure: Any) -> None:
    failure.trap(NoNodeException)


def _nothing_for_any_error(failure: Any) -> None:
    failure.trap(ZookeeperError)


def _none(reply: Any) -> None:
    return None


def _data(reply: DataReply) -> tuple[bytes, Stat]:
    return reply.data, reply.stat


def _stat(reply: StatReply) -> Stat:
    return reply.stat


def _children(reply: ChildrenReply) -> list[str]:
    return reply.children


def _acls(reply: AclReply) -> tuple[list[Acl], Stat]:
    return reply.acls, reply.stat


def _callable(callback: Any) -> Any:
    if not callable(callback):
        raise TypeError(f"a callback is needed, and {callback!r} is none")
    return callback


__all__ = ["EPHEMERAL", "SEQUENCE", "Check", "ClientEvent", "Create", "Delete", "Set", "Stat", "ZookeeperClient"]
