"""The clock as one run of a broker has it: when the process dies, its timers are gone with it, and it is known what it was connected to."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from zope.interface import implementer


@implementer(IReactorTime)
class ProcessClock:
    """`clock`, until `die`.

    :param clock: a reactor, or a virtual clock. What else it can do, it can do here as well.
    """

    def __init__(self, clock: Any) -> None:
        self._clock = clock
        self._calls: weakref.WeakSet[Any] = weakref.WeakSet()
        #: Of the connections that the process made and may still have.
        self.connectors: list[Any] = []
        self._is_dead = False

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._clock, name)

    def seconds(self) -> float:
        """The clock's."""
        return float(self._clock.seconds())

    def callLater(self, delay: float, callable: Callable[..., object], *args: object, **kw: object) -> IDelayedCall:
        """As the clock's; after `die` it never happens."""
        call: Any = self._clock.callLater(delay, callable, *args, **kw)
        if self._is_dead:
            call.cancel()
        else:
            self._calls.add(call)
        return call  # type: ignore[no-any-return]

    def connectTCP(self, host: str, port: int, factory: Any, timeout: float = 30, bindAddress: Any = None) -> Any:
        """As the reactor's. Whoever lets the process die sees to its connections: see `connectors`."""
        connector = self._clock.connectTCP(host, port, factory, timeout, bindAddress)
        self.connectors = [one for one in self.connectors if one.state != "disconnected"]
        self.connectors.append(connector)
        return connector

    def getDelayedCalls(self) -> Any:
        """The clock's, everybody's."""
        return self._clock.getDelayedCalls()

    def die(self) -> None:
        """Cancel all calls that were made here; those still to come never happen."""
        self._is_dead = True
        for call in list(self._calls):
            if call.active():
                call.cancel()
