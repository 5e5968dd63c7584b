"""What the broker does again and again: retention, checkpoints, forgetting silent producers, removing what was deleted.

A job is a function and the seconds between its runs. It runs on the reactor's thread; one that fails is told once per kind of failure and
goes on next time, so that one bad directory does not end the housekeeping of all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import LoopingCall
from twisted.logger import Logger
from twisted.python.failure import Failure


class Jobs:
    """Periodic jobs on one clock."""

    log = Logger()

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock
        self._loops: list[LoopingCall] = []
        self._first_runs: list[Any] = []
        self._told: set[tuple[str, str]] = set()

    def every(self, name: str, interval_ms: int, function: Callable[[], Any], *, first_ms: int | None = None) -> None:
        """Run `function` each `interval_ms`, first after `first_ms` (`interval_ms` where None). No interval: never."""
        if interval_ms <= 0:
            return
        seconds = interval_ms / 1000
        loop = LoopingCall(self._run, name, function)
        loop.clock = self._clock
        self._loops.append(loop)

        def begin() -> None:
            done = loop.start(seconds, now=first_ms is not None)
            done.addErrback(lambda failure: self._failed(failure, name))

        if first_ms is None:
            begin()
        else:
            self._first_runs.append(self._clock.callLater(first_ms / 1000, begin))

    def _run(self, name: str, function: Callable[[], Any]) -> Deferred[Any]:
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
        for call in self._first_runs:
            if call.active():
                call.cancel()
        for loop in self._loops:
            if loop.running:
                loop.stop()
