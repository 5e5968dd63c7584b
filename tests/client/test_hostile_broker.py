"""Whole clients against a broker that answers with rubbish: every Deferred fires, errors name the broker and what was wrong, memory is
bounded, and when the broker comes to its senses the clients go on, with every record once and in order."""

from __future__ import annotations

import contextlib
import functools
import gc
import socket
import tracemalloc
from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import LogEvent, formatEvent, globalLogPublisher
from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.admin import Admin
from klog.client.blocking.client import BlockingClient
from klog.client.fetching.consumer import Consumer
from klog.client.groups.group import ConsumerGroup
from klog.client.producing.producer import Producer
from klog.errors import KlogError
from klog.model import LATEST_TIMESTAMP, TopicPartition
from klog.net.blocking_connection import BlockingConnection
from klog.net.connection_settings import ConnectionSettings
from tests.client.hostile_proxy import ADDRESS, KINDS, Act, HostileProxy, ReactorSocket

PRODUCE, FETCH, LIST_OFFSETS, METADATA, API_VERSIONS, CREATE_TOPICS, INIT_PRODUCER_ID, DESCRIBE_CLUSTER = 0, 1, 2, 3, 18, 19, 22, 60
FIND_COORDINATOR, JOIN_GROUP, SYNC_GROUP, OFFSET_FETCH, CONSUMER_GROUP_HEARTBEAT = 10, 11, 14, 9, 68
#: Short, so that silence is soon noticed.
QUICK: dict[str, Any] = {
    "request_timeout_ms": 2_000,
    "connect_timeout_ms": 2_000,
    "reconnect_backoff_max_ms": 200,
    "max_response_bytes": 2 << 20,
}
VALUES = [b"value %d" % number for number in range(10)]


class Fixture(SynchronousTestCase):
    """A broker with topic t, behind the proxy."""

    def setUp(self) -> None:
        self.tracebacks: list[str] = []
        globalLogPublisher.addObserver(self.observe)
        self.addCleanup(globalLogPublisher.removeObserver, self.observe)
        self.proxy = self.make()

    def observe(self, event: LogEvent) -> None:
        if "log_failure" in event:
            self.tracebacks.append(f"{formatEvent(event)}: {event['log_failure'].getTraceback()}")

    def tearDown(self) -> None:
        self.assertEqual(self.tracebacks, [])

    def make(self) -> HostileProxy:
        proxy = HostileProxy()
        self.until(proxy, self.create(proxy, "t"))
        return proxy

    async def create(self, proxy: HostileProxy, topic: str) -> None:
        async with Admin(proxy.reactor, proxy.broker.bootstrap) as admin:
            await admin.create_topic(topic, 1, 1)

    def until(self, proxy: HostileProxy, wanted: Any, most_seconds: float = 120) -> Any:
        return proxy.reactor.until(wanted, most_seconds)

    def error_of(self, proxy: HostileProxy, wanted: Any, most_seconds: float = 120) -> str:
        """What it fails with, a `KlogError`."""
        try:
            result = self.until(proxy, wanted, most_seconds)
        except KlogError as error:
            return str(error)
        self.fail(f"it did not fail: {result!r}")

    def read_all(self, proxy: HostileProxy, count: int = len(VALUES)) -> list[bytes]:
        """With a consumer of its own, past the proxy's tricks."""
        proxy.spoil = None

        async def read() -> list[bytes]:
            values: list[bytes] = []
            async with Consumer(proxy.reactor, ADDRESS, auto_offset_reset="earliest") as consumer:
                await consumer.assign([TopicPartition("t", 0)])
                while len(values) < count:
                    for message_set in await consumer.poll():
                        values += message_set.values()
                for message_set in await consumer.poll(timeout_ms=100):
                    values += message_set.values()
            return values

        values: list[bytes] = self.until(proxy, read())
        return values


