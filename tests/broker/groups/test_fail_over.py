"""Groups of both protocols go on without a second rebalance when brokers stop and die: their coordinator moves, and finds everything."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.groups.group import ConsumerGroup
from klog.testing.cluster import MemoryCluster

PROPERTIES = {
    "default.replication.factor": "3",
    "min.insync.replicas": "2",
    "leader.imbalance.check.interval.seconds": "5",
    "group.consumer.session.timeout.ms": "45000",
}
#: Beyond a broker's session, and until its leaderships are its own again.
SETTLED_S = 25.0


class FailOverTests(SynchronousTestCase):
    """Two members in each of two groups."""

    def setUp(self) -> None:
        self.cluster = MemoryCluster(3, seed=5, properties=PROPERTIES)
        self.addCleanup(self.cluster.end_threads)
        self.cluster.start()
        self.cluster.create_topic("t", 6, 3)
        self.told: list[tuple[str, str, list[Any]]] = []
        self.groups: dict[str, ConsumerGroup] = {}
        for protocol in ("classic", "consumer"):
            for number in (1, 2):
                name = f"{protocol}-{number}"
                group = self.groups[name] = ConsumerGroup(
                    self.cluster.client(name),
                    self.cluster.bootstrap,
                    f"group-{protocol}",
                    ["t"],
                    client_id=name,
                    group_protocol=protocol,  # type: ignore[arg-type]
                    auto_offset_reset="earliest",
                    random=random.Random(name),
                    on_assigned=partial(self.tell, name, "assigned"),
                    on_revoked=partial(self.tell, name, "revoked"),
                    on_lost=partial(self.tell, name, "lost"),
                )
                self.addCleanup(lambda group=group: self.cluster.until(group.stopService()))
                group.startService()  # type: ignore[no-untyped-call]
        self.cluster.advance(30)
        for name, group in self.groups.items():
            self.assertEqual(len(group.assignment), 3, name)
        self.told.clear()

    def tell(self, name: str, kind: str, places: Any) -> None:
        self.told.append((name, kind, sorted(places)))

    def coordinators(self) -> dict[str, int]:
        """Who coordinates each group."""
        found = {}
        for number in self.cluster.ready:
            coordinator = self.cluster.brokers[number].broker.coordinator
            assert coordinator is not None
            for shard in coordinator.active_shards():
                found.update(dict.fromkeys(shard.groups, number))
        return found

    def test_stopped(self) -> None:
        for number in (1, 2, 3):
            self.cluster.stop_broker(number)
            self.cluster.start_broker(number)
            self.cluster.advance(SETTLED_S)
        self.assertEqual(self.told, [])

    def test_killed(self) -> None:
        for victim in sorted(set(self.coordinators().values())):
            self.cluster.kill(victim)
            self.cluster.advance(SETTLED_S)
            self.assertNotIn(victim, self.coordinators().values())
            self.cluster.start_broker(victim)
            self.cluster.advance(SETTLED_S)
        self.assertEqual(self.told, [])
