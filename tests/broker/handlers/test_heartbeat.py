"""Heartbeat."""

from __future__ import annotations

from klog.broker.handlers.heartbeat import HeartbeatHandler
from klog.errors import ErrorCode
from klog.wire.messages.heartbeat import HeartbeatRequest
from tests.broker.handlers.group_setting import GroupHandlerTestCase


class HeartbeatTests(GroupHandlerTestCase):
    """`HeartbeatHandler`."""

    def test_every_version(self) -> None:
        """Well, and not."""
        ids = self.form(1)
        handler = HeartbeatHandler(self.coordinator)
        for version in range(5):
            for member_id, generation, code in (
                (ids[0], 1, 0),
                (ids[0], 2, ErrorCode.ILLEGAL_GENERATION),
                ("x", 1, ErrorCode.UNKNOWN_MEMBER_ID),
            ):
                answer = self.through(handler, version, HeartbeatRequest(group_id="g", generation_id=generation, member_id=member_id))
                self.assertEqual(answer.error_code, code)

    def test_static(self) -> None:
        """Fenced where another one has its instance id."""
        ids = self.form(1, instances=["i"])
        self.answer(self.join(instance_id="i"))
        request = HeartbeatRequest(group_id="g", generation_id=1, member_id=ids[0], group_instance_id="i")
        self.assertEqual(self.through(HeartbeatHandler(self.coordinator), 3, request).error_code, ErrorCode.FENCED_INSTANCE_ID)