class ProducerTests(Fixture):
    """Sending."""

    def test_recovers(self) -> None:
        for kind in KINDS:
            for key in (API_VERSIONS, METADATA, INIT_PRODUCER_ID, PRODUCE):
                with self.subTest(kind=kind, key=key):
                    proxy = self.make()
                    proxy.spoil_first(kind, key, 2)
                    producer = Producer(proxy.reactor, ADDRESS, delivery_timeout_ms=60_000, **QUICK)
                    sent = [producer.send("t", value) for value in VALUES]
                    places = [self.until(proxy, deferred) for deferred in sent]
                    self.assertEqual([place.offset for place in places], list(range(len(VALUES))))
                    self.until(proxy, producer.stopService())
                    self.assertEqual(self.read_all(proxy), VALUES)

    def test_gives_up_with_a_sentence(self) -> None:
        for kind, (_, words) in KINDS.items():
            for key in (API_VERSIONS, METADATA, PRODUCE):
                with self.subTest(kind=kind, key=key):
                    proxy = self.make()
                    proxy.spoil_first(kind, key, None)
                    producer = Producer(proxy.reactor, ADDRESS, delivery_timeout_ms=6_000, **QUICK)
                    began = proxy.reactor.seconds()
                    sent = [producer.send("t", value) for value in VALUES]
                    if kind.startswith(("twice", "endless frames")):
                        # The answers themselves were right.
                        for deferred in sent:
                            deferred.addErrback(lambda failure: None)
                        proxy.reactor.advance(7)
                    else:
                        for deferred in sent:
                            text = self.error_of(proxy, deferred)
                            self.assertIn(ADDRESS, text)
                            self.assertTrue(any(word in text for word in words), text)
                    self.assertTrue(all(deferred.called for deferred in sent))
                    self.assertLess(proxy.reactor.seconds() - began, 8)
                    # It comes to its senses.
                    proxy.spoil = None
                    self.until(proxy, producer.send("t", b"after all"))
                    self.until(proxy, producer.stopService())


class ConsumerFixture(Fixture):
    """Records to read."""

    def filled(self) -> HostileProxy:
        proxy = self.make()

        async def fill() -> None:
            async with Producer(proxy.reactor, proxy.broker.bootstrap) as producer:
                for value in VALUES:
                    await producer.send("t", value)

        self.until(proxy, fill())
        return proxy

    async def read(self, consumer: Consumer, values: list[bytes], patience: int = 0) -> None:
        """All there is."""
        await consumer.assign([TopicPartition("t", 0)])
        await self.poll_all(consumer, values, patience)

    async def poll_all(self, reader: Any, values: list[bytes], patience: int) -> None:
        """Polls may fail `patience` times, each with a sentence."""
        while len(values) < len(VALUES):
            try:
                for message_set in await reader.poll():
                    values += message_set.values()
            except KlogError as error:
                if not patience:
                    raise
                patience -= 1
                self.assertIn(ADDRESS, str(error))


class ConsumerTests(ConsumerFixture):
    """Reading."""

    def test_recovers(self) -> None:
        for kind in KINDS:
            for key in (API_VERSIONS, METADATA, LIST_OFFSETS, FETCH):
                with self.subTest(kind=kind, key=key):
                    proxy = self.filled()
                    proxy.spoil_first(kind, key, 2)
                    consumer = Consumer(proxy.reactor, ADDRESS, auto_offset_reset="earliest", **QUICK)
                    values: list[bytes] = []
                    self.until(proxy, self.read(consumer, values, patience=2))
                    self.assertEqual(values, VALUES)
                    self.until(proxy, consumer.stopService())

    def test_always_comes_back_from_a_poll(self) -> None:
        for kind in KINDS:
            for key in (API_VERSIONS, METADATA, LIST_OFFSETS, FETCH):
                with self.subTest(kind=kind, key=key):
                    proxy = self.filled()
                    proxy.spoil_first(kind, key, None)
                    consumer = Consumer(proxy.reactor, ADDRESS, auto_offset_reset="earliest", **QUICK)
                    values: list[bytes] = []
                    assigned = consumer.assign([TopicPartition("t", 0)]).addErrback(lambda failure: failure.trap(KlogError) and None)
                    self.until(proxy, assigned)
                    for _ in range(3):
                        polled: Deferred[Any] = consumer.poll(timeout_ms=1_000)
                        began = proxy.reactor.seconds()
                        try:
                            values += [value for message_set in self.until(proxy, polled) for value in message_set.values()]
                        except KlogError as error:
                            self.assertIn(ADDRESS, str(error))
                        self.assertLess(proxy.reactor.seconds() - began, 3)
                    proxy.spoil = None
                    self.until(proxy, self.read(consumer, values)) if not values else None
                    self.assertEqual(values, VALUES)
                    self.until(proxy, consumer.stopService())

    def test_wrong_crc(self) -> None:
        """One bit of the records is another: the error says where, and nothing of the batch is handed out."""
        proxy = self.filled()
        changed = 0

        def spoil(key: int, frame: bytes) -> list[bytes | Act] | None:
            nonlocal changed
            place = frame.rfind(b"value 7")
            if key != FETCH or place < 0:
                return None
            changed += 1
            return [frame[:place] + b"volue" + frame[place + 5 :]]

        proxy.spoil = spoil
        consumer = Consumer(proxy.reactor, ADDRESS, auto_offset_reset="earliest", **QUICK)
        values: list[bytes] = []
        text = self.error_of(proxy, self.read(consumer, values))
        self.assertGreater(changed, 0)
        self.assertNotIn(b"volue 7", values)
        for part in ("topic t, partition 0", ADDRESS, "checksum"):
            self.assertIn(part, text)
        self.until(proxy, consumer.stopService())


