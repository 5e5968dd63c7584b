"""Runs a pull's tasks on this machine, in a few processes of its own.

Each worker is ``python -m klog.pull.worker``, with a pipe to it and one from it. It is a fresh interpreter, so neither threads nor locks
nor connections of this process come along, and what is killed is one worker and no more: its task goes to another, up to
`PullSettings.max_attempts` times. Workers stay for the next run, until `close`. If this process goes away they see their input end, and
end as well. Whatever makes `run` raise (a task that failed for good, Ctrl-C), all workers are stopped first: nobody writes
into the staging folder any more when it returns.
"""

from __future__ import annotations

import collections
import os
import pickle
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from klog.pull.errors import TaskFailed
from klog.pull.types import Report, TaskProgress, TaskResult, TaskSpec
from klog.pull.worker import LENGTH, frame

RUN_TASK = "klog.pull.task:run_task"
#: First and longest pause before a task that failed is tried again.
RETRY_S, RETRY_MAX_S = 0.2, 5.0
_READ_BYTES = 1 << 16


class _Worker:
    """One process."""

    def __init__(self, work: str, environment: Mapping[str, str]) -> None:
        command = [sys.executable, "-m", "klog.pull.worker", work]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(environment))
        assert self.process.stdin is not None and self.process.stdout is not None
        self._input, self.output = self.process.stdin, self.process.stdout
        os.set_blocking(self.output.fileno(), False)
        self._buffer = bytearray()
        self.busy: _Attempt | None = None

    def ask(self, number: int, work: str, spec: TaskSpec) -> None:
        try:
            self._input.write(frame((number, work, spec)))
            self._input.flush()
        except BrokenPipeError:
            pass  # its output has ended as well, which is seen next

    def answers(self) -> tuple[list[Any], bool]:
        """What it said, and whether it is gone."""
        ended = False
        while True:
            try:
                data = os.read(self.output.fileno(), _READ_BYTES)
            except BlockingIOError:
                break
            if not data:
                ended = True
                break
            self._buffer += data
        found = []
        while len(self._buffer) >= LENGTH.size:
            end = LENGTH.size + LENGTH.unpack_from(self._buffer)[0]
            if len(self._buffer) < end:
                break
            found.append(pickle.loads(self._buffer[LENGTH.size : end]))
            del self._buffer[:end]
        return found, ended

    def end(self, *, kill: bool) -> None:
        """Have it end, and wait for that."""
        if kill:
            self.process.kill()
        try:
            self._input.close()
        except BrokenPipeError:
            pass
        self.process.wait()
        self.output.close()

    def how_it_ended(self) -> str:
        code = self.process.returncode
        if code >= 0:
            return f"its worker process ended with exit code {code}"
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        return f"its worker process was killed by {name}"


class _Attempt:
    """A task that is to be tried, for the n-th time."""

    __slots__ = ("count", "not_before", "request", "spec")

    def __init__(self, spec: TaskSpec, count: int, not_before: float = 0.0) -> None:
        self.spec = spec
        self.count = count
        self.not_before = not_before
        self.request = -1


