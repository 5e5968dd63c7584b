"""Three brokers, a ZooKeeper, a producer, and groups of both protocols in virtual time, and everything that happens to them, from a seed.

Brokers lose power and come back on what their disks still hold, or are stopped in order and started again; sessions are ended by force;
ZooKeeper freezes, stops, comes back; connections are cut; topics are made and deleted. What was acknowledged is on a disk: the flush rule
holds. All the time no partition is served by two brokers. When all is well again each partition is served by its leader, all brokers say
the same, every record that was sent stands in the log once and in order, each group has seen all of them, and nothing of a deleted topic
is left.

``KLOG_SEED=7`` repeats seed 7; ``KLOG_SEEDS=200`` runs so many.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.admin import Admin
from klog.client.admin.types import NewTopic
from klog.client.groups.group import ConsumerGroup
from klog.client.producing.producer import Producer
from klog.errors import KlogError
from klog.testing.broker import MemoryBroker
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.wire.messages.metadata import MetadataRequest
from tests import peers

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = int(os.environ.get("KLOG_SEEDS") or (20 if peers.SOAK else 10))
TOPIC = "t"
PARTITIONS = 6
BROKERS = (1, 2, 3)
SETTINGS = {
    "log.flush.interval.messages": "1",
    "offsets.topic.num.partitions": "4",
    "group.initial.rebalance.delay.ms": "0",
    "zookeeper.session.timeout.ms": "6000",
    "group.consumer.session.timeout.ms": "45000",
}


class Reading:
    """A member of a group, and what it has seen."""

    def __init__(self, world: World, name: str, **options: Any) -> None:
        self.seen: dict[int, set[int]] = {partition: set() for partition in range(PARTITIONS)}
        self.is_reading = True
        self.group = ConsumerGroup(
            world.reactor,
            world.bootstrap,
            name,
            [TOPIC],
            client_id=name,
            auto_offset_reset="earliest",
            auto_commit_interval_ms=1_000,
            random=random.Random(name),
            request_timeout_ms=5_000,
            connect_timeout_ms=1_000,
            **options,
        )
        self.ended = Deferred.fromCoroutine(self._read())

    async def _read(self) -> None:
        async with self.group:
            while self.is_reading:
                for message_set in await self.group.poll(timeout_ms=500):
                    seen = self.seen[message_set.partition]
                    for value in message_set.values():
                        assert value is not None
                        seen.add(int(bytes(value).split(b":")[1]))


class World:
    """One seed's."""

    def __init__(self, seed: int) -> None:
        self.random = chance = random.Random(seed)
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor, version_36=chance.random() < 0.7)
        self.brokers = {
            number: MemoryBroker(
                SETTINGS,
                zookeeper=self.zookeeper,
                reactor=self.reactor,
                broker_id=number,
                seed=seed * 10 + number,
                # In every second world threads take virtual time.
                interleave=seed * 10 + number if seed % 2 else None,
            )
            for number in BROKERS
        }
        self.journal: list[str] = []
        self.frozen = self.stopped = False
        self.others: list[str] = []
        for broker in self.brokers.values():
            broker.start()
        for broker in self.brokers.values():
            broker.until_ready()
        self.bootstrap = ",".join(broker.bootstrap for broker in self.brokers.values())
        self.admin = Admin(self.reactor, self.bootstrap, random=random.Random(seed), request_timeout_ms=5_000)
        self.until(self.admin.create_topics([NewTopic(TOPIC, PARTITIONS)]))
        self.producer = Producer(
            self.reactor,
            self.bootstrap,
            random=random.Random(seed),
            delivery_timeout_ms=600_000,
            request_timeout_ms=5_000,
            connect_timeout_ms=1_000,
            max_in_flight=chance.choice([1, 5]),
        )
        self.readings = [Reading(self, "classic"), Reading(self, "kip-848", group_protocol="consumer")]
        self.sent = [0] * PARTITIONS
        self.failed: list[str] = []
        self.fired = 0

    def until(self, wanted: Any) -> Any:
        """The result of a Deferred."""
        return self.reactor.until(wanted)

    def send(self) -> None:
        """Some records."""
        for _ in range(self.random.choice([1, 3, 12])):
            partition = self.random.randrange(PARTITIONS)
            value = b"%d:%d" % (partition, self.sent[partition])
            self.sent[partition] += 1
            self.producer.send(TOPIC, value, partition=partition).addBoth(self._sent)

    def _sent(self, result: Any) -> None:
        self.fired += 1
        if isinstance(result, Failure):
            self.failed.append(str(result.value))

    def advance(self, seconds: float) -> None:
        """Let time pass, and look."""
        passed = 0.0
        while passed < seconds:
            self.reactor.advance(0.1)
            passed += 0.1
            self.judge()

    def judge(self) -> None:
        """No partition is served by two."""
        served: dict[str, int] = {}
        for number, broker in self.brokers.items():
            if broker.is_ready and broker.broker.partitions is not None:
                for partition in broker.broker.partitions.all():
                    name = str(partition.topic_partition)
                    assert name not in served, f"{name} is served by {served[name]} and {number}"
                    served[name] = number
            assert not broker.ended, broker.ended

    # What happens

    def fail(self) -> None:
        """Power is lost; it is back after a while."""
        number = self.random.choice(BROKERS)
        broker = self.brokers[number]
        if broker.service.running:
            broker.fail(self.random)
        self.journal[-1] += f" {number}"

    def stop(self) -> None:
        """In order."""
        number = self.random.choice(BROKERS)
        broker = self.brokers[number]
        if broker.service.running:
            broker.stop()
        self.journal[-1] += f" {number}"

    def start(self) -> None:
        """One that does not run."""
        for broker in self.brokers.values():
            if not broker.service.running:
                broker.start()
                return

    def expire(self) -> None:
        """All sessions, or those of now and then."""
        self.zookeeper.expire_all()

    def freeze(self) -> None:
        """ZooKeeper says nothing any more, or does again."""
        self.frozen = not self.frozen
        (self.zookeeper.freeze if self.frozen else self.zookeeper.thaw)(2181)

    def halt(self) -> None:
        """ZooKeeper is not there any more, or is again."""
        self.stopped = not self.stopped
        (self.zookeeper.stop if self.stopped else self.zookeeper.start)(2181)

    def cut(self) -> None:
        """All connections."""
        self.reactor.cut()

    def lose(self) -> None:
        """An answer of ZooKeeper's."""
        self.zookeeper.lose_next_reply()

    def create(self) -> None:
        """Another topic."""
        name = f"other-{len(self.others)}"
        self.others.append(name)
        self.admin.create_topics([NewTopic(name, 3)], timeout_ms=20_000).addErrback(self._refused)

    def delete(self) -> None:
        """One of them."""
        if self.others:
            name = self.random.choice(self.others)
            self.admin.delete_topics([name], timeout_ms=20_000).addErrback(self._refused)

    @staticmethod
    def _refused(failure: Failure) -> None:
        failure.trap(KlogError)  # type: ignore[no-untyped-call]

    # All of it

    def run(self) -> None:
        """Faults, then peace, then the judgement."""
        faults: list[Callable[[], None]] = [
            self.fail, self.fail, self.stop, self.start, self.start, self.expire, self.freeze, self.halt, self.cut, self.lose,
            self.create, self.create, self.delete,
        ]  # fmt: skip
        self.send()
        self.advance(2)
        for _ in range(self.random.randint(4, 9)):
            self.send()
            fault = self.random.choice(faults)
            self.journal.append(f"{self.reactor.seconds() % 10_000:.1f} {fault.__name__}")
            fault()
            self.send()
            self.advance(self.random.choice([0.1, 0.5, 2.0, 5.0, 9.0]))
        self.heal()
        self.settle()
        self.check()
        self.end()

    def heal(self) -> None:
        """Everybody is there again."""
        self.journal.append("heal")
        if self.frozen:
            self.freeze()
        if self.stopped:
            self.halt()
        for broker in self.brokers.values():
            if not broker.service.running:
                broker.start()
        for broker in self.brokers.values():
            broker.until_ready()

    def settle(self) -> None:
        """Until all is sent and seen."""
        wanted = [set(range(count)) for count in self.sent]

        def missing() -> list[str]:
            left = [f"{sum(self.sent) - self.fired} records are on their way"] if self.fired < sum(self.sent) else []
            for reading in self.readings:
                count = sum(len(wanted[partition] - reading.seen[partition]) for partition in range(PARTITIONS))
                if count:
                    left.append(f"{reading.group.group_id} has not seen {count} records")
            return left

        for _ in range(240):
            if not missing():
                return
            self.advance(0.5)
        raise AssertionError("; ".join(missing()))

    def check(self) -> None:
        """What must be true now."""
        assert not self.failed, self.failed[:3]
        self.advance(1)
        brokers = self.brokers
        answers = [broker.connect().ask(MetadataRequest(topics=None), 12) for broker in brokers.values()]
        for answer in answers:
            answer.topics.sort(key=lambda topic: topic.name)
        assert answers[0] == answers[1] == answers[2], answers
        assert answers[0].controller_id in BROKERS
        coordinations: list[Any] = [broker.broker.coordination for broker in brokers.values()]
        topics = coordinations[0].topics()
        for name, topic in topics.items():
            for index, info in enumerate(topic.partitions):
                assert info.leader in BROKERS, f"{name}-{index} has no leader"
                partitions = brokers[info.leader].broker.partitions
                assert partitions is not None
                partition = partitions.get(name, index)
                assert partition is not None, f"{name}-{index} is not served by its leader {info.leader}"
                assert partition.leader_epoch == info.leader_epoch
        for number, broker in brokers.items():
            names = broker.file_system.list("/data")
            lying = {name for name in names if broker.file_system.is_directory(f"/data/{name}") and not name.endswith("-delete")}
            ours = {f"{name}-{i}" for name, topic in topics.items() for i, info in enumerate(topic.partitions) if number in info.replicas}
            assert lying == ours, f"broker {number} holds {sorted(lying ^ ours)} too much or too little"
            coordinator = broker.broker.coordinator
            assert coordinator is not None
            led = {i for i, info in enumerate(topics["__consumer_offsets"].partitions) if info.leader == number}
            assert set(coordinator.shards) == led
        assert not self.zookeeper.tree.names("/klog/removals")
        for partition in range(PARTITIONS):
            leader = brokers[topics[TOPIC].partitions[partition].leader]
            values = [message.value for message in leader.messages(TOPIC, partition)]
            assert values == [b"%d:%d" % (partition, number) for number in range(self.sent[partition])], (partition, values[:50])

    def end(self) -> None:
        """Everybody stops."""
        for reading in self.readings:
            reading.is_reading = False
            self.until(reading.ended)
        self.until(self.producer.stopService())
        self.until(self.admin.stopService())
        for broker in self.brokers.values():
            broker.stop()


class SimulationTests(SynchronousTestCase):
    """All seeds."""

    def test_seeds(self) -> None:
        chosen = os.environ.get("KLOG_SEED")
        for seed in [int(chosen)] if chosen else range(SEEDS):
            world = World(seed)
            try:
                world.run()
            except BaseException as error:
                raise AssertionError(f"KLOG_SEED={seed}: {error}\n" + "\n".join(world.journal)) from error
            finally:
                for broker in world.brokers.values():
                    broker.end_threads()
