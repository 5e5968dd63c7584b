"""DescribeConfigs: how topics, brokers and other resources are configured, and why.

| key | 32 |
|---|---|
| versions | 0 to 4 |
| 0 | only whether a value is the default |
| 1 | where a value comes from, and where else it could have come from (KIP-226) |
| 3 | types and sentences (KIP-569) |
| 4 | flexible |

A broker tells only of itself: resource name = its id. The empty name stands for what was set for all brokers while running.

Of thousands of topics the answer is made in steps. A resource that is named again: `klog.broker.repeated_mentions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from twisted.internet.defer import Deferred

from klog.acls import AclOperation
from klog.broker.config_rights import denial_of, may_on
from klog.broker.groups.group_configs import describe_group
from klog.broker.handler import RequestContext
from klog.broker.long_answers import LongAnswers, Making
from klog.broker.repeated_mentions import RepeatedMentions
from klog.broker.settings import other_configs, topic_configs
from klog.broker.settings.config_admin import ResourceType, broker_id_of
from klog.broker.settings.config_entries import ConfigEntry
from klog.broker.settings.settings import BrokerSettings
from klog.cluster import topic_names
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.describe_configs import (
    DescribeConfigsRequest,
    DescribeConfigsResource,
    DescribeConfigsResourceResult,
    DescribeConfigsResponse,
    DescribeConfigsResult,
    DescribeConfigsSynonym,
)

_TYPES = frozenset(ResourceType) - {ResourceType.UNKNOWN}
#: About so many settings has a topic, each of which is told as fast as a partition.
_SETTINGS = 40
_AGAIN = "the resource is named again and again: name each once"


class DescribeConfigsHandler:
    """Tells of configurations.

    :param coordination: knows topics and their overrides.
    :param settings: the broker's.
    :param answers: makes long answers.
    """

    request_type = DescribeConfigsRequest
    versions = (0, 4)

    def __init__(self, coordination: ICoordination, settings: BrokerSettings, answers: LongAnswers | None = None) -> None:
        self._coordination = coordination
        self._settings = settings
        self._answers = answers or LongAnswers()

    def handle(
        self, context: RequestContext, request: DescribeConfigsRequest
    ) -> DescribeConfigsResponse | Deferred[DescribeConfigsResponse]:
        """Answer one request (``ConfigHelper.describeConfigs``)."""
        for resource in request.resources:
            if resource.resource_type not in _TYPES:
                # Kafka refuses the whole request then.
                raise KlogError(
                    ErrorCode.INVALID_REQUEST, f"Unexpected resource type {resource.resource_type} for resource {resource.resource_name}"
                )
        return self._answers.make(self._making(context, request), _SETTINGS * len(request.resources))

    def _making(self, context: RequestContext, request: DescribeConfigsRequest) -> Making[DescribeConfigsResponse]:
        results = []
        denied: list[DescribeConfigsResource] = []
        mentions = RepeatedMentions[DescribeConfigsResult](lambda result: len(result.configs))
        for resource in request.resources:
            if not may_on(context, AclOperation.DESCRIBE_CONFIGS, resource.resource_type, resource.resource_name):
                denied.append(resource)
                continue
            name = (resource.resource_type, resource.resource_name, tuple(resource.configuration_keys or ()))
            result = mentions.again(name, partial(_failed, resource, KlogError(ErrorCode.INVALID_REQUEST, _AGAIN)))
            if result is None:
                result = mentions.first(name, self._describe(context, request, resource))
            results.append(result)
            yield
        # Last, as from Kafka.
        results += [_failed(resource, KlogError(denial_of(resource.resource_type))) for resource in denied]
        return DescribeConfigsResponse(results=results)

    def _describe(
        self, context: RequestContext, request: DescribeConfigsRequest, resource: DescribeConfigsResource
    ) -> DescribeConfigsResult:
        try:
            entries = self._entries(resource)
        except KlogError as error:
            return _failed(resource, error)
        keys = resource.configuration_keys
        if keys:
            wanted = frozenset(keys)
            entries = [entry for entry in entries if entry.name in wanted]
        # Kafka's message is empty, not null, where all is well.
        return DescribeConfigsResult(
            error_message="",
            resource_type=resource.resource_type,
            resource_name=resource.resource_name,
            configs=[self._told(context.api_version, request, entry) for entry in entries],
        )

    def error_answer(self, version: int, request: DescribeConfigsRequest, code: ErrorCode, sentence: str | None) -> DescribeConfigsResponse:
        """The same error for every resource."""
        return DescribeConfigsResponse(
            results=[
                DescribeConfigsResult(
                    error_code=code,
                    error_message=sentence,
                    resource_type=resource.resource_type,
                    resource_name=resource.resource_name,
                    configs=[],
                )
                for resource in request.resources
            ]
        )

    def _entries(self, resource: DescribeConfigsResource) -> Sequence[ConfigEntry]:
        name = resource.resource_name
        match resource.resource_type:
            case ResourceType.TOPIC:
                topic_names.validate(name)
                topic = self._coordination.topics().get(name)
                if topic is None:
                    raise KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
                return topic_configs.describe(topic.configs, self._settings)
            case ResourceType.BROKER:
                if not name:
                    return self._settings.describe_cluster_defaults()
                self._check_ours(name, f"{self._coordination.broker_id()} or empty string,")
                return self._settings.describe_broker()
            case ResourceType.BROKER_LOGGER:
                if not name:
                    raise KlogError(ErrorCode.INVALID_REQUEST, "Broker id must not be empty")
                self._check_ours(name, f"{self._coordination.broker_id()}")
                # klog has no loggers by Kafka's names.
                return []
            case ResourceType.CLIENT_METRICS:
                if not name:
                    raise KlogError(ErrorCode.INVALID_REQUEST, "Client metrics subscription name must not be empty")
                return other_configs.describe_client_metrics()
            case _:
                if not name:
                    raise KlogError(ErrorCode.INVALID_REQUEST, "Group name must not be empty")
                return describe_group(self._settings, self._coordination.group_configs().get(name, {}))

    def _check_ours(self, name: str, expected: str) -> None:
        if broker_id_of(name, "Broker") != self._coordination.broker_id():
            raise KlogError(ErrorCode.INVALID_REQUEST, f"Unexpected broker id, expected {expected} but received {name}")

    @staticmethod
    def _told(version: int, request: DescribeConfigsRequest, entry: ConfigEntry) -> DescribeConfigsResourceResult:
        told = DescribeConfigsResourceResult(
            name=entry.name,
            value=entry.value,
            read_only=entry.read_only,
            config_source=entry.source,
            is_sensitive=entry.is_sensitive,
            config_type=entry.kind or 0,
            documentation=entry.documentation if request.include_documentation else None,
        )
        if version == 0:
            told.is_default = entry.is_default
        if request.include_synonyms:
            told.synonyms = [
                DescribeConfigsSynonym(name=synonym.name, value=synonym.value, source=synonym.source) for synonym in entry.synonyms
            ]
        return told


def _failed(resource: DescribeConfigsResource, error: KlogError) -> DescribeConfigsResult:
    return DescribeConfigsResult(
        error_code=error.code,
        error_message=error.message,
        resource_type=resource.resource_type,
        resource_name=resource.resource_name,
        configs=[],
    )
