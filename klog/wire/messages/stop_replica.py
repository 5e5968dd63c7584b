"""StopReplica (key 5): the controller tells a broker to stop following partitions, or to delete its copies of them.

Versions 0 to 4: 1 has the broker's epoch (KIP-380) and partitions by topic; 2 is flexible; 3 has leader epochs, and says of each partition
whether it is deleted (KIP-570); 4 whether the controller is one of KRaft's (KIP-866). Only with ZooKeeper: Apache Kafka 4 has none of it.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, int16, int32, int64, string


class StopReplicaPartitionV0(Struct):
    """One partition, as version 0 names it."""

    topic_name: str = string("0")
    partition_index: int = int32("0")


class StopReplicaTopicV1(Struct):
    """One topic's partitions, as versions 1 and 2 name them."""

    name: str = string("1-2")
    partition_indexes: list[int] = array(Kind.INT32, "1-2")


class StopReplicaPartitionState(Struct):
    """One partition; leader epoch -2 is that of a topic that is being deleted, -1 that of a sender who does not know it."""

    partition_index: int = int32("3+")
    leader_epoch: int = int32("3+", default=-1)
    delete_partition: bool = boolean("3+")


class StopReplicaTopicState(Struct):
    """One topic's partitions."""

    topic_name: str = string("3+")
    partition_states: list[StopReplicaPartitionState] = array(StopReplicaPartitionState, "3+")


class StopReplicaRequest(Message, key=5, versions="0-4", flexible="2+"):
    """What the controller asks."""

    controller_id: int = int32("0+")
    is_kraft_controller: bool = boolean("4+")
    controller_epoch: int = int32("0+")
    broker_epoch: int = int64("1+", default=-1, ignorable=True)
    delete_partitions: bool = boolean("0-2")
    ungrouped_partitions: list[StopReplicaPartitionV0] = array(StopReplicaPartitionV0, "0")
    topics: list[StopReplicaTopicV1] = array(StopReplicaTopicV1, "1-2")
    topic_states: list[StopReplicaTopicState] = array(StopReplicaTopicState, "3+")


class StopReplicaPartitionError(Struct):
    """What became of one partition."""

    topic_name: str = string("0+")
    partition_index: int = int32("0+")
    error_code: int = int16("0+")


class StopReplicaResponse(Message, answers=StopReplicaRequest):
    """What the broker answers."""

    error_code: int = int16("0+")
    partition_errors: list[StopReplicaPartitionError] = array(StopReplicaPartitionError, "0+")
