"""Transactional producers of other clients, each by the same scene, on klog; in the soak on Apache Kafka, too, which is how it must be.

Committed, aborted and committed again, with a group's offsets each time; then a second producer of the same name comes, and the first is
refused. Java's producers are in ``test_clients`` and ``test_transactions``.
"""

from __future__ import annotations

import asyncio
import unittest
from collections.abc import Callable
from typing import Any

import pytest

from klog import BlockingProducer, TransactionFailed
from klog import TopicPartition as Place
from tests import peers
from tests.integration.one_broker import OneBroker

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SETTINGS = {
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "5",
    "group.initial.rebalance.delay.ms": "0",
}
#: Values, the group's offset beside each, and whether it is committed.
ENDS = ((b"0", 10, True), (b"1", 11, False), (b"2", 12, True))
WAIT_S = 60

#: Does the scene: address, topic (whose name is the group's and the transactional id, too).
Scene = Callable[[str, str], None]


def confluent(address: str, topic: str) -> None:
    """librdkafka's."""
    from confluent_kafka import Consumer, KafkaException, Producer, TopicPartition

    common = {"bootstrap.servers": address}
    reader = Consumer({**common, "group.id": topic})
    old, new = (Producer({**common, "transactional.id": topic}) for _ in range(2))
    old.init_transactions(WAIT_S)
    for value, offset, commits in ENDS:
        old.begin_transaction()
        old.produce(topic, value, partition=0)
        old.send_offsets_to_transaction([TopicPartition(topic, 0, offset)], reader.consumer_group_metadata(), WAIT_S)
        old.commit_transaction(WAIT_S) if commits else old.abort_transaction(WAIT_S)
    new.init_transactions(WAIT_S)
    old.begin_transaction()
    old.produce(topic, b"zombie", partition=0)
    refused(old.commit_transaction, KafkaException)
    reader.close()


def kafka_python(address: str, topic: str) -> None:
    """kafka-python's."""
    from kafka import KafkaProducer, TopicPartition
    from kafka.errors import KafkaError
    from kafka.structs import OffsetAndMetadata

    old, new = (KafkaProducer(bootstrap_servers=address, transactional_id=topic) for _ in range(2))
    old.init_transactions()
    for value, offset, commits in ENDS:
        old.begin_transaction()
        old.send(topic, value, partition=0)
        old.send_offsets_to_transaction({TopicPartition(topic, 0): OffsetAndMetadata(offset, "", -1)}, topic)
        old.commit_transaction() if commits else old.abort_transaction()
    new.init_transactions()

    def zombie() -> None:
        old.begin_transaction()
        old.send(topic, b"zombie", partition=0).get(timeout=WAIT_S)
        old.commit_transaction()

    refused(zombie, KafkaError)
    for producer in (old, new):
        producer.close(timeout=1)


def aiokafka(address: str, topic: str) -> None:
    """aiokafka's."""
    asyncio.run(_aiokafka(address, topic))


async def _aiokafka(address: str, topic: str) -> None:
    from aiokafka import AIOKafkaProducer
    from aiokafka.errors import KafkaError
    from aiokafka.structs import TopicPartition

    old, new = (AIOKafkaProducer(bootstrap_servers=address, transactional_id=topic) for _ in range(2))
    await old.start()
    for value, offset, commits in ENDS:
        await old.begin_transaction()
        await old.send_and_wait(topic, value, partition=0)
        await old.send_offsets_to_transaction({TopicPartition(topic, 0): offset}, topic)
        await (old.commit_transaction() if commits else old.abort_transaction())
    await new.start()
    try:
        await old.begin_transaction()
        await old.send_and_wait(topic, b"zombie", partition=0)
        await old.commit_transaction()
    except KafkaError:
        pass
    else:
        raise AssertionError("a producer goes on whose name another has")
    finally:
        await new.stop()
        await old.stop()


def blocking(address: str, topic: str) -> None:
    """klog's own, without a reactor."""

    class Aborted(Exception):
        pass

    with BlockingProducer(address, transactional_id=topic) as old, BlockingProducer(address, transactional_id=topic) as new:
        for value, offset, commits in ENDS:
            try:
                with old.transaction() as transaction:
                    transaction.send(topic, value, partition=0)
                    transaction.send_offsets(topic, {Place(topic, 0): offset})
                    if not commits:
                        raise Aborted
            except Aborted:
                pass
        with new.transaction():
            pass

        def zombie() -> None:
            with old.transaction() as transaction:
                transaction.send(topic, b"zombie", partition=0)

        refused(zombie, TransactionFailed)


def refused(act: Callable[[], Any], error: type[Exception]) -> None:
    """It fails with `error`."""
    try:
        act()
    except error:
        return
    raise AssertionError("a producer goes on whose name another has")


CLIENTS: dict[str, Scene] = {"confluent": confluent, "kafka-python": kafka_python, "aiokafka": aiokafka, "klog": blocking}


class Scenes:
    """Mixed into a `OneBroker`."""

    address: str

    def test_each_client(self) -> None:
        """The same is there behind each of them."""
        from confluent_kafka.admin import AdminClient, NewTopic

        case: Any = self
        admin = AdminClient({"bootstrap.servers": self.address})
        for name, scene in CLIENTS.items():
            with case.subTest(client=name):
                admin.create_topics([NewTopic(name, 1, 1)])[name].result(WAIT_S)
                scene(self.address, name)
                case.assertEqual(self.found(name), ([b"0", b"2"], 12))

    def found(self, topic: str) -> tuple[list[bytes], int]:
        """What readers of committed data see, and the group's offset."""
        from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

        settings = {"group.id": topic, "isolation.level": "read_committed", "enable.partition.eof": True, "enable.auto.commit": False}
        reader = Consumer({"bootstrap.servers": self.address, **settings})
        try:
            reader.assign([TopicPartition(topic, 0, OFFSET_BEGINNING)])
            values = []
            while (event := reader.poll(WAIT_S)) is not None and event.error() is None:
                values.append(event.value())
            return values, reader.committed([TopicPartition(topic, 0)], WAIT_S)[0].offset
        finally:
            reader.close()


class KlogTests(Scenes, OneBroker, unittest.TestCase):
    """klog keeps them."""

    settings = SETTINGS


@unittest.skipUnless(peers.SOAK, "a broker of Apache Kafka: only in make soak (KLOG_SOAK=1)")
class KafkaTests(Scenes, OneBroker, unittest.TestCase):
    """Apache Kafka 4.3.1 does."""

    version = "4.3.1"
    settings = SETTINGS


@unittest.skipUnless(peers.SOAK, "a broker of Apache Kafka: only in make soak (KLOG_SOAK=1)")
class OlderKafkaTests(Scenes, OneBroker, unittest.TestCase):
    """Apache Kafka 3.9.2 does."""

    version = "3.9.2"
    settings = SETTINGS
