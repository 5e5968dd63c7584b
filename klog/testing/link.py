"""Two protocols in memory, joined: what one transport has in its socket goes into the other's, as long as there is room, after `delay_s`,
unless the link is stalled or cut. A network moves it (`klog.testing.network`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol, cast

from twisted.internet.task import Clock

from klog.testing.transport import MemoryTransport


def _nothing() -> None:
    pass


class LinkNetwork(Protocol):
    """What a link asks of the network that it is in.

    :ivar delay_of: ``(source, target) -> seconds`` that a piece of data takes between two hosts, besides `MemoryPipe.delay_s`; None: no
        more.
    """

    clock: Clock
    delay_of: Callable[[str, str], float] | None


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
        self.under_way: deque[tuple[float, bytes | None]] = deque()
        self._under_way_bytes = 0
        #: Whether the end is on its way, or there: nothing leaves any more.
        self.ended = False

    def move(self) -> bool:
        """Whether anything moved."""
        if not self.under_way and (self.ended or (not self.source.kernel and not self.source.is_over)):
            # Most of them, most of the time.
            return False
        if self.stalled or self.is_blocked:
            return False
        moved = self._depart()
        now_s = self.source.network_seconds() + 1e-9
        while self.under_way and self.under_way[0][0] <= now_s:
            moved = True
            _, data = self.under_way.popleft()
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
        if self.target.is_over:
            count = len(source.kernel)
        if count > 0:
            data = bytes(source.kernel[:count])
            del source.kernel[:count]
            self._under_way_bytes += count
            self._send(data)
            return True
        if source.is_over and not source.kernel and not self.ended:
            self.ended = True
            self._send(None)
            return True
        return False

    def _send(self, data: bytes | None) -> None:
        network = self._link.network
        now_s = self.source.network_seconds()
        delay_s = self.delay_s if network.delay_of is None else self.delay_s + network.delay_of(*self.hosts)
        arrival_s = now_s + delay_s
        if self.under_way:
            arrival_s = max(arrival_s, self.under_way[-1][0])
        self.under_way.append((arrival_s, data))
        if arrival_s > now_s:
            # So that time stops when it arrives; the network's next turn does the rest.
            network.clock.callLater(arrival_s - now_s, _nothing)

    @property
    def hosts(self) -> tuple[str, str]:
        """The addresses of source and target."""
        return self.source.address[0], self.target.address[0]

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
        self.under_way.clear()
        self._under_way_bytes = 0
        self.source.kernel.clear()
        self.ended = True
        self.stalled = False
        self.target.close_by_peer(reset=True)


class MemoryLink:
    """Two protocols, each on a transport of its own, joined.

    :ivar to_server: what the client sends.
    :ivar to_client: what the server sends.
    :ivar port: the server's.
    :ivar number: which of the network's it is.
    """

    def __init__(self, network: LinkNetwork, client: MemoryTransport, server: MemoryTransport, port: int, number: int = 0) -> None:
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
        return bool(self.client.is_over and self.server.is_over)

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
