"""Lives of processors on three brokers that share a cluster through ZooKeeper, each from one number, by all three ways of sharing
partitions: brokers are killed, stop, stand still and come back, the controller changes, members come and die, and are cut off from all
brokers and come back as zombies. Leaders, coordinators of the group and of the transactions move meanwhile. In the end the output is the
input, each record once.

Which are lived here: `tests.seeds`.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.consumer import Consumer
from klog.client.processing.transactional_processor import TransactionalProcessor
from klog.client.producing.producer import Producer
from klog.model import TopicPartition
from klog.testing.cluster import QUICK, MemoryCluster
from tests.client.processing.test_lives import WAYS
from tests.seeds import Seeds

SEEDS = Seeds(1, in_soak=20)
IN, OUT = 3, 2
SETTINGS = {
    **QUICK,
    "default.replication.factor": "3",
    "min.insync.replicas": "2",
    "offsets.topic.replication.factor": "3",
    "transaction.state.log.num.partitions": "2",
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "1000",
    "group.min.session.timeout.ms": "1000",
    "group.consumer.min.session.timeout.ms": "1000",
    "group.consumer.session.timeout.ms": "6000",
    "group.consumer.min.heartbeat.interval.ms": "500",
    "group.consumer.heartbeat.interval.ms": "1000",
}
TIMES: dict[str, Any] = {
    "request_timeout_ms": 3_000,
    "connect_timeout_ms": 1_000,
    "reconnect_backoff_max_ms": 300,
    "retry_backoff_max_ms": 300,
}


class Life:
    """All of it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.way = WAYS[seed % len(WAYS)]
        self.cluster = MemoryCluster(brokers=3, seed=seed, properties=SETTINGS).start()
        for name, partitions in (("in", IN), ("out", OUT)):
            self.cluster.create_topic(name, partitions, 3, configs={"min.insync.replicas": "2"})
        self.source = Producer(
            self.cluster.client("source"), self.cluster.bootstrap, delivery_timeout_ms=900_000, random=random.Random(seed), **TIMES
        )
        self.count = self.made = 0
        self.members: dict[str, TransactionalProcessor] = {}
        self.committed = self.aborted = 0
        #: The broker that is away: one at a time, so that there is always somebody.
        self.away: int | None = None

    def feed(self) -> None:
        """More input."""
        more = self.random.randrange(12)
        for number in range(self.count, self.count + more):
            self.source.send("in", b"%d" % number, partition=self.random.randrange(IN)).addErrback(lambda failure: None)
        self.count += more

    def come(self) -> None:
        """One member more, up to two."""
        if len(self.members) < 2:
            self.made += 1
            name = f"member-{self.made}"
            named = {"transactional_id": name} if self.random.random() < 0.5 else {}
            processor = TransactionalProcessor(
                self.cluster.client(name),
                self.cluster.bootstrap,
                "group",
                ["in"],
                lambda message_sets, transaction: self.work(name, message_sets, transaction),
                random=random.Random(self.random.random()),
                max_records=self.random.choice((1, 5, 20)),
                max_attempts=None,
                auto_offset_reset="earliest",
                transaction_timeout_ms=5_000,
                max_poll_interval_ms=20_000,
                delivery_timeout_ms=5_000,
                **named,
                **self.way,
                **TIMES,
            )
            processor.startService()
            self.members[name] = processor

    async def work(self, name: str, message_sets: Any, transaction: Any) -> None:
        """Each number goes on; now and then it takes its time."""
        for message_set in message_sets:
            for value in message_set.values():
                transaction.send("out", value, partition=int(value) % OUT)
        if self.random.random() < 0.1:
            await self.members[name].group.routing.wait_ms(self.random.choice((20, 200, 2_000, 8_000)))

    def go(self, name: str) -> None:
        """A member dies."""
        processor = self.members.pop(name)
        self.committed += processor.committed
        self.aborted += processor.aborted
        self.cluster.kill_client(name)

    def happen(self) -> None:
        """One thing."""
        cluster = self.cluster
        match self.random.randrange(13):
            case 9 | 10 if self.members:
                cluster.cut(self.random.choice(sorted(self.members)), others=sorted(cluster.brokers))
            case 11 | 12:
                cluster.join()
            case 0:
                self.come()
            case 1 if len(self.members) > 1:
                self.go(self.random.choice(sorted(self.members)))
            case 2:
                cluster.depose_controller()
            case 3 | 4 | 5 if self.away is None:
                self.away = self.random.choice(sorted(cluster.brokers))
                self.random.choice((cluster.kill, cluster.freeze, cluster.stop_broker))(self.away)
            case _:
                self.back()

    def back(self) -> None:
        """Whoever is away comes back."""
        if self.away is not None:
            self.cluster.heal()
            self.away = None

    def live(self) -> None:
        """From the first input to the last output."""
        self.come()
        for _ in range(25):
            self.feed()
            self.cluster.advance(self.random.choice((0.3, 1.0, 3.0)))
            self.happen()
        self.back()
        self.cluster.join()
        self.come()
        self.cluster.until(self.source.flush())

    def out(self) -> list[int]:
        """What a reader of committed data sees, until all is there and nothing more comes."""

        async def read() -> list[int]:
            found: list[int] = []
            reactor = self.cluster.client("reader")
            places = [TopicPartition("out", number) for number in range(OUT)]
            async with Consumer(
                reactor, self.cluster.bootstrap, auto_offset_reset="earliest", isolation_level="read_committed", **TIMES
            ) as consumer:
                await consumer.assign(places)
                while sets := await consumer.poll(timeout_ms=120_000 if len(found) < self.count else 15_000):
                    for each in sets:
                        found += [int(value or b"") for value in each.values()]
            return found

        found: list[int] = self.cluster.until(read(), 600)
        return found

    def end(self) -> None:
        """Everybody stops."""
        for name, processor in self.members.items():
            assert processor.failure is None, (name, processor.failure)
            self.committed += processor.committed
            self.aborted += processor.aborted
            self.cluster.until(processor.stopService())
        self.cluster.until(self.source.stopService())
        self.cluster.stop()


class LifeTests(SynchronousTestCase):
    @pytest.mark.soak
    def test_lives(self) -> None:
        """Each input once in the output."""
        for seed in SEEDS:
            life = Life(seed)
            life.live()
            self.assertEqual(sorted(life.out()), list(range(life.count)), f"seed {seed}")
            life.end()
            self.assertGreater(life.committed, 5, f"seed {seed}")
            self.flushLoggedErrors()
