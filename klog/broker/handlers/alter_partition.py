"""AlterPartition: a leader asks the controller to change who is in sync (KIP-497).

| key | 56 |
|---|---|
| versions | 0 to 3 |
| 2 | topics by id |
| 3 | brokers' epochs |

=============================================================== ========================================
from elsewhere than the brokers' listener; a broker that is     CLUSTER_AUTHORIZATION_FAILED, nothing
alone                                                           happens
another broker is the controller                                NOT_CONTROLLER
one partition                                                   the controller's table
=============================================================== ========================================

Source: ``KafkaController.alterPartitions``.
"""

from __future__ import annotations

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from klog.broker.admin_answers import refusal_in
from klog.broker.handler import RequestContext
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.wire.messages.alter_partition import AlterPartitionRequest, AlterPartitionResponse


class AlterPartitionHandler:
    """Asks the controller that is part of `coordination`."""

    request_type = AlterPartitionRequest
    versions = (0, 3)

    def __init__(self, coordination: ICoordination, inter_broker_guard: InterBrokerGuard, *, is_announced: bool = True) -> None:
        self._coordination = coordination
        self._inter_broker_guard = inter_broker_guard
        self.is_announced = is_announced

    def handle(self, context: RequestContext, request: AlterPartitionRequest) -> Deferred[AlterPartitionResponse]:
        """Answer when it is written."""
        if not self._inter_broker_guard.may_ask_controller(context.connection):
            return succeed(AlterPartitionResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED))

        def refused(failure: Failure) -> AlterPartitionResponse:
            return AlterPartitionResponse(error_code=refusal_in(failure).code)

        return self._coordination.alter_partition(request, context.api_version).addErrback(refused)
