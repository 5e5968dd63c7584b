"""AlterPartitionReassignments (key 45): move partitions to other brokers, or give a move up (KIP-455).

Versions 0 to 1: 1 may forbid that the number of replicas changes (KIP-860). Both are flexible.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, int16, int32, string


class ReassignablePartition(Struct):
    """One partition's new brokers, the preferred leader first; null gives a pending move up."""

    partition_index: int = int32("0+")
    replicas: list[int] | None = array(Kind.INT32, "0+", nullable="0+", default=None)


class ReassignableTopic(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partitions: list[ReassignablePartition] = array(ReassignablePartition, "0+")


class AlterPartitionReassignmentsRequest(Message, key=45, versions="0-1", flexible="0+"):
    """What the client asks."""

    timeout_ms: int = int32("0+", default=60000)
    allow_replication_factor_change: bool = boolean("1+", default=True)
    topics: list[ReassignableTopic] = array(ReassignableTopic, "0+")


class ReassignablePartitionResponse(Struct):
    """What became of one partition."""

    partition_index: int = int32("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")


class ReassignableTopicResponse(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partitions: list[ReassignablePartitionResponse] = array(ReassignablePartitionResponse, "0+")


class AlterPartitionReassignmentsResponse(Message, answers=AlterPartitionReassignmentsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    allow_replication_factor_change: bool = boolean("1+", default=True, ignorable=True)
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")
    responses: list[ReassignableTopicResponse] = array(ReassignableTopicResponse, "0+")
