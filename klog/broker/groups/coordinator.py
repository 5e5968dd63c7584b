"""The group coordinator: finds the shard of a group, and the protocol that a group speaks.

A group belongs to the partition ``hash(group id) % partitions`` of ``__consumer_offsets`` (`partition_of`); its shard keeps it.
Handlers ask::

    shard = coordinator.shard(group_id)          # raises what the client must be told
    group = shard.groups.get(group_id)

and hand requests of members to `classic` or `consumer`, the two protocols. A request of the one protocol to a group of the other is the
consumer protocol's business (``migration``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from klog.broker.groups.group import Group, GroupEnvironment
from klog.broker.groups.shard import Shard
from klog.cluster.interfaces import TopicInfo
from klog.errors import ErrorCode, KlogError


def java_hash(text: str) -> int:
    """Java's ``String.hashCode``: over UTF-16 units, as a signed 32-bit number."""
    units = text.encode("utf-16-be", "surrogatepass")
    result = 0
    for position in range(0, len(units), 2):
        result = (31 * result + (units[position] << 8 | units[position + 1])) & 0xFFFFFFFF
    return result - (1 << 32) if result >> 31 else result


def partition_of(group_id: str, partitions: int) -> int:
    """Kafka's partition of a group id (``GroupCoordinatorService.partitionFor``)."""
    return (java_hash(group_id) & 0x7FFFFFFF) % partitions


class GroupCoordinator:
    """All shards of this broker. Implements `klog.cluster.interfaces.ITopicListener`.

    :ivar shards: by partition of ``__consumer_offsets``; empty while there is no such topic.
    :ivar classic: ``classic_protocol.ClassicProtocol``, set by whoever puts the broker together.
    :ivar consumer: ``consumer_protocol.ConsumerProtocol``.
    """

    def __init__(self, environment: GroupEnvironment) -> None:
        self.environment = environment
        self.shards: dict[int, Shard] = {}
        self.classic: Any = None
        self.consumer: Any = None

    # Looking up

    def shard(self, group_id: str) -> Shard:
        """The shard that keeps `group_id`, ready for requests.

        :raises KlogError: COORDINATOR_NOT_AVAILABLE while there is no ``__consumer_offsets``; COORDINATOR_LOAD_IN_PROGRESS;
            NOT_COORDINATOR.
        """
        shards = self.shards
        if not shards:
            raise KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
        shard = shards.get(partition_of(group_id, len(shards)))
        if shard is None:
            raise KlogError(ErrorCode.NOT_COORDINATOR)
        shard.check_active()
        return shard

    def group(self, group_id: str) -> Group:
        """The group. Raises as `shard`, and GROUP_ID_NOT_FOUND."""
        group = self.shard(group_id).groups.get(group_id)
        if group is None:
            raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} not found.")
        return group

    # What the cluster tells

    def topics_coming(self, coming: Sequence[tuple[TopicInfo, int]]) -> None:
        """Nothing to do."""

    def topic_created(self, topic: TopicInfo) -> None:
        """Groups that wait for such a topic look again."""
        self._topic_changed(topic.name)

    def partitions_added(self, topic: TopicInfo, first_new: int) -> None:
        """Groups that consume it look again."""
        self._topic_changed(topic.name)

    def topic_deleted(self, topic: TopicInfo) -> None:
        """Groups look again, and the offsets committed for it go (``GroupCoordinatorService.onPartitionsDeleted``)."""
        self._topic_changed(topic.name)
        for shard in self.shards.values():
            shard.offsets.topic_deleted(topic.name)

    def topic_configs_changed(self, topic: TopicInfo) -> None:
        """Nothing to do."""

    def broker_configs_changed(self, configs: object) -> None:
        """Nothing to do: what the coordinator goes by is fixed at start."""

    def _topic_changed(self, name: str) -> None:
        if self.consumer is not None:
            self.consumer.topic_changed(name)

    # Stop

    def close(self) -> None:
        """No group is coordinated any more; whoever waits is answered."""
        self.environment.deadlines.close()
        for shard in self.shards.values():
            shard.close()
