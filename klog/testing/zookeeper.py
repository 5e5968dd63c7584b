"""A ZooKeeper in memory: the real protocol, sessions and watches over the connections of a `klog.testing.reactor.MemoryReactor`.

::

    reactor = MemoryReactor()
    zookeeper = MemoryZooKeeper(reactor)
    client = reactor.until(ZookeeperClient(zookeeper.connect, reactor=reactor).connect())
    reactor.until(client.create("/a", b"value", flags=EPHEMERAL))
    zookeeper.tree.get("/a")                    # b"value"; also paths(), names(), ephemerals(session id), put(), remove()

It answers as version 3.9 does (`klog.testing.zookeeper_tree`), and passes `klog.testing.zookeeper_suite` as the real ones do;
``version_36=False`` makes it one that is older than 3.6: it knows the operations of 3.4 and, as every server does with what it does not
know, answers *unimplemented* to the others and hangs up.

Several ports are several servers of one ensemble (`add_server`): a session lives on one of them at a time and may move. They share one
tree; one that was added with ``lag_s`` has a copy that is so far behind, as followers may be: its clients read what was true, hear of
changes late, have the answers to their own writes when their server knows of them, and catch up by `sync`. There is no quorum: any
server that runs serves.

Misfortunes, besides those of the reactor (``cut``, ``stall``, ``refuse``, ``delay_s``, ``chunk_bytes``)::

    zookeeper.stop(port); zookeeper.start(port)         # connections are reset, then refused; all stopped: sessions wait
    zookeeper.freeze(port); zookeeper.thaw(port)        # as SIGSTOP: connects, takes bytes, says nothing; then does it all
    zookeeper.add_server(lag_s=0.2); zookeeper.lag(port, 2)
    zookeeper.expire(session_id); zookeeper.expire_all()
    zookeeper.lose_next_reply()                         # the next write is done, and its connection cut before the answer
    zookeeper.lose_next_request()                       # the same, and it is not done

Everything is deterministic: same calls, same bytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, cast

from twisted.internet.interfaces import IDelayedCall, ITransport
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.testing import zookeeper_acl as access
from klog.testing.reactor import MemoryListener, MemoryReactor
from klog.testing.zookeeper_sasl import DigestMd5Server, WrongAnswer
from klog.testing.zookeeper_sessions import PASSWORD_BYTES, Session, Sessions
from klog.testing.zookeeper_tree import ADD_WATCH_MODES, DataTree, Transaction
from klog.testing.zookeeper_watches import EventType
from klog.zookeeper.errors import (
    AuthFailedException,
    MarshallingErrorException,
    RuntimeInconsistencyException,
    UnimplementedException,
    ZookeeperError,
)
from klog.zookeeper.jute import Frames, JuteError, Reader
from klog.zookeeper.messages import (
    ConnectRequest,
    ConnectResponse,
    UnknownOpcode,
    WatcherEvent,
    decode_request,
    event_frame,
    frame,
    reply_frame,
)
from klog.zookeeper.protocol import CONNECTED_STATE, OPEN_ACL_UNSAFE, Stat
from klog.zookeeper.replies import (
    AclReply,
    ChildrenReply,
    ChildrenStatReply,
    DataReply,
    ErrorReply,
    MultiReply,
    Nothing,
    PathReply,
    PathStatReply,
    SaslReply,
    StatReply,
)
from klog.zookeeper.requests import (
    AddWatch,
    Auth,
    Check,
    CloseSession,
    Create,
    Create2,
    Delete,
    Exists,
    GetAcl,
    GetChildren,
    GetChildren2,
    GetData,
    Multi,
    MultiRead,
    Ping,
    RemoveWatches,
    Request,
    Sasl,
    Set,
    SetAcl,
    SetWatches,
    SetWatches2,
    Sync,
)

#: Where it is, unless told otherwise; an address for documentation.
HOST = "192.0.2.7"
PORT = 2181
#: What a server takes in one message (``jute.maxbuffer``).
MAX_REQUEST_BYTES = 0xFFFFF
#: Opcodes that came with 3.5 and 3.6.
_AFTER_34 = frozenset(kind.opcode for kind in (Create2, RemoveWatches, MultiRead, AddWatch, SetWatches2))
_WRITES = frozenset(kind.opcode for kind in (Create, Create2, Delete, Set, SetAcl, Multi, Check))
#: What only the server that a session lives on may do for it.
_OWNERS = _WRITES | {Sync.opcode, CloseSession.opcode}


class MemoryZooKeeper:
    """See the module.

    :param host: an address.
    :param port: of the first server.
    :param version_36: whether it knows what came after 3.4.
    :param tick_ms: how exact sessions end; also the unit of the two below.
    :param min_session_timeout_ms: 2 ticks where None.
    :param max_session_timeout_ms: 20 ticks where None, and never less than a minute.
    :ivar tree: what it keeps.
    :ivar served: how many requests it has answered, by name; for tests of what is batched.
    :ivar sasl_users: names and passwords of SASL; without any it has none.
    :ivar on_request: called with session id and request before each is done.
    """

    _log = Logger()

    def __init__(
        self,
        reactor: MemoryReactor,
        host: str = HOST,
        port: int = PORT,
        *,
        version_36: bool = True,
        tick_ms: int = 500,
        min_session_timeout_ms: int | None = None,
        max_session_timeout_ms: int | None = None,
    ) -> None:
        self.reactor = reactor
        self.host = host
        self.version_36 = version_36
        self.min_session_timeout_ms = 2 * tick_ms if min_session_timeout_ms is None else min_session_timeout_ms
        self.max_session_timeout_ms = max(20 * tick_ms, 60_000) if max_session_timeout_ms is None else max_session_timeout_ms
        self.tree = DataTree(reactor.now_ms)
        self.tree.on_transaction = self._ship
        self.served: dict[str, int] = {}
        self.sasl_users: dict[str, str] = {}
        self.on_request: Callable[[int, Request], None] | None = None
        self._sessions = Sessions(reactor, tick_ms, self._end)
        self._servers: dict[int, _Server] = {}
        self._lost_replies = self._lost_requests = 0
        self.add_server(port)

    # -- servers

    @property
    def connect(self) -> str:
        """For clients: all servers, ``host:port,host:port``."""
        return ",".join(f"{self.host}:{port}" for port in self._servers)

    @property
    def ports(self) -> list[int]:
        """All servers, running or not."""
        return list(self._servers)

    def add_server(self, port: int | None = None, *, lag_s: float | None = None) -> int:
        """One more server of the ensemble; its port, the next one where None.

        :param lag_s: how far it is behind the others; `lag` changes that. None: it is one with the first, and never behind.
        """
        port = max(self._servers, default=PORT) + 1 if port is None else port
        self._servers[port] = _Server(self, port, lag_s)
        self.start(port)
        return port

    def lag(self, port: int, seconds: float) -> None:
        """From now on, a server that was added with a lag has another one."""
        assert self._servers[port].tree is not self.tree, f"the server on port {port} was added without a lag"
        self._servers[port].lag_s = seconds

    def _ship(self, transaction: Transaction) -> None:
        for server in self._servers.values():
            server.hear(transaction)

    def stop(self, port: int | None = None) -> None:
        """End a server, or all: its connections are reset, new ones refused; what it was told and had not read is lost."""
        for server in self._chosen(port):
            server.stop()
        if not self._runs:
            self._sessions.pause()

    def start(self, port: int | None = None) -> None:
        """Start a server, or all, again."""
        was_down = not self._runs
        for server in self._chosen(port):
            server.start()
        if was_down:
            self._sessions.resume()

    def freeze(self, port: int | None = None) -> None:
        """A server, or all, does nothing any more, as a stopped process: the kernel still takes connections and bytes."""
        for server in self._chosen(port):
            server.is_frozen = True
        if not self._runs:
            self._sessions.pause()

    def thaw(self, port: int | None = None) -> None:
        """It goes on where it stood: says what it had to say, does what it was told meanwhile, also by clients that are gone."""
        was_down = not self._runs
        servers = [server for server in self._chosen(port) if server.is_frozen]
        for server in servers:
            server.is_frozen = False
        if was_down and self._runs:
            self._sessions.resume()
        for server in servers:
            server.catch_up()

    def _chosen(self, port: int | None) -> list[_Server]:
        return list(self._servers.values()) if port is None else [self._servers[port]]

    @property
    def _runs(self) -> bool:
        return any(server.listener is not None and not server.is_frozen for server in self._servers.values())

    # -- sessions

    @property
    def session_ids(self) -> list[int]:
        """Of those that live, oldest first."""
        return [session.id for session in self._sessions]

    def connections(self, port: int | None = None) -> int:
        """Open connections, to one server or to all."""
        return sum(len(server.connections) for server in self._chosen(port))

    def expire(self, session_id: int) -> None:
        """End a session now, as if its client had been silent for too long.

        :raises KeyError: no such session lives.
        """
        session = self._sessions.get(session_id)
        if session is None:
            raise KeyError(f"no session {session_id:#x}")
        self._sessions.end(session)
        self._end(session)

    def expire_all(self) -> None:
        """End all sessions."""
        for session_id in self.session_ids:
            self.expire(session_id)

    def _end(self, session: Session) -> None:
        """Its ephemeral nodes go; others hear of that before its client loses the connection."""
        self.tree.close_session(session.id)
        if session.connection is not None:
            session.connection.hang_up()

    # -- answers that get lost

    def lose_next_reply(self, count: int = 1) -> None:
        """Do the next `count` writes, and cut their connections before the answer."""
        self._lost_replies = count

    def lose_next_request(self, count: int = 1) -> None:
        """Cut the connections of the next `count` writes before doing them."""
        self._lost_requests = count


class _Server(Factory):
    """One port."""

    noisy = False

    def __init__(self, ensemble: MemoryZooKeeper, port: int, lag_s: float | None) -> None:
        self.ensemble = ensemble
        self.port = port
        self.listener: MemoryListener | None = None
        self.is_frozen = False
        self.lag_s = lag_s or 0.0
        self.tree = ensemble.tree if lag_s is None else ensemble.tree.copy()
        #: What the others did, and when it is known here.
        self._behind: deque[tuple[float, Transaction]] = deque()
        self._call: IDelayedCall | None = None
        #: In the order in which they came; with those that were lost while it was frozen.
        self.connections: dict[_Connection, None] = {}

    def buildProtocol(self, addr: Any) -> _Connection:
        return _Connection(self)

    def hear(self, transaction: Transaction) -> None:
        if self.tree is not self.ensemble.tree:
            due_s = self.ensemble.reactor.seconds() + self.lag_s
            self._behind.append((max(due_s, self._behind[-1][0]) if self._behind else due_s, transaction))
            self._schedule()

    def _schedule(self) -> None:
        if self._behind and self._call is None and self.listener is not None and not self.is_frozen:
            delay_s = max(0.0, self._behind[0][0] - self.ensemble.reactor.seconds())
            self._call = self.ensemble.reactor.callLater(delay_s, self._learn)

    def _learn(self) -> None:
        """Do what is due of what the others did; those who wait for it have their answers."""
        self._call = None
        if self.is_frozen or self.listener is None:
            return
        while self._behind and self._behind[0][0] <= self.ensemble.reactor.seconds() + 1e-6:
            self.tree.apply(self._behind.popleft()[1])
        for connection in list(self.connections):
            connection.caught_up()
        self._schedule()

    def start(self) -> None:
        if self.listener is None:
            # With a leader that knows everything.
            while self._behind:
                self.tree.apply(self._behind.popleft()[1])
            self.listener = self.ensemble.reactor.listen(self.ensemble.host, self.port, cast(Any, self))

    def stop(self) -> None:
        if self.listener is not None:
            self.listener.stopListening()
            self.listener = None
        self.is_frozen = False
        for connection in list(self.connections):
            connection.reset()

    def catch_up(self) -> None:
        self._schedule()
        for connection in list(self.connections):
            connection.catch_up()


class _Connection(Protocol):
    """A client's connection; also what watches for it."""

    def __init__(self, server: _Server) -> None:
        self._server = server
        self._ensemble = server.ensemble
        #: What this server knows, and what all of them will.
        self._tree, self._leader = server.tree, server.ensemble.tree
        self._frames = Frames(MAX_REQUEST_BYTES)
        self._session: Session | None = None
        self._identities: list[tuple[str, str]] = []
        self._sasl_server: DigestMd5Server | None = None
        #: An answer, and the zxid that the server must have reached to give it.
        self._held: tuple[int, Callable[[], None]] | None = None
        #: Written, not yet handed to the transport.
        self._out: list[bytes] = []
        self._is_reading = False
        self._is_over = False
        self._hangs_up = False
        self._is_lost = False

    # -- Twisted

    def connectionMade(self) -> None:
        """The kernel has taken it."""
        self._server.connections[self] = None
        self._identities.append(("ip", str(cast(Any, self.transport).getPeer().host)))

    def dataReceived(self, data: bytes) -> None:
        """Some bytes."""
        self._frames.feed(data)
        if not self._server.is_frozen:
            self._read()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """While it is frozen, a server does not hear of it, and will still do what was asked for before."""
        self._is_lost = True
        if not self._server.is_frozen:
            self._forget()

    # -- the server

    def catch_up(self) -> None:
        """The server runs again."""
        self._flush()
        self._read()
        if self._is_lost:
            self._forget()

    def caught_up(self) -> None:
        """The server has done more of what the others did."""
        if self._held is not None and self._tree.zxid >= self._held[0]:
            (_, say), self._held = self._held, None
            if not self._is_over:
                say()
                self._read()

    def _when_known(self, say: Callable[[], None]) -> None:
        """Say something when this server knows all that the others know now; nothing else is done before."""
        if self._tree.zxid >= self._leader.zxid:
            say()
        else:
            self._held = self._leader.zxid, say

    def reset(self) -> None:
        """The server has died."""
        self._is_over = True
        self._out.clear()
        self._forget()
        if not self._is_lost:
            cast(Any, self.transport).abortConnection()

    def hang_up(self) -> None:
        """Say what there is to say, and close."""
        self._is_over = self._hangs_up = True
        self._tree.forget(self)
        if not self._is_reading:
            self._flush()

    def process(self, event: EventType, path: str, zxid: int, acls: access.Acls | None) -> None:
        """A watch has fired."""
        if self._is_over or (acls is not None and not access.is_allowed(acls, access.READ, self._identities)):
            return
        header_zxid = zxid if self._ensemble.version_36 else -1
        self._out.append(event_frame(WatcherEvent(event, CONNECTED_STATE, path), header_zxid))
        if not self._is_reading:
            self._flush()

    def _forget(self) -> None:
        self._is_over = True
        self._server.connections.pop(self, None)
        self._tree.forget(self)
        if self._session is not None and self._session.connection is self:
            self._session.connection = None

    def _flush(self) -> None:
        if self._server.is_frozen or self._is_lost:
            return
        transport = cast(ITransport, self.transport)
        if self._out:
            transport.write(b"".join(self._out))
            self._out.clear()
        if self._hangs_up:
            self._hangs_up = False
            transport.loseConnection()

    def _read(self) -> None:
        """Everything that has come; answers leave together, behind the events that others' writes cause."""
        self._is_reading = True
        try:
            while not self._is_over and self._held is None:
                message = self._frames.next()
                if message is None:
                    break
                if self._session is None:
                    self._greet(message)
                else:
                    self._answer(self._session, message)
        except JuteError:
            # Nothing that could be answered: the real one hangs up as well.
            self.hang_up()
        finally:
            self._is_reading = False
        self._flush()

    # -- the greeting

    def _greet(self, message: bytes) -> None:
        request = ConnectRequest.decode(Reader(message))
        ensemble, sessions = self._ensemble, self._ensemble._sessions
        if request.last_zxid > self._tree.zxid:
            # It has seen more than we have: another server may know it.
            self.hang_up()
            return
        timeout_ms = min(max(request.timeout_ms, ensemble.min_session_timeout_ms), ensemble.max_session_timeout_ms)
        if request.session_id:
            found = sessions.get(request.session_id)
            if found is None or found.password != request.password:
                gone = ConnectResponse(0, 0, bytes(PASSWORD_BYTES))
                self._out.append(frame(gone.encode()))
                self.hang_up()
                return
            session = found
            if session.connection is not None and session.server == self._server.port:
                session.connection.hang_up()
            session.timeout_ms = timeout_ms
            sessions.touch(session)
        else:
            session = sessions.begin(timeout_ms)
            self._leader.transact(_nothing)
        session.connection, session.server = self, self._server.port
        self._session = session
        welcome = frame(ConnectResponse(session.timeout_ms, session.id, session.password).encode())
        if request.session_id:
            self._out.append(welcome)
        else:
            self._when_known(lambda: self._out.append(welcome))

    # -- requests

    def _answer(self, session: Session, message: bytes) -> None:
        ensemble, tree = self._ensemble, self._tree
        try:
            xid, request = decode_request(message)
        except UnknownOpcode as unknown:
            self._refuse(unknown.xid)
            return
        except JuteError:
            if len(message) < 8:
                raise
            xid = Reader(message).int32()
            self._out.append(reply_frame(xid, tree.zxid, MarshallingErrorException.code))
            return
        opcode = request.opcode
        ensemble._sessions.touch(session)
        if opcode in _AFTER_34 and not ensemble.version_36:
            self._refuse(xid)
            return
        if opcode in _OWNERS and (session.connection is not self or ensemble._sessions.get(session.id) is None):
            # It lives on another server by now, or nowhere.
            self.hang_up()
            return
        if ensemble.on_request is not None:
            ensemble.on_request(session.id, request)
        name = type(request).__name__
        ensemble.served[name] = ensemble.served.get(name, 0) + 1
        if opcode in _WRITES and ensemble._lost_requests:
            ensemble._lost_requests -= 1
            self.reset()
            return
        error, reply = 0, None
        try:
            reply = _DO[opcode](self, session, request)
        except ZookeeperError as why:
            error = why.code
        except Exception:
            ensemble._log.failure("a mistake of the memory ZooKeeper's own in {name}", name=name)
            error = MarshallingErrorException.code
        if opcode in _WRITES and ensemble._lost_replies:
            ensemble._lost_replies -= 1
            self.reset()
            return

        def say() -> None:
            self._out.append(reply_frame(xid, tree.zxid, error, reply))
            if opcode == CloseSession.opcode or error == AuthFailedException.code:
                self.hang_up()

        if opcode in _OWNERS:
            self._when_known(say)
        else:
            say()

    def _refuse(self, xid: int) -> None:
        """What is not known costs the connection as well (``UnimplementedRequestProcessor``)."""
        self._out.append(reply_frame(xid, 0, UnimplementedException.code))
        self.hang_up()

    def _ping(self, session: Session, request: Ping) -> None:
        pass

    def _close(self, session: Session, request: CloseSession) -> None:
        self._ensemble._sessions.end(session)
        self._leader.close_session(session.id)

    def _create(self, session: Session, request: Create) -> PathReply:
        path, _ = self._created(session, request)
        return PathReply(path)

    def _create2(self, session: Session, request: Create) -> PathStatReply:
        return PathStatReply(*self._created(session, request))

    def _created(self, session: Session, request: Create) -> tuple[str, Stat]:
        return self._leader.create(request.path, request.data, _acls(request.acls), request.flags, session.id, self._identities)

    def _delete(self, session: Session, request: Delete) -> None:
        self._leader.delete(request.path, request.version, self._identities)

    def _set(self, session: Session, request: Set) -> StatReply:
        return StatReply(self._leader.set(request.path, request.data, request.version, self._identities))

    def _check(self, session: Session, request: Check) -> Nothing:
        self._leader.check(request.path, request.version, self._identities)
        return Nothing()

    def _set_acl(self, session: Session, request: SetAcl) -> StatReply:
        return StatReply(self._leader.set_acl(request.path, _acls(request.acls), request.version, self._identities))

    def _multi(self, session: Session, request: Multi) -> MultiReply:
        results: list[tuple[int, Any]] = []

        def work() -> None:
            for operation in request.operations:
                results.append((operation.opcode, _DO[operation.opcode](self, session, operation) or Nothing()))

        try:
            self._leader.transact(work)
        except ZookeeperError as why:
            codes = [0] * len(results) + [why.code]
            codes += [RuntimeInconsistencyException.code] * (len(request.operations) - len(codes))
            results = [(-1, ErrorReply(code)) for code in codes]
        return MultiReply(results)

    def _multi_read(self, session: Session, request: MultiRead) -> MultiReply:
        results: list[tuple[int, Any]] = []
        for operation in request.operations:
            try:
                results.append((operation.opcode, _DO[operation.opcode](self, session, operation)))
            except ZookeeperError as why:
                results.append((-1, ErrorReply(why.code)))
        return MultiReply(results)

    def _exists(self, session: Session, request: Exists) -> StatReply:
        return StatReply(self._tree.exists(request.path, self._watcher(request.watch), self._identities))

    def _get_data(self, session: Session, request: GetData) -> DataReply:
        data, stat = self._tree.read(request.path, self._watcher(request.watch), self._identities)
        # Null stays null on the wire: some readers tell it from nothing.
        return DataReply(cast(bytes, data), stat)

    def _get_children(self, session: Session, request: GetChildren) -> ChildrenReply:
        names, _ = self._tree.children(request.path, self._watcher(request.watch), self._identities)
        return ChildrenReply(names)

    def _get_children2(self, session: Session, request: GetChildren2) -> ChildrenStatReply:
        return ChildrenStatReply(*self._tree.children(request.path, self._watcher(request.watch), self._identities))

    def _get_acl(self, session: Session, request: GetAcl) -> AclReply:
        acls, stat = self._tree.acl(request.path, self._identities)
        return AclReply([{"perms": acl.perms, "scheme": acl.scheme, "id": acl.id} for acl in acls], stat)

    def _sync(self, session: Session, request: Sync) -> PathReply:
        return PathReply(request.path)

    def _add_watch(self, session: Session, request: AddWatch) -> ErrorReply:
        mode = ADD_WATCH_MODES.get(request.mode)
        if mode is None:
            raise MarshallingErrorException(operation="add_watch", path=request.path)
        self._tree.add_watch(request.path, self, mode)
        return ErrorReply(0)

    def _remove_watches(self, session: Session, request: RemoveWatches) -> None:
        self._tree.remove_watch(request.path, self, request.kind)

    def _set_watches(self, session: Session, request: SetWatches) -> None:
        self._tree.restore_watches(self, request.last_zxid, request.data, request.exist, request.child)

    def _set_watches2(self, session: Session, request: SetWatches2) -> None:
        self._tree.restore_watches(
            self, request.last_zxid, request.data, request.exist, request.child, request.persistent, request.recursive
        )

    def _auth(self, session: Session, request: Auth) -> None:
        if request.scheme == "digest":
            identity = ("digest", access.digest_id(request.auth.decode("utf-8", "replace")))
            if identity not in self._identities:
                self._identities.append(identity)
        elif request.scheme != "ip":
            raise AuthFailedException(operation="auth")

    def _sasl(self, session: Session, request: Sasl) -> SaslReply:
        if not self._ensemble.sasl_users:
            return SaslReply(b"")
        if self._sasl_server is None:
            self._sasl_server = DigestMd5Server(self._ensemble.sasl_users)
        try:
            token = self._sasl_server.next(request.token)
        except WrongAnswer:
            raise AuthFailedException(operation="sasl") from None
        if self._sasl_server.name is not None:
            self._identities.append(("sasl", self._sasl_server.name))
        return SaslReply(token)

    def _watcher(self, watch: bool) -> _Connection | None:
        return self if watch else None


