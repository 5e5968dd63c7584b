"""What comes before any handler: ApiVersions, versions and keys that do not exist, headers and bodies that are not what they should be."""

from __future__ import annotations

from typing import Any

from klog.span import join_parts
from klog.wire.apis import SERVED
from klog.wire.compiled_codec import encode
from klog.wire.messages import alter_configs, incremental_alter_configs
from klog.wire.messages.add_offsets_to_txn import AddOffsetsToTxnRequest
from klog.wire.messages.add_partitions_to_txn import AddPartitionsToTxnRequest, AddPartitionsToTxnTopic, AddPartitionsToTxnTransaction
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.delete_records import DeleteRecordsPartition, DeleteRecordsRequest, DeleteRecordsTopic
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from klog.wire.messages.describe_cluster import DescribeClusterRequest
from klog.wire.messages.describe_configs import DescribeConfigsRequest, DescribeConfigsResource
from klog.wire.messages.describe_log_dirs import DescribableLogDirTopic, DescribeLogDirsRequest
from klog.wire.messages.describe_producers import DescribeProducersRequest
from klog.wire.messages.describe_producers import TopicRequest as ProducersTopic
from klog.wire.messages.describe_topic_partitions import DescribeTopicPartitionsRequest, TopicRequest
from klog.wire.messages.describe_transactions import DescribeTransactionsRequest
from klog.wire.messages.end_txn import EndTxnRequest
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.list_config_resources import ListConfigResourcesRequest
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from klog.wire.messages.list_transactions import ListTransactionsRequest
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from klog.wire.messages.offset_for_leader_epoch import OffsetForLeaderEpochRequest, OffsetForLeaderPartition, OffsetForLeaderTopic
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.messages.txn_offset_commit import (
    TxnOffsetCommitRequest,
    TxnOffsetCommitRequestPartition,
    TxnOffsetCommitRequestTopic,
)
from klog.wire.messages.write_txn_markers import WritableTxnMarker, WritableTxnMarkerTopic, WriteTxnMarkersRequest
from klog.wire.schema import Message
from tests.integration.behaviour.script_produce import loading
from tests.integration.behaviour.steps import JUDGED, Script, raw

