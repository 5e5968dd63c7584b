"""StopReplica: the controller says which partitions this broker follows no more, and which of its copies go.

| key | 5 |
|---|---|
| versions | 0 to 4 |
| 1 | the broker's epoch; partitions by topic |
| 3 | a leader epoch, and whether it is deleted, for each partition |

=============================================================== ========================================
from elsewhere than the brokers' listener; a broker that is     CLUSTER_AUTHORIZATION_FAILED, nothing
alone                                                           happens
for an earlier life of this broker                              STALE_BROKER_EPOCH
of a controller that was replaced                               STALE_CONTROLLER_EPOCH
a replica that has come back meanwhile                          FENCED_LEADER_EPOCH
a directory that is out of service, or does not do it           KAFKA_STORAGE_ERROR
=============================================================== ========================================

The answer says NONE of a deletion when nothing of it could come back: only then the controller forgets the topic.

Source: ``KafkaApis.handleStopReplicaRequest``, ``ReplicaManager.stopReplicas``.
"""

from __future__ import annotations

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from klog.broker.handler import RequestContext
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.broker.replicas.replica_control import Outcomes, Refused, ReplicaControl
from klog.errors import ErrorCode
from klog.replication.control import stops_of
from klog.wire.messages.stop_replica import StopReplicaPartitionError, StopReplicaRequest, StopReplicaResponse


class StopReplicaHandler:
    """Hands what the controller says to `control`.

    :param control: None where this broker has no replicas: it is alone.
    """

    request_type = StopReplicaRequest
    versions = (0, 4)

    def __init__(self, control: ReplicaControl | None, inter_broker_guard: InterBrokerGuard, *, is_announced: bool = True) -> None:
        self._control = control
        self._inter_broker_guard = inter_broker_guard
        self.is_announced = is_announced

    def handle(self, context: RequestContext, request: StopReplicaRequest) -> Deferred[StopReplicaResponse]:
        """Answer when all of it is done."""
        version = context.api_version
        if self._control is None or not self._inter_broker_guard.may_control(context.connection):
            return succeed(self.error_answer(version, request, ErrorCode.CLUSTER_AUTHORIZATION_FAILED, None))
        done = self._control.stop_replicas(request.controller_epoch, request.broker_epoch, stops_of(request, version))

        def refused(failure: Failure) -> StopReplicaResponse:
            failure.trap(Refused)  # type: ignore[no-untyped-call]
            assert isinstance(failure.value, Refused)
            return self.error_answer(version, request, failure.value.code, None)

        return done.addCallbacks(lambda outcomes: _response(ErrorCode.NONE, outcomes), refused)

    def error_answer(self, version: int, request: StopReplicaRequest, code: ErrorCode, sentence: str | None) -> StopReplicaResponse:
        """`code` for the whole and for every partition (``StopReplicaRequest.getErrorResponse``)."""
        return _response(code, {(one.topic, one.partition): code for one in stops_of(request, version)})


def _response(code: ErrorCode, outcomes: Outcomes) -> StopReplicaResponse:
    return StopReplicaResponse(
        error_code=code,
        partition_errors=[
            StopReplicaPartitionError(topic_name=topic, partition_index=index, error_code=error)
            for (topic, index), error in outcomes.items()
        ],
    )
