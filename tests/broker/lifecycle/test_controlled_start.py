"""Whole brokers whose controller says who leads: three of them and a ZooKeeper in memory, from the listener to the disk."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure

from klog.client.admin.types import NewTopic
from klog.client.fetching.consumer import Consumer
from klog.client.groups.group import ConsumerGroup
from klog.client.producing.producer import Producer
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from tests.broker.cluster_rig import ClusterRig


class ControlledStartTests(ClusterRig):
    """Three copies of everything."""

    def three(self) -> list[MemoryBroker]:
        return [self.broker(number) for number in (1, 2, 3)]

    def make_topic(self, name: str, **configs: str) -> None:
        topic = NewTopic(name, 1, replication_factor=3, configs={key.replace("_", "."): value for key, value in configs.items()})
        outcome = self.ask(self.brokers[1], lambda admin: admin.create_topics([topic]))
        self.assertEqual(dict(outcome.errors), {})

    def partition(self, broker: MemoryBroker, topic: str = "t") -> Any:
        assert broker.broker.partitions is not None
        return broker.broker.partitions.replica(topic, 0)

    def leader(self, topic: str = "t") -> MemoryBroker:
        """Who serves it."""
        [found] = [one for one in self.brokers.values() if one.is_ready and one.broker.partitions.get(topic, 0) is not None]  # type: ignore[union-attr]
        return found

    def bootstrap(self) -> str:
        return ",".join(broker.bootstrap for broker in self.brokers.values())

    def put(self, *values: bytes) -> None:
        async def run() -> None:
            async with Producer(self.reactor, self.bootstrap()) as producer:
                for value in values:
                    await producer.send("t", value)

        self.until(Deferred.fromCoroutine(run()))

    def read(self, count: int) -> list[bytes | None]:
        async def run() -> list[bytes | None]:
            found: list[bytes | None] = []
            async with Consumer(self.reactor, self.bootstrap(), auto_offset_reset="earliest") as consumer:
                await consumer.follow(["t"])
                while len(found) < count:
                    for part in await consumer.poll():
                        found += list(part.values())
            return found

        found: list[bytes | None] = self.until(Deferred.fromCoroutine(run()))
        return found

    def test_copied_and_failed_over(self) -> None:
        """What acks=all acknowledged is on all three; the leader dies, and another one serves it."""
        self.three()
        self.make_topic("t", min_insync_replicas="2")
        self.put(b"a", b"b", b"c")
        for broker in self.brokers.values():
            self.assertEqual(self.partition(broker).end_offset, 3)
        self.assertEqual(self.read(3), [b"a", b"b", b"c"])
        dead = self.leader()
        dead.fail()
        self.until_true(lambda: [one for one in self.brokers.values() if one is not dead and one.broker.partitions.get("t", 0)], 60)
        self.put(b"d")
        self.assertEqual(self.read(4), [b"a", b"b", b"c", b"d"])

    def counted(self, name: str) -> float:
        """A metric of all brokers that run, together."""
        found = [{one.name: one.value for one in broker.broker.metrics} for broker in self.brokers.values() if broker.is_ready]
        return sum(one[name] for one in found)

    def test_what_is_counted(self) -> None:
        """Who leads, who is in sync, what was elected, and one controller."""
        self.three()
        self.make_topic("t", min_insync_replicas="2")
        self.put(b"a")
        names = ("leaders", "replicas", "under_replicated", "at_min_isr", "elections", "isr_shrinks", "isr_expands")
        self.assertEqual([self.counted(f"replication.{name}.count") for name in names], [1, 3, 0, 0, 0, 0, 0])
        self.assertEqual([self.counted(f"controller.{name}.count") for name in ("active", "topics", "offline_partitions")], [1, 1, 0])
        dead = self.leader()
        dead.fail()
        self.until_true(lambda: self.counted("replication.leaders.count") == 1, 60)
        self.assertEqual([self.counted(f"replication.{name}.count") for name in names], [1, 2, 1, 1, 1, 0, 0])
        dead.start().until_ready()
        self.until_true(lambda: len(self.in_sync()) == 3, 60)
        self.assertEqual([self.counted(f"replication.{name}.count") for name in names[:4]], [1, 3, 0, 0])
        self.assertEqual((self.counted("replication.isr_expands.count"), self.counted("controller.active.count")), (1, 1))

    def in_sync(self, topic: str = "t") -> tuple[int, ...]:
        """Who is in sync, as the controller tells it."""
        broker = next(one for one in self.brokers.values() if one.is_ready)
        shown = broker.broker.coordination.topics()[topic]  # type: ignore[union-attr]
        return tuple(sorted(shown.partitions[0].in_sync_replicas))

    def test_a_broker_comes_back(self) -> None:
        """It cuts what nobody committed, catches up, and is in sync again."""
        self.three()
        self.make_topic("t")
        self.put(b"a")
        dead = self.leader()
        dead.fail()
        self.until_true(
            lambda: len([one for one in self.brokers.values() if one is not dead and one.broker.partitions.get("t", 0)]) == 1, 60
        )
        self.put(b"b", b"c")
        dead.start().until_ready()
        self.until_true(lambda: self.in_sync() == (1, 2, 3), 60)
        self.assertEqual(self.partition(dead).end_offset, 3)
        ends = {(self.partition(one).end_offset, self.partition(one).log.end_offset_for_epoch(0)) for one in self.brokers.values()}
        self.assertEqual(len(ends), 1)

    def test_a_stop_in_order(self) -> None:
        """What it leads is led by others before it ends: nobody waits for a session to be over."""
        self.three()
        self.make_topic("t")
        self.put(b"a")
        leaving = self.leader()
        before_s = self.reactor.seconds()
        leaving.stop()
        self.until_true(lambda: [one for one in self.brokers.values() if one is not leaving and one.broker.partitions.get("t", 0)])
        self.assertLess(self.reactor.seconds() - before_s, 3)
        self.put(b"b")
        self.assertEqual(self.in_sync(), tuple(number for number, one in self.brokers.items() if one is not leaving))

    def test_nobody_waits_for_a_stop_in_order(self) -> None:
        """A producer that sends all the time hears of no error, and never waits for long, whoever stops."""
        self.three()
        for name in ("t", "u", "v"):
            self.make_topic(name, min_insync_replicas="2")
        producer = Producer(self.reactor, self.bootstrap(), retry_backoff_ms=20, random=random.Random(1))
        answered = dict.fromkeys("tuv", self.reactor.seconds())
        gaps: list[float] = []
        failures: list[str] = []

        def told(result: object, topic: str) -> None:
            now = self.reactor.seconds()
            gaps.append(now - answered[topic])
            answered[topic] = now
            if isinstance(result, Failure):
                failures.append(result.getErrorMessage())

        def send() -> None:
            for topic in answered:
                producer.send(topic, b"x").addBoth(told, topic)

        sending = LoopingCall(send)
        sending.clock = self.reactor
        sending.start(0.05)
        self.reactor.advance(2)
        for broker in self.brokers.values():
            broker.stop()
            self.reactor.advance(3)
            broker.start().until_ready()
            self.until_true(lambda: {self.in_sync(topic) for topic in answered} == {(1, 2, 3)}, 60)
        sending.stop()
        self.until(producer.stopService())
        self.assertEqual(failures, [])
        self.assertLess(max(gaps), 0.3)

    def test_a_topic_goes(self) -> None:
        """From all disks, and only then from ZooKeeper."""
        self.three()
        self.make_topic("t")
        self.put(b"a")
        outcome = self.ask(self.brokers[2], lambda admin: admin.delete_topics(["t"]))
        self.assertEqual(dict(outcome.errors), {})
        self.until_true(lambda: all("t-0" not in self.directories(one) for one in self.brokers.values()))
        self.make_topic("t")
        self.put(b"z")
        self.assertEqual(self.read(1), [b"z"])

    def test_groups(self) -> None:
        """A group's offsets live on when its coordinator dies."""
        self.three()
        self.make_topic("t")
        self.put(b"a", b"b")

        async def consume(count: int) -> list[bytes | None]:
            found: list[bytes | None] = []
            async with ConsumerGroup(self.reactor, self.bootstrap(), group_id="g", topics=["t"], auto_offset_reset="earliest") as group:
                while len(found) < count:
                    for part in await group.poll():
                        found += list(part.values())
                await group.commit()
            return found

        self.assertEqual(self.until(Deferred.fromCoroutine(consume(2))), [b"a", b"b"])
        coordinator = [one for one in self.brokers.values() if one.broker.coordinator.shards]  # type: ignore[union-attr]
        self.assertTrue(coordinator)
        dead = self.leader()
        dead.fail()
        self.until_true(lambda: [one for one in self.brokers.values() if one is not dead and one.broker.partitions.get("t", 0)], 60)
        self.put(b"c")
        self.assertEqual(self.until(Deferred.fromCoroutine(consume(1))), [b"c"])

    def test_too_few_in_sync(self) -> None:
        """min.insync.replicas is kept: with one replica left nothing is acknowledged that asks for all."""
        self.three()
        self.make_topic("t", min_insync_replicas="2")
        self.put(b"a")
        leader = self.leader()
        for broker in self.brokers.values():
            if broker is not leader:
                broker.fail()
        [number] = [number for number, one in self.brokers.items() if one is leader]
        self.until_true(lambda: self.partition(leader).leadership.state.committed == (number,), 90)

        async def run() -> None:
            async with Producer(self.reactor, leader.bootstrap, delivery_timeout_ms=5_000, request_timeout_ms=2_000) as producer:
                await producer.send("t", b"b")

        failed: Any = Deferred.fromCoroutine(run()).addErrback(lambda failure: failure.value)
        self.assertIsInstance(self.until(failed), KlogError)
        self.assertEqual(self.partition(leader).high_watermark, 1)

    def test_records_are_deleted_everywhere(self) -> None:
        """Before it is said that they are."""
        self.three()
        self.make_topic("t")
        self.put(b"a", b"b", b"c")
        which = TopicPartition("t", 0)
        outcome = self.ask(self.brokers[1], lambda admin: admin.delete_records({which: 2}))
        self.assertEqual(dict(outcome), {which: 2})
        self.assertEqual([self.partition(broker).start_offset for broker in self.brokers.values()], [2, 2, 2])
        self.assertEqual(self.read(1), [b"c"])
