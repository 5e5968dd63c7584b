"""What is counted of replication, and what is asked for when somebody reads the broker's metrics (`klog.metrics`).

The names say what Kafka's mean; beside each stands Kafka's own.

======================================== ================================================================================================
``replication.leaders.count``            ReplicaManager, LeaderCount
``replication.replicas.count``           ReplicaManager, PartitionCount
``replication.under_replicated.count``   ReplicaManager, UnderReplicatedPartitions
``replication.under_min_isr.count``      ReplicaManager, UnderMinIsrPartitionCount
``replication.at_min_isr.count``         ReplicaManager, AtMinIsrPartitionCount
``replication.offline_replicas.count``   ReplicaManager, OfflineReplicaCount
``replication.isr_shrinks.count``        ReplicaManager, IsrShrinksPerSec
``replication.isr_expands.count``        ReplicaManager, IsrExpandsPerSec
``replication.isr_refusals.count``       ReplicaManager, FailedIsrUpdatesPerSec
``replication.elections.count``          ControllerStats, LeaderElectionRateAndTimeMs (of all brokers together: each counts its own)
``replication.unclean_elections.count``  ControllerStats, UncleanLeaderElectionsPerSec (the same)
``replication.fetch_lag.max``            ReplicaFetcherManager, MaxLag
``replication.follower_lag.max``         none: what the leader knows of its followers
``controller.active.count``              KafkaController, ActiveControllerCount
``controller.offline_partitions.count``  KafkaController, OfflinePartitionsCount
``controller.preferred_imbalance.count`` KafkaController, PreferredReplicaImbalanceCount
``controller.topics.count``              KafkaController, GlobalTopicCount
``controller.partitions.count``          KafkaController, GlobalPartitionCount
======================================== ================================================================================================

As with Kafka only the controller counts the cluster's partitions, and a partition with a single copy is at its minimum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.cluster.interfaces import ICoordination, PartitionInfo
from klog.metrics import Metrics
from klog.replication.high_watermark import effective_min_in_sync


def measure_replicas(metrics: Metrics, partitions: Partitions) -> None:
    """Gauges over the replicas of this broker."""

    def led(is_so: Callable[[Partition], bool]) -> Callable[[], float]:
        return lambda: sum(map(is_so, partitions.all()))

    gauge = metrics.gauge
    gauge("replication.leaders.count", "Partitions that this broker leads.", lambda: len(partitions))
    gauge("replication.replicas.count", "Copies of partitions that this broker has.", lambda: sum(1 for _ in partitions.replicas()))
    gauge("replication.under_replicated.count", "Led partitions of which some copies are not in sync.", led(_is_under_replicated))
    gauge("replication.under_min_isr.count", "Led partitions with too few copies in sync for acks=all.", led(lambda one: _spare(one) < 0))
    gauge("replication.at_min_isr.count", "Led partitions with just enough copies in sync for acks=all.", led(lambda one: _spare(one) == 0))
    gauge(
        "replication.fetch_lag.max",
        "Committed records that the furthest behind of the followed partitions lacks.",
        lambda: max((one.lag for one in partitions.replicas() if one.follows), default=0),
    )
    gauge(
        "replication.follower_lag.max",
        "Records that the furthest behind follower of the led partitions lacks.",
        lambda: max((_follower_lag(one) for one in partitions.all()), default=0),
    )


def measure_cluster(metrics: Metrics, coordination: ICoordination) -> None:
    """Gauges over what the cluster's metadata say."""

    def is_controller() -> bool:
        return coordination.controller_id() == coordination.broker_id() >= 0

    def shown() -> Iterator[PartitionInfo]:
        for topic in coordination.topics().values():
            yield from topic.partitions

    def of_controller(count: Callable[[], float]) -> Callable[[], float]:
        return lambda: count() if is_controller() else 0

    gauge = metrics.gauge
    gauge("controller.active.count", "1 where this broker is the controller.", lambda: is_controller())
    gauge("controller.topics.count", "Topics of the cluster.", of_controller(lambda: len(coordination.topics())))
    gauge("controller.partitions.count", "Partitions of the cluster.", of_controller(lambda: sum(1 for _ in shown())))
    gauge(
        "controller.offline_partitions.count",
        "Partitions of the cluster that nobody leads.",
        of_controller(lambda: sum(one.leader < 0 for one in shown())),
    )
    gauge(
        "controller.preferred_imbalance.count",
        "Partitions of the cluster that another one leads than the first of their brokers.",
        of_controller(lambda: sum(one.leader != one.replicas[0] for one in shown() if one.replicas)),
    )
    gauge(
        "replication.offline_replicas.count",
        "Copies of this broker that are out of service.",
        lambda: sum(coordination.broker_id() in one.offline_replicas for one in shown()),
    )


def _in_sync(partition: Partition) -> tuple[int, int]:
    """How many replicas are in sync, of how many."""
    leadership = partition.leadership
    return (1, 1) if leadership is None else (len(leadership.state.committed), leadership.replication_factor)


def _is_under_replicated(partition: Partition) -> bool:
    in_sync, replicas = _in_sync(partition)
    return in_sync < replicas


def _spare(partition: Partition) -> int:
    """How many in sync are more than there must be."""
    in_sync, replicas = _in_sync(partition)
    return in_sync - effective_min_in_sync(partition.min_in_sync_replicas, replicas)


def _follower_lag(partition: Partition) -> int:
    leadership = partition.leadership
    if leadership is None:
        return 0
    # Of who has not asked yet nothing is known but that it may lack everything.
    ends = (max(one.end_offset, partition.start_offset) for one in leadership.followers.values())
    return max((partition.end_offset - end for end in ends), default=0)
