"""The clock as one run of a program has it: when the process dies, its timers are gone with it, and it is known what it was connected to.

A process can also stand still for a while (`ProcessClock.freeze`).
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from zope.interface import implementer

#: When calls of a process that stands still are due: never.
_NEVER_S = 1e12


@implementer(IReactorTime)
class ProcessClock:
    """`clock`, until `die`.

    :param clock: a reactor, or a virtual clock. What else it can do, it can do here as well.
    :param host: the address that the process connects from; None: what the reactor takes.
    """

    def __init__(self, clock: Any, host: str | None = None) -> None:
        self._clock = clock
        self._seconds: Callable[[], float] = clock.seconds
        self._host = host
        self._calls: weakref.WeakSet[Any] = weakref.WeakSet()
        #: Of the connections that the process made and may still have.
        self.connectors: list[Any] = []
        self._is_dead = False
        #: When the calls were due that wait for `thaw`; None: it moves.
        self._frozen: list[tuple[float, Any]] | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._clock, name)

    def seconds(self) -> float:
        """The reactor's time, which nobody sets."""
        return self._seconds()

    def callLater(self, delay: float, callable: Callable[..., object], *args: object, **kw: object) -> IDelayedCall:
        """As the clock's; after `die` it never happens, and while the process stands still it waits."""
        call: Any = self._clock.callLater(delay, callable, *args, **kw)
        if self._is_dead:
            call.cancel()
            return call  # type: ignore[no-any-return]
        self._calls.add(call)
        if self._frozen is not None:
            self._hold(call)
        return call  # type: ignore[no-any-return]

    def connectTCP(self, host: str, port: int, factory: Any, timeout: float = 30, bindAddress: Any = None) -> Any:
        """As the reactor's. Whoever lets the process die sees to its connections: see `connectors`."""
        if bindAddress is None and self._host is not None:
            bindAddress = (self._host, 0)
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

    @property
    def is_frozen(self) -> bool:
        """Whether it stands still."""
        return self._frozen is not None

    def freeze(self) -> None:
        """The process stands still, as after SIGSTOP: nothing that it planned happens before `thaw`. Its connections are somebody else's
        to see to."""
        if self._frozen is None:
            self._frozen = []
            for call in self._ours():
                self._hold(call)

    def _ours(self) -> list[Any]:
        return sorted((call for call in self._clock.getDelayedCalls() if call in self._calls), key=lambda call: float(call.getTime()))

    def _hold(self, call: Any) -> None:
        assert self._frozen is not None
        self._frozen.append((call.getTime(), call))
        call.reset(_NEVER_S)

    def thaw(self) -> None:
        """Let the process go on: what was due meanwhile happens now, in its order."""
        frozen, self._frozen = self._frozen or [], None
        for due_s, call in frozen:
            if call.active():
                call.reset(due_s - self._clock.seconds())
