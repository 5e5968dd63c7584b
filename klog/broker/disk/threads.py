"""Threads that wait for the disk, so that the reactor never does: a bounded number for each kind of work.

Kinds do not share threads: ten flushes that hang hold up no reader, and a stop still closes what can be closed. Nor do data directories
share most of them (`OF_EACH_DISK`): a disk that hangs holds up nobody on another one. What finds no thread free waits in the
order in which it came; how much can wait is bounded by who asks (a log has one flush at a time, a connection one reading).

The threads are daemons and nobody joins them: a process whose disk hangs ends all the same. (Twisted's own pool waits for its threads when
the reactor stops.) One that has had nothing to do for ten seconds ends.
"""

from __future__ import annotations

import _thread
import threading
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.in_thread import InThread
from klog.storage.disk_work import DiskWork, WorkKind

T = TypeVar("T")

#: How many threads each kind has, at most; of those `OF_EACH_DISK`, each data directory.
LIMITS: Mapping[WorkKind, int] = {
    # As many waits as share a commit of the file system's journal; see `klog.storage.parallel_io`.
    WorkKind.FLUSH: 16,
    WorkKind.READ: 8,
    WorkKind.TRUNCATE: 4,
    # The cleaner has ``log.cleaner.threads`` of them at work, no more.
    WorkKind.COMPACT: 16,
    WorkKind.CREATE_OR_DELETE: 1,
    WorkKind.REMOVE: 1,
    WorkKind.CHECKPOINT: 1,
    WorkKind.MOVE: 2,
    # All are loaded by one, and each data directory is closed by one of its own: a disk that hangs costs the others nothing.
    WorkKind.LOAD_OR_CLOSE: 16,
}
#: The kinds that a partition's clients, leader and followers wait for, and those without which a disk that is well would be full one day,
#: or take long to recover. What makes and deletes partitions is done in the order in which it was asked for, whatever the directory: a
#: partition may be made anew in another one.
OF_EACH_DISK = frozenset({WorkKind.FLUSH, WorkKind.READ, WorkKind.TRUNCATE, WorkKind.REMOVE, WorkKind.CHECKPOINT})
#: How long a thread waits for more to do.
IDLE_S = 10.0
#: After how long another thread is asked for, where the process may have none.
RETRY_S = 0.5


class ThreadsReactor(Protocol):
    """What is needed of a reactor."""

    def callLater(self, delay: float, callable: Callable[..., object], *args: object) -> object:
        """IReactorTime's."""

    def callFromThread(self, callable: Callable[..., object], *args: object) -> object:
        """IReactorFromThreads's."""


class RunInThread(Protocol):
    """Runs a function in a thread for work of this kind, on this data directory; fires on the reactor's thread. An empty `disk` is none of
    them, or any: a place of its own."""

    def __call__(self, kind: WorkKind, function: Callable[[], T], /, disk: str = "") -> Deferred[T]: ...


