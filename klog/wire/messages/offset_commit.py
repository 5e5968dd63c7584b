"""OffsetCommit (key 8): a group writes down how far it has consumed.

Versions 0 to 10: 0 has neither member nor generation (Kafka kept those offsets in ZooKeeper); 1 has a timestamp for each partition; 2 to 4
a time to keep all of them; 3 adds the throttle time; 6 leader epochs (KIP-320); 7 static members (KIP-345); 8 is flexible; 9 also serves
groups of the new protocol (KIP-848); 10 names topics by id (KIP-848). Kafka has dropped 0 and 1.
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, int16, int32, int64, string, uuid


class OffsetCommitRequestPartition(Struct):
    """One partition's offset."""

    partition_index: int = int32("0+")
    committed_offset: int = int64("0+")
    committed_leader_epoch: int = int32("6+", default=-1, ignorable=True)
    commit_timestamp: int = int64("1", default=-1)
    committed_metadata: str | None = string("0+", nullable="0+")


class OffsetCommitRequestTopic(Struct):
    """One topic's partitions."""

    name: str = string("0-9", ignorable=True)
    topic_id: bytes = uuid("10+", ignorable=True)
    partitions: list[OffsetCommitRequestPartition] = array(OffsetCommitRequestPartition, "0+")


class OffsetCommitRequest(Message, key=8, versions="0-10", flexible="8+"):
    """What the client asks."""

    group_id: str = string("0+")
    generation_id_or_member_epoch: int = int32("1+", default=-1, ignorable=True)
    member_id: str = string("1+", ignorable=True)
    group_instance_id: str | None = string("7+", nullable="7+", default=None)
    retention_time_ms: int = int64("2-4", default=-1, ignorable=True)
    topics: list[OffsetCommitRequestTopic] = array(OffsetCommitRequestTopic, "0+")


class OffsetCommitResponsePartition(Struct):
    """How it went for one partition."""

    partition_index: int = int32("0+")
    error_code: int = int16("0+")


class OffsetCommitResponseTopic(Struct):
    """One topic's partitions."""

    name: str = string("0-9", ignorable=True)
    topic_id: bytes = uuid("10+", ignorable=True)
    partitions: list[OffsetCommitResponsePartition] = array(OffsetCommitResponsePartition, "0+")


class OffsetCommitResponse(Message, answers=OffsetCommitRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("3+", ignorable=True)
    topics: list[OffsetCommitResponseTopic] = array(OffsetCommitResponseTopic, "0+")
