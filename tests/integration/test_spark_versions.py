"""The Spark tests with the newest pyspark, in an environment of its own: the tests' own has the one whose Kafka connector is published.

In the soak only, as it downloads half a gigabyte; `KLOG_SPARK_PYTHON` names a Python that has another pyspark already, and the packages
of the tests besides.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import unittest

import pytest

from tests import peers

#: Installed for the occasion.
NEWEST = "pyspark==4.3.0"
#: What needs a JVM, but for kills and measurements.
FILES = ["tests/integration/test_spark.py"]


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "in the soak only")
class NewestSparkTests(unittest.TestCase):
    """`make soak`."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: pathlib.Path) -> None:
        self.folder = tmp_path

    def python(self) -> str:
        """A Python with the newest pyspark, which finds all else where this one does."""
        given = os.environ.get("KLOG_SPARK_PYTHON")
        if given:
            return given
        venv = self.folder / "venv"
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        python = str(venv / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", NEWEST], check=True)
        site = next((venv / "lib").glob("python*/site-packages"))
        (site / "others.pth").write_text("".join(f"{entry}\n" for entry in sys.path if os.path.basename(entry) == "site-packages"))
        return python

    def test_all_of_them_pass(self) -> None:
        peers.spark()
        python = self.python()
        asked = subprocess.run([python, "-c", "import pyspark; print(pyspark.__version__)"], capture_output=True, text=True, check=True)
        self.assertNotEqual(asked.stdout.strip(), peers.spark(), "that would be the same once more")
        # A share of the soak's rounds is enough: what differs between versions shows in one.
        environment = {name: value for name, value in os.environ.items() if name not in ("KLOG_SOAK", "KLOG_REQUIRE")}
        environment |= {"PYTHONPATH": str(peers.ROOT), "KLOG_REQUIRE": "spark"}
        done = subprocess.run(
            [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *FILES],
            cwd=peers.ROOT,
            env=environment,
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 0, done.stdout[-5000:] + done.stderr[-2000:])


if __name__ == "__main__":
    unittest.main()
