"""What is read only in a thread: bytes that are not in memory.

The thread that serves clients asks a log, and the log touches nothing for which the disk would have to be waited for. Where that is not
enough for an answer it raises `ColdRead`: a piece of work. Whoever asked

1. calls `ColdRead.run` in any other thread, which waits for the disk and keeps what it found to itself;
2. calls `ColdRead.apply` on the log's thread, which puts what was found where the log finds it, as far as it still holds;
3. asks again, in the same turn.

The second question is decided anew, on the log as it is then: it may have been compacted, cut at its start, closed or deleted meanwhile. So
it may raise `ColdRead` again; that ends when the log stops changing under the questions, and whoever asks bounds how often.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
E = TypeVar("E", bound=BaseException)


def without_stack(error: E) -> E:
    """`error`, to be kept. The stack on which it was raised holds the frames that keep it: with it all of them, and open files, would wait
    for the collector of cyclic garbage."""
    error.__traceback__ = error.__context__ = None
    return error


class ColdRead(Exception):
    """The answer needs bytes that may not be in memory.

    :param work: what runs in a thread. It touches nothing that the log's thread changes, and keeps errors of the disk in its result.
    :param keep: takes its result, on the log's thread.
    :param disk: the data directory that is read; empty where there are several, or nobody says.
    """

    def __init__(self, work: Callable[[], T], keep: Callable[[T], None], disk: str = "") -> None:
        super().__init__("this has to be read in a thread")
        self.disk = disk
        self._work: Callable[[], object] = work
        self._keep: Callable[..., None] = keep
        self._results: list[object] = []

    def run(self) -> None:
        """In any thread; waits for the disk."""
        self._results = [self._work()]

    def apply(self) -> None:
        """On the log's thread, after `run`."""
        results, self._results = self._results, []
        for result in results:
            self._keep(result)


def combined(reads: Sequence[ColdRead]) -> ColdRead:
    """One piece of work of several."""
    for read in reads:
        without_stack(read)
    if len(reads) == 1:
        return reads[0]

    def work() -> None:
        for read in reads:
            read.run()

    def keep(_: None) -> None:
        for read in reads:
            read.apply()

    disks = {read.disk for read in reads}
    return ColdRead(work, keep, disks.pop() if len(disks) == 1 else "")


def wait_for(question: Callable[[], T]) -> T:
    """The answer to `question`, waiting for the disk in this thread: for tools and tests, never where clients are served."""
    while True:
        try:
            return question()
        except ColdRead as cold:
            cold.run()
            cold.apply()
