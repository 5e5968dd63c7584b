"""What a ConsumerGroupHeartbeat may say, as a table."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.assignors.choose import assignors
from klog.broker.groups.consumer.heartbeat_checks import check_epoch, check_request
from klog.broker.groups.consumer.member import ConsumerMember
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest, TopicPartitions

T = TopicId(b"t" * 16)
JOIN: dict[str, Any] = {
    "group_id": "g", "member_id": "m", "member_epoch": 0, "rebalance_timeout_ms": 5, "topic_partitions": [], "subscribed_topic_names": []
}  # fmt: skip


class Requests(SynchronousTestCase):
    """`check_request`."""

    def refusal(self, version: int = 1, **said: Any) -> tuple[ErrorCode, str] | None:
        """Why it is refused, if it is."""
        try:
            check_request(ConsumerGroupHeartbeatRequest(**said), version, assignors(["uniform", "range"]))
        except KlogError as error:
            return error.code, error.message
        return None

    def test_the_table(self) -> None:
        invalid = ErrorCode.INVALID_REQUEST
        later = {"group_id": "g", "member_id": "m", "member_epoch": 3}
        for said, version, sentence in (
            (JOIN, 1, None),
            (JOIN, 0, None),
            (later, 1, None),
            (JOIN | {"subscribed_topic_names": None, "subscribed_topic_regex": ""}, 1, None),
            (JOIN | {"member_id": ""}, 0, None),
            (JOIN | {"member_id": ""}, 1, "MemberId can't be empty."),
            (JOIN | {"member_id": " \t"}, 1, "MemberId can't be empty."),
            (later | {"member_id": ""}, 0, "MemberId can't be empty."),
            (later | {"member_id": "", "member_epoch": -1}, 0, "MemberId can't be empty."),
            (later | {"member_id": "", "member_epoch": -2, "instance_id": "i"}, 0, None),
            (JOIN | {"group_id": ""}, 1, "GroupId can't be empty."),
            (JOIN | {"group_id": "\0 "}, 1, "GroupId can't be empty."),
            (JOIN | {"instance_id": ""}, 1, "InstanceId can't be empty."),
            (JOIN | {"rack_id": " "}, 1, "RackId can't be empty."),
            (JOIN | {"rebalance_timeout_ms": -1}, 1, "RebalanceTimeoutMs must be provided in first request."),
            (JOIN | {"topic_partitions": None}, 1, "TopicPartitions must be empty when (re-)joining."),
            (JOIN | {"topic_partitions": [TopicPartitions()]}, 1, "TopicPartitions must be empty when (re-)joining."),
            (
                JOIN | {"subscribed_topic_names": None},
                1,
                "Either SubscribedTopicNames or SubscribedTopicRegex must be non-null when (re-)joining.",
            ),
            (later | {"member_epoch": -2}, 1, "InstanceId can't be null."),
            (later | {"member_epoch": -3}, 1, "MemberEpoch is invalid."),
        ):
            self.assertEqual(self.refusal(version, **said), None if sentence is None else (invalid, sentence), said)

    def test_assignors(self) -> None:
        self.assertIsNone(self.refusal(**JOIN, server_assignor="range"))
        self.assertEqual(
            self.refusal(**JOIN, server_assignor="sticky"),
            (ErrorCode.UNSUPPORTED_ASSIGNOR, "ServerAssignor sticky is not supported. Supported assignors: uniform, range."),
        )


class Epochs(SynchronousTestCase):
    """`check_epoch`."""

    def test_the_table(self) -> None:
        member = ConsumerMember("m", member_epoch=5, previous_member_epoch=4, assigned={T: {0: 1}})
        for epoch, owned, good in (
            (5, None, True),
            (0, None, True),
            (6, {}, False),
            (4, {}, True),
            (4, {T: frozenset({0})}, True),
            (4, {T: frozenset({1})}, False),
            (4, None, False),
            (3, {}, False),
        ):
            if good:
                check_epoch(member, epoch, owned)
            else:
                with self.assertRaises(KlogError) as caught:
                    check_epoch(member, epoch, owned)
                self.assertIs(caught.exception.code, ErrorCode.FENCED_MEMBER_EPOCH)
                self.assertIn("greater" if epoch > 5 else "smaller", caught.exception.message)
