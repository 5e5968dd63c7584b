"""The one table of the APIs that klog has words for: key, name, messages, versions.

*Valid* are all versions that Apache Kafka 2.8.2 or 4.3.1 has in its schemas; *announced* leaves out what 4.3.1 marks unstable.
"""

from __future__ import annotations

from typing import NamedTuple

from klog.wire.messages import (
    alter_configs,
    api_versions,
    create_partitions,
    create_topics,
    delete_records,
    delete_topics,
    describe_cluster,
    describe_configs,
    describe_log_dirs,
    describe_producers,
    describe_topic_partitions,
    fetch,
    find_coordinator,
    incremental_alter_configs,
    init_producer_id,
    list_config_resources,
    list_offsets,
    metadata,
    offset_for_leader_epoch,
    produce,
)
from klog.wire.schema import Message, Versions


class Api(NamedTuple):
    """One API."""

    key: int
    name: str
    request: type[Message]
    response: type[Message]
    versions: Versions
    announced: Versions


def _api(request: type[Message]) -> Api:
    versions, unstable = request.valid_versions, request.unstable_versions
    highest = min(versions.highest, unstable.lowest - 1) if unstable.highest >= unstable.lowest else versions.highest
    name = request.__name__.removesuffix("Request")
    return Api(request.api_key, name, request, request.response_type, versions, Versions(versions.lowest, highest))


_REQUESTS: tuple[type[Message], ...] = (
    produce.ProduceRequest,
    fetch.FetchRequest,
    list_offsets.ListOffsetsRequest,
    metadata.MetadataRequest,
    find_coordinator.FindCoordinatorRequest,
    api_versions.ApiVersionsRequest,
    create_topics.CreateTopicsRequest,
    delete_topics.DeleteTopicsRequest,
    delete_records.DeleteRecordsRequest,
    init_producer_id.InitProducerIdRequest,
    offset_for_leader_epoch.OffsetForLeaderEpochRequest,
    describe_configs.DescribeConfigsRequest,
    alter_configs.AlterConfigsRequest,
    describe_log_dirs.DescribeLogDirsRequest,
    create_partitions.CreatePartitionsRequest,
    incremental_alter_configs.IncrementalAlterConfigsRequest,
    describe_cluster.DescribeClusterRequest,
    describe_producers.DescribeProducersRequest,
    list_config_resources.ListConfigResourcesRequest,
    describe_topic_partitions.DescribeTopicPartitionsRequest,
)

#: By key.
APIS: dict[int, Api] = {request.api_key: _api(request) for request in _REQUESTS}
