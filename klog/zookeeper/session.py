"""One session with ZooKeeper, without a socket: what to send, what an answer means, when it is time for a ping, what is lost with a
connection.

A session outlives connections. For each of them: `begin` gives the greeting, `receive` takes bytes and says what came of them, `lost` ends
it. In between `request` numbers what is asked for. The states:

====================  ==============================================================================================================
NOT_CONNECTED         no connection; nothing is sent. From here `begin`.
GREETING              the greeting was sent, the server has not answered.
RESTORING             the session is there; who we are is told, by SASL at first, and watches are sent; not all is answered. No requests are
                      taken yet.
CONNECTED             requests are taken.
EXPIRED, AUTH_FAILED  the end; `begin` is not called any more.
CLOSED                the end, wanted.
====================  ==============================================================================================================

Answers come in the order of requests (those with a fixed xid aside), and events in between, before any answer that would show the change.
`receive` gives everything in that order, as calls to be made: pairs of a function and its argument. Nothing is called from inside, so a
callback may do what it likes.

**Two times are kept.** `heard_s` is when the last bytes came: for noticing a dead connection. `lease_s` is when the newest *answered*
request had been sent: the server saw us at that time or later, so the session lives until `lease_s` plus the timeout at least. An old
answer that is read late, after the process was stopped for a while, moves the first and not the second; whoever must stop before the
session may be over looks at the second.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from klog.zookeeper.digest_md5 import SCHEME, BadChallenge, DigestMd5
from klog.zookeeper.errors import (
    AuthFailedException,
    ConnectionLossException,
    MarshallingErrorException,
    SessionExpiredException,
    ZookeeperError,
    error_of,
)
from klog.zookeeper.jute import Frames, JuteError, Reader
from klog.zookeeper.messages import ConnectRequest, ConnectResponse, WatcherEvent, decode_reply_header, frame, request_frame
from klog.zookeeper.paths import without_chroot
from klog.zookeeper.protocol import (
    AUTH_XID,
    CHILD_EVENT,
    CONNECTED_STATE,
    CREATED_EVENT,
    EVENT_XID,
    PING_XID,
    REPLY_HEADER_BYTES,
    SET_WATCHES_XID,
)
from klog.zookeeper.replies import SaslReply
from klog.zookeeper.requests import Auth, Ping, Request, Sasl
from klog.zookeeper.watches import ClientEvent, Watcher, Watches, WatchKind

#: A server takes no larger request (``jute.maxbuffer``); it would hang up, and everything under way would be lost.
MAX_REQUEST_BYTES = 0xFFFFF
#: What may come before the session is there.
MAX_GREETING_BYTES = 4 << 10

_NO_NODE = -101
_SESSION_EXPIRED = -112
_AUTH_FAILED = -115
_PING = request_frame(PING_XID, Ping())

#: To be called, in order.
Call = tuple[Callable[[Any], None], Any]


class SessionState(enum.Enum):
    """See above."""

    NOT_CONNECTED = "not connected"
    GREETING = "waiting for the server's greeting"
    RESTORING = "restoring the session"
    CONNECTED = "connected"
    EXPIRED = "expired"
    AUTH_FAILED = "authentication failed"
    CLOSED = "closed"


OVER = frozenset({SessionState.EXPIRED, SessionState.AUTH_FAILED, SessionState.CLOSED})


class Owner(Protocol):
    """Who is told of the session's fate."""

    def session_connected(self, is_new: bool) -> None:
        """Requests are taken: for the first time, or again."""

    def session_over(self, error: ZookeeperError) -> None:
        """The session has expired, or its credentials were refused; nothing comes after it."""


class Pending:
    """A request that was sent, or will be.

    :param operation: its name, for errors.
    :param path: the caller's, for errors and watches.
    :param callback: takes the reply.
    :param errback: takes a `ZookeeperError`.
    :param watch: what is watched when the answer is there.
    """

    __slots__ = ("callback", "errback", "operation", "path", "request", "sent_s", "watch", "xid")

    def __init__(
        self,
        request: Request,
        operation: str,
        path: str,
        callback: Callable[[Any], None],
        errback: Callable[[ZookeeperError], None],
        watch: tuple[WatchKind, Watcher] | None = None,
    ) -> None:
        self.request = request
        self.operation, self.path = operation, path
        self.callback, self.errback = callback, errback
        self.watch = watch
        self.xid = 0
        self.sent_s = 0.0


