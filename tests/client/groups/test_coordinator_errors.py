"""klog.client.groups.coordinator_errors"""

from __future__ import annotations

import unittest

from klog.client.groups.coordinator_errors import Ask, Then, change, to_give_up_before_joining, topics_differ, what_follows
from klog.errors import ErrorCode
from klog.model import TopicPartition

A, B, C = (TopicPartition(topic, 0) for topic in "abc")


class MemberRulesTests(unittest.TestCase):
    def test_what_follows(self) -> None:
        for ask, code, then in (
            (Ask.JOIN, ErrorCode.NONE, Then.GO_ON),
            (Ask.JOIN, ErrorCode.MEMBER_ID_REQUIRED, Then.TAKE_ID),
            (Ask.JOIN, ErrorCode.UNKNOWN_MEMBER_ID, Then.UNKNOWN),
            (Ask.JOIN, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, Then.AGAIN),
            (Ask.JOIN, ErrorCode.REBALANCE_IN_PROGRESS, Then.AGAIN),
            (Ask.JOIN, ErrorCode.INCONSISTENT_GROUP_PROTOCOL, Then.FAIL),
            (Ask.JOIN, ErrorCode.GROUP_MAX_SIZE_REACHED, Then.FAIL),
            (Ask.SYNC, ErrorCode.REBALANCE_IN_PROGRESS, Then.REJOIN),
            (Ask.SYNC, ErrorCode.ILLEGAL_GENERATION, Then.LOST),
            (Ask.SYNC, ErrorCode.NOT_COORDINATOR, Then.FIND_COORDINATOR),
            (Ask.HEARTBEAT, ErrorCode.REBALANCE_IN_PROGRESS, Then.REJOIN),
            (Ask.HEARTBEAT, ErrorCode.ILLEGAL_GENERATION, Then.LOST),
            (Ask.HEARTBEAT, ErrorCode.UNKNOWN_MEMBER_ID, Then.UNKNOWN),
            (Ask.CONSUMER_HEARTBEAT, ErrorCode.UNKNOWN_MEMBER_ID, Then.LOST),
            (Ask.CONSUMER_HEARTBEAT, ErrorCode.FENCED_MEMBER_EPOCH, Then.LOST),
            (Ask.CONSUMER_HEARTBEAT, ErrorCode.UNRELEASED_INSTANCE_ID, Then.AGAIN),
            (Ask.CONSUMER_HEARTBEAT, ErrorCode.UNSUPPORTED_ASSIGNOR, Then.FAIL),
        ):
            self.assertIs(what_follows(ask, code), then, (ask, code))
        for ask in Ask:
            self.assertIs(what_follows(ask, ErrorCode.FENCED_INSTANCE_ID), Then.FAIL)
            self.assertIs(what_follows(ask, ErrorCode.GROUP_AUTHORIZATION_FAILED), Then.FAIL)
            # Unknown codes are no reason to try for ever.
            self.assertIs(what_follows(ask, 9999), Then.FAIL)

    def test_change(self) -> None:
        self.assertEqual(change([A, B], [B, C]), ({A}, {C}))

    def test_to_give_up_before_joining(self) -> None:
        owned = {A, B}
        self.assertEqual(to_give_up_before_joining(owned, ["a"], is_member=False, cooperative=True), ({A, B}, True))
        self.assertEqual(to_give_up_before_joining(owned, ["a"], is_member=True, cooperative=False), ({A, B}, False))
        self.assertEqual(to_give_up_before_joining(owned, ["a"], is_member=True, cooperative=True), ({B}, False))

    def test_topics_differ(self) -> None:
        self.assertEqual(topics_differ({"a": 1, "b": 2}, {"a": 1, "b": 3, "c": 0}), ["b"])
        self.assertEqual(topics_differ({"a": 1}, {"c": 1}), ["a", "c"])
