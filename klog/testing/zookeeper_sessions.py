"""The sessions of a ZooKeeper ensemble: who lives, until when, and how they end.

As ``SessionTrackerImpl`` and ``ExpiryQueue`` do it: a session heard of now ends at the first tick that is its timeout away or more, so up
to one tick late, never early; every message of its client moves that. Only this clock ends a session, however many connections it loses.
While no server runs the clock stands still, and starting one gives every session its whole timeout again, as a new leader does.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from typing import Any

from twisted.internet.interfaces import IDelayedCall

#: Bytes of a password.
PASSWORD_BYTES = 16


class Session:
    """One of them.

    :ivar id: signed, of 64 bits.
    :ivar timeout_ms: negotiated.
    :ivar server: port of the server that it uses.
    :ivar connection: where its client is now; None while it is nowhere. One that it left behind may still be open.
    """

    __slots__ = ("bucket", "connection", "id", "password", "server", "timeout_ms")

    def __init__(self, session_id: int, timeout_ms: int) -> None:
        self.id = session_id
        self.timeout_ms = timeout_ms
        # Bytes that are no text: clients that take them for one must not work.
        self.password = b"\xff\x00" + hashlib.sha256(b"klog %d" % session_id).digest()[: PASSWORD_BYTES - 2]
        self.server = 0
        self.connection: Any = None
        self.bucket = 0

    def __repr__(self) -> str:
        return f"<session {self.id:#x}>"


class Sessions:
    """All of them, on a clock.

    :param reactor: clock.
    :param tick_ms: sessions end at multiples of it.
    :param expired: called with each session whose time has come; it is not tracked any more.
    """

    def __init__(self, reactor: Any, tick_ms: int, expired: Callable[[Session], None]) -> None:
        self._reactor = reactor
        self._tick_ms = tick_ms
        self._expired = expired
        self._by_id: dict[int, Session] = {}
        #: Tick -> sessions that end there.
        self._buckets: dict[int, dict[int, Session]] = {}
        self._call: IDelayedCall | None = None
        self._call_at = 0
        self._is_running = True
        # The first byte is the number of a server, then come clock and counter, as in the real one.
        self._next_id = (1 << 56) | ((int(reactor.seconds() * 1000) << 16) & ((1 << 56) - 1))

    def __iter__(self) -> Any:
        return iter(list(self._by_id.values()))

    def __len__(self) -> int:
        return len(self._by_id)

    def get(self, session_id: int) -> Session | None:
        """The session, if it lives."""
        return self._by_id.get(session_id)

    def begin(self, timeout_ms: int) -> Session:
        """A new one."""
        session = Session(self._next_id, timeout_ms)
        self._next_id += 1
        self._by_id[session.id] = session
        self.touch(session)
        return session

    def touch(self, session: Session) -> None:
        """Heard of now."""
        bucket = math.floor(self._reactor.seconds() * 1000 + session.timeout_ms) // self._tick_ms + 1
        if bucket == session.bucket or session.id not in self._by_id:
            return
        self._leave(session)
        session.bucket = bucket
        self._buckets.setdefault(bucket, {})[session.id] = session
        if self._call is None or bucket < self._call_at:
            self._schedule()

    def end(self, session: Session) -> None:
        """End a session."""
        if self._by_id.pop(session.id, None) is not None:
            self._leave(session)

    def pause(self) -> None:
        """No server runs: nobody ends."""
        self._is_running = False
        self._cancel()

    def resume(self) -> None:
        """A server runs again: everybody has the whole timeout from now."""
        self._is_running = True
        for session in self:
            self.touch(session)
        self._schedule()

    def _leave(self, session: Session) -> None:
        sessions = self._buckets.get(session.bucket)
        if sessions is not None:
            sessions.pop(session.id, None)
            if not sessions:
                del self._buckets[session.bucket]

    def _cancel(self) -> None:
        if self._call is not None and self._call.active():
            self._call.cancel()
        self._call = None

    def _schedule(self) -> None:
        """The call stays where it is when its bucket has become empty: it costs less than moving it with each message."""
        self._cancel()
        if self._buckets and self._is_running:
            self._call_at = min(self._buckets)
            delay_s = max(0.0, self._call_at * self._tick_ms / 1000 - self._reactor.seconds())
            self._call = self._reactor.callLater(delay_s, self._tick)

    def _tick(self) -> None:
        self._call = None
        now = self._reactor.seconds() * 1000
        for bucket in sorted(self._buckets):
            if bucket * self._tick_ms > now + 0.5:
                break
            for session in list(self._buckets.get(bucket, {}).values()):
                self.end(session)
                self._expired(session)
        if self._call is None:
            self._schedule()
