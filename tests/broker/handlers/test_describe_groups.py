"""DescribeGroups, over the wire to a whole broker in memory."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker import repeated_mentions
from klog.broker.handlers.describe_groups import DescribeGroupsHandler
from klog.errors import ErrorCode
from klog.model import NO_AUTHORIZED_OPERATIONS
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.describe_groups import DescribedGroup, DescribedGroupMember, DescribeGroupsRequest
from tests.broker.groups.offsets_rig import OffsetsBroker


class DescribeGroupsTests(SynchronousTestCase):
    """Every version."""

    def setUp(self) -> None:
        self.broker = OffsetsBroker()
        self.broker.commit("g")

    def ask(self, version: int, *groups: str, **more: Any) -> list[Any]:
        return list(self.broker.ask(DescribeGroupsRequest(groups=list(groups), **more), version).groups)

    def test_groups_that_are_there_and_are_not(self) -> None:
        for version in range(7):
            there, missing, empty = self.ask(version, "g", "h", "")
            self.assertEqual((there.group_id, there.error_code, there.group_state, there.members), ("g", 0, "Empty", []))
            self.assertEqual((missing.group_id, missing.group_state), ("h", "Dead"))
            self.assertEqual(empty.group_state, "Dead")
            expected = (ErrorCode.GROUP_ID_NOT_FOUND, "Group h not found.") if version >= 6 else (0, None)
            self.assertEqual((missing.error_code, missing.error_message), expected)

    def test_a_group_that_is_named_again(self) -> None:
        """It is told again, as Kafka does, but for so many of its members."""
        described = DescribedGroup(
            group_id="g", group_state="Stable", protocol_type="consumer", protocol_data="", members=[DescribedGroupMember()] * 2
        )
        group = self.broker.coordinator.shard("g").offsets.group_of("g")
        self.patch(type(group), "describe", lambda group, version: described)
        self.patch(repeated_mentions, "MOST_REPEATED", 5)
        codes = [(one.group_id, one.error_code, len(one.members)) for one in self.ask(5, *"gggghg")]
        refused = ("g", ErrorCode.INVALID_REQUEST, 0)
        self.assertEqual(codes, [("g", 0, 2), ("g", 0, 2), ("g", 0, 2), refused, ("h", 0, 0), refused])

    def test_operations(self) -> None:
        every = 1 << 3 | 1 << 6 | 1 << 8 | 1 << 10 | 1 << 11
        for version in (3, 5, 6):
            self.assertEqual(self.ask(version, "g")[0].authorized_operations, NO_AUTHORIZED_OPERATIONS)
            there, missing = self.ask(version, "g", "h", include_authorized_operations=True)
            self.assertEqual(there.authorized_operations, every)
            self.assertEqual(missing.authorized_operations, NO_AUTHORIZED_OPERATIONS if version >= 6 else every)

    def test_without_a_coordinator(self) -> None:
        self.broker.ask(DeleteTopicsRequest(topic_names=["__consumer_offsets"], timeout_ms=1000), 4)
        (one,) = self.ask(5, "g")
        self.assertEqual((one.error_code, one.group_state), (ErrorCode.NOT_COORDINATOR, ""))
        answer = DescribeGroupsHandler(self.broker.coordinator).error_answer(
            5, DescribeGroupsRequest(groups=["a", "b"]), ErrorCode.UNKNOWN_SERVER_ERROR, None
        )
        self.assertEqual([(group.group_id, group.error_code) for group in answer.groups], [("a", -1), ("b", -1)])
