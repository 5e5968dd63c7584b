"""Connections in memory: Twisted's own transport code over a socket that is a list of bytes.

`MemoryTransport` is a `twisted.internet.abstract.FileDescriptor`, so that buffering, producers, back-pressure and closing are
those of real connections; only the socket is played. Its "kernel buffer" holds `socket_bytes`, and what the peer does not take
stays there: a stalled reader. `MemoryNetwork` plays the reactor: each `turn` lets every transport that wants to write or read do so once.

::

    network = MemoryNetwork()
    client = network.connect(protocol)          # -> ScriptedClient; the protocol is connected
    client.send(request, chunk_bytes=1)         # what the peer sends, byte by byte
    network.run()                               # until nothing moves
    client.received                             # what the peer has taken
    client.stalled = True                       # from now on it takes nothing
    network.advance(31)                         # seconds on the clock, then run()

Two real protocols are joined by a `MemoryLink`, made by `klog.testing.reactor.MemoryReactor.connectTCP`: what one transport has in its
socket goes into the other's, as long as there is room, after `delay_s`, unless the link is stalled or cut.
"""

from __future__ import annotations

import errno
from collections import deque
from collections.abc import Callable
from typing import Any, cast

from twisted.internet import address, error, main
from twisted.internet.base import DelayedCall
from twisted.internet.interfaces import IProtocol, IReactorFDSet
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from klog.net.tcp_transports import TellsFlushed

#: First descriptor of what is not there; the kernel never hands out one so high.
_FIRST_FILENO = 1 << 24


def _failure(why: BaseException) -> Failure:
    return Failure(why)  # type: ignore[no-untyped-call]


class _Reactor:
    """Who wants to read and write."""

    def __init__(self, clock: Clock) -> None:
        self.readers: dict[MemoryTransport, None] = {}
        self.writers: dict[MemoryTransport, None] = {}
        self.clock = clock

    def addReader(self, reader: MemoryTransport) -> None:
        self.readers[reader] = None

    def addWriter(self, writer: MemoryTransport) -> None:
        self.writers[writer] = None

    def removeReader(self, reader: MemoryTransport) -> None:
        self.readers.pop(reader, None)

    def removeWriter(self, writer: MemoryTransport) -> None:
        self.writers.pop(writer, None)


