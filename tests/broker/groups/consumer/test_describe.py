"""A consumer group as ConsumerGroupDescribe shows it."""

from __future__ import annotations

from klog.broker.groups.consumer.describe import CLASSIC_MEMBER, CONSUMER_MEMBER, described
from klog.broker.groups.consumer.group import ConsumerGroup
from klog.broker.groups.consumer.member import ClassicMetadata, ConsumerMember
from klog.model import TopicId
from klog.wire.messages.consumer_group_describe import Assignment, TopicPartitions
from tests.broker.groups.consumer.rig import GROUP, ConsumerRig

T, U = TopicId(b"t" * 16), TopicId(b"u" * 16)
NAMES: dict[bytes, str] = {T: "t"}


def partitions(*numbers: int) -> Assignment:
    """Of topic t."""
    return Assignment(topic_partitions=[TopicPartitions(topic_id=T, topic_name="t", partitions=list(numbers))])


class Described(ConsumerRig):
    """`described`."""

    def test_an_empty_group(self) -> None:
        group = described(ConsumerGroup(GROUP, self.shard, lambda *_: None), "uniform", NAMES.get)
        self.assertEqual((group.group_id, group.group_state, group.assignor_name, group.members), (GROUP, "Empty", "uniform", []))
        self.assertEqual((group.group_epoch, group.assignment_epoch), (1, 1))

    def test_members(self) -> None:
        group = ConsumerGroup(GROUP, self.shard, lambda *_: None)
        group.update_member(
            ConsumerMember(
                "a",
                member_epoch=1,
                instance_id="i",
                subscribed_names=frozenset({"u", "t"}),
                assigned={T: {3: 1, 1: 1}, U: {0: 1}},
                pending_revocation={T: {2: 1}},
            )
        )
        group.update_member(ConsumerMember("b", classic=ClassicMetadata(1, (("range", b""),)), subscribed_regex=None))
        group.set_target("a", {T: frozenset({1}), U: frozenset({0})})
        first, second = described(group, "range", NAMES.get).members
        # What it has to give back is its still; topics that are gone are left out.
        self.assertEqual((first.assignment, first.target_assignment), (partitions(1, 2, 3), partitions(1)))
        self.assertEqual((first.subscribed_topic_names, first.instance_id, first.member_type), (["t", "u"], "i", CONSUMER_MEMBER))
        self.assertEqual((second.member_type, second.subscribed_topic_regex, second.assignment), (CLASSIC_MEMBER, None, Assignment()))
