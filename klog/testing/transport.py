"""One end of a connection in memory: Twisted's own transport code over a socket that is a list of bytes.

`MemoryTransport` is a `twisted.internet.abstract.FileDescriptor`, so that buffering, producers, back-pressure and closing are
those of real connections; only the socket is played. Its "kernel buffer" holds `socket_bytes`, and what the peer does not take
stays there: a stalled reader.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, cast

from twisted.internet import address, error, main
from twisted.internet.interfaces import IProtocol, IReactorFDSet
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from klog.net.tcp_transports import TellsFlushed


def _nothing() -> None:
    pass


def failure_of(why: BaseException) -> Failure:
    """What Twisted is told that way."""
    return Failure(why)  # type: ignore[no-untyped-call]


class TransportReactor:
    """Who wants to read and write; of Twisted's reactors what transports ask for."""

    def __init__(self, clock: Clock) -> None:
        self.readers: dict[MemoryTransport, None] = {}
        self.writers: dict[MemoryTransport, None] = {}
        self.clock = clock

    def addReader(self, reader: MemoryTransport) -> None:
        """From now on it reads."""
        self.readers[reader] = None

    def addWriter(self, writer: MemoryTransport) -> None:
        """From now on it writes."""
        self.writers[writer] = None

    def removeReader(self, reader: MemoryTransport) -> None:
        """It reads no more."""
        self.readers.pop(reader, None)

    def removeWriter(self, writer: MemoryTransport) -> None:
        """It writes no more."""
        self.writers.pop(writer, None)


class TransportNetwork(Protocol):
    """What a transport asks of the network that it is in.

    :ivar tells_flushed: whether transports can tell that nothing waits in them.
    :ivar readable: those that may have something to read.
    """

    clock: Clock
    reactor: TransportReactor
    tells_flushed: bool
    readable: set[MemoryTransport]

    def next_fileno(self) -> int:
        """A descriptor of its own."""


class MemoryTransport(TellsFlushed):
    """One end of a connection, as the protocol sees it."""

    TLS = False

    def __init__(
        self, network: TransportNetwork, protocol: IProtocol, socket_bytes: int, peer: tuple[str, int], host: tuple[str, int]
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
        #: Called when there may be something to take out of the socket, or nothing any more.
        self.on_stir: Callable[[], object] = _nothing
        #: What `disconnected` says, for those who ask often.
        self.is_over = 0
        self._network = network
        self._fileno = network.next_fileno()
        self._peer = peer
        #: This end's.
        self.address = host
        #: Whether the peer has gone.
        self.peer_closed = self._peer_reset = False
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
        self.on_stir()
        return count

    # Seen as soon as it is set, by whomever.
    @property
    def disconnected(self) -> int:
        """Whether this end knows that the connection is over."""
        return self.is_over

    @disconnected.setter
    def disconnected(self, is_over: int) -> None:
        self.is_over = is_over
        self.on_stir()

    def doRead(self) -> BaseException | None:
        """One chunk."""
        if self.incoming:
            data = self.incoming.popleft()
            if self._read_most is not None and len(data) > self._read_most:
                self.incoming.appendleft(data[self._read_most :])
                data = data[: self._read_most]
            self.unread_bytes -= len(data)
            cast(Any, self.protocol).dataReceived(data)
        elif self.peer_closed:
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
        self._network.clock.callLater(0, self.connectionLost, failure_of(error.ConnectionAborted()))

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
        return address.IPv4Address("TCP", *self.address)

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
        return self.peer_closed and (self._peer_reset or not self.incoming)

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
        self.peer_closed = True
        self._peer_reset = self._peer_reset or reset
        self._network.readable.add(self)
