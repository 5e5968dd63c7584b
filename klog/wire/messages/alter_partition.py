"""AlterPartition (key 56): a leader asks the controller to change who is in sync (KIP-497; Apache Kafka 2.8 calls it AlterIsr).

Versions 0 to 3: 1 says whether a leader that was not in sync has recovered (KIP-704); 2 has topic ids in place of names (KIP-841); 3 the
epochs of the brokers in sync (KIP-903). All are flexible.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, int8, int16, int32, int64, string, uuid


class BrokerState(Struct):
    """A broker that shall be in sync, and its epoch; -1 where the leader does not know it, as with ZooKeeper."""

    broker_id: int = int32("3+")
    broker_epoch: int = int64("3+", default=-1)


class AlteredPartition(Struct):
    """Who shall be in sync in one partition; `partition_epoch` is the one that the leader knows."""

    partition_index: int = int32("0+")
    leader_epoch: int = int32("0+")
    new_isr: list[int] = array(Kind.INT32, "0-2")
    new_isr_with_epochs: list[BrokerState] = array(BrokerState, "3+")
    leader_recovery_state: int = int8("1+", ignorable=True)
    partition_epoch: int = int32("0+")


class AlteredTopic(Struct):
    """One topic's partitions."""

    topic_name: str = string("0-1", ignorable=True)
    topic_id: bytes = uuid("2+", ignorable=True)
    partitions: list[AlteredPartition] = array(AlteredPartition, "0+")


class AlterPartitionRequest(Message, key=56, versions="0-3", flexible="0+"):
    """What the leader asks."""

    broker_id: int = int32("0+")
    broker_epoch: int = int64("0+", default=-1)
    topics: list[AlteredTopic] = array(AlteredTopic, "0+")


class AlterPartitionPartitionResponse(Struct):
    """One partition as it is now, or why it was not changed."""

    partition_index: int = int32("0+")
    error_code: int = int16("0+")
    leader_id: int = int32("0+")
    leader_epoch: int = int32("0+")
    isr: list[int] = array(Kind.INT32, "0+")
    leader_recovery_state: int = int8("1+", ignorable=True)
    partition_epoch: int = int32("0+")


class AlterPartitionTopicResponse(Struct):
    """One topic's partitions."""

    topic_name: str = string("0-1", ignorable=True)
    topic_id: bytes = uuid("2+", ignorable=True)
    partitions: list[AlterPartitionPartitionResponse] = array(AlterPartitionPartitionResponse, "0+")


class AlterPartitionResponse(Message, answers=AlterPartitionRequest):
    """What the controller answers."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("0+")
    topics: list[AlterPartitionTopicResponse] = array(AlterPartitionTopicResponse, "0+")
