"""The range assignor: of each topic every subscriber gets one run of partitions (Kafka 4.3.1's ``RangeAssignor``).

Subscribers stand in the same order for every topic, so that topics with equally many partitions and the same subscribers are
co-partitioned: who has partition 3 of one has partition 3 of the other. Static members stand first, by instance id, the others by member
id: ranges depend on nothing else, so a member keeps its range as long as nobody comes or goes before it.
"""

from __future__ import annotations

from klog.broker.groups.assignors.contract import Assignment, GroupSpec, MemberSpec, Topics, size_of
from klog.model import TopicId


class RangeAssignor:
    """See `klog.broker.groups.assignors.contract.Assignor`."""

    name = "range"

    def assign(self, spec: GroupSpec, topics: Topics) -> Assignment:
        """The new target assignment.

        :raises PartitionAssignorError: a subscribed topic is not among `topics`.
        """
        subscribers: dict[TopicId, list[str]] = {}
        for member_id, member in sorted(spec.members.items(), key=_place):
            for topic_id in member.subscribed_topic_ids:
                subscribers.setdefault(topic_id, []).append(member_id)
        result: Assignment = {member_id: {} for member_id in spec.members}
        for topic_id in sorted(subscribers):
            each, longer = divmod(size_of(topic_id, topics), len(subscribers[topic_id]))
            start = 0
            for number, member_id in enumerate(subscribers[topic_id]):
                end = start + each + (number < longer)
                if start < end:
                    result[member_id][topic_id] = set(range(start, end))
                start = end
        return result


def _place(item: tuple[str, MemberSpec]) -> tuple[bool, bytes]:
    """Java compares texts by their UTF-16 units."""
    member_id, member = item
    text = member_id if member.instance_id is None else member.instance_id
    return member.instance_id is None, text.encode("utf-16-be", "surrogatepass")
