"""The target assignment of a consumer group: who shall have what, once everybody has got there (Kafka's ``TargetAssignmentBuilder``). Pure.

Members with what they want, and the target so far, go to a server-side assignor; what differs from before becomes records. The
epoch's record stands last: the target counts from there on.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.groups.assignors.contract import Assignor, GroupSpec, MemberSpec
from klog.broker.groups.consumer import records as consumer_records
from klog.broker.groups.consumer.member import ConsumerMember
from klog.broker.groups.subscriptions import ResolvedRegex, existing_ids, subscribed_names
from klog.cluster.interfaces import TopicInfo
from klog.model import TopicId

#: Partitions by topic of one member.
Target = Mapping[TopicId, AbstractSet[int]]
NO_TARGET: Target = {}


@dataclasses.dataclass(frozen=True, slots=True)
class TargetInput:
    """A group as the assignor shall see it.

    :ivar members: as they are before the change at hand.
    :ivar updated: the member at hand as it is going to be.
    :ivar replaced_id: id of the static member whose place `updated` takes; None where it takes nobody's.
    """

    group_id: str
    epoch: int
    members: Mapping[str, ConsumerMember]
    updated: ConsumerMember
    replaced_id: str | None
    target: Mapping[str, Target]
    resolved: Mapping[str, ResolvedRegex]
    homogeneous: bool
    topics: Mapping[str, TopicInfo]


def compute_target(given: TargetInput, assignor: Assignor, now_ms: int) -> tuple[Mapping[str, Target], Sequence[CoordinatorRecord]]:
    """Everybody's new target, and the records of what changes.

    :raises PartitionAssignorError: the assignor could not.
    """
    ids_of: dict[tuple[frozenset[str], str | None], frozenset[TopicId]] = {}

    def spec(member: ConsumerMember, target: Target) -> MemberSpec:
        wanted = (member.subscribed_names, member.regex)
        ids = ids_of.get(wanted)
        if ids is None:
            ids = ids_of[wanted] = existing_ids(subscribed_names(member, given.resolved), given.topics)
        return MemberSpec(ids, target, member.rack_id, member.instance_id)

    updated = given.updated
    specs = {
        member_id: spec(member, given.target.get(member_id, NO_TARGET))
        for member_id, member in given.members.items()
        if member_id not in (updated.member_id, given.replaced_id)
    }
    before = updated.member_id if given.replaced_id is None else given.replaced_id
    specs[updated.member_id] = spec(updated, given.target.get(before, NO_TARGET))
    wanted_ids = frozenset().union(*ids_of.values())
    sizes = {topic.topic_id: len(topic.partitions) for topic in given.topics.values() if topic.topic_id in wanted_ids}
    assigned = assignor.assign(GroupSpec(specs, given.homogeneous), sizes)
    records = []
    for member_id in specs:
        new = assigned.get(member_id, NO_TARGET)
        if given.target.get(member_id) != new:
            records.append(consumer_records.target(given.group_id, member_id, new))
    records.append(consumer_records.target_epoch(given.group_id, given.epoch, now_ms))
    return assigned, records
