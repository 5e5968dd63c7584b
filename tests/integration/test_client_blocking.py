"""The blocking client on klog and Apache Kafka 4.3.1 (2.8.2 and 3.9.2 in the soak): write, repeat, look up, read, with transactions."""

from __future__ import annotations

import contextlib
import pathlib
import tempfile
import unittest
from typing import Any, ClassVar

import pytest

from klog.client.blocking.client import BlockingClient
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.records.implementations import codec
from tests import peers
from tests.integration.running import KlogBroker, kafka_broker


def batch(first: int, count: int, producer: tuple[int, int] = (-1, -1), sequence: int = -1) -> bytes:
    """Records with their numbers as values, a second apart."""
    records = [(1_700_000_000_000 + 1000 * number, None, b"%d" % number, ()) for number in range(first, first + count)]
    return codec.build_batch(records, producer_id=producer[0], producer_epoch=producer[1], base_sequence=sequence)


class BlockingCase(unittest.TestCase):
    """What all brokers do."""

    __test__ = False
    address: ClassVar[str]
    stack: ClassVar[contextlib.ExitStack]

    @classmethod
    def begin(cls, stack: contextlib.ExitStack) -> str:
        raise NotImplementedError

    @classmethod
    def setUpClass(cls) -> None:
        cls.stack = contextlib.ExitStack()
        cls.addClassCleanup(cls.stack.close)
        cls.address = cls.begin(cls.stack)

    def setUp(self) -> None:
        self.client = BlockingClient(self.address, client_id="blocking")
        self.addCleanup(self.client.close)

    def topic(self, name: str) -> TopicPartition:
        from confluent_kafka.admin import AdminClient
        from confluent_kafka.cimpl import NewTopic

        admin = AdminClient({"bootstrap.servers": self.address})
        admin.create_topics([NewTopic(name, 1, 1)])[name].result(120)
        return TopicPartition(name, 0)

    def test_a_journey(self) -> None:
        tp = self.topic("journey")
        producer = self.client.init_producer_id()
        for turn in range(10):
            again = batch(turn * 100, 100, producer, turn * 100)
            self.assertEqual(self.client.produce(tp, again).base_offset, turn * 100)
            self.assertIn(self.client.produce(tp, again).base_offset, (turn * 100, -1))
        with self.assertRaises(KlogError) as caught:
            self.client.produce(tp, batch(0, 1, producer, 5_000), timeout_ms=2_000)
        self.assertEqual(caught.exception.code, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        self.assertEqual(self.client.list_offsets([tp], LATEST_TIMESTAMP)[tp].offset, 1000)
        self.assertEqual(self.client.list_offsets([tp], EARLIEST_TIMESTAMP)[tp].offset, 0)
        found = self.client.list_offsets({tp: 1_700_000_000_000 + 123_456})[tp]
        self.assertEqual((found.offset, found.timestamp_ms), (124, 1_700_000_124_000))
        self.assertEqual([message.value for message in self.client.read(tp, 0, fetch_bytes=2_000)], [b"%d" % n for n in range(1000)])
        self.assertEqual([message.offset for message in self.client.read(tp, 990, 995)], [990, 991, 992, 993, 994])

    def test_what_does_not_exist(self) -> None:
        with self.assertRaises(KlogError) as caught:
            self.client.fetch(TopicPartition("nowhere", 0), 0, timeout_ms=500)
        self.assertEqual(caught.exception.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        with self.assertRaises(KlogError) as caught:
            self.client.fetch(self.topic("empty"), 17)
        self.assertEqual(caught.exception.code, ErrorCode.OFFSET_OUT_OF_RANGE)


class KlogTests(BlockingCase):
    """klog."""

    __test__ = True

    @classmethod
    def begin(cls, stack: contextlib.ExitStack) -> str:
        return stack.enter_context(KlogBroker(settings={"log.retention.ms": "-1"})).address


class Kafka431Tests(BlockingCase):
    """Apache Kafka 4.3.1."""

    __test__ = True
    version = "4.3.1"

    @classmethod
    def begin(cls, stack: contextlib.ExitStack) -> str:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        settings = {
            "log.retention.ms": "-1",
            "offsets.topic.num.partitions": "1",
            "transaction.state.log.num.partitions": "1",
            "transaction.state.log.replication.factor": "1",
            "transaction.state.log.min.isr": "1",
        }
        return stack.enter_context(kafka_broker(cls.version, folder, settings=settings, kill=True))

    def test_transactions(self) -> None:
        from confluent_kafka import Producer

        tp = self.topic("transactions")
        producer: Any = Producer({"bootstrap.servers": self.address, "transactional.id": "t", "linger.ms": 0})
        producer.init_transactions(60)
        for number in range(6):
            producer.begin_transaction()
            for part in range(3):
                producer.produce(tp.topic, b"%d-%d" % (number, part))
            producer.flush(60)
            producer.abort_transaction(60) if number % 2 else producer.commit_transaction(60)
        everything = [message.value for message in self.client.read(tp, 0)]
        committed = [message.value for message in self.client.read(tp, 0, isolation="read_committed")]
        self.assertEqual(everything, [b"%d-%d" % (number, part) for number in range(6) for part in range(3)])
        self.assertEqual(committed, [b"%d-%d" % (number, part) for number in range(0, 6, 2) for part in range(3)])
        producer.begin_transaction()
        producer.produce(tp.topic, b"open")
        producer.flush(60)
        levels = {level: self.client.list_offsets([tp], isolation=level)[tp].offset for level in ("read_uncommitted", "read_committed")}
        self.assertEqual(levels["read_uncommitted"] - levels["read_committed"], 1)
        self.assertEqual([message.value for message in self.client.read(tp, 0, isolation="read_committed")], committed)
        producer.abort_transaction(60)


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "in the soak only")
class Kafka392Tests(Kafka431Tests):
    """Apache Kafka 3.9.2."""

    version = "3.9.2"


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "in the soak only")
class Kafka282Tests(Kafka431Tests):
    """Apache Kafka 2.8.2, with its ZooKeeper."""

    version = "2.8.2"

    @classmethod
    def begin(cls, stack: contextlib.ExitStack) -> str:
        from tests.integration.running import zookeeper

        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        address = stack.enter_context(zookeeper(cls.version, folder / "zookeeper"))
        settings = {
            "log.retention.ms": "-1",
            "offsets.topic.num.partitions": "1",
            "transaction.state.log.num.partitions": "1",
            "transaction.state.log.replication.factor": "1",
            "transaction.state.log.min.isr": "1",
        }
        return stack.enter_context(kafka_broker(cls.version, folder / "logs", zookeeper=address, settings=settings, kill=True))
