"""Clients as services."""

from __future__ import annotations

import gc
import random
from typing import Any

from twisted.application.service import MultiService
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.admin import Admin
from klog.client.connections import connect_by
from klog.client.fetching.consumer import Consumer
from klog.client.groups.group import ConsumerGroup
from klog.client.producing.producer import Producer
from klog.client.producing.producer_types import DeliveryFailed
from klog.client.retry import ClientNotStarted, ClientStopped
from klog.client.service import Client, ClientService
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from klog.wire.messages.list_groups import ListGroupsRequest
from tests.client.fake_cluster import FakeCluster
from tests.client.groups.member_world import BROKER


class Noting(ClientService):
    """Notes what is done to it."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.notes: list[str] = []
        self.finishing: Deferred[None] | None = None
        super().__init__(*arguments, **options)

    def starting(self) -> None:
        self.notes.append("starting")

    def stopping(self) -> Deferred[None] | None:
        self.notes.append("stopping")
        return self.finishing


class ServiceTests(SynchronousTestCase):
    """Start and stop."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = FakeCluster(self.clock)
        self.client = Noting(self.clock, "host1", connect=self.cluster.connect, client_id="c")

    def test_it_starts_and_stops_with_its_parent(self) -> None:
        parent = MultiService()
        self.client.setServiceParent(parent)
        parent.startService()
        self.assertEqual(self.client.notes, ["starting"])
        self.successResultOf(parent.stopService())
        self.assertTrue(self.client.routing.stopped)

    def test_the_first_use_starts_it_once(self) -> None:
        self.client.ensure_started()
        self.client.ensure_started()
        self.client.startService()
        self.assertEqual(self.client.notes, ["starting"])

    def test_stopping_finishes_first_and_may_be_asked_for_twice(self) -> None:
        self.client.ensure_started()
        self.client.finishing = Deferred()
        stops = [self.client.stopService(), self.client.stopService()]
        self.assertFalse(self.client.routing.stopped)
        self.client.finishing.callback(None)
        for stop in [*stops, self.client.stopService()]:
            self.successResultOf(stop)
        self.assertEqual(self.client.notes, ["starting", "stopping"])
        for again in (self.client.startService, self.client.ensure_started):
            self.assertRaises(ClientStopped, again)

    def test_one_that_never_ran_stops_quietly(self) -> None:
        self.successResultOf(self.client.stopService())
        self.assertEqual(self.client.notes, [])

    def test_stopping_never_fails(self) -> None:
        self.client.ensure_started()
        self.client.finishing = Deferred()
        stop = self.client.stopService()
        self.client.finishing.errback(ZeroDivisionError())
        self.successResultOf(stop)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assertTrue(self.client.routing.stopped)

    def test_as_a_context(self) -> None:
        async def use() -> int:
            async with self.client as client:
                return len(client.notes)

        self.assertEqual(self.successResultOf(Deferred.fromCoroutine(use())), 1)
        self.assertTrue(self.client.routing.stopped)

    def test_options(self) -> None:
        self.assertEqual(self.client.settings.client_id, "c")
        given = ClientSettings(bootstrap_servers="x:1")
        self.assertIs(ClientService(self.clock, given, connect=self.cluster.connect).settings, given)
        with self.assertRaises(ConfigError):
            ClientService(self.clock, "host1", klient_id="x")
        for other in ("client_id", "sasl_username", "klient_id"):
            with self.assertRaisesRegex(ConfigError, other):
                ClientService(self.clock, given, **{other: "x"})


