"""What a session is started with, without starting one; that one starts is seen in tests/integration/test_spark.py."""

from __future__ import annotations

import os
import pathlib
import sys
import unittest

import pytest

from klog.spark import session
from klog.spark.launcher import CannotStart


class SettingsTests(unittest.TestCase):
    """What is chosen for a master."""

    def test_local_masters(self) -> None:
        cores = os.cpu_count()
        for master, expected in (
            ("local", 1),
            ("local[3]", 3),
            ("local[*]", cores),
            ("local[2,4]", 2),
            ("local[*, 3]", cores),
            ("local-cluster[2,1,1024]", None),
            ("spark://host:7077", None),
            ("yarn", None),
            ("k8s://https://host", None),
        ):
            self.assertEqual(session.local_cores(master), expected, master)

    def test_a_local_session_is_bound_to_loopback_and_a_cluster_is_left_alone(self) -> None:
        local = session.default_settings("local[3]")
        self.assertEqual({local["spark.driver.host"], local["spark.driver.bindAddress"]}, {"127.0.0.1"})
        self.assertEqual(local["spark.sql.shuffle.partitions"], "3")
        self.assertEqual(set(session.default_settings("yarn")), {"spark.sql.python.filterPushdown.enabled"})

    def test_the_environment(self) -> None:
        added = session.environment_for("local[2]", {}, java_home="/jdk", is_registered=True)
        self.assertEqual(added["JAVA_HOME"], "/jdk")
        self.assertEqual(added["SPARK_LOCAL_IP"], "127.0.0.1")
        self.assertEqual({added["PYSPARK_PYTHON"], added["PYSPARK_DRIVER_PYTHON"]}, {sys.executable})
        self.assertNotIn("PYTHONPATH", added)
        mine = {"PYSPARK_PYTHON": "/p", "PYSPARK_DRIVER_PYTHON": "/d", "SPARK_LOCAL_IP": "127.0.0.2", "PYTHONPATH": "/mine"}
        added = session.environment_for("local[2]", mine, java_home="/jdk", is_registered=False)
        self.assertEqual(
            {name: added[name] for name in mine if name != "PYTHONPATH"}, {name: mine[name] for name in mine if name != "PYTHONPATH"}
        )
        path = added["PYTHONPATH"].split(os.pathsep)
        self.assertEqual(path[-1], "/mine")
        self.assertTrue((pathlib.Path(path[0]) / "klog").is_dir())
        self.assertEqual(path[1], str(session.AUTOLOAD))
        self.assertEqual(session.environment_for("yarn", {}, java_home=None, is_registered=True), {})

    def test_the_environment_is_put_back(self) -> None:
        before = dict(os.environ)
        with self.assertRaises(KeyError), session._environment({"JAVA_HOME": "/x", "KLOG_NEVER_SET": "1"}):
            self.assertEqual((os.environ["JAVA_HOME"], os.environ["KLOG_NEVER_SET"]), ("/x", "1"))
            raise KeyError
        self.assertEqual(dict(os.environ), before)

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: pathlib.Path) -> None:
        self.folder = tmp_path

    def test_standard_error_goes_to_a_file_for_children(self) -> None:
        path = self.folder / "log"
        for _ in range(2):
            with session._standard_error(path):
                os.system("echo from a child >&2")
        self.assertEqual(path.read_text(), "from a child\n" * 2)
        self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        (self.folder / "link").symlink_to(path)
        with self.assertRaises(OSError), session._standard_error(self.folder / "link"):
            pass

    def test_another_spark_than_pyspark_is_named(self) -> None:
        session.check_spark_home({}, "4.2.0")
        session.check_spark_home({"SPARK_HOME": ""}, "4.2.0")
        jars = self.folder / "jars"
        jars.mkdir()
        where = {"SPARK_HOME": str(self.folder)}
        with self.assertRaisesRegex(CannotStart, "there is no Spark"):
            session.check_spark_home(where, "4.2.0")
        (jars / "spark-core_2.13-4.2.1.jar").touch()
        session.check_spark_home(where, "4.2.0")
        with self.assertRaisesRegex(CannotStart, r"which is Spark 4\.2, and the package pyspark is 4\.3\.0.*pip install 'pyspark==4\.2"):
            session.check_spark_home(where, "4.3.0")

    def test_the_first_line_of_a_failure(self) -> None:
        self.assertEqual(session.first_line(ValueError("one thing.\n  at Java")), "one thing")
        self.assertEqual(session.first_line(ValueError("")), "ValueError")


if __name__ == "__main__":
    unittest.main()
