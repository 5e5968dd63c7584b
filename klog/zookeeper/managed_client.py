"""A client that lives on when its session has expired: ephemeral nodes are made again, watches are told, operations wait.

txzookeeper's ``ManagedClient``. After an expiry a new session begins by itself; then, in this order: the ephemeral nodes made through it
(but for numbered ones) are made again, every waiting watch fires with a session event (``SESSION_EVENT``, ``CONNECTED_STATE`` and its path:
read again), and `subscribe_new_session` fires. Operations are repeated after transient errors for 1.2 session timeouts.

Numbered ephemeral nodes are not made again: whoever counts on their order (locks, elections) must begin anew.

What an operation does when its first attempt may have been done: an ephemeral create looks whose the node is; delete takes "no such
node" for done; set with a version compares what stands there; a numbered create fails rather than do it twice.
"""

from __future__ import annotations

import dataclasses
import random as random_module
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import CancelledError, Deferred, TimeoutError, fail
from twisted.logger import Logger

from klog.net.security import Security
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import (
    BadVersionException,
    ClosingException,
    ConnectionLossException,
    ConnectionTimeoutException,
    NoNodeException,
    NotConnectedException,
    SessionExpiredException,
    ZookeeperError,
)
from klog.zookeeper.protocol import CONNECTED_STATE, EPHEMERAL, NOTCONNECTED_STATE, SEQUENCE, SESSION_EVENT, Acl, Stat
from klog.zookeeper.requests import Create, Delete, Operation, Set
from klog.zookeeper.retrying import RETRY_SHARE, create_ephemeral, get_delay, is_retryable, sleep
from klog.zookeeper.session_keeper import SessionKeeper
from klog.zookeeper.watches import ClientEvent


@dataclasses.dataclass
class _Ephemeral:
    data: bytes
    acls: Sequence[Acl] | None


