"""How long the reactor's turns take, and keeping them short: timers, and whatever came from threads, wait for the longest.

A turn is what a reactor does between two calls of its poller: timers, calls from threads, and everything that could be read or written.
`Turns` stands in the place of the poller of a reactor that has one (epoll and poll), and looks at the clock when a call returns and when
the next one begins. That is all it does in a turn below `NOTEWORTHY_S`, which is nearly every one: two looks at a clock and one sum, about
a quarter of a microsecond. Longer turns are told to those who watch.

Wall clock and processor time differ where the thread waited: for a core, the interpreter's lock, or the disk. Asking for the time that a
thread has used is a system call, dearer than all the rest, so it is made once in `NOTEWORTHY_S` at most: the processor time of a turn may
hold that much of the turns before it.

A turn is as long as what has come together: a thousand members that send their heartbeats at once make one of a thousand requests. So the
poller is asked for few events at a time, more only where that many took less than `NOTEWORTHY_S`. Whoever is left comes first in the next
turn: epoll's list of those that are ready goes round, and nobody is passed over.

Several brokers may share a reactor; it then has one `Turns`, and each broker's `ReactorProbe` counts all turns, whoever made them long.
With the last one gone the reactor has its own poller again. Reactors without a poller, as those in memory, are not measured.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from klog.log_rate_limit import LogRateLimit
from klog.metrics import Metrics

#: Turns below this are counted together, in seconds.
NOTEWORTHY_S = 0.001
#: Events that the poller is asked for: at first, at least, and at most. One alone may be a Fetch of thousands of partitions.
FIRST_EVENTS = 8
FEWEST_EVENTS = 1
MOST_EVENTS = 256
#: A turn of so many seconds had too many.
LONG_S = 0.004
#: The least time between two lines about slow turns, in seconds.
TELL_INTERVAL_S = 10.0
#: What a reactor calls of its poller besides `poll`, and embedders when they give a reactor up.
_OTHERS = ("register", "modify", "unregister", "close", "fileno")
#: Of a reactor: its `Turns`.
_ATTRIBUTE = "_klog_turns"


class TurnListener(Protocol):
    """Who wants to know of long turns."""

    def long_turn(self, wall_s: float, cpu_s: float, work: str | None) -> None:
        """A turn of `NOTEWORTHY_S` or more has ended.

        :param cpu_s: processor time of the reactor's thread, too much by `NOTEWORTHY_S` at most and never above `wall_s`.
        :param work: what was begun last in it, where somebody said so.
        """


class Turns:
    """The turns of one reactor.

    :param reactor: measured while somebody watches, where it has a poller; None is never measured.
    :param seconds: a clock that never goes back.
    :param cpu_seconds: processor time of the thread that asks.
    :ivar work: what is being done now; whoever begins something that may take long writes its name here. Forgotten with each turn.
    :ivar short_turns: how many turns were below `NOTEWORTHY_S`.
    :ivar short_s: the sum of their times.
    """

    def __init__(
        self, reactor: Any = None, *, seconds: Callable[[], float] = time.monotonic, cpu_seconds: Callable[[], float] = time.thread_time
    ) -> None:
        self.work: str | None = None
        self.short_turns = 0
        self.short_s = 0.0
        self._reactor = reactor
        self._seconds = seconds
        self._cpu_seconds = cpu_seconds
        self._listeners: list[TurnListener] = []
        self._poller: Any = None
        self._begun_s: float | None = None
        #: Events that are asked for at most, and those that came last.
        self._most = FIRST_EVENTS
        self._came = 0
        #: When the processor time was asked for, and what it was.
        self._asked_s = -1.0
        self._cpu_s = 0.0

    @classmethod
    def of(cls, reactor: Any) -> Turns:
        """The turns of `reactor`, the same for everybody who watches it."""
        found = vars(reactor).setdefault(_ATTRIBUTE, cls(reactor))
        assert isinstance(found, Turns)
        return found

    @property
    def measures(self) -> bool:
        """Whether turns are measured now."""
        return self._poller is not None

    def watch(self, listener: TurnListener) -> Callable[[], None]:
        """Tell `listener` of long turns, from the next one on; the function ends that, and may be called again."""
        poller = getattr(self._reactor, "_poller", None)
        if self._poller is None and poller is not None:
            self._begin(poller)
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)
                if not self._listeners and self._poller is not None:
                    self._end()

        return end

    def _begin(self, poller: Any) -> None:
        self._begun_s = None
        for name in _OTHERS:
            if hasattr(poller, name):
                # Called as often as `poll`: without a step in between.
                setattr(self, name, getattr(poller, name))
        self._poller = poller
        self._reactor._poller = self

    def _end(self) -> None:
        if self._reactor._poller is self:
            self._reactor._poller = self._poller
        self._poller = None

    def poll(self, timeout: Any = -1, most: int | None = None) -> Any:
        """The poller's, between two turns.

        :param most: events; None for a poller that cannot be told.
        """
        seconds, begun_s = self._seconds, self._begun_s
        if begun_s is not None:
            wall_s = seconds() - begun_s
            if wall_s < NOTEWORTHY_S:
                self.short_turns += 1
                self.short_s += wall_s
                if self._came == self._most and self._most < MOST_EVENTS:
                    self._most *= 2
            else:
                if wall_s >= LONG_S:
                    self._most = max(min(self._came, self._most) // 2, FEWEST_EVENTS)
                self._tell(wall_s)
        if most is None:
            found = self._poller.poll(timeout)
        else:
            found = self._poller.poll(timeout, most if most < self._most else self._most)
        now_s = self._begun_s = seconds()
        self._came = len(found)
        self.work = None
        if now_s - self._asked_s >= NOTEWORTHY_S:
            self._asked_s = now_s
            self._cpu_s = self._cpu_seconds()
        return found

    def _tell(self, wall_s: float) -> None:
        cpu_s = min(self._cpu_seconds() - self._cpu_s, wall_s)
        for listener in tuple(self._listeners):
            listener.long_turn(wall_s, cpu_s, self.work)


class ReactorProbe:
    """One broker's numbers about the turns of its reactor.

    :param slow_ms: a turn that takes so long is told in the log; None tells of none.
    :param warn: takes one line.
    :param seconds: a clock.
    """

    def __init__(
        self, turns: Turns, metrics: Metrics, *, slow_ms: int | None, warn: Callable[[str], None], seconds: Callable[[], float]
    ) -> None:
        self._turns = turns
        self._slow_s = float("inf") if slow_ms is None else slow_ms / 1000
        self._warn = warn
        self._lines = LogRateLimit(seconds, TELL_INTERVAL_S)
        self._longest_s = (0.0, 0.0)
        self._short = (turns.short_turns, turns.short_s)
        # The gauges come before the histogram in the alphabet, so a reading of all metrics brings its short turns up to date.
        self._times = metrics.histogram("reactor.turn_ms", "How long the reactor's turns took.")
        metrics.gauge("reactor.longest_turn_cpu_ms", "Processor time of the longest turn.", lambda: self.longest_ms[1])
        metrics.gauge(
            "reactor.longest_turn_ms", "The longest turn of the reactor: nobody was served meanwhile.", lambda: self.longest_ms[0]
        )
        self._end: Callable[[], None] = turns.watch(self)

    @property
    def longest_ms(self) -> tuple[float, float]:
        """The longest turn by the clock on the wall, and the processor time of that turn."""
        self._catch_up()
        wall_s, cpu_s = self._longest_s
        return wall_s * 1000, cpu_s * 1000

    def forget(self) -> None:
        """Look for the longest turn from now on."""
        self._longest_s = (0.0, 0.0)

    def stop(self) -> None:
        """Watch no more."""
        self._catch_up()
        self._end()

    def _catch_up(self) -> None:
        """Count the short turns."""
        before, before_s = self._short
        self._short = turns, turns_s = self._turns.short_turns, self._turns.short_s
        if turns > before:
            self._times.add((turns_s - before_s) * 1000 / (turns - before), turns - before)

    def long_turn(self, wall_s: float, cpu_s: float, work: str | None) -> None:
        """See `TurnListener`."""
        self._times.add(wall_s * 1000)
        if wall_s > self._longest_s[0]:
            self._longest_s = (wall_s, cpu_s)
        if wall_s < self._slow_s:
            return
        untold = self._lines.begin()
        if untold is not None:
            self._warn(_sentence(wall_s, cpu_s, work, untold))


def _sentence(wall_s: float, cpu_s: float, work: str | None, untold: int) -> str:
    text = f"nobody was served for {wall_s * 1000:.0f} ms, of which the broker computed {cpu_s * 1000:.0f} ms"
    if work is not None:
        text += f"; what it began last was {work}"
    if untold:
        text += f" ({untold} more such pauses since the last line)"
    return text