_DO: dict[int, Callable[[_Connection, Session, Any], Any]] = {
    Ping.opcode: _Connection._ping,
    CloseSession.opcode: _Connection._close,
    Create.opcode: _Connection._create,
    Create2.opcode: _Connection._create2,
    Delete.opcode: _Connection._delete,
    Exists.opcode: _Connection._exists,
    GetData.opcode: _Connection._get_data,
    Set.opcode: _Connection._set,
    GetAcl.opcode: _Connection._get_acl,
    SetAcl.opcode: _Connection._set_acl,
    GetChildren.opcode: _Connection._get_children,
    GetChildren2.opcode: _Connection._get_children2,
    Sync.opcode: _Connection._sync,
    Check.opcode: _Connection._check,
    Multi.opcode: _Connection._multi,
    MultiRead.opcode: _Connection._multi_read,
    AddWatch.opcode: _Connection._add_watch,
    RemoveWatches.opcode: _Connection._remove_watches,
    SetWatches.opcode: _Connection._set_watches,
    SetWatches2.opcode: _Connection._set_watches2,
    Auth.opcode: _Connection._auth,
    Sasl.opcode: _Connection._sasl,
}


def _nothing() -> None:
    pass


def _acls(lines: Any) -> access.Acls:
    if len(lines) == 1 and lines[0] == OPEN_ACL_UNSAFE:
        return access.OPEN
    return tuple(access.Acl(line["perms"], line["scheme"], line["id"]) for line in lines)
