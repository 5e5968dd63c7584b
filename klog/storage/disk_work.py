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

Work that takes several turns between the threads says so by `needs_another_run`, in each of them; it is run until it says so no more.

There are three ways to have work done, and each of them settles it:

===================================== ============================ =============================================
who                                   waits                        way
===================================== ============================ =============================================
the thread that serves clients        never                        `klog.broker.disk.threads.do_in_thread`
who may wait                          for one piece of work        `do_now`
who may wait, with much to do         for all, or for some time    `do_together`
===================================== ============================ =============================================
"""

from __future__ import annotations

import abc
import enum
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from klog.storage.parallel_io import NotInTime, RunAll

T = TypeVar("T")


class WorkKind(enum.Enum):
    """What waits for the disk. Each kind has threads of its own, so that one that hangs holds up none of another."""

    #: A log's group commit.
    FLUSH = "flush"
    #: Reading what is not in memory.
    READ = "read"
    #: Cutting a log from its end.
    TRUNCATE = "truncate"
    #: Compaction of a log.
    COMPACT = "compact"
    #: Partitions' directories created, and renamed as deleted, in the order in which that was asked for: one thread.
    CREATE_OR_DELETE = "create or delete"
    #: Removing files that nobody needs.
    REMOVE = "remove"
    #: Small files replaced whole: checkpoints, what the cluster remembers; in order.
    CHECKPOINT = "checkpoint"
    #: A partition copied into another data directory.
    MOVE = "move"
    #: The whole data directory: loading all its logs, or closing them.
    LOAD_OR_CLOSE = "load or close"


class WorkOwner:
    """Who has work done, and must know of it. One thread.

    :param disk: the data directory that its work waits for; empty where it may be any.
    """

    __slots__ = ("_when_idle", "disk", "is_closed", "running")

    def __init__(self, disk: str = "") -> None:
        self.disk = disk
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

    __slots__ = ("needs_another_run", "owner")

    kind: ClassVar[WorkKind]
    #: Whether the next start does what of it is not done: its owner may be closed in order all the same.
    is_cleanup: ClassVar[bool] = False

    def __init__(self, owner: WorkOwner) -> None:
        self.owner = owner
        #: Set by `complete`, `fail` or `dropped`: whether there is more for a thread to do.
        self.needs_another_run = False
        owner.running.add(self)

    @abc.abstractmethod
    def run(self) -> T:
        """The thread's part."""

    def complete(self, result: T) -> None:
        """`run` has returned `result`; on the owner's thread. May raise OSError."""

    def fail(self, error: Exception) -> None:
        """`run` raised `error`; on the owner's thread."""

    def dropped(self) -> None:
        """`run` has returned or raised, and the owner was closed meanwhile; on the owner's thread."""

    def settle(self, result: T | None = None, error: Exception | None = None) -> None:
        """`run` has returned `result`, or raised `error`. May raise OSError, from `complete`."""
        self.needs_another_run = False
        try:
            if self.owner.is_closed:
                self.dropped()
            elif error is not None:
                self.fail(error)
            else:
                self.complete(result)  # type: ignore[arg-type]
        except BaseException:
            self.needs_another_run = False
            raise
        finally:
            if not self.needs_another_run:
                self.owner.ended(self)


def do_now(work: DiskWork[T]) -> T:
    """All of `work` in this thread, for who may wait. Raises what `run` raises, after it was settled."""
    while True:
        try:
            result = work.run()
        except Exception as error:
            work.settle(error=error)
            if not work.needs_another_run:
                raise
        else:
            work.settle(result)
            if not work.needs_another_run:
                return result


def do_together(
    works: Sequence[DiskWork[Any]], run_all: RunAll, left_s: Callable[[], float | None] = lambda: None
) -> list[Exception | None]:
    """All of `works` side by side, for who may wait. For each, in order, once it is settled: None, or what `run` or `complete` raised.

    :param run_all: runs what waits for the disk.
    :param left_s: the seconds that are left; None for as long as it takes. Of what has not ended then the outcome is `NotInTime`; it is not
        settled, and its owner goes on knowing that it runs.
    """
    outcomes: list[Exception | None] = [None] * len(works)
    todo = list(enumerate(works))
    while todo:
        ended: dict[int, tuple[Any, Exception | None]] = {}
        run_all([partial(_turn, index, work, ended) for index, work in todo], left_s())
        # A copy: what ends from now on came too late.
        in_time = dict(ended)
        again = []
        for index, work in todo:
            if index not in in_time:
                outcomes[index] = NotInTime()
                continue
            result, outcomes[index] = in_time[index]
            try:
                work.settle(result, outcomes[index])
            except Exception as error:
                outcomes[index] = error
            if work.needs_another_run:
                again.append((index, work))
        todo = again
    return outcomes


def _turn(index: int, work: DiskWork[Any], ended: dict[int, tuple[Any, Exception | None]]) -> None:
    try:
        result = work.run()
    except Exception as error:
        ended[index] = None, error
    else:
        ended[index] = result, None
