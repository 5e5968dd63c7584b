"""``format("klog")`` where the environment is not activated: ``venv/bin/python job.py`` with another ``python3`` on the PATH."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import pytest

from klog.spark.launcher import java_home_for_spark
from klog.spark.session import AUTOLOAD
from tests import peers

#: So that those meet it who need it.
FIRST_LINES = 25
LOAD = """
frame = spark.read.format("klog").option("kafka.bootstrap.servers", "127.0.0.1:1").option("subscribe", "orders").load()
print("FOUND", frame.columns[0])
"""
BUILT = 'from pyspark.sql import SparkSession\nspark = SparkSession.builder.master("local[1]").getOrCreate()\n'
STARTED = 'from klog.spark.session import start\nspark = start(master="local[1]")\n'


def recipe() -> str:
    """What the page says to whoever builds a session himself."""
    page = "\n".join((peers.ROOT / "docs" / "spark.md").read_text(encoding="utf-8").splitlines()[:FIRST_LINES])
    found = re.search(r'`(os\.environ\["PYSPARK_PYTHON"\] = sys\.executable)`', page)
    assert found is not None and "DATA_SOURCE_NOT_FOUND" in page, "the page does not say it where it happens to people"
    return found[1]


class PageTests(unittest.TestCase):
    """docs/spark.md."""

    def test_the_page_says_it_first(self) -> None:
        self.assertIn("PYSPARK_PYTHON", recipe())


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "three sessions of Spark: in the soak only")
class PythonTests(unittest.TestCase):
    """Jobs as processes of their own."""

    def run_job(self, text: str) -> str:
        peers.spark()
        with tempfile.TemporaryDirectory() as folder:
            job = pathlib.Path(folder, "job.py")
            job.write_text(text + LOAD, encoding="utf-8")
            environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYSPARK", "SPARK", "VIRTUAL_ENV"))}
            # A python3 that is there, and has no packages.
            python3 = pathlib.Path(folder, "python3")
            python3.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n', encoding="utf-8")
            python3.chmod(0o755)
            environment["PATH"] = f"{folder}:/usr/bin:/bin"
            environment["JAVA_HOME"] = java_home_for_spark(os.environ)
            environment["PYTHONPATH"] = os.pathsep.join([str(peers.ROOT), str(AUTOLOAD)])
            done = subprocess.run([sys.executable, str(job)], env=environment, cwd=folder, capture_output=True, text=True, timeout=300)
            return done.stdout + done.stderr

    def test_a_session_that_klog_starts(self) -> None:
        self.assertIn("FOUND key", self.run_job(STARTED))

    def test_a_session_of_ones_own(self) -> None:
        self.assertNotIn("FOUND", self.run_job(BUILT), "then the page need not say it any more")
        self.assertIn("FOUND key", self.run_job(f"import os\nimport sys\n{recipe()}\n{BUILT}"))
