"""LeaveGroup."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import succeed

from klog.broker.handlers.leave_group import LeaveGroupHandler
from klog.errors import ErrorCode
from klog.wire.messages.leave_group import LeaveGroupRequest, LeaveGroupResponse, MemberIdentity, MemberResponse
from tests.broker.handlers.group_setting import GroupHandlerTestCase


class LeaveGroupTests(GroupHandlerTestCase):
    """`LeaveGroupHandler`."""

    def test_every_version(self) -> None:
        """One member before version 3, whose error is the answer's; then several, each with its own."""
        for version in range(6):
            self.setUp()
            handler = LeaveGroupHandler(self.coordinator)
            ids = self.form(2)
            if version < 3:
                for member_id, code in ((ids[0], 0), (ids[0], ErrorCode.UNKNOWN_MEMBER_ID)):
                    answer = self.through(handler, version, LeaveGroupRequest(group_id="g", member_id=member_id))
                    self.assertEqual(answer, LeaveGroupResponse(error_code=code))
                continue
            members = [MemberIdentity(member_id=ids[0]), MemberIdentity(member_id="x", group_instance_id="i")]
            answer = self.through(handler, version, LeaveGroupRequest(group_id="g", members=members))
            self.assertEqual(answer.error_code, 0)
            self.assertEqual([member.error_code for member in answer.members], [0, ErrorCode.UNKNOWN_MEMBER_ID])
            self.assertEqual([member.group_instance_id for member in answer.members], [None, "i"])
            self.assertEqual(self.through(handler, version, LeaveGroupRequest(group_id="g")).members, [])

    def test_no_group(self) -> None:
        """An error for each member; an empty name for all."""
        handler = LeaveGroupHandler(self.coordinator)
        for version in range(6):
            self.assertEqual(self.through(handler, version, LeaveGroupRequest(group_id="")).error_code, ErrorCode.INVALID_GROUP_ID)
        self.assertEqual(self.through(handler, 2, LeaveGroupRequest(group_id="x", member_id="m")).error_code, ErrorCode.UNKNOWN_MEMBER_ID)
        answer = self.through(handler, 3, LeaveGroupRequest(group_id="x", members=[MemberIdentity(member_id="m")]))
        self.assertEqual((answer.error_code, answer.members[0].error_code), (0, ErrorCode.UNKNOWN_MEMBER_ID))

    def test_groups_of_the_new_protocol_may_answer_later(self) -> None:
        """In old versions too."""
        handler = LeaveGroupHandler(self.coordinator)
        classic: Any = self.coordinator.classic
        later = LeaveGroupResponse(members=[MemberResponse(member_id="m", error_code=7)])
        classic.leave = lambda context, request: succeed(later)
        answer = self.successResultOf(self.through(handler, 0, LeaveGroupRequest(group_id="g")))
        self.assertEqual((answer.error_code, answer.members), (7, []))
        self.assertEqual(self.successResultOf(self.through(handler, 3, LeaveGroupRequest(group_id="g"))), later)