class AdminTests(Fixture):
    """Asking."""

    def test_fires_and_names_the_broker(self) -> None:
        for kind, (_, words) in KINDS.items():
            for key in (API_VERSIONS, METADATA, DESCRIBE_CLUSTER, CREATE_TOPICS):
                with self.subTest(kind=kind, key=key):
                    proxy = self.make()
                    proxy.spoil_first(kind, key, None)
                    admin = Admin(proxy.reactor, ADDRESS, **QUICK)
                    asked = admin.create_topic("new", 1, 1) if key == CREATE_TOPICS else admin.describe_cluster()
                    began = proxy.reactor.seconds()
                    try:
                        self.until(proxy, asked)
                    except KlogError as error:
                        self.assertIn(ADDRESS, str(error))
                        self.assertTrue(any(word in str(error) for word in words), str(error))
                    else:
                        self.assertTrue(kind in ("twice", "endless frames") or not proxy.answered[key], kind)
                    self.assertLess(proxy.reactor.seconds() - began, 60)
                    proxy.spoil = None
                    self.assertEqual(len(self.until(proxy, admin.describe_cluster()).nodes), 1)
                    self.until(proxy, admin.stopService())


class MemoryTests(Fixture):
    """What a hostile broker sends is not kept."""

    def test_endless_answers(self) -> None:
        # What programs have, where nothing else was set: connections that were given up wait for the collector.
        self.addCleanup(gc.set_threshold, *gc.get_threshold())
        gc.set_threshold(700, 10, 10)
        for kind in ("endless", "endless frames", "absurd length"):
            proxy = self.make()
            producer = Producer(proxy.reactor, ADDRESS, delivery_timeout_ms=20_000, **QUICK)
            consumer = Consumer(proxy.reactor, ADDRESS, auto_offset_reset="earliest", **QUICK)
            self.until(proxy, producer.send("t", b"first"))
            self.until(proxy, consumer.assign([TopicPartition("t", 0)]))
            self.until(proxy, consumer.poll())
            spoiled = KINDS[kind][0]
            proxy.spoil = lambda key, frame, spoiled=spoiled: spoiled(frame)  # type: ignore[misc]
            tracemalloc.start()
            try:
                before = tracemalloc.get_traced_memory()[0]
                tracemalloc.reset_peak()
                sent = producer.send("t", b"second").addErrback(lambda failure: failure.trap(KlogError) and None)
                polled = [consumer.poll(timeout_ms=100).addErrback(lambda failure: []) for _ in range(1)]
                proxy.reactor.advance(30)
                peak = tracemalloc.get_traced_memory()[1] - before
            finally:
                tracemalloc.stop()
            self.assertTrue(sent.called and polled[0].called)
            # Each connection may hold one answer of max_response_bytes; sockets in memory hold 256 KiB.
            self.assertLess(peak, 24 << 20, kind)
            if kind == "endless":
                self.assertGreater(proxy.endless_bytes, 25 << 20)
            proxy.spoil = None
            self.until(proxy, consumer.stopService())
            self.until(proxy, producer.stopService())


