"""LeaderAndIsr (key 4): the controller tells a broker which partitions it leads, and which it follows.

Versions 0 to 7: 1 says whether a replica is new; 2 has the broker's epoch (KIP-380) and its partitions by topic; 3 says who comes and goes
in a reassignment (KIP-455); 4 is flexible; 5 has topic ids and says whether all of the broker's partitions are told (KIP-516); 6 whether
a leader was elected without being in sync (KIP-704); 7 whether the controller is one of KRaft's (KIP-866). Only with ZooKeeper: Apache
Kafka 4 has none of it.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, int8, int16, int32, int64, string, uuid


class LeaderAndIsrPartitionState(Struct):
    """What the controller has decided for one partition; `partition_epoch` is the version of its state's znode."""

    topic_name: str = string("0-1", ignorable=True)
    partition_index: int = int32("0+")
    controller_epoch: int = int32("0+")
    leader: int = int32("0+")
    leader_epoch: int = int32("0+")
    isr: list[int] = array(Kind.INT32, "0+")
    partition_epoch: int = int32("0+")
    replicas: list[int] = array(Kind.INT32, "0+")
    adding_replicas: list[int] = array(Kind.INT32, "3+", ignorable=True)
    removing_replicas: list[int] = array(Kind.INT32, "3+", ignorable=True)
    is_new: bool = boolean("1+", ignorable=True)
    leader_recovery_state: int = int8("6+")


class LeaderAndIsrTopicState(Struct):
    """One topic's partitions."""

    topic_name: str = string("2+")
    topic_id: bytes = uuid("5+", ignorable=True)
    partition_states: list[LeaderAndIsrPartitionState] = array(LeaderAndIsrPartitionState, "2+")


class LeaderAndIsrLiveLeader(Struct):
    """Where a leader named in this request is reached."""

    broker_id: int = int32("0+")
    host_name: str = string("0+")
    port: int = int32("0+")


class LeaderAndIsrRequest(Message, key=4, versions="0-7", flexible="4+"):
    """What the controller asks; partitions stand under their topics, before version 2 in one list."""

    controller_id: int = int32("0+")
    is_kraft_controller: bool = boolean("7+")
    controller_epoch: int = int32("0+")
    broker_epoch: int = int64("2+", default=-1, ignorable=True)
    type: int = int8("5+")
    ungrouped_partition_states: list[LeaderAndIsrPartitionState] = array(LeaderAndIsrPartitionState, "0-1")
    topic_states: list[LeaderAndIsrTopicState] = array(LeaderAndIsrTopicState, "2+")
    live_leaders: list[LeaderAndIsrLiveLeader] = array(LeaderAndIsrLiveLeader, "0+")


class LeaderAndIsrPartitionError(Struct):
    """What became of one partition."""

    topic_name: str = string("0-4", ignorable=True)
    partition_index: int = int32("0+")
    error_code: int = int16("0+")


class LeaderAndIsrTopicError(Struct):
    """One topic's partitions."""

    topic_id: bytes = uuid("5+")
    partition_errors: list[LeaderAndIsrPartitionError] = array(LeaderAndIsrPartitionError, "5+")


class LeaderAndIsrResponse(Message, answers=LeaderAndIsrRequest):
    """What the broker answers; by topic id from version 5 on, by name before."""

    error_code: int = int16("0+")
    partition_errors: list[LeaderAndIsrPartitionError] = array(LeaderAndIsrPartitionError, "0-4")
    topics: list[LeaderAndIsrTopicError] = array(LeaderAndIsrTopicError, "5+")
