"""A session on one connection after the other: the conversation (`klog.zookeeper.session`) joined with connections
(`klog.zookeeper.connecting`) and the clock (pings, silence, giving up), and who asked told what came of it.

`klog.zookeeper.client.ZookeeperClient` has one, and has the operations; its docstring says how all this looks from outside.

What is written while answers are being handed out, or while other requests are under way, leaves in one write at the end of the turn.
"""

from __future__ import annotations

import random as random_module
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, fail, succeed
from twisted.logger import Logger

from klog.config import ConfigError
from klog.net.security import Security
from klog.zookeeper import connect_string
from klog.zookeeper.connecting import LONGEST_PAUSE_S, Connector
from klog.zookeeper.errors import (
    AuthFailedException,
    BadArgumentsException,
    ClosingException,
    ConnectionTimeoutException,
    InvalidStateException,
    NodeExistsException,
    NotConnectedException,
    ZookeeperError,
)
from klog.zookeeper.jute import JuteError
from klog.zookeeper.paths import ancestors, check_path, with_chroot, without_chroot
from klog.zookeeper.protocol import (
    ASSOCIATING_STATE,
    AUTH_FAILED_STATE,
    CONNECTED_STATE,
    CONNECTING_STATE,
    EXPIRED_SESSION_STATE,
    NOTCONNECTED_STATE,
    SESSION_EVENT,
    Acl,
)
from klog.zookeeper.requests import CloseSession, Create
from klog.zookeeper.session import Call, Pending, Session, SessionState
from klog.zookeeper.watches import ClientEvent, Watcher, WatchKind

_T = TypeVar("_T")


#: Seconds that `close` waits for the server to hear of it.
CLOSE_S = 2.0
#: An attempt to connect has this long at least.
SHORTEST_ATTEMPT_S = 0.5
_LONGEST_TIMEOUT_MS = 2**31 - 1

_STATES = {
    SessionState.NOT_CONNECTED: CONNECTING_STATE,
    SessionState.GREETING: ASSOCIATING_STATE,
    SessionState.RESTORING: ASSOCIATING_STATE,
    SessionState.CONNECTED: CONNECTED_STATE,
    SessionState.EXPIRED: EXPIRED_SESSION_STATE,
    SessionState.AUTH_FAILED: AUTH_FAILED_STATE,
    SessionState.CLOSED: NOTCONNECTED_STATE,
}


