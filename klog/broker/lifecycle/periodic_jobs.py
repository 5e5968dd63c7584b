"""What the broker does again and again: retention, checkpoints, forgetting silent producers, removing what was deleted.

A job is a function and the seconds between its runs. It runs on the reactor's thread; one that fails is told once per kind of failure and
goes on next time, so that one bad directory does not end the housekeeping of all. (Twisted's own `LoopingCall` installs the global reactor,
which is none of a broker's business that runs in somebody's test.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.reactor_probe import Turns


class _Loop:
    """One job: never run twice at once; runs that came due meanwhile are left out."""

    def __init__(self, clock: IReactorTime, interval_s: float, run: Callable[[], Deferred[Any]]) -> None:
        self._clock = clock
        self._interval_s = interval_s
        self._run = run
        self._due_s = 0.0
        self._call: IDelayedCall | None = None
        self._is_over = False

    def start(self, first_s: float) -> None:
        self._due_s = self._clock.seconds() + first_s
        self._call = self._clock.callLater(first_s, self._act)

    def _act(self) -> None:
        self._call = None
        self._run().addBoth(self._again)

    def _again(self, _: object) -> None:
        if self._is_over:
            return
        now_s = self._clock.seconds()
        behind = max(0.0, now_s - self._due_s) // self._interval_s
        self._due_s += (behind + 1) * self._interval_s
        self._call = self._clock.callLater(max(0.0, self._due_s - now_s), self._act)

    def stop(self) -> None:
        self._is_over = True
        if self._call is not None and self._call.active():
            self._call.cancel()


class PeriodicJobs:
    """Periodic jobs on one clock.

    :param turns: told which job runs.
    """

    log = Logger()

    def __init__(self, clock: IReactorTime, turns: Turns | None = None) -> None:
        self._clock = clock
        self._turns = turns or Turns()
        self._loops: list[_Loop] = []
        self._told: set[tuple[str, str]] = set()

    def every(self, name: str, interval_ms: int, function: Callable[[], Any], *, first_ms: int | None = None) -> None:
        """Run `function` each `interval_ms`, first after `first_ms` (`interval_ms` where None). No interval: never."""
        if interval_ms <= 0:
            return
        loop = _Loop(self._clock, interval_ms / 1000, lambda: self._run(name, function))
        self._loops.append(loop)
        loop.start((interval_ms if first_ms is None else first_ms) / 1000)

    def _run(self, name: str, function: Callable[[], Any]) -> Deferred[Any]:
        self._turns.work = name
        return maybeDeferred(function).addErrback(self._failed, name)

    def _failed(self, failure: Failure, name: str) -> None:
        kind = (name, failure.getErrorMessage())
        if kind in self._told:
            return
        self._told.add(kind)
        if failure.check(OSError):  # type: ignore[no-untyped-call]
            self.log.error("{job} failed and will be tried again: {reason}", job=name, reason=failure.getErrorMessage())
        else:
            self.log.failure("a mistake of klog's own in the job {job}", failure, job=name)

    def stop(self) -> None:
        """No more runs."""
        for loop in self._loops:
            loop.stop()
