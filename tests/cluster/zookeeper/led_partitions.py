"""Who leads what by the tree, as tests ask a `ClusterView` for it."""

from __future__ import annotations

from klog.cluster.interfaces import PartitionInfo
from klog.cluster.zookeeper.view import ClusterView
from klog.cluster.zookeeper.view_types import NOBODY


def leader_of(view: ClusterView, topic: str, partition: int) -> int:
    """Who leads by the newest word of the controller in the tree; -1 where nobody does."""
    known = view.topics.get(topic)
    at = None if known is None else known.states.get(partition)
    return NOBODY if at is None or at.state is None else at.state.leader


def partitions_of(view: ClusterView, topic: str) -> tuple[PartitionInfo, ...]:
    """All partitions of a known topic, by number. Epoch 0 and no in-sync replicas where one has no state yet."""
    return tuple(_partition(view, topic, number) for number in range(len(view.topics[topic].assignment)))


def _partition(view: ClusterView, topic: str, number: int) -> PartitionInfo:
    known = view.topics[topic]
    replicas = known.assignment.get(number, ())
    at = known.states.get(number)
    if at is None or at.state is None:
        return PartitionInfo(NOBODY, 0, replicas, ())
    return PartitionInfo(at.state.leader, at.state.leader_epoch, replicas, at.state.isr)
