"""CreateTopics (key 19).

Versions 0 to 7: 1 adds validate-only and error messages; 2 the throttle time; 4 allows -1 for the broker's defaults; 5 is flexible and
answers with the topic's configurations (KIP-525); 6 may answer with a quota error; 7 the topic id.
"""

from __future__ import annotations

from klog.wire.schema import Kind, Message, Struct, array, boolean, int8, int16, int32, string, uuid


class CreatableReplicaAssignment(Struct):
    """The brokers of one partition, chosen by the client."""

    partition_index: int = int32("0+")
    broker_ids: list[int] = array(Kind.INT32, "0+")


class CreatableTopicConfig(Struct):
    """One configuration of the new topic."""

    name: str = string("0+")
    value: str | None = string("0+", nullable="0+")


class CreatableTopic(Struct):
    """One topic to create; -1 partitions or replicas where `assignments` says it or, from version 4 on, for the broker's defaults."""

    name: str = string("0+")
    num_partitions: int = int32("0+")
    replication_factor: int = int16("0+")
    assignments: list[CreatableReplicaAssignment] = array(CreatableReplicaAssignment, "0+")
    configs: list[CreatableTopicConfig] = array(CreatableTopicConfig, "0+")


class CreateTopicsRequest(Message, key=19, versions="0-7", flexible="5+"):
    """What the client asks."""

    topics: list[CreatableTopic] = array(CreatableTopic, "0+")
    timeout_ms: int = int32("0+", default=60000)
    validate_only: bool = boolean("1+")


class CreatableTopicConfigs(Struct):
    """One configuration that the topic has now; `config_source` as in DescribeConfigs."""

    name: str = string("5+")
    value: str | None = string("5+", nullable="5+")
    read_only: bool = boolean("5+")
    config_source: int = int8("5+", default=-1, ignorable=True)
    is_sensitive: bool = boolean("5+")


class CreatableTopicResult(Struct):
    """What became of one topic."""

    name: str = string("0+")
    topic_id: bytes = uuid("7+", ignorable=True)
    error_code: int = int16("0+")
    error_message: str | None = string("1+", nullable="0+", ignorable=True)
    topic_config_error_code: int = int16("5+", ignorable=True, tag=0, tagged="5+")
    num_partitions: int = int32("5+", default=-1, ignorable=True)
    replication_factor: int = int16("5+", default=-1, ignorable=True)
    configs: list[CreatableTopicConfigs] | None = array(CreatableTopicConfigs, "5+", nullable="5+", ignorable=True)


class CreateTopicsResponse(Message, answers=CreateTopicsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("2+", ignorable=True)
    topics: list[CreatableTopicResult] = array(CreatableTopicResult, "0+")