class MemoryTransport(TellsFlushed):
    """One end of a connection, as the protocol sees it."""

    TLS = False

    def __init__(
        self, network: MemoryNetwork, protocol: IProtocol, socket_bytes: int, peer: tuple[str, int], host: tuple[str, int]
    ) -> None:
        super().__init__(cast(IReactorFDSet, network.reactor))
        self.protocol = protocol
        self.connected = 1
        self.socket_bytes = socket_bytes
        #: Sent, not yet taken by the peer.
        self.kernel = bytearray()
        #: Sent by the peer in chunks, not yet read.
        self.incoming: deque[bytes] = deque()
        self.aborted = False
        self.no_delay = self.keep_alive = False
        #: What it is one end of; None: of a `ScriptedClient`'s.
        self.link: MemoryLink | None = None
        self._disconnected = 0
        self._network = network
        self._fileno = network.next_fileno()
        self._peer, self._host = peer, host
        self._peer_closed = self._peer_reset = False
        #: In `incoming`.
        self.unread_bytes = 0
        #: Whether its process stands still: what comes waits in the socket.
        self.is_frozen = False
        self._read_most: int | None = None

    # What Twisted's transport asks for

    def writeSomeData(self, data: bytes) -> int | BaseException:
        """The socket takes what fits into its buffer."""
        if self.is_broken:
            return main.CONNECTION_LOST
        count = min(len(data), self.room, self.SEND_LIMIT)
        self.kernel += data[:count]
        self._stir()
        return count

    # Seen as soon as it is set, by whomever.
    @property
    def disconnected(self) -> int:
        """Whether this end knows that the connection is over."""
        return self._disconnected

    @disconnected.setter
    def disconnected(self, is_over: int) -> None:
        self._disconnected = is_over
        self._stir()

    def _stir(self) -> None:
        """The link has something to move."""
        if self.link is not None:
            self._network.stirred[self.link] = None

    def doRead(self) -> BaseException | None:
        """One chunk."""
        if self.incoming:
            data = self.incoming.popleft()
            if self._read_most is not None and len(data) > self._read_most:
                self.incoming.appendleft(data[self._read_most :])
                data = data[: self._read_most]
            self.unread_bytes -= len(data)
            cast(Any, self.protocol).dataReceived(data)
        elif self._peer_closed:
            return main.CONNECTION_LOST if self._peer_reset else main.CONNECTION_DONE
        return None

    def connectionLost(self, reason: Failure) -> None:
        """Once."""
        if self.disconnected:
            return
        super().connectionLost(reason)
        self.protocol.connectionLost(reason)

    def abortConnection(self) -> None:
        """As `tcp.Connection` does: later, dropping what is unsent."""
        if self.disconnected or self.aborted:
            return
        self.aborted = True
        self.stopReading()  # type: ignore[no-untyped-call]
        self.stopWriting()  # type: ignore[no-untyped-call]
        self.incoming.clear()
        self.unread_bytes = 0
        self._network.clock.callLater(0, self.connectionLost, _failure(error.ConnectionAborted()))

    def startReading(self) -> None:
        """Not once aborted."""
        if not self.aborted:
            super().startReading()  # type: ignore[no-untyped-call]

    def startWriting(self) -> None:
        """Not once aborted, nor of a process that is gone."""
        if not self.aborted and not self.disconnected:
            super().startWriting()  # type: ignore[no-untyped-call]

    def fileno(self) -> int:
        """A descriptor for `MemoryNetwork.sendfile`; -1 once closed."""
        return -1 if self.disconnected else self._fileno

    def network_seconds(self) -> float:
        """The network's clock."""
        return float(self._network.clock.seconds())

    def getPeer(self) -> address.IPv4Address:
        """The other end."""
        return address.IPv4Address("TCP", *self._peer)

    def getHost(self) -> address.IPv4Address:
        """This end."""
        return address.IPv4Address("TCP", *self._host)

    def setTcpNoDelay(self, enabled: bool) -> None:
        """Noted."""
        self.no_delay = enabled

    def setTcpKeepAlive(self, enabled: bool) -> None:
        """Noted."""
        self.keep_alive = enabled

    def is_flushed(self) -> bool:
        """Never, where the network says so."""
        return self._network.tells_flushed and super().is_flushed()

    def read_at_most(self, count: int | None) -> None:
        """As `klog.net.tcp_transports.BrokerServer` does."""
        self._read_most = count

    # What the fake's neighbours ask for

    @property
    def is_broken(self) -> bool:
        """Whether the peer has gone, and all that it had sent before was read."""
        return self._peer_closed and (self._peer_reset or not self.incoming)

    @property
    def room(self) -> int:
        """Bytes that the socket would take now."""
        return self.socket_bytes - len(self.kernel)

    def receive(self, data: bytes, chunk_bytes: int | None = None) -> None:
        """What the peer sent has arrived; to be read in pieces of `chunk_bytes` (as one where None)."""
        if not data:
            return
        self.unread_bytes += len(data)
        if chunk_bytes:
            self.incoming.extend(data[start : start + chunk_bytes] for start in range(0, len(data), chunk_bytes))
        else:
            self.incoming.append(data)
        self._network.readable.add(self)

    def close_by_peer(self, *, reset: bool = False) -> None:
        """The peer has hung up, or the connection was `reset`: seen when next reading (after what came before) or writing."""
        self._peer_closed = True
        self._peer_reset = self._peer_reset or reset
        self._network.readable.add(self)


