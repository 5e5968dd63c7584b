"""klog.client.groups.coordinator_errors"""

from __future__ import annotations

import unittest

from klog.client.groups.coordinator_errors import MemberRequest, Reaction, reaction_to
from klog.errors import ErrorCode


class ReactionTests(unittest.TestCase):
    def test_what_follows(self) -> None:
        for ask, code, then in (
            (MemberRequest.JOIN, ErrorCode.NONE, Reaction.GO_ON),
            (MemberRequest.JOIN, ErrorCode.MEMBER_ID_REQUIRED, Reaction.TAKE_ID),
            (MemberRequest.JOIN, ErrorCode.UNKNOWN_MEMBER_ID, Reaction.UNKNOWN),
            (MemberRequest.JOIN, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, Reaction.AGAIN),
            (MemberRequest.JOIN, ErrorCode.REBALANCE_IN_PROGRESS, Reaction.AGAIN),
            (MemberRequest.JOIN, ErrorCode.INCONSISTENT_GROUP_PROTOCOL, Reaction.FAIL),
            (MemberRequest.JOIN, ErrorCode.GROUP_MAX_SIZE_REACHED, Reaction.FAIL),
            (MemberRequest.SYNC, ErrorCode.REBALANCE_IN_PROGRESS, Reaction.REJOIN),
            (MemberRequest.SYNC, ErrorCode.ILLEGAL_GENERATION, Reaction.LOST),
            (MemberRequest.SYNC, ErrorCode.NOT_COORDINATOR, Reaction.FIND_COORDINATOR),
            (MemberRequest.HEARTBEAT, ErrorCode.REBALANCE_IN_PROGRESS, Reaction.REJOIN),
            (MemberRequest.HEARTBEAT, ErrorCode.ILLEGAL_GENERATION, Reaction.LOST),
            (MemberRequest.HEARTBEAT, ErrorCode.UNKNOWN_MEMBER_ID, Reaction.UNKNOWN),
            (MemberRequest.CONSUMER_HEARTBEAT, ErrorCode.UNKNOWN_MEMBER_ID, Reaction.LOST),
            (MemberRequest.CONSUMER_HEARTBEAT, ErrorCode.FENCED_MEMBER_EPOCH, Reaction.LOST),
            (MemberRequest.CONSUMER_HEARTBEAT, ErrorCode.UNRELEASED_INSTANCE_ID, Reaction.AGAIN),
            (MemberRequest.CONSUMER_HEARTBEAT, ErrorCode.UNSUPPORTED_ASSIGNOR, Reaction.FAIL),
        ):
            self.assertIs(reaction_to(ask, code), then, (ask, code))
        for ask in MemberRequest:
            self.assertIs(reaction_to(ask, ErrorCode.FENCED_INSTANCE_ID), Reaction.FAIL)
            self.assertIs(reaction_to(ask, ErrorCode.GROUP_AUTHORIZATION_FAILED), Reaction.FAIL)
            # Unknown codes are no reason to try for ever.
            self.assertIs(reaction_to(ask, 9999), Reaction.FAIL)
