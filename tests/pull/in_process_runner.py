"""A runner that does the tasks in this process: no retries, no processes, the real worker function."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from klog.pull.runner import report_done
from klog.pull.task import run_task
from klog.pull.types import Report, TaskResult, TaskSpec


class InProcessRunner:
    """One task after the other.

    :param work: what to do, where it is not the real thing.
    """

    workers = 1

    def __init__(self, work: Callable[[TaskSpec, Report | None], TaskResult] = run_task) -> None:
        self._work = work

    def run(self, specs: Sequence[TaskSpec], report: Report, notice: Callable[[str], None]) -> list[TaskResult]:
        """The results of all specs."""
        results = []
        for spec in specs:
            results.append(self._work(spec, report))
            report_done(report, spec, results[-1])
        return results