class _Pool:
    """The threads of one kind."""

    def __init__(
        self,
        kind: WorkKind,
        limit: int,
        give_back: Callable[[Deferred[Any], Any], None],
        later: Callable[[Callable[[], None]], object],
    ) -> None:
        self._later = later
        self._name = f"klog-{kind.value}"
        self._limit = limit
        self._give_back = give_back
        self._mutex = threading.Lock()
        self._has_work = threading.Condition(self._mutex)
        self._waiting: deque[tuple[Callable[[], Any], Deferred[Any]]] = deque()
        self._threads = 0
        self._idle = 0

    def add(self, function: Callable[[], Any], deferred: Deferred[Any]) -> None:
        with self._mutex:
            self._waiting.append((function, deferred))
            if self._idle >= len(self._waiting):
                self._has_work.notify()
                return
            if self._threads >= self._limit:
                return
            self._threads += 1
        self._start()

    def _start(self) -> None:
        try:
            # Not `threading.Thread`: its `start` waits until the new thread runs, and this is the reactor's.
            _thread.start_new_thread(self._work, ())
        except RuntimeError:
            # The process may have no more threads. Nothing was done, so there is no outcome either: one of the threads that there are
            # takes it, or the next one that can be had.
            with self._mutex:
                self._threads -= 1
            self._later(self._try_again)

    def _try_again(self) -> None:
        with self._mutex:
            if not self._waiting or self._threads >= self._limit:
                return
            self._threads += 1
        self._start()

    def _work(self) -> None:
        threading.current_thread().name = self._name
        while True:
            with self._mutex:
                if not self._waiting:
                    self._idle += 1
                    self._has_work.wait(IDLE_S)
                    self._idle -= 1
                    if not self._waiting:
                        self._threads -= 1
                        return
                function, deferred = self._waiting.popleft()
            result: Any
            try:
                result = function()
            except BaseException:  # noqa: BLE001
                # What would end a thread is no reason for this one to end: some kinds have no other.
                result = Failure()  # type: ignore[no-untyped-call]
            self._give_back(deferred, result)
            # Nothing of it is kept while this thread waits.
            del function, deferred, result


class DiskThreads:
    """A `RunInThread` of real threads.

    :param reactor: where results are given back.
    """

    def __init__(self, reactor: ThreadsReactor, limits: Mapping[WorkKind, int] = LIMITS) -> None:
        self._reactor = reactor
        self._limits = limits
        self._pools: dict[tuple[WorkKind, str], _Pool] = {}

    def __call__(self, kind: WorkKind, function: Callable[[], T], /, disk: str = "") -> Deferred[T]:
        """Run `function`; what it raises is the Deferred's failure. One that is cancelled is run all the same."""
        deferred: Deferred[T] = Deferred()
        key = shared_by(kind, disk)
        pool = self._pools.get(key)
        if pool is None:
            pool = self._pools[key] = _Pool(kind, self._limits[kind], self._give_back, self._later)
        pool.add(function, deferred)
        return deferred

    def _later(self, function: Callable[[], None]) -> None:
        self._reactor.callLater(RETRY_S, function)

    def _give_back(self, deferred: Deferred[Any], result: Any) -> None:
        self._reactor.callFromThread(_fire, deferred, result)


def _fire(deferred: Deferred[Any], result: Any) -> None:
    if not deferred.called:
        deferred.callback(result)


def shared_by(kind: WorkKind, disk: str) -> tuple[WorkKind, str]:
    """Whose threads do such work: what gives the same shares them."""
    return kind, disk if kind in OF_EACH_DISK else ""


def of_kind(run_in_thread: RunInThread, kind: WorkKind, disk: str = "") -> InThread[Any]:
    """`run_in_thread` for work of one kind, on one data directory."""
    return lambda function: run_in_thread(kind, function, disk)


def do_in_thread(run_in_thread: RunInThread, work: DiskWork[T]) -> Deferred[T]:
    """Have all of `work` done. Fires with the last result when it is settled, or with what `run` or `complete` raised. Who cancels it only
    waits no longer."""
    outcome: Deferred[T] = Deferred()
    _turn(run_in_thread, work, outcome)
    return outcome


def _turn(run_in_thread: RunInThread, work: DiskWork[T], outcome: Deferred[T]) -> None:
    run_in_thread(work.kind, work.run, work.owner.disk).addBoth(_ended, run_in_thread, work, outcome)


def _ended(result: Any, run_in_thread: RunInThread, work: DiskWork[T], outcome: Deferred[T]) -> None:
    try:
        if isinstance(result, Failure):
            error = result.value
            work.settle(error=error if isinstance(error, Exception) else RuntimeError(str(error)))
        else:
            work.settle(result)
    except Exception:
        result = Failure()  # type: ignore[no-untyped-call]
    if work.needs_another_run:
        _turn(run_in_thread, work, outcome)
    elif not outcome.called:
        outcome.callback(result)
