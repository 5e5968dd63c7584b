"""LeaderAndIsr: the controller says which partitions this broker leads, and which it follows.

| key | 4 |
|---|---|
| versions | 0 to 7 |
| 2 | the broker's epoch; partitions by topic |
| 5 | topics by id, in the answer alone by id |
| 6 | whether the leader was elected without being in sync |

=============================================================== ========================================
from elsewhere than the brokers' listener; a broker that is     CLUSTER_AUTHORIZATION_FAILED, nothing
alone                                                           happens
for an earlier life of this broker                              STALE_BROKER_EPOCH
of a controller that was replaced                               STALE_CONTROLLER_EPOCH
the broker stops                                                BROKER_NOT_AVAILABLE
one partition                                                   `klog.replication.control`
=============================================================== ========================================

The answer comes when every log is there, so that the next request of the controller finds them.

Source: ``KafkaApis.handleLeaderAndIsrRequest``, ``ReplicaManager.becomeLeaderOrFollower``.
"""

from __future__ import annotations

from collections.abc import Mapping

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from klog.broker.handler import RequestContext
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.broker.replicas.replica_control import Outcomes, Refused, ReplicaControl
from klog.errors import ErrorCode
from klog.replication.control import told_of
from klog.wire.messages.leader_and_isr import (
    LeaderAndIsrPartitionError,
    LeaderAndIsrRequest,
    LeaderAndIsrResponse,
    LeaderAndIsrTopicError,
)

#: From this version on answers name topics by id.
_BY_ID = 5


class LeaderAndIsrHandler:
    """Hands what the controller says to `control`.

    :param control: None where this broker has no replicas: it is alone.
    """

    request_type = LeaderAndIsrRequest
    versions = (0, 7)

    def __init__(self, control: ReplicaControl | None, inter_broker_guard: InterBrokerGuard, *, is_announced: bool = True) -> None:
        self._control = control
        self._inter_broker_guard = inter_broker_guard
        self.is_announced = is_announced

    def handle(self, context: RequestContext, request: LeaderAndIsrRequest) -> Deferred[LeaderAndIsrResponse]:
        """Answer when all of it is done."""
        version = context.api_version
        if self._control is None or not self._inter_broker_guard.may_control(context.connection):
            return succeed(self.error_answer(version, request, ErrorCode.CLUSTER_AUTHORIZATION_FAILED, None))
        told = told_of(request, version)
        ids = {one.topic: one.topic_id for one in told}
        done = self._control.leader_and_isr(request.controller_epoch, request.broker_epoch, told)

        def refused(failure: Failure) -> LeaderAndIsrResponse:
            failure.trap(Refused)  # type: ignore[no-untyped-call]
            assert isinstance(failure.value, Refused)
            return self.error_answer(version, request, failure.value.code, None)

        return done.addCallbacks(lambda outcomes: _response(version, ErrorCode.NONE, outcomes, ids), refused)

    def error_answer(self, version: int, request: LeaderAndIsrRequest, code: ErrorCode, sentence: str | None) -> LeaderAndIsrResponse:
        """`code` for the whole and for every partition (``LeaderAndIsrRequest.getErrorResponse``)."""
        told = told_of(request, version)
        return _response(version, code, {(one.topic, one.partition): code for one in told}, {one.topic: one.topic_id for one in told})


def _response(version: int, code: ErrorCode, outcomes: Outcomes, ids: Mapping[str, bytes]) -> LeaderAndIsrResponse:
    if version < _BY_ID:
        errors = [
            LeaderAndIsrPartitionError(topic_name=topic, partition_index=index, error_code=error)
            for (topic, index), error in outcomes.items()
        ]
        return LeaderAndIsrResponse(error_code=code, partition_errors=errors)
    topics: dict[str, list[LeaderAndIsrPartitionError]] = {}
    for (topic, index), error in outcomes.items():
        topics.setdefault(topic, []).append(LeaderAndIsrPartitionError(partition_index=index, error_code=error))
    return LeaderAndIsrResponse(
        error_code=code, topics=[LeaderAndIsrTopicError(topic_id=ids[topic], partition_errors=errors) for topic, errors in topics.items()]
    )
