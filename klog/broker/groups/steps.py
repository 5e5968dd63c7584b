"""Long work in short steps, so that the reactor serves everybody meanwhile.

A piece of work is an iterator: each `next` does a little. `Steps` takes steps until `SLICE_S` is used up, lets the reactor turn, and goes
on. The first slice is taken at once, so that little work is done when `run` returns; on a clock that stands still (the tests') all of it
is. Tests hand in `pause`, and have requests come between any two steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger

#: How long one slice may take.
SLICE_S = 0.004


class Steps:
    """Works on `clock`.

    :param pause: asked behind each step: how many seconds the reactor is given before the next one; None where the slice may go on.
    """

    _log = Logger()

    def __init__(self, clock: IReactorTime, pause: Callable[[], float | None] | None = None) -> None:
        self._clock = clock
        self._pause = pause
        self._calls: dict[IDelayedCall, Deferred[None]] = {}
        self._closed = False

    def run(self, work: Iterator[Any]) -> Deferred[None]:
        """Take all steps of `work`; fires when it is done. What a step raises is logged, and ends the work. After `close` nothing is done,
        and the Deferred never fires."""
        done: Deferred[None] = Deferred()
        self._slice(work, done)
        return done

    def _slice(self, work: Iterator[Any], done: Deferred[None]) -> None:
        if self._closed:
            return
        clock = self._clock
        end_s = clock.seconds() + SLICE_S
        try:
            for _ in work:
                pause_s = None if self._pause is None else self._pause()
                if pause_s is not None or clock.seconds() >= end_s:
                    self._later(work, done, pause_s or 0.0)
                    return
        except Exception:  # noqa: BLE001
            self._log.failure("a mistake of klog's own in the group coordinator's work")
        done.callback(None)

    def _later(self, work: Iterator[Any], done: Deferred[None], seconds: float) -> None:
        def turn() -> None:
            del self._calls[call]
            self._slice(work, done)

        call: IDelayedCall = self._clock.callLater(seconds, turn)
        self._calls[call] = done

    def close(self) -> None:
        """Take no more steps."""
        self._closed = True
        for call in self._calls:
            call.cancel()
        self._calls.clear()
