"""`Consumer` against klog and Apache Kafka 2.8.2, 3.9.2 and 4.3.1: what confluent-kafka wrote, with every codec and in transactions."""

from __future__ import annotations

import time
import tracemalloc
import unittest
from typing import Any

import pytest
from confluent_kafka import Consumer as ConfluentConsumer
from confluent_kafka import Producer as ConfluentProducer
from confluent_kafka import TopicPartition as Place
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic
from twisted.internet import reactor
from twisted.internet.defer import Deferred
from twisted.internet.protocol import ClientCreator, Factory, Protocol
from twisted.internet.threads import deferToThread
from twisted.trial.unittest import TestCase

from klog.client.fetching.consumer import Consumer
from klog.client.fetching.record_views import MessageSet
from klog.client.fetching.subscriptions import OffsetOutOfRange
from klog.errors import ErrorCode
from klog.model import TopicPartition
from tests import peers
from tests.integration.group_brokers import QUICK
from tests.integration.one_broker import OneBroker

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SETTINGS = {
    **QUICK,
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "transaction.state.log.num.partitions": "2",
}
CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
#: A timestamp of 2026 and so on, a second apart.
BEGAN_MS = 1_770_000_000_000


class ConsumerCases(OneBroker):
    """The tests; a class for each broker below."""

    settings = SETTINGS

    def make(self: Any, **options: Any) -> Consumer:
        consumer = Consumer(reactor, self.address, **{"auto_offset_reset": "earliest", **options})
        self.addCleanup(consumer.stopService)
        return consumer

    async def create(self, *topics: str, partitions: int = 1, **configs: str) -> None:
        named = {"retention.ms": "-1", **{name.replace("_", "."): value for name, value in configs.items()}}

        def work() -> None:
            admin = AdminClient({"bootstrap.servers": self.address})
            for made in admin.create_topics([NewTopic(topic, partitions, 1, config=named) for topic in topics]).values():
                made.result(120)

        await deferToThread(work)

    async def fill(self, topic: str, count: int, codec: str = "none", partition: int = 0, size: int = 0) -> None:
        def work() -> None:
            producer = ConfluentProducer(
                {"bootstrap.servers": self.address, "compression.type": codec, "linger.ms": 20, "queue.buffering.max.messages": 1_000_000}
            )
            for number in range(count):
                producer.produce(
                    topic,
                    b"line %d of a log that repeats" % number + bytes(size),
                    key=None if number % 3 == 0 else b"key-%d" % number,
                    headers=[("n", b"%d" % number), ("null", None)] if number % 5 == 0 else [],
                    partition=partition,
                    timestamp=BEGAN_MS + number * 1000,
                )
            assert producer.flush(60) == 0

        await deferToThread(work)

    async def read(self, consumer: Consumer, count: int, seconds: float = 60) -> list[MessageSet]:
        found: list[MessageSet] = []
        deadline = time.monotonic() + seconds
        while sum(map(len, found)) < count:
            found += await consumer.poll(timeout_ms=500)
            assert time.monotonic() < deadline, f"{sum(map(len, found))} of {count} came"
        return found

    async def test_every_codec_and_every_field(self: Any) -> None:
        topics = [f"codec-{codec}" for codec in CODECS]
        await self.create(*topics)
        for codec in CODECS:
            await self.fill(f"codec-{codec}", 500, codec)
        consumer = self.make()
        await consumer.assign({TopicPartition(topic, 0): 7 for topic in topics})
        found = await self.read(consumer, 5 * 493)
        for topic in topics:
            messages = [message for message_set in found if message_set.topic == topic for message in message_set]
            self.assertEqual([message.offset for message in messages], list(range(7, 500)))
            for message in messages:
                number = message.offset
                self.assertEqual(message.value, b"line %d of a log that repeats" % number)
                self.assertEqual(message.key, None if number % 3 == 0 else b"key-%d" % number)
                self.assertEqual(message.timestamp_ms, BEGAN_MS + number * 1000)
                wanted = [("n", b"%d" % number), ("null", None)] if number % 5 == 0 else []
                self.assertEqual([tuple(header) for header in message.headers], wanted)

    async def test_going_to_times_and_ends(self: Any) -> None:
        await self.create("places", partitions=2)
        await self.fill("places", 100)
        places = [TopicPartition("places", 0), TopicPartition("places", 1)]
        consumer = self.make(auto_offset_reset="latest")
        await consumer.assign(places)
        self.assertEqual([await consumer.position(tp) for tp in places], [100, 0])
        self.assertEqual(await consumer.seek_to_time(places, BEGAN_MS + 41_500), {places[0]: 42, places[1]: 0})
        self.assertEqual((await self.read(consumer, 58))[0].first_offset, 42)
        consumer.seek_to_beginning(places)
        self.assertEqual(sum(map(len, await self.read(consumer, 100))), 100)
        consumer.seek(places[0], 99)
        self.assertEqual((await self.read(consumer, 1))[0].offsets(), [99])
        consumer.seek_to_end()
        self.assertEqual(await consumer.poll(timeout_ms=50), [])
        self.assertEqual(await consumer.position(places[0]), 100)
        consumer.seek(places[0], 5_000)
        deadline = time.monotonic() + 60
        while await consumer.position(places[0]) != 100 and time.monotonic() < deadline:
            self.assertEqual(await consumer.poll(timeout_ms=100), [])
        self.assertEqual(await consumer.position(places[0]), 100, "out of range, so at the end")
        strict = self.make(auto_offset_reset="error")
        await strict.assign({places[0]: 5_000})
        with self.assertRaises(OffsetOutOfRange):
            await strict.poll(timeout_ms=20_000)

    async def test_a_log_whose_beginning_was_deleted(self: Any) -> None:
        await self.create("trimmed")
        await self.fill("trimmed", 100)

        def trim() -> None:
            admin = AdminClient({"bootstrap.servers": self.address})
            admin.delete_records([Place("trimmed", 0, 60)])[Place("trimmed", 0, 60)].result(120)

        await deferToThread(trim)
        consumer = self.make()
        await consumer.assign({TopicPartition("trimmed", 0): 10})
        self.assertEqual((await self.read(consumer, 40))[0].first_offset, 60)

    async def test_the_place_of_a_group(self: Any) -> None:
        await self.create("grouped")
        await self.fill("grouped", 100)
        tp = TopicPartition("grouped", 0)
        async with Consumer(reactor, self.address, group_id="place", auto_offset_reset="earliest") as first:
            await first.assign([tp])
            await first.poll(30)

        def committed() -> int:
            confluent = ConfluentConsumer({"bootstrap.servers": self.address, "group.id": "place"})
            try:
                return int(confluent.committed([Place("grouped", 0)], timeout=20)[0].offset)
            finally:
                confluent.close()

        self.assertEqual(await deferToThread(committed), 30)
        second = self.make(group_id="place")
        await second.assign([tp])
        self.assertEqual((await second.poll(10))[0].first_offset, 30)
        await second.commit()
        await second.poll(10)
        await second.rewind()
        self.assertEqual((await second.poll(10))[0].first_offset, 40)
        self.assertEqual(await second.committed(), {tp: 40})

    async def test_many_topics_in_one_session(self: Any) -> None:
        topics = [f"many-{number}" for number in range(20)]
        await self.create(*topics)
        consumer = self.make()
        seen: dict[str, list[int]] = {topic: [] for topic in topics}

        async def loop() -> None:
            async for message in consumer.stream(topics):
                seen[message.topic].append(message.offset)

        Deferred.fromCoroutine(loop())

        def produce() -> None:
            producer = ConfluentProducer({"bootstrap.servers": self.address, "linger.ms": 0})
            for number in range(100):
                producer.produce(topics[number * 7 % 20], b"x")
                if number % 10 == 0:
                    assert producer.flush(60) == 0
            assert producer.flush(60) == 0

        await deferToThread(produce)
        deadline = time.monotonic() + 60
        while sum(map(len, seen.values())) < 100 and time.monotonic() < deadline:
            await pause(0.02)
        self.assertEqual(seen, {topic: list(range(5)) for topic in topics})


