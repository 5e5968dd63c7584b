"""AlterPartitionReassignments: an administrator has the controller move partitions to other brokers, or gives a move up (KIP-455).

| key | 45 |
|---|---|
| versions | 0 to 1 |
| 1 | the number of copies may be kept from changing (KIP-860) |

``kafka-reassign-partitions`` asks this also before it moves partitions between data directories of a broker (AlterReplicaLogDirs), with the
brokers as they are: that is done at once.

================================================================ ===========================
another broker is the controller                                 NOT_CONTROLLER for the whole
no such topic or partition, or a topic that is being deleted     UNKNOWN_TOPIC_OR_PARTITION
no brokers: a move is to be given up, and there is none          NO_REASSIGNMENT_IN_PROGRESS
an empty list, a broker twice, a new one that does not live      INVALID_REPLICA_ASSIGNMENT
another number of copies, where that was forbidden               INVALID_REPLICATION_FACTOR
================================================================ ===========================

The answer comes when the move is written down; it goes on afterwards, whoever is the controller. A broker that is alone has nowhere to move
anything.

Source: ``KafkaApis.handleAlterPartitionReassignmentsRequest``, ``KafkaController.processApiPartitionReassignment``.
"""

from __future__ import annotations

from collections.abc import Mapping

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.broker.admin_answers import refusal_in
from klog.broker.handler import RequestContext
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.alter_partition_reassignments import (
    AlterPartitionReassignmentsRequest,
    AlterPartitionReassignmentsResponse,
    ReassignablePartitionResponse,
    ReassignableTopicResponse,
)


class AlterPartitionReassignmentsHandler:
    """Asks the controller that is part of `coordination`."""

    request_type = AlterPartitionReassignmentsRequest
    versions = (0, 1)

    def __init__(self, coordination: ICoordination) -> None:
        self._coordination = coordination

    def handle(
        self, context: RequestContext, request: AlterPartitionReassignmentsRequest
    ) -> AlterPartitionReassignmentsResponse | Deferred[AlterPartitionReassignmentsResponse]:
        """Answer when it is written down."""
        wanted = {
            TopicPartition(topic.name, one.partition_index): None if one.replicas is None else tuple(one.replicas)
            for topic in request.topics
            for one in topic.partitions
        }

        def answered(outcomes: Mapping[TopicPartition, KlogError | None]) -> AlterPartitionReassignmentsResponse:
            return _response(request, outcomes)

        def refused(failure: Failure) -> AlterPartitionReassignmentsResponse:
            error = refusal_in(failure)
            return AlterPartitionReassignmentsResponse(
                error_code=error.code,
                error_message=error.message,
                allow_replication_factor_change=request.allow_replication_factor_change,
            )

        asked = self._coordination.alter_reassignments(wanted, request.allow_replication_factor_change, request.timeout_ms)
        return asked.addCallbacks(answered, refused)


def _response(
    request: AlterPartitionReassignmentsRequest, outcomes: Mapping[TopicPartition, KlogError | None]
) -> AlterPartitionReassignmentsResponse:
    topics: dict[str, list[ReassignablePartitionResponse]] = {}
    for (topic, index), error in outcomes.items():
        code, sentence = (ErrorCode.NONE, None) if error is None else (error.code, error.message)
        topics.setdefault(topic, []).append(ReassignablePartitionResponse(partition_index=index, error_code=code, error_message=sentence))
    return AlterPartitionReassignmentsResponse(
        # Where nothing is asked, Kafka's controller does not come to say that there is no error.
        error_message=None if request.topics else "",
        allow_replication_factor_change=request.allow_replication_factor_change,
        responses=[ReassignableTopicResponse(name=name, partitions=partitions) for name, partitions in topics.items()],
    )
