"""DescribeCluster: the cluster's id, its brokers and its controller (KIP-700).

| key | 60 |
|---|---|
| versions | 0 to 2 |
| 1 | which kind of nodes is asked for: brokers 1, controllers 2 (KIP-919) |
| 2 | brokers that are fenced, of which there are none |
"""

from __future__ import annotations

from klog.broker.cluster_operations import cluster_operations
from klog.broker.cluster_view import reachable
from klog.broker.handler import RequestContext
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.model import NO_AUTHORIZED_OPERATIONS
from klog.wire.messages.describe_cluster import DescribeClusterBroker, DescribeClusterRequest, DescribeClusterResponse

_BROKERS, _CONTROLLERS = 1, 2


class DescribeClusterHandler:
    """Tells of the cluster.

    :param coordination: who knows it.
    """

    request_type = DescribeClusterRequest
    versions = (0, 2)

    def __init__(self, coordination: ICoordination) -> None:
        self._coordination = coordination

    def handle(self, context: RequestContext, request: DescribeClusterRequest) -> DescribeClusterResponse:
        """Answer one request (``AuthHelper.computeDescribeClusterResponse``)."""
        if request.endpoint_type == _CONTROLLERS:
            return DescribeClusterResponse(
                error_code=ErrorCode.MISMATCHED_ENDPOINT_TYPE,
                error_message="The request was sent to an endpoint of type BROKER, but we wanted an endpoint of type CONTROLLER",
            )
        if request.endpoint_type != _BROKERS:
            return DescribeClusterResponse(
                error_code=ErrorCode.UNSUPPORTED_ENDPOINT_TYPE, error_message=f"Unsupported endpoint type {request.endpoint_type}"
            )
        nodes = reachable(self._coordination.brokers(), context.connection)
        controller = self._coordination.controller_id()
        return DescribeClusterResponse(
            endpoint_type=_BROKERS,
            cluster_id=self._coordination.cluster_id(),
            controller_id=controller if controller in nodes else -1,
            brokers=[
                DescribeClusterBroker(broker_id=node.broker_id, host=node.host, port=node.port, rack=node.rack) for node in nodes.values()
            ],
            cluster_authorized_operations=cluster_operations(context)
            if request.include_cluster_authorized_operations
            else NO_AUTHORIZED_OPERATIONS,
        )
