"""ListConfigResources: names of all that has configurations (KIP-1142).

| key | 74 |
|---|---|
| versions | 0 to 1 |
| 0 | client-metrics subscriptions only (it was called ListClientMetricsResources) |
| 1 | the kinds asked for, or all |
"""

from __future__ import annotations

from klog.broker.cluster_view import reachable
from klog.broker.handler import RequestContext
from klog.broker.settings.config_admin import ResourceType
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.wire.messages.list_config_resources import ConfigResource, ListConfigResourcesRequest, ListConfigResourcesResponse

_ALL = (ResourceType.GROUP, ResourceType.CLIENT_METRICS, ResourceType.BROKER_LOGGER, ResourceType.BROKER, ResourceType.TOPIC)


class ListConfigResourcesHandler:
    """Lists resources.

    :param coordination: knows topics and brokers.
    """

    request_type = ListConfigResourcesRequest
    versions = (0, 1)

    def __init__(self, coordination: ICoordination) -> None:
        self._coordination = coordination

    def handle(self, context: RequestContext, request: ListConfigResourcesRequest) -> ListConfigResourcesResponse:
        """Answer one request (``KafkaApis.handleListConfigResources``)."""
        supported = (ResourceType.CLIENT_METRICS,) if context.api_version == 0 else _ALL
        wanted = request.resource_types or supported
        if any(kind not in supported for kind in wanted):
            return ListConfigResourcesResponse(error_code=ErrorCode.UNSUPPORTED_VERSION)
        brokers = [str(broker_id) for broker_id in reachable(self._coordination.brokers(), context.connection)]
        # Nobody can make a subscription's configurations yet.
        names = {
            ResourceType.GROUP: list(self._coordination.group_configs()),
            ResourceType.BROKER_LOGGER: brokers,
            ResourceType.BROKER: brokers,
            ResourceType.TOPIC: list(self._coordination.topics()),
        }
        return ListConfigResourcesResponse(
            config_resources=[
                ConfigResource(resource_name=name, resource_type=kind)
                for kind in supported
                if kind in wanted
                for name in names.get(kind, ())
            ]
        )
