"""AlterPartition: asked of the controller that this broker may be."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.alter_partition import AlterPartitionHandler
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.alter_partition import AlterPartitionRequest, AlterPartitionResponse
from tests.broker.replicas.controlled_rig import ControlledCase


class AlterPartitionTests(ControlledCase):
    """The handler."""

    def answer(self, version: int = 3) -> Any:
        handler = AlterPartitionHandler(self.coordination, self.between)
        return self.successResultOf(self.ask(handler, version, AlterPartitionRequest(broker_id=2, broker_epoch=50)))

    def test_handed_on(self) -> None:
        """In every version, with what the broker says of itself."""
        self.coordination.answer = AlterPartitionResponse()
        for version in range(3 + 1):
            self.assertEqual(self.answer(version).error_code, 0)
            self.assertEqual(self.coordination.asked[-1].broker_id, 2)
        self.assertEqual(len(self.coordination.asked), 3 + 1)

    def test_refused(self) -> None:
        """Another broker is the controller; and who is no broker is not even heard."""
        self.assertEqual(self.answer().error_code, ErrorCode.NOT_CONTROLLER)
        self.coordination.answer = KlogError(ErrorCode.STALE_BROKER_EPOCH)
        self.assertEqual(self.answer().error_code, ErrorCode.STALE_BROKER_EPOCH)
        self.listener_name = "CLIENTS"
        self.assertEqual(self.answer().error_code, ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        self.assertEqual(len(self.coordination.asked), 2)
