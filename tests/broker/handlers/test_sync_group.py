"""SyncGroup."""

from __future__ import annotations

from klog.broker.handlers.sync_group import SyncGroupHandler
from klog.errors import ErrorCode
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment
from tests.broker.handlers.group_setting import GroupHandlerTestCase


class SyncGroupTests(GroupHandlerTestCase):
    """`SyncGroupHandler`."""

    def test_every_version(self) -> None:
        """A follower waits for the leader."""
        handler = SyncGroupHandler(self.coordinator)
        for version in range(6):
            self.setUp()
            handler = SyncGroupHandler(self.coordinator)
            ids = self.form(2)
            for member_id in ids:
                self.join(member_id)
            named = {"protocol_type": "consumer", "protocol_name": "range"} if version >= 5 else {}
            follower = self.through(handler, version, SyncGroupRequest(group_id="g", generation_id=2, member_id=ids[1], **named))
            self.assertNoResult(follower)
            given = [SyncGroupRequestAssignment(member_id=ids[1], assignment=b"a")]
            leader = self.through(
                handler, version, SyncGroupRequest(group_id="g", generation_id=2, member_id=ids[0], assignments=given, **named)
            )
            self.assertEqual(self.successResultOf(leader).assignment, b"")
            answer = self.successResultOf(follower)
            self.assertEqual((answer.error_code, answer.assignment, answer.protocol_name), (0, b"a", "range" if version >= 5 else None))

    def test_protocol_must_be_named(self) -> None:
        """From version 5 on, before anything else is looked at."""
        handler = SyncGroupHandler(self.coordinator)
        for fields in ({}, {"protocol_type": "consumer"}, {"protocol_name": "range"}):
            answer = self.through(handler, 5, SyncGroupRequest(group_id="", **fields))
            self.assertEqual((answer.error_code, answer.assignment), (ErrorCode.INCONSISTENT_GROUP_PROTOCOL, b""))
        self.assertEqual(self.through(handler, 4, SyncGroupRequest(group_id="")).error_code, ErrorCode.INVALID_GROUP_ID)
