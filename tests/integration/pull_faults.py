"""What goes wrong in the fire tests of ``klog pull``: work that fails or is killed, and a driver that kills itself at one act.

Faults are files in the folder ``<target>-faults``, each taken (removed) by who carries it out, so that each happens once however many
processes there are: ``raise`` and ``kill`` for workers. As a program this is a driver, which pulls once, dies by SIGKILL where it is
told to, and prints how many rows it pulled: ``python -m tests.integration.pull_faults JSON``.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import threading
from typing import Any

from klog.client.settings import ClientSettings
from klog.pull.files import RealFiles
from klog.pull.job import pull
from klog.pull.runner import LocalRunner
from klog.pull.settings import PullSettings
from klog.pull.task import run_task
from klog.pull.types import Report, TaskResult, TaskSpec

WORK = "tests.integration.pull_faults:work"


def faults_of(target: str) -> str:
    """The folder of a target's faults."""
    return f"{target}-faults"


def leave(target: str, *names: str) -> None:
    """Have each of these faults happen once."""
    folder = faults_of(target)
    os.makedirs(folder, exist_ok=True)
    for name in names:
        with open(f"{folder}/{name}", "x", encoding="utf-8"):
            pass


def left(target: str) -> list[str]:
    """The faults that did not happen yet."""
    return sorted(os.listdir(faults_of(target)))


def _take(target: str, kind: str) -> bool:
    folder = faults_of(target)
    for name in os.listdir(folder) if os.path.isdir(folder) else ():
        if name.startswith(kind):
            try:
                os.unlink(f"{folder}/{name}")
            except FileNotFoundError:
                continue
            return True
    return False


def work(spec: TaskSpec, report: Report | None = None) -> TaskResult:
    """The real thing, with what goes wrong."""
    target = spec.settings.target
    if _take(target, "kill"):
        # Some time in the task, or when it is done and has not said so.
        threading.Timer(random.random() * 0.05, os.kill, (os.getpid(), signal.SIGKILL)).start()
        run_task(spec, report)
        os.kill(os.getpid(), signal.SIGKILL)
    if _take(target, "raise"):
        run_task(spec, report)
        raise RuntimeError("the task fails once its files are staged")
    return run_task(spec, report)


class DyingFiles(RealFiles):
    """The real file system, on which this process dies before or after the n-th act of one kind."""

    def __init__(self, act: str, number: int, after: bool) -> None:
        self._act, self._left, self._after = act, number, after

    def _die(self, act: str, path: str, after: bool) -> None:
        if act != self._act or "/staging/" in path:
            return
        if after == self._after:
            self._left -= 1
            if not self._left:
                os.kill(os.getpid(), signal.SIGKILL)

    def link(self, old: str, new: str) -> None:
        """May be the last act."""
        self._die("link", new, False)
        super().link(old, new)
        self._die("link", new, True)

    def rename(self, old: str, new: str) -> None:
        """May be the last act."""
        self._die("rename", new, False)
        super().rename(old, new)
        self._die("rename", new, True)


def settings_of(bootstrap: str, target: str, **changes: Any) -> PullSettings:
    """What all these pulls are told."""
    wanted: dict[str, Any] = {"pattern": "fire.*", "max_records": 700, "fetch_bytes": 16_384, **changes}
    return PullSettings(client=ClientSettings(bootstrap_servers=bootstrap), target=target, **wanted)


def main(told: dict[str, Any]) -> None:
    """A driver."""
    files = DyingFiles(*told["die"]) if told.get("die") else RealFiles()
    settings = settings_of(told["bootstrap"], told["target"])
    if told.get("spark"):
        from klog.pull.spark_runner import SparkRunner
        from tests.spark import spark_session

        runner: Any = SparkRunner(spark_session.get({"spark.master": "local[2,4]"}), work=WORK)
    else:
        runner = LocalRunner(2, work=WORK)
    try:
        print(pull(settings, runner, files=files).rows)
    finally:
        runner.close()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
