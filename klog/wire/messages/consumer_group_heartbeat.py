"""ConsumerGroupHeartbeat (key 68): everything that a member of a consumer group says to its coordinator, and its assignment (KIP-848).

Versions 0 to 1: 1 adds subscriptions by regular expression, and member ids that the client makes (KIP-1082).
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int16, int32, string, struct, uuid


class TopicPartitions(Struct):
    """One topic's partitions."""

    topic_id: bytes = uuid("0+")
    partitions: list[int] = array(Kind.INT32, "0+")


class ConsumerGroupHeartbeatRequest(Message, key=68, versions="0-1", flexible="0+"):
    """What the client asks."""

    group_id: str = string("0+")
    member_id: str = string("0+")
    member_epoch: int = int32("0+")
    instance_id: str | None = string("0+", nullable="0+", default=None)
    rack_id: str | None = string("0+", nullable="0+", default=None)
    rebalance_timeout_ms: int = int32("0+", default=-1)
    subscribed_topic_names: list[str] | None = array(Kind.STRING, "0+", nullable="0+", default=None)
    subscribed_topic_regex: str | None = string("1+", nullable="1+", default=None)
    server_assignor: str | None = string("0+", nullable="0+", default=None)
    topic_partitions: list[TopicPartitions] | None = array(TopicPartitions, "0+", nullable="0+", default=None)


class Assignment(Struct):
    """What the member shall own."""

    topic_partitions: list[TopicPartitions] = array(TopicPartitions, "0+")


class ConsumerGroupHeartbeatResponse(Message, answers=ConsumerGroupHeartbeatRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+", default=None)
    member_id: str | None = string("0+", nullable="0+", default=None)
    member_epoch: int = int32("0+")
    heartbeat_interval_ms: int = int32("0+")
    assignment: Assignment | None = struct(Assignment, "0+", nullable="0+", default=None)
