"""The uniform assignor: every member the same number of partitions, moving as few as possible (Kafka 4.3.1's ``UniformAssignor``).

Where all members want the same topics, each has a quota: the partitions divided by the members, and one more for the first members
that can use it. Whoever has more than his quota gives up the last ones; what nobody has goes to those below their quota. A member that
has one partition beyond the quota keeps it as long as the remainder allows, so that a group in balance stays as it is
(``UniformHomogeneousAssignmentBuilder``).

Where wishes differ, `klog.broker.groups.assignors.heterogeneous` balances topic by topic.
"""

from __future__ import annotations

from klog.broker.groups.assignors.contract import Assignment, GroupSpec, PartitionAssignorError, Topics, size_of
from klog.broker.groups.assignors.heterogeneous import assign_heterogeneous
from klog.model import TopicId


class UniformAssignor:
    """See `klog.broker.groups.assignors.contract.Assignor`."""

    name = "uniform"

    def assign(self, spec: GroupSpec, topics: Topics) -> Assignment:
        """The new target assignment.

        :raises PartitionAssignorError: a subscribed topic is not among `topics`.
        """
        if not spec.members:
            return {}
        return assign_homogeneous(spec, topics) if spec.homogeneous else assign_heterogeneous(spec, topics)


def assign_homogeneous(spec: GroupSpec, topics: Topics) -> Assignment:
    """The assignment where all members have the same subscription; there is one member at least.

    :raises PartitionAssignorError: as `UniformAssignor.assign`.
    """
    wanted = sorted(next(iter(spec.members.values())).subscribed_topic_ids)
    sizes = {topic_id: size_of(topic_id, topics) for topic_id in wanted}
    # What each member has of that which still exists, in a fixed order.
    taken: dict[TopicId, set[int]] = {topic_id: set() for topic_id in wanted}
    kept: dict[str, list[tuple[TopicId, int]]] = {}
    for member_id, member in spec.members.items():
        mine = kept[member_id] = []
        for topic_id in sorted(member.assigned):
            size = sizes.get(topic_id)
            if size is None:
                continue
            used = taken[topic_id]
            partitions = [partition for partition in member.assigned[topic_id] if 0 <= partition < size and partition not in used]
            if partitions:
                partitions.sort()
                used.update(partitions)
                mine += [(topic_id, partition) for partition in partitions]
    free = [
        (topic_id, partition)
        for topic_id in wanted
        if len(taken[topic_id]) < sizes[topic_id]
        for partition in range(sizes[topic_id])
        if partition not in taken[topic_id]
    ]
    quota, extra = divmod(sum(sizes.values()), len(kept))
    unfilled: list[tuple[list[tuple[TopicId, int]], int]] = []
    members_left = len(kept)
    for mine in kept.values():
        limit = quota + 1 if extra > 0 else quota
        surplus = len(mine) - limit
        takes_extra = extra > 0
        if surplus > 0:
            free += _give_up(mine, limit)
        elif surplus < 0 and takes_extra and members_left > extra:
            # Leave the extra one to a member that has it already, unless only those who must take it are left.
            limit -= 1
            takes_extra = False
        if len(mine) < limit:
            unfilled.append((mine, limit - len(mine)))
        if takes_extra:
            extra -= 1
        members_left -= 1
    position = 0
    for mine, room in unfilled:
        mine += free[position : position + room]
        position += room
    if position < len(free):
        raise PartitionAssignorError("Partitions were left unassigned.")
    result: Assignment = {}
    if len(wanted) == 1:
        (only,) = wanted
        return {member_id: {only: {partition for _, partition in mine}} if mine else {} for member_id, mine in kept.items()}
    for member_id, mine in kept.items():
        assigned = result[member_id] = {}
        for topic_id, partition in mine:
            assigned.setdefault(topic_id, set()).add(partition)
    return result


def _give_up(mine: list[tuple[TopicId, int]], limit: int) -> list[tuple[TopicId, int]]:
    """Take from `mine` what exceeds `limit`, and return it."""
    surplus = mine[limit:]
    del mine[limit:]
    return surplus