class TransactionCases:
    """Only Kafka has transactions so far."""

    async def test_read_committed(self: Any) -> None:
        await self.create("transactions")
        tp = TopicPartition("transactions", 0)

        def produce() -> Any:
            plain = ConfluentProducer({"bootstrap.servers": self.address})
            producers = [ConfluentProducer({"bootstrap.servers": self.address, "transactional.id": name}) for name in ("one", "two")]
            for producer in producers:
                producer.init_transactions(60)
            for number in range(20):
                one, two = producers
                for producer, name in ((one, b"one"), (two, b"two")):
                    producer.begin_transaction()
                    for part in range(3):
                        producer.produce("transactions", b"%s-%d-%d" % (name, number, part), partition=0)
                    producer.flush(60)
                plain.produce("transactions", b"plain-%d" % number, partition=0)
                plain.flush(60)
                # One of each pair is aborted, sometimes both; they end in either order.
                for producer, aborts in sorted(((one, number % 2 == 0), (two, number % 3 == 0)), key=lambda pair: number % 5 == pair[1]):
                    producer.abort_transaction(60) if aborts else producer.commit_transaction(60)
            one.begin_transaction()
            one.produce("transactions", b"open", partition=0)
            one.flush(60)
            return one

        open_ = await deferToThread(produce)
        wanted = {b"plain-%d" % number for number in range(20)}
        for number in range(20):
            for name, aborted in ((b"one", number % 2 == 0), (b"two", number % 3 == 0)):
                if not aborted:
                    wanted |= {b"%s-%d-%d" % (name, number, part) for part in range(3)}
        committed = self.make(isolation_level="read_committed")
        await committed.assign([tp])
        values = [value for message_set in await self.read(committed, len(wanted)) for value in message_set.values()]
        self.assertEqual(set(values), wanted)
        self.assertEqual(len(values), len(wanted))
        self.assertEqual(await committed.poll(timeout_ms=700), [])
        everything = self.make()
        await everything.assign([tp])
        self.assertEqual(sum(map(len, await self.read(everything, 141))), 141)
        await deferToThread(open_.commit_transaction, 60)
        (last,) = await self.read(committed, 1)
        self.assertEqual(last.values(), [b"open"])


