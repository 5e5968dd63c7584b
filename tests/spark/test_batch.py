"""klog.spark.batch: what Spark would call, called here: planned in one place, read in another, without a JVM."""

from __future__ import annotations

import pathlib
import pickle
import tempfile
import unittest
from typing import TYPE_CHECKING, Any, ClassVar

from klog.arrow.errors import CorruptRange, DataLoss
from klog.arrow.ranges import TopicRange
from klog.client.blocking.client import BlockingClient
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.records.contract import Codec
from klog.records.implementations import codec
from klog.spark.options import SourceOptions, parse
from klog.testing.embedded import Broker
from tests import peers

if TYPE_CHECKING:
    from klog.spark.batch import KlogReader

T0 = 1_700_000_000_000
Row = dict[str, Any]


def setUpModule() -> None:
    peers.spark()


def rows_of(reader: KlogReader) -> list[Row]:
    """All rows, task by task; each task gets what goes through pickle."""
    rows: list[Row] = []
    for partition in reader.partitions():
        there, task = pickle.loads(pickle.dumps((reader, partition)))
        for batch in there.read(task):
            rows += batch.to_pylist()
    return rows


class BatchCase(unittest.TestCase):
    """The topic t: 3 partitions, 10 records each; the topic z: the same, compressed."""

    broker: ClassVar[Broker]

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker().start()
        cls.addClassCleanup(cls.broker.stop)
        with BlockingClient(cls.broker.bootstrap) as client:
            for name, kind in (("t", Codec.NONE), ("z", Codec.ZSTD)):
                cls.broker.create_topic(name, 3, {"retention.ms": "-1"})
                for partition in range(3):
                    rows = [(T0 + 1000 * n, b"k%d" % n, b"%d-%d" % (partition, n), (("h", b"%d" % n),)) for n in range(10)]
                    client.produce(TopicPartition(name, partition), codec.build_batch(rows, codec=kind))

    def options(self, topic: str = "t", **more: str) -> SourceOptions:
        named = {name.replace("__", "."): value for name, value in more.items()}
        return parse({"kafka.bootstrap.servers": self.broker.bootstrap, "subscribe": topic, **named}, "batch")

    def reader(self, topic: str = "t", **more: str) -> KlogReader:
        from klog.spark.batch import KlogReader

        return KlogReader(self.options(topic, **more))


class Reading(BatchCase):
    def test_all_of_it(self) -> None:
        for topic in ("t", "z"):
            rows = rows_of(self.reader(topic))
            self.assertEqual(
                [(row["partition"], row["offset"], row["key"], row["value"]) for row in rows],
                [(partition, n, b"k%d" % n, b"%d-%d" % (partition, n)) for partition in range(3) for n in range(10)],
            )
            self.assertEqual(rows[0].keys(), {"key", "value", "topic", "partition", "offset", "timestamp", "timestampType"})

    def test_columns(self) -> None:
        rows = rows_of(self.reader(columns="value,headers"))
        self.assertEqual(rows[3], {"value": b"0-3", "headers": [{"key": "h", "value": b"3"}]})
        self.assertEqual(rows_of(self.reader(columns="offset"))[4], {"offset": 4})

    def test_parts(self) -> None:
        for more in ({"minPartitions": "9"}, {"maxRecordsPerPartition": "3"}):
            reader = self.reader(**more)
            self.assertGreaterEqual(len(reader.partitions()), 9)
            self.assertEqual(len(rows_of(reader)), 30)
        self.assertLessEqual(max(one.value.size for one in self.reader(maxRecordsPerPartition="3").partitions()), 3)

    def test_latest_is_a_number_from_the_plan_on(self) -> None:
        self.broker.create_topic("grows", 1)
        self.broker.put("grows", [b"1", b"2"])
        reader = self.reader("grows")
        tasks = reader.partitions()
        self.broker.put("grows", [b"3"])
        for _ in range(2):
            self.assertEqual([row["value"] for task in tasks for batch in reader.read(task) for row in batch.to_pylist()], [b"1", b"2"])

    def test_nothing_there(self) -> None:
        self.broker.create_topic("empty", 1)
        reader = self.reader("empty")
        self.assertEqual(reader.partitions(), [])
        # What Spark does then.
        from pyspark.sql.datasource import InputPartition

        self.assertEqual(list(reader.read(InputPartition(None))), [])
        self.assertEqual(list(reader.read(None)), [])

    def test_two_topics_that_differ_by_case(self) -> None:
        for name, count in (("orders", 2), ("Orders", 3)):
            self.broker.create_topic(name, 1)
            self.broker.put(name, [name.encode()] * count)
        rows = rows_of(self.reader("orders,Orders"))
        self.assertEqual(sorted((row["topic"], row["value"]) for row in rows), [("Orders", b"Orders")] * 3 + [("orders", b"orders")] * 2)

    def test_remarks_are_told(self) -> None:
        with self.assertLogs("klog.spark", "WARNING") as logs:
            self.reader(maxOffsetsPerTrigger="1").partitions()
        self.assertIn("maxOffsetsPerTrigger option ignored in batch queries", logs.output[0])

    def test_a_large_record_in_small_batches(self) -> None:
        self.broker.create_topic("large", 1, {"max.message.bytes": "100000000"})
        sizes = [10, 3 << 20, 20]
        for size in sizes:
            self.broker.put("large", [b"x" * size])
        rows = rows_of(self.reader("large", fetchBytes="1000", maxBatchBytes="1000"))
        self.assertEqual([len(row["value"]) for row in rows], sizes)