_W = [AddPartitionsToTxnTopic(name="w", partitions=[0])]
_ADDS_OLD = AddPartitionsToTxnRequest(v3_and_below_transactional_id="", v3_and_below_topics=_W)
_COMMITS = TxnOffsetCommitRequest(
    transactional_id="w", group_id="w", topics=[TxnOffsetCommitRequestTopic(name="w", partitions=[TxnOffsetCommitRequestPartition()])]
)
#: One harmless request of each API, at the version given.
SAMPLES: tuple[tuple[Message, int], ...] = (
    (
        ProduceRequest(
            acks=1, timeout_ms=1, topic_data=[TopicProduceData(name="w", partition_data=[PartitionProduceData(index=0, records=b"")])]
        ),
        9,
    ),
    (
        ProduceRequest(
            acks=1, timeout_ms=1, topic_data=[TopicProduceData(name="w", partition_data=[PartitionProduceData(index=0, records=b"")])]
        ),
        7,
    ),
    (FetchRequest(topics=[FetchTopic(topic="w", partitions=[FetchPartition(partition_max_bytes=1)])]), 12),
    (FetchRequest(topics=[FetchTopic(topic="w", partitions=[FetchPartition(partition_max_bytes=1)])]), 7),
    (ListOffsetsRequest(topics=[ListOffsetsTopic(name="w", partitions=[ListOffsetsPartition()])]), 7),
    (ListOffsetsRequest(topics=[ListOffsetsTopic(name="w", partitions=[ListOffsetsPartition()])]), 3),
    (MetadataRequest(topics=[MetadataRequestTopic(name="w")], allow_auto_topic_creation=False), 9),
    (MetadataRequest(topics=[MetadataRequestTopic(name="w")], allow_auto_topic_creation=False), 5),
    (ApiVersionsRequest(client_software_name="a", client_software_version="1"), 3),
    (CreateTopicsRequest(topics=[CreatableTopic(name="w", num_partitions=1, replication_factor=1)], validate_only=True), 4),
    (CreateTopicsRequest(topics=[CreatableTopic(name="w", num_partitions=1, replication_factor=1)], validate_only=True), 6),
    (DeleteTopicsRequest(topic_names=["w"]), 3),
    (DeleteTopicsRequest(topics=[DeleteTopicState(name="w")]), 6),
    (DeleteRecordsRequest(topics=[DeleteRecordsTopic(name="w", partitions=[DeleteRecordsPartition()])]), 2),
    (DeleteRecordsRequest(topics=[DeleteRecordsTopic(name="w", partitions=[DeleteRecordsPartition()])]), 1),
    (InitProducerIdRequest(transactional_id=""), 1),
    (InitProducerIdRequest(transactional_id=""), 4),
    (OffsetForLeaderEpochRequest(topics=[OffsetForLeaderTopic(topic="w", partitions=[OffsetForLeaderPartition()])]), 3),
    (OffsetForLeaderEpochRequest(topics=[OffsetForLeaderTopic(topic="w", partitions=[OffsetForLeaderPartition()])]), 4),
    (DescribeConfigsRequest(resources=[DescribeConfigsResource(resource_type=2, resource_name="w", configuration_keys=["a"])]), 2),
    (DescribeConfigsRequest(resources=[DescribeConfigsResource(resource_type=2, resource_name="w", configuration_keys=["a"])]), 4),
    (alter_configs.AlterConfigsRequest(resources=[alter_configs.AlterConfigsResource(resource_type=2, resource_name="w")]), 1),
    (alter_configs.AlterConfigsRequest(resources=[alter_configs.AlterConfigsResource(resource_type=2, resource_name="w")]), 2),
    (DescribeLogDirsRequest(topics=[DescribableLogDirTopic(topic="w", partitions=[0])]), 1),
    (DescribeLogDirsRequest(topics=[DescribableLogDirTopic(topic="w", partitions=[0])]), 4),
    (CreatePartitionsRequest(topics=[CreatePartitionsTopic(name="w", count=2, assignments=None)]), 1),
    (CreatePartitionsRequest(topics=[CreatePartitionsTopic(name="w", count=2, assignments=None)]), 3),
    (
        incremental_alter_configs.IncrementalAlterConfigsRequest(
            resources=[incremental_alter_configs.AlterConfigsResource(resource_type=2, resource_name="w")]
        ),
        0,
    ),
    (
        incremental_alter_configs.IncrementalAlterConfigsRequest(
            resources=[incremental_alter_configs.AlterConfigsResource(resource_type=2, resource_name="w")]
        ),
        1,
    ),
    (DescribeClusterRequest(), 1),
    (DescribeProducersRequest(topics=[ProducersTopic(name="w", partition_indexes=[0])]), 0),
    (ListConfigResourcesRequest(resource_types=[2]), 1),
    (DescribeTopicPartitionsRequest(topics=[TopicRequest(name="w")]), 0),
    (_ADDS_OLD, 0),
    (_ADDS_OLD, 3),
    (AddPartitionsToTxnRequest(transactions=[AddPartitionsToTxnTransaction(transactional_id="", topics=_W)]), 5),
    (AddOffsetsToTxnRequest(transactional_id="", group_id="w"), 1),
    (AddOffsetsToTxnRequest(transactional_id="", group_id="w"), 4),
    (EndTxnRequest(transactional_id=""), 1),
    (EndTxnRequest(transactional_id=""), 5),
    (WriteTxnMarkersRequest(markers=[WritableTxnMarker(topics=[WritableTxnMarkerTopic(name="w", partition_indexes=[0])])]), 1),
    (_COMMITS, 1),
    (_COMMITS, 5),
    (DescribeTransactionsRequest(transactional_ids=[""]), 0),
    (ListTransactionsRequest(state_filters=["w"]), 2),
)


def build(script: Script) -> None:
    """All steps."""
    if not script.is_main:
        return
    _api_versions(script)
    _unknown(script)
    for message, version in SAMPLES:
        bodies(script, message, version)
    _headers(script)


