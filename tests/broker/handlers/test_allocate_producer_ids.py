"""AllocateProducerIds: asked of the controller that this broker may be."""

from __future__ import annotations

from klog.broker.handlers.allocate_producer_ids import AllocateProducerIdsHandler
from klog.wire.messages.allocate_producer_ids import AllocateProducerIdsRequest, AllocateProducerIdsResponse
from tests.broker.handlers.asked_of_controller import AskedOfController


class AllocateProducerIdsTests(AskedOfController.Case):
    """The handler."""

    handler_type = AllocateProducerIdsHandler
    request_type = AllocateProducerIdsRequest
    response_type = AllocateProducerIdsResponse
    most_version = 0
