"""Ranges as record batches, on klog and Apache Kafka 4.3.1: compressed, in transactions, compacted, large, deleted, made again.

The judge of what is in a topic is librdkafka's consumer.
"""

from __future__ import annotations

import contextlib
import pathlib
import tempfile
import time
import unittest
from typing import Any, ClassVar

from klog.arrow.errors import DataLoss
from klog.arrow.ranges import TopicRange
from klog.arrow.reading import RangeReader, ReadOptions
from klog.client.blocking.client import BlockingClient
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from tests.integration import disk
from tests.integration.running import KlogBroker, kafka_broker

BROKER = {"log.cleaner.backoff.ms": "100", "log.retention.check.interval.ms": "500", "message.max.bytes": str(60 << 20)}
#: Everything that was appended is compacted as soon as the next segment begins.
COMPACTED = {"cleanup.policy": "compact", "segment.ms": "200", "min.cleanable.dirty.ratio": "0.01", "max.compaction.lag.ms": "200"}


class ReadingCase(unittest.TestCase):
    """What all brokers do."""

    __test__ = False
    address: ClassVar[str]

    @classmethod
    def begin(cls, stack: contextlib.ExitStack) -> str:
        raise NotImplementedError

    @classmethod
    def setUpClass(cls) -> None:
        stack = contextlib.ExitStack()
        cls.addClassCleanup(stack.close)
        cls.address = cls.begin(stack)

    def setUp(self) -> None:
        from confluent_kafka.admin import AdminClient

        self.client = BlockingClient(self.address)
        self.addCleanup(self.client.close)
        self.admin: Any = AdminClient({"bootstrap.servers": self.address})

    def topic(self, name: str, **configs: str) -> TopicPartition:
        from confluent_kafka.cimpl import NewTopic

        self.admin.create_topics([NewTopic(name, 1, 1, config={key.replace("_", "."): value for key, value in configs.items()})])[
            name
        ].result(60)
        return TopicPartition(name, 0)

    def producer(self, **more: Any) -> Any:
        from confluent_kafka import Producer

        return Producer(
            {"bootstrap.servers": self.address, "message.max.bytes": 60 << 20} | {k.replace("_", "."): v for k, v in more.items()}
        )

    def consumed(self, tp: TopicPartition, count: int, isolation: str = "read_uncommitted") -> list[tuple[Any, ...]]:
        """What librdkafka reads."""
        from confluent_kafka import Consumer
        from confluent_kafka import TopicPartition as Place

        settings = {
            "bootstrap.servers": self.address,
            "group.id": "judge",
            "isolation.level": isolation,
            # A Kafka that has just made the topic may not know its first offset yet.
            "auto.offset.reset": "earliest",
            "fetch.message.max.bytes": 60 << 20,
        }
        consumer: Any = Consumer(settings)
        try:
            consumer.assign([Place(tp.topic, tp.partition, 0)])
            found: list[tuple[Any, ...]] = []
            until = time.monotonic() + 60
            while len(found) < count and time.monotonic() < until:
                message = consumer.poll(1)
                if message is not None and message.error() is None:
                    headers = message.headers()
                    pairs = [{"key": key, "value": value} for key, value in headers] if headers else None
                    found.append((message.offset(), message.key(), message.value(), message.timestamp()[1] * 1000, pairs))
            return found
        finally:
            consumer.close()

    def read(self, tp: TopicPartition, start: int | None = None, end: int | None = None, **options: Any) -> list[tuple[Any, ...]]:
        """What klog reads, the same columns."""
        first = self.client.list_offsets([tp], EARLIEST_TIMESTAMP)[tp].offset if start is None else start
        last = self.client.list_offsets([tp], LATEST_TIMESTAMP)[tp].offset if end is None else end
        reader = RangeReader(self.client, TopicRange(tp.topic, tp.partition, first, last), ReadOptions(include_headers=True, **options))
        found: list[tuple[Any, ...]] = []
        for batch in reader:
            batch.validate(full=True)
            self.assertEqual(set(batch.column("topic").to_pylist()), {tp.topic})
            names = ("offset", "key", "value", "timestamp", "headers")
            columns = [batch.column(name).cast("int64") if name == "timestamp" else batch.column(name) for name in names]
            found += zip(*(column.to_pylist() for column in columns), strict=True)
        self.assertEqual((reader.position, reader.lost_ranges, reader.skipped_records), (last, [], 0))
        return found

    def test_compressed(self) -> None:
        # The records' times are of 1970, and retention by time begins 30 seconds after a Kafka has started.
        tp = self.topic("compressed", retention_ms="-1")
        for number, codec in enumerate(("none", "gzip", "snappy", "lz4", "zstd")):
            producer = self.producer(compression_type=codec, linger_ms=5, batch_num_messages=200)
            for one in range(1_000):
                headers = [("n", b"%d" % one), ("n", None)] if one % 4 else None
                key = b"%d" % one if one % 3 else None
                producer.produce(
                    tp.topic, b"value %d of %d" % (one, number) if one % 7 else None, key, timestamp=1_000 + one, headers=headers
                )
            producer.flush(60)
        expected = self.consumed(tp, 5_000)
        self.assertEqual(len(expected), 5_000)
        for fetch_bytes, max_batch_bytes in ((2 << 20, 8 << 20), (5_000, 2_000)):
            found = self.read(tp, fetch_bytes=fetch_bytes, max_batch_bytes=max_batch_bytes)
            self.assertEqual(found, expected)
        self.assertEqual(self.read(tp, 777, 3_333), expected[777:3_333])

    def test_compacted(self) -> None:
        tp = self.topic("compacted", **COMPACTED)
        producer = self.producer(linger_ms=5, batch_num_messages=50)
        for turn in range(6):
            for one in range(300):
                producer.produce(tp.topic, b"%d of turn %d" % (one, turn) if one % 10 else None, b"%d" % (one % 40 + turn))
            producer.flush(60)
            time.sleep(0.25)
        end = self.client.list_offsets([tp], LATEST_TIMESTAMP)[tp].offset
        until = time.monotonic() + 60
        while len(found := self.read(tp, 0, end)) > 900 and time.monotonic() < until:
            producer.produce(tp.topic, b"again", b"roll")
            producer.flush(60)
            time.sleep(0.3)
        self.assertLess(len(found), 901)
        offsets = [row[0] for row in found]
        self.assertEqual(offsets, sorted(set(offsets)))
        # The cleaner goes on meanwhile, and leaves out more: what is there at last was there before.
        judged = [row for row in self.consumed(tp, len(found)) if row[0] < end]
        self.assertLessEqual({row[0] for row in judged}, set(offsets))
        again = self.read(tp, 0, end, fetch_bytes=1_000)
        self.assertLessEqual({row[:3] for row in again}, {row[:3] for row in found})
        self.assertEqual(again[-1], found[-1])

    def test_a_record_of_50_mib(self) -> None:
        tp = self.topic("large", max_message_bytes=str(60 << 20))
        producer = self.producer()
        values = [b"before", bytes(range(256)) * (50 << 12), b"after"]
        for value in values:
            producer.produce(tp.topic, value)
            producer.flush(60)
        self.assertEqual([row[2] for row in self.read(tp)], values)

    def test_deleted_and_made_again(self) -> None:
        tp = self.topic("again")
        producer = self.producer()
        for turn in range(2):
            for one in range(100):
                producer.produce(tp.topic, b"%d.%d" % (turn, one))
            producer.flush(60)
            self.client.refresh([tp.topic])
            known = self.client.metadata.topic(tp.topic)
            assert known is not None
            if not turn:
                first = TopicRange(tp.topic, 0, 0, 100, known.topic_id)
                self.assertEqual(sum(batch.num_rows for batch in RangeReader(self.client, first)), 100)
                self.admin.delete_topics([tp.topic])[tp.topic].result(60)
                # Kafka's controller answers before its broker knows.
                disk.wait_for("the topic's end", lambda: tp.topic not in self.admin.list_topics(timeout=60).topics)
                with self.assertRaises(DataLoss) as caught:
                    list(RangeReader(self.client, first, ReadOptions(gone_after_ms=500)))
                self.assertIn("does not exist any more", str(caught.exception))
                self.topic(tp.topic)
        self.assertNotEqual(known.topic_id, first.topic_id)
        with self.assertRaises(DataLoss) as caught:
            list(RangeReader(self.client, first, ReadOptions(gone_after_ms=500)))
        self.assertIn("deleted and made again", str(caught.exception))
        reader = RangeReader(self.client, first._replace(topic_id=known.topic_id))
        self.assertEqual(next(value for batch in reader for value in batch.column("value").to_pylist()), b"1.0")


