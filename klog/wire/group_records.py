"""What the records of ``__consumer_offsets`` hold: committed offsets, groups of the classic protocol, and the table of all keys.

How such records are written, ``klog.wire.coordinator_records`` says. The kinds are Kafka's; those of groups of the new protocol stand in
``klog.wire.consumer_group_records``::

    data = encode_key(OffsetCommitKey(group="g", topic="t", partition=0))
    key = decode_key(data)
    value = decode_value(type(key), record.value)

Kinds that are missing here (share groups, streams groups) raise `UnknownKind`.

Versions of `OffsetCommitValue`: 1 carries a time to expire, 3 the leader epoch, 4 is flexible and may carry the topic's id. Kafka 4.3
writes 1 where the commit names a time to expire and 4 otherwise; older ones 1 and 3. Versions of `GroupMetadataValue`: 1 adds the rebalance
timeout, 2 the time of the state, 3 static members, 4 is flexible; Kafka writes 3.
"""

from __future__ import annotations

from typing import ClassVar

from klog.wire import compiled_codec as compiled
from klog.wire.consumer_group_records import (
    ConsumerGroupCurrentMemberAssignmentKey,
    ConsumerGroupMemberMetadataKey,
    ConsumerGroupMetadataKey,
    ConsumerGroupPartitionMetadataKey,
    ConsumerGroupRegularExpressionKey,
    ConsumerGroupTargetAssignmentMemberKey,
    ConsumerGroupTargetAssignmentMetadataKey,
)
from klog.wire.coordinator_records import RecordKinds
from klog.wire.schema import Message, RecordKey, Struct, array, bytestring, int32, int64, string, uuid


class LegacyOffsetCommitValue(Message, versions="0"):
    """A committed offset, and when it was committed."""

    offset: int = int64("0")
    metadata: str = string("0")
    commit_timestamp: int = int64("0")


class LegacyOffsetCommitKey(RecordKey, versions="0"):
    """A group's offset of one partition, as the first Kafka that kept offsets in a topic wrote it."""

    kind: ClassVar[int] = 0
    value_type: ClassVar[type[Message]] = LegacyOffsetCommitValue

    group: str = string("0")
    topic: str = string("0")
    partition: int = int32("0")


class OffsetCommitValue(Message, versions="0-4", flexible="4+"):
    """A committed offset, when it was committed, and when it expires (-1: with its group); milliseconds since 1970."""

    offset: int = int64("0+")
    leader_epoch: int = int32("3+", default=-1, ignorable=True)
    metadata: str = string("0+")
    commit_timestamp: int = int64("0+")
    expire_timestamp: int = int64("1", default=-1, ignorable=True)
    topic_id: bytes = uuid("4+", ignorable=True, tag=0, tagged="4+")


class OffsetCommitKey(RecordKey, versions="0"):
    """A group's offset of one partition."""

    kind: ClassVar[int] = 1
    value_type: ClassVar[type[Message]] = OffsetCommitValue

    group: str = string("0")
    topic: str = string("0")
    partition: int = int32("0")


class MemberMetadata(Struct):
    """One member: what it told under the chosen protocol, and what it was given; timeouts in milliseconds."""

    member_id: str = string("0+")
    group_instance_id: str | None = string("3+", nullable="3+", default=None, ignorable=True)
    client_id: str = string("0+")
    client_host: str = string("0+")
    rebalance_timeout: int = int32("1+", default=-1, ignorable=True)
    session_timeout: int = int32("0+")
    subscription: bytes = bytestring("0+")
    assignment: bytes = bytestring("0+")


class GroupMetadataValue(Message, versions="0-4", flexible="4+"):
    """A generation of a classic group; without members the group is empty."""

    protocol_type: str = string("0+")
    generation: int = int32("0+")
    protocol: str | None = string("0+", nullable="0+")
    leader: str | None = string("0+", nullable="0+")
    current_state_timestamp: int = int64("2+", default=-1, ignorable=True)
    members: list[MemberMetadata] = array(MemberMetadata, "0+")


class GroupMetadataKey(RecordKey, versions="0"):
    """A classic group."""

    kind: ClassVar[int] = 2
    value_type: ClassVar[type[Message]] = GroupMetadataValue

    group: str = string("0")


#: The keys by kind.
KEYS = RecordKinds(
    LegacyOffsetCommitKey,
    OffsetCommitKey,
    GroupMetadataKey,
    ConsumerGroupMetadataKey,
    ConsumerGroupPartitionMetadataKey,
    ConsumerGroupMemberMetadataKey,
    ConsumerGroupTargetAssignmentMetadataKey,
    ConsumerGroupTargetAssignmentMemberKey,
    ConsumerGroupCurrentMemberAssignmentKey,
    ConsumerGroupRegularExpressionKey,
)
decode_key = KEYS.decode_key


def compile_encoders() -> None:
    """Make the encoders of all keys and of the values of consumer groups (KIP-848), as nobody should wait for it who writes the first."""
    for kind, key in KEYS.items():
        compiled.encoder(key, 0)
        if kind >= ConsumerGroupMetadataKey.kind:
            compiled.encoder(key.value_type, 0)
