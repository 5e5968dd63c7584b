"""ConsumerGroupDescribe (key 69): the state and the members of consumer groups (KIP-848).

Versions 0 to 1: 1 adds the kind of each member, since a group being migrated has both.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, int8, int16, int32, string, struct, uuid


class ConsumerGroupDescribeRequest(Message, key=69, versions="0-1", flexible="0+"):
    """What the client asks."""

    group_ids: list[str] = array(Kind.STRING, "0+")
    include_authorized_operations: bool = boolean("0+")


class TopicPartitions(Struct):
    """One topic's partitions."""

    topic_id: bytes = uuid("0+")
    topic_name: str = string("0+")
    partitions: list[int] = array(Kind.INT32, "0+")


class Assignment(Struct):
    """Some partitions."""

    topic_partitions: list[TopicPartitions] = array(TopicPartitions, "0+")


class Member(Struct):
    """One member: what it has subscribed to, owns, and shall own."""

    member_id: str = string("0+")
    instance_id: str | None = string("0+", nullable="0+", default=None)
    rack_id: str | None = string("0+", nullable="0+", default=None)
    member_epoch: int = int32("0+")
    client_id: str = string("0+")
    client_host: str = string("0+")
    subscribed_topic_names: list[str] = array(Kind.STRING, "0+")
    subscribed_topic_regex: str | None = string("0+", nullable="0+", default=None)
    assignment: Assignment = struct(Assignment, "0+")
    target_assignment: Assignment = struct(Assignment, "0+")
    member_type: int = int8("1+", default=-1, ignorable=True)


class DescribedGroup(Struct):
    """One group."""

    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+", default=None)
    group_id: str = string("0+")
    group_state: str = string("0+")
    group_epoch: int = int32("0+")
    assignment_epoch: int = int32("0+")
    assignor_name: str = string("0+")
    members: list[Member] = array(Member, "0+")
    authorized_operations: int = int32("0+", default=-2147483648)


class ConsumerGroupDescribeResponse(Message, answers=ConsumerGroupDescribeRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    groups: list[DescribedGroup] = array(DescribedGroup, "0+")