class KlogTests(ReadingCase):
    """klog."""

    __test__ = True

    @classmethod
    def begin(cls, stack: contextlib.ExitStack) -> str:
        return stack.enter_context(KlogBroker(settings=BROKER)).address


class Kafka431Tests(ReadingCase):
    """Apache Kafka 4.3.1."""

    __test__ = True

    @classmethod
    def begin(cls, stack: contextlib.ExitStack) -> str:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        transactions = {
            "offsets.topic.num.partitions": "1",
            "transaction.state.log.num.partitions": "1",
            "transaction.state.log.replication.factor": "1",
            "transaction.state.log.min.isr": "1",
        }
        return stack.enter_context(kafka_broker("4.3.1", folder, settings=BROKER | transactions, kill=True))

    def test_transactions(self) -> None:
        """Committed, aborted and open ones, overlapping; markers within the range and at its end."""
        tp = self.topic("transactions")
        producers = [self.producer(transactional_id=f"t{number}", linger_ms=0) for number in range(2)]
        plain = self.producer(linger_ms=0)
        for producer in producers:
            producer.init_transactions(60)
        for turn in range(8):
            for number, producer in enumerate(producers):
                producer.begin_transaction()
                for part in range(20):
                    producer.produce(tp.topic, b"%d-%d-%d" % (number, turn, part))
                producer.flush(60)
            plain.produce(tp.topic, b"plain %d" % turn)
            plain.flush(60)
            for number, producer in enumerate(producers):
                producer.abort_transaction(60) if (turn + number) % 3 == 0 else producer.commit_transaction(60)
        aborted = sum((turn + number) % 3 == 0 for turn in range(8) for number in range(2))
        everything = self.consumed(tp, 8 * 41)
        committed = self.consumed(tp, 8 * 41 - 20 * aborted, "read_committed")
        self.assertEqual((len(everything), len(committed)), (328, 328 - 20 * aborted))
        end = self.client.list_offsets([tp], LATEST_TIMESTAMP)[tp].offset
        for fetch_bytes in (2 << 20, 1_000):
            self.assertEqual(self.read(tp, fetch_bytes=fetch_bytes), everything)
            self.assertEqual(self.read(tp, fetch_bytes=fetch_bytes, isolation="read_committed"), committed)
            for start, last in ((30, 200), (end - 2, end), (end - 1, end)):
                found = self.read(tp, start, last, fetch_bytes=fetch_bytes, isolation="read_committed")
                self.assertEqual(found, [row for row in committed if start <= row[0] < last])
        producers[0].begin_transaction()
        producers[0].produce(tp.topic, b"open")
        producers[0].flush(60)
        self.assertEqual(self.read(tp, 0, end, isolation="read_committed"), committed)
        self.assertEqual(self.read(tp)[-1][2], b"open")
