"""The watch by which a client is measured, started behind its warm-up; and a turn of the reactor, in which klog's client gets to send."""

from __future__ import annotations

import time
from typing import Any, NamedTuple


class Timed(NamedTuple):
    """One measurement."""

    seconds: float
    #: User and system time of the client's process.
    cpu_seconds: float
    #: Records that were sent or read before it.
    warm_up: int = 0


class Watch:
    """Wall and CPU time since it was made.

    :param warm_up: see `Timed`.
    """

    def __init__(self, warm_up: int = 0) -> None:
        self._warm_up = warm_up
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def read(self) -> Timed:
        """What was measured so far."""
        return Timed(time.perf_counter() - self._wall, time.process_time() - self._cpu, self._warm_up)


def turn(reactor: Any) -> Any:
    """A Deferred that lets the reactor have its turn."""
    from twisted.internet.task import deferLater

    return deferLater(reactor, 0)
