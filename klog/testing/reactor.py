"""A reactor in memory: virtual time, names, listeners and connections between real protocols, and everything that can happen to them.

`MemoryReactor` is a `twisted.internet.task.Clock` that also has `connectTCP`, `listen` and `nameResolver`. Both ends of its connections
are `klog.testing.transport.MemoryTransport`, so that back-pressure, producers and closing are Twisted's own. Time stands still until
somebody moves it, and moves from event to event: whatever is due in between happens at its time, in order, on every end.

::

    broker = MemoryBroker().start()
    producer = Producer(broker.reactor, broker.bootstrap)
    place = broker.reactor.until(producer.send("topic", b"value"))      # runs until the Deferred fires
    broker.reactor.advance(30)                                          # thirty seconds of virtual time

Misfortunes, each for all connections or for those to one port::

    reactor.refuse(); reactor.accept()          # connections are refused; are taken again
    reactor.ignore()                            # nobody answers a connection attempt: it times out
    reactor.cut()                               # all connections are reset now
    reactor.cut_at(1000, to="client")           # each is reset when so many bytes have reached the client
    reactor.stall(); reactor.stall(False)       # nothing passes; passes again
    reactor.delay_s = 0.2                       # bytes are under way for so long
    reactor.chunk_bytes = 1                     # every read brings one byte
    reactor.block("192.0.2.101", "192.0.2.102") # nothing passes from one host to another, until unblock(...)

Its time is that of `klog.testing.virtual_clock`.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import Any, Literal, cast

from twisted.internet import error
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.base import BaseConnector
from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import (
    IAddress,
    IDelayedCall,
    IHostnameResolver,
    IHostResolution,
    IListeningPort,
    IProtocol,
    IProtocolFactory,
    IReactorPluggableNameResolver,
    IReactorTCP,
    IReactorTime,
    IResolutionReceiver,
)
from twisted.internet.protocol import ClientFactory
from twisted.python.failure import Failure
from zope.interface import implementer

from klog.testing.link import MemoryLink
from klog.testing.network import MemoryNetwork
from klog.testing.transport import MemoryTransport
from klog.testing.virtual_clock import VirtualClock

#: The address that wildcards stand for.
HOST = "192.0.2.9"
#: Where clients connect from.
CLIENT_HOST = "192.0.2.1"
#: How often it is looked whether a process goes on that stood still.
FROZEN_S = 0.05
_WILDCARDS = frozenset({"", "0.0.0.0", "::"})


def _failure(why: BaseException) -> Failure:
    return Failure(why)  # type: ignore[no-untyped-call]


def _address(host: str, port: int) -> IPv4Address | IPv6Address:
    return IPv6Address("TCP", host, port) if ":" in host else IPv4Address("TCP", host, port)


@implementer(IListeningPort)
class MemoryListener:
    """A port of a `MemoryReactor` that somebody listens on.

    :param host: an address, never a wildcard.
    """

    def __init__(self, host: str, port: int, factory: IProtocolFactory) -> None:
        self.host, self.port, self.factory = host, port, factory
        self.is_open = True

    def startListening(self) -> None:
        """Nothing to do: it listens from the beginning."""

    def stopListening(self) -> Deferred[None]:
        """Take no more connections."""
        self.is_open = False
        return succeed(None)

    def getHost(self) -> IPv4Address | IPv6Address:
        """Where."""
        return _address(self.host, self.port)


class _ClientTransport(MemoryTransport):
    """The end of who connected; tells its connector."""

    connector: MemoryConnector

    def connectionLost(self, reason: Failure) -> None:
        if not self.disconnected:
            super().connectionLost(reason)
            self.connector.connectionLost(reason)


class _Attempt:
    """A connection that is being made: what a connector has for a transport until then."""

    def __init__(self, connector: MemoryConnector) -> None:
        self._connector = connector
        self.call: IDelayedCall | None = None
        self._is_over = False

    def finish(self) -> None:
        """The attempt is over: it counts no more."""
        self._is_over = True
        if self.call is not None and self.call.active():
            self.call.cancel()

    def failIfNotConnected(self, why: BaseException) -> None:
        if not self._is_over:
            self.finish()
            self._connector.connectionFailed(_failure(why))


class MemoryConnector(BaseConnector):
    """What `MemoryReactor.connectTCP` gives; Twisted's own states and timeouts."""

    def __init__(
        self, host: str, port: int, factory: ClientFactory, timeout: float, reactor: MemoryReactor, source: str = CLIENT_HOST
    ) -> None:
        super().__init__(factory, timeout, cast(Any, reactor))
        self.host, self.port, self.source = host, port, source
        self._memory = reactor

    def _makeTransport(self) -> Any:
        attempt = _Attempt(self)
        memory = self._memory
        if memory.answers(self.port, self.source, self.host):
            attempt.call = memory.callLater(memory.connect_delay_s, self._decide, attempt)
        return attempt

    def _decide(self, attempt: _Attempt) -> None:
        if self.source in self._memory.frozen_hosts:
            # Its process hears of it when it goes on.
            attempt.call = self._memory.callLater(FROZEN_S, self._decide, attempt)
            return
        listener = self._memory.listener_at(self.host, self.port)
        if listener is None:
            attempt.failIfNotConnected(error.ConnectionRefusedError(f"nobody listens on {self.host}:{self.port}"))  # type: ignore[no-untyped-call]
            return
        attempt.finish()
        self.transport = cast(Any, self._memory.establish(self, listener))

    def getDestination(self) -> IAddress:
        """Where it connects to."""
        return _address(self.host, self.port)


