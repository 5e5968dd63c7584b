"""Records of consumer groups, applied to memory: the only way in which a group changes, at run time as at start
(``GroupMetadataManager.replay``).

Compaction may have taken some of the records that led to a state, and the order of what is left is that of each key's last word. So nothing
is asked for that another record should have said before: a tombstone for what is not there is nothing, a tombstone of a group takes it
whatever is left of it, and the first record about a group or a member makes it. Where a group of the other protocol stands in the way, the
later record is right.
"""

from __future__ import annotations

import dataclasses

from klog.broker.groups.consumer.group import ConsumerGroup, Late
from klog.broker.groups.consumer.member import LEAVE_EPOCH, ConsumerMember, MemberState
from klog.broker.groups.shard import Shard
from klog.broker.groups.subscriptions import ResolvedRegex
from klog.model import TopicId
from klog.wire import consumer_group_records as wire


class ConsumerReplay:
    """Keeps the consumer groups of one shard.

    :param late: told when a member of one of them is late.
    """

    def __init__(self, shard: Shard, late: Late) -> None:
        self._shard = shard
        self._late = late
        shard.on(wire.ConsumerGroupMetadataKey, self._group_epoch)
        shard.on(wire.ConsumerGroupPartitionMetadataKey, self._partition_metadata)
        shard.on(wire.ConsumerGroupMemberMetadataKey, self._member_metadata)
        shard.on(wire.ConsumerGroupTargetAssignmentMetadataKey, self._target_epoch)
        shard.on(wire.ConsumerGroupTargetAssignmentMemberKey, self._target)
        shard.on(wire.ConsumerGroupCurrentMemberAssignmentKey, self._current)
        shard.on(wire.ConsumerGroupRegularExpressionKey, self._regex)

    def _find(self, group_id: str) -> ConsumerGroup | None:
        group = self._shard.groups.get(group_id)
        return group if isinstance(group, ConsumerGroup) else None

    def _make(self, group_id: str) -> ConsumerGroup:
        group = self._shard.groups.get(group_id)
        if isinstance(group, ConsumerGroup):
            return group
        if group is not None:
            group.forget()
        made = self._shard.groups[group_id] = ConsumerGroup(group_id, self._shard, self._late)
        return made

    def _group_epoch(self, key: wire.ConsumerGroupMetadataKey, value: wire.ConsumerGroupMetadataValue | None, producer_id: int) -> None:
        if value is not None:
            self._make(key.group_id).set_epoch(value.epoch, value.metadata_hash)
            return
        group = self._find(key.group_id)
        if group is not None:
            del self._shard.groups[key.group_id]
            group.forget()

    def _partition_metadata(
        self, key: wire.ConsumerGroupPartitionMetadataKey, value: wire.ConsumerGroupPartitionMetadataValue | None, producer_id: int
    ) -> None:
        group = self._find(key.group_id) if value is None else self._make(key.group_id)
        if group is not None:
            group.has_partition_metadata = value is not None

    def _member_metadata(
        self, key: wire.ConsumerGroupMemberMetadataKey, value: wire.ConsumerGroupMemberMetadataValue | None, producer_id: int
    ) -> None:
        if value is not None:
            group = self._make(key.group_id)
            member = group.members.get(key.member_id) or ConsumerMember(key.member_id)
            group.update_member(member.with_metadata(value))
            return
        found = self._find(key.group_id)
        if found is not None:
            found.remove_member(key.member_id)

    def _target_epoch(
        self,
        key: wire.ConsumerGroupTargetAssignmentMetadataKey,
        value: wire.ConsumerGroupTargetAssignmentMetadataValue | None,
        producer_id: int,
    ) -> None:
        if value is not None:
            self._make(key.group_id).set_assignment_epoch(value.assignment_epoch, value.assignment_timestamp)
            return
        group = self._find(key.group_id)
        if group is not None:
            group.set_assignment_epoch(-1, 0)

    def _target(
        self,
        key: wire.ConsumerGroupTargetAssignmentMemberKey,
        value: wire.ConsumerGroupTargetAssignmentMemberValue | None,
        producer_id: int,
    ) -> None:
        if value is not None:
            target = {TopicId(topic.topic_id): frozenset(topic.partitions) for topic in value.topic_partitions}
            self._make(key.group_id).set_target(key.member_id, target)
            return
        group = self._find(key.group_id)
        if group is not None:
            group.set_target(key.member_id, None)

    def _current(
        self,
        key: wire.ConsumerGroupCurrentMemberAssignmentKey,
        value: wire.ConsumerGroupCurrentMemberAssignmentValue | None,
        producer_id: int,
    ) -> None:
        if value is not None:
            group = self._make(key.group_id)
            member = group.members.get(key.member_id) or ConsumerMember(key.member_id)
            group.update_member(member.with_assignment(value))
            return
        found = self._find(key.group_id)
        known = None if found is None else found.members.get(key.member_id)
        if found is not None and known is not None:
            found.update_member(
                dataclasses.replace(
                    known,
                    state=MemberState.STABLE,
                    member_epoch=LEAVE_EPOCH,
                    previous_member_epoch=LEAVE_EPOCH,
                    assigned={},
                    pending_revocation={},
                )
            )

    def _regex(
        self, key: wire.ConsumerGroupRegularExpressionKey, value: wire.ConsumerGroupRegularExpressionValue | None, producer_id: int
    ) -> None:
        if value is not None:
            resolved = ResolvedRegex(frozenset(value.topics), value.version, value.timestamp)
            self._make(key.group_id).set_resolved(key.regular_expression, resolved)
            return
        group = self._find(key.group_id)
        if group is not None:
            group.set_resolved(key.regular_expression, None)
