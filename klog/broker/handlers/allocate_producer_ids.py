"""AllocateProducerIds: a broker asks the controller for a block of producer ids (KIP-730).

| key | 67 |
|---|---|
| versions | 0 |

=============================================================== ========================================
from elsewhere than the brokers' listener; a broker that is     CLUSTER_AUTHORIZATION_FAILED, nothing
alone                                                           happens
another broker is the controller                                NOT_CONTROLLER
an earlier life of the broker                                   STALE_BROKER_EPOCH
no such broker                                                  BROKER_ID_NOT_REGISTERED
=============================================================== ========================================

Source: ``KafkaController.allocateProducerIds``.
"""

from __future__ import annotations

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from klog.broker.admin_answers import refusal_in
from klog.broker.handler import RequestContext
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.wire.messages.allocate_producer_ids import AllocateProducerIdsRequest, AllocateProducerIdsResponse


class AllocateProducerIdsHandler:
    """Asks the controller that is part of `coordination`."""

    request_type = AllocateProducerIdsRequest
    versions = (0, 0)

    def __init__(self, coordination: ICoordination, inter_broker_guard: InterBrokerGuard, *, is_announced: bool = True) -> None:
        self._coordination = coordination
        self._inter_broker_guard = inter_broker_guard
        self.is_announced = is_announced

    def handle(self, context: RequestContext, request: AllocateProducerIdsRequest) -> Deferred[AllocateProducerIdsResponse]:
        """Answer with a block that nobody else has."""
        if not self._inter_broker_guard.may_ask_controller(context.connection):
            return succeed(AllocateProducerIdsResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED))

        def refused(failure: Failure) -> AllocateProducerIdsResponse:
            return AllocateProducerIdsResponse(error_code=refusal_in(failure).code)

        return self._coordination.allocate_producer_ids(request).addErrback(refused)