@implementer(IHostnameResolver)
class MemoryResolver:
    """Knows addresses, ``localhost``, and `hosts`."""

    def __init__(self, reactor: MemoryReactor) -> None:
        self._reactor = reactor

    def resolveHostName(
        self,
        resolutionReceiver: IResolutionReceiver,
        hostName: str,
        portNumber: int = 0,
        addressTypes: Any = None,
        transportSemantics: str = "TCP",
    ) -> IHostResolution:
        """Answers in the reactor's next turn."""

        @implementer(IHostResolution)
        class Resolution:
            name = hostName

            def cancel(self) -> None:
                """Give the resolution up."""
                if call.active():
                    call.cancel()

        def answer() -> None:
            self._reactor.resolved.append(hostName)
            for host in self._reactor.look_up(hostName):
                resolutionReceiver.addressResolved(_address(host, portNumber))
            resolutionReceiver.resolutionComplete()

        resolution = Resolution()
        resolutionReceiver.resolutionBegan(resolution)
        call = self._reactor.callLater(self._reactor.resolve_delay_s, answer)
        return resolution


class _ThreadPool:
    """Threads that run at once."""

    def __init__(self, reactor: MemoryReactor) -> None:
        self._reactor = reactor

    def callInThread(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        self.callInThreadWithCallback(None, function, *args, **kwargs)

    def callInThreadWithCallback(
        self, on_result: Callable[[bool, Any], Any] | None, function: Callable[..., Any], *args: Any, **kwargs: Any
    ) -> None:
        try:
            outcome = True, function(*args, **kwargs)
        except Exception as why:
            outcome = False, _failure(why)
        if on_result is not None:
            on_result(*outcome)


@implementer(IReactorTime, IReactorTCP, IReactorPluggableNameResolver)
class MemoryReactor(VirtualClock):
    """See the module.

    :ivar hosts: names, and the addresses that they have; a name with none is unknown.
    :ivar resolved: every name that was asked for.
    :ivar delay_s: how long bytes are under way, in either direction; for what is sent from now on.
    :ivar connect_delay_s: how long it takes to connect.
    :ivar resolve_delay_s: how long it takes to look up a name.
    :ivar chunk_bytes: the pieces in which protocols read; None: as they come.
    :ivar frozen_hosts: hosts whose process stands still: who connects to them has no answer.
    :ivar delay_of: ``(source, target) -> seconds`` that a piece of data takes between two hosts, besides `delay_s`; None: no more.
    :ivar socket_bytes: what a socket holds in each direction, of connections made from now on.
    """

    def __init__(self) -> None:
        super().__init__()
        self.network = MemoryNetwork(self)
        self._settle = self.network.run
        self.hosts: dict[str, list[str]] = {}
        self.resolved: list[str] = []
        self.nameResolver: IHostnameResolver = MemoryResolver(self)
        self.connect_delay_s = self.resolve_delay_s = 0.0
        self.socket_bytes = 256 << 10
        self.listeners: list[MemoryListener] = []
        #: Connections that were ever made.
        self.connected = 0
        self._delay_s = 0.0
        self._chunk_bytes: int | None = None
        self._refused: set[int | None] = set()
        self._ignored: set[int | None] = set()
        self._cuts: list[tuple[int, Literal["client", "server"], int | None]] = []
        self.frozen_hosts: set[str] = set()
        #: (source, target), None for any host.
        self._blocked: set[tuple[str | None, str | None]] = set()
        self._client_port = 50000

    # -- names and connections

    def look_up(self, name: str) -> list[str]:
        """Addresses of a name."""
        if name in self.hosts:
            return self.hosts[name]
        if name == "localhost":
            return ["127.0.0.1"]
        try:
            return [str(ipaddress.ip_address(name))]
        except ValueError:
            return []

    def installNameResolver(self, resolver: IHostnameResolver) -> IHostnameResolver:
        """Use another one; the old one is returned."""
        before, self.nameResolver = self.nameResolver, resolver
        return before

    def listen(self, host: str, port: int, factory: IProtocolFactory) -> MemoryListener:
        """Listen on an address; wildcards are `HOST`, port 0 is a free one.

        :raises twisted.internet.error.CannotListenError: somebody does already.
        """
        host = HOST if host in _WILDCARDS else host
        if port == 0:
            port = next(free for free in range(30000, 65536) if self.listener_at(host, free) is None)
        return self.add_listener(MemoryListener(host, port, factory))

    def add_listener(self, listener: MemoryListener) -> MemoryListener:
        """As `listen`, with one of your own making."""
        if any(other.is_open and (other.host, other.port) == (listener.host, listener.port) for other in self.listeners):
            raise error.CannotListenError(listener.host, listener.port, OSError("somebody listens there"))  # type: ignore[no-untyped-call]
        self.listeners = [other for other in self.listeners if other.is_open]
        self.listeners.append(listener)
        return listener

    def listenTCP(self, port: int, factory: Any, backlog: int = 50, interface: str = "") -> Any:
        """As Twisted's."""
        factory.doStart()
        return self.listen(interface, port, factory)

    def connectTCP(self, host: str, port: int, factory: Any, timeout: float = 30, bindAddress: Any = None) -> MemoryConnector:
        """As Twisted's: the outcome comes later. The host that it comes from is that of `bindAddress`, or `CLIENT_HOST`."""
        source = bindAddress[0] if bindAddress and bindAddress[0] else CLIENT_HOST
        connector = MemoryConnector(host, port, factory, timeout, self, source)
        connector.connect()
        return connector

    def answers(self, port: int, source: str, target: str) -> bool:
        """Whether a connection attempt is answered at all."""
        if target in self.frozen_hosts or self.is_blocked(source, target) or self.is_blocked(target, source):
            return False
        return not {None, port} & self._ignored

    def listener_at(self, host: str, port: int) -> MemoryListener | None:
        """Who takes connections there."""
        if {None, port} & self._refused:
            return None
        for listener in self.listeners:
            if listener.is_open and (listener.host, listener.port) == (host, port):
                return listener
        return None

    def establish(self, connector: MemoryConnector, listener: MemoryListener) -> MemoryTransport | None:
        """For `MemoryConnector`: both protocols, joined."""
        self._client_port += 1
        self.connected += 1
        here, there = (connector.source, self._client_port), (connector.host, connector.port)
        server_protocol = listener.factory.buildProtocol(cast(Any, _address(*here)))
        client_protocol = connector.buildProtocol(cast(Any, _address(*there)))
        network = self.network
        client = _ClientTransport(network, cast(IProtocol, client_protocol), self.socket_bytes, there, here)
        client.connector = connector
        server = MemoryTransport(network, cast(IProtocol, server_protocol), self.socket_bytes, here, there)
        link = network.join(client, server, connector.port)
        self._prepare(link)
        if server_protocol is None:
            # As a server does that has too many: taken by the kernel, then closed.
            server.disconnected = 1
        else:
            server.startReading()
            server_protocol.makeConnection(cast(Any, server))
        if client_protocol is None:
            client.disconnected = 1
            connector.connectionLost(_failure(error.ConnectionDone()))
            return None
        client.startReading()
        client_protocol.makeConnection(cast(Any, client))
        return client

    def _prepare(self, link: MemoryLink) -> None:
        for pipe in link.pipes:
            pipe.delay_s, pipe.chunk_bytes = self._delay_s, self._chunk_bytes
            pipe.is_blocked = self.is_blocked(*pipe.hosts)
        for count, to, port in self._cuts:
            if port in (None, link.port):
                (link.to_client if to == "client" else link.to_server).cut_at = count

    # -- misfortunes

    def links(self, port: int | None = None) -> list[MemoryLink]:
        """Connections that live, all or those to one port."""
        return [link for link in self.network.links if not link.is_over and port in (None, link.port)]

    def refuse(self, port: int | None = None) -> None:
        """From now on, connections (to `port`) are refused."""
        self._refused.add(port)

    def ignore(self, port: int | None = None) -> None:
        """From now on, attempts to connect (to `port`) have no answer at all."""
        self._ignored.add(port)

    def accept(self, port: int | None = None) -> None:
        """No more `refuse` and `ignore`, for `port` or for all."""
        for ports in (self._refused, self._ignored):
            if port is None:
                ports.clear()
            ports.discard(port)

    def cut(self, port: int | None = None) -> int:
        """Reset all connections now; how many there were."""
        links = self.links(port)
        for link in links:
            link.cut()
        return len(links)

    def cut_at(self, count: int | None, *, to: Literal["client", "server"] = "client", port: int | None = None) -> None:
        """Reset every connection made from now on when `count` bytes have passed in one direction; None: no more of this."""
        self._cuts = [(count, to, port)] if count is not None else []
        if count is None:
            for link in self.links():
                link.to_client.cut_at = link.to_server.cut_at = None

    def stall(self, stalled: bool = True, *, port: int | None = None) -> None:
        """Nothing passes on the connections that there are now, in either direction; with False, it does again."""
        for link in self.links(port):
            link.stall(stalled)

    def is_blocked(self, source: str, target: str) -> bool:
        """Whether nothing passes from `source` to `target`."""
        return bool(self._blocked) and not self._blocked.isdisjoint(((source, target), (source, None), (None, target), (None, None)))

    def block(self, source: str | None, target: str | None) -> None:
        """From now on nothing passes from one host to another, None for any: what is sent waits, as far as a socket holds it. Nobody can
        connect, in either direction: that takes an answer."""
        self._blocked.add((source, target))
        self._look_at_blocks()

    def unblock(self, source: str | None = None, target: str | None = None) -> None:
        """The end of `block` with the same hosts; without any, of all of them. What waited goes on."""
        if source is None and target is None:
            self._blocked.clear()
        self._blocked.discard((source, target))
        self._look_at_blocks()

    def _look_at_blocks(self) -> None:
        for link in self.links():
            for pipe in link.pipes:
                pipe.is_blocked = self.is_blocked(*pipe.hosts)

    @property
    def delay_of(self) -> Callable[[str, str], float] | None:
        """See the class."""
        return self.network.delay_of

    @delay_of.setter
    def delay_of(self, delay_of: Callable[[str, str], float] | None) -> None:
        self.network.delay_of = delay_of

    @property
    def delay_s(self) -> float:
        """See the class."""
        return self._delay_s

    @delay_s.setter
    def delay_s(self, seconds: float) -> None:
        self._delay_s = seconds
        for link in self.links():
            for pipe in link.pipes:
                pipe.delay_s = seconds

    @property
    def chunk_bytes(self) -> int | None:
        """See the class."""
        return self._chunk_bytes

    @chunk_bytes.setter
    def chunk_bytes(self, count: int | None) -> None:
        self._chunk_bytes = count
        for link in self.links():
            for pipe in link.pipes:
                pipe.chunk_bytes = count

    # -- what a reactor has besides

    def callFromThread(self, f: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """In the next turn."""
        self.callLater(0, f, *args, **kwargs)

    def callWhenRunning(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Call `function` at once, as a reactor in memory always runs."""
        function(*args, **kwargs)

    def getThreadPool(self) -> Any:
        """One whose threads do their work at once."""
        return _ThreadPool(self)

    def callInThread(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """At once."""
        _ThreadPool(self).callInThread(function, *args, **kwargs)
