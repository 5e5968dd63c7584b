"""The examples of the paper of 2011 (Kreps, Narkhede, Rao: "Kafka: a distributed messaging system for log processing"), section 3, with
klog's clients, on klog and on Apache Kafka 4.3.1: producer, streams, point-to-point, publish/subscribe, rewind after a crash.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from twisted.internet import reactor as global_reactor
from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater
from twisted.trial.unittest import TestCase

from klog.client.admin.admin import Admin
from klog.client.admin.types import NewTopic
from klog.client.fetching.consumer import Consumer
from klog.client.fetching.streams import MessageStream
from klog.client.groups.group import ConsumerGroup
from klog.client.producing.producer import Producer
from klog.model import TopicPartition
from tests.integration.one_broker import OneBroker

reactor: Any = global_reactor
PARTITIONS = 4


class PaperCases(OneBroker):
    """The examples; a class for each broker below."""

    async def topic(self, name: str) -> str:
        """A fresh one."""
        async with Admin(reactor, self.address) as admin:
            await admin.create_topics([NewTopic(name, PARTITIONS, 1)])
        return name

    async def publish(self, topic: str, messages: list[bytes | None]) -> None:
        """The paper's producer::

        producer = new Producer(...);
        message = new Message("test message str".getBytes());
        set = new MessageSet(message);
        producer.send("topic1", set);
        """
        async with Producer(reactor, self.address) as producer:
            await producer.send_many(topic, messages)

    def listen(self: Any, stream: MessageStream, seen: list[Any]) -> None:
        """A loop of its own, as the paper gives each stream a thread."""

        async def loop() -> None:
            async for message in stream:
                seen.append((message.partition, message.offset, message.value))

        Deferred.fromCoroutine(loop()).addErrback(self.failures.append)

    async def until(self: Any, condition: Callable[[], bool], what: str, seconds: float = 30) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, what
            assert not self.failures, self.failures
            await deferLater(reactor, 0.02, lambda: None)

    def setUp(self) -> None:
        self.failures: list[Any] = []

    def tearDown(self: Any) -> None:
        self.assertEqual(self.failures, [])

    async def test_producer(self: Any) -> None:
        topic = await self.topic("topic1")
        async with Producer(reactor, self.address) as producer:
            place = await producer.send(topic, b"test message str")
            self.assertEqual((place.topic, place.offset), (topic, 0))
        consumer = Consumer(reactor, self.address, auto_offset_reset="earliest")
        self.addCleanup(consumer.stopService)
        async for message in consumer.stream(topic):
            self.assertEqual((message.partition, message.offset, message.value), (place.partition, 0, b"test message str"))
            break

    async def test_consumer_with_streams(self: Any) -> None:
        """The paper's consumer: ``streams[] = Consumer.createMessageStreams("topic1", 1)``, and an iterator that never ends."""
        topic = await self.topic("streams")
        consumer = Consumer(reactor, self.address, auto_offset_reset="earliest")
        self.addCleanup(consumer.stopService)
        streams = consumer.create_message_streams({topic: 2})[topic]
        seen: list[list[Any]] = [[], []]
        for stream, found in zip(streams, seen, strict=True):
            self.listen(stream, found)
        messages: list[bytes | None] = [b"message %d" % number for number in range(1_000)]
        await self.publish(topic, messages)
        await self.until(lambda: sum(map(len, seen)) >= 1_000, "the messages came")
        self.assertEqual(sorted(value for found in seen for _, _, value in found), sorted(messages))
        self.assertEqual({p for p, _, _ in seen[0]} & {p for p, _, _ in seen[1]}, set(), "one stream per partition")
        # It waits where there is nothing, and goes on.
        await self.publish(topic, [b"one more"])
        await self.until(lambda: sum(map(len, seen)) >= 1_001, "the iterator had not ended")

    async def test_point_to_point(self: Any) -> None:
        """Members of one group share the messages: each goes to one of them."""
        topic = await self.topic("jobs")
        seen: list[list[Any]] = [[], []]
        members = []
        for found in seen:
            member = ConsumerGroup(reactor, self.address, "workers", [topic], auto_offset_reset="earliest")
            self.addCleanup(member.stopService)
            self.listen(member.stream(), found)
            members.append(member)
        await self.until(lambda: all(len(member.assignment) == PARTITIONS // 2 for member in members), "both have half")
        messages: list[bytes | None] = [b"job %d" % number for number in range(1_000)]
        async with Producer(reactor, self.address, partitioner="round_robin") as producer:
            await producer.send_many(topic, messages)
        await self.until(lambda: sum(map(len, seen)) >= 1_000, "the jobs were done")
        self.assertEqual(sorted(value for found in seen for _, _, value in found), sorted(messages))
        self.assertTrue(all(seen), "each had some")

    async def test_publish_subscribe(self: Any) -> None:
        """Each group gets everything."""
        topic = await self.topic("news")
        messages: list[bytes | None] = [b"news %d" % number for number in range(500)]
        await self.publish(topic, messages)
        seen: list[list[Any]] = [[], [], []]
        for number, found in enumerate(seen):
            member = ConsumerGroup(reactor, self.address, f"reader-{number}", [topic], auto_offset_reset="earliest")
            self.addCleanup(member.stopService)
            self.listen(member.stream(), found)
        await self.until(lambda: all(len(found) >= 500 for found in seen), "each got all")
        for found in seen:
            self.assertEqual(sorted(value for _, _, value in found), sorted(messages))

    async def test_rewind_after_a_crash(self: Any) -> None:
        """A consumer that lost what it had not stored yet goes back to an old offset, and consumes again."""
        topic = await self.topic("index")
        await self.publish(topic, [b"document %d" % number for number in range(400)])
        places = [TopicPartition(topic, number) for number in range(PARTITIONS)]
        stored: list[bytes | None] = []
        first = Consumer(reactor, self.address, group_id="indexer", auto_offset_reset="earliest", auto_commit_interval_ms=None)
        await first.assign(places)
        memory: list[bytes | None] = []
        while len(memory) < 300:
            for message_set in await first.poll(max_records=100):
                memory += message_set.values()
            if not stored:
                stored += memory
                await first.commit()
        # It loses its memory, and goes back to what it had stored.
        await first.rewind()
        again: list[bytes | None] = []
        while len(again) < 400 - len(stored):
            for message_set in await first.poll(max_records=100):
                again += message_set.values()
        self.assertEqual(sorted(stored + again, key=str), sorted((b"document %d" % number for number in range(400)), key=str))
        await first.stopService()
        # Another process begins where the first one had committed, or at any older offset.
        second = Consumer(reactor, self.address, group_id="indexer", auto_offset_reset="earliest")
        self.addCleanup(second.stopService)
        await second.assign(places)
        self.assertEqual(sum([await second.position(tp) for tp in places]), len(stored))
        second.seek_to_beginning()
        everything: list[bytes | None] = []
        while len(everything) < 400:
            for message_set in await second.poll():
                everything += message_set.values()
        self.assertEqual(len(everything), 400)


class KlogPaperTests(PaperCases, TestCase):
    """klog."""

    timeout = 100


class KafkaPaperTests(PaperCases, TestCase):
    """Apache Kafka 4.3.1."""

    version = "4.3.1"
    timeout = 100
