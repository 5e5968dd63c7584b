"""Connections in memory, and the loop that moves them.

`MemoryNetwork` plays the reactor for transports over played sockets (`klog.testing.transport`): each `turn` lets every one that wants to
write or read do so once.

::

    network = MemoryNetwork()
    client = network.connect(protocol)          # -> ScriptedClient; the protocol is connected
    client.send(request, chunk_bytes=1)         # what the peer sends, byte by byte
    network.run()                               # until nothing moves
    client.received                             # what the peer has taken
    client.stalled = True                       # from now on it takes nothing
    network.advance(31)                         # seconds on the clock, then run()

Two real protocols are joined by a link (`klog.testing.link`), made by `klog.testing.reactor.MemoryReactor.connectTCP`.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from twisted.internet.base import DelayedCall
from twisted.internet.interfaces import IProtocol
from twisted.internet.task import Clock

from klog.testing.link import MemoryLink
from klog.testing.transport import MemoryTransport, TransportReactor, failure_of

#: First descriptor of what is not there; the kernel never hands out one so high.
_FIRST_FILENO = 1 << 24


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


def _number_of(link: MemoryLink) -> int:
    return link.number


class MemoryNetwork:
    """All connections of a test, and the loop that moves them.

    :param clock: virtual; also what transports use for later.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.reactor = TransportReactor(self.clock)
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
        client.on_stir = server.on_stir = partial(self.stirred.setdefault, link)
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
        if transport.peer_closed:
            raise BrokenPipeError(errno.EPIPE, "the peer has hung up")
        allowed = min(self.sendfile_limit(count), count, transport.room)
        if allowed <= 0:
            raise BlockingIOError(errno.EAGAIN, "the socket is full")
        data: bytes = self._files[in_fd].read_at(position, allowed)
        transport.kernel += data
        transport.on_stir()
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
                to_server.under_way
                or to_client.under_way
                or (not to_server.ended and (one.kernel or one.is_over))
                or (not to_client.ended and (other.kernel or other.is_over))
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
            if not transport.incoming and not transport.peer_closed:
                readable.discard(transport)
            elif not transport.is_frozen and transport in readers:
                moved = True
                self._end(transport, transport.doRead())
        for transport in [one for one in readable if one.is_over and one not in readers]:
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
            transport.connectionLost(failure_of(why))
