"""Several brokers and a ZooKeeper in memory, on one reactor of virtual time."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.admin import Admin
from klog.client.admin.types import NewTopic
from klog.testing.broker import MemoryBroker
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper

QUICK = {
    "offsets.topic.num.partitions": "4",
    "group.initial.rebalance.delay.ms": "0",
    "zookeeper.session.timeout.ms": "6000",
    "log.flush.interval.messages": "1",
}


class ClusterRig(SynchronousTestCase):
    """Brokers are made by `broker`; all are stopped in the end."""

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor)
        self.brokers: dict[int, MemoryBroker] = {}

    def make(self, number: int | None, **properties: str) -> MemoryBroker:
        """A broker, not started; underscores in names stand for dots."""
        given = {**QUICK, **{name.replace("_", "."): value for name, value in properties.items()}}
        host = "192.0.2.150" if number is None else f"192.0.2.{100 + number}"
        return MemoryBroker(given, zookeeper=self.zookeeper, reactor=self.reactor, broker_id=number, host=host, seed=number or 0)

    def broker(self, number: int, **properties: str) -> MemoryBroker:
        """One that is ready."""
        broker = self.brokers[number] = self.make(number, **properties)
        self.addCleanup(self.end, broker)
        return broker.start().until_ready()

    def end(self, broker: MemoryBroker) -> None:
        """Stop it, if it runs."""
        if broker.service.running:
            broker.stop()

    def refused(self, broker: MemoryBroker, seconds: float = 30.0) -> str:
        """Why it does not start."""
        self.addCleanup(self.end, broker)
        broker.start()
        passed = 0.0
        while not broker.ended:
            self.assertFalse(broker.is_ready)
            self.assertLess(passed, seconds)
            self.reactor.advance(0.1)
            passed += 0.1
        [sentence] = broker.ended
        self.assertNotIn("\n", sentence)
        return sentence

    def until(self, wanted: Any) -> Any:
        """The result of a Deferred or coroutine."""
        return self.reactor.until(wanted)

    def ask(self, broker: MemoryBroker, act: Any) -> Any:
        """What an administrator gets who is connected to `broker`: ``act(admin)`` is a coroutine."""

        async def run() -> Any:
            async with Admin(self.reactor, broker.bootstrap) as admin:
                return await act(admin)

        return self.until(Deferred.fromCoroutine(run()))

    def create(self, name: str, partitions: int = 3, broker: MemoryBroker | None = None) -> None:
        """A topic, through any broker."""
        asked = broker or next(one for one in self.brokers.values() if one.is_ready)
        outcome = self.ask(asked, lambda admin: admin.create_topics([NewTopic(name, partitions)]))
        self.assertEqual(dict(outcome.errors), {})

    def leaders(self, topic: str, broker: MemoryBroker) -> list[int]:
        """Who leads its partitions, as `broker` sees it."""
        return [one.leader for one in broker.broker.coordination.topics()[topic].partitions]  # type: ignore[union-attr]

    def served(self, broker: MemoryBroker) -> list[str]:
        """What it serves."""
        assert broker.broker.partitions is not None
        return sorted(str(one.topic_partition) for one in broker.broker.partitions.all())

    def directories(self, broker: MemoryBroker) -> list[str]:
        """Partitions on its disk."""
        names = broker.file_system.list("/data")
        return [name for name in names if broker.file_system.is_directory(f"/data/{name}") and not name.endswith("-delete")]

    def until_true(self, look: Any, seconds: float = 30.0) -> None:
        """Let time pass until `look` gives something true."""
        passed = 0.0
        while not look():
            self.assertLess(passed, seconds, "it did not happen")
            self.reactor.advance(0.05)
            passed += 0.05