class GroupTests(ConsumerFixture):
    """Members of groups."""

    def test_recovers(self) -> None:
        keys = {
            "classic": (FIND_COORDINATOR, JOIN_GROUP, SYNC_GROUP, OFFSET_FETCH),
            "consumer": (FIND_COORDINATOR, CONSUMER_GROUP_HEARTBEAT),
        }
        for group_protocol, spoiled in keys.items():
            for kind in ("negative length", "wrong correlation id", "closed mid-frame", "a body of ones", "silence", "endless"):
                for key in spoiled:
                    with self.subTest(kind=kind, key=key):
                        proxy = self.filled()
                        proxy.spoil_first(kind, key, 1)
                        group = ConsumerGroup(
                            proxy.reactor,
                            ADDRESS,
                            "g",
                            ["t"],
                            group_protocol=group_protocol,  # type: ignore[arg-type]
                            session_timeout_ms=6_000,
                            auto_offset_reset="earliest",
                            **QUICK,
                        )
                        values: list[bytes] = []
                        # An unanswered JoinGroup is waited for as long as a rebalance may take.
                        self.until(proxy, self.poll_all(group, values, 2), 400)
                        self.assertEqual(values, VALUES)
                        self.until(proxy, group.stopService())


class BlockingTests(ConsumerFixture):
    """The client without a reactor, whose sockets and clock are the reactor's in memory."""

    def client(self, proxy: HostileProxy) -> BlockingClient:
        self.patch(socket, "create_connection", functools.partial(ReactorSocket.connect, proxy.reactor))
        settings = ConnectionSettings(request_timeout_ms=2_000, connect_timeout_ms=2_000, max_response_bytes=2 << 20)

        def connect(host: str, port: int) -> BlockingConnection:
            return BlockingConnection(host, port, settings=settings, clock=proxy.reactor.seconds)

        return BlockingClient(ADDRESS, clock=proxy.reactor.seconds, sleep=proxy.reactor.advance, connect=connect, **QUICK)

    def test_recovers(self) -> None:
        tp = TopicPartition("t", 0)
        for kind in KINDS:
            for key in (API_VERSIONS, METADATA, LIST_OFFSETS, FETCH):
                with self.subTest(kind=kind, key=key):
                    proxy = self.filled()
                    proxy.spoil_first(kind, key, 2)
                    with self.client(proxy) as client:
                        self.assertEqual(client.list_offsets([tp], LATEST_TIMESTAMP)[tp].offset, len(VALUES))
                        self.assertEqual([message.value for message in client.read(tp, 0, len(VALUES))], VALUES)

    def test_gives_up_with_a_sentence(self) -> None:
        tp = TopicPartition("t", 0)
        for kind, (_, words) in KINDS.items():
            for key in (API_VERSIONS, METADATA, LIST_OFFSETS):
                with self.subTest(kind=kind, key=key):
                    proxy = self.filled()
                    proxy.spoil_first(kind, key, None)
                    began = proxy.reactor.seconds()
                    with self.client(proxy) as client:
                        try:
                            client.list_offsets([tp], LATEST_TIMESTAMP, timeout_ms=8_000)
                        except KlogError as error:
                            self.assertIn(ADDRESS, str(error))
                            self.assertTrue(any(word in str(error) for word in words), str(error))
                        else:
                            self.assertIn(kind, ("twice", "endless frames"))
                        self.assertLess(proxy.reactor.seconds() - began, 12)
                        proxy.spoil = None
                        self.assertEqual(client.list_offsets([tp], LATEST_TIMESTAMP)[tp].offset, len(VALUES))

    def test_wrong_crc(self) -> None:
        proxy = self.filled()
        place = -1

        def spoil(key: int, frame: bytes) -> list[bytes | Act] | None:
            nonlocal place
            place = frame.rfind(b"value 7")
            return [frame[:place] + b"volue" + frame[place + 5 :]] if key == FETCH and place >= 0 else None

        proxy.spoil = spoil
        with self.client(proxy) as client, self.assertRaises(KlogError) as caught:
            list(client.read(TopicPartition("t", 0), 0, len(VALUES)))
        for part in (ADDRESS, "checksum", "partition 0"):
            self.assertIn(part, str(caught.exception))

    def test_memory(self) -> None:
        tp = TopicPartition("t", 0)
        for kind in ("endless", "endless frames", "absurd length"):
            proxy = self.filled()
            proxy.spoil_first(kind, LIST_OFFSETS, None)
            with self.client(proxy) as client:
                client.know(["t"])
                tracemalloc.start()
                try:
                    before = tracemalloc.get_traced_memory()[0]
                    with contextlib.suppress(KlogError):
                        client.list_offsets([tp], LATEST_TIMESTAMP, timeout_ms=8_000)
                    peak = tracemalloc.get_traced_memory()[1] - before
                finally:
                    tracemalloc.stop()
            self.assertLess(peak, 16 << 20, kind)
