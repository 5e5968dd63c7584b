"""How a member gets from what it has to what it shall have (KIP-848; Kafka's ``CurrentAssignmentBuilder``). Pure.

=========================== ============================================================================================
STABLE                      goes on when there is a newer target; gives up what it is no longer subscribed to
UNREVOKED_PARTITIONS        keeps its old epoch until the client no longer reports what it must give back; then goes on
UNRELEASED_PARTITIONS       goes on with every heartbeat: what others have let go is added
UNKNOWN                     must report that it has nothing, and begins anew; else it is fenced
=========================== ============================================================================================

*Going on* (`_next`) compares the partitions assigned with the target's:

1. something must be given back, and the client may have it still: the old epoch, and UNREVOKED_PARTITIONS;
2. else the target's epoch. What nobody else has is added at once. Something is still with others: UNRELEASED_PARTITIONS; else STABLE.

Since a partition is added only where nobody has it, and counts as somebody's until that client has said that it let go, it never has two
owners.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet

from klog.broker.groups.consumer.member import Assigned, ConsumerMember, MemberState, Partitions
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId

#: Epoch of the member that has a partition; -1 where nobody has it.
PartitionEpoch = Callable[[TopicId, int], int]


@dataclasses.dataclass(frozen=True, slots=True)
class ReconciliationContext:
    """What a step of reconciliation looks at, besides the member.

    :ivar owned: partitions that the client reports to have; None where it reports nothing.
    :ivar subscribed: ids of the topics that it is subscribed to and that exist.
    """

    target_epoch: int
    target: Mapping[TopicId, AbstractSet[int]]
    partition_epoch: PartitionEpoch
    subscribed: AbstractSet[TopicId]
    subscription_changed: bool
    owned: Partitions | None


def reconcile(member: ConsumerMember, context: ReconciliationContext) -> ConsumerMember:
    """The member after one step; itself where nothing changes.

    :raises KlogError: FENCED_MEMBER_EPOCH from the state UNKNOWN.
    """
    state = member.state
    if state is MemberState.STABLE:
        if member.member_epoch != context.target_epoch:
            return _next(member, member.member_epoch, context)
        return _give_up_unsubscribed(member, context) if context.subscription_changed else member
    if state is MemberState.UNREVOKED_PARTITIONS:
        if _may_own(context.owned, member.pending_revocation):
            return _give_up_unsubscribed(member, context) if context.subscription_changed else member
        return _next(member, member.member_epoch, context)
    if state is MemberState.UNRELEASED_PARTITIONS:
        return _next(member, member.member_epoch, context)
    if context.owned is None or context.owned:
        raise KlogError(
            ErrorCode.FENCED_MEMBER_EPOCH,
            "The consumer group member is in a unknown state. The member must abandon all its partitions and rejoin.",
        )
    return _next(member, context.target_epoch, context)


def _may_own(owned: Partitions | None, revoked: Assigned) -> bool:
    """Whether the client may have any of `revoked`; one that reports nothing may."""
    if owned is None:
        return True
    for topic_id, partitions in owned.items():
        lost = revoked.get(topic_id)
        if lost and any(partition in lost for partition in partitions):
            return True
    return False


def _give_up_unsubscribed(member: ConsumerMember, context: ReconciliationContext) -> ConsumerMember:
    """Without a new target: what the member is no longer subscribed to goes (``updateCurrentAssignment``)."""
    gone = {topic_id: epochs for topic_id, epochs in member.assigned.items() if topic_id not in context.subscribed}
    if not gone:
        return member
    kept = {topic_id: epochs for topic_id, epochs in member.assigned.items() if topic_id not in gone}
    pending = dict(member.pending_revocation)
    for topic_id, epochs in gone.items():
        pending[topic_id] = {**pending.get(topic_id, {}), **epochs}
    if _may_own(context.owned, pending):
        return _moved(member, MemberState.UNREVOKED_PARTITIONS, member.member_epoch, kept, pending)
    return _moved(member, member.state, member.member_epoch, kept, member.pending_revocation)


def _next(member: ConsumerMember, epoch: int, context: ReconciliationContext) -> ConsumerMember:
    """Towards the target (``computeNextAssignment``)."""
    partition_epoch = context.partition_epoch
    unreleased = False
    assigned: dict[TopicId, Mapping[int, int]] = {}
    revoked: dict[TopicId, Mapping[int, int]] = {}
    added: dict[TopicId, list[int]] = {}
    nothing: Mapping[int, int] = {}
    for topic_id in {**context.target, **member.assigned}:
        target = context.target.get(topic_id, frozenset()) if topic_id in context.subscribed else frozenset[int]()
        present = member.assigned.get(topic_id, nothing)
        kept = {partition: since for partition, since in present.items() if partition in target}
        if kept:
            assigned[topic_id] = kept
        if len(kept) != len(present):
            revoked[topic_id] = {partition: since for partition, since in present.items() if partition not in target}
        if len(kept) == len(target):
            continue
        # What it gives back itself is not with somebody else.
        returning = member.pending_revocation.get(topic_id, nothing)
        for partition in target:
            if partition in kept:
                continue
            if partition in returning or partition_epoch(topic_id, partition) == -1:
                added.setdefault(topic_id, []).append(partition)
            else:
                unreleased = True
    if revoked and _may_own(context.owned, revoked):
        return _moved(member, MemberState.UNREVOKED_PARTITIONS, epoch, assigned, revoked)
    for topic_id, partitions in added.items():
        assigned[topic_id] = {**assigned.get(topic_id, nothing), **dict.fromkeys(partitions, context.target_epoch)}
    state = MemberState.UNRELEASED_PARTITIONS if unreleased else MemberState.STABLE
    return _moved(member, state, context.target_epoch, assigned, {})


def _moved(member: ConsumerMember, state: MemberState, epoch: int, assigned: Assigned, pending: Assigned) -> ConsumerMember:
    return dataclasses.replace(
        member,
        state=state,
        member_epoch=epoch,
        previous_member_epoch=member.member_epoch,
        assigned=assigned,
        pending_revocation=pending,
    )
