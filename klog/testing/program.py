"""A program of somebody's, beside the brokers in memory: it can die and stand still, and its connections with it.

::

    program = MemoryProgram(broker.reactor, "192.0.2.50")
    producer = Producer(program.reactor, broker.bootstrap)
    program.freeze()          # as after SIGSTOP
    broker.advance(30)
    program.thaw()            # what was due meanwhile happens now
    program.kill()            # nothing that was made with its reactor does anything any more
"""

from __future__ import annotations

from typing import Any

from klog.testing.process import ProcessClock
from klog.testing.reactor import MemoryReactor
from klog.testing.transport import MemoryTransport


class MemoryProgram:
    """One process that clients run in.

    :param host: where it connects from; another one than anybody else's.
    :ivar reactor: for its clients.
    """

    def __init__(self, reactor: MemoryReactor, host: str) -> None:
        self._network = reactor.network
        self._process = ProcessClock(reactor, host)
        self.reactor: Any = self._process
        self.is_dead = False

    def _transports(self) -> list[tuple[Any, MemoryTransport]]:
        made = [getattr(connector, "transport", None) for connector in self._process.connectors]
        return [(link, link.client) for link in self._network.links if any(link.client is transport for transport in made)]

    def kill(self) -> None:
        """End the program at once: its connections are reset, and it hears of nothing any more."""
        if self.is_dead:
            return
        self.thaw()
        self.is_dead = True
        self._process.die()
        for connector in self._process.connectors:
            if hasattr(getattr(connector, "transport", None), "finish"):
                # It was still connecting.
                connector.transport.finish()
            if connector.timeoutID is not None and connector.timeoutID.active():
                connector.timeoutID.cancel()
        for link, ours in self._transports():
            link.cut()
            ours.disconnected = 1
            self._network.reactor.removeReader(ours)
            self._network.reactor.removeWriter(ours)

    @property
    def is_frozen(self) -> bool:
        """Whether it stands still."""
        return self._process.is_frozen

    def freeze(self) -> None:
        """It stands still: none of its timers rings, and what it is sent waits in its sockets."""
        self._process.freeze()
        for _, ours in self._transports():
            ours.is_frozen = True

    def thaw(self) -> None:
        """Let the program go on: it reads what has come, then its timers ring that were due."""
        if self.is_frozen:
            self._process.thaw()
            for _, ours in self._transports():
                ours.is_frozen = False
