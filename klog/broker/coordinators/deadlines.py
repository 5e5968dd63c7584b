"""Deadlines of many members on one timer.

Every heartbeat moves its member's deadline further away, thousands of times a second; touching the reactor's timers each time would cost
more than the heartbeat. So a `Deadline` only writes down when it is due, and stands in a heap under the time that it was once due at. The
one timer goes off for the earliest entry: what is due is called, what has moved is put back under its new time, what was cancelled is
dropped. A deadline that moves *closer* is put into the heap again, and its older entry is ignored when it comes up. What is called may
start deadlines that are due at once: they come in the next turn, so that others are served meanwhile.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger


class Deadline:
    """Calls `function` once, when it is due; made by `Deadlines.new`, not running.

    What it calls must not raise; if it does, the failure is logged.
    """

    __slots__ = ("_deadlines", "_function", "_queued_s", "due_s")

    def __init__(self, deadlines: Deadlines, function: Callable[[], Any]) -> None:
        self._deadlines = deadlines
        self._function = function
        #: When it is due by the clock, in seconds; None where it is not running. May be moved further away by assignment
        #: while it runs, which is all that a heartbeat does.
        self.due_s: float | None = None
        #: The time of its entry in the heap that counts; None where it has none.
        self._queued_s: float | None = None

    @property
    def running(self) -> bool:
        """Whether it is going to be called."""
        return self.due_s is not None

    def start(self, delay_ms: float) -> None:
        """Due in `delay_ms` from now, whatever it was before."""
        due_s = self._deadlines.seconds() + delay_ms / 1000
        self.due_s = due_s
        queued_s = self._queued_s
        if queued_s is None or due_s < queued_s:
            self._deadlines.push(self, due_s)

    def cancel(self) -> None:
        """Do not call the function any more."""
        self.due_s = None


class Deadlines:
    """All deadlines on `clock`."""

    _log = Logger()

    def __init__(self, clock: IReactorTime) -> None:
        self.seconds: Callable[[], float] = clock.seconds
        self._clock = clock
        self._heap: list[tuple[float, int, Deadline]] = []
        self._pushed = 0
        self._timer: IDelayedCall | None = None
        self._timer_s = 0.0
        self._closed = False

    def new(self, function: Callable[[], Any]) -> Deadline:
        """A deadline that is not running yet."""
        return Deadline(self, function)

    def push(self, deadline: Deadline, due_s: float) -> None:
        """Put `deadline` into the heap; `Deadline.start` does it."""
        if self._closed:
            return
        deadline._queued_s = due_s
        self._pushed += 1
        heapq.heappush(self._heap, (due_s, self._pushed, deadline))
        self._set_timer()

    def close(self) -> None:
        """Call none of the functions any more."""
        self._closed = True
        self._heap.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self) -> None:
        if not self._heap:
            return
        due_s = self._heap[0][0]
        if self._timer is not None:
            if self._timer_s <= due_s:
                return
            self._timer.cancel()
        self._timer_s = due_s
        self._timer = self._clock.callLater(max(0.0, due_s - self.seconds()), self._fire)

    def _fire(self) -> None:
        self._timer = None
        now_s = self.seconds()
        heap = self._heap
        # What is started from now on waits for another turn, however soon it is due.
        due = []
        while heap and heap[0][0] <= now_s:
            due.append(heapq.heappop(heap))
        for queued_s, _, deadline in due:
            if self._closed:
                return
            if deadline._queued_s != queued_s:
                continue
            deadline._queued_s = None
            due_s = deadline.due_s
            if due_s is None:
                continue
            if due_s > now_s:
                self.push(deadline, due_s)
                continue
            deadline.due_s = None
            try:
                deadline._function()
            except Exception:  # noqa: BLE001
                self._log.failure("a mistake of klog's own when a deadline came")
        self._set_timer()