def _api_versions(script: Script) -> None:
    for version in script.versions("ApiVersions"):
        if version < 3:
            script.add("ApiVersions", version, "plain", ApiVersionsRequest())
            continue
        for what, name, number in (
            ("plain", "klog-test", "1.0"),
            ("no name", "", "1.0"),
            ("no version", "klog-test", ""),
            ("a bad name", "klog test", "1.0"),
            ("a bad version", "klog-test", "1 0"),
            ("name begins with a dash", "-klog", "1.0"),
            ("name ends with a dot", "klog.", "1.0"),
            ("not ASCII", "klög", "1.0"),
        ):
            script.add("ApiVersions", version, what, ApiVersionsRequest(client_software_name=name, client_software_version=number))
    for version in (5, 99, 32767, -1):
        script.add("ApiVersions", version, "no such version", raw(18, version, b""))
        script.add("ApiVersions", version, "no such version, flexible header", raw(18, version, b"\0\2a\2b\0"))


def _unknown(script: Script) -> None:
    for api in SERVED.values():
        if api.name == "ApiVersions":
            continue
        highest = JUDGED["4.3.1"][api.name][1]
        for version in (highest + 1, 999, -1):
            if (api.name, version) == ("InitProducerId", 6):
                continue
            script.add(api.name, version, "no such version", raw(api.key, version, b"\0" * 20))
    for key in (-1, 999, 32767):
        script.add(f"Key{key}".replace("-", "_"), 0, "no such API", raw(key, 0, b"\0" * 20))


def bodies(script: Script, message: Message, version: int) -> None:
    """`message` whole, cut, lengthened, and nonsense instead of it."""
    name = type(message).__name__.removesuffix("Request")
    body = join_parts(encode(message, version))
    key = message.api_key
    more: dict[str, Any] = {"ignore": ("topics/*/topic_id", "producer_id"), "again": loading if name == "InitProducerId" else None}
    for length in sorted({0, 1, len(body) // 3, len(body) // 2, len(body) - 2, len(body) - 1}):
        if 0 <= length < len(body):
            script.add(name, version, f"cut to {length} of {len(body)} bytes", raw(key, version, body[:length]))
    script.add(name, version, "whole", raw(key, version, body), **more)
    script.add(name, version, "one byte more", raw(key, version, body + b"\0"), **more)
    script.add(name, version, "200 bytes more", raw(key, version, body + bytes(range(200))), **more)
    script.add(name, version, "all ones", raw(key, version, b"\xff" * 60), **more)
    script.add(name, version, "a huge count", raw(key, version, b"\x7f" * 60), **more)


def _headers(script: Script) -> None:
    body = join_parts(encode(MetadataRequest(topics=[], allow_auto_topic_creation=False), 9))
    head = (3).to_bytes(2, "big") + (9).to_bytes(2, "big") + b"\0\0\0\1"
    for what, frame in (
        ("no client id", head + b"\xff\xff\0" + body),
        ("an empty client id", head + b"\0\0\0" + body),
        ("client id beyond", head + b"\x7f\xffabc"),
        ("client id length -2", head + b"\xff\xfe\0" + body),
        ("client id not UTF-8", head + b"\0\2\xff\xfe\0" + body),
        ("unknown tagged fields", head + b"\0\1a\2\5\3abc\x77\1x" + body),
        ("tagged fields out of order", head + b"\0\1a\2\x77\1x\5\3abc" + body),
        ("tagged field twice", head + b"\0\1a\2\5\1x\5\1y" + body),
        ("tagged field beyond", head + b"\0\1a\1\5\x7f" + body),
        ("endless tag count", head + b"\0\1a\xff\xff\xff\xff\xff\xff" + body),
        ("cut in the client id", head + b"\0\5ab"),
    ):
        script.add("Metadata", 9, f"header: {what}", frame)
    for length in (1, 2, 4, 6, 8, 9):
        script.add("Metadata", 9, f"header: {length} bytes only", (head + b"\0\0\0")[:length])
