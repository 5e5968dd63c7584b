"""Metadata (key 3): brokers, topics, and who leads each partition.

Versions 0 to 13: 1 adds controller, racks, internal topics, and null for "all topics" (0 says it with an empty list); 2 the cluster id; 3
the throttle time; 4 lets the client forbid auto-creation; 5 offline replicas; 7 leader epochs; 8 authorized operations; 9 is flexible; 10
topic ids; 11 drops the cluster's authorized operations; 12 asks by topic id; 13 a top-level error (KIP-1102).
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, int16, int32, string, uuid


class MetadataRequestTopic(Struct):
    """A topic by its name or, from version 12 on, by its id."""

    topic_id: bytes = uuid("10+", ignorable=True)
    name: str | None = string("0+", nullable="10+")


class MetadataRequest(Message, key=3, versions="0-13", flexible="9+"):
    """What the client asks."""

    topics: list[MetadataRequestTopic] | None = array(MetadataRequestTopic, "0+", nullable="1+")
    allow_auto_topic_creation: bool = boolean("4+", default=True)
    include_cluster_authorized_operations: bool = boolean("8-10")
    include_topic_authorized_operations: bool = boolean("8+")


class MetadataResponseBroker(Struct):
    """Where one broker is reached."""

    node_id: int = int32("0+")
    host: str = string("0+")
    port: int = int32("0+")
    rack: str | None = string("1+", nullable="1+", default=None, ignorable=True)


class MetadataResponsePartition(Struct):
    """Who leads one partition, and who holds it."""

    error_code: int = int16("0+")
    partition_index: int = int32("0+")
    leader_id: int = int32("0+")
    leader_epoch: int = int32("7+", default=-1, ignorable=True)
    replica_nodes: list[int] = array(Kind.INT32, "0+")
    isr_nodes: list[int] = array(Kind.INT32, "0+")
    offline_replicas: list[int] = array(Kind.INT32, "5+", ignorable=True)


class MetadataResponseTopic(Struct):
    """One topic."""

    error_code: int = int16("0+")
    name: str | None = string("0+", nullable="12+")
    topic_id: bytes = uuid("10+", ignorable=True)
    is_internal: bool = boolean("1+", ignorable=True)
    partitions: list[MetadataResponsePartition] = array(MetadataResponsePartition, "0+")
    topic_authorized_operations: int = int32("8+", default=-(2**31))


class MetadataResponse(Message, answers=MetadataRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("3+", ignorable=True)
    brokers: list[MetadataResponseBroker] = array(MetadataResponseBroker, "0+")
    cluster_id: str | None = string("2+", nullable="2+", default=None, ignorable=True)
    controller_id: int = int32("1+", default=-1, ignorable=True)
    topics: list[MetadataResponseTopic] = array(MetadataResponseTopic, "0+")
    cluster_authorized_operations: int = int32("8-10", default=-(2**31))
    error_code: int = int16("13+", ignorable=True)
