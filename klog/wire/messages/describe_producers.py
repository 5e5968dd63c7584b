"""DescribeProducers (key 61): who writes to a partition (KIP-664).

Version 0, flexible.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int16, int32, int64, string


class TopicRequest(Struct):
    """Partitions that are asked for."""

    name: str = string("0+")
    partition_indexes: list[int] = array(Kind.INT32, "0+")


class DescribeProducersRequest(Message, key=61, versions="0", flexible="0+"):
    """What the client asks."""

    topics: list[TopicRequest] = array(TopicRequest, "0+")


class ProducerState(Struct):
    """One producer as the partition's leader remembers it."""

    producer_id: int = int64("0+")
    producer_epoch: int = int32("0+")
    last_sequence: int = int32("0+", default=-1)
    last_timestamp: int = int64("0+", default=-1)
    coordinator_epoch: int = int32("0+")
    current_txn_start_offset: int = int64("0+", default=-1)


class PartitionResponse(Struct):
    """One partition's active producers."""

    partition_index: int = int32("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+", default=None)
    active_producers: list[ProducerState] = array(ProducerState, "0+")


class TopicResponse(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partitions: list[PartitionResponse] = array(PartitionResponse, "0+")


class DescribeProducersResponse(Message, answers=DescribeProducersRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    topics: list[TopicResponse] = array(TopicResponse, "0+")
