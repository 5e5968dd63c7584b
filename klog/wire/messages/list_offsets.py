"""ListOffsets (key 2): offsets by time, the first and the last among them.

Versions 0 to 11: 0 answers with a list of segment offsets; 1 with one offset and its timestamp; 2 adds isolation and the throttle time; 4
leader epochs; 6 is flexible; 7 the offset of the largest timestamp (KIP-734); 8 the local log's start; 9 the last tiered offset; 10 a
timeout; 11 the earliest offset not yet tiered.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int8, int16, int32, int64, string


class ListOffsetsPartition(Struct):
    """A time to look up; negative ones have meanings of their own (``klog.model``)."""

    partition_index: int = int32("0+")
    current_leader_epoch: int = int32("4+", default=-1, ignorable=True)
    timestamp: int = int64("0+")
    max_num_offsets: int = int32("0", default=1)


class ListOffsetsTopic(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partitions: list[ListOffsetsPartition] = array(ListOffsetsPartition, "0+")


class ListOffsetsRequest(Message, key=2, versions="0-11", flexible="6+"):
    """What the client asks."""

    replica_id: int = int32("0+")
    isolation_level: int = int8("2+")
    topics: list[ListOffsetsTopic] = array(ListOffsetsTopic, "0+")
    timeout_ms: int = int32("10+", ignorable=True)


class ListOffsetsPartitionResponse(Struct):
    """The offset that was found; -1 for none."""

    partition_index: int = int32("0+")
    error_code: int = int16("0+")
    old_style_offsets: list[int] = array(Kind.INT64, "0")
    timestamp: int = int64("1+", default=-1)
    offset: int = int64("1+", default=-1)
    leader_epoch: int = int32("4+", default=-1)


class ListOffsetsTopicResponse(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partitions: list[ListOffsetsPartitionResponse] = array(ListOffsetsPartitionResponse, "0+")


class ListOffsetsResponse(Message, answers=ListOffsetsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("2+", ignorable=True)
    topics: list[ListOffsetsTopicResponse] = array(ListOffsetsTopicResponse, "0+")
