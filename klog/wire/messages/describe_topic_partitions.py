"""DescribeTopicPartitions (key 75): topics page by page (KIP-966).

Version 0, flexible.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, int16, int32, string, struct, uuid


class TopicRequest(Struct):
    """A topic that is asked for."""

    name: str = string("0+")


class Cursor(Struct):
    """Where the next page begins."""

    topic_name: str = string("0+")
    partition_index: int = int32("0+")


class DescribeTopicPartitionsRequest(Message, key=75, versions="0", flexible="0+"):
    """What the client asks."""

    topics: list[TopicRequest] = array(TopicRequest, "0+")
    response_partition_limit: int = int32("0+", default=2000)
    cursor: Cursor | None = struct(Cursor, "0+", nullable="0+", default=None)


class DescribeTopicPartitionsResponsePartition(Struct):
    """One partition: leader, replicas, and the eligible leaders of KIP-966."""

    error_code: int = int16("0+")
    partition_index: int = int32("0+")
    leader_id: int = int32("0+")
    leader_epoch: int = int32("0+", default=-1, ignorable=True)
    replica_nodes: list[int] = array(Kind.INT32, "0+")
    isr_nodes: list[int] = array(Kind.INT32, "0+")
    eligible_leader_replicas: list[int] | None = array(Kind.INT32, "0+", nullable="0+", default=None)
    last_known_elr: list[int] | None = array(Kind.INT32, "0+", nullable="0+", default=None)
    offline_replicas: list[int] = array(Kind.INT32, "0+", ignorable=True)


class DescribeTopicPartitionsResponseTopic(Struct):
    """One topic."""

    error_code: int = int16("0+")
    name: str | None = string("0+", nullable="0+")
    topic_id: bytes = uuid("0+", ignorable=True)
    is_internal: bool = boolean("0+", ignorable=True)
    partitions: list[DescribeTopicPartitionsResponsePartition] = array(DescribeTopicPartitionsResponsePartition, "0+")
    topic_authorized_operations: int = int32("0+", default=-(2**31))


class DescribeTopicPartitionsResponse(Message, answers=DescribeTopicPartitionsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+", ignorable=True)
    topics: list[DescribeTopicPartitionsResponseTopic] = array(DescribeTopicPartitionsResponseTopic, "0+")
    next_cursor: Cursor | None = struct(Cursor, "0+", nullable="0+", default=None)