class ScriptedClient:
    """The far end: sends what it is told, takes what comes unless it is `stalled`."""

    def __init__(self, transport: MemoryTransport) -> None:
        self.transport = transport
        #: Takes nothing while True.
        self.stalled = False
        #: Takes at most so much per turn; None: everything.
        self.bytes_per_turn: int | None = None
        self.received = bytearray()

    def send(self, data: bytes, chunk_bytes: int | None = None) -> None:
        """Have the protocol read `data`, in pieces of `chunk_bytes` (as one where None)."""
        self.transport.receive(data, chunk_bytes)

    def take(self, count: int | None = None) -> int:
        """Take up to `count` bytes out of the socket (all where None); how many it were."""
        kernel = self.transport.kernel
        count = len(kernel) if count is None else min(count, len(kernel))
        self.received += kernel[:count]
        del kernel[:count]
        return count

    def hang_up(self) -> None:
        """Close from this end."""
        self.transport.close_by_peer()

    @property
    def disconnected(self) -> bool:
        """Whether the server closed or lost the connection."""
        return bool(self.transport.disconnected)

    @property
    def aborted(self) -> bool:
        """Whether the server closed it the hard way."""
        return self.transport.aborted


class MemoryPipe:
    """One direction of a `MemoryLink`.

    :ivar passed_bytes: what has arrived at `target` in all.
    :ivar stalled: nothing leaves and nothing arrives while True.
    :ivar is_blocked: the same, by a network that lets nothing pass between two hosts (`klog.testing.reactor.MemoryReactor.block`).
    :ivar delay_s: how long bytes are under way.
    :ivar chunk_bytes: the pieces in which the target reads; None: as they come.
    :ivar cut_at: the link is cut when so many bytes have passed; None: never.
    """

    def __init__(self, link: MemoryLink, source: MemoryTransport, target: MemoryTransport) -> None:
        self.source, self.target = source, target
        self.stalled = self.is_blocked = False
        self.delay_s = 0.0
        self.chunk_bytes: int | None = None
        self.cut_at: int | None = None
        self.passed_bytes = 0
        self._link = link
        #: When what arrives; None stands for the end.
        self._under_way: deque[tuple[float, bytes | None]] = deque()
        self._under_way_bytes = 0
        self._ended = False

    def move(self) -> bool:
        """Whether anything moved."""
        if not self._under_way and (self._ended or (not self.source.kernel and not self.source._disconnected)):
            # Most of them, most of the time.
            return False
        if self.stalled or self.is_blocked:
            return False
        moved = self._depart()
        now_s = self.source.network_seconds() + 1e-9
        while self._under_way and self._under_way[0][0] <= now_s:
            moved = True
            _, data = self._under_way.popleft()
            if data is None:
                self.target.close_by_peer(reset=self.source.aborted)
            else:
                self._under_way_bytes -= len(data)
                self._arrive(data)
        return moved

    def _depart(self) -> bool:
        source = self.source
        if source.aborted:
            source.kernel.clear()
        count = min(len(source.kernel), self.target.socket_bytes - self.target.unread_bytes - self._under_way_bytes)
        if self.target._disconnected:
            count = len(source.kernel)
        if count > 0:
            data = bytes(source.kernel[:count])
            del source.kernel[:count]
            self._under_way_bytes += count
            self._send(data)
            return True
        if source._disconnected and not source.kernel and not self._ended:
            self._ended = True
            self._send(None)
            return True
        return False

    def _send(self, data: bytes | None) -> None:
        network = self._link.network
        now_s = self.source.network_seconds()
        delay_s = self.delay_s if network.delay_of is None else self.delay_s + network.delay_of(*self.hosts)
        arrival_s = now_s + delay_s
        if self._under_way:
            arrival_s = max(arrival_s, self._under_way[-1][0])
        self._under_way.append((arrival_s, data))
        if arrival_s > now_s:
            # So that time stops when it arrives; the network's next turn does the rest.
            network.clock.callLater(arrival_s - now_s, _nothing)

    @property
    def hosts(self) -> tuple[str, str]:
        """The addresses of source and target."""
        return self.source._host[0], self.target._host[0]

    def _arrive(self, data: bytes) -> None:
        cut = self.cut_at is not None and self.passed_bytes + len(data) >= self.cut_at
        if cut:
            data = data[: max(0, cast(int, self.cut_at) - self.passed_bytes)]
        self.passed_bytes += len(data)
        if data and not self.target.disconnected:
            self.target.receive(data, self.chunk_bytes)
        if cut:
            self._link.cut()

    def drop(self) -> None:
        """Lose everything that is under way, and have the target see a reset."""
        self._under_way.clear()
        self._under_way_bytes = 0
        self.source.kernel.clear()
        self._ended = True
        self.stalled = False
        self.target.close_by_peer(reset=True)


