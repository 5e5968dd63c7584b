"""ElectLeaders: an administrator asks the controller to elect leaders (KIP-183, KIP-460).

| key | 43 |
|---|---|
| versions | 0 to 2 |
| 0 | preferred leaders only |
| 1 | the kind of election; an error for the whole |
| 2 | flexible |

=============================================================== ========================================
another broker is the controller                                NOT_CONTROLLER
a kind of election that does not exist                          INVALID_REQUEST
the preferred replica leads already, or there is no need        ELECTION_NOT_NEEDED
the preferred replica is not there, or not in sync              PREFERRED_LEADER_NOT_AVAILABLE
no replica that could lead                                      ELIGIBLE_LEADERS_NOT_AVAILABLE
no such topic or partition                                      UNKNOWN_TOPIC_OR_PARTITION
=============================================================== ========================================

Where all partitions are asked for, those that needed none are left out of the answer.

Source: ``KafkaApis.handleElectLeaders``, ``KafkaController.processReplicaLeaderElection``.
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
from klog.wire.messages.elect_leaders import ElectLeadersRequest, ElectLeadersResponse, PartitionResult, ReplicaElectionResult

_KINDS = (0, 1)


class ElectLeadersHandler:
    """Asks the controller that is part of `coordination`; told of where there is one."""

    request_type = ElectLeadersRequest
    versions = (0, 2)

    def __init__(self, coordination: ICoordination) -> None:
        self._coordination = coordination
        self.is_announced = coordination.is_controlled

    def handle(self, context: RequestContext, request: ElectLeadersRequest) -> ElectLeadersResponse | Deferred[ElectLeadersResponse]:
        """Answer when they lead."""
        version = context.api_version
        if request.election_type not in _KINDS:
            return self.error_answer(version, request, ErrorCode.INVALID_REQUEST, f"there is no election {request.election_type}")
        wanted = None
        if request.topic_partitions is not None:
            wanted = [TopicPartition(topic.topic, index) for topic in request.topic_partitions for index in topic.partitions]

        def refused(failure: Failure) -> ElectLeadersResponse:
            error = refusal_in(failure)
            return self.error_answer(version, request, error.code, error.message)

        return self._coordination.elect_leaders(request.election_type, wanted, request.timeout_ms).addCallbacks(_response, refused)

    def error_answer(self, version: int, request: ElectLeadersRequest, code: ErrorCode, sentence: str | None) -> ElectLeadersResponse:
        """`code` for every partition, and for the whole where the version can say it (``ElectLeadersRequest.getErrorResponse``)."""
        error = KlogError(code, sentence)
        wanted = request.topic_partitions or ()
        answer = _response({TopicPartition(topic.topic, index): error for topic in wanted for index in topic.partitions})
        if version >= 1:
            answer.error_code = code
        return answer


def _response(outcomes: Mapping[TopicPartition, KlogError | None]) -> ElectLeadersResponse:
    topics: dict[str, list[PartitionResult]] = {}
    for (topic, index), error in outcomes.items():
        code, sentence = (ErrorCode.NONE, None) if error is None else (error.code, error.message)
        topics.setdefault(topic, []).append(PartitionResult(partition_id=index, error_code=code, error_message=sentence))
    return ElectLeadersResponse(
        replica_election_results=[ReplicaElectionResult(topic=topic, partition_result=results) for topic, results in topics.items()]
    )
