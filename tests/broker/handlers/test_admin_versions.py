"""Every administrative API in every version: what comes off the wire is answered with what the wire can carry."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.alter_configs import AlterConfigsHandler
from klog.broker.handlers.create_partitions import CreatePartitionsHandler
from klog.broker.handlers.create_topics import CreateTopicsHandler
from klog.broker.handlers.delete_topics import DeleteTopicsHandler
from klog.broker.handlers.describe_cluster import DescribeClusterHandler
from klog.broker.handlers.describe_configs import DescribeConfigsHandler
from klog.broker.handlers.describe_log_dirs import DescribeLogDirsHandler
from klog.broker.handlers.describe_topic_partitions import DescribeTopicPartitionsHandler
from klog.broker.handlers.incremental_alter_configs import IncrementalAlterConfigsHandler
from klog.broker.handlers.list_config_resources import ListConfigResourcesHandler
from klog.broker.handlers.metadata import MetadataHandler
from klog.broker.settings.config_admin import ConfigAdmin
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.span import join_parts
from klog.wire import reference_codec
from klog.wire.messages import alter_configs, incremental_alter_configs
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from klog.wire.messages.describe_cluster import DescribeClusterRequest
from klog.wire.messages.describe_configs import DescribeConfigsRequest, DescribeConfigsResource
from klog.wire.messages.describe_log_dirs import DescribeLogDirsRequest
from klog.wire.messages.describe_topic_partitions import DescribeTopicPartitionsRequest, TopicRequest
from klog.wire.messages.list_config_resources import ListConfigResourcesRequest
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from tests.broker.handlers.setting import AdminTestCase
from tests.broker.handlers.test_describe_log_dirs import FakeDirectory, FakeLog

NAMES = ("there", "new", "bad name", "", "x" * 250)


def requests_of(request_type: Any, version: int, topic_id: bytes) -> list[Any]:
    """Good and bad requests that `version` can carry."""
    if request_type is MetadataRequest:
        asked: list[Any] = [MetadataRequest(topics=[MetadataRequestTopic(name=name) for name in NAMES])]
        asked += [MetadataRequest(topics=[])] + ([MetadataRequest(topics=None)] if version >= 1 else [])
        if version >= 8:
            asked[0].include_topic_authorized_operations = True
        if 8 <= version <= 10:
            asked[0].include_cluster_authorized_operations = True
        if version >= 10:
            asked += [MetadataRequest(topics=[MetadataRequestTopic(name=None, topic_id=one)]) for one in (topic_id, b"x" * 16, NO_TOPIC_ID)]
        return asked
    if request_type is CreateTopicsRequest:
        configs = [CreatableTopicConfig(name="retention.ms", value="1")]
        topics = [CreatableTopic(name=name, num_partitions=2, replication_factor=1, configs=configs) for name in NAMES]
        return [CreateTopicsRequest(topics=topics), CreateTopicsRequest(topics=topics, timeout_ms=0), CreateTopicsRequest()]
    if request_type is DeleteTopicsRequest:
        if version < 6:
            return [DeleteTopicsRequest(topic_names=list(NAMES), timeout_ms=time) for time in (1000, 0)]
        states = [DeleteTopicState(name=name) for name in NAMES] + [DeleteTopicState(topic_id=b"x" * 16), DeleteTopicState()]
        return [DeleteTopicsRequest(topics=states, timeout_ms=time) for time in (1000, 0)]
    if request_type is CreatePartitionsRequest:
        return [
            CreatePartitionsRequest(topics=[CreatePartitionsTopic(name=name, count=3, assignments=None) for name in NAMES], timeout_ms=9)
        ]
    if request_type is DescribeConfigsRequest:
        kinds = [[(2, name) for name in NAMES] + [(4, "1"), (4, ""), (8, "1"), (16, "m"), (32, "g"), (4, "x")], [(0, "x")]]
        return [
            DescribeConfigsRequest(
                resources=[DescribeConfigsResource(resource_type=kind, resource_name=name, configuration_keys=None) for kind, name in some],
                include_synonyms=version >= 1,
                include_documentation=version >= 3,
            )
            for some in kinds
        ]
    if request_type in (alter_configs.AlterConfigsRequest, incremental_alter_configs.IncrementalAlterConfigsRequest):
        module: Any = alter_configs if request_type is alter_configs.AlterConfigsRequest else incremental_alter_configs
        resources = [
            module.AlterConfigsResource(
                resource_type=kind, resource_name=name, configs=[module.AlterableConfig(name="segment.ms", value="1")]
            )
            for kind, name in [(2, name) for name in NAMES] + [(4, "1"), (4, ""), (8, "1"), (16, "m"), (32, "g"), (0, "x")]
        ]
        return [request_type(resources=resources)]
    if request_type is DescribeClusterRequest:
        return [DescribeClusterRequest(include_cluster_authorized_operations=True)] + (
            [DescribeClusterRequest(endpoint_type=kind) for kind in (2, 9)] if version >= 1 else []
        )
    if request_type is DescribeTopicPartitionsRequest:
        return [DescribeTopicPartitionsRequest(topics=[TopicRequest(name=name) for name in NAMES], response_partition_limit=1)]
    if request_type is DescribeLogDirsRequest:
        return [DescribeLogDirsRequest(topics=None)]
    assert request_type is ListConfigResourcesRequest
    return [ListConfigResourcesRequest()] + ([ListConfigResourcesRequest(resource_types=[9])] if version >= 1 else [])


class VersionsTests(AdminTestCase):
    def handlers(self) -> list[Any]:
        it, settings = self.coordination, self.settings
        admin = ConfigAdmin(it, settings)
        return [
            MetadataHandler(it, settings),
            CreateTopicsHandler(it, settings),
            CreatePartitionsHandler(it),
            DescribeConfigsHandler(it, settings),
            AlterConfigsHandler(admin),
            IncrementalAlterConfigsHandler(admin, 1),
            DescribeClusterHandler(it),
            DescribeLogDirsHandler([FakeDirectory({TopicPartition("a", 0): FakeLog(5)})]),
            DescribeTopicPartitionsHandler(it, settings),
            ListConfigResourcesHandler(it),
            DeleteTopicsHandler(it, settings),
        ]

    def test_every_version(self) -> None:
        count = 0
        for index in range(len(self.handlers())):
            versions = self.handlers()[index].versions
            for version in range(versions[0], versions[1] + 1):
                self.set_up()
                topic_id = self.create("there", 2).topic_id
                handler = self.handlers()[index]
                for request in requests_of(handler.request_type, version, topic_id):
                    self.cross(handler, version, request)
                    count += 1
        self.assertGreater(count, 80)

    def cross(self, handler: Any, version: int, request: Any) -> None:
        """Off the wire, through the handler, onto the wire and back."""
        data = memoryview(join_parts(reference_codec.encode(request, version)))
        decoded, _ = reference_codec.decode(handler.request_type, version, data)
        try:
            answer = self.ask(handler, version, decoded)
        except KlogError as error:
            answer = handler.error_answer(version, decoded, error.code, error.message)
        written = memoryview(join_parts(reference_codec.encode(answer, version)))
        _, end = reference_codec.decode(handler.request_type.response_type, version, written)
        self.assertEqual(end, len(written))
        if hasattr(handler, "error_answer"):
            failed = handler.error_answer(version, decoded, ErrorCode.UNKNOWN_SERVER_ERROR, None)
            join_parts(reference_codec.encode(failed, version))