def _number_of(link: MemoryLink) -> int:
    return link.number


def _nothing() -> None:
    pass


class MemoryLink:
    """Two protocols, each on a transport of its own, joined.

    :ivar to_server: what the client sends.
    :ivar to_client: what the server sends.
    :ivar port: the server's.
    :ivar number: which of the network's it is.
    """

    def __init__(self, network: MemoryNetwork, client: MemoryTransport, server: MemoryTransport, port: int, number: int = 0) -> None:
        self.network = network
        self.number = number
        self.client, self.server, self.port = client, server, port
        self.to_server = MemoryPipe(self, client, server)
        self.to_client = MemoryPipe(self, server, client)

    @property
    def pipes(self) -> tuple[MemoryPipe, MemoryPipe]:
        """Both directions."""
        return self.to_server, self.to_client

    @property
    def is_over(self) -> bool:
        """Whether both ends know that it is."""
        return bool(self.client._disconnected and self.server._disconnected)

    def move(self) -> bool:
        """Whether anything moved."""
        moved = self.to_server.move()
        return self.to_client.move() or moved

    def stall(self, stalled: bool = True) -> None:
        """Let nothing pass, in either direction; with False, go on."""
        for pipe in self.pipes:
            pipe.stalled = stalled

    def cut(self) -> None:
        """Both ends see a reset connection; what was under way is lost."""
        for pipe in self.pipes:
            pipe.drop()


