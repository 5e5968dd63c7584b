"""UpdateMetadata as it comes over the wire: shown in turn with what else the controller says."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.update_metadata import UpdateMetadataHandler
from klog.errors import ErrorCode
from klog.wire.messages.update_metadata import UpdateMetadataRequest
from tests.broker.replicas.controlled_rig import EPOCH, ControlledCase


class UpdateMetadataTests(ControlledCase):
    """The handler."""

    def answer(self, version: int, handler: Any = None, **more: Any) -> int:
        given: dict[str, Any] = {"controller_id": 2, "controller_epoch": 1, "broker_epoch": EPOCH, **more}
        request = UpdateMetadataRequest(**given)
        code: int = self.successResultOf(self.ask(handler or self.updating, version, request)).error_code
        return code

    def test_every_version(self) -> None:
        for version in range(9):
            self.assertEqual(self.answer(version), 0)
        self.assertEqual([version for _, version in self.coordination.updates], list(range(9)))

    def test_refused(self) -> None:
        self.assertEqual(self.answer(8, controller_epoch=5), 0)
        self.assertEqual(self.answer(8, controller_epoch=4), ErrorCode.STALE_CONTROLLER_EPOCH)
        self.assertEqual(self.answer(8, controller_epoch=5, broker_epoch=EPOCH - 1), ErrorCode.STALE_BROKER_EPOCH)
        alone = UpdateMetadataHandler(None, self.coordination, self.between, is_announced=False)
        self.assertEqual(self.answer(8, alone), ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        self.listener_name = "CLIENTS"
        self.assertEqual(self.answer(8, controller_epoch=5), ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        self.assertEqual(len(self.coordination.updates), 1)

    def test_in_turn(self) -> None:
        """What was said before is done before."""
        self.thread.slow = True
        leading = self.control.leader_and_isr(1, EPOCH, [self.told()])
        request = UpdateMetadataRequest(controller_id=2, controller_epoch=1, broker_epoch=EPOCH)
        updating = self.ask(self.updating, 8, request)
        self.assertNoResult(updating)
        self.thread.run_all()
        self.successResultOf(leading)
        self.assertEqual(self.successResultOf(updating).error_code, 0)
