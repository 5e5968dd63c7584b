"""`Producer` against klog and Apache Kafka 2.8.2, 3.9.2 and 4.3.1, read back by confluent-kafka; and where Java puts keys."""

from __future__ import annotations

import pathlib
import random
import subprocess
import time
import unittest
from typing import Any

import pytest
from confluent_kafka import TIMESTAMP_LOG_APPEND_TIME, Consumer
from confluent_kafka import TopicPartition as Place
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic
from twisted.internet import reactor
from twisted.internet.threads import deferToThread
from twisted.trial.unittest import TestCase

from klog.client.producing.partitioners import partition_of_key
from klog.client.producing.producer import Producer
from klog.client.producing.producer_types import DeliveryFailed
from klog.errors import ErrorCode
from tests import peers
from tests.integration.group_brokers import QUICK
from tests.integration.one_broker import OneBroker

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

PARTITIONS = 3
SETTINGS = {**QUICK, "auto.create.topics.enable": "true", "num.partitions": str(PARTITIONS), "log.retention.ms": "-1"}
KEYS = pathlib.Path(__file__).with_name("java") / "KeyPartitions.java"


def read_back(address: str, topic: str, partitions: int = PARTITIONS, at_least: int = 0) -> list[list[Any]]:
    """All messages of each partition, `at_least` so many in all, by librdkafka, CRCs checked."""
    consumer = Consumer({"bootstrap.servers": address, "group.id": "reader", "check.crcs": True, "enable.auto.commit": False})
    found: list[list[Any]] = [[] for _ in range(partitions)]
    try:
        deadline = time.monotonic() + 60
        while True:
            ends = [consumer.get_watermark_offsets(Place(topic, number), timeout=20)[1] for number in range(partitions)]
            if sum(ends) >= at_least or time.monotonic() > deadline:
                break
            time.sleep(0.05)
        consumer.assign([Place(topic, number, 0) for number in range(partitions)])
        while any(len(messages) < end for messages, end in zip(found, ends, strict=True)):
            for message in consumer.consume(5000, 0.2):
                if message.error():
                    raise AssertionError(message.error())
                found[message.partition()].append(message)
            if time.monotonic() > deadline:
                raise AssertionError(f"{topic}: {[len(messages) for messages in found]} of {ends} came")
        return found
    finally:
        consumer.close()


