"""ListPartitionReassignments: which partitions are moving between brokers (KIP-455).

| key | 46 |
|---|---|
| versions | 0 |

The controller knows; other brokers answer NOT_CONTROLLER. On a broker that is alone nothing ever moves.

Source: ``KafkaApis.handleListPartitionReassignmentsRequest``.
"""

from __future__ import annotations

from collections.abc import Mapping

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.broker.admin_answers import refusal_in
from klog.broker.handler import RequestContext
from klog.cluster.interfaces import ICoordination
from klog.cluster.replica_assignment import ReplicaAssignment
from klog.model import TopicPartition
from klog.wire.messages.list_partition_reassignments import (
    ListPartitionReassignmentsRequest,
    ListPartitionReassignmentsResponse,
    OngoingPartitionReassignment,
    OngoingTopicReassignment,
)


class ListPartitionReassignmentsHandler:
    """Asks the controller that is part of `coordination`."""

    request_type = ListPartitionReassignmentsRequest
    versions = (0, 0)

    def __init__(self, coordination: ICoordination) -> None:
        self._coordination = coordination

    def handle(
        self, context: RequestContext, request: ListPartitionReassignmentsRequest
    ) -> ListPartitionReassignmentsResponse | Deferred[ListPartitionReassignmentsResponse]:
        """Answer one request."""
        only = None
        if request.topics is not None:
            only = [TopicPartition(topic.name, index) for topic in request.topics for index in topic.partition_indexes]

        def refused(failure: Failure) -> ListPartitionReassignmentsResponse:
            error = refusal_in(failure)
            return ListPartitionReassignmentsResponse(error_code=error.code, error_message=error.message)

        return self._coordination.list_reassignments(only, request.timeout_ms).addCallbacks(_response, refused)


def _response(moves: Mapping[TopicPartition, ReplicaAssignment]) -> ListPartitionReassignmentsResponse:
    topics: dict[str, list[OngoingPartitionReassignment]] = {}
    for (topic, index), assignment in moves.items():
        topics.setdefault(topic, []).append(
            OngoingPartitionReassignment(
                partition_index=index,
                replicas=list(assignment.replicas),
                adding_replicas=list(assignment.adding),
                removing_replicas=list(assignment.removing),
            )
        )
    return ListPartitionReassignmentsResponse(
        error_message=None, topics=[OngoingTopicReassignment(name=name, partitions=partitions) for name, partitions in topics.items()]
    )
