"""Spark's reports, and where it writes."""

from __future__ import annotations

import os
import pathlib
import shlex
import shutil
import tempfile
import unittest
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Done, Skip, StepFailed
from klog.cli.suite.host.site import KLOG_ROOT, SCRIPTS, Site
from klog.cli.suite.loads import spark


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
        environment = spark.spark_environment(pathlib.Path("/scratch/step/spark"))
        self.assertEqual(environment["PYTHONPATH"].split(os.pathsep)[0], str(KLOG_ROOT))

    def test_what_spark_and_its_jobs_write_is_below_a_folder(self) -> None:
        with mock.patch.dict(os.environ, {"SPARK_SUBMIT_OPTS": "-Da='b c'"}):
            environment = spark.spark_environment(pathlib.Path("/scratch/step/spark"))
        self.assertEqual((environment["TMPDIR"], environment["SPARK_LOCAL_DIRS"]), ("/scratch/step/spark", "/scratch/step/spark"))
        self.assertEqual(environment["SPARK_SUBMIT_OPTS"], "-Da='b c' -Djava.io.tmpdir=/scratch/step/spark")
        # Spark takes its options apart as a shell does.
        with mock.patch.dict(os.environ):
            os.environ.pop("SPARK_SUBMIT_OPTS", None)
            spaced = spark.spark_environment(pathlib.Path("/my scratch"))["SPARK_SUBMIT_OPTS"]
        self.assertEqual(shlex.split(spaced), ["-Djava.io.tmpdir=/my scratch"])


class FolderTests(SynchronousTestCase):
    """Where the peers' script writes."""

    def test_it_is_the_steps(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        script = folder / "spark_kafka"
        script.touch(0o755)
        site = Site(folder / "step", "smoke", Machine(), {SCRIPTS: str(folder)})
        running = mock.Mock(bootstrap="b:1")
        running.tools.return_value.run.return_value = Done('{"rows": 5}', 1.0, 1.0)
        with mock.patch("importlib.util.find_spec"):
            self.assertEqual(spark.bench(site, running, ("count",), "klog", (), 1.0), {"rows": 5})
        _, environment = running.tools.call_args.args
        for name in ("TMPDIR", "SPARK_LOCAL_DIRS"):
            path = pathlib.Path(environment[name])
            self.assertEqual((path, path.is_dir()), (folder / "step" / "spark", True), name)
