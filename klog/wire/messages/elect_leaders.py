"""ElectLeaders (key 43): make the preferred replica lead, or any replica where no in-sync one is left (KIP-183, KIP-460).

Versions 0 to 2: 1 adds the kind of election and a top-level error; 2 is flexible.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int8, int16, int32, string


class TopicPartitions(Struct):
    """One topic's partitions."""

    topic: str = string("0+")
    partitions: list[int] = array(Kind.INT32, "0+")


class ElectLeadersRequest(Message, key=43, versions="0-2", flexible="2+"):
    """What the client asks; election type 0 is the preferred leader, 1 an unclean one; null partitions are all."""

    election_type: int = int8("1+")
    topic_partitions: list[TopicPartitions] | None = array(TopicPartitions, "0+", nullable="0+")
    timeout_ms: int = int32("0+", default=60000)


class PartitionResult(Struct):
    """What became of one partition."""

    partition_id: int = int32("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")


class ReplicaElectionResult(Struct):
    """One topic's partitions."""

    topic: str = string("0+")
    partition_result: list[PartitionResult] = array(PartitionResult, "0+")


class ElectLeadersResponse(Message, answers=ElectLeadersRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("1+")
    replica_election_results: list[ReplicaElectionResult] = array(ReplicaElectionResult, "0+")
