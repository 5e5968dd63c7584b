"""A TCP proxy that misbehaves: it delays, swallows, cuts, refuses, and moves to another port.

It lives on the test's own reactor. Each connection to it is one to the broker behind it.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.internet.protocol import ClientFactory, Factory, Protocol

HOST = "127.0.0.1"
#: What `Proxy.slow` makes of each way.
SLOW_S = 0.05


class _Half(Protocol):
    """One end of a pair; what it hears goes to the other, later."""

    def __init__(self, proxy: Proxy) -> None:
        self.proxy = proxy
        self.other: _Half | None = None
        self.is_open = False
        #: (due, bytes) that the other has not been sent yet.
        self._under_way: deque[tuple[float, bytes]] = deque()
        self._timer: Any = None

    def connectionMade(self) -> None:
        self.is_open = True
        self.proxy.halves.add(self)
        self.transport.setTcpNoDelay(True)  # type: ignore[union-attr]

    def dataReceived(self, data: bytes) -> None:
        proxy = self.proxy
        if proxy.swallowing or (proxy.drops_requests if isinstance(self, _Incoming) else proxy.drops_answers):
            # What is missing here can never come again: the connection ends when the proxy behaves.
            proxy.swallowed += len(data)
            proxy.broken.add(self)
            return
        now = proxy.reactor.seconds()
        due = max(now + proxy.delay_s, self._under_way[-1][0] if self._under_way else 0.0)
        self._under_way.append((due, data))
        self._forward()

    def _forward(self) -> None:
        self._timer = None
        while self._under_way and self.other is not None and self.other.is_open:
            due, data = self._under_way[0]
            wait_s = due - self.proxy.reactor.seconds()
            if wait_s > 0:
                self._timer = self.proxy.reactor.callLater(wait_s, self._forward)
                return
            self._under_way.popleft()
            self.other.transport.write(data)  # type: ignore[union-attr]

    def connectionLost(self, reason: Any = None) -> None:
        self.is_open = False
        self.proxy.halves.discard(self)
        self.proxy.broken.discard(self)
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        if self.other is not None and self.other.is_open:
            self.other.transport.loseConnection()  # type: ignore[union-attr]

    def abort(self) -> None:
        """Reset, both ends."""
        for half in (self, self.other):
            if half is not None and half.is_open:
                half.transport.abortConnection()  # type: ignore[union-attr]


class _Outgoing(ClientFactory):
    noisy = False

    def __init__(self, proxy: Proxy, incoming: _Incoming) -> None:
        self.proxy, self.incoming = proxy, incoming

    def buildProtocol(self, addr: Any) -> Protocol:
        half = _Joined(self.proxy)
        half.other, self.incoming.other = self.incoming, half
        return half

    def clientConnectionFailed(self, connector: Any, reason: Any) -> None:
        self.incoming.abort()


class _Joined(_Half):
    """Towards the broker."""

    def connectionMade(self) -> None:
        super().connectionMade()
        if self.other is None or not self.other.is_open:
            self.transport.abortConnection()  # type: ignore[union-attr]
        else:
            self.other._forward()


class _Incoming(_Half):
    """Towards the client."""

    def connectionMade(self) -> None:
        super().connectionMade()
        self.proxy.connections += 1
        self.proxy.reactor.connectTCP(HOST, self.proxy.target_port, _Outgoing(self.proxy, self), timeout=5)


class _Listening(Factory):
    noisy = False

    def __init__(self, proxy: Proxy) -> None:
        self.proxy = proxy

    def buildProtocol(self, addr: Any) -> Protocol:
        return _Incoming(self.proxy)


class Proxy:
    """One listening port before one broker.

    ::

        proxy = Proxy(reactor, broker_port)
        proxy.listen(port)
        proxy.delay_s = 0.1
        proxy.swallow(); proxy.behave()
        proxy.cut()
        await proxy.move(other_port)

    :ivar connections: how many it took; :ivar cuts: how many it reset; :ivar swallowed: bytes that it dropped.
    """

    def __init__(self, reactor: Any, target_port: int) -> None:
        self.reactor = reactor
        self.target_port = target_port
        self.port = 0
        self.delay_s = 0.0
        self.swallowing = self.drops_requests = self.drops_answers = False
        self.halves: set[_Half] = set()
        self.broken: set[_Half] = set()
        self.connections = self.cuts = self.swallowed = 0
        self._listener: Any = None

    def listen(self, port: int) -> None:
        """Take connections on `port` of the loopback."""
        self._listener = self.reactor.listenTCP(port, _Listening(self), interface=HOST)
        self.port = self._listener.getHost().port

    def refuse(self) -> Deferred[None]:
        """Take no more; those that there are stay."""
        listener, self._listener = self._listener, None
        stopped = None if listener is None else listener.stopListening()
        return stopped if isinstance(stopped, Deferred) else succeed(None)

    def cut(self) -> None:
        """Reset all connections."""
        for half in list(self.halves):
            if isinstance(half, _Incoming):
                self.cuts += 1
            half.abort()

    def swallow(self) -> None:
        """Drop whatever comes from now on; nobody is told."""
        self.swallowing = True

    def deafen(self) -> None:
        """Drop what clients say; what the broker says arrives."""
        self.drops_requests = True

    def silence(self) -> None:
        """Drop what the broker says; it hears everything."""
        self.drops_answers = True

    def slow(self) -> None:
        """A far network."""
        self.delay_s = SLOW_S

    def behave(self) -> None:
        """No delay, no dropping; connections that miss bytes end."""
        self.swallowing = self.drops_requests = self.drops_answers = False
        self.delay_s = 0.0
        for half in list(self.broken):
            half.abort()

    async def move(self, port: int) -> None:
        """Listen on another port, and reset what came by the old one."""
        await self.refuse()
        self.cut()
        self.listen(port)

    async def close(self) -> None:
        """The end."""
        await self.refuse()
        self.cut()
