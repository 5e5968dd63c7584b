"""Spark's reports."""

from __future__ import annotations

import os
import pathlib
import unittest
from unittest import mock

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Done, Skip, StepFailed
from klog.cli.suite.loads import spark
from klog.cli.suite.steps.site import KLOG_ROOT, Site


class SparkTests(unittest.TestCase):
    """`read_report`, and what is missing."""

    def test_a_report_behind_what_spark_says(self) -> None:
        text = 'WARN something\nspark_kafka: count {"rows": 1}\n{\n "rows": 5,\n "count": {"rows_per_s": 3, "cpu_s": 1}\n}\n'
        self.assertEqual(spark.read_report(Done(text, 1, 1))["rows"], 5)
        self.assertEqual(spark.read_report(Done('{"pull": {"rows": 7}}\n', 1, 1)), {"pull": {"rows": 7}})
        with self.assertRaises(StepFailed):
            spark.read_report(Done("Traceback", 1, 1))

    def test_without_spark(self) -> None:
        site = Site(pathlib.Path("/nonexistent"), "smoke", Machine(), {})
        with mock.patch("importlib.util.find_spec", return_value=None), self.assertRaises(Skip) as caught:
            spark.bench(site, mock.Mock(), ("count",), "klog", (), 1.0)
        self.assertIn("Spark is not installed", str(caught.exception))

    def test_what_workers_import(self) -> None:
        self.assertEqual(spark.spark_environment()["PYTHONPATH"].split(os.pathsep)[0], str(KLOG_ROOT))
