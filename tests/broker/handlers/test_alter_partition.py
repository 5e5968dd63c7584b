"""AlterPartition: asked of the controller that this broker may be."""

from __future__ import annotations

from klog.broker.handlers.alter_partition import AlterPartitionHandler
from klog.wire.messages.alter_partition import AlterPartitionRequest, AlterPartitionResponse
from tests.broker.handlers.asked_of_controller import AskedOfController


class AlterPartitionTests(AskedOfController.Case):
    """The handler."""

    handler_type = AlterPartitionHandler
    request_type = AlterPartitionRequest
    response_type = AlterPartitionResponse
    most_version = 3
