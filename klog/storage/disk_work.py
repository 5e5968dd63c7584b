"""Work that waits for the disk, and who owns it: the one way from the thread that serves clients to other threads and back.

A piece of work has three parts, each with its thread:

================  ===================  ==================================================================================
part              thread               what it may do
================  ===================  ==================================================================================
being made        the owner's          look at everything, and note in the work what is so now
`DiskWork.run`    any other            touch the disk, and what nobody else touches
`DiskWork.settle` the owner's          look again, and apply the result
================  ===================  ==================================================================================

Between them anything may happen: the log is deleted, the broker stops, the disk hangs. So a `WorkOwner` knows two things at any moment,
whether it is *closed* and what is *still running*, and `settle` goes by a table:

=================== ============== ===============
the thread          owner open     owner closed
=================== ============== ===============
has done it         `complete`     `dropped`
failed              `fail`         `dropped`
=================== ============== ===============

What a closed owner's work finds is therefore nobody's: a failed sync of a deleted log says nothing about the directory. And who closes in
order asks first whether something is still running: what is being synced is not on the disk.

Work that takes several turns between the threads says so by `is_over`; it is run again until that is true.
"""

from __future__ import annotations

import abc
import enum
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

T = TypeVar("T")


class WorkKind(enum.Enum):
    """What waits for the disk. Each kind has threads of its own, so that one that hangs holds up none of another."""

    #: A log's group commit.
    FLUSH = "flush"
    #: Reading what is not in memory.
    READ = "read"
    #: Compaction of a log.
    COMPACT = "compact"
    #: Partitions' directories made and taken away, in the order in which they were asked for: one thread.
    NAMES = "names"
    #: Removing files that nobody needs.
    REMOVE = "remove"
    #: Small files replaced whole: checkpoints, what the cluster remembers; in order.
    CHECKPOINT = "checkpoint"
    #: Loading all logs of a directory, or closing them.
    DIRECTORY = "directory"


class WorkOwner:
    """Who has work done, and must know of it. One thread."""

    __slots__ = ("_when_idle", "is_closed", "running")

    def __init__(self) -> None:
        #: Whether what its work finds is still anybody's.
        self.is_closed = False
        #: Made, and not settled.
        self.running: set[DiskWork[Any]] = set()
        self._when_idle: list[Callable[[], None]] = []

    def close(self) -> None:
        """From now on, what ends is dropped."""
        self.is_closed = True

    def when_idle(self, act: Callable[[], None]) -> None:
        """Call `act` once, when nothing runs; at once where nothing does."""
        if self.running:
            self._when_idle.append(act)
        else:
            act()

    def ended(self, work: DiskWork[Any]) -> None:
        """For `DiskWork.settle`."""
        self.running.discard(work)
        if not self.running:
            waiting, self._when_idle = self._when_idle, []
            for act in waiting:
                act()


class DiskWork(abc.ABC, Generic[T]):
    """See the module. `run` gives a ``T``."""

    __slots__ = ("is_over", "owner")

    kind: ClassVar[WorkKind]
    #: Whether the next start does what of it is not done: its owner may be closed in order all the same.
    is_cleanup: ClassVar[bool] = False

    def __init__(self, owner: WorkOwner) -> None:
        self.owner = owner
        #: Whether it need not be run again.
        self.is_over = True
        owner.running.add(self)

    @abc.abstractmethod
    def run(self) -> T:
        """The thread's part."""

    def complete(self, result: T) -> None:
        """It was done; on the owner's thread. May raise OSError."""

    def fail(self, error: Exception) -> None:
        """`run` raised `error`; on the owner's thread."""

    def dropped(self) -> None:
        """It ended, however, and its owner was closed before."""

    def settle(self, result: T | None = None, error: Exception | None = None) -> None:
        """`run` has returned `result`, or raised `error`. May raise OSError, from `complete`."""
        self.is_over = True
        try:
            if self.owner.is_closed:
                self.dropped()
            elif error is not None:
                self.fail(error)
            else:
                self.complete(result)  # type: ignore[arg-type]
        except BaseException:
            self.is_over = True
            raise
        finally:
            if self.is_over:
                self.owner.ended(self)


def do_now(work: DiskWork[T]) -> T:
    """All of `work` in this thread, for who may wait. Raises what `run` raises, after it was settled."""
    while True:
        try:
            result = work.run()
        except Exception as error:
            work.settle(error=error)
            if work.is_over:
                raise
        else:
            work.settle(result)
            if work.is_over:
                return result
