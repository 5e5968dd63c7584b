"""ListPartitionReassignments (key 46): which partitions are moving (KIP-455).

Version 0, flexible.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int16, int32, string


class ListPartitionReassignmentsTopics(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partition_indexes: list[int] = array(Kind.INT32, "0+")


class ListPartitionReassignmentsRequest(Message, key=46, versions="0", flexible="0+"):
    """What the client asks; null topics are all."""

    timeout_ms: int = int32("0+", default=60000)
    topics: list[ListPartitionReassignmentsTopics] | None = array(ListPartitionReassignmentsTopics, "0+", nullable="0+", default=None)


class OngoingPartitionReassignment(Struct):
    """One partition's brokers, and which of them come and go."""

    partition_index: int = int32("0+")
    replicas: list[int] = array(Kind.INT32, "0+")
    adding_replicas: list[int] = array(Kind.INT32, "0+")
    removing_replicas: list[int] = array(Kind.INT32, "0+")


class OngoingTopicReassignment(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partitions: list[OngoingPartitionReassignment] = array(OngoingPartitionReassignment, "0+")


class ListPartitionReassignmentsResponse(Message, answers=ListPartitionReassignmentsRequest):
    """What the broker answers: only partitions that are moving."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")
    topics: list[OngoingTopicReassignment] = array(OngoingTopicReassignment, "0+")
