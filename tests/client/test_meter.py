"""What is counted, by whom, and who is told: on meters alone, and of real clients on a broker in memory."""

from __future__ import annotations

from typing import Any

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.admin import Admin
from klog.client.fetching.consumer import Consumer
from klog.client.groups.group import ConsumerGroup
from klog.client.hooks import NAMES, Hooks, HookSet
from klog.client.meter import Meter
from klog.client.producing.producer import Producer
from klog.client.producing.producer_types import DeliveryFailed
from klog.client.service import Client
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from tests.client.groups.member_world import BROKER
from tests.client.producing.produce_world import World

T0 = TopicPartition("t", 0)


class Noting:
    """Notes all calls by name."""

    def __init__(self) -> None:
        self.calls: dict[str, list[tuple[Any, ...]]] = {name: [] for name in NAMES}

    def __getattr__(self, name: str) -> Any:
        if name not in NAMES:
            raise AttributeError(name)
        return lambda *arguments: self.calls[name].append(arguments)

    def __dir__(self) -> list[str]:
        return list(NAMES)


class Hostile:
    """A hook that stops its client, and raises."""

    client: Client

    def __init__(self, name: str) -> None:
        self.name = name
        self.stopping: list[Any] = []

    def __dir__(self) -> list[str]:
        return [self.name]

    def __getattr__(self, name: str) -> Any:
        if name not in NAMES:
            raise AttributeError(name)
        return self.act

    def act(self, *_: object) -> None:
        self.stopping.append(self.client.stopService())
        raise ZeroDivisionError