class MemoryNetwork:
    """All connections of a test, and the loop that moves them.

    :param clock: virtual; also what transports use for later.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.reactor = _Reactor(self.clock)
        self.clients: list[ScriptedClient] = []
        self.links: list[MemoryLink] = []
        #: Those that may have something to move, and the transports that may have something to read: few of the many that there are.
        self.stirred: dict[MemoryLink, None] = {}
        self.readable: set[MemoryTransport] = set()
        self._joined = 0
        #: Calls what is due without moving the network.
        self._call_due: Callable[[], None] = getattr(self.clock, "call_due", self._call_due_of_a_clock)
        self._is_due: Callable[[], bool] = getattr(self.clock, "is_due", self._has_due_calls)
        self._files: dict[int, Any] = {}
        self._transports: dict[int, MemoryTransport] = {}
        self._filenos = _FIRST_FILENO
        #: Whether transports can tell that nothing waits in them, as `klog.net.tcp_transports.BrokerServer` can and Twisted's own cannot.
        self.tells_flushed = True
        #: ``(source, target) -> seconds`` that a piece of data takes between two hosts, besides `MemoryPipe.delay_s`; None: no more.
        self.delay_of: Callable[[str, str], float] | None = None
        #: ``(asked) -> allowed`` for each sendfile, where a test wants partial results; 0 stands for "would block".
        self.sendfile_limit: Callable[[int], int] = lambda count: count

    def next_fileno(self) -> int:
        """A descriptor of its own."""
        self._filenos += 1
        return self._filenos

    def add_transport(self, transport: MemoryTransport) -> MemoryTransport:
        """Let `sendfile` find it."""
        self._transports[transport.fileno()] = transport
        return transport

    def join(self, client: MemoryTransport, server: MemoryTransport, port: int) -> MemoryLink:
        """Join two transports, whose protocols are not connected yet."""
        self._joined += 1
        link = MemoryLink(self, self.add_transport(client), self.add_transport(server), port, self._joined)
        client.link = server.link = link
        self.stirred[link] = None
        self.links.append(link)
        return link

    def connect(
        self, protocol: IProtocol, *, socket_bytes: int = 64 << 10, peer: tuple[str, int] = ("192.0.2.1", 40000), host: str = "192.0.2.9"
    ) -> ScriptedClient:
        """Connect `protocol` as a server's to a scripted client."""
        transport = self.add_transport(MemoryTransport(self, protocol, socket_bytes, peer, (host, 9092)))
        client = ScriptedClient(transport)
        self.clients.append(client)
        transport.startReading()
        protocol.makeConnection(cast(Any, transport))
        return client

    def register_file(self, file: Any) -> int:
        """A descriptor by which `sendfile` finds `file` (anything with ``read_at``)."""
        fileno = self.next_fileno()
        self._files[fileno] = file
        return fileno

    def sendfile(self, out_fd: int, in_fd: int, position: int, count: int) -> int:
        """`os.sendfile` between a registered file and a transport of this network: past the transport's own buffer, as the real one."""
        transport = self._transports[out_fd]
        if transport._peer_closed:
            raise BrokenPipeError(errno.EPIPE, "the peer has hung up")
        allowed = min(self.sendfile_limit(count), count, transport.room)
        if allowed <= 0:
            raise BlockingIOError(errno.EAGAIN, "the socket is full")
        data: bytes = self._files[in_fd].read_at(position, allowed)
        transport.kernel += data
        transport._stir()
        return len(data)

    def turn(self) -> bool:
        """One round of the loop; whether anything moved."""
        moved = False
        for client in self.clients:
            if client.transport.kernel and not client.stalled and client.take(client.bytes_per_turn):
                moved = True
        if self.stirred and self._move_links():
            moved = True
        if self.reactor.writers:
            for transport in list(self.reactor.writers):
                if transport.is_frozen:
                    continue
                if transport in self.reactor.writers and (transport.room > 0 or transport.is_broken):
                    moved = True
                    self._end(transport, transport.doWrite())
        if self.readable and self._read():
            moved = True
        if self._is_due():
            moved = True
            self._call_due()
        return moved

    def _move_links(self) -> bool:
        """As they were joined, one after the other."""
        moved = False
        for link in sorted(self.stirred, key=_number_of):
            one, other, to_server, to_client = link.client, link.server, link.to_server, link.to_client
            # Looked at once: moving empties these.
            has_some = bool(
                to_server._under_way
                or to_client._under_way
                or (not to_server._ended and (one.kernel or one._disconnected))
                or (not to_client._ended and (other.kernel or other._disconnected))
            )
            if has_some:
                moved = link.move() or moved
            if link.is_over:
                self.links.remove(link)
                del self.stirred[link]
            elif not has_some:
                del self.stirred[link]
        return moved

    def _read(self) -> bool:
        """Each once, in the order in which they began to; also those that have something by now because of one before them."""
        moved = False
        readers, readable = self.reactor.readers, self.readable
        for transport in list(readers):
            if transport not in readable:
                continue
            if not transport.incoming and not transport._peer_closed:
                readable.discard(transport)
            elif not transport.is_frozen and transport in readers:
                moved = True
                self._end(transport, transport.doRead())
        for transport in [one for one in readable if one._disconnected and one not in readers]:
            readable.discard(transport)
        return moved

    def _call_due_of_a_clock(self) -> None:
        """As reactors do: what these calls plan for at once waits for the next turn."""
        now_s = self.clock.seconds()
        due = [cast(DelayedCall, call) for call in self.clock.getDelayedCalls() if call.getTime() <= now_s]
        for call in sorted(due, key=lambda call: call.getTime()):
            if call.active() and call.getTime() <= now_s:
                self.clock.calls.remove(call)
                call.called = 1
                call.func(*call.args, **call.kw)

    def _has_due_calls(self) -> bool:
        return any(call.getTime() <= self.clock.seconds() for call in self.clock.getDelayedCalls())

    def run(self, most_turns: int = 1_000_000) -> int:
        """Turn until nothing moves; how many turns it took.

        :raises AssertionError: still moving after `most_turns`: something spins.
        """
        for turns in range(most_turns):
            if not self.turn():
                return turns
        raise AssertionError(f"still moving after {most_turns} turns")

    def advance(self, seconds: float, step: float | None = None) -> None:
        """Let time pass, in steps of `step` seconds (one where None), running after each."""
        self.run()
        left = seconds
        while left > 0:
            now = min(left, step or left)
            self.clock.advance(now)
            left -= now
            self.run()

    @staticmethod
    def _end(transport: MemoryTransport, why: Any) -> None:
        if why:
            transport.connectionLost(_failure(why))
