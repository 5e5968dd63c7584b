"""OffsetDelete (key 47): forget a group's offsets of some partitions (KIP-496).

Version 0, the only one, is not flexible.
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, int16, int32, string


class OffsetDeleteRequestPartition(Struct):
    """One partition."""

    partition_index: int = int32("0+")


class OffsetDeleteRequestTopic(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partitions: list[OffsetDeleteRequestPartition] = array(OffsetDeleteRequestPartition, "0+")


class OffsetDeleteRequest(Message, key=47, versions="0"):
    """What the client asks."""

    group_id: str = string("0+")
    topics: list[OffsetDeleteRequestTopic] = array(OffsetDeleteRequestTopic, "0+")


class OffsetDeleteResponsePartition(Struct):
    """How it went for one partition."""

    partition_index: int = int32("0+")
    error_code: int = int16("0+")


class OffsetDeleteResponseTopic(Struct):
    """One topic's partitions."""

    name: str = string("0+")
    partitions: list[OffsetDeleteResponsePartition] = array(OffsetDeleteResponsePartition, "0+")


class OffsetDeleteResponse(Message, answers=OffsetDeleteRequest):
    """What the broker answers."""

    error_code: int = int16("0+")
    throttle_time_ms: int = int32("0+", ignorable=True)
    topics: list[OffsetDeleteResponseTopic] = array(OffsetDeleteResponseTopic, "0+")
