"""UpdateMetadata: the controller says what the cluster looks like; it is shown to clients from then on.

| key | 6 |
|---|---|
| versions | 0 to 8 |
| 5 | the broker's epoch; partitions by topic |
| 7 | topic ids |

=============================================================== ========================================
from elsewhere than the brokers' listener; a broker that is     CLUSTER_AUTHORIZATION_FAILED, nothing
alone                                                           happens
for an earlier life of this broker                              STALE_BROKER_EPOCH
of a controller that was replaced                               STALE_CONTROLLER_EPOCH
the broker stops                                                BROKER_NOT_AVAILABLE
=============================================================== ========================================

Source: ``KafkaApis.handleUpdateMetadataRequest``, ``ZkMetadataCache.updateMetadata``.
"""

from __future__ import annotations

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from klog.broker.handler import RequestContext
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.broker.replicas.replica_control import Refused, ReplicaControl
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.wire.messages.update_metadata import UpdateMetadataRequest, UpdateMetadataResponse


class UpdateMetadataHandler:
    """Has `coordination` show it, in turn with what else the controller says.

    :param control: None where this broker has no replicas: it is alone.
    """

    request_type = UpdateMetadataRequest
    versions = (0, 8)

    def __init__(
        self,
        control: ReplicaControl | None,
        coordination: ICoordination,
        inter_broker_guard: InterBrokerGuard,
        *,
        is_announced: bool = True,
    ) -> None:
        self._control = control
        self._coordination = coordination
        self._inter_broker_guard = inter_broker_guard
        self.is_announced = is_announced

    def handle(self, context: RequestContext, request: UpdateMetadataRequest) -> Deferred[UpdateMetadataResponse]:
        """Answer when it is shown."""
        if self._control is None or not self._inter_broker_guard.may_control(context.connection):
            return succeed(UpdateMetadataResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED))
        version = context.api_version

        def refused(failure: Failure) -> UpdateMetadataResponse:
            failure.trap(Refused)  # type: ignore[no-untyped-call]
            assert isinstance(failure.value, Refused)
            return UpdateMetadataResponse(error_code=failure.value.code)

        done = self._control.in_turn(
            request.controller_epoch, request.broker_epoch, lambda: self._coordination.update_metadata(request, version)
        )
        return done.addCallbacks(lambda code: UpdateMetadataResponse(error_code=code), refused)
