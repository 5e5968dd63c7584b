"""klog.spark.sink: a task's rows become records, once where all goes well."""

from __future__ import annotations

import collections
import pickle
import unittest

from pyspark.sql.types import BinaryType, StringType, StructField, StructType

from klog.arrow import connections
from klog.spark import sink
from klog.spark.errors import OptionError
from klog.spark.producing import WriteFailed
from klog.spark.sink import KlogCommit, KlogWriter, sink_client
from tests.spark.sink_rig import Row, SinkCase, Stop, tables

SCHEMA = StructType([StructField("key", BinaryType()), StructField("value", BinaryType())])
ROWS: list[Row] = [(b"k%d" % (number % 5), b"%d" % number) for number in range(200)]


class WriterTests(SinkCase):
    def writer(self, **more: str) -> KlogWriter:
        return KlogWriter(self.options(idempotent="false", **more), SCHEMA)

    def test_it_writes_and_says_how_many(self) -> None:
        writer = pickle.loads(pickle.dumps(self.writer()))
        commit = writer.write(tables(ROWS))
        self.assertEqual(commit, KlogCommit(200, commit.bytes))
        self.assertGreater(commit.bytes, 200)
        writer.commit([pickle.loads(pickle.dumps(commit)), None])
        writer.abort([commit])
        self.assertEqual(self.rows(), collections.Counter(ROWS))

    def test_tasks_of_a_worker_share_a_producer_id_until_one_fails(self) -> None:
        def ids() -> list[int]:
            client = sink_client(writer.options)
            return [identity.producer_id for known, identity in sink._identities.items() if known is client]

        writer = self.writer()
        writer.write(tables(ROWS))
        (first,) = ids()
        writer.write(tables(ROWS))
        self.assertEqual(ids(), [first])
        with self.assertRaises(Stop):
            writer.write(tables(ROWS, stop_after=2))
        self.assertEqual(ids(), [])
        writer.write(tables(ROWS))
        self.assertNotEqual(ids(), [first])
        # A client that was closed is not remembered.
        connections.forget()
        writer.write(tables([]))
        self.assertEqual(len(ids()), 1)
        self.assertFalse([client for client in sink._identities if client.is_closed])

    def test_no_rows(self) -> None:
        self.assertEqual(self.writer().write(tables([])), KlogCommit())

    def test_a_topic_that_brokers_may_make(self) -> None:
        options = self.options(idempotent="false", topic=self.topic + "-new")
        KlogWriter(options, SCHEMA).write(tables(ROWS))
        self.client.refresh([self.topic + "-new"])
        known = self.client.metadata.topic(self.topic + "-new")
        assert known is not None
        self.assertEqual(self.rows(self.topic + "-new", len(known.partitions)), collections.Counter(ROWS))

    def test_what_it_refuses(self) -> None:
        with self.assertRaisesRegex(OptionError, "Save mode overwrite not allowed for Kafka. Allowed save modes are append"):
            KlogWriter(self.options(idempotent="false"), SCHEMA, True)
        with self.assertRaisesRegex(OptionError, "idempotent is for streams"):
            KlogWriter(self.options(), SCHEMA)
        with self.assertRaisesRegex(OptionError, "Required attribute 'value' not found"):
            KlogWriter(self.options(idempotent="false"), StructType([StructField("key", StringType())]))
        with self.assertRaisesRegex(WriteFailed, "not present in metadata|not valid"):
            KlogWriter(self.options(idempotent="false", topic="not a name"), SCHEMA).write(tables(ROWS))


if __name__ == "__main__":
    unittest.main()
