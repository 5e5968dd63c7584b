"""The face of a stream towards Spark, driven as Spark drives it, on klog's broker and without a JVM."""

from __future__ import annotations

import inspect
import json
import pickle
import sys
import types
import unittest
from typing import Any
from unittest import mock

from klog.arrow.ranges import TopicRange
from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.spark.options import parse
from klog.spark.progress import group_of
from klog.testing.embedded import Broker
from tests import peers

Json = dict[str, Any]


def setUpModule() -> None:
    peers.spark()


class StreamTests(unittest.TestCase):
    """See the module."""

    broker: Broker

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker().start()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.broker.stop()

    def setUp(self) -> None:
        from klog.arrow.connections import forget

        self.topic = self.id().rpartition(".")[2].removeprefix("test_")
        self.broker.create_topic(self.topic, 2)
        self.now = 0.0
        self.addCleanup(forget)

    def reader(self, **options: Any) -> Any:
        from klog.spark.stream import KlogStreamReader

        given = {"kafka.bootstrap.servers": self.broker.bootstrap, "subscribe": self.topic, "startingOffsets": "earliest", **options}
        made = KlogStreamReader(parse(given, "stream"), clock=lambda: self.now, sleep=lambda seconds: None)
        self.addCleanup(made.stop)
        return made

    def limit(self, reader: Any) -> Any:
        """What Spark hands back, through JSON."""
        import dataclasses

        from pyspark.sql.datasource_internal import ReadLimitRegistry

        limit = reader.getDefaultReadLimit()
        text = json.dumps({**dataclasses.asdict(limit), "_type": type(limit).__name__})
        return ReadLimitRegistry().get(json.loads(text))

    def read(self, reader: Any, start: Json, end: Json) -> list[tuple[int, int, bytes]]:
        """A batch's rows, each task by a reader that went through pickle."""
        found = []
        for partition in reader.partitions(start, end):
            worker = pickle.loads(pickle.dumps(reader))
            for batch in worker.read(pickle.loads(pickle.dumps(partition))):
                for row in batch.to_pylist():
                    found.append((row["partition"], row["offset"], row["value"]))
        return found

    def committed(self, group: str) -> dict[int, int]:
        with BlockingClient(self.broker.bootstrap) as client:
            return {tp.partition: entry.offset for tp, entry in GroupOffsets(client, group).fetch().items() if tp.topic == self.topic}

    def test_what_spark_looks_for(self) -> None:
        from pyspark.sql.streaming.datasource import ReadAllAvailable, ReadMaxRows, SupportsTriggerAvailableNow

        reader = self.reader()
        self.assertIsInstance(reader, SupportsTriggerAvailableNow)
        self.assertEqual(list(inspect.signature(reader.latestOffset).parameters), ["start", "limit"])
        self.assertEqual(self.limit(reader), ReadAllAvailable())
        self.assertEqual(self.limit(self.reader(maxOffsetsPerTrigger="7")), ReadMaxRows(7))
        self.assertEqual(self.limit(self.reader(minOffsetsPerTrigger="7")), ReadMaxRows(2**63 - 1))

    def test_available_now(self) -> None:
        self.broker.put(self.topic, [b"%d" % number for number in range(6)])
        self.broker.put(self.topic, [b"x", b"y"], partition=1)
        reader = self.reader(maxOffsetsPerTrigger="4", **{"kafka.group.id": "g"})
        limit = self.limit(reader)
        reader.prepareForTriggerAvailableNow()
        self.broker.put(self.topic, [b"later"])
        start = reader.initialOffset()
        rows = []
        ends = []
        while (end := reader.latestOffset(start, limit)) != start:
            rows += self.read(reader, start, end)
            self.assertEqual(json.loads(json.dumps(end)), end)
            if ends:
                reader.commit(start)
            start = end
            ends.append({number: offset for number, offset in end[self.topic].items() if not number.startswith("+")})
        self.assertEqual(ends, [{"0": 3, "1": 1}, {"0": 6, "1": 2}])
        self.assertEqual(
            sorted(rows),
            [(0, number, b"%d" % number) for number in range(6)] + [(1, 0, b"x"), (1, 1, b"y")],
        )
        self.assertEqual(reader.reportLatestOffset(), {self.topic: {"0": 6, "1": 2}})
        self.assertEqual(self.committed("g"), {0: 6, 1: 2}, "the last batch, which Spark never commits, too")

    def test_once_ignores_limits(self) -> None:
        from pyspark.sql.streaming.datasource import ReadAllAvailable

        self.broker.put(self.topic, [b"v"] * 9)
        reader = self.reader(maxOffsetsPerTrigger="4")
        self.assertEqual(reader.latestOffset(reader.initialOffset(), ReadAllAvailable())[self.topic]["0"], 9)

    def test_nothing_to_report_yet(self) -> None:
        self.assertIsNone(self.reader().reportLatestOffset())

    def test_remarks_are_told_once(self) -> None:
        reader = self.reader(topic="elsewhere")
        with self.assertLogs("klog.spark", "WARNING") as told:
            reader.initialOffset()
            reader.initialOffset()
        self.assertEqual(len(told.output), 1)

    def test_what_goes_to_workers(self) -> None:
        reader = self.reader()
        reader.initialOffset()
        data = pickle.dumps(reader)
        self.assertLess(len(data), 4_000)
        with mock.patch.dict(sys.modules, {"pyspark.worker": types.ModuleType("pyspark.worker")}):
            again = pickle.loads(data)
        self.assertEqual(again.options, reader.options)
        self.assertIsNone(again._made)
        reader.stop()
        reader.stop()

    def test_ids_go_to_the_tasks(self) -> None:
        self.broker.put(self.topic, [b"v"])
        reader = self.reader()
        start = reader.initialOffset()
        wanted = reader.partitions(start, reader.latestOffset(start, self.limit(reader)))[0].value
        with BlockingClient(self.broker.bootstrap) as client:
            client.know([self.topic])
            topic = client.metadata.topic(self.topic)
        assert topic is not None
        self.assertEqual(wanted, TopicRange(self.topic, 0, 0, 1, topic.topic_id))

    def test_progress_of_batches_that_follow_each_other(self) -> None:
        reader = self.reader(groupIdPrefix="lake")
        group = group_of(reader.options)
        assert group is not None
        self.assertTrue(group.startswith("lake-"))
        position = reader.initialOffset()
        limit = self.limit(reader)
        reader.latestOffset(position, limit)
        self.assertEqual(self.committed(group), {0: 0, 1: 0})
        for _ in range(3):
            self.broker.put(self.topic, [b"v"])
            position = reader.latestOffset(position, limit)
            reader.commit(position)
        self.assertEqual(self.committed(group), {0: 0, 1: 0}, "a second has not passed")
        self.now += 1.5
        self.broker.put(self.topic, [b"v"])
        reader.latestOffset(position, limit)
        self.assertEqual(self.committed(group), {0: 3, 1: 0})


class VersionTests(unittest.TestCase):
    """Spark before 4.2."""

    def test_a_sentence(self) -> None:
        gone = {"pyspark.sql.streaming.datasource": None, "klog.spark.stream": mock.sentinel.gone}
        with mock.patch.dict(sys.modules, gone):  # type: ignore[arg-type]
            del sys.modules["klog.spark.stream"]
            with self.assertRaises(ImportError) as caught:
                import klog.spark.stream  # noqa: F401
        self.assertIn("pip install 'pyspark>=4.2'", str(caught.exception))
