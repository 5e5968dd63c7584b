"""What tests of the stream sink share: rows, attempts that end in the middle, and what stands in a topic afterwards."""

from __future__ import annotations

import collections
import unittest
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import pyarrow as pa

from klog.arrow import connections
from klog.client.blocking.client import BlockingClient
from klog.model import TopicPartition
from klog.spark.options import SourceOptions, parse
from klog.spark.sink_columns import SinkColumns
from klog.testing.embedded import Broker

#: (key, value).
Row = tuple[bytes | None, bytes | None]
COLUMNS = SinkColumns(key=0, value=1)


class Stop(Exception):
    """An attempt's end."""


def tables(rows: Sequence[Row], size: int = 50, stop_after: int | None = None) -> Iterator[pa.RecordBatch]:
    """The rows as Spark would bring them, `size` at a time; ends with `Stop` before the table with that number."""
    for number, start in enumerate(range(0, len(rows), size)):
        if number == stop_after:
            raise Stop
        part = rows[start : start + size]
        keys, values = pa.array([key for key, _ in part], pa.binary()), pa.array([value for _, value in part], pa.binary())
        yield pa.RecordBatch.from_arrays([keys, values], ["key", "value"])


class SinkCase(unittest.TestCase):
    """One broker for a class, a topic of three partitions for each test."""

    broker: ClassVar[Broker]

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker().start()
        cls.addClassCleanup(cls.broker.stop)

    def setUp(self) -> None:
        self.topic = self.id().rsplit(".")[-1][:200]
        self.broker.create_topic(self.topic, 3)
        self.client = BlockingClient(self.broker.bootstrap)
        self.addCleanup(self.client.close)
        self.addCleanup(connections.forget)

    def options(self, **more: str) -> SourceOptions:
        given = {
            "kafka.bootstrap.servers": self.broker.bootstrap,
            "topic": self.topic,
            "idempotent": "true",
            "idempotent.topic": f"__{self.topic}",
            "kafka.batch.size": "200",
            "kafka.delivery.timeout.ms": "10000",
            **{name.replace("_", "."): value for name, value in more.items()},
        }
        return parse({name: value for name, value in given.items() if value}, "sink")

    def records(self, topic: str | None = None, partitions: int = 3) -> list[Any]:
        """All records, partition by partition."""
        found: list[Any] = []
        for partition in range(partitions):
            found += self.client.read(TopicPartition(topic or self.topic, partition), 0)
        return found

    def rows(self, topic: str | None = None, partitions: int = 3) -> collections.Counter[Row]:
        return collections.Counter((one.key, one.value) for one in self.records(topic, partitions))
