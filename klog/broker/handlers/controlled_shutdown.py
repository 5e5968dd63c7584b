"""ControlledShutdown: a broker that is about to stop asks the controller to have others lead what it leads.

| key | 7 |
|---|---|
| versions | 0 to 3 |
| 2 | the broker's epoch |

=============================================================== ========================================
from elsewhere than the brokers' listener; a broker that is     CLUSTER_AUTHORIZATION_FAILED, nothing
alone                                                           happens
another broker is the controller                                NOT_CONTROLLER
an earlier life of the broker                                   STALE_BROKER_EPOCH
no such broker                                                  BROKER_NOT_AVAILABLE
=============================================================== ========================================

Source: ``KafkaController.doControlledShutdown``.
"""

from __future__ import annotations

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from klog.broker.admin_answers import refusal_in
from klog.broker.handler import RequestContext
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest, ControlledShutdownResponse


class ControlledShutdownHandler:
    """Asks the controller that is part of `coordination`."""

    request_type = ControlledShutdownRequest
    versions = (0, 3)

    def __init__(self, coordination: ICoordination, inter_broker_guard: InterBrokerGuard, *, is_announced: bool = True) -> None:
        self._coordination = coordination
        self._inter_broker_guard = inter_broker_guard
        self.is_announced = is_announced

    def handle(self, context: RequestContext, request: ControlledShutdownRequest) -> Deferred[ControlledShutdownResponse]:
        """Answer with what the broker still leads."""
        if not self._inter_broker_guard.may_ask_controller(context.connection):
            return succeed(ControlledShutdownResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED))

        def refused(failure: Failure) -> ControlledShutdownResponse:
            return ControlledShutdownResponse(error_code=refusal_in(failure).code)

        return self._coordination.controlled_shutdown(request, context.api_version).addErrback(refused)