class Session:
    """See above.

    :param owner: hears of the end and of connections.
    :param timeout_ms: asked for; `timeout_ms` is what the server gave, once it did.
    :param auth: scheme and identity, told to each server first; the scheme "sasl" is DIGEST-MD5 with name:password.
    """

    def __init__(
        self, owner: Owner, *, timeout_ms: int, chroot: str = "", auth: Sequence[tuple[str, bytes]] = (), max_reply_bytes: int = 4 << 20
    ) -> None:
        self.state = SessionState.NOT_CONNECTED
        self.timeout_ms = timeout_ms
        self.session_id = 0
        self.password = bytes(16)
        self.last_zxid = 0
        self.chroot = chroot
        self.server = ""
        self.watches = Watches()
        self.heard_s = self.lease_s = self.sent_s = 0.0
        #: Why the session is over.
        self.error: ZookeeperError | None = None
        self._owner = owner
        self._asked_ms = timeout_ms
        self._auth = [(scheme, identity) for scheme, identity in auth if scheme != SCHEME]
        self._login = next((identity.decode() for scheme, identity in auth if scheme == SCHEME), None)
        self._max_reply_bytes = max_reply_bytes
        self._is_new = True
        self._end_connection()

    def __repr__(self) -> str:
        return f"<Session {self.session_id:#x} {self.state.value} {self.server}>"

    def _end_connection(self) -> None:
        self._frames = Frames(MAX_GREETING_BYTES)
        self._xid = 0
        self._pending: deque[Pending] = deque()
        self._pings: deque[float] = deque()
        # Credentials and watches: those of `restoring` and those asked for later, in order.
        self._auths: deque[Pending | None] = deque()
        self._restoring = 0
        self._greeted_s = 0.0
        #: While a server is told by SASL who we are.
        self._sasl: DigestMd5 | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing comes any more."""
        return self.state in OVER

    @property
    def pending_count(self) -> int:
        """Requests under way."""
        return len(self._pending)

    # -- a connection

    def begin(self, server: str, now_s: float) -> bytes:
        """Connected to `server`; what to send."""
        assert self.state is SessionState.NOT_CONNECTED
        self._end_connection()
        self.state = SessionState.GREETING
        self.server = server
        self.heard_s = self.sent_s = self._greeted_s = now_s
        greeting = ConnectRequest(self.last_zxid, self._asked_ms, self.session_id, self.password)
        return frame(greeting.encode())

    def request(self, pending: Pending, now_s: float) -> bytes:
        """Number a request; what to send.

        :raises MarshallingErrorException: it is too large for any server, or cannot be written.
        """
        assert self.state is SessionState.CONNECTED
        xid = self._xid + 1
        try:
            data = request_frame(xid, pending.request)
        except JuteError as error:
            raise self._marshalling(pending, str(error)) from None
        if len(data) - 4 > MAX_REQUEST_BYTES:
            raise self._marshalling(pending, f"it would have {len(data) - 4} bytes, and servers take {MAX_REQUEST_BYTES} (jute.maxbuffer)")
        self._xid = xid
        pending.xid = xid
        pending.sent_s = self.sent_s = now_s
        self._pending.append(pending)
        return data

    def _marshalling(self, pending: Pending, why: str) -> MarshallingErrorException:
        what = f"ZooKeeper's {pending.operation} of {pending.path}: {why}"
        return MarshallingErrorException(what, operation=pending.operation, path=pending.path)

    def add_auth(self, pending: Pending, now_s: float) -> bytes:
        """One more identity; what to send. It is told to other servers too, once accepted."""
        assert self.state is SessionState.CONNECTED
        pending.sent_s = self.sent_s = now_s
        self._auths.append(pending)
        return request_frame(AUTH_XID, pending.request)

    def next_due_s(self) -> float:
        """When `tick` is worth calling."""
        silence_s = self.heard_s + self._share_s(2)
        return silence_s if self.state is SessionState.GREETING else min(silence_s, self.sent_s + self._share_s(1))

    def tick(self, now_s: float) -> bytes | None:
        """What to send now: a ping where we have been silent for a third of the timeout, or nothing.

        :returns: None where the server has been silent for two thirds: the connection is not worth keeping.
        """
        if now_s >= self.heard_s + self._share_s(2):
            return None
        if self.state in (SessionState.CONNECTED, SessionState.RESTORING) and now_s >= self.sent_s + self._share_s(1):
            self.sent_s = now_s
            self._pings.append(now_s)
            return _PING
        return b""

    def _share_s(self, thirds: int) -> float:
        return self.timeout_ms * thirds / 3000

    def receive(self, data: bytes, now_s: float) -> tuple[list[Call], bytes]:
        """Some bytes came; calls to be made, in order, and what to send first.

        :raises JuteError: the server sent what cannot be; the connection is of no use any more. What was understood before is in
            the exception's `calls`.
        """
        calls: list[Call] = []
        self.heard_s = now_s
        self._frames.feed(data)
        out = b""
        try:
            while (message := self._frames.next()) is not None:
                if self.state is SessionState.GREETING:
                    out += self._greeted(message, calls, now_s)
                elif not self.is_over:
                    out += self._message(message, calls, now_s)
        except JuteError as error:
            error.calls = calls  # type: ignore[attr-defined]
            raise
        return calls, out

    def lost(self, why: str) -> list[Call]:
        """The connection is over: whatever was under way may have happened or not."""
        calls: list[Call] = []
        if not self.is_over:
            self.state = SessionState.NOT_CONNECTED
        for pending in self._take_pending():
            calls.append((pending.errback, self.error_for(pending, why)))
        self._end_connection()
        return calls

    def error_for(self, pending: Pending, why: str = "") -> ZookeeperError:
        """Why a request that was under way fails now."""
        kind: type[ZookeeperError] = ConnectionLossException if self.error is None else type(self.error)
        error = kind(operation=pending.operation, path=pending.path, server=self.server)
        if kind is ConnectionLossException and why:
            message = f"{error} ({why})"
            error = kind(message, operation=pending.operation, path=pending.path, server=self.server)
        return error

    def end(self, state: SessionState, error: ZookeeperError) -> list[Call]:
        """The session is over: everything under way fails, every watch is told."""
        self.state, self.error = state, error
        calls: list[Call] = [(pending.errback, self.error_for(pending)) for pending in self._take_pending()]
        self._end_connection()
        return calls

    def _take_pending(self) -> list[Pending]:
        taken = [*self._pending, *[auth for auth in self._auths if auth is not None]]
        self._pending.clear()
        self._auths.clear()
        return taken

    # -- what comes

    def _greeted(self, message: bytes, calls: list[Call], now_s: float) -> bytes:
        greeting = ConnectResponse.decode(Reader(message))
        if greeting.timeout_ms <= 0:
            error = SessionExpiredException(server=self.server)
            calls += self.end(SessionState.EXPIRED, error)
            calls.append((self._owner.session_over, error))
            return b""
        self._frames.allow(self._max_reply_bytes, REPLY_HEADER_BYTES)
        self.timeout_ms = greeting.timeout_ms
        self.session_id, self.password = greeting.session_id, greeting.password
        self.lease_s = self._greeted_s
        self.state = SessionState.RESTORING
        if self._login is None:
            return self._restore(calls, now_s)
        name, _, password = self._login.partition(":")
        self._sasl = DigestMd5(name, password)
        return self._sasl_request(b"", now_s)

    def _sasl_request(self, token: bytes, now_s: float) -> bytes:
        self._xid += 1
        self.sent_s = now_s
        return request_frame(self._xid, Sasl(token))

    def _challenged(self, sasl: DigestMd5, error: int, reader: Reader, calls: list[Call], now_s: float) -> bytes:
        """An answer of the server's to what SASL says of us."""
        try:
            if error:
                raise BadChallenge("it refused our name or password" if error == _AUTH_FAILED else f"it failed with error {error}")
            answer = sasl.next(SaslReply.decode(reader).token)
        except BadChallenge as bad:
            failure = AuthFailedException(f"authentication with ZooKeeper {self.server} by SASL: {bad}", server=self.server)
            calls += self.end(SessionState.AUTH_FAILED, failure)
            calls.append((self._owner.session_over, failure))
            return b""
        if answer is not None:
            return self._sasl_request(answer, now_s)
        self._sasl = None
        return self._restore(calls, now_s)

    def _restore(self, calls: list[Call], now_s: float) -> bytes:
        """Credentials and watches, as they were on the connection before."""
        out = b""
        for scheme, identity in self._auth:
            out += request_frame(AUTH_XID, Auth(scheme, identity))
            self._auths.append(None)
            self._restoring += 1
        for watches in self.watches.restore(self.last_zxid, self.chroot):
            out += request_frame(SET_WATCHES_XID, watches)
            self._restoring += 1
        if out:
            self.sent_s = now_s
        self._maybe_connected(calls)
        return out

    def _maybe_connected(self, calls: list[Call]) -> None:
        if not self._restoring and self.state is SessionState.RESTORING:
            self.state = SessionState.CONNECTED
            is_new, self._is_new = self._is_new, False
            calls.append((self._owner.session_connected, is_new))

    def _message(self, message: bytes, calls: list[Call], now_s: float) -> bytes:
        """What is to be sent because of it."""
        reader = Reader(message)
        xid, zxid, error = decode_reply_header(reader)
        if xid > 0 and self._sasl is not None:
            if xid != self._xid:
                raise JuteError(f"an answer out of order (xid {xid}, and {self._xid} was next)")
            return self._challenged(self._sasl, error, reader, calls, now_s)
        if xid > 0:
            self._answer(xid, zxid, error, reader, calls)
        elif xid == EVENT_XID:
            self._event(WatcherEvent.decode(reader), calls)
        elif xid == PING_XID:
            if self._pings:
                self.lease_s = max(self.lease_s, self._pings.popleft())
        elif xid == AUTH_XID:
            self._authenticated(error, calls)
        elif xid == SET_WATCHES_XID and self._restoring:
            if error:
                raise JuteError(f"setWatches was answered with the error {error}")
            self._restoring -= 1
            self._maybe_connected(calls)
        else:
            raise JuteError(f"an answer to nothing (xid {xid})")
        return b""

    def _answer(self, xid: int, zxid: int, error: int, reader: Reader, calls: list[Call]) -> None:
        if not self._pending or self._pending[0].xid != xid:
            expected = self._pending[0].xid if self._pending else "nothing"
            raise JuteError(f"an answer out of order (xid {xid}, and {expected} was next)")
        pending = self._pending.popleft()
        if pending.sent_s > self.lease_s:
            self.lease_s = pending.sent_s
        if zxid > 0:
            self.last_zxid = zxid
        if error:
            self._failed(pending, error, calls)
            return
        if self._frames.cut_bytes:
            why = f"the answer has {self._frames.cut_bytes} bytes, and {self._max_reply_bytes} are allowed"
            calls.append((pending.errback, self._marshalling(pending, why)))
            return
        request: Any = pending.request
        try:
            reply = request.reply.decode(reader)
        except JuteError as bad:
            calls.append((pending.errback, self._marshalling(pending, f"the answer cannot be read: {bad}")))
            return
        if pending.watch is not None:
            kind, watcher = pending.watch
            self.watches.add(kind, pending.path, watcher)
        calls.append((pending.callback, reply))

    def _failed(self, pending: Pending, error: int, calls: list[Call]) -> None:
        if error == _NO_NODE and pending.watch is not None and pending.operation == "exists":
            # Not there, and watched for coming.
            self.watches.add(WatchKind.EXIST, pending.path, pending.watch[1])
        failure = error_of(error, pending.operation, pending.path, self.server)
        calls.append((pending.errback, failure))
        if error == _SESSION_EXPIRED:
            calls += self.end(SessionState.EXPIRED, failure)
            calls.append((self._owner.session_over, failure))

    def _authenticated(self, error: int, calls: list[Call]) -> None:
        if not self._auths:
            raise JuteError("an answer to credentials that were not sent")
        asked = self._auths.popleft()
        if error:
            if asked is not None:
                self._auths.appendleft(asked)
            number = "" if error == _AUTH_FAILED else f" [{error}]"
            failure = AuthFailedException(f"ZooKeeper refused our credentials{number} ({self.server})", server=self.server)
            calls += self.end(SessionState.AUTH_FAILED, failure)
            calls.append((self._owner.session_over, failure))
        elif asked is None:
            self._restoring -= 1
            self._maybe_connected(calls)
        else:
            request: Any = asked.request
            if (request.scheme, request.auth) not in self._auth:
                self._auth.append((request.scheme, request.auth))
            calls.append((asked.callback, None))

    def _event(self, event: WatcherEvent, calls: list[Call]) -> None:
        if not CREATED_EVENT <= event.type <= CHILD_EVENT:
            # The server's own idea of our state (the connection's end tells us more), or that a watch was removed, as we asked.
            return
        path = without_chroot(self.chroot, event.path)
        told = ClientEvent(event.type, CONNECTED_STATE, path)
        calls += [(watcher, told) for watcher in self.watches.take(event.type, path)]
