"""Virtual time: it stands still until somebody moves it, and moves from event to event. Whatever is due in between happens at its time, in
order.

It is a wall clock that begins at `EPOCH_MS`, as a real reactor's is one: ``int(clock.seconds() * 1000)`` is exact, since time is counted in
whole microseconds. Twisted's own `Clock` sorts everything that waits at every step; here calls are put where they belong, and sorted only
when one of them was moved.
"""

from __future__ import annotations

import bisect
import inspect
import random
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar, cast

from twisted.internet.base import DelayedCall
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall
from twisted.internet.task import Clock
from twisted.python.failure import Failure

#: Where the clock begins: a day in 2026, milliseconds since 1970.
EPOCH_MS = 1_795_000_000_000
#: Calls so little ahead of the clock are due: sums of floating point numbers are not exact.
DUE_S = 5e-7
_T = TypeVar("_T")


class _Call(DelayedCall):
    """Tells of every move; Twisted's keeps to itself that it comes later now."""

    def reset(self, secondsFromNow: float) -> None:
        super().reset(secondsFromNow)
        self.resetter(self)

    def delay(self, secondsLater: float) -> None:
        super().delay(secondsLater)
        self.resetter(self)


class VirtualClock(Clock):
    """See the module.

    :ivar ties: draws which of several calls for one and the same moment comes first, of which Twisted does not say it; None: the order in
        which they were made.
    """

    def __init__(self) -> None:
        super().__init__()
        self._now_us = EPOCH_MS * 1000
        self._is_sorted = True
        #: When each of `calls` is due, as long as these are sorted.
        self._due_s: list[float] = []
        self.ties: random.Random | None = None
        #: Has everything move that moves without time passing.
        self._settle: Callable[[], object] = lambda: None
        self._set_now(self._now_us)

    def _set_now(self, now_us: int) -> None:
        self._now_us = now_us
        # Half a microsecond more, so that whole milliseconds never come out one less.
        self.rightNow = max(self.rightNow, now_us / 1e6 + 5e-7)

    def callLater(self, delay: float, callable: Callable[..., object], *args: object, **kw: object) -> IDelayedCall:
        """As Twisted's."""
        due_s = self.rightNow + delay
        call = _Call(due_s, callable, args, kw, self._cancelled, self._moved, self.seconds)
        if self._is_sorted:
            # Behind those for the same moment, where a stable sort would put it.
            place = bisect.bisect_right(self._due_s, due_s)
            self._due_s.insert(place, due_s)
            self.calls.insert(place, call)
        else:
            self.calls.append(call)
        return call

    def _moved(self, call: DelayedCall) -> None:
        self._is_sorted = False

    def _cancelled(self, call: DelayedCall) -> None:
        if self._is_sorted:
            place = self.calls.index(call)
            del self.calls[place], self._due_s[place]
        else:
            self.calls.remove(call)

    def _first_s(self) -> float | None:
        """When the first call is due; None where there is none."""
        if not self._is_sorted:
            self.calls.sort(key=DelayedCall.getTime)
            self._due_s = [call.getTime() for call in self.calls]
            self._is_sorted = True
        return self._due_s[0] if self._due_s else None

    def is_due(self) -> bool:
        """Whether a call is due now."""
        first_s = (self._due_s[0] if self._due_s else None) if self._is_sorted else self._first_s()
        return first_s is not None and first_s <= self.rightNow + DUE_S

    def tick(self, seconds: float) -> None:
        """Move the clock, and call what is due then; nothing else."""
        self._set_now(self._now_us + round(seconds * 1e6))
        while self.is_due():
            place = 0 if self.ties is None else self._one_of_the_first(self.ties)
            call, due_s = self.calls.pop(place), self._due_s.pop(place)
            # Never before its time: who finds that it is not yet time would call again at once, for ever.
            self.rightNow = max(self.rightNow, due_s)
            call.called = 1
            call.func(*call.args, **call.kw)

    def call_due(self) -> None:
        """Call what is due now; nothing else."""
        self.tick(0)

    def _one_of_the_first(self, ties: random.Random) -> int:
        """Index of one of the calls that are due first, at one and the same moment."""
        count = bisect.bisect_right(self._due_s, self._due_s[0])
        return ties.randrange(count) if count > 1 else 0

    def advance(self, amount: float) -> None:
        """Let `amount` seconds pass, from event to event; connections move."""
        end_us = self._now_us + round(amount * 1e6)
        self._settle()
        while self._step(end_us):
            pass

    def _step(self, end_us: int) -> bool:
        """To the next event, at most to `end_us`; whether there may be more before that."""
        first_s = self._first_s()
        due_us = end_us if first_s is None else round(first_s * 1e6)
        self.tick((max(self._now_us, min(due_us, end_us)) - self._now_us) / 1e6)
        self._settle()
        return due_us < end_us

    def step(self, most_seconds: float) -> float:
        """Let time pass to the next event, at most so far; how many seconds that was: 0 where something was due now."""
        begun_us = self._now_us
        self._settle()
        self._step(begun_us + round(most_seconds * 1e6))
        return (self._now_us - begun_us) / 1e6

    def run(self) -> None:
        """Until nothing moves, without time passing."""
        self._settle()

    def until(self, wanted: Deferred[_T] | Coroutine[Deferred[Any], Any, _T] | Awaitable[_T], most_seconds: float = 600.0) -> _T:
        """Let time pass until `wanted` (a Deferred or a coroutine) has a result, and return that; its failure is raised.

        :raises AssertionError: it has none after `most_seconds` of virtual time, or nothing is left that could happen.
        """
        deferred = wanted if isinstance(wanted, Deferred) else Deferred.fromCoroutine(cast(Any, _as_coroutine(wanted)))
        results: list[Any] = []
        deferred.addBoth(results.append)
        self._settle()
        end_us = self._now_us + round(most_seconds * 1e6)
        while not results:
            if self._first_s() is None:
                raise AssertionError(f"{deferred!r} can never have a result: nothing moves, and no call is due")
            if not self._step(end_us) and not results:
                raise AssertionError(f"{deferred!r} has no result after {most_seconds} s of virtual time")
        if isinstance(results[0], Failure):
            results[0].raiseException()
        return cast(_T, results[0])

    def now_ms(self) -> int:
        """Wall clock."""
        return self._now_us // 1000


def _as_coroutine(wanted: Any) -> Any:
    return wanted if inspect.iscoroutine(wanted) else _await(wanted)


async def _await(wanted: Awaitable[_T]) -> _T:
    return await wanted
