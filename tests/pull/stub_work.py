"""Work for the runner's tests, found by its name in worker processes: what it does stands in the range's topic."""

from __future__ import annotations

import os
import pathlib
import signal
import time

from klog.pull.errors import RecordsLost
from klog.pull.types import Report, TaskProgress, TaskResult, TaskSpec


def work(spec: TaskSpec, report: Report | None = None) -> TaskResult:
    """``fine``, ``raise`` (always), ``lost`` (for good), ``kill``, ``exit`` (both the first `partition` times), ``print``, ``sleep``."""
    what, times = spec.range.topic, spec.range.partition
    notes = pathlib.Path(spec.settings.target) / str(spec.number)
    attempt = len(list(notes.glob("*"))) + 1 if notes.exists() else 1
    notes.mkdir(exist_ok=True)
    (notes / f"{attempt}-{os.getpid()}").touch()
    if what == "raise":
        raise ValueError(f"no luck\nin attempt {attempt}")
    if what == "lost":
        raise RecordsLost("lost", 0, "they are gone")
    if what == "kill" and attempt <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "exit" and attempt <= times:
        os._exit(3)
    if what == "print":
        print("this goes to standard error")
    if what == "sleep":
        for at in range(1000):
            if report is not None:
                report(TaskProgress(spec.number, at, 0, spec.range.start + at))
            time.sleep(0.05)
    return TaskResult(spec.number, (), attempt)
