"""UpdateMetadata (key 6): the controller tells a broker what the cluster looks like: who lives, who is controller, who leads.

Versions 0 to 8: 1 has several endpoints for each broker; 2 racks; 3 listeners' names; 4 replicas that are offline (KIP-112); 5 the
broker's epoch (KIP-380) and partitions by topic; 6 is flexible; 7 has topic ids (KIP-516); 8 says whether the controller is one of KRaft's,
and whether all is told (KIP-866). Only with ZooKeeper: Apache Kafka 4 has none of it.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, int8, int16, int32, int64, string, uuid


class UpdateMetadataPartitionState(Struct):
    """One partition; leader -1 is none, -2 a partition that is being deleted."""

    topic_name: str = string("0-4", ignorable=True)
    partition_index: int = int32("0+")
    controller_epoch: int = int32("0+")
    leader: int = int32("0+")
    leader_epoch: int = int32("0+")
    isr: list[int] = array(Kind.INT32, "0+")
    zk_version: int = int32("0+")
    replicas: list[int] = array(Kind.INT32, "0+")
    offline_replicas: list[int] = array(Kind.INT32, "4+", ignorable=True)


class UpdateMetadataTopicState(Struct):
    """One topic's partitions."""

    topic_name: str = string("5+")
    topic_id: bytes = uuid("7+", ignorable=True)
    partition_states: list[UpdateMetadataPartitionState] = array(UpdateMetadataPartitionState, "5+")


class UpdateMetadataEndpoint(Struct):
    """Where a broker is reached on one listener; the protocol is a number (0 is PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL)."""

    port: int = int32("1+")
    host: str = string("1+")
    listener: str = string("3+", ignorable=True)
    security_protocol: int = int16("1+")


class UpdateMetadataBroker(Struct):
    """One live broker."""

    id: int = int32("0+")
    v0_host: str = string("0", ignorable=True)
    v0_port: int = int32("0", ignorable=True)
    endpoints: list[UpdateMetadataEndpoint] = array(UpdateMetadataEndpoint, "1+", ignorable=True)
    rack: str | None = string("2+", nullable="0+", ignorable=True)


class UpdateMetadataRequest(Message, key=6, versions="0-8", flexible="6+"):
    """What the controller asks: all live brokers, and partitions that have changed, under their topics (before version 5 in one list)."""

    controller_id: int = int32("0+")
    is_kraft_controller: bool = boolean("8+")
    type: int = int8("8+", tag=0, tagged="8+")
    controller_epoch: int = int32("0+")
    broker_epoch: int = int64("5+", default=-1, ignorable=True)
    ungrouped_partition_states: list[UpdateMetadataPartitionState] = array(UpdateMetadataPartitionState, "0-4")
    topic_states: list[UpdateMetadataTopicState] = array(UpdateMetadataTopicState, "5+")
    live_brokers: list[UpdateMetadataBroker] = array(UpdateMetadataBroker, "0+")


class UpdateMetadataResponse(Message, answers=UpdateMetadataRequest):
    """What the broker answers."""

    error_code: int = int16("0+")
