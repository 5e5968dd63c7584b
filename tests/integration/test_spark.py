"""Spark for real, in one session for the whole file (`tests.spark.spark_session`): what needs a JVM to be believed.

Everything that can be judged without one is tested without one, in tests/spark and tests/pull. About ten tests live here, each of a few
seconds; kills and long runs have files of their own. Without Java or pyspark all of them are skipped by the name ``spark``.
"""

from __future__ import annotations

import itertools
import pathlib
import tempfile
import unittest
from typing import Any, ClassVar

from klog.testing.embedded import Broker
from tests.spark import spark_session

_names = itertools.count()


class SparkCase(unittest.TestCase):
    """One broker and one session for a class; a topic for each test."""

    spark: ClassVar[Any]
    broker: ClassVar[Broker]

    @classmethod
    def setUpClass(cls) -> None:
        cls.spark = spark_session.get()
        cls.broker = Broker().start()
        cls.addClassCleanup(cls.broker.stop)

    def topic(self, partitions: int = 1, name: str = "t", **configs: str) -> str:
        """A new topic, `name` and a number; underscores of the configurations' names stand for dots."""
        made = f"{name}-{next(_names)}"
        self.broker.create_topic(made, partitions, {key.replace("_", "."): value for key, value in configs.items()})
        return made

    def folder(self) -> pathlib.Path:
        """A folder that is gone after the test."""
        scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(scratch.cleanup)
        return pathlib.Path(scratch.name)

    def options(self, topic: str, **more: str) -> dict[str, str]:
        """Options of a source that reads `topic`."""
        return {"kafka.bootstrap.servers": self.broker.bootstrap, "subscribe": topic, **more}

    def read(self, topic: str, **more: str) -> Any:
        """The topic as a DataFrame."""
        return self.spark.read.format("klog").options(**self.options(topic, **more)).load()


class SessionTests(SparkCase):
    """The source is there without being registered, and reads."""

    def test_it_reads_a_topic_without_being_registered(self) -> None:
        topic = self.topic(2)
        for partition in range(2):
            self.broker.put(topic, [b"%d-%d" % (partition, number) for number in range(100)], key=b"k", partition=partition)
        rows = self.read(topic).select("partition", "offset", "key", "value").collect()
        expected = {(partition, number, b"k", b"%d-%d" % (partition, number)) for partition in range(2) for number in range(100)}
        self.assertEqual({(row.partition, row.offset, bytes(row.key), bytes(row.value)) for row in rows}, expected)
        self.assertEqual(len(rows), 200)


if __name__ == "__main__":
    unittest.main()
