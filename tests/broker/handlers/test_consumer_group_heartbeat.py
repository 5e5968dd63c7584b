"""ConsumerGroupHeartbeat."""

from __future__ import annotations

import dataclasses
from typing import Any

from klog.broker.handlers.consumer_group_heartbeat import ConsumerGroupHeartbeatHandler
from klog.errors import ErrorCode, KlogError
from klog.span import join_parts
from klog.wire.compiled_codec import decode, encode
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse
from tests.broker.groups.consumer.rig import GROUP, ConsumerRig

JOIN: dict[str, Any] = {"group_id": GROUP, "member_id": "a", "rebalance_timeout_ms": 1000, "topic_partitions": []}


class HeartbeatTests(ConsumerRig):
    """`ConsumerGroupHeartbeatHandler`."""

    def ask(self, version: int, **said: Any) -> Any:
        """The handler's answer, coded and read again."""
        request = ConsumerGroupHeartbeatRequest(**said)
        answer = ConsumerGroupHeartbeatHandler(self.coordinator).handle(self.context(version), request)
        return decode(ConsumerGroupHeartbeatResponse, version, memoryview(join_parts(encode(answer, version))))[0]

    def test_every_version(self) -> None:
        """A member joins, goes on and leaves."""
        for version in (0, 1):
            answer = self.ask(version, **JOIN, subscribed_topic_names=["t"])
            self.assertEqual((answer.error_code, answer.member_id), (0, "a"))
            self.assertEqual(answer.assignment.topic_partitions[0].partitions, [*range(6)])
            epoch = answer.member_epoch
            answer = self.ask(version, group_id=GROUP, member_id="a", member_epoch=epoch)
            self.assertEqual((answer.member_epoch, answer.assignment), (epoch, None))
            answer = self.ask(version, group_id=GROUP, member_id="a", member_epoch=-1)
            self.assertEqual((answer.error_code, answer.member_epoch), (0, -1))

    def test_a_regular_expression(self) -> None:
        """Version 1 has them."""
        self.assertEqual(self.ask(1, **JOIN, subscribed_topic_regex="t").error_code, 0)

    def test_not_permitted(self) -> None:
        """The broker's settings decide."""
        self.settings = dataclasses.replace(self.settings, rebalance_protocols=("classic",))
        self.build()
        error = self.assertRaises(KlogError, self.ask, 1, **JOIN, subscribed_topic_names=["t"])
        self.assertIs(error.code, ErrorCode.UNSUPPORTED_VERSION)
