"""OffsetFetch (key 9): how far a group has consumed.

Versions 0 to 10: 0 is asked for offsets that Kafka kept in ZooKeeper; 2 may ask for all topics, and answers an error for the whole; 3 adds
the throttle time; 5 leader epochs (KIP-320); 6 is flexible; 7 may insist on offsets that no open transaction is about to change (KIP-447);
8 asks for several groups (KIP-709); 9 tells member and epoch (KIP-848); 10 names topics by id. Kafka has dropped 0.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, int16, int32, int64, string, uuid


class OffsetFetchRequestTopic(Struct):
    """One topic's partitions, up to version 7."""

    name: str = string("0-7")
    partition_indexes: list[int] = array(Kind.INT32, "0-7")


class OffsetFetchRequestTopics(Struct):
    """One topic's partitions, from version 8 on."""

    name: str = string("8-9", ignorable=True)
    topic_id: bytes = uuid("10+", ignorable=True)
    partition_indexes: list[int] = array(Kind.INT32, "8+")


class OffsetFetchRequestGroup(Struct):
    """One group; null topics ask for all."""

    group_id: str = string("8+")
    member_id: str | None = string("9+", nullable="9+", default=None, ignorable=True)
    member_epoch: int = int32("9+", default=-1, ignorable=True)
    topics: list[OffsetFetchRequestTopics] | None = array(OffsetFetchRequestTopics, "8+", nullable="8+")


class OffsetFetchRequest(Message, key=9, versions="0-10", flexible="6+"):
    """What the client asks."""

    group_id: str = string("0-7")
    topics: list[OffsetFetchRequestTopic] | None = array(OffsetFetchRequestTopic, "0-7", nullable="2-7")
    groups: list[OffsetFetchRequestGroup] = array(OffsetFetchRequestGroup, "8+")
    require_stable: bool = boolean("7+")


class OffsetFetchResponsePartition(Struct):
    """One partition's offset, up to version 7; -1 for none."""

    partition_index: int = int32("0-7")
    committed_offset: int = int64("0-7")
    committed_leader_epoch: int = int32("5-7", default=-1, ignorable=True)
    metadata: str | None = string("0-7", nullable="0-7")
    error_code: int = int16("0-7")


class OffsetFetchResponseTopic(Struct):
    """One topic's partitions, up to version 7."""

    name: str = string("0-7")
    partitions: list[OffsetFetchResponsePartition] = array(OffsetFetchResponsePartition, "0-7")


class OffsetFetchResponsePartitions(Struct):
    """One partition's offset, from version 8 on; -1 for none."""

    partition_index: int = int32("8+")
    committed_offset: int = int64("8+")
    committed_leader_epoch: int = int32("8+", default=-1, ignorable=True)
    metadata: str | None = string("8+", nullable="8+")
    error_code: int = int16("8+")


class OffsetFetchResponseTopics(Struct):
    """One topic's partitions, from version 8 on."""

    name: str = string("8-9", ignorable=True)
    topic_id: bytes = uuid("10+", ignorable=True)
    partitions: list[OffsetFetchResponsePartitions] = array(OffsetFetchResponsePartitions, "8+")


class OffsetFetchResponseGroup(Struct):
    """One group's offsets."""

    group_id: str = string("8+")
    topics: list[OffsetFetchResponseTopics] = array(OffsetFetchResponseTopics, "8+")
    error_code: int = int16("8+")


class OffsetFetchResponse(Message, answers=OffsetFetchRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("3+", ignorable=True)
    topics: list[OffsetFetchResponseTopic] = array(OffsetFetchResponseTopic, "0-7")
    error_code: int = int16("2-7", ignorable=True)
    groups: list[OffsetFetchResponseGroup] = array(OffsetFetchResponseGroup, "8+")
