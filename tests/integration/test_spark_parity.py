"""The same reads through Spark's own Kafka source and through klog's, on the same broker (`tests.integration.spark_reads`).

All of them in the soak, on klog's broker and on Apache Kafka's; a dozen in CI, on klog's.
"""

from __future__ import annotations

import pathlib
import tempfile
import unittest
from typing import Any, ClassVar

import pytest

from tests import peers
from tests.integration import spark_reads
from tests.integration.one_broker import OneBroker
from tests.spark import spark_session

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak


class ListTests(unittest.TestCase):
    """The list itself."""

    def test_it_is_long_enough_and_every_name_is_there_once(self) -> None:
        names = [read.name for read in spark_reads.READS]
        self.assertGreaterEqual(len(names), 60)
        self.assertEqual(len(names), len(set(names)))
        self.assertGreaterEqual(sum(read.ci for read in spark_reads.READS), 12)

    def test_a_wrong_outcome_is_noticed(self) -> None:
        good, bad = spark_reads.Read("good", {}), spark_reads.Read("bad", {}, "must be positive")
        differs = spark_reads.Read("differs", {}, differs="why", kafka=1, klog="no such")
        rows, others = spark_reads.Outcome(((1,),)), spark_reads.Outcome(((2,),))
        error = spark_reads.Outcome(error="x must be positive")
        none_such = spark_reads.Outcome(error="there is no such option")
        for read, kafka, klog, fine in (
            (good, rows, rows, True),
            (good, rows, others, False),
            (good, rows, error, False),
            (good, error, error, False),
            (bad, error, error, True),
            (bad, error, rows, False),
            (bad, none_such, error, False),
            (bad, error, none_such, False),
            (differs, rows, none_such, True),
            (differs, rows, rows, False),
            (differs, error, none_such, False),
        ):
            with self.subTest(read.name, kafka=str(kafka), klog=str(klog)):
                self.assertEqual(spark_reads.judge(read, kafka, klog) is None, fine)

    def test_each_difference_says_what_both_do(self) -> None:
        for read in spark_reads.READS:
            told = (read.differs is None, read.kafka is None, read.klog is None)
            self.assertEqual(len(set(told)), 1, read.name)
            self.assertFalse(read.differs and read.error, read.name)


class ParityOfKlog(OneBroker, unittest.TestCase):
    """On klog's broker."""

    spark: ClassVar[Any]

    @classmethod
    def setUpClass(cls) -> None:
        peers.spark_kafka_jars()
        cls.spark = spark_session.get()
        super().setUpClass()
        spark_reads.topics(cls.address)

    def test_reads(self) -> None:
        """The same rows, or errors of the same meaning."""
        reads = [read for read in spark_reads.READS if read.ci or peers.SOAK]
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            for number, read in enumerate(reads):
                outcomes = [
                    spark_reads.perform(self.spark, form, read, self.address, str(pathlib.Path(folder, f"{form}-{number}")))
                    for form in ("kafka", "klog")
                ]
                with self.subTest(read.name):
                    wrong = spark_reads.judge(read, *outcomes)
                    self.assertIsNone(wrong, wrong)


@unittest.skipUnless(peers.SOAK, "on Apache Kafka: make soak")
class ParityOfKafka(ParityOfKlog):
    """On Apache Kafka's broker."""

    version = "4.3.1"


if __name__ == "__main__":
    unittest.main()
