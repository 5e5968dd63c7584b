"""Answers that take long to make, of thousands of partitions: one after the other, in steps, so that everybody else is served meanwhile.

A request that waits in line holds nothing but itself. Where its answer may be large, no later request of its connection is handled until
it is there (`klog.net.request_runs`), so that no client can have many such answers made without reading them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

from twisted.internet.defer import Deferred

from klog.concurrency_limit import ConcurrencyLimit
from klog.errors import ErrorCode, KlogError

T = TypeVar("T")

#: What makes an answer: it gives the answer in the end, and yields whenever others may have their turn.
Making = Generator[None, None, T]
#: Partitions that are told of at once; some three microseconds each.
MOST_AT_ONCE = 1000
#: Partitions between two yields.
STEP = 100


class LongAnswers:
    """See the module.

    :param run_steps: does work in steps (`klog.broker.steps.Steps.run`); None: all of it is done at once.
    """

    def __init__(self, run_steps: Callable[[Iterator[Any]], Deferred[None]] | None = None) -> None:
        self._run_steps = run_steps
        self._line = ConcurrencyLimit()

    def make(self, making: Making[T], partitions: int) -> T | Deferred[T]:
        """What `making` gives; at once where it is of few `partitions`. The Deferred may be cancelled, and fails with KlogError
        UNKNOWN_SERVER_ERROR after a mistake of klog's own."""
        run_steps = self._run_steps
        if run_steps is None or partitions <= MOST_AT_ONCE:
            while True:
                try:
                    next(making)
                except StopIteration as end:
                    answer: T = end.value
                    return answer

        def turn() -> Deferred[T]:
            made: list[T] = []
            return run_steps(_kept(making, made)).addCallback(_only, made)

        return self._line.run(turn)


def _kept(making: Making[T], made: list[T]) -> Iterator[None]:
    made.append((yield from making))


def _only(_: object, made: list[T]) -> T:
    if not made:
        # The steps have told of it.
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, "the answer could not be made")
    return made[0]
