"""Runs a pull's tasks on Spark: one job of as many tasks as there are ranges, in which no record passes the JVM.

``parallelize(specs).map(run_task).collect()``: executors fetch, decode and write the staged files themselves, and only what became of each
range comes back. Tasks that fail are tried again by Spark: ``spark.task.maxFailures`` times on a cluster, and on a local master only where
its name says so (``local[2,4]``). Which attempt's answer counts is Spark's to say; files of the others are swept.

Ranges are read under the job group `GROUP` and this runner's number; Ctrl-C cancels it. What executors tell comes back through an
accumulator, when a task is done.
"""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Callable, Sequence
from typing import Any

from py4j.protocol import Py4JError, Py4JJavaError
from pyspark import AccumulatorParam, InheritableThread
from pyspark.errors import PySparkException

from klog.pull.errors import PullError, TaskFailed
from klog.pull.runner import RUN_TASK, report_done
from klog.pull.types import Report, TaskResult, TaskSpec
from klog.pull.worker import call

GROUP = "klog pull"
#: How often progress is looked at.
POLL_S = 0.2
#: How long a cancelled job may take to end.
CANCEL_S = 30.0

_numbers = itertools.count(1)
#: The error of the worker in what Spark makes of it: the last line that is no frame of a traceback.
_ERROR_LINE = re.compile(
    r"^[A-Za-z_][\w.]*(?:Error|Exception|Loss|Range|Failed|Record|Lost|Found|Conflict|Damaged|Timeout|Interrupt)\b.*", re.MULTILINE
)
_EARLIER = re.compile(r"failed (\d+) times")


class _Done(AccumulatorParam):
    """Results of tasks, in any order; perhaps twice, where a task ran twice."""

    def zero(self, value: list[TaskResult]) -> list[TaskResult]:
        return []

    def addInPlace(self, value1: list[TaskResult], value2: list[TaskResult]) -> list[TaskResult]:
        value1.extend(value2)
        return value1


class SparkRunner:
    """
    ::

        from klog.spark.session import start

        pull(settings, SparkRunner(start("local[2,4]")))

    :param session: a running ``SparkSession``, which stays its owner's.
    :param work: ``module:function`` of what the executors do.
    """

    def __init__(self, session: Any, *, work: str = RUN_TASK) -> None:
        self._context = session.sparkContext
        self._work = work

    @property
    def workers(self) -> int:
        """How many tasks run at the same time, as Spark reckons."""
        return int(self._context.defaultParallelism)

    def start(self) -> None:
        """Nothing to do: Spark starts its workers itself."""

    def close(self) -> None:
        """Nothing to do: the session is its owner's to end."""

    def run(self, specs: Sequence[TaskSpec], report: Report, notice: Callable[[str], None]) -> list[TaskResult]:
        """The results of all specs, in their order.

        :raises TaskFailed: a task failed as often as Spark tries it. :raises PullError: executors have no klog; Spark itself failed.
        """
        if not specs:
            return []
        context, work = self._context, self._work
        group = f"{GROUP} {next(_numbers)}"
        done = context.accumulator([], _Done())
        outcome: list[Any] = []

        def one(spec: TaskSpec) -> TaskResult:
            result = call(work, spec)
            done.add([result])
            return result

        def job() -> None:
            context.setJobGroup(group, f"klog pull: {len(specs)} ranges into {specs[0].settings.target}", interruptOnCancel=True)
            try:
                outcome.append(context.parallelize(list(specs), len(specs)).map(one).collect())
            except BaseException as error:
                outcome.append(error)

        thread = InheritableThread(target=job, daemon=True)
        thread.start()
        try:
            self._watch(thread, {spec.number: spec for spec in specs}, done, report)
        except BaseException:
            context.cancelJobGroup(group)
            thread.join(CANCEL_S)
            raise
        (found,) = outcome
        if isinstance(found, BaseException):
            raise sentence_of(found, specs) from None
        return sorted(found, key=lambda result: result.number)

    def _watch(self, thread: threading.Thread, specs: dict[int, TaskSpec], done: Any, report: Report) -> None:
        told = 0
        while True:
            alive = thread.is_alive()
            results = list(done.value)
            for result in results[told:]:
                report_done(report, specs[result.number], result)
            told = len(results)
            if not alive:
                return
            thread.join(POLL_S)


def sentence_of(error: BaseException, specs: Sequence[TaskSpec]) -> BaseException:
    """What Spark's error says about a pull."""
    if not isinstance(error, Py4JError | PySparkException):
        return error
    text = str(error.java_exception) if isinstance(error, Py4JJavaError) else str(error)
    if re.search(r"ModuleNotFoundError: No module named 'klog", text):
        return PullError(
            "An executor of Spark has no klog (or another one): install it there with the same Python, pip install 'klog[spark]', "
            "or hand it over with --py-files"
        )
    lines: list[str] = _ERROR_LINE.findall(text)
    why = lines[-1] if lines else text.strip().splitlines()[0]
    # "klog.arrow.errors.DataLoss: OFFSET_OUT_OF_RANGE: …": the class says less than the sentence.
    why = re.sub(r"^klog\.[\w.]+: ", "", why.strip())
    attempts = _EARLIER.search(text)
    return TaskFailed(f"A pull of {len(specs)} ranges on Spark", int(attempts[1]) if attempts else 0, why)
