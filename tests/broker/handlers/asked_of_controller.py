"""What holds of every request that brokers send to the controller, and that its handler hands on to the controller that this broker may
be (`klog.cluster.interfaces.ICoordination`)."""

from __future__ import annotations

from typing import Any, ClassVar

from klog.errors import ErrorCode, KlogError
from tests.broker.replicas.controlled_rig import ControlledCase


class AskedOfController:
    """Holds the tests of such a handler, so that they are not run by themselves."""

    class Case(ControlledCase):
        """One handler.

        :cvar handler_type: its class.
        :cvar request_type: what it takes; with ``broker_id`` and ``broker_epoch``.
        :cvar response_type: what the controller answers.
        :cvar most_version: of the request.
        """

        handler_type: ClassVar[Any]
        request_type: ClassVar[Any]
        response_type: ClassVar[Any]
        most_version: ClassVar[int]

        def answer(self, version: int | None = None) -> Any:
            handler = self.handler_type(self.coordination, self.between)
            request = self.request_type(broker_id=2, broker_epoch=50)
            return self.successResultOf(self.ask(handler, self.most_version if version is None else version, request))

        def test_handed_on(self) -> None:
            """In every version, with what the broker says of itself."""
            self.assertEqual(self.handler_type.versions, (0, self.most_version))
            self.coordination.answer = self.response_type()
            for version in range(self.most_version + 1):
                self.assertEqual(self.answer(version).error_code, 0)
                self.assertEqual(self.coordination.asked[-1].broker_id, 2)
            self.assertEqual(len(self.coordination.asked), self.most_version + 1)

        def test_refused(self) -> None:
            """Another broker is the controller; and who is no broker is not even heard."""
            self.assertEqual(self.answer().error_code, ErrorCode.NOT_CONTROLLER)
            self.coordination.answer = KlogError(ErrorCode.STALE_BROKER_EPOCH)
            self.assertEqual(self.answer().error_code, ErrorCode.STALE_BROKER_EPOCH)
            self.listener_name = "CLIENTS"
            self.assertEqual(self.answer().error_code, ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
            self.assertEqual(len(self.coordination.asked), 2)