class Trouble(BatchCase):
    def test_no_such_topic(self) -> None:
        with self.assertRaisesRegex(KlogError, "topic none does not exist"):
            self.reader("none").partitions()

    def test_nobody_there(self) -> None:
        from klog.spark.batch import KlogReader

        port = peers.free_port()
        options = {"kafka.bootstrap.servers": f"127.0.0.1:{port}", "subscribe": "t", "kafka.default.api.timeout.ms": "300"}
        with self.assertRaisesRegex(KlogError, f"127.0.0.1:{port}"):
            KlogReader(parse(options, "batch")).partitions()

    def test_records_that_went_after_the_plan(self) -> None:
        from confluent_kafka import TopicPartition as Place
        from confluent_kafka.admin import AdminClient

        self.broker.create_topic("going", 1)
        for number in range(6):
            self.broker.put("going", [b"%d" % number])
        strict, lenient = self.reader("going"), self.reader("going", failOnDataLoss="false")
        tasks = strict.partitions()
        admin = AdminClient({"bootstrap.servers": self.broker.bootstrap})
        for future in admin.delete_records([Place("going", 0, 4)]).values():
            future.result(30)
        with self.assertRaisesRegex(DataLoss, "topic going, partition 0: the offsets from 0 to before 4"):
            list(strict.read(tasks[0]))
        with self.assertLogs("klog.spark", "WARNING") as logs:
            rows = [row["value"] for batch in lenient.read(tasks[0]) for row in batch.to_pylist()]
        self.assertEqual(rows, [b"4", b"5"])
        self.assertIn("offsets 0 to before 4 are gone", logs.output[0])

    def test_a_topic_made_again(self) -> None:
        from confluent_kafka.admin import AdminClient

        self.broker.create_topic("again", 1)
        self.broker.put("again", [b"old"])
        reader = self.reader("again")
        tasks = reader.partitions()
        admin = AdminClient({"bootstrap.servers": self.broker.bootstrap})
        admin.delete_topics(["again"])["again"].result(30)
        self.broker.create_topic("again", 1)
        self.broker.put("again", [b"new"])
        with self.assertRaisesRegex(DataLoss, "again"):
            list(reader.read(tasks[0]))

    def test_damaged_records(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with Broker(data_directory=folder) as broker:
                broker.create_topic("bad", 1)
                for text in (b"good-1", b"damaged", b"good-2"):
                    broker.put("bad", [text])
            (segment,) = pathlib.Path(folder).rglob("bad-0/*.log")
            data = segment.read_bytes()
            segment.write_bytes(data.replace(b"damaged", b"dAmaged"))
            with Broker(data_directory=folder) as broker:
                where = {"kafka.bootstrap.servers": broker.bootstrap, "subscribe": "bad"}
                self.check_damaged(parse(where, "batch"), parse({**where, "skipCorrupt": "true"}, "batch"))

    def check_damaged(self, strict: SourceOptions, lenient: SourceOptions) -> None:
        from klog.spark.batch import read_range

        wanted = TopicRange("bad", 0, 0, 3)
        with self.assertRaisesRegex(CorruptRange, "topic bad, partition 0, offset 1"):
            list(read_range(strict, wanted))
        with self.assertLogs("klog.spark", "WARNING") as logs:
            rows = [row["value"] for batch in read_range(lenient, wanted) for row in batch.to_pylist()]
        self.assertEqual(rows, [b"good-1", b"good-2"])
        self.assertIn("1 damaged records were left out", logs.output[0])


class Pushing(BatchCase):
    def pushed(self, *filters: Any) -> tuple[list[Any], list[tuple[int, int]]]:
        """What is left to Spark, and the (partition, offset) that are read."""
        from klog.spark.batch import PushingReader

        reader = PushingReader(self.options(pushFilters="true"))
        left = list(reader.pushFilters(list(filters)))
        return left, [(row["partition"], row["offset"]) for row in rows_of(reader)]

    def test_partition_and_offset(self) -> None:
        from pyspark.sql.datasource import EqualTo, GreaterThanOrEqual, In, LessThan, Not

        left, read = self.pushed(EqualTo(("partition",), 1), GreaterThanOrEqual(("offset",), 4), LessThan(("offset",), 6))
        self.assertEqual((left, read), ([], [(1, 4), (1, 5)]))
        left, read = self.pushed(In(("partition",), (0, 2)), Not(EqualTo(("partition",), 2)), In(("offset",), (3, 8)))
        self.assertEqual(left, [In(("offset",), (3, 8))])
        self.assertEqual(read, [(0, n) for n in range(3, 9)])

    def test_topic(self) -> None:
        from pyspark.sql.datasource import EqualTo, StringStartsWith

        self.assertEqual(self.pushed(EqualTo(("topic",), "other")), ([], []))
        self.assertEqual(len(self.pushed(StringStartsWith(("topic",), "t"))[1]), 30)

    def test_time(self) -> None:
        import datetime

        from pyspark.sql.datasource import GreaterThan

        since = GreaterThan(("timestamp",), datetime.datetime.fromtimestamp(T0 / 1000 + 7.5, datetime.UTC))
        left, read = self.pushed(since)
        self.assertEqual(left, [since])
        self.assertEqual(read, [(partition, n) for partition in range(3) for n in (8, 9)])
        late = GreaterThan(("timestamp",), datetime.datetime.fromtimestamp(T0 / 1000 + 99, datetime.UTC))
        self.assertEqual(self.pushed(late), ([late], []))

    def test_without_the_option_there_is_no_pushing(self) -> None:
        from pyspark.sql.datasource import DataSourceReader

        from klog.spark.batch import KlogReader, PushingReader

        # Spark refuses every read through a class that has its own, unless a setting of the session allows it.
        self.assertIs(KlogReader.pushFilters, DataSourceReader.pushFilters)
        self.assertIsNot(PushingReader.pushFilters, DataSourceReader.pushFilters)
