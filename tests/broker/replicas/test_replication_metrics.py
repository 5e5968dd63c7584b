"""What is to be read of replicas and of the cluster."""

from __future__ import annotations

import dataclasses

from klog.broker.replicas.replication_metrics import measure_cluster, measure_replicas
from klog.cluster.interfaces import PartitionInfo
from klog.metrics import Metrics
from tests.broker.replicas.controlled_rig import ControlledCase
from tests.broker.rig import batch


class ReplicationMetricsTests(ControlledCase):
    """Broker 1 leads some, and follows some."""

    def begin(self) -> None:
        super().begin()
        self.metrics = Metrics()
        measure_replicas(self.metrics, self.partitions)
        measure_cluster(self.metrics, self.coordination)

    def read(self, *names: str) -> list[float]:
        found = {reading.name: reading.value for reading in self.metrics}
        return [found[name] for name in names]

    def test_replicas(self) -> None:
        """Under-replicated, below and at the minimum, as Kafka counts them."""
        for topic, least in (("all", 2), ("two", 2), ("one", 2), ("alone", 2), ("follows", 1)):
            self.coordination.configs[topic] = {"min.insync.replicas": str(least)}
        self.lead(topic="all")
        self.lead(topic="two", isr=(1, 2))
        self.lead(topic="one", isr=(1,))
        self.lead(topic="alone", isr=(1,), replicas=(1,))
        self.say(self.told(2, topic="follows"))
        names = ("leaders", "replicas", "under_replicated", "under_min_isr", "at_min_isr")
        self.assertEqual(self.read(*(f"replication.{name}.count" for name in names)), [4, 5, 2, 1, 2])

    def test_lag(self) -> None:
        self.lead()
        self.produce(batch(b"a", b"b", b"c"), acks=1)
        self.follow(2, 2)
        self.assertEqual(self.read("replication.follower_lag.max", "replication.fetch_lag.max"), [3, 0])
        self.follow(3, 3)
        self.assertEqual(self.read("replication.follower_lag.max"), [1])
        self.say(self.told(2, topic="follows"))
        followed = self.partitions.replica("follows", 0)
        assert followed is not None
        followed.leader_says(7, 0)
        self.assertEqual(self.read("replication.fetch_lag.max"), [7])
        self.say(self.told(1, 1, topic="follows"))
        self.assertEqual(self.read("replication.fetch_lag.max"), [0])

    def test_the_cluster(self) -> None:
        """Only the controller counts it; everybody counts his own copies."""
        topic = self.show("t", 3)
        partitions = (
            PartitionInfo(2, 0, (1, 2, 3), (2, 3), offline_replicas=(1,)),
            PartitionInfo(-1, 0, (1,), (1,), offline_replicas=(1,)),
            PartitionInfo(1, 0, (1, 2, 3), (1, 2, 3)),
        )
        self.coordination.shown["t"] = dataclasses.replace(topic, partitions=partitions)
        names = ("active", "topics", "partitions", "offline_partitions", "preferred_imbalance")
        self.assertEqual(self.read(*(f"controller.{name}.count" for name in names)), [0] * 5)
        self.assertEqual(self.read("replication.offline_replicas.count"), [2])
        self.coordination.controller_id = lambda: 1
        self.assertEqual(self.read(*(f"controller.{name}.count" for name in names)), [1, 1, 3, 1, 2])
