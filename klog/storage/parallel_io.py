"""Several waits for the disk at the same time.

One ``fsync`` behind the other costs a commit of the file system's journal each; those that wait at the same time share one. So whoever
has many files to sync hands them all to a `RunAll`: `one_by_one` where nothing may run in threads (tests, a file system in memory),
`in_threads` otherwise. What is run must not touch anything that only one thread may use.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Protocol

Act = Callable[[], None]

#: As many waits as share a commit; more bring nothing (measured on ext4).
THREADS = 16


class NotInTime(TimeoutError):
    """The disk did not answer in time: nobody waited any longer. What was asked of it may be done later; nobody is told. A disk's own
    ETIMEDOUT is a plain TimeoutError, and has ended."""

    def __init__(self, sentence: str = "the disk did not answer in time") -> None:
        super().__init__(sentence)


class RunAll(Protocol):
    """Runs functions that wait for the disk."""

    def __call__(self, acts: Sequence[Act], seconds: float | None = None) -> list[Exception | None]:
        """Run all `acts`, in any order. For each, in order: None, or what it raised.

        :param seconds: after so long the rest is given up: `NotInTime` (an OSError) stands for whatever has not ended. It may end later.
        """


def one_by_one(acts: Sequence[Act], seconds: float | None = None) -> list[Exception | None]:
    """All in this thread; `seconds` is looked at only before the first."""
    if seconds is not None and seconds <= 0:
        return [NotInTime() for _ in acts]
    return [_outcome(act) for act in acts]


def in_threads(acts: Sequence[Act], seconds: float | None = None, threads: int = THREADS) -> list[Exception | None]:
    """In up to `threads` threads of their own, which do not keep the process alive: a disk that hangs must not hang its end."""
    if (seconds is None and len(acts) < 2) or (seconds is not None and seconds <= 0):
        return one_by_one(acts, seconds)
    outcomes: list[Exception | None] = [NotInTime() for _ in acts]
    waiting = iter(range(len(acts)))
    mutex = threading.Lock()
    ended = threading.Semaphore(0)
    given_up = False

    def work() -> None:
        while not given_up:
            with mutex:
                index = next(waiting, None)
            if index is None:
                break
            outcomes[index] = _outcome(acts[index])
        ended.release()

    count = 0
    try:
        while count < min(threads, len(acts)):
            threading.Thread(target=work, name="klog-disk", daemon=True).start()
            count += 1
    except RuntimeError:
        # The process may have no more threads: those that there are do it, or this one.
        if not count:
            return one_by_one(acts, seconds)
    watch = _Watch(seconds)
    for _ in range(count):
        if not ended.acquire(timeout=watch.left()):
            given_up = True
            break
    # A copy: what ends from now on came too late.
    return list(outcomes)


class _Watch:
    """How much of `seconds` is left."""

    def __init__(self, seconds: float | None) -> None:
        import time

        self._clock = time.monotonic
        self._end = None if seconds is None else self._clock() + seconds

    def left(self) -> float | None:
        return None if self._end is None else max(0.0, self._end - self._clock())


def _outcome(act: Act) -> Exception | None:
    try:
        act()
    except Exception as error:
        return error
    return None
