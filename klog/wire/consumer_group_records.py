"""What ``__consumer_offsets`` holds of groups of the new protocol (KIP-848); the table of all keys is in ``klog.wire.group_records``.

============================== ============================================================================================
that the group is there        `ConsumerGroupMetadataKey`; its epoch
its members                    `ConsumerGroupMemberMetadataKey`; what each has said
whom what is meant for         `ConsumerGroupTargetAssignmentMetadataKey` the epoch, `ConsumerGroupTargetAssignmentMemberKey` the partitions
who has what                   `ConsumerGroupCurrentMemberAssignmentKey`
what regular expressions match `ConsumerGroupRegularExpressionKey`
topics as they were            `ConsumerGroupPartitionMetadataKey`; Kafka up to 4.0 wrote it, newer ones only its tombstone
============================== ============================================================================================

All values are flexible and of version 0. Two tagged fields may be null and are not null by default, as in Kafka:
`TopicPartitions.assignment_epochs` and `ConsumerGroupMemberMetadataValue.classic_member_metadata`. A member that speaks the new protocol
is written with an explicit null in the latter.
"""

from __future__ import annotations

from typing import ClassVar

from klog.wire.schema import Kind, Message, RecordKey, Struct, array, bytestring, int8, int32, int64, string, struct, uuid


class ConsumerGroupMetadataValue(Message, versions="0", flexible="0+"):
    """The group's epoch, and the hash of all the topics that it has subscribed to (0: to be computed anew)."""

    epoch: int = int32("0+")
    metadata_hash: int = int64("0+", tag=0, tagged="0+")


class ConsumerGroupMetadataKey(RecordKey, versions="0"):
    """A group."""

    kind: ClassVar[int] = 3
    value_type: ClassVar[type[Message]] = ConsumerGroupMetadataValue

    group_id: str = string("0")


class PartitionMetadata(Struct):
    """A partition, and the racks of its replicas."""

    partition: int = int32("0+")
    racks: list[str] = array(Kind.STRING, "0+")


class TopicMetadata(Struct):
    """A topic as it was when the assignment was computed."""

    topic_id: bytes = uuid("0+")
    topic_name: str = string("0+")
    num_partitions: int = int32("0+")
    partition_metadata: list[PartitionMetadata] = array(PartitionMetadata, "0+")


class ConsumerGroupPartitionMetadataValue(Message, versions="0", flexible="0+"):
    """The topics that the group has subscribed to."""

    topics: list[TopicMetadata] = array(TopicMetadata, "0+")


class ConsumerGroupPartitionMetadataKey(RecordKey, versions="0"):
    """A group's topics."""

    kind: ClassVar[int] = 4
    value_type: ClassVar[type[Message]] = ConsumerGroupPartitionMetadataValue

    group_id: str = string("0")


class ClassicProtocol(Struct):
    """One protocol of a member that speaks the classic one, and what it tells under it."""

    name: str = string("0+")
    metadata: bytes = bytestring("0+")


class ClassicMemberMetadata(Struct):
    """What a member that speaks the classic protocol has said beyond the rest."""

    session_timeout_ms: int = int32("0+")
    supported_protocols: list[ClassicProtocol] = array(ClassicProtocol, "0+")


class ConsumerGroupMemberMetadataValue(Message, versions="0", flexible="0+"):
    """What a member has said; `classic_member_metadata` is None for one that speaks the new protocol."""

    instance_id: str | None = string("0+", nullable="0+")
    rack_id: str | None = string("0+", nullable="0+")
    client_id: str = string("0+")
    client_host: str = string("0+")
    subscribed_topic_names: list[str] = array(Kind.STRING, "0+")
    subscribed_topic_regex: str | None = string("0+", nullable="0+")
    rebalance_timeout_ms: int = int32("0+", default=-1)
    server_assignor: str | None = string("0+", nullable="0+")
    classic_member_metadata: ClassicMemberMetadata | None = struct(ClassicMemberMetadata, "0+", nullable="0+", tag=0, tagged="0+")


class ConsumerGroupMemberMetadataKey(RecordKey, versions="0"):
    """A member of a group."""

    kind: ClassVar[int] = 5
    value_type: ClassVar[type[Message]] = ConsumerGroupMemberMetadataValue

    group_id: str = string("0")
    member_id: str = string("0")


class ConsumerGroupTargetAssignmentMetadataValue(Message, versions="0", flexible="0+"):
    """The group's epoch that the target assignment belongs to, and when it was computed (milliseconds since 1970)."""

    assignment_epoch: int = int32("0+")
    assignment_timestamp: int = int64("0+", ignorable=True, tag=0, tagged="0+")


class ConsumerGroupTargetAssignmentMetadataKey(RecordKey, versions="0"):
    """A group's target assignment."""

    kind: ClassVar[int] = 6
    value_type: ClassVar[type[Message]] = ConsumerGroupTargetAssignmentMetadataValue

    group_id: str = string("0")


class TopicPartition(Struct):
    """Partitions of one topic."""

    topic_id: bytes = uuid("0+")
    partitions: list[int] = array(Kind.INT32, "0+")


class ConsumerGroupTargetAssignmentMemberValue(Message, versions="0", flexible="0+"):
    """The partitions that a member shall have."""

    topic_partitions: list[TopicPartition] = array(TopicPartition, "0+")


class ConsumerGroupTargetAssignmentMemberKey(RecordKey, versions="0"):
    """A member's part in the target assignment."""

    kind: ClassVar[int] = 7
    value_type: ClassVar[type[Message]] = ConsumerGroupTargetAssignmentMemberValue

    group_id: str = string("0")
    member_id: str = string("0")


class TopicPartitions(Struct):
    """Partitions of one topic; beside them the epoch at which each came to the member, or nothing (older Kafka wrote none)."""

    topic_id: bytes = uuid("0+")
    partitions: list[int] = array(Kind.INT32, "0+")
    assignment_epochs: list[int] | None = array(Kind.INT32, "0+", nullable="0+", tag=0, tagged="0+")


class ConsumerGroupCurrentMemberAssignmentValue(Message, versions="0", flexible="0+"):
    """What a member has, what it has to give back, and its state: 0 stable, 1 unrevoked partitions, 2 unreleased partitions."""

    member_epoch: int = int32("0+")
    previous_member_epoch: int = int32("0+")
    state: int = int8("0+")
    assigned_partitions: list[TopicPartitions] = array(TopicPartitions, "0+")
    partitions_pending_revocation: list[TopicPartitions] = array(TopicPartitions, "0+")


class ConsumerGroupCurrentMemberAssignmentKey(RecordKey, versions="0"):
    """What a member has."""

    kind: ClassVar[int] = 8
    value_type: ClassVar[type[Message]] = ConsumerGroupCurrentMemberAssignmentValue

    group_id: str = string("0")
    member_id: str = string("0")


class ConsumerGroupRegularExpressionValue(Message, versions="0", flexible="0+"):
    """The topics that a regular expression matched, in which version of the metadata, and when (milliseconds since 1970)."""

    topics: list[str] = array(Kind.STRING, "0+")
    version: int = int64("0+")
    timestamp: int = int64("0+")


class ConsumerGroupRegularExpressionKey(RecordKey, versions="0"):
    """A regular expression that members of a group have subscribed to."""

    kind: ClassVar[int] = 16
    value_type: ClassVar[type[Message]] = ConsumerGroupRegularExpressionValue

    group_id: str = string("0")
    regular_expression: str = string("0")
