"""Threads in virtual time: work for threads is done piece by piece between the reactor's calls, in an order drawn from a seed.

A broker hands everything that waits for a disk to a thread, and its reactor goes on meanwhile. What comes between two steps of such work is
a matter of luck on a machine, and never happens where a test does it at once. Here each piece of work runs in a thread of its own, of which
one at a time may move, the reactor included: a *baton* is passed.

=============================== =========================================================================================================
the baton goes                  when
=============================== =========================================================================================================
from the reactor to a worker    a call of the virtual clock is due: the time is up that the work's next act takes
from the worker to the reactor  before each operation on the file system (`MemoryFileSystem.before_act`), and at the end
=============================== =========================================================================================================

So an operation happens at one moment, any requests, timers and other workers before and behind it, and the same seed gives the same order
to the last step. How long an act takes says `Interleaving.time_of`, and whether it fails `Interleaving.fault`: both may be replaced, and
that is how a disk is slow, hangs for ever, or breaks::

    broker = MemoryBroker(properties, interleave=7).start()
    threads = broker.interleaving
    threads.time_of = lambda act: math.inf if act.name == "sync" else threads.drawn_s(act)         # every sync hangs
    threads.fault = lambda act: OSError(errno.EIO, "broken") if act.path.endswith(".log") else None  # acts of the reactor, too

Long work that the reactor does in steps (`klog.broker.steps`) is interrupted in the same way: `Interleaving.pause_s` is asked behind
each step.

Work that is left when its process ends is ended with it (`Interleaving.close`): an `Ended` is raised where it waits. A test that ends
without it leaves threads behind that wait for ever.
"""

from __future__ import annotations

import functools
import math
import random
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.python.failure import Failure

from klog.broker.disk.threads import LIMITS, shared_by
from klog.storage.disk_work import WorkKind
from klog.storage.parallel_io import NotInTime

#: How long a worker may keep the baton, in seconds of the machine: one that waits for anything but the baton waits for ever.
_STUCK_S = 60.0
#: Of virtual time, between two looks whether a lock is free.
_LEAST_WAIT_S = 0.001
#: The act of who waits for what another holds (`klog.testing.filesystem.MemoryMutex`).
WAIT = "wait"


class Ended(BaseException):
    """The process that a worker belongs to has ended; raised in the worker."""


class Act(NamedTuple):
    """Something that a disk may take its time for.

    `kind` is that of the work (None where the reactor does it itself); `name` is an operation of the file system
    ("open", "read", "write", "sync", "sync_directory", "rename", "remove" …), "begin" before a piece of work, or "end" behind it.
    """

    kind: WorkKind | None
    name: str
    path: str


class _Worker:
    """One piece of work in a thread, which moves only while it holds the baton."""

    __slots__ = (
        "_act",
        "_threads",
        "act",
        "call",
        "ended",
        "error",
        "is_killed",
        "is_over",
        "kind",
        "result",
        "thread",
    )

    def __init__(self, threads: Interleaving, kind: WorkKind, act: Callable[[], Any], ended: Callable[[_Worker], None]) -> None:
        self.kind = kind
        self.ended = ended
        #: What it is about to do, and the call that will have it done; None where nothing will.
        self.act = Act(kind, "begin", "")
        self.call: IDelayedCall | None = None
        self.is_over = False
        self.result: Any = None
        self.error: Failure | None = None
        self.thread: _Thread | None = None
        self._threads = threads
        self._act = act
        self.is_killed = False

    def resume(self) -> None:
        """Give it the baton, and wait for it to come back. Called by whoever has it."""
        if self.thread is None:
            self.thread = self._threads._thread_for(self)
        thread = self.thread
        thread.go.release()
        if not thread.yielded.acquire(timeout=_STUCK_S):
            raise AssertionError(f"{self.act} waits for something that is none of the file system's")
        if self.is_over:
            self._threads._thread_rests(thread)

    def wait(self) -> None:
        """In the worker: give the baton back until `resume`. Raises Ended."""
        if not self.is_killed:
            assert self.thread is not None
            self.thread.yielded.release()
            self.thread.go.acquire()
        if self.is_killed:
            raise Ended

    def kill(self) -> None:
        """Its process has ended."""
        self.is_killed = True
        if self.thread is None:
            self.is_over = True
        elif not self.is_over:
            self.resume()

    def run(self) -> None:
        """In its thread: all of it."""
        try:
            self.result = self._act()
            self._threads._wait_for(self, Act(self.kind, "end", ""))
        except Exception:
            self.error = Failure()  # type: ignore[no-untyped-call]
        except Ended:
            pass
        finally:
            self.is_over = True


