"""OffsetForLeaderEpoch (key 23): where a leader epoch ends in this log.

Versions 0 to 4: 1 adds the epoch to the answer; 2 the epoch the client believes current, and the throttle time; 3 the replica id; 4 is
flexible.
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, int16, int32, int64, string


class OffsetForLeaderPartition(Struct):
    """The epoch whose end is asked for."""

    partition: int = int32("0+")
    current_leader_epoch: int = int32("2+", default=-1, ignorable=True)
    leader_epoch: int = int32("0+")


class OffsetForLeaderTopic(Struct):
    """One topic's partitions."""

    topic: str = string("0+")
    partitions: list[OffsetForLeaderPartition] = array(OffsetForLeaderPartition, "0+")


class OffsetForLeaderEpochRequest(Message, key=23, versions="0-4", flexible="4+"):
    """What the client asks."""

    replica_id: int = int32("3+", default=-2, ignorable=True)
    topics: list[OffsetForLeaderTopic] = array(OffsetForLeaderTopic, "0+")


class EpochEndOffset(Struct):
    """The largest epoch up to the asked one, and its end offset; -1 and -1 where there is none."""

    error_code: int = int16("0+")
    partition: int = int32("0+")
    leader_epoch: int = int32("1+", default=-1, ignorable=True)
    end_offset: int = int64("0+", default=-1)


class OffsetForLeaderTopicResult(Struct):
    """One topic's partitions."""

    topic: str = string("0+")
    partitions: list[EpochEndOffset] = array(EpochEndOffset, "0+")


class OffsetForLeaderEpochResponse(Message, answers=OffsetForLeaderEpochRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("2+", ignorable=True)
    topics: list[OffsetForLeaderTopicResult] = array(OffsetForLeaderTopicResult, "0+")