class LocalRunner:
    """
    ::

        with LocalRunner(workers=2) as runner:
            pull(settings, runner)

    :param workers: processes at most; None: one for each processor that this process may use.
    :param work: ``module:function`` of what they do.
    :param clock: seconds, never going back.
    """

    def __init__(self, workers: int | None = None, *, work: str = RUN_TASK, clock: Callable[[], float] = time.monotonic) -> None:
        self._count = workers if workers is not None else processors()
        if self._count < 1:
            raise ValueError(f"{workers} workers cannot do anything; at least 1 is needed")
        self._work = work
        self._clock = clock
        self._workers: list[_Worker] = []
        self._requests = 0
        # Workers find the modules that this process finds, whatever its way to them.
        self._environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}

    @property
    def workers(self) -> int:
        """How many tasks run at the same time."""
        return self._count

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers that run."""
        return [worker.process.pid for worker in self._workers]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def start(self, count: int | None = None) -> None:
        """Start workers ahead of `run`, so that they are ready when the plan is. :param count: not more than so many."""
        while len(self._workers) < min(self._count, self._count if count is None else count):
            self._workers.append(_Worker(self._work, self._environment))

    def close(self) -> None:
        """End all workers."""
        self._stop(kill=False)

    def _stop(self, *, kill: bool) -> None:
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.end(kill=kill)

    def run(self, specs: Sequence[TaskSpec], report: Report, notice: Callable[[str], None]) -> list[TaskResult]:
        """The results of all specs, in their order.

        :raises TaskFailed: one failed as often as it may, or in a way that would be the same each time.
        """
        if not specs:
            return []
        self.start(len(specs))
        waiting = collections.deque(_Attempt(spec, 1) for spec in specs)
        results: dict[int, TaskResult] = {}
        try:
            with selectors.DefaultSelector() as selector:
                for worker in self._workers:
                    selector.register(worker.output, selectors.EVENT_READ, worker)
                while len(results) < len(specs):
                    self._hand_out(waiting)
                    for key, _ in selector.select(self._pause(waiting)):
                        worker = key.data
                        answers, ended = worker.answers()
                        for answer in answers:
                            self._take(worker, answer, results, waiting, report, notice)
                        if ended:
                            selector.unregister(worker.output)
                            self._bury(worker, waiting, notice)
                            if len(self._workers) < len(specs) - len(results):
                                fresh = _Worker(self._work, self._environment)
                                self._workers.append(fresh)
                                selector.register(fresh.output, selectors.EVENT_READ, fresh)
        except BaseException:
            self._stop(kill=True)
            raise
        return [results[spec.number] for spec in specs]

    def _hand_out(self, waiting: collections.deque[_Attempt]) -> None:
        now = self._clock()
        for worker in self._workers:
            if worker.busy is not None:
                continue
            attempt = next((one for one in waiting if one.not_before <= now), None)
            if attempt is None:
                return
            waiting.remove(attempt)
            self._requests += 1
            attempt.request = self._requests
            worker.busy = attempt
            worker.ask(attempt.request, self._work, attempt.spec)

    def _pause(self, waiting: collections.deque[_Attempt]) -> float | None:
        """How long to wait for answers: until a free worker may take up something, or for ever."""
        if not waiting or all(worker.busy is not None for worker in self._workers):
            return None
        return max(0.0, min(one.not_before for one in waiting) - self._clock())

    def _take(
        self,
        worker: _Worker,
        answer: Any,
        results: dict[int, TaskResult],
        waiting: collections.deque[_Attempt],
        report: Report,
        notice: Callable[[str], None],
    ) -> None:
        request, kind, value = answer
        attempt = worker.busy
        if attempt is None or attempt.request != request:
            return
        if kind == "progress":
            report(value)
            return
        worker.busy = None
        if kind == "done":
            results[attempt.spec.number] = value
            report_done(report, attempt.spec, value)
            return
        why, is_final = value
        self._again(attempt, why, is_final, waiting, notice)

    def _bury(self, worker: _Worker, waiting: collections.deque[_Attempt], notice: Callable[[str], None]) -> None:
        self._workers.remove(worker)
        worker.end(kill=False)
        if worker.busy is not None:
            self._again(worker.busy, worker.how_it_ended(), False, waiting, notice)

    def _again(
        self, attempt: _Attempt, why: str, is_final: bool, waiting: collections.deque[_Attempt], notice: Callable[[str], None]
    ) -> None:
        if is_final or attempt.count >= attempt.spec.settings.max_attempts:
            raise TaskFailed(str(attempt.spec), attempt.count, why)
        notice(f"{attempt.spec}: {why}; it is tried again")
        pause_s = min(RETRY_S * 2 ** (attempt.count - 1), RETRY_MAX_S)
        waiting.append(_Attempt(attempt.spec, attempt.count + 1, self._clock() + pause_s))


def report_done(report: Report, spec: TaskSpec, result: TaskResult) -> None:
    """Tell that a task is through."""
    report(TaskProgress(spec.number, result.rows, result.fetched_bytes, spec.range.end))


def processors() -> int:
    """How many this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1