class KlogConsumerTests(ConsumerCases, TestCase):
    """klog."""

    settings = QUICK

    timeout = 240

    async def test_unread_streams_and_slow_loops_stay_in_their_bounds(self) -> None:
        await self.create("bounds", partitions=4)
        for partition in range(4):
            await self.fill("bounds", 12_000, partition=partition, size=1_000)
        bound = 2 << 20
        consumer = self.make(prefetch_bytes=bound)
        streams = consumer.create_message_streams({"bounds": 4})["bounds"]
        tracemalloc.start()
        try:
            count = 0
            async for _ in streams[0]:
                count += 1
                if count == 12_000:
                    break
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        self.assertLessEqual(consumer.buffer.most_held_bytes, bound + (1 << 20))
        self.assertGreater(consumer.buffer.held_bytes, bound // 4)
        # Of 48 MB that are there to be read: the bound, an answer on its way, its frame as it grows, and what the loop has taken.
        self.assertLess(peak, 3 * bound)
        # The unread ones are there when somebody comes, with their place.
        first = await streams[3].__anext__()
        self.assertEqual(first.offset, 0)

    async def test_pouring_into_a_socket_whose_reader_is_slow(self) -> None:
        await self.create("poured", partitions=2)
        for partition in range(2):
            await self.fill("poured", 8_000, partition=partition, size=2_000)
        bound = 1 << 20
        consumer = self.make(prefetch_bytes=bound)
        pushers = []

        class Pouring(Protocol):
            def connectionMade(self) -> None:
                pushers.append(consumer.push_to(self.transport, "poured"))  # type: ignore[arg-type]

        class Reading(Protocol):
            received = bytearray()

            def connectionMade(self) -> None:
                self.transport.pauseProducing()  # type: ignore[union-attr]

            def dataReceived(self, data: bytes) -> None:
                self.received += data

        port = reactor.listenTCP(0, Factory.forProtocol(Pouring), interface="127.0.0.1")  # type: ignore[attr-defined]
        self.addCleanup(port.stopListening)
        client = await ClientCreator(reactor, Reading).connectTCP("127.0.0.1", port.getHost().port)
        self.addCleanup(client.transport.abortConnection)
        tracemalloc.start()
        try:
            deadline = time.monotonic() + 60
            while not (pushers and pushers[0].is_paused) and time.monotonic() < deadline:
                await pause(0.02)
            await pause(0.3)
            written = pushers[0].count
            self.assertTrue(pushers[0].is_paused)
            # A fetch's bytes while they are received, joined and cut into records, and what the process's other threads hold.
            self.assertLess(tracemalloc.get_traced_memory()[1], 8 * bound, "of 32 MB in the log")
        finally:
            tracemalloc.stop()
        self.assertLess(written, 16_000)
        client.transport.resumeProducing()
        while pushers[0].count < 16_000 and time.monotonic() < deadline + 60:
            await pause(0.02)
        while client.received.count(b"\n") < 16_000 and time.monotonic() < deadline + 60:
            await pause(0.02)
        lines = bytes(client.received).split(b"\n")
        self.assertEqual(len(lines), 16_001)
        client.transport.loseConnection()
        self.assertIsNone(await pushers[0].done)

    async def test_a_topic_that_does_not_exist(self) -> None:
        consumer = self.make(metadata_max_age_ms=500)
        values: list[bytes | None] = []

        async def loop() -> None:
            async for message in consumer.stream("not-yet"):
                values.append(message.value)

        Deferred.fromCoroutine(loop())
        await pause(0.3)
        await self.create("not-yet")
        await self.fill("not-yet", 1)
        deadline = time.monotonic() + 60
        while not values and time.monotonic() < deadline:
            await pause(0.02)
        self.assertEqual(len(values), 1)

    async def test_what_a_user_can_do_wrong(self) -> None:
        consumer = self.make()
        with self.assertRaises(Exception) as caught:
            await consumer.commit()
        self.assertEqual(getattr(caught.exception, "code", None), ErrorCode.INVALID_GROUP_ID)


class Kafka431ConsumerTests(ConsumerCases, TransactionCases, TestCase):
    """Apache Kafka 4.3.1."""

    version = "4.3.1"
    timeout = 240


@unittest.skipUnless(peers.SOAK, "3.9.2 beside its neighbours: make soak")
class Kafka392ConsumerTests(ConsumerCases, TransactionCases, TestCase):
    """Apache Kafka 3.9.2."""

    version = "3.9.2"
    timeout = 240


class Kafka282ConsumerTests(ConsumerCases, TransactionCases, TestCase):
    """Apache Kafka 2.8.2, with its ZooKeeper."""

    version = "2.8.2"
    timeout = 240


def pause(seconds: float) -> Deferred[None]:
    """Of real time."""
    from twisted.internet.task import deferLater

    return deferLater(reactor, seconds, lambda: None)  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
