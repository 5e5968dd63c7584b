"""Produce (key 0): records to append.

Versions 0 to 13: 0 to 2 carry message sets (1 adds the throttle time, 2 the append time); 3 batches of format 2 and a transactional id; 5
the log start offset; 7 zstd; 8 errors of single records (KIP-467); 9 is flexible; 10 names the current leader (KIP-951); 11 and 12 belong
to transactions (KIP-890); 13 topic ids.
"""

from __future__ import annotations

from klog.wire.schema import Message, Records, Struct, array, int16, int32, int64, record_batches, string, struct, uuid


class PartitionProduceData(Struct):
    """Records for one partition."""

    index: int = int32("0+")
    records: Records | None = record_batches("0+", nullable="0+")


class TopicProduceData(Struct):
    """One topic's partitions."""

    name: str = string("0-12", ignorable=True)
    topic_id: bytes = uuid("13+", ignorable=True)
    partition_data: list[PartitionProduceData] = array(PartitionProduceData, "0+")


class ProduceRequest(Message, key=0, versions="0-13", flexible="9+"):
    """What the client asks."""

    transactional_id: str | None = string("3+", nullable="3+", default=None)
    acks: int = int16("0+")
    timeout_ms: int = int32("0+")
    topic_data: list[TopicProduceData] = array(TopicProduceData, "0+")


class BatchIndexAndErrorMessage(Struct):
    """A record at fault, by its number in the batch."""

    batch_index: int = int32("8+")
    batch_index_error_message: str | None = string("8+", nullable="8+", default=None)


class LeaderIdAndEpoch(Struct):
    """Who leads now."""

    leader_id: int = int32("10+", default=-1)
    leader_epoch: int = int32("10+", default=-1)


class PartitionProduceResponse(Struct):
    """Where the records went, or why they did not."""

    index: int = int32("0+")
    error_code: int = int16("0+")
    base_offset: int = int64("0+")
    log_append_time_ms: int = int64("2+", default=-1, ignorable=True)
    log_start_offset: int = int64("5+", default=-1, ignorable=True)
    record_errors: list[BatchIndexAndErrorMessage] = array(BatchIndexAndErrorMessage, "8+", ignorable=True)
    error_message: str | None = string("8+", nullable="8+", default=None, ignorable=True)
    current_leader: LeaderIdAndEpoch = struct(LeaderIdAndEpoch, "10+", tag=0, tagged="10+")


class TopicProduceResponse(Struct):
    """One topic's partitions."""

    name: str = string("0-12", ignorable=True)
    topic_id: bytes = uuid("13+", ignorable=True)
    partition_responses: list[PartitionProduceResponse] = array(PartitionProduceResponse, "0+")


class NodeEndpoint(Struct):
    """Where a leader named in this answer is reached (KIP-951)."""

    node_id: int = int32("10+")
    host: str = string("10+")
    port: int = int32("10+")
    rack: str | None = string("10+", nullable="10+", default=None)


class ProduceResponse(Message, answers=ProduceRequest):
    """What the broker answers."""

    responses: list[TopicProduceResponse] = array(TopicProduceResponse, "0+")
    throttle_time_ms: int = int32("1+", ignorable=True)
    node_endpoints: list[NodeEndpoint] = array(NodeEndpoint, "10+", tag=0, tagged="10+")