class SharedTests(SynchronousTestCase):
    """Several that have the connections of one `Client`, on a broker in memory."""

    def setUp(self) -> None:
        self.broker = MemoryBroker(BROKER, seed=5).start()
        self.reactor = self.broker.reactor
        self.broker.create_topics({"t": 2})
        self.made: list[str] = []
        self.client = self.make()

    def make(self, **options: Any) -> Client:
        """A Client that writes down whom it connects to."""
        settings = ClientSettings(bootstrap_servers=self.broker.bootstrap, **options)
        dial = connect_by(self.reactor, settings, random.Random(1))

        def connect(host: str, port: int) -> Any:
            self.made.append(f"{host}:{port}")
            return dial(host, port)

        return Client(self.reactor, settings, random=random.Random(1), connect=connect)

    def until(self, deferred: Deferred[Any]) -> Any:
        return self.reactor.until(deferred)

    def error(self, deferred: Deferred[Any], kind: type[KlogError]) -> str:
        """What it fails with."""
        return str(self.assertRaises(kind, self.until, deferred))

    def test_all_four_work_over_one_set_of_connections(self) -> None:
        self.client.startService()
        producer = Producer(self.reactor, self.client, linger_ms=0)
        consumer = Consumer(self.reactor, self.client, auto_offset_reset="earliest")
        group = ConsumerGroup(self.reactor, self.client, "g", ["t"], auto_offset_reset="earliest")
        admin = Admin(self.reactor, self.client)
        self.until(producer.send_many("t", [b"a", b"b"], partition=0))
        self.until(consumer.assign([TopicPartition("t", 0)]))
        read = [value for message_set in self.until(consumer.poll()) for value in message_set.values()]
        group.ensure_started()
        shared = [value for message_set in self.until(group.poll(timeout_ms=20_000)) for value in message_set.values()]
        self.until(group.commit())
        topics = [topic.name for topic in self.until(admin.list_topics())]
        self.assertEqual((read, shared, topics), ([b"a", b"b"], [b"a", b"b"], ["t"]))
        # data, produce, the group's commits, its member, and two consumers' fetches; the first to the address that was given.
        self.assertLessEqual(len(self.made), 7, self.made)
        count = len(self.made)
        # One who stops takes nothing from the others.
        self.until(consumer.stopService())
        self.until(producer.send("t", b"c", partition=0))
        self.assertEqual([v for message_set in self.until(group.poll(timeout_ms=20_000)) for v in message_set.values()], [b"c"])
        self.assertEqual(len(self.made), count)
        self.until(self.client.stopService())
        for user in (producer, group, admin):
            self.assertFalse(user.running)
        self.assertIn("the shared Client was stopped", self.error(admin.list_topics(), ClientStopped))
        self.broker.stop()

    def test_a_fetch_that_waits_holds_up_nobody(self) -> None:
        self.client.startService()
        consumers = [
            Consumer(self.reactor, self.client, auto_offset_reset="latest", fetch_max_wait_ms=20_000, fetch_min_bytes=1_000)
            for _ in range(2)
        ]
        for consumer in consumers:
            self.until(consumer.assign({TopicPartition("t", 0): 0}))
        self.reactor.advance(1)
        producer = Producer(self.reactor, self.client, linger_ms=0)
        before = self.reactor.seconds()
        self.until(producer.send("t", b"x" * 10, partition=0))
        self.until(Admin(self.reactor, self.client).list_topics())
        self.until(producer.send("t", b"x" * 1_000, partition=0))
        for consumer in consumers:
            self.assertEqual(sum(len(message_set.values()) for message_set in self.until(consumer.poll())), 2)
        self.assertLess(self.reactor.seconds() - before, 5)
        self.until(self.client.stopService())
        self.broker.stop()

    def test_what_waits_when_the_client_is_stopped_fails(self) -> None:
        self.client.startService()
        consumer = Consumer(self.reactor, self.client)
        self.until(consumer.assign([TopicPartition("t", 0)]))
        producer = Producer(self.reactor, self.client, stop_timeout_ms=2_000)
        admin = Admin(self.reactor, self.client)
        self.until(admin.list_topics())
        self.broker.fail()
        waiting: dict[str, Deferred[Any]] = {
            "poll": consumer.poll(timeout_ms=600_000),
            "send": producer.send("t", b"lost", partition=0),
            "list": admin.list_topics(timeout_ms=600_000),
            "know": consumer.routing.know(["unheard"]),
            "ask": producer.routing.ask_any(ListGroupsRequest(), timeout_ms=600_000),
            "coordinator": admin.routing.coordinator("g"),
        }
        outcomes: dict[str, Any] = {}
        for name, deferred in waiting.items():
            deferred.addBoth(lambda result, name=name: outcomes.__setitem__(name, result))  # type: ignore[misc]
        stopped = self.client.stopService()
        before = self.reactor.seconds()
        self.until(stopped)
        self.assertLess(self.reactor.seconds() - before, 10)
        self.assertEqual(set(outcomes), set(waiting))
        self.assertIsInstance(outcomes.pop("send").value, DeliveryFailed)
        for name, outcome in outcomes.items():
            self.assertIsInstance(outcome.value, ClientStopped, name)
        self.assertIn("was stopped", self.error(producer.send("t", b"late"), DeliveryFailed))
        self.assertIn("shared Client was stopped", str(self.assertRaises(ClientStopped, consumer.assign, [TopicPartition("t", 0)])))
        self.assertIn("make a new one", str(self.assertRaises(ClientStopped, Producer(self.reactor, self.client).startService)))

    def test_one_that_was_never_started_says_what_to_do(self) -> None:
        admin = Admin(self.reactor, self.client)
        said = self.error(admin.list_topics(), ClientNotStarted)
        self.assertIn("async with client", said)
        self.assertIn("startService()", said)
        self.assertRaises(ClientNotStarted, Consumer(self.reactor, self.client).assign, [TopicPartition("t", 0)])
        self.assertIn("not started", self.error(Producer(self.reactor, self.client).send("t", b"x"), DeliveryFailed))
        self.client.startService()
        self.until(admin.list_topics())
        self.until(self.client.stopService())

    def test_a_parent_stops_all_in_order(self) -> None:
        parent = MultiService()
        self.client.setServiceParent(parent)
        producer = Producer(self.reactor, self.client, linger_ms=5_000)
        producer.setServiceParent(parent)
        parent.startService()
        sent = producer.send("t", b"still there", partition=1)
        self.until(parent.stopService())
        self.assertEqual(self.successResultOf(sent).offset, 0)

    def test_stopped_by_a_callback_of_a_group_that_shares_it(self) -> None:
        """Which waits for it: the group commits and leaves all the same, and nobody waits for itself."""
        for where in ("on_assigned", "on_revoked"):
            client = self.make()
            client.startService()
            group_id = f"g-{where}"
            self.until(Producer(self.reactor, client, linger_ms=0).send("t", b"x", partition=0))

            async def stop(_: object, client: Client = client) -> None:
                await client.stopService()

            callbacks: dict[str, Any] = {where: stop}
            group = ConsumerGroup(self.reactor, client, group_id, ["t"], auto_offset_reset="earliest", **callbacks)
            group.ensure_started()
            polled = group.poll(timeout_ms=20_000)
            if where == "on_assigned":
                self.error(polled, ClientStopped)
            else:
                self.assertEqual(len(self.until(polled)), 1)
            before = self.reactor.seconds()
            self.until(client.stopService())
            self.assertLess(self.reactor.seconds() - before, 5, where)
            self.assertTrue(client.routing.stopped)
            admin = Admin(self.reactor, self.broker.bootstrap)
            self.assertEqual(self.until(admin.describe_groups([group_id]))[group_id].members, (), where)
            committed = self.until(admin.list_group_offsets([group_id]))[group_id]
            self.assertEqual(len(committed), 0 if where == "on_assigned" else 1)
            self.until(admin.stopService())
        self.broker.stop()

    def test_nothing_of_the_connections_is_said_twice(self) -> None:
        for options in ({"security_protocol": "SSL"}, {"sasl_username": "anna"}, {"client_id": "other"}, {"request_timeout_ms": 5}):
            for make in (Producer, Consumer, Admin):
                error = self.assertRaises(ConfigError, make, self.reactor, self.client, **options)
                self.assertIn("a connection has one", str(error))
            self.assertRaises(ConfigError, ConsumerGroup, self.reactor, self.client, "g", ["t"], **options)
        error = self.assertRaises(ConfigError, Producer, self.reactor, self.client, linger_md=5)
        self.assertIn("did you mean linger_ms", str(error))
        self.assertRaises(ConfigError, Producer, self.reactor, self.client, random=random.Random(1))
        self.assertIn("another one", str(self.assertRaises(ConfigError, Producer, Clock(), self.client)))
        self.assertRaises(ConfigError, Client, self.reactor, self.client)

    def test_a_producer_has_topics_made_and_a_consumer_beside_it_does_not(self) -> None:
        self.client.startService()
        producer = Producer(self.reactor, self.client, linger_ms=0)
        consumer = Consumer(self.reactor, self.client, auto_offset_reset="earliest")
        self.until(consumer.follow(["typo", "made"]))
        self.until(producer.send("made", b"x"))
        self.reactor.advance(10)
        names = {topic.name for topic in self.until(Admin(self.reactor, self.client).list_topics())}
        self.assertEqual(names, {"t", "made"})
        self.assertEqual([value for message_set in self.until(consumer.poll()) for value in message_set.values()], [b"x"])
        self.until(self.client.stopService())

    def test_whoever_is_not_used_any_more_is_forgotten(self) -> None:
        self.client.startService()
        for _ in range(20):
            admin = Admin(self.reactor, self.client)
            self.until(admin.list_topics())
            self.until(admin.stopService())
            Admin(self.reactor, self.client)
        del admin
        gc.collect()
        self.assertEqual((len(self.client.routing._branches), len(self.client._users)), (0, 0))
        self.until(self.client.stopService())
