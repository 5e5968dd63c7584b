"""What Spark's errors say about a pull, without a JVM; tasks on Spark are in tests/integration."""

from __future__ import annotations

import unittest

from tests import peers

try:
    import pyspark  # noqa: F401
except ImportError:
    pyspark = None  # type: ignore[assignment]

TRACEBACK = """An exception was thrown from the Python worker:
Traceback (most recent call last):
  File "pyspark/worker.py", line 3622, in main
    process()
  File "klog/pull/task.py", line 42, in run_task
    raise error
%s
"""


class SparkRunnerTests(unittest.TestCase):
    """Sentences."""

    def setUp(self) -> None:
        if pyspark is None:
            peers.missing("spark", "pip install pyspark")

    def sentence(self, text: str) -> str:
        from pyspark.errors import PySparkException

        from klog.pull.spark_runner import sentence_of

        return str(sentence_of(PySparkException(text), [None] * 3))  # type: ignore[list-item]

    def test_the_workers_own_words(self) -> None:
        loss = "klog.arrow.errors.DataLoss: OFFSET_OUT_OF_RANGE: topic a, partition 0: the offsets from 1 to before 3 cannot be read"
        self.assertEqual(
            self.sentence(TRACEBACK % loss),
            "A pull of 3 ranges on Spark: OFFSET_OUT_OF_RANGE: topic a, partition 0: the offsets from 1 to before 3 cannot be read",
        )
        self.assertEqual(self.sentence(TRACEBACK % "RuntimeError: no luck"), "A pull of 3 ranges on Spark: RuntimeError: no luck")

    def test_how_often(self) -> None:
        text = "Job aborted due to stage failure: Task 1 in stage 0.0 failed 4 times, most recent failure: Lost task\n"
        self.assertEqual(
            self.sentence(text + TRACEBACK % "ValueError: x"), "A pull of 3 ranges on Spark: tried 4 times; the last time: ValueError: x"
        )

    def test_an_executor_without_klog(self) -> None:
        told = self.sentence(TRACEBACK % "ModuleNotFoundError: No module named 'klog'")
        self.assertIn("An executor of Spark has no klog", told)
        self.assertIn("--py-files", told)

    def test_other_errors_are_left_as_they_are(self) -> None:
        from klog.pull.spark_runner import sentence_of

        error = KeyError("x")
        self.assertIs(sentence_of(error, []), error)
