"""DeleteRecords (key 21): moves a partition's log start offset up.

Versions 0 to 2: 1 throttles after the answer; 2 is flexible.
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, int16, int32, int64, string


class DeleteRecordsPartition(Struct):
    """The offset before which all goes; -1 is the high watermark."""

    partition_index: int = int32("0+")
    offset: int = int64("0+")


class DeleteRecordsTopic(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partitions: list[DeleteRecordsPartition] = array(DeleteRecordsPartition, "0+")


class DeleteRecordsRequest(Message, key=21, versions="0-2", flexible="2+"):
    """What the client asks."""

    topics: list[DeleteRecordsTopic] = array(DeleteRecordsTopic, "0+")
    timeout_ms: int = int32("0+")


class DeleteRecordsPartitionResult(Struct):
    """The log start offset afterwards."""

    partition_index: int = int32("0+")
    low_watermark: int = int64("0+")
    error_code: int = int16("0+")


class DeleteRecordsTopicResult(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partitions: list[DeleteRecordsPartitionResult] = array(DeleteRecordsPartitionResult, "0+")


class DeleteRecordsResponse(Message, answers=DeleteRecordsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    topics: list[DeleteRecordsTopicResult] = array(DeleteRecordsTopicResult, "0+")
