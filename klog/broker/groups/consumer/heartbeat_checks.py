"""What a ConsumerGroupHeartbeat may say, and who may say it: refusals only, nothing is done here.

Sources: ``GroupCoordinatorService.throwIfConsumerGroupHeartbeatRequestIsInvalid`` and the ``throwIf…`` of ``GroupMetadataManager``; the
sentences are Kafka's, since clients print them.
"""

from __future__ import annotations

from klog.broker.groups.assignors.choose import check_name
from klog.broker.groups.assignors.contract import Assignor
from klog.broker.groups.consumer.group import ConsumerGroup
from klog.broker.groups.consumer.member import LEAVE_EPOCH, LEAVE_STATIC_EPOCH, ConsumerMember, Partitions, owns_all
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest

#: From this version on, clients make their member ids themselves (KIP-1082).
OWN_MEMBER_ID_VERSION = 1
#: What Java's ``trim`` takes off.
_BLANK = "".join(map(chr, range(33)))


def check_request(request: ConsumerGroupHeartbeatRequest, version: int, assignors: dict[str, Assignor]) -> None:
    """Whether the request makes sense, whatever group it is for.

    :raises KlogError: INVALID_REQUEST, UNSUPPORTED_ASSIGNOR.
    """
    epoch = request.member_epoch
    if version >= OWN_MEMBER_ID_VERSION or epoch > 0 or epoch == LEAVE_EPOCH:
        _not_blank(request.member_id, "MemberId can't be empty.")
    _not_blank(request.group_id, "GroupId can't be empty.")
    _not_blank(request.instance_id, "InstanceId can't be empty.")
    _not_blank(request.rack_id, "RackId can't be empty.")
    if epoch == 0:
        if request.rebalance_timeout_ms == -1:
            raise _invalid("RebalanceTimeoutMs must be provided in first request.")
        if request.topic_partitions is None or request.topic_partitions:
            raise _invalid("TopicPartitions must be empty when (re-)joining.")
        if request.subscribed_topic_names is None and request.subscribed_topic_regex is None:
            raise _invalid("Either SubscribedTopicNames or SubscribedTopicRegex must be non-null when (re-)joining.")
    elif epoch == LEAVE_STATIC_EPOCH:
        if request.instance_id is None:
            raise _invalid("InstanceId can't be null.")
    elif epoch < LEAVE_STATIC_EPOCH:
        raise _invalid("MemberEpoch is invalid.")
    if request.server_assignor is not None:
        check_name(request.server_assignor, assignors)


def _not_blank(text: str | None, sentence: str) -> None:
    if text is not None and not text.strip(_BLANK):
        raise _invalid(sentence)


def _invalid(sentence: str) -> KlogError:
    return KlogError(ErrorCode.INVALID_REQUEST, sentence)


def check_room(group: ConsumerGroup, member_id: str, most: int) -> None:
    """Whether one more may come. Raises KlogError(GROUP_MAX_SIZE_REACHED)."""
    if len(group.members) >= most and member_id not in group.members:
        raise KlogError(ErrorCode.GROUP_MAX_SIZE_REACHED, f"The consumer group has reached its maximum capacity of {most} members.")


def check_epoch(member: ConsumerMember, epoch: int, owned: Partitions | None) -> None:
    """Whether a member that says it is in `epoch` is who we know. The epoch before is taken from one that has no more than it may: the
    answer with the newer epoch was lost. Raises KlogError(FENCED_MEMBER_EPOCH)."""
    if epoch in (0, member.member_epoch):
        return
    if epoch > member.member_epoch:
        said = "greater"
    elif epoch == member.previous_member_epoch and owns_all(member.assigned, owned):
        return
    else:
        said = "smaller"
    raise KlogError(
        ErrorCode.FENCED_MEMBER_EPOCH,
        f"The consumer group member has a {said} member epoch ({epoch}) than the one known by the group coordinator"
        f" ({member.member_epoch}). The member must abandon all its partitions and rejoin.",
    )


def check_released(member: ConsumerMember, member_id: str, instance_id: str) -> None:
    """Whether the static member has said that it goes for a moment. Raises KlogError(UNRELEASED_INSTANCE_ID)."""
    if member.member_epoch != LEAVE_STATIC_EPOCH:
        raise KlogError(
            ErrorCode.UNRELEASED_INSTANCE_ID,
            f"Static member {member_id} with instance id {instance_id} cannot join the group because the instance id is owned by"
            f" {member.member_id} member.",
        )


def known_static(group: ConsumerGroup, instance_id: str) -> ConsumerMember:
    """The member with this instance id. Raises KlogError(UNKNOWN_MEMBER_ID)."""
    member = group.static_member(instance_id)
    if member is None:
        raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID, f"Instance id {instance_id} is unknown.")
    return member


def check_not_replaced(member: ConsumerMember, member_id: str, instance_id: str) -> None:
    """Whether the instance id is still that of `member_id`. Raises KlogError(FENCED_INSTANCE_ID)."""
    if member.member_id != member_id:
        raise KlogError(
            ErrorCode.FENCED_INSTANCE_ID,
            f"Static member {member_id} with instance id {instance_id} was fenced by member {member.member_id}.",
        )
