"""The round-robin assignor: all partitions of all topics in one row, dealt out like cards, past members who do not want the topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from klog.client.groups.assignors.contract import Assignment, Member, Racks, standing_order
from klog.model import TopicPartition


class RoundRobinAssignor:
    """Kafka's ``RoundRobinAssignor``."""

    name = "roundrobin"
    cooperative = False

    def user_data(self, given: Sequence[TopicPartition] | None, generation: int) -> bytes | None:
        """None."""
        return None

    def assign(self, partitions: Mapping[str, int], members: Mapping[str, Member], racks: Racks | None = None) -> Assignment:
        """Everybody's partitions."""
        assignment: Assignment = {member_id: [] for member_id in members}
        ring = standing_order(members, members)
        next_one = 0
        for topic in sorted({topic for member in members.values() for topic in member.topics}):
            for number in range(partitions.get(topic, 0)):
                while topic not in members[ring[next_one % len(ring)]].topics:
                    next_one += 1
                assignment[ring[next_one % len(ring)]].append(TopicPartition(topic, number))
                next_one += 1
        return assignment
