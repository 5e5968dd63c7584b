"""ControlledShutdown: asked of the controller that this broker may be."""

from __future__ import annotations

from klog.broker.handlers.controlled_shutdown import ControlledShutdownHandler
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest, ControlledShutdownResponse
from tests.broker.handlers.asked_of_controller import AskedOfController


class ControlledShutdownTests(AskedOfController.Case):
    """The handler."""

    handler_type = ControlledShutdownHandler
    request_type = ControlledShutdownRequest
    response_type = ControlledShutdownResponse
    most_version = 3