class ProducerCases(OneBroker):
    """The tests; a class for each broker below."""

    settings = SETTINGS

    def make(self: Any, **options: Any) -> Producer:
        producer = Producer(reactor, self.address, random=random.Random(5), allow_auto_create_topics=True, **options)
        self.addCleanup(producer.stopService)
        return producer

    async def read(self, topic: str, partitions: int = PARTITIONS, at_least: int = 0) -> list[list[Any]]:
        return await deferToThread(read_back, self.address, topic, partitions, at_least)  # type: ignore[no-any-return]

    async def create(self, topic: str, partitions: int = 1, **configs: str) -> None:
        named = {name.replace("_", "."): value for name, value in configs.items()}

        def work() -> None:
            admin = AdminClient({"bootstrap.servers": self.address})
            admin.create_topics([NewTopic(topic, partitions, 1, config=named)])[topic].result(120)

        await deferToThread(work)

    async def test_codecs_acks_keys_and_headers(self: Any) -> None:
        sent: list[tuple[Any, ...]] = [
            (b"key", b"value", [("a", b"1"), ("a", b"2"), ("ü", None)], 1_700_000_000_123),
            (None, b"no key", [], 1_700_000_000_000),
            (b"tombstone", None, [], 1_699_999_999_999),
            (b"", b"", [("", b"")], 1_700_000_000_001),
            (b"long", b"line of a log " * 3_000, [], 1_700_000_000_002),
        ]
        expected = 0
        for compression in ("none", "gzip", "snappy", "lz4", "zstd"):
            for acks in ("all", 1, 0):
                producer = self.make(compression=compression, acks=acks)
                waiting = [
                    producer.send("codecs", value, key=key, headers=headers, timestamp_ms=stamp, partition=1 if acks else 2)
                    for key, value, headers, stamp in sent
                ]
                await producer.flush()
                places = [await place for place in waiting]
                wanted = [-1] * len(sent) if acks == 0 else list(range(expected, expected + len(sent)))
                self.assertEqual([place.offset for place in places], wanted, compression)
                await producer.stopService()
                expected += len(sent) if acks else 0
        # Nobody says when those without acknowledgement have arrived.
        _, acknowledged, others = await self.read("codecs", at_least=15 * len(sent))
        got = [[(m.key(), m.value(), m.headers() or [], m.timestamp()[1]) for m in messages] for messages in (acknowledged, others)]
        self.assertEqual(got[0], sent * 10)
        self.assertEqual(sorted(got[1], key=str), sorted(sent * 5, key=str))

    async def test_in_bulk_and_in_order(self: Any) -> None:
        producer = self.make(batch_bytes=4_000, linger_ms=1)
        values = [b"%06d" % number for number in range(30_000)]
        ranges = await producer.send_many("bulk", values)
        waiting = [producer.send("bulk", b"key-%d" % number, key=b"key-%d" % number) for number in range(1_000)]
        await producer.flush()
        logs = await self.read("bulk")
        flat = [logs[r.place.partition][r.place.offset + number].value() for r in ranges for number in range(r.count)]
        self.assertEqual(flat, values)
        self.assertEqual(sum(map(len, logs)), 31_000, "nothing twice")
        for number, deferred in enumerate(waiting):
            place = await deferred
            message = logs[place.partition][place.offset]
            self.assertEqual((message.key(), message.timestamp()[1]), (b"key-%d" % number, place.timestamp_ms))
            self.assertEqual(place.partition, partition_of_key(b"key-%d" % number, PARTITIONS))

    async def test_batches_that_the_topic_finds_too_large(self: Any) -> None:
        await self.create("small", max_message_bytes="3000")
        producer = self.make()
        values = [b"%05d" % number + b"x" * 100 for number in range(3_000)]
        await producer.send_many("small", values)
        too_large = producer.send("small", b"x" * 10_000)
        with self.assertRaises(DeliveryFailed) as raised:
            await too_large
        self.assertEqual(raised.exception.code, ErrorCode.MESSAGE_TOO_LARGE)
        await producer.send("small", b"end")
        (messages,) = await self.read("small", 1)
        self.assertEqual([message.value() for message in messages], [*values, b"end"])

    async def test_the_brokers_time(self: Any) -> None:
        await self.create("append-time", message_timestamp_type="LogAppendTime")
        before = int(time.time() * 1000)
        place = await self.make().send("append-time", b"v", timestamp_ms=5)
        self.assertGreaterEqual(place.timestamp_ms, before - 1_000)
        ((message,),) = await self.read("append-time", 1)
        self.assertEqual(message.timestamp(), (TIMESTAMP_LOG_APPEND_TIME, place.timestamp_ms))

    async def test_what_the_broker_refuses(self: Any) -> None:
        await self.create("compacted", cleanup_policy="compact")
        producer = self.make()
        good, bad = producer.send("compacted", b"v", key=b"k"), producer.send("compacted", b"no key")
        for deferred in (good, bad):
            with self.assertRaises(DeliveryFailed) as raised:
                await deferred
            self.assertEqual(raised.exception.code, ErrorCode.INVALID_RECORD)
        self.assertEqual((await producer.send("compacted", b"v", key=b"k")).offset, 0)
        careful = Producer(reactor, self.address, unknown_topic_patience_ms=300, allow_auto_create_topics=False)
        self.addCleanup(careful.stopService)
        with self.assertRaises(DeliveryFailed) as raised:
            await careful.send("nobody-made-this", b"v")
        self.assertEqual(raised.exception.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)


class KlogProducerTests(ProducerCases, TestCase):
    """klog."""


class Kafka431ProducerTests(ProducerCases, TestCase):
    """Apache Kafka 4.3.1."""

    version = "4.3.1"


@unittest.skipUnless(peers.SOAK, "3.9.2 beside its neighbours: make soak")
class Kafka392ProducerTests(ProducerCases, TestCase):
    """Apache Kafka 3.9.2."""

    version = "3.9.2"


class Kafka282ProducerTests(ProducerCases, TestCase):
    """Apache Kafka 2.8.2 on ZooKeeper."""

    version = "2.8.2"


class KeyTests(unittest.TestCase):
    def test_ten_thousand_keys_land_where_java_puts_them(self) -> None:
        rng = random.Random(2024)
        keys = [b"", b"0", b"user-1", "ключ".encode(), bytes(range(256))]
        keys += [rng.randbytes(rng.randrange(64)) for _ in range(10_000 - len(keys))]
        counts = [rng.choice([1, 2, 3, 7, 12, 64, 1000]) for _ in keys]
        lines = "".join(f"{count} {key.hex()}\n" for count, key in zip(counts, keys, strict=True))
        command = peers.kafka_program("4.3.1", KEYS)
        done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=120, check=True)
        theirs = [int(line) for line in done.stdout.split()]
        self.assertEqual([partition_of_key(key, count) for key, count in zip(keys, counts, strict=True)], theirs)


if __name__ == "__main__":
    unittest.main()