class ManagedClient:
    """See above; the parameters are those of `ZookeeperClient`.

    :param connect_timeout: milliseconds that `connect` waits at most.
    """

    _log = Logger()

    def __init__(
        self,
        servers: str,
        session_timeout: int = 10_000,
        connect_timeout: int = 10_000,
        *,
        reactor: Any,
        random: random_module.Random | None = None,
        tls: Security | None = None,
        auth: Sequence[tuple[str, str]] = (),
        name: str = "",
    ) -> None:
        self._reactor = reactor
        self._asked_ms = session_timeout
        self._connect_timeout_s = connect_timeout / 1000
        # The keeper hands this very list to each session's client.
        self._auth = list(auth)
        self._keeper = SessionKeeper(
            reactor,
            servers,
            self,
            session_timeout_ms=session_timeout,
            connect_timeout_ms=connect_timeout,
            random=random or random_module.Random(),
            tls=tls,
            auth=self._auth,
            name=name,
        )
        self._ephemerals: dict[str, _Ephemeral] = {}
        self._old_sessions: set[int] = set()
        # Watches whose session is over, to be told when the next one is there.
        self._orphans: list[tuple[str, Deferred[ClientEvent]]] = []
        self._awaiting: list[Deferred[None]] = []
        self._subscribers: list[Deferred[bool]] = []
        self._ready: ZookeeperClient | None = None
        self._is_first = True
        self._closed = False
        self._session_callback: Callable[[Any, ClientEvent], Any] | None = None

    # -- what it is like

    @property
    def client(self) -> ZookeeperClient:
        """The session's client.

        :raises NotConnectedException: there is none at the moment.
        """
        return self._keeper.client

    @property
    def reactor(self) -> Any:
        """As it was given."""
        return self._reactor

    @property
    def connected(self) -> bool:
        """Whether an operation would be sent now."""
        return self._ready is not None and self._ready.connected

    @property
    def client_id(self) -> tuple[int, bytes]:
        """Session id and password of the session; zeros where there is none."""
        return self._ready.client_id if self._ready is not None else (0, bytes(16))

    @property
    def session_timeout(self) -> int:
        """Milliseconds."""
        return self._ready.session_timeout if self._ready is not None else self._asked_ms

    @property
    def state(self) -> int:
        """The C binding's number."""
        return self._ready.state if self._ready is not None else NOTCONNECTED_STATE

    # -- beginning and ending

    def connect(self, timeout: float | None = None) -> Deferred[ManagedClient]:
        """Fires with this client when the first session is there; fails with `ConnectionTimeoutException` after `timeout` seconds."""
        limit_s = self._connect_timeout_s if timeout is None else timeout
        until_s = self._reactor.seconds() + limit_s

        def too_late(value: Any, _: float) -> None:
            self._closed = True
            raise ConnectionTimeoutException(
                f"no connection to ZooKeeper {self._keeper.servers} within {limit_s:g} s: {self._keeper.why_not()}"
            )

        started: Deferred[Any] = self._keeper.start().addTimeout(limit_s, self._reactor, too_late)
        return started.addCallback(lambda _: Deferred.fromCoroutine(self._when_ready(until_s))).addCallback(lambda _: self)

    def close(self) -> Deferred[None]:
        """End the session in order; watches are told."""
        self._closed = True
        return self._keeper.stop().addCallback(lambda _: self._fail_waiting())

    def _fail_waiting(self) -> None:
        awaiting, self._awaiting = self._awaiting, []
        for waiting in awaiting:
            waiting.callback(None)
        orphans, self._orphans = self._orphans, []
        for path, watch in orphans:
            if not watch.called:
                watch.callback(ClientEvent(SESSION_EVENT, NOTCONNECTED_STATE, path))

    # -- what the keeper tells

    def session_began(self, client: ZookeeperClient) -> None:
        """Make everything again, then tell."""
        made = Deferred.fromCoroutine(self._restore(client))
        made.addErrback(lambda failure: self._log.failure("The session with ZooKeeper could not be restored", failure))

    def session_suspended(self) -> None:
        """Operations tell by themselves."""

    def session_resumed(self) -> None:
        """Operations tell by themselves."""

    def session_ended(self) -> None:
        """Until the next one."""
        if self._ready is not None:
            self._old_sessions.add(self._ready.session_id)
        self._ready = None

    async def _restore(self, client: ZookeeperClient) -> None:
        self._old_sessions.discard(client.session_id)
        client.set_connection_watcher(self._session_event)
        for path, node in list(self._ephemerals.items()):
            try:
                await create_ephemeral(client, path, node.data, node.acls, is_stale=self._is_ours)
            except ZookeeperError as error:
                if client.unrecoverable:
                    # The next session does it all again.
                    return
                self._log.error("An ephemeral node could not be made again: {error}", error=str(error))
        self._ready = client
        awaiting, self._awaiting = self._awaiting, []
        for waiting in awaiting:
            waiting.callback(None)
        is_first, self._is_first = self._is_first, False
        if is_first:
            return
        orphans, self._orphans = self._orphans, []
        for path, watch in orphans:
            if not watch.called:
                # Another's callback may have given it up.
                watch.callback(ClientEvent(SESSION_EVENT, CONNECTED_STATE, path))
        subscribers, self._subscribers = self._subscribers, []
        for subscriber in subscribers:
            subscriber.callback(True)

    def _is_ours(self, data: bytes, stat: Stat) -> bool:
        return stat["ephemeralOwner"] in self._old_sessions

    def _session_event(self, client: ZookeeperClient, event: ClientEvent) -> None:
        if self._session_callback is not None:
            self._session_callback(self, event)

    def set_session_callback(self, callback: Callable[[Any, ClientEvent], Any]) -> None:
        """Have ``callback(managed client, event)`` called with the session events of every session."""
        self._session_callback = callback

    def subscribe_new_session(self) -> Deferred[bool]:
        """Fires with True when another session has taken the place of this one, after ephemeral nodes and watches."""
        subscriber: Deferred[bool] = Deferred()
        self._subscribers.append(subscriber)
        return subscriber

    # -- doing it again

    def _do(self, act: Callable[[ZookeeperClient, bool], Deferred[Any]], *, is_once: bool = False) -> Deferred[Any]:
        """`act` gets the client, and whether an attempt before it may have been done; with `is_once` there is none after such."""
        if self._closed:
            return fail(ClosingException())
        return Deferred.fromCoroutine(self._repeat(act, is_once))

    async def _repeat(self, act: Callable[[ZookeeperClient, bool], Deferred[Any]], is_once: bool) -> Any:
        until_s = self._reactor.seconds() + self.session_timeout / 1000 * RETRY_SHARE
        maybe_done = False
        while True:
            try:
                return await act(await self._when_ready(until_s), maybe_done)
            except ZookeeperError as error:
                if not (is_retryable(error) or isinstance(error, SessionExpiredException)) or self._closed:
                    raise
                was_sent = not isinstance(error, NotConnectedException)
                maybe_done = maybe_done or was_sent
                if (is_once and was_sent) or self._reactor.seconds() >= until_s:
                    raise
                if self.connected and not isinstance(error, ConnectionLossException):
                    await sleep(self._reactor, get_delay(self.session_timeout))

    async def _when_ready(self, until_s: float) -> ZookeeperClient:
        while not self._closed:
            client = self._ready
            if client is not None and client.connected:
                return client
            waiting: Deferred[Any] = Deferred()
            if client is None or client.unrecoverable:
                self._awaiting.append(waiting)
            else:
                client.when_connected().addBoth(_tell, waiting)
            left_s = until_s - self._reactor.seconds()
            if left_s <= 0:
                raise NotConnectedException(f"ZooKeeper {self._keeper.servers} was not there for {RETRY_SHARE} session timeouts")
            try:
                await waiting.addTimeout(left_s, self._reactor)
            except TimeoutError:
                # Twisted's; the next turn says so.
                pass
        raise ClosingException()

    # -- operations

    def create(self, path: str, data: bytes = b"", acls: Sequence[Acl] | None = None, flags: int = 0) -> Deferred[str]:
        """As `ZookeeperClient.create`; ephemeral nodes without a number are made again in each session."""
        if flags & SEQUENCE:
            return self._do(lambda client, _: client.create(path, data, acls, flags), is_once=True)
        if not flags & EPHEMERAL:
            return self._do(lambda client, _: client.create(path, data, acls, flags))

        def made(_: Any) -> str:
            self._ephemerals[path] = _Ephemeral(data, acls)
            return path

        def act(client: ZookeeperClient, maybe_done: bool) -> Deferred[Any]:
            if not maybe_done:
                return client.create(path, data, acls, flags)
            return create_ephemeral(client, path, data, acls, is_stale=self._is_ours)

        return self._do(act).addCallback(made)

    def delete(self, path: str, version: int = -1) -> Deferred[None]:
        """As `ZookeeperClient.delete`."""

        def act(client: ZookeeperClient, maybe_done: bool) -> Deferred[Any]:
            deleted = client.delete(path, version)
            return deleted.addErrback(_nothing_for_no_node) if maybe_done else deleted

        def gone(_: Any) -> None:
            self._ephemerals.pop(path, None)

        return self._do(act).addCallback(gone)

    def set(self, path: str, data: bytes = b"", version: int = -1) -> Deferred[Stat]:
        """As `ZookeeperClient.set`."""

        def act(client: ZookeeperClient, maybe_done: bool) -> Deferred[Any]:
            changed: Deferred[Any] = client.set(path, data, version)
            if maybe_done and version >= 0:
                changed.addErrback(self._was_it_us, client, path, data, version)
            return changed

        def changed(stat: Stat) -> Stat:
            if path in self._ephemerals:
                self._ephemerals[path].data = data
            return stat

        return self._do(act).addCallback(changed)

    @staticmethod
    def _was_it_us(failure: Any, client: ZookeeperClient, path: str, data: bytes, version: int) -> Deferred[Stat]:
        failure.trap(BadVersionException)

        def look(found: tuple[bytes, Stat]) -> Any:
            return found[1] if found[0] == data and found[1]["version"] == version + 1 else failure

        return client.get(path).addCallback(look)

    def set_acl(self, path: str, acls: Sequence[Acl], version: int = -1) -> Deferred[Stat]:
        """As `ZookeeperClient.set_acl`."""

        def changed(stat: Stat) -> Stat:
            if path in self._ephemerals:
                self._ephemerals[path].acls = acls
            return stat

        return self._do(lambda client, _: client.set_acl(path, acls, version)).addCallback(changed)

    def multi(self, operations: Sequence[Operation]) -> Deferred[list[Any]]:
        """As `ZookeeperClient.multi`; not repeated after a `ConnectionLossException`, since it may have been done."""
        asked = list(operations)

        def done(values: list[Any]) -> list[Any]:
            for operation in asked:
                if isinstance(operation, Create) and operation.flags == EPHEMERAL:
                    self._ephemerals[operation.path] = _Ephemeral(operation.data or b"", operation.acls)
                elif isinstance(operation, Delete):
                    self._ephemerals.pop(operation.path, None)
                elif isinstance(operation, Set) and operation.path in self._ephemerals:
                    self._ephemerals[operation.path].data = operation.data
            return values

        return self._do(lambda client, _: client.multi(asked), is_once=True).addCallback(done)

    def add_auth(self, scheme: str, identity: str) -> Deferred[ManagedClient]:
        """As `ZookeeperClient.add_auth`; told to later sessions too."""

        def added(_: Any) -> ManagedClient:
            if (scheme, identity) not in self._auth:
                self._auth.append((scheme, identity))
            return self

        return self._do(lambda client, _: client.add_auth(scheme, identity)).addCallback(added)

    def exists(self, path: str) -> Deferred[Stat | None]:
        """As `ZookeeperClient.exists`."""
        return self._do(lambda client, _: client.exists(path))

    def get(self, path: str) -> Deferred[tuple[bytes, Stat]]:
        """As `ZookeeperClient.get`."""
        return self._do(lambda client, _: client.get(path))

    def get_children(self, path: str) -> Deferred[list[str]]:
        """As `ZookeeperClient.get_children`."""
        return self._do(lambda client, _: client.get_children(path))

    def get_acl(self, path: str) -> Deferred[tuple[list[Acl], Stat]]:
        """As `ZookeeperClient.get_acl`."""
        return self._do(lambda client, _: client.get_acl(path))

    def sync(self, path: str = "/") -> Deferred[str]:
        """As `ZookeeperClient.sync`."""
        return self._do(lambda client, _: client.sync(path))

    def get_many(self, paths: Sequence[str]) -> Deferred[list[tuple[bytes, Stat] | ZookeeperError]]:
        """As `ZookeeperClient.get_many`."""
        return self._do(lambda client, _: client.get_many(paths))

    def children_of_many(self, paths: Sequence[str]) -> Deferred[list[list[str] | ZookeeperError]]:
        """As `ZookeeperClient.children_of_many`."""
        return self._do(lambda client, _: client.children_of_many(paths))

    # -- watches

    def exists_and_watch(self, path: str) -> tuple[Deferred[Stat | None], Deferred[ClientEvent]]:
        """As `ZookeeperClient.exists_and_watch`; at the end of the session the watch waits for the next one."""
        return self._watch(path, lambda client: client.exists_and_watch(path))

    def get_and_watch(self, path: str) -> tuple[Deferred[tuple[bytes, Stat]], Deferred[ClientEvent]]:
        """As `ZookeeperClient.get_and_watch`; at the end of the session the watch waits for the next one."""
        return self._watch(path, lambda client: client.get_and_watch(path))

    def get_children_and_watch(self, path: str) -> tuple[Deferred[list[str]], Deferred[ClientEvent]]:
        """As `ZookeeperClient.get_children_and_watch`; at the end of the session the watch waits for the next one."""
        return self._watch(path, lambda client: client.get_children_and_watch(path))

    def _watch(
        self, path: str, ask: Callable[[ZookeeperClient], tuple[Deferred[Any], Deferred[ClientEvent]]]
    ) -> tuple[Deferred[Any], Deferred[ClientEvent]]:
        #: The watch of the last attempt.
        newest: list[Deferred[ClientEvent]] = []

        def give_up(_: object) -> None:
            self._orphans = [orphan for orphan in self._orphans if orphan[1] is not watch]
            for changed in newest:
                changed.cancel()

        watch: Deferred[ClientEvent] = Deferred(give_up)

        def fired(event: ClientEvent) -> None:
            if watch.called:
                return
            if event.type == SESSION_EVENT and not self._closed:
                self._orphans.append((path, watch))
            else:
                watch.callback(event)

        def act(client: ZookeeperClient, maybe_done: bool) -> Deferred[Any]:
            value, changed = ask(client)
            newest[:] = [changed]
            changed.addCallbacks(fired, _nothing_for_cancelled)
            if watch.called:
                changed.cancel()
            return value

        return self._do(act), watch

    def add_watch(self, path: str, callback: Callable[[ClientEvent], None], *, recursive: bool = True) -> Deferred[None]:
        """As `ZookeeperClient.add_watch`, for the session that is there; in the next one it is to be added again."""
        return self._do(lambda client, _: client.add_watch(path, callback, recursive=recursive))


def _tell(_: object, waiting: Deferred[Any]) -> None:
    waiting.callback(None)


def _nothing_for_cancelled(failure: Any) -> None:
    failure.trap(CancelledError)


def _nothing_for_no_node(failure: Any) -> None:
    failure.trap(NoNodeException)
