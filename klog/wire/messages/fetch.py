"""Fetch (key 1): records from an offset on, waiting for them where there are none.

Versions 0 to 18: 1 adds the throttle time; 2 may carry format 1; 3 a limit for the whole answer, partitions served in the order asked; 4
format 2 and isolation; 5 log start offsets; 7 sessions (KIP-227); 9 leader epochs (KIP-320); 10 zstd; 11 reading from followers
(KIP-392); 12 is flexible and finds diverging logs (KIP-595); 13 topic ids (KIP-516); 14 may answer that an offset is in tiered storage
(KIP-405); 15 moves the replica id into a tagged struct (KIP-903); 16 node endpoints (KIP-951); 17 directory ids (KIP-853); 18 the
follower's high watermark (KIP-1166).
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Records, Struct, array, int8, int16, int32, int64, record_batches, string, struct, uuid


class ReplicaState(Struct):
    """Who fetches: a broker's id and epoch, or -1."""

    replica_id: int = int32("15+", default=-1)
    replica_epoch: int = int64("15+", default=-1)


class FetchPartition(Struct):
    """Where to read one partition from, and how much of it at most."""

    partition: int = int32("0+")
    current_leader_epoch: int = int32("9+", default=-1, ignorable=True)
    fetch_offset: int = int64("0+")
    last_fetched_epoch: int = int32("12+", default=-1)
    log_start_offset: int = int64("5+", default=-1, ignorable=True)
    partition_max_bytes: int = int32("0+")
    replica_directory_id: bytes = uuid("17+", ignorable=True, tag=0, tagged="17+")
    high_watermark: int = int64("18+", default=(1 << 63) - 1, ignorable=True, tag=1, tagged="18+")


class FetchTopic(Struct):
    """One topic's partitions."""

    topic: str = string("0-12", ignorable=True)
    topic_id: bytes = uuid("13+", ignorable=True)
    partitions: list[FetchPartition] = array(FetchPartition, "0+")


class ForgottenTopic(Struct):
    """Partitions that leave the session."""

    topic: str = string("7-12", ignorable=True)
    topic_id: bytes = uuid("13+", ignorable=True)
    partitions: list[int] = array(Kind.INT32, "7+")


class FetchRequest(Message, key=1, versions="0-18", flexible="12+"):
    """What the client asks."""

    cluster_id: str | None = string("12+", nullable="12+", default=None, ignorable=True, tag=0, tagged="12+")
    replica_id: int = int32("0-14", default=-1)
    replica_state: ReplicaState = struct(ReplicaState, "15+", tag=1, tagged="15+")
    max_wait_ms: int = int32("0+")
    min_bytes: int = int32("0+")
    max_bytes: int = int32("3+", default=0x7FFFFFFF, ignorable=True)
    isolation_level: int = int8("4+", ignorable=True)
    session_id: int = int32("7+", ignorable=True)
    session_epoch: int = int32("7+", default=-1, ignorable=True)
    topics: list[FetchTopic] = array(FetchTopic, "0+")
    forgotten_topics_data: list[ForgottenTopic] = array(ForgottenTopic, "7+")
    rack_id: str = string("11+", ignorable=True)


class EpochEndOffset(Struct):
    """Where the log of the one who asks departs from ours (KIP-595)."""

    epoch: int = int32("12+", default=-1)
    end_offset: int = int64("12+", default=-1)


class LeaderIdAndEpoch(Struct):
    """Who leads now."""

    leader_id: int = int32("12+", default=-1)
    leader_epoch: int = int32("12+", default=-1)


class SnapshotId(Struct):
    """A snapshot to fetch first (KRaft)."""

    end_offset: int = int64("0+", default=-1)
    epoch: int = int32("0+", default=-1)


class AbortedTransaction(Struct):
    """A transaction whose records from `first_offset` on do not count."""

    producer_id: int = int64("4+")
    first_offset: int = int64("4+")


class PartitionData(Struct):
    """One partition's offsets and records."""

    partition_index: int = int32("0+")
    error_code: int = int16("0+")
    high_watermark: int = int64("0+")
    last_stable_offset: int = int64("4+", default=-1, ignorable=True)
    log_start_offset: int = int64("5+", default=-1, ignorable=True)
    diverging_epoch: EpochEndOffset = struct(EpochEndOffset, "12+", tag=0, tagged="12+")
    current_leader: LeaderIdAndEpoch = struct(LeaderIdAndEpoch, "12+", tag=1, tagged="12+")
    snapshot_id: SnapshotId = struct(SnapshotId, "12+", tag=2, tagged="12+")
    aborted_transactions: list[AbortedTransaction] | None = array(AbortedTransaction, "4+", nullable="4+", ignorable=True)
    preferred_read_replica: int = int32("11+", default=-1)
    records: Records | None = record_batches("0+", nullable="0+")


class FetchableTopicResponse(Struct):
    """One topic's partitions."""

    topic: str = string("0-12", ignorable=True)
    topic_id: bytes = uuid("13+", ignorable=True)
    partitions: list[PartitionData] = array(PartitionData, "0+")


class NodeEndpoint(Struct):
    """Where a leader named in this answer is reached (KIP-951)."""

    node_id: int = int32("16+")
    host: str = string("16+")
    port: int = int32("16+")
    rack: str | None = string("16+", nullable="16+", default=None)


class FetchResponse(Message, answers=FetchRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("1+", ignorable=True)
    error_code: int = int16("7+", ignorable=True)
    session_id: int = int32("7+")
    responses: list[FetchableTopicResponse] = array(FetchableTopicResponse, "0+")
    node_endpoints: list[NodeEndpoint] = array(NodeEndpoint, "16+", tag=0, tagged="16+")
