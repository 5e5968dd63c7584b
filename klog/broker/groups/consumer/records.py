"""The records of consumer groups, made (``GroupCoordinatorRecordHelpers``); ``consumer.replay`` is their other end.

Names, topics and partitions are sorted, so that the same state gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.groups.consumer.member import Assigned, ConsumerMember
from klog.model import TopicId
from klog.wire import consumer_group_records as wire


def group_epoch(group_id: str, epoch: int, metadata_hash: int) -> CoordinatorRecord:
    """The group is there, in `epoch`."""
    return CoordinatorRecord(
        wire.ConsumerGroupMetadataKey(group_id=group_id), wire.ConsumerGroupMetadataValue(epoch=epoch, metadata_hash=metadata_hash)
    )


def no_group(group_id: str) -> CoordinatorRecord:
    """The group is gone."""
    return CoordinatorRecord(wire.ConsumerGroupMetadataKey(group_id=group_id), None)


def no_partition_metadata(group_id: str) -> CoordinatorRecord:
    """What Kafka before 4.1 wrote of the group's topics is void."""
    return CoordinatorRecord(wire.ConsumerGroupPartitionMetadataKey(group_id=group_id), None)


def member_metadata(group_id: str, member: ConsumerMember) -> CoordinatorRecord:
    """What a member said."""
    classic = None
    if member.classic is not None:
        classic = wire.ClassicMemberMetadata(
            session_timeout_ms=member.classic.session_timeout_ms,
            supported_protocols=[wire.ClassicProtocol(name=name, metadata=metadata) for name, metadata in member.classic.protocols],
        )
    value = wire.ConsumerGroupMemberMetadataValue(
        instance_id=member.instance_id,
        rack_id=member.rack_id,
        client_id=member.client_id,
        client_host=member.client_host,
        subscribed_topic_names=sorted(member.subscribed_names),
        subscribed_topic_regex=member.subscribed_regex,
        rebalance_timeout_ms=member.rebalance_timeout_ms,
        server_assignor=member.server_assignor,
        classic_member_metadata=classic,
    )
    return CoordinatorRecord(wire.ConsumerGroupMemberMetadataKey(group_id=group_id, member_id=member.member_id), value)


def no_member_metadata(group_id: str, member_id: str) -> CoordinatorRecord:
    """A member is gone."""
    return CoordinatorRecord(wire.ConsumerGroupMemberMetadataKey(group_id=group_id, member_id=member_id), None)


def target_epoch(group_id: str, epoch: int, timestamp_ms: int) -> CoordinatorRecord:
    """A target assignment for the group's `epoch` is complete."""
    return CoordinatorRecord(
        wire.ConsumerGroupTargetAssignmentMetadataKey(group_id=group_id),
        wire.ConsumerGroupTargetAssignmentMetadataValue(assignment_epoch=epoch, assignment_timestamp=timestamp_ms),
    )


def no_target_epoch(group_id: str) -> CoordinatorRecord:
    """There is no target assignment."""
    return CoordinatorRecord(wire.ConsumerGroupTargetAssignmentMetadataKey(group_id=group_id), None)


def target(group_id: str, member_id: str, partitions: Mapping[TopicId, AbstractSet[int]]) -> CoordinatorRecord:
    """What a member shall have."""
    value = wire.ConsumerGroupTargetAssignmentMemberValue(
        topic_partitions=[
            wire.TopicPartition(topic_id=topic_id, partitions=sorted(partitions[topic_id])) for topic_id in sorted(partitions)
        ]
    )
    return CoordinatorRecord(wire.ConsumerGroupTargetAssignmentMemberKey(group_id=group_id, member_id=member_id), value)


def no_target(group_id: str, member_id: str) -> CoordinatorRecord:
    """A member shall have nothing, since it is gone."""
    return CoordinatorRecord(wire.ConsumerGroupTargetAssignmentMemberKey(group_id=group_id, member_id=member_id), None)


def current(group_id: str, member: ConsumerMember) -> CoordinatorRecord:
    """What a member has."""
    value = wire.ConsumerGroupCurrentMemberAssignmentValue(
        member_epoch=member.member_epoch,
        previous_member_epoch=member.previous_member_epoch,
        state=int(member.state),
        assigned_partitions=_topics(member.assigned),
        partitions_pending_revocation=_topics(member.pending_revocation),
    )
    return CoordinatorRecord(wire.ConsumerGroupCurrentMemberAssignmentKey(group_id=group_id, member_id=member.member_id), value)


def no_current(group_id: str, member_id: str) -> CoordinatorRecord:
    """A member has nothing, since it is gone."""
    return CoordinatorRecord(wire.ConsumerGroupCurrentMemberAssignmentKey(group_id=group_id, member_id=member_id), None)


def regex(group_id: str, pattern: str, topics: Iterable[str], version: int, timestamp_ms: int) -> CoordinatorRecord:
    """What a regular expression matches."""
    return CoordinatorRecord(
        wire.ConsumerGroupRegularExpressionKey(group_id=group_id, regular_expression=pattern),
        wire.ConsumerGroupRegularExpressionValue(topics=sorted(topics), version=version, timestamp=timestamp_ms),
    )


def no_regex(group_id: str, pattern: str) -> CoordinatorRecord:
    """Tombstone of a regular expression that no member subscribes to any more."""
    return CoordinatorRecord(wire.ConsumerGroupRegularExpressionKey(group_id=group_id, regular_expression=pattern), None)


def no_member(group_id: str, member_id: str) -> list[CoordinatorRecord]:
    """All that takes a member out."""
    return [no_current(group_id, member_id), no_target(group_id, member_id), no_member_metadata(group_id, member_id)]


def _topics(assigned: Assigned) -> list[wire.TopicPartitions]:
    result = []
    for topic_id in sorted(assigned):
        epochs = assigned[topic_id]
        partitions = sorted(epochs)
        result.append(
            wire.TopicPartitions(topic_id=topic_id, partitions=partitions, assignment_epochs=[epochs[number] for number in partitions])
        )
    return result
