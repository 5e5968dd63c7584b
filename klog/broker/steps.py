"""Long work in short steps, so that the reactor serves everybody meanwhile.

A piece of work is an iterator: each `next` does a little. `Steps` takes steps until `SLICE_S` is used up, lets the reactor turn, and goes
on. All works of one `Steps` share a slice in each turn, however many they are. The first slice is taken at once, unless others wait, so
that little work is done when `run` returns; on a clock that stands still (the tests') all of it is. Tests hand in `pause`, and have
requests come between any two steps.

An iterator cannot wait for a Deferred. Work that has to, between its steps, goes by `Slices` of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.task import deferLater
from twisted.logger import Logger

#: How long one slice may take: what a small request of somebody else waits longer for. A turn without work costs about a twentieth of it.
SLICE_S = 0.001


class Steps:
    """Works on `clock`.

    :param pause: asked behind each step: how many seconds the reactor is given before the next one; None where the slice may go on.
    """

    _log = Logger()

    def __init__(self, clock: IReactorTime, pause: Callable[[], float | None] | None = None) -> None:
        self._clock = clock
        self._pause = pause
        #: Works that were cut off, in the order in which they go on; `_call` is the turn in which they do.
        self._ready: deque[tuple[Iterator[Any], Deferred[None]]] = deque()
        self._call: IDelayedCall | None = None
        #: Of the slice that is being taken.
        self._end_s: float | None = None
        #: Works that pause, each with the call that ends that.
        self._pausing: dict[IDelayedCall, tuple[Iterator[Any], Deferred[None]]] = {}
        self._closed = False

    def run(self, work: Iterator[Any]) -> Deferred[None]:
        """Take all steps of `work`; fires when it is done. What a step raises is logged, and ends the work. After `close` nothing is done,
        and the Deferred never fires."""
        done: Deferred[None] = Deferred()
        if self._closed:
            return done
        if self._ready:
            # Others have had their slice of this turn and wait for the next.
            self._wait(work, done)
        else:
            self._begin(work, done)
        return done

    def _begin(self, work: Iterator[Any], done: Deferred[None]) -> None:
        """A slice of its own, or what is left of the one in which this happens."""
        if self._end_s is not None:
            self._slice(work, done, self._end_s)
            return
        self._end_s = self._clock.seconds() + SLICE_S
        try:
            self._slice(work, done, self._end_s)
        finally:
            self._end_s = None

    def _slice(self, work: Iterator[Any], done: Deferred[None], end_s: float) -> None:
        """Take steps until `end_s`; what is left waits for a turn."""
        clock = self._clock
        try:
            for _ in work:
                pause_s = None if self._pause is None else self._pause()
                if pause_s is not None:
                    self._rest(work, done, pause_s)
                    return
                if clock.seconds() >= end_s:
                    self._wait(work, done)
                    return
        except Exception:  # noqa: BLE001
            self._log.failure("a mistake of klog's own in work that goes in slices")
        done.callback(None)

    def _wait(self, work: Iterator[Any], done: Deferred[None]) -> None:
        if self._closed:
            return
        self._ready.append((work, done))
        if self._call is None:
            self._call = self._clock.callLater(0, self._turn)

    def _turn(self) -> None:
        """One slice for all that wait: whoever comes behind its end is first in the next turn."""
        self._call = None
        clock = self._clock
        self._end_s = end_s = clock.seconds() + SLICE_S
        waiting, self._ready = self._ready, deque()
        try:
            while waiting and not self._closed:
                self._slice(*waiting.popleft(), end_s)
                if clock.seconds() >= end_s:
                    break
        finally:
            self._end_s = None
        if self._closed:
            return
        if waiting:
            self._ready.extendleft(reversed(waiting))
            if self._call is None:
                self._call = clock.callLater(0, self._turn)

    def _rest(self, work: Iterator[Any], done: Deferred[None], seconds: float) -> None:
        def over() -> None:
            del self._pausing[call]
            self._begin(work, done)

        if not self._closed:
            call: IDelayedCall = self._clock.callLater(seconds, over)
            self._pausing[call] = (work, done)

    def close(self) -> None:
        """Take no more steps."""
        self._closed = True
        for call in [*self._pausing, *([] if self._call is None else [self._call])]:
            call.cancel()
        self._pausing.clear()
        self._ready.clear()
        self._call = None


class Slices:
    """The time of one piece of work that waits for Deferreds between its steps: it asks whether its slice is over, and pauses then.

    What it waits for need not let the reactor turn, so that a slice goes on behind it.
    """

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock
        self._end_s = 0.0

    def begin(self) -> None:
        """A slice begins now."""
        self._end_s = self._clock.seconds() + SLICE_S

    @property
    def is_over(self) -> bool:
        """Whether the reactor must turn first."""
        return self._clock.seconds() >= self._end_s

    def pause(self) -> Deferred[None]:
        """Fires when the reactor has turned and the next slice has begun."""
        return deferLater(self._clock, 0, self.begin)
