"""CreateTopics: make topics with partitions, placement and configurations.

| key | 19 |
|---|---|
| versions | 0 to 7 |
| 1 | only validate; error messages |
| 4 | -1 for the broker's default number of partitions and replicas (taken in every version here) |
| 5 | flexible; the answer tells the new topic's size and all its configurations (KIP-525) |
| 7 | the answer tells the topic's id |

Each topic succeeds or fails by itself; all are checked before the first is made. Whoever makes them looks again at their names: of two that
collide in one request only the first is made (Kafka's controller makes both).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.acls import AclOperation, AclResourceType
from klog.broker.admin_answers import check_time, refusal_in, when_all
from klog.broker.cluster_view import MAX_PARTITIONS_PER_REQUEST
from klog.broker.handler import RequestContext
from klog.broker.settings import topic_configs
from klog.broker.settings.config_admin import check_topic_values
from klog.broker.settings.settings import BrokerSettings
from klog.cluster import topic_names
from klog.cluster.interfaces import ICoordination
from klog.cluster.placement import check_assignment, check_copies, place
from klog.cluster.state import new_topic_id
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.create_topics import (
    CreatableTopic,
    CreatableTopicConfigs,
    CreatableTopicResult,
    CreateTopicsRequest,
    CreateTopicsResponse,
)


class CreateTopicsHandler:
    """Makes topics.

    :param coordination: who makes them.
    :param settings: defaults, and what the new topic's configurations follow.
    """

    request_type = CreateTopicsRequest
    versions = (0, 7)

    def __init__(self, coordination: ICoordination, settings: BrokerSettings) -> None:
        self._coordination = coordination
        self._settings = settings

    def handle(self, context: RequestContext, request: CreateTopicsRequest) -> CreateTopicsResponse | Deferred[CreateTopicsResponse]:
        """Answer one request (``ControllerApis.createTopics``, ``ReplicationControlManager.createTopics``)."""
        check_time(request.timeout_ms)
        counts = Counter(topic.name for topic in request.topics)
        wanted = [topic for topic in request.topics if counts[topic.name] == 1 and topic.name != topic_names.CLUSTER_METADATA]
        denied: list[CreatableTopic] = []
        if not context.may_with_cluster(AclOperation.CREATE):
            denied, wanted = context.sort(AclOperation.CREATE, AclResourceType.TOPIC, wanted, lambda topic: topic.name)
        self._check_size(wanted)
        results: list[CreatableTopicResult] = []
        under_way: list[Deferred[Any]] = []
        # All are checked against what there was before the first of them.
        plans = [(topic, self._plan(topic)) for topic in wanted]
        # Topics made together mostly have the same configurations.
        described: dict[frozenset[tuple[str, str]], list[CreatableTopicConfigs]] = {}
        for topic, plan in plans:
            result = CreatableTopicResult(name=topic.name, error_message=None)
            results.append(result)
            if isinstance(plan, KlogError):
                result.error_code, result.error_message = plan.code, plan.message
                continue
            configs = {config.name: config.value or "" for config in topic.configs}
            if context.would(AclOperation.DESCRIBE_CONFIGS, AclResourceType.TOPIC, topic.name):
                key = frozenset(configs.items())
                if key not in described:
                    described[key] = self._describe(configs)
                result.num_partitions, result.replication_factor, result.configs = len(plan), len(plan[0]), described[key]
            else:
                result.topic_config_error_code = ErrorCode.TOPIC_AUTHORIZATION_FAILED
            if request.validate_only:
                result.topic_id = new_topic_id()
                continue
            made = self._coordination.create_topic(topic.name, plan, configs)
            under_way.append(made.addCallbacks(_made, _refused, callbackArgs=(result,), errbackArgs=(result,)))
        for name, count in counts.items():
            if count > 1:
                results.append(_error(name, ErrorCode.INVALID_REQUEST, "Duplicate topic name."))
            elif name == topic_names.CLUSTER_METADATA:
                results.append(_error(name, ErrorCode.INVALID_REQUEST, f"Creation of internal topic {name} is prohibited."))
        results += [_error(topic.name, ErrorCode.TOPIC_AUTHORIZATION_FAILED, None) for topic in denied]
        answer = CreateTopicsResponse(topics=results)
        return when_all(under_way, answer)

    def error_answer(self, version: int, request: CreateTopicsRequest, code: ErrorCode, sentence: str | None) -> CreateTopicsResponse:
        """The same error for every topic."""
        return CreateTopicsResponse(topics=[_error(topic.name, code, sentence) for topic in request.topics])

    def _check_size(self, topics: Sequence[CreatableTopic]) -> None:
        total = 0
        for topic in topics:
            if topic.assignments:
                total += len(topic.assignments)
            elif topic.num_partitions == -1:
                total += self._settings.integer("num.partitions")
            else:
                total += max(topic.num_partitions, 0)
        if total > MAX_PARTITIONS_PER_REQUEST:
            raise KlogError(
                ErrorCode.POLICY_VIOLATION,
                f"Excessively large number of partitions per request: {total}, at most {MAX_PARTITIONS_PER_REQUEST}.",
            )

    def _plan(self, topic: CreatableTopic) -> list[list[int]] | KlogError:
        """Where the partitions go, or why there will be none."""
        try:
            self._check_name(topic.name)
            nulls = [config.name for config in topic.configs if config.value is None]
            if nulls:
                raise KlogError(ErrorCode.INVALID_CONFIG, f"Null value not supported for topic configs: {','.join(nulls)}")
            check_topic_values({config.name: config.value or "" for config in topic.configs}, self._settings)
            if topic.assignments:
                return self._assigned(topic)
            return self._placed(topic)
        except KlogError as error:
            return error

    def _check_name(self, name: str) -> None:
        existing = self._coordination.topics()
        if name in existing:
            raise KlogError(ErrorCode.TOPIC_ALREADY_EXISTS, f"Topic '{name}' already exists.")
        topic_names.validate(name)
        topic_names.check_free(name, existing)

    def _assigned(self, topic: CreatableTopic) -> list[list[int]]:
        if topic.replication_factor != -1:
            raise KlogError(
                ErrorCode.INVALID_REQUEST, "A manual partition assignment was specified, but replication factor was not set to -1."
            )
        if topic.num_partitions != -1:
            raise KlogError(ErrorCode.INVALID_REQUEST, "A manual partition assignment was specified, but numPartitions was not set to -1.")
        live = [broker.broker_id for broker in self._coordination.brokers()]
        placed: dict[int, list[int]] = {}
        factor: int | None = None
        for assignment in topic.assignments:
            if assignment.partition_index in placed:
                raise KlogError(
                    ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                    f"Found multiple manual partition assignments for partition {assignment.partition_index}",
                )
            check_assignment(assignment.broker_ids, live, factor)
            factor = len(assignment.broker_ids)
            check_copies(factor, self._coordination.is_controlled)
            placed[assignment.partition_index] = list(assignment.broker_ids)
        if set(placed) != set(range(len(placed))):
            raise KlogError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, "partitions should be a consecutive 0-based integer sequence")
        return [placed[index] for index in range(len(placed))]

    def _placed(self, topic: CreatableTopic) -> list[list[int]]:
        if topic.replication_factor < -1 or topic.replication_factor == 0:
            raise KlogError(
                ErrorCode.INVALID_REPLICATION_FACTOR, "Replication factor must be larger than 0, or -1 to use the default value."
            )
        if topic.num_partitions < -1 or topic.num_partitions == 0:
            raise KlogError(ErrorCode.INVALID_PARTITIONS, "Number of partitions was set to an invalid non-positive value.")
        partitions = self._settings.integer("num.partitions") if topic.num_partitions == -1 else topic.num_partitions
        factor = self._settings.integer("default.replication.factor") if topic.replication_factor == -1 else topic.replication_factor
        plan = place(topic.name, partitions, factor, self._coordination.brokers())
        check_copies(factor, self._coordination.is_controlled)
        return plan

    def _describe(self, configs: dict[str, str]) -> list[CreatableTopicConfigs]:
        return [
            CreatableTopicConfigs(
                name=entry.name,
                value=entry.value,
                read_only=entry.read_only,
                config_source=entry.source,
                is_sensitive=entry.is_sensitive,
            )
            for entry in topic_configs.describe(configs, self._settings)
        ]


def _error(name: str, code: ErrorCode, sentence: str | None) -> CreatableTopicResult:
    return CreatableTopicResult(name=name, error_code=code, error_message=sentence)


def _made(topic: Any, result: CreatableTopicResult) -> None:
    result.topic_id = topic.topic_id


def _refused(failure: Failure, result: CreatableTopicResult) -> None:
    error = refusal_in(failure)
    result.error_code, result.error_message = error.code, error.message
    result.num_partitions = result.replication_factor = -1
    result.configs = []