class MeterTests(SynchronousTestCase):
    """A trunk and a branch."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.hooks, self.own_hooks = Noting(), Noting()
        self.trunk = Meter(self.clock.seconds, HookSet(self.hooks, self.clock.seconds), connections=lambda: (3, 2, 1))
        self.branch = Meter(self.clock.seconds, HookSet(self.own_hooks, self.clock.seconds), parent=self.trunk)
        self.other = Meter(self.clock.seconds, HookSet(None, self.clock.seconds), parent=self.trunk)

    def test_connections_are_the_trunks_and_everybody_sees_them(self) -> None:
        self.trunk.connected("a:1")
        self.trunk.answered("a:1", "Fetch", 40, 0.25, 0)
        self.trunk.answered("a:1", "Produce", 1_000, 0.5, 70)
        self.trunk.unanswered("a:1", "Fetch", 41, "why")
        self.trunk.received(5_000)
        self.trunk.disconnected("a:1", "gone")
        for meter in (self.trunk, self.branch, self.other):
            found = meter.snapshot()
            self.assertEqual((found.connects, found.disconnects, found.requests_answered, found.requests_failed), (1, 1, 2, 1))
            self.assertEqual((found.bytes_sent, found.bytes_received, found.throttles, found.throttled_ms), (1_081, 5_000, 1, 70))
            self.assertEqual((found.connections_now, found.in_flight_now, found.queued_now), (3, 2, 1))
            self.assertEqual((found.by_api["Fetch"].failed, found.by_api["Produce"].latency.max_ms), (1, 500.0))
        self.assertEqual(self.hooks.calls["on_connect"], [("a:1",)])
        self.assertEqual(self.hooks.calls["on_request"], [("a:1", "Fetch", 40, 0.25), ("a:1", "Produce", 1_000, 0.5)])
        self.assertEqual(self.hooks.calls["on_request_failed"], [("a:1", "Fetch", "why")])
        self.assertEqual(self.hooks.calls["on_throttle"], [("a:1", "Produce", 70)])
        self.assertEqual(self.hooks.calls["on_disconnect"], [("a:1", "gone")])
        self.assertFalse(any(self.own_hooks.calls.values()))

    def test_what_one_does_counts_for_it_and_for_the_whole(self) -> None:
        self.branch.batch_written("t", 0, 10, 500, 0.1)
        self.branch.batch_retried()
        self.branch.batch_failed("t", 1, 3, ErrorCode.REQUEST_TIMED_OUT)
        self.branch.fetched(1, 900, 0.2)
        self.branch.rebalanced("g", "assigned", {T0})
        self.branch.rebalanced("g", "revoked", {T0})
        self.other.batch_written("t", 0, 1, 50, 0.1)
        mine, whole = self.branch.snapshot(backlog_bytes_now=9), self.trunk.snapshot()
        self.assertEqual((mine.batches_written, mine.records_written, mine.batch_bytes_written), (1, 10, 500))
        self.assertEqual((whole.batches_written, whole.records_written, whole.batch_bytes_written), (2, 11, 550))
        for found in (mine, whole):
            self.assertEqual((found.batches_retried, found.batches_failed, found.records_failed), (1, 1, 3))
            self.assertEqual((found.fetches, found.bytes_fetched, found.rebalances), (1, 900, 1))
            self.assertEqual((found.partitions_assigned, found.partitions_revoked, found.partitions_lost), (1, 1, 0))
        self.assertEqual((mine.backlog_bytes_now, whole.backlog_bytes_now), (9, 0))
        for hooks in (self.hooks, self.own_hooks):
            self.assertEqual(hooks.calls["on_rebalance"], [("g", "assigned", frozenset({T0})), ("g", "revoked", frozenset({T0}))])
            self.assertEqual(hooks.calls["on_batch_failed"], [("t", 1, 3, ErrorCode.REQUEST_TIMED_OUT)])
            self.assertEqual(hooks.calls["on_fetch"], [(1, 900, 0.2)])
        self.assertEqual(len(self.hooks.calls["on_batch_written"]), 2)


class ClientTests(SynchronousTestCase):
    """Real clients."""

    def test_clients_of_a_broker_count_what_they_do(self) -> None:
        broker = MemoryBroker(BROKER, seed=5).start()
        reactor = broker.reactor
        broker.create_topics({"t": 1})
        hooks, mine = Noting(), Noting()
        client = Client(reactor, broker.bootstrap, hooks=hooks)
        client.startService()
        producer = Producer(reactor, client, linger_ms=0, hooks=mine)
        reactor.until(producer.send_many("t", [b"x" * 100] * 50, partition=0))
        group = ConsumerGroup(reactor, client, "g", ["t"], auto_offset_reset="earliest")
        consumer = Consumer(reactor, client, auto_offset_reset="earliest")
        reactor.until(consumer.assign([T0]))
        for reader in (group, consumer):
            reader.ensure_started()
            self.assertEqual(sum(len(found.values()) for found in reactor.until(reader.poll(timeout_ms=20_000))), 50)
        reactor.until(Admin(reactor, client).list_topics())
        whole, sent, read = client.statistics(), producer.statistics(), group.statistics()
        self.assertEqual((sent.batches_written, sent.records_written, sent.fetches, sent.backlog_messages_now), (1, 50, 0, 0))
        self.assertGreater(sent.batch_bytes_written, 5_000)
        self.assertEqual((read.records_written, read.rebalances, read.partitions_assigned, read.partitions_now), (0, 1, 1, 1))
        self.assertGreater(read.bytes_fetched, 5_000)
        self.assertEqual((whole.records_written, whole.rebalances, whole.partitions_now), (50, 1, 2))
        self.assertEqual(whole.bytes_fetched, read.bytes_fetched + consumer.statistics().bytes_fetched)
        self.assertEqual(whole.by_api["Produce"].answered, 1)
        self.assertGreater(whole.by_api["Produce"].bytes_sent, 5_000)
        self.assertGreater(whole.bytes_received, 10_000)
        self.assertEqual(whole.connects, len(hooks.calls["on_connect"]))
        self.assertEqual(whole.connections_now, whole.connects - whole.disconnects)
        self.assertEqual(whole.requests_answered, len(hooks.calls["on_request"]))
        for noted in (hooks, mine):
            [(topic, partition, records, size, seconds)] = noted.calls["on_batch_written"]
            self.assertEqual((topic, partition, records, size), ("t", 0, 50, sent.batch_bytes_written))
            self.assertGreaterEqual(seconds, 0)
        self.assertEqual(hooks.calls["on_rebalance"], [("g", "assigned", frozenset({T0}))])
        reactor.until(client.stopService())
        self.assertEqual(hooks.calls["on_rebalance"][1:], [("g", "revoked", frozenset({T0}))])
        over = client.statistics()
        self.assertEqual((over.connects, over.connections_now, over.in_flight_now), (over.disconnects, 0, 0))
        broker.stop()

    def test_batches_that_go_again_and_that_fail(self) -> None:
        world = World(linger_ms=0, delivery_timeout_ms=10_000, hooks=(noting := Noting()))
        world.cluster.faults.extend([ErrorCode.NOT_LEADER_OR_FOLLOWER, None, ErrorCode.MESSAGE_TOO_LARGE])
        world.until(world.producer.send("t", b"once more"))
        with self.assertRaises(DeliveryFailed):
            world.until(world.producer.send("t", b"too large"))
        found = world.producer.statistics()
        self.assertEqual((found.batches_written, found.batches_retried, found.batches_failed, found.records_failed), (1, 1, 1, 1))
        self.assertEqual(noting.calls["on_batch_failed"], [("t", 0, 1, ErrorCode.MESSAGE_TOO_LARGE)])
        world.stop()

    def test_a_hook_that_ends_the_program_loses_no_batch(self) -> None:
        class Ending(Hooks):
            def on_batch_written(self, *_: object) -> None:
                raise SystemExit(3)

        world = World(partitions=3, nodes=1, hooks=Ending())
        for _ in range(2):
            sent = [world.producer.send("t", b"x", partition=number) for number in range(3)]
            world.until(world.producer.flush())
            for deferred in sent:
                self.successResultOf(deferred)
        world.stop()
        self.assertEqual(len(self.flushLoggedErrors(SystemExit)), 1)

    def test_a_hook_that_raises_or_stops_the_client_hurts_nobody(self) -> None:
        broker = MemoryBroker(BROKER, seed=5).start()
        broker.create_topics({"t": 1})
        for name in NAMES:
            reactor = broker.reactor
            hostile = Hostile(name)
            hostile.client = client = Client(reactor, broker.bootstrap, hooks=hostile)
            client.startService()
            producer = Producer(reactor, client, linger_ms=0, delivery_timeout_ms=20_000)
            group = ConsumerGroup(reactor, client, f"g-{name}", ["t"], auto_offset_reset="earliest")
            group.ensure_started()
            outcomes: list[object] = []
            for asked in (producer.send("t", b"x"), group.poll(timeout_ms=10_000), Admin(reactor, client).list_topics()):
                asked.addBoth(outcomes.append)
            reactor.advance(60)
            self.assertEqual(len(outcomes), 3, name)
            for outcome in outcomes:
                error = getattr(outcome, "value", None)
                self.assertTrue(error is None or isinstance(error, KlogError), f"{name}: {outcome}")
            reactor.until(client.stopService())
            for stopped in hostile.stopping:
                reactor.until(stopped)
            self.assertLessEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1, name)
            self.assertEqual(self.flushLoggedErrors(), [], name)
        broker.stop()
