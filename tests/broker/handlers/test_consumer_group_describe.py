"""ConsumerGroupDescribe."""

from __future__ import annotations

import dataclasses
from typing import Any

from klog.broker import repeated_mentions
from klog.broker.handlers.consumer_group_describe import ConsumerGroupDescribeHandler
from klog.errors import ErrorCode
from klog.model import NO_AUTHORIZED_OPERATIONS
from klog.span import join_parts
from klog.wire.compiled_codec import decode, encode
from klog.wire.messages.consumer_group_describe import ConsumerGroupDescribeRequest, ConsumerGroupDescribeResponse
from tests.broker.groups.consumer.rig import GROUP, ConsumerRig


class DescribeTests(ConsumerRig):
    """`ConsumerGroupDescribeHandler`."""

    def ask(self, version: int, *group_ids: str, operations: bool = False) -> Any:
        """The groups of the handler's answer, coded and read again."""
        request = ConsumerGroupDescribeRequest(group_ids=list(group_ids), include_authorized_operations=operations)
        answer = ConsumerGroupDescribeHandler(self.coordinator).handle(self.context(version), request)
        return decode(ConsumerGroupDescribeResponse, version, memoryview(join_parts(encode(answer, version))))[0].groups

    def test_every_version(self) -> None:
        """The kind of a member came with version 1."""
        self.member("a")
        for version, kind in ((0, -1), (1, 1)):
            groups = self.ask(version, GROUP, "x")
            self.assertEqual([group.error_code for group in groups], [0, ErrorCode.GROUP_ID_NOT_FOUND])
            self.assertEqual([member.member_type for member in groups[0].members], [kind])
            self.assertEqual(groups[0].authorized_operations, NO_AUTHORIZED_OPERATIONS)

    def test_a_group_that_is_named_again(self) -> None:
        """It is told again, as Kafka does, but for so many of its members."""
        self.member("a")
        self.patch(repeated_mentions, "MOST_REPEATED", 2)
        groups = self.ask(1, *[GROUP] * 4, "x", "x")
        self.assertEqual(
            [(group.error_code, len(group.members)) for group in groups],
            [(0, 1)] * 3 + [(ErrorCode.INVALID_REQUEST, 0)] + [(ErrorCode.GROUP_ID_NOT_FOUND, 0)] * 2,
        )

    def test_operations(self) -> None:
        """Read, describe, delete, and both of configurations; of groups that are there."""
        self.member("a")
        groups = self.ask(1, GROUP, "x", operations=True)
        self.assertEqual([group.authorized_operations for group in groups], [3400, NO_AUTHORIZED_OPERATIONS])

    def test_errors(self) -> None:
        """Each group has its own."""
        self.assertEqual([group.error_code for group in self.ask(1, "")], [ErrorCode.INVALID_GROUP_ID])
        self.settings = dataclasses.replace(self.settings, rebalance_protocols=("classic",))
        self.build()
        self.assertEqual([group.error_code for group in self.ask(1, "a", "b")], [ErrorCode.UNSUPPORTED_VERSION] * 2)
