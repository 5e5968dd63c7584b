"""A broker's reactor goes by a clock that nobody sets.

Twisted's timers, and all who ask its reactor for the time, go by the machine's wall clock. Where that is set back by an hour nothing that
was planned happens for an hour, and worse: a leader that ZooKeeper has given up long ago would take its lease for running still, and
acknowledge what another leader will never have. Set forward, every session would be over at once.

Here the reactor begins at the time of the wall clock and goes on with the time since the machine's boot, which counts its sleep, too. Times
that are shown or stored do not come from the reactor (`Environment.now_ms`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

_SINCE_BOOT: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def seconds_since_boot() -> float:
    """Never goes back; counts the time in which the machine slept, where the system has such a clock."""
    return time.clock_gettime(_SINCE_BOOT)


def go_by_steady_clock(reactor: Any, *, wall: Callable[[], float] = time.time, steady: Callable[[], float] = seconds_since_boot) -> None:
    """From now on the reactor's time is `steady`, counted on from what `wall` says now; what is planned already stays as it is.

    :param reactor: one of Twisted's, which asks its attribute ``seconds`` for the time (``ReactorBase.seconds``).
    """
    ahead_s = wall() - steady()
    if steady is seconds_since_boot:
        # Asked some times in each turn, and a call less each time.
        get_time, clock = time.clock_gettime, _SINCE_BOOT
        reactor.seconds = lambda: get_time(clock) + ahead_s
    else:
        reactor.seconds = lambda: steady() + ahead_s
