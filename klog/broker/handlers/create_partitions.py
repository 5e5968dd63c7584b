"""CreatePartitions: give topics more partitions.

| key | 37 |
|---|---|
| versions | 0 to 3 |
| 2 | flexible |
| 3 | the answer may say that a quota is used up (KIP-599), which it never is here |
"""

from __future__ import annotations

from collections import Counter

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.acls import AclOperation, AclResourceType
from klog.broker.admin_answers import check_time, refusal_in, when_all
from klog.broker.cluster_view import MAX_PARTITIONS_PER_REQUEST
from klog.broker.handler import RequestContext
from klog.cluster.interfaces import ICoordination
from klog.cluster.placement import check_assignment, place_more
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.create_partitions import (
    CreatePartitionsRequest,
    CreatePartitionsResponse,
    CreatePartitionsTopic,
    CreatePartitionsTopicResult,
)


class CreatePartitionsHandler:
    """Adds partitions.

    :param coordination: who adds them.
    """

    request_type = CreatePartitionsRequest
    versions = (0, 3)

    def __init__(self, coordination: ICoordination) -> None:
        self._coordination = coordination

    def handle(
        self, context: RequestContext, request: CreatePartitionsRequest
    ) -> CreatePartitionsResponse | Deferred[CreatePartitionsResponse]:
        """Answer one request (``ReplicationControlManager.createPartitions``)."""
        check_time(request.timeout_ms)
        counts = Counter(topic.name for topic in request.topics)
        results = [
            CreatePartitionsTopicResult(name=name, error_code=ErrorCode.INVALID_REQUEST, error_message="Duplicate topic name.")
            for name, count in counts.items()
            if count > 1
        ]
        once = [topic for topic in request.topics if counts[topic.name] == 1]
        denied, wanted = context.sort(AclOperation.ALTER, AclResourceType.TOPIC, once, lambda topic: topic.name)
        results += [CreatePartitionsTopicResult(name=topic.name, error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED) for topic in denied]
        plans: list[tuple[CreatePartitionsTopicResult, list[list[int]], int]] = []
        room = MAX_PARTITIONS_PER_REQUEST
        for topic in wanted:
            result = CreatePartitionsTopicResult(name=topic.name)
            results.append(result)
            try:
                plan = self._plan(topic, room)
            except KlogError as error:
                result.error_code, result.error_message = error.code, error.message
                continue
            room -= len(plan)
            plans.append((result, plan, topic.count - len(plan)))
        answer = CreatePartitionsResponse(results=results)
        if request.validate_only or not plans:
            return answer
        # How many there shall be is what was asked for, and others may add some before it is our turn.
        under_way = [
            self._coordination.create_partitions(result.name, plan, first).addErrback(_refused, result) for result, plan, first in plans
        ]
        return when_all(under_way, answer)

    def error_answer(
        self, version: int, request: CreatePartitionsRequest, code: ErrorCode, sentence: str | None
    ) -> CreatePartitionsResponse:
        """The same error for every topic."""
        return CreatePartitionsResponse(
            results=[CreatePartitionsTopicResult(name=topic.name, error_code=code, error_message=sentence) for topic in request.topics]
        )

    def _plan(self, topic: CreatePartitionsTopic, room: int) -> list[list[int]]:
        """Where the new partitions go.

        :param room: how many there may be at most.
        :raises KlogError: what is wrong with the request.
        """
        existing = self._coordination.topics().get(topic.name)
        if existing is None:
            raise KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        count = len(existing.partitions)
        if topic.count == count:
            raise KlogError(ErrorCode.INVALID_PARTITIONS, f"Topic already has {count} partition(s).")
        if topic.count < count:
            raise KlogError(
                ErrorCode.INVALID_PARTITIONS,
                f"The topic {topic.name} currently has {count} partition(s); {topic.count} would not be an increase.",
            )
        more = topic.count - count
        live = [broker.broker_id for broker in self._coordination.brokers()]
        if topic.assignments is not None:
            if len(topic.assignments) != more:
                raise KlogError(
                    ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                    f"Attempted to add {more} additional partition(s), but only {len(topic.assignments)} assignment(s) were specified.",
                )
            copies = len(existing.partitions[0].replicas)
            for assignment in topic.assignments:
                check_assignment(assignment.broker_ids, live, copies)
        if more > room:
            raise KlogError(
                ErrorCode.POLICY_VIOLATION,
                f"Unable to perform excessively large batch operation: at most {MAX_PARTITIONS_PER_REQUEST} partitions per request.",
            )
        if topic.assignments is not None:
            return [list(assignment.broker_ids) for assignment in topic.assignments]
        return place_more(existing, more, self._coordination.brokers())


def _refused(failure: Failure, result: CreatePartitionsTopicResult) -> None:
    error = refusal_in(failure)
    result.error_code, result.error_message = error.code, error.message
