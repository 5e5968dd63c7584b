"""A process on a shared `MemoryReactor`: its timers and connections, so that it can die with all of them, or be cut off alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from twisted.internet.error import AlreadyCalled, AlreadyCancelled
from twisted.internet.interfaces import IDelayedCall

from klog.testing.link import MemoryLink
from klog.testing.reactor import MemoryReactor

#: Nobody listens there.
_NOWHERE = "192.0.2.250"


class _Call:
    """A timer: never comes when its process is dead, and waits while it is frozen."""

    def __init__(self, process: SimulatedProcess, delay: float, function: Callable[[], object]) -> None:
        self._process = process
        self._function: Callable[[], object] | None = function
        self._is_cancelled = False
        self.later(delay)

    def later(self, delay: float) -> None:
        """In so many seconds."""
        self._call: Any = self._process._reactor.callLater(delay, self.happen)

    def happen(self) -> None:
        """It is time."""
        function = self._function
        if function is None or self._process.is_dead:
            return
        if self._process.is_frozen:
            self._process._missed.append(self)
            return
        self._function = None
        function()

    def active(self) -> bool:
        return self._function is not None

    def cancel(self) -> None:
        if self._function is None:
            raise AlreadyCancelled if self._is_cancelled else AlreadyCalled
        self._function, self._is_cancelled = None, True
        if self._call.active():
            self._call.cancel()

    def reset(self, secondsFromNow: float) -> None:
        if self._function is None:
            raise AlreadyCancelled if self._is_cancelled else AlreadyCalled
        if self._call.active():
            self._call.cancel()
        if self in self._process._missed:
            self._process._missed.remove(self)
        self.later(secondsFromNow)

    def getTime(self) -> float:
        return float(self._call.getTime())


class SimulatedProcess:
    """The reactor as one process sees it.

    :ivar is_dead: whether it has died.
    :ivar is_cut_off: whether nothing passes between it and others.
    :ivar is_frozen: whether it is stopped, as by SIGSTOP.
    """

    def __init__(self, reactor: MemoryReactor) -> None:
        self._reactor = reactor
        self._connectors: list[Any] = []
        self.is_dead = self.is_cut_off = self.is_frozen = False
        self._missed: list[_Call] = []

    @property
    def is_reachable(self) -> bool:
        """Whether anything passes between it and others."""
        return not (self.is_dead or self.is_cut_off or self.is_frozen)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reactor, name)

    def callLater(self, delay: float, callable: Callable[..., object], *args: object, **kw: object) -> IDelayedCall:
        """As Twisted's; never comes when the process is dead."""
        return cast(IDelayedCall, _Call(self, delay, lambda: callable(*args, **kw)))

    def connectTCP(self, host: str, port: int, factory: Any, timeout: float = 30, bindAddress: Any = None) -> Any:
        """As Twisted's; a dead process connects to nowhere."""
        if self.is_cut_off or self.is_frozen:
            host = _NOWHERE
        connector = self._reactor.connectTCP(host, port, factory, timeout, bindAddress)
        if self.is_dead:
            connector.stopConnecting()
            return connector
        self._connectors = [each for each in self._connectors if each.state != "disconnected"][-20:]
        self._connectors.append(connector)
        return connector

    def links(self) -> list[MemoryLink]:
        """Its connections that live."""
        transports = [connector.transport for connector in self._connectors]
        return [link for link in self._reactor.links() if any(link.client is transport for transport in transports)]

    def cut_off(self, is_cut_off: bool = True) -> None:
        """Nothing passes any more, and new connections are refused; with False, as before."""
        self.is_cut_off = is_cut_off
        for link in self.links():
            link.stall(is_cut_off)

    def freeze(self) -> None:
        """It does nothing any more; bytes wait for it."""
        self.is_frozen = True
        for link in self.links():
            link.stall()

    def thaw(self, *, timers_first: bool) -> None:
        """It goes on, and finds what it missed: timers that are overdue, bytes that have come, in either order."""
        if not self.is_frozen:
            return
        self.is_frozen = False
        missed, self._missed = self._missed, []
        for call in missed:
            if timers_first:
                call.happen()
            else:
                call.later(0)
        if not self.is_cut_off:
            for link in self.links():
                link.stall(False)

    def die(self) -> None:
        """As kill -9: no more timers, and every connection is reset."""
        self.is_dead = True
        for link in self.links():
            link.client.abortConnection()
        for connector in self._connectors:
            if connector.state == "connecting":
                connector.stopConnecting()
