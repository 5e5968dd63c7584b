"""The handlers for what brokers ask of each other."""

from __future__ import annotations

from klog.broker.lifecycle.control_handlers import control_handlers
from tests.broker.replicas.controlled_rig import ControlledCase


class ControlHandlersTests(ControlledCase):
    """`control_handlers`."""

    def test_announced_only_where_somebody_may_ask(self) -> None:
        for control in (self.control, None):
            handlers = control_handlers(control, self.coordination, self.between)
            self.assertEqual({handler.request_type.api_key for handler in handlers}, {4, 5, 6, 7, 56, 67})
            self.assertEqual({getattr(handler, "is_announced", True) for handler in handlers}, {control is not None})