class ClientConnection:
    """See the module.

    :param servers, session_timeout, connect_timeout, reactor, random, tls, auth, max_reply_bytes: those of `ZookeeperClient`.
    :param tell: takes every session event: connected, connecting, expired, closed. It does not raise.
    :ivar heard: called whenever something has come, before it is told: time to look at the session's `lease_s`.
    """

    _log = Logger()

    def __init__(
        self,
        servers: str,
        session_timeout: int,
        connect_timeout: int,
        *,
        reactor: Any,
        random: random_module.Random,
        tls: Security | None,
        auth: Sequence[tuple[str, str]],
        max_reply_bytes: int,
        tell: Callable[[ClientEvent], None],
    ) -> None:
        for what, value in (("session_timeout", session_timeout), ("connect_timeout", connect_timeout)):
            if not 0 < value <= _LONGEST_TIMEOUT_MS:
                raise ConfigError(what, str(value), "it must be a positive number of milliseconds")
        if tls is not None:
            tls.check()
        self.servers = servers
        self._connect_string = connect_string.parse(servers)
        self._reactor = reactor
        self._random = random
        self._tls = tls
        self._connect_timeout_s = connect_timeout / 1000
        self.session = Session(
            self,
            timeout_ms=session_timeout,
            chroot=self._connect_string.chroot,
            auth=[(scheme, identity.encode()) for scheme, identity in auth],
            max_reply_bytes=max_reply_bytes,
        )
        self._connector: Connector | None = None
        self._connecting: Deferred[None] | None = None
        self._awaiting: list[Deferred[None]] = []
        self._closing: list[Deferred[None]] | None = None
        self._is_closed = False
        # Fires when the last transport is gone.
        self._gone: Deferred[None] = succeed(None)
        self._was_told_connected = False
        self._connect_timer: Any = None
        self._tick_timer: Any = None
        self._close_timer: Any = None
        # What is written in one turn of the reactor, or while answers come in, leaves together.
        self._unsent: list[bytes] = []
        self._is_receiving = False
        self._flush_call: Any = None
        self._tell = tell
        self.heard: Callable[[], None] | None = None

    @property
    def connected(self) -> bool:
        """Whether a request would be sent now."""
        return self.session.state is SessionState.CONNECTED and self._closing is None

    @property
    def state(self) -> int:
        """The C binding's number: `CONNECTED_STATE` and others."""
        if self._connector is None and not self.session.is_over:
            return NOTCONNECTED_STATE
        return _STATES[self.session.state]

    def why_not_connected(self) -> str:
        """The last reason of each server that was tried."""
        return self._connector.why_not() if self._connector is not None else ""

    # -- connecting and closing

    def connect(self, servers: str | None = None, timeout: float | None = None) -> Deferred[None]:
        """Begin the session; see `ZookeeperClient.connect`."""
        if self.session.is_over or self._closing is not None:
            return fail(self.session.error or ClosingException())
        if self._connector is not None:
            return fail(InvalidStateException("ZooKeeper: this client is connected, or connecting, already"))
        if servers is not None:
            try:
                self._connect_string = connect_string.parse(servers)
            except ConfigError as error:
                return fail(error)
            self.servers, self.session.chroot = servers, self._connect_string.chroot
        self._connector = Connector(self._reactor, self._connect_string.hosts, self._random, self, self._tls)
        self._set_pace()
        limit_s = self._connect_timeout_s if timeout is None else timeout
        result: Deferred[None] = Deferred(lambda _: self._give_up(None))
        self._connecting = result
        self._connect_timer = self._reactor.callLater(limit_s, self._connected_too_late, limit_s)
        self._connector.start()
        return result

    def drop(self, why: str) -> None:
        """Give the connection up; the session goes on with the next host.

        :param why: for the log.
        """
        if self._connector is not None:
            self._connector.drop(why)

    def when_connected(self) -> Deferred[None]:
        """Fires when a request would be sent: at once, or after the next reconnection. Fails when the session is over."""
        if self.connected:
            return succeed(None)
        if self.session.is_over or self._closing is not None:
            return fail(self.refusal("connect", "") or ClosingException())
        result: Deferred[None] = Deferred()
        self._awaiting.append(result)
        return result

    def close(self) -> Deferred[None]:
        """End the session in order: its ephemeral nodes go at once. Never fails; without a connection it waits `CLOSE_S` for one, and then
        leaves the session to expire. The client is done."""
        if self._is_closed:
            return succeed(None)
        result: Deferred[None] = Deferred()
        if self._closing is not None:
            self._closing.append(result)
            return result
        if self.session.is_over or self._connector is None or not self.session.session_id:
            self._tell_closed([result], self._finish(ClosingException()))
            return result
        self._closing = [result]
        self._close_timer = self._reactor.callLater(min(CLOSE_S, self.session.timeout_ms / 1000), self._closed)
        if self.session.state is SessionState.CONNECTED:
            self._say_goodbye()
        return result

    def make_chroot(self, acls: Sequence[Acl] | None = None) -> Deferred[None]:
        """Make the chroot's node and those above it, where they are missing; open to everybody where `acls` is None."""
        return Deferred.fromCoroutine(self._make_chroot(acls))

    async def _make_chroot(self, acls: Sequence[Acl] | None) -> None:
        for above in reversed(ancestors(self.session.chroot or "/")[:-1]):
            made: Deferred[None] = Deferred()
            refusal = self.refusal("create", above)
            if refusal is not None:
                raise refusal
            # The server's path, as it is: there is no chroot yet to stand before it.
            self.put(Pending(Create(above, acls=acls), "create", above, lambda _, made=made: made.callback(None), made.errback))  # type: ignore[misc]
            try:
                await made
            except NodeExistsException:
                pass

    def _say_goodbye(self) -> None:
        # Where the connection is lost before the answer, it is said again on the next one, for as long as `CLOSE_S` lasts.
        self.put(Pending(CloseSession(), "close", "", lambda _: self._closed(True), lambda _: None))

    def _closed(self, was_heard: bool = False) -> None:
        if self._closing is None or self.session.is_over:
            return
        # TLS would wait for the other side's goodbye.
        politely = was_heard and (self._tls is None or not self._tls.uses_tls)
        self._tell_closed(self._closing, self._finish(ClosingException(server=self.session.server), politely=politely))

    def _tell_closed(self, waiting: list[Deferred[None]], gone: Deferred[None]) -> None:
        def tell(_: object) -> None:
            self._is_closed = True
            for result in waiting:
                result.callback(None)

        gone.addBoth(tell)

    def _connected_too_late(self, limit_s: float) -> None:
        self._connect_timer = None
        why = self.why_not_connected() or "nothing was heard of it"
        self._give_up(ConnectionTimeoutException(f"no connection to ZooKeeper {self.servers} within {limit_s:g} s: {why}"))

    def _give_up(self, error: ZookeeperError | None) -> None:
        """`connect` failed, or was cancelled; it may be called again."""
        self._stop_timers()
        connector, self._connector = self._connector, None
        if connector is not None:
            self._gone = connector.stop()
        if not self.session.is_over:
            self._run(self.session.lost(""))
        waiting, self._connecting = self._connecting, None
        if waiting is not None and error is not None:
            waiting.errback(error)

    def _finish(self, error: ZookeeperError, *, politely: bool = False) -> Deferred[None]:
        """End the conversation; `error` says why."""
        self._stop_timers()
        session = self.session
        if not session.is_over:
            self._run(session.end(SessionState.CLOSED, error))
        if self._connector is not None:
            self._gone = self._connector.stop(politely=politely)
        gone: Deferred[None] = Deferred()
        self._gone.addBoth(lambda _: gone.callback(None))
        waiting, self._connecting = self._connecting, None
        if waiting is not None:
            waiting.errback(error)
        awaiting, self._awaiting = self._awaiting, []
        for result in awaiting:
            result.errback(error)
        event = ClientEvent(SESSION_EVENT, _STATES[session.state], "")
        watchers = session.watches.take_all()
        if self._was_told_connected or session.state is not SessionState.CLOSED:
            self._tell(event)
        self._run([(watcher, event) for watcher in watchers])
        return gone

    def _stop_timers(self) -> None:
        for name in ("_connect_timer", "_tick_timer", "_close_timer", "_flush_call"):
            timer = getattr(self, name)
            setattr(self, name, None)
            if timer is not None and timer.active():
                timer.cancel()
        self._unsent.clear()

    def _set_pace(self) -> None:
        if self._connector is not None:
            timeout_s = self.session.timeout_ms / 1000
            self._connector.attempt_s = max(SHORTEST_ATTEMPT_S, timeout_s * 2 / 3 / len(self._connect_string.hosts))
            self._connector.longest_pause_s = min(LONGEST_PAUSE_S, max(0.1, timeout_s / 6))

    # -- what the connector tells

    def link_opened(self, server: str) -> bytes:
        """Connected: greet."""
        return self.session.begin(server, self._reactor.seconds())

    def link_received(self, data: bytes) -> None:
        """Some bytes."""
        session = self.session
        was_over = session.is_over
        self._is_receiving = True
        try:
            calls, out = session.receive(data, self._reactor.seconds())
            if out and self._connector is not None:
                self._connector.write(out)
            if self.heard is not None:
                self.heard()
            self._run(calls)
        except JuteError as error:
            self._run(getattr(error, "calls", ()))
            if self._connector is not None and not session.is_over:
                self._connector.drop(f"sent what is not ZooKeeper's protocol: {error}")
        finally:
            self._is_receiving = False
        if self._unsent:
            self._flush()
        if not was_over and self._tick_timer is None and session.state in (SessionState.RESTORING, SessionState.CONNECTED):
            self._set_pace()
            if self._connector is not None:
                self._connector.greeted()
            self._tick()

    def link_closed(self, why: str) -> bool:
        """The connection is over, or an attempt at one."""
        session = self.session
        self._unsent.clear()
        if self._tick_timer is not None:
            self._tick_timer.cancel()
            self._tick_timer = None
        was_connected = session.state is SessionState.CONNECTED
        self._run(session.lost(why))
        if session.is_over:
            return False
        connector = self._connector
        if self._connecting is not None and connector is not None and connector.nobody_trusted:
            self._give_up(AuthFailedException(f"no connection to ZooKeeper {self.servers}: {connector.why_not()}"))
            return False
        if was_connected and self._was_told_connected:
            self._was_told_connected = False
            event = ClientEvent(SESSION_EVENT, CONNECTING_STATE, "")
            self._tell(event)
            self._run([(watcher, event) for watcher in session.watches.staying()])
        return not session.is_over and self._connector is not None

    # -- what the session tells

    def session_connected(self, is_new: bool) -> None:
        """Requests are taken."""
        if self._connector is not None:
            self._connector.established()
        if self._connect_timer is not None:
            self._connect_timer.cancel()
            self._connect_timer = None
        if self._closing is not None:
            self._say_goodbye()
            return
        self._was_told_connected = True
        event = ClientEvent(SESSION_EVENT, CONNECTED_STATE, "")
        self._tell(event)
        if not is_new:
            self._run([(watcher, event) for watcher in self.session.watches.staying()])
        waiting, self._connecting = self._connecting, None
        if waiting is not None:
            waiting.callback(None)
        awaiting, self._awaiting = self._awaiting, []
        for result in awaiting:
            result.callback(None)

    def session_over(self, error: ZookeeperError) -> None:
        """Expired, or refused."""
        waiting = self._closing or []
        self._tell_closed(waiting, self._finish(error))

    # -- asking

    def add_auth(self, pending: Pending) -> None:
        """Send one more identity, and show it to every server from now on."""
        self._write(self.session.add_auth(pending, self._reactor.seconds()))

    def put(self, pending: Pending) -> None:
        """Send this.

        :raises ZookeeperError: it is larger than ZooKeeper takes.
        """
        self._write(self.session.request(pending, self._reactor.seconds()))

    def refusal(self, operation: str, path: str) -> ZookeeperError | None:
        """Why nothing can be sent now."""
        session = self.session
        if session.state is SessionState.CONNECTED and self._closing is None:
            return None
        if session.error is not None:
            return type(session.error)(operation=operation, path=path, server=session.server)
        if self._closing is not None:
            return ClosingException(operation=operation, path=path)
        return NotConnectedException(operation=operation, path=path)

    def ask(
        self,
        operation: str,
        path: str,
        make: Callable[[str], Any],
        convert: Callable[[Any], _T],
        watch: tuple[WatchKind, Watcher] | None = None,
        *,
        is_sequence: bool = False,
    ) -> Deferred[_T]:
        """Send a request about one node, at once or not at all.

        :param path: the caller's; `make` is given the server's.
        :param convert: makes the result of the reply.
        :param watch: what is watched when the answer is there; not at all where the result is cancelled.
        """
        try:
            check_path(path, is_sequence=is_sequence)
        except BadArgumentsException as error:
            error.operation = operation
            return fail(error)
        refusal = self.refusal(operation, path)
        if refusal is not None:
            return fail(refusal)

        def give_up(_: object) -> None:
            pending.watch = None
            if watch is not None:
                # The answer may have come, and not be told yet.
                self.session.watches.forget(path, watch[1])

        result: Deferred[_T] = Deferred(give_up)

        def answered(reply: Any) -> None:
            if not result.called:
                result.callback(convert(reply))

        def failed(error: Any) -> None:
            if not result.called:
                result.errback(error)

        pending = Pending(make(with_chroot(self.session.chroot, path)), operation, path, answered, failed, watch)
        try:
            self.put(pending)
        except ZookeeperError as error:
            return fail(error)
        return result

    def plain_path(self, reply: Any) -> str:
        """The reply's path, as the caller knows it."""
        return without_chroot(self.session.chroot, reply.path)

    # -- inside

    def _tick(self) -> None:
        self._tick_timer = None
        now_s = self._reactor.seconds()
        ping = self.session.tick(now_s)
        if ping is None:
            if self._connector is not None:
                self._connector.drop(f"said nothing for {now_s - self.session.heard_s:.2g} s")
            return
        if ping:
            self._write(ping)
        self._tick_timer = self._reactor.callLater(max(0.001, self.session.next_due_s() - now_s), self._tick)

    def _run(self, calls: Sequence[Call]) -> None:
        for function, argument in calls:
            try:
                function(argument)
            except Exception:
                self._log.failure("A callback of the ZooKeeper client failed")

    def _write(self, data: bytes) -> None:
        if self._is_receiving or self._unsent:
            self._unsent.append(data)
        elif self.session.pending_count > 1:
            # Others are under way: more may follow in this turn.
            self._unsent.append(data)
            self._flush_call = self._reactor.callLater(0, self._flush)
        elif self._connector is not None:
            self._connector.write(data)

    def _flush(self) -> None:
        call, self._flush_call = self._flush_call, None
        if call is not None and call.active():
            call.cancel()
        unsent, self._unsent = self._unsent, []
        if unsent and self._connector is not None:
            self._connector.write(b"".join(unsent))