class _Thread(threading.Thread):
    """Runs one piece of work after the other; making a thread for each would take longer than most of them.

    :ivar worker: which is next; None: no more.
    """

    def __init__(self) -> None:
        super().__init__(name="klog-interleaved", daemon=True)
        self.worker: _Worker | None = None
        # The baton: each is held until it is passed.
        self.go = threading.Lock()
        self.yielded = threading.Lock()
        self.go.acquire()
        self.yielded.acquire()

    def run(self) -> None:
        """Until there is no more."""
        self.go.acquire()
        while self.worker is not None:
            try:
                self.worker.run()
            finally:
                self.yielded.release()
            self.go.acquire()

    def end(self) -> None:
        """Whose work is over."""
        self.worker = None
        self.go.release()
        self.join()


class Interleaving:
    """The threads of one process.

    :param clock: virtual; moved by the test.
    :param rng: draws every time and order.
    :ivar most_s: how long an act takes at most, in seconds; most take much less.
    :ivar pause_share: how many of the steps of long work are followed by a pause.
    :ivar time_of: seconds that a worker's act takes (`drawn_s`); 0: nothing comes between; infinity: it never happens.
    :ivar limits: how many pieces of work of each kind run at once, as in a broker (`klog.broker.disk.threads`).
    :ivar fault: what an act fails with, None for most. Asked about acts of the reactor, too.
    :ivar is_held: nothing of a worker's happens while it is True, but for `run_now`.
    :ivar acts: how many acts of workers there were.
    """

    def __init__(self, clock: IReactorTime, rng: random.Random) -> None:
        self.clock = clock
        self.random = rng
        self.most_s = 0.05
        self.pause_share = 0.5
        self.time_of: Callable[[Act], float] = self.drawn_s
        self.fault: Callable[[Act], OSError | None] = lambda act: None
        self.acts = 0
        self.is_held = False
        self.limits = dict(LIMITS)
        self._current: _Worker | None = None
        #: Begun and not over, hanging ones included.
        self._workers: dict[_Worker, None] = {}
        self._running: dict[tuple[WorkKind, str], int] = {}
        self._queues: dict[tuple[WorkKind, str], deque[_Worker]] = {}
        #: Those that have nothing to do.
        self._resting: list[_Thread] = []
        self._is_closed = False

    def drawn_s(self, act: Act) -> float:
        """Mostly a fraction of `most_s`, sometimes nothing at all."""
        drawn = self.random.random()
        return 0.0 if drawn < 0.1 else self.most_s * drawn**4

    def pause_s(self) -> float | None:
        """How long the reactor leaves long work alone behind a step; None where the next step follows at once."""
        return self.random.random() ** 4 * self.most_s if self.random.random() < self.pause_share else None

    @property
    def waiting(self) -> list[Act]:
        """What workers are about to do, hanging ones included."""
        return [worker.act for worker in self._workers]

    # Work

    def run_in_thread(self, kind: WorkKind, function: Callable[[], Any], disk: str = "") -> Deferred[Any]:
        """A `klog.broker.disk.threads.RunInThread`: the outcome comes at a time of its own."""
        deferred: Deferred[Any] = Deferred()

        def ended(worker: _Worker) -> None:
            if worker.error is not None:
                deferred.errback(worker.error)
            else:
                deferred.callback(worker.result)

        self._queue(_Worker(self, kind, function, ended), disk)
        return deferred

    def run_all(self, acts: Sequence[Callable[[], None]], seconds: float | None = None) -> list[Exception | None]:
        """A `klog.storage.parallel_io.RunAll` with a worker for each act; on the reactor's thread one by one."""
        parent = self._current
        late = NotInTime()
        if parent is None or (seconds is not None and seconds <= 0):
            return [_outcome(act) if seconds is None or seconds > 0 else late for act in acts]
        outcomes: list[Exception | None] = [late for _ in acts]
        left = len(acts)

        def ended(index: int, worker: _Worker) -> None:
            nonlocal left
            left -= 1
            error = None if worker.error is None else worker.error.value
            outcomes[index] = error if isinstance(error, Exception) else None
            if not left:
                if parent.call is not None:
                    parent.call.cancel()
                self._schedule(parent, 0.0)

        if acts:
            for index, act in enumerate(acts):
                self._begin(_Worker(self, parent.kind, act, functools.partial(ended, index)))
            # Woken by the last of them, or when the time is up.
            parent.act = Act(parent.kind, WAIT, "")
            if seconds is not None:
                self._schedule(parent, seconds)
            parent.wait()
            # Whoever ends from now on comes too late.
            left = -1
        return list(outcomes)

    def before_act(self, name: str, path: str) -> None:
        """For `MemoryFileSystem.before_act`."""
        worker = self._current
        act = Act(None if worker is None else worker.kind, name, path)
        if worker is not None:
            self._wait_for(worker, act)
        elif name == WAIT:
            self._move_any()
        error = self.fault(act)
        if error is not None:
            raise error

    def run_now(self) -> int:
        """Let everything end that does not hang, in an order of its own, without time passing; how many pieces of work it was."""
        count = 0
        while True:
            ready = [worker for worker in self._workers if worker.call is not None]
            if not ready:
                return count
            worker = self.random.choice(ready)
            assert worker.call is not None
            worker.call.cancel()
            count += self._move(worker)

    def _move_any(self) -> None:
        """The reactor waits for a worker: one of them gets further, without time passing."""
        ready = [worker for worker in self._workers if worker.call is not None]
        if not ready:
            raise AssertionError("the reactor waits for a thread that hangs")
        worker = self.random.choice(ready)
        assert worker.call is not None
        worker.call.cancel()
        self._move(worker)

    def close(self) -> None:
        """The process ends, and all of its threads with it."""
        self._is_closed = True
        workers, self._workers = self._workers, {}
        self._queues.clear()
        for worker in workers:
            if worker.call is not None and worker.call.active():
                worker.call.cancel()
            previous, self._current = self._current, worker
            try:
                worker.kill()
            finally:
                self._current = previous
        while self._resting:
            self._resting.pop().end()

    # Threads, and the baton

    def _thread_for(self, worker: _Worker) -> _Thread:
        if self._resting:
            thread = self._resting.pop()
        else:
            thread = _Thread()
            thread.start()
        thread.worker = worker
        return thread

    def _thread_rests(self, thread: _Thread) -> None:
        if self._is_closed:
            thread.end()
        else:
            thread.worker = None
            self._resting.append(thread)

    def _queue(self, worker: _Worker, disk: str) -> None:
        threads = shared_by(worker.kind, disk)
        if self._running.get(threads, 0) >= self.limits[worker.kind]:
            self._queues.setdefault(threads, deque()).append(worker)
            return
        self._running[threads] = self._running.get(threads, 0) + 1
        ended = worker.ended

        def next_one(over: _Worker) -> None:
            self._running[threads] -= 1
            queue = self._queues.get(threads)
            if queue:
                self._queue(queue.popleft(), disk)
            ended(over)

        worker.ended = next_one
        self._begin(worker)

    def _begin(self, worker: _Worker) -> None:
        if self._is_closed:
            return
        self._workers[worker] = None
        seconds = self.time_of(worker.act)
        if seconds < math.inf:
            self._schedule(worker, seconds)

    def _schedule(self, worker: _Worker, seconds: float) -> None:
        worker.call = self.clock.callLater(seconds, self._due, worker)

    def _due(self, worker: _Worker) -> None:
        if self.is_held:
            self._schedule(worker, self.most_s)
        else:
            self._move(worker)

    def _move(self, worker: _Worker) -> bool:
        """Let it do its next act; whether it is over then."""
        worker.call = None
        previous, self._current = self._current, worker
        try:
            worker.resume()
        finally:
            self._current = previous
        if worker.is_over:
            del self._workers[worker]
            worker.ended(worker)
        return worker.is_over

    def _wait_for(self, worker: _Worker, act: Act) -> None:
        """In a worker: it is about to do `act`, which happens when this returns."""
        self.acts += 1
        if not worker.is_killed:
            # Who waits for another lets it get further in any case, also where acts take no time.
            seconds = max(self.most_s / 10, _LEAST_WAIT_S) if act.name == WAIT else self.time_of(act)
            if seconds <= 0.0 and not self.is_held:
                # Nothing comes between.
                return
            worker.act = act
            if seconds < math.inf:
                self._schedule(worker, seconds)
        worker.wait()


def _outcome(act: Callable[[], None]) -> Exception | None:
    try:
        act()
    except Exception as error:
        return error
    return None
