"""A consumer group as ConsumerGroupDescribe shows it (``ConsumerGroup.asDescribedGroup``). Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from klog.broker.groups.consumer.group import ConsumerGroup
from klog.broker.groups.consumer.member import ConsumerMember
from klog.broker.groups.target_assignment import Target
from klog.model import TopicId
from klog.wire.messages.consumer_group_describe import Assignment, DescribedGroup, Member, TopicPartitions

#: Kinds of members, as version 1 tells them.
CLASSIC_MEMBER, CONSUMER_MEMBER = 0, 1

NameOf = Callable[[bytes], str | None]


def described(group: ConsumerGroup, assignor: str, name_of: NameOf) -> DescribedGroup:
    """The group; topics that are gone are left out.

    :param assignor: the one that it uses.
    :param name_of: a topic's name by id.
    """
    return DescribedGroup(
        group_id=group.group_id,
        group_state=group.state_name,
        group_epoch=group.group_epoch,
        assignment_epoch=group.assignment_epoch,
        assignor_name=assignor,
        members=[_member(member, group.target_of(member.member_id), name_of) for member in group.members.values()],
    )


def _member(member: ConsumerMember, target: Target, name_of: NameOf) -> Member:
    # It is still responsible for what it has to give back.
    owned: dict[TopicId, list[int]] = {}
    for part in (member.assigned, member.pending_revocation):
        for topic_id, epochs in part.items():
            owned.setdefault(topic_id, []).extend(epochs)
    return Member(
        member_id=member.member_id,
        instance_id=member.instance_id,
        rack_id=member.rack_id,
        member_epoch=member.member_epoch,
        client_id=member.client_id,
        client_host=member.client_host,
        subscribed_topic_names=sorted(member.subscribed_names),
        subscribed_topic_regex=member.subscribed_regex,
        assignment=_assignment(owned, name_of),
        target_assignment=_assignment(target, name_of),
        member_type=CONSUMER_MEMBER if member.classic is None else CLASSIC_MEMBER,
    )


def _assignment(partitions: Mapping[TopicId, Collection[int]], name_of: NameOf) -> Assignment:
    topics = []
    for topic_id, numbers in partitions.items():
        name = name_of(topic_id)
        if name is not None:
            topics.append(TopicPartitions(topic_id=topic_id, topic_name=name, partitions=sorted(numbers)))
    return Assignment(topic_partitions=topics)
