"""A consumer group of KIP-848: the broker assigns, members follow one by one (Kafka's ``ConsumerGroup``).

Three epochs say how far it is::

    group epoch        rises when subscriptions, members or topics change
    assignment epoch   the group epoch that the target assignment was computed for
    member epoch       the assignment epoch that a member has reached

=============== =============================================================
EMPTY           no members
ASSIGNING       the group epoch is ahead of the target assignment
RECONCILING     members are on their way to the target
STABLE          all are there
=============== =============================================================

All here but timers and what is merely counted comes out of records: `consumer.replay` calls `update_member` and its sisters, at run time as
at start. ``partition_epochs`` is what keeps a partition from having two owners: it knows of each the epoch of the member that has it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.groups.consumer import records
from klog.broker.groups.consumer.member import Assigned, ConsumerMember, MemberState
from klog.broker.groups.group import CommitCheck, Group, GroupKind
from klog.broker.groups.group_configs import GroupConfigs
from klog.broker.groups.member_timers import MemberTimers, Timer
from klog.broker.groups.shard import Shard
from klog.broker.groups.subscriptions import ResolvedRegex, SubscriptionCount, count, count_one, is_homogeneous
from klog.broker.groups.target_assignment import NO_TARGET, Target
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID, TopicId
from klog.wire.consumer_protocol import PROTOCOL_TYPE

if TYPE_CHECKING:
    from klog.wire.messages.describe_groups import DescribedGroup


class ConsumerGroupState(enum.Enum):
    """As ConsumerGroupDescribe and ListGroups write them."""

    EMPTY = "Empty"
    ASSIGNING = "Assigning"
    RECONCILING = "Reconciling"
    STABLE = "Stable"


#: Told group, member id and timer when a member is late.
Late = Callable[["ConsumerGroup", str, Timer], Any]


class ConsumerGroup(Group):
    """See the module.

    :ivar members: by id, in the order in which they came.
    :ivar static_members: member ids by instance id.
    :ivar target: what each member shall have.
    :ivar subscribed_topics: how often each topic is asked for.
    :ivar subscribed_regexes: how many members ask for each regular expression.
    :ivar resolved_regexes: what they matched last.
    :ivar metadata_version: the version of the cluster's topics that `metadata_hash` was last compared with; -1: none.
    :ivar has_partition_metadata: Kafka before 4.1 left a record that must be taken back.
    """

    __slots__ = (
        "_late",
        "_state",
        "assignment_epoch",
        "assignment_timestamp_ms",
        "classic_members",
        "classic_protocols",
        "group_epoch",
        "has_partition_metadata",
        "members",
        "metadata_hash",
        "metadata_version",
        "partition_epochs",
        "resolved_regexes",
        "server_assignors",
        "static_members",
        "subscribed_regexes",
        "subscribed_topics",
        "target",
        "timers",
    )

    kind = GroupKind.CONSUMER
    shard: Shard

    def __init__(self, group_id: str, shard: Shard, late: Late) -> None:
        super().__init__(group_id, shard)
        self._late = late
        self._state: ConsumerGroupState | None = None
        self.group_epoch = 1
        self.assignment_epoch = 1
        self.assignment_timestamp_ms = 0
        self.metadata_hash = 0
        self.metadata_version = -1
        self.members: dict[str, ConsumerMember] = {}
        self.static_members: dict[str, str] = {}
        self.server_assignors: dict[str, int] = {}
        self.classic_members = 0
        self.classic_protocols: dict[str, int] = {}
        self.partition_epochs: dict[TopicId, dict[int, int]] = {}
        self.subscribed_topics: dict[str, SubscriptionCount] = {}
        self.subscribed_regexes: dict[str, int] = {}
        self.resolved_regexes: dict[str, ResolvedRegex] = {}
        self.target: dict[str, Target] = {}
        self.has_partition_metadata = False
        self.timers = MemberTimers(shard.environment.deadlines, self._member_is_late)

    def __repr__(self) -> str:
        return f"ConsumerGroup({self.group_id!r}, {self.state.value}, epoch {self.group_epoch}, {len(self.members)} members)"

    # What others ask

    @property
    def protocol_type(self) -> str:
        """Always ``consumer``."""
        return PROTOCOL_TYPE

    @property
    def state(self) -> ConsumerGroupState:
        """See the module."""
        if self._state is None:
            self._state = self._find_state()
        return self._state

    def _find_state(self) -> ConsumerGroupState:
        if not self.members:
            return ConsumerGroupState.EMPTY
        if self.group_epoch > self.assignment_epoch:
            return ConsumerGroupState.ASSIGNING
        if all(member.is_reconciled_to(self.assignment_epoch) for member in self.members.values()):
            return ConsumerGroupState.STABLE
        return ConsumerGroupState.RECONCILING

    @property
    def state_name(self) -> str:
        """The state's name."""
        return self.state.value

    @property
    def is_empty(self) -> bool:
        """Whether it has no members."""
        return not self.members

    @property
    def is_homogeneous(self) -> bool:
        """Whether all members have the same subscription."""
        return is_homogeneous(self.subscribed_regexes, self.subscribed_topics, len(self.members))

    def is_subscribed_to(self, topic: str) -> bool:
        """By name or by a regular expression."""
        return topic in self.subscribed_topics

    def member(self, member_id: str) -> ConsumerMember:
        """The member. Raises KlogError(UNKNOWN_MEMBER_ID)."""
        member = self.members.get(member_id)
        if member is None:
            raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID, f"Member {member_id} is not a member of group {self.group_id}.")
        return member

    def static_member(self, instance_id: str | None) -> ConsumerMember | None:
        """The member that has this instance id, if any."""
        member_id = None if instance_id is None else self.static_members.get(instance_id)
        return None if member_id is None else self.members.get(member_id)

    def target_of(self, member_id: str | None) -> Target:
        """What a member shall have; nothing for one that is not there."""
        return NO_TARGET if member_id is None else self.target.get(member_id, NO_TARGET)

    def partition_epoch(self, topic_id: TopicId, partition: int) -> int:
        """The epoch of the member that has a partition; -1 where nobody has it."""
        partitions = self.partition_epochs.get(topic_id)
        return -1 if partitions is None else partitions.get(partition, -1)

    def preferred_assignor(self, known: Collection[str], old: ConsumerMember | None = None, new: ConsumerMember | None = None) -> str:
        """The assignor that most members ask for, once `new` has taken the place of `old`; ties and silence fall to the first of
        `known`."""
        counts = dict(self.server_assignors)
        count_one(counts, None if old is None else old.server_assignor, -1)
        count_one(counts, None if new is None else new.server_assignor, 1)
        return max(known, key=lambda name: counts.get(name, 0))

    def waits_for_partitions(self, member: ConsumerMember) -> bool:
        """Whether something that `member` shall have is still with somebody else."""
        if member.state is not MemberState.UNRELEASED_PARTITIONS:
            return False
        nothing: Mapping[int, int] = {}
        return any(
            partition not in member.assigned.get(topic_id, nothing) and self.partition_epoch(topic_id, partition) != -1
            for topic_id, partitions in self.target_of(member.member_id).items()
            for partition in partitions
        )

    def supports_classic(self, protocol_type: str, protocols: Collection[str]) -> bool:
        """Whether a classic member with these protocols shares one with all classic members here."""
        if protocol_type != PROTOCOL_TYPE:
            return False
        if self.is_empty:
            return bool(protocols)
        return any(self.classic_protocols.get(name, 0) == self.classic_members for name in protocols)

    def is_classic_without(self, member_ids: Collection[str]) -> bool:
        """Whether all members but these speak the classic protocol."""
        leaving = sum(1 for member_id in member_ids if self.members[member_id].classic is not None)
        return self.classic_members - leaving == len(self.members) - len(member_ids)

    # Committed offsets

    def check_commit(
        self, member_id: str, instance_id: str | None, generation: int, *, is_transactional: bool = False, api_version: int
    ) -> CommitCheck | None:
        """See `Group.check_commit`. An epoch that is behind is taken for partitions that the member has had since that epoch."""
        if generation < 0 and not self.members:
            return None
        if is_transactional and generation == -1 and not member_id and instance_id is None:
            return None
        member = self.member(member_id)
        if not is_transactional and member.classic is None and api_version < 9:
            raise KlogError(
                ErrorCode.UNSUPPORTED_VERSION, "OffsetCommit version 9 or above must be used by members using the consumer group protocol"
            )
        if generation == member.member_epoch:
            return None
        if generation > member.member_epoch:
            raise _stale(member, generation, f"is newer than current member epoch {member.member_epoch}.")

        def check(topic: str, topic_id: bytes, partition: int) -> None:
            if topic_id == NO_TOPIC_ID:
                # TxnOffsetCommit has names only.
                found = self.shard.environment.coordination.topics().get(topic)
                topic_id = NO_TOPIC_ID if found is None else found.topic_id
            since = member.commit_epoch(topic_id, partition)
            if since is None:
                code = ErrorCode.STALE_MEMBER_EPOCH if member.classic is None else ErrorCode.ILLEGAL_GENERATION
                raise KlogError(code, f"Partition {topic}-{partition} is not assigned or pending revocation for member.")
            if generation < since:
                raise _stale(member, generation, f"is older than assignment epoch {since} for partition {topic}-{partition}.")

        return check

    def check_fetch(self, member_id: str | None, member_epoch: int) -> None:
        """See `Group.check_fetch`."""
        if member_id is None and member_epoch < 0:
            return
        member = self.member(member_id or "")
        if member_epoch != member.member_epoch:
            said = "generation id" if member.classic is not None else "member epoch"
            raise KlogError(
                ErrorCode.STALE_MEMBER_EPOCH if member.classic is None else ErrorCode.ILLEGAL_GENERATION,
                f"The received {said} {member_epoch} does not match the expected member epoch {member.member_epoch}.",
            )

    def check_offset_delete(self) -> None:
        """Always permitted; topics that are subscribed to are refused one by one."""

    def check_delete(self) -> None:
        """NON_EMPTY_GROUP where it has members."""
        if self.members:
            raise KlogError(ErrorCode.NON_EMPTY_GROUP)

    def offsets_expire_from_ms(self, commit_ms: int) -> int | None:
        """From their commit on."""
        return commit_ms

    def describe(self, version: int) -> DescribedGroup:
        """DescribeGroups knows classic groups only."""
        raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {self.group_id} is not a classic group.")

    def tombstones(self) -> Sequence[CoordinatorRecord]:
        """What takes it out of the log."""
        return self.tombstones_of({member_id: member_id for member_id in self.members})

    def tombstones_of(self, ids: Mapping[str, str]) -> list[CoordinatorRecord]:
        """The same where members stand in the log under other ids than here (the values of `ids`)."""
        group_id = self.group_id
        return [
            *(records.no_current(group_id, member_id) for member_id in ids.values()),
            *(records.no_target(group_id, member_id) for member_id in ids.values()),
            records.no_target_epoch(group_id),
            *(records.no_member_metadata(group_id, member_id) for member_id in ids.values()),
            *(records.no_regex(group_id, pattern) for pattern in self.resolved_regexes),
            records.no_partition_metadata(group_id),
            records.no_group(group_id),
        ]

    def whole(self) -> list[CoordinatorRecord]:
        """All records that make it what it is (``createConsumerGroupRecords``)."""
        group_id = self.group_id
        members = self.members.values()
        return [
            *(records.member_metadata(group_id, member) for member in members),
            records.group_epoch(group_id, self.group_epoch, self.metadata_hash),
            *(records.target(group_id, member.member_id, self.target_of(member.member_id)) for member in members),
            records.target_epoch(group_id, self.assignment_epoch, self.assignment_timestamp_ms),
            *(records.current(group_id, member) for member in members),
        ]

    # Subscriptions as they are going to be

    def regexes_after(self, old: ConsumerMember | None, new: ConsumerMember | None) -> dict[str, int]:
        """How many members ask for each regular expression once `new` has taken the place of `old`."""
        counts = dict(self.subscribed_regexes)
        old_regex = None if old is None else old.regex
        new_regex = None if new is None else new.regex
        if old_regex != new_regex:
            count_one(counts, old_regex, -1)
            count_one(counts, new_regex, 1)
        return counts

    def topics_after(self, old: ConsumerMember, new: ConsumerMember) -> dict[str, SubscriptionCount]:
        """How often each topic is asked for once `new` has taken the place of `old`."""
        counts = dict(self.subscribed_topics)
        count(counts, old.subscribed_names, names=-1)
        count(counts, new.subscribed_names, names=1)
        if old.regex is not None and old.regex != new.regex and self.subscribed_regexes.get(old.regex) == 1:
            self._drop_regex(counts, old.regex)
        return counts

    def topics_without(self, gone: Collection[ConsumerMember], regexes: Collection[str]) -> dict[str, SubscriptionCount]:
        """How often each topic is asked for once these members and these regular expressions are gone."""
        counts = dict(self.subscribed_topics)
        for member in gone:
            count(counts, member.subscribed_names, names=-1)
        for pattern in regexes:
            self._drop_regex(counts, pattern)
        return counts

    def _drop_regex(self, counts: dict[str, SubscriptionCount], pattern: str) -> None:
        resolved = self.resolved_regexes.get(pattern)
        if resolved is not None:
            count(counts, resolved.topics, regexes=-1)

    # What records say

    def set_epoch(self, epoch: int, metadata_hash: int) -> None:
        """The group is in `epoch`."""
        self.group_epoch = epoch
        self.metadata_hash = metadata_hash
        self._state = None

    def set_assignment_epoch(self, epoch: int, timestamp_ms: int) -> None:
        """The target is the one of `epoch`; -1: there is none."""
        self.assignment_epoch = epoch
        self.assignment_timestamp_ms = timestamp_ms
        self._state = None

    def set_target(self, member_id: str, target: Target | None) -> None:
        """What a member shall have; None takes it back."""
        if target is None:
            self.target.pop(member_id, None)
        else:
            self.target[member_id] = target

    def update_member(self, new: ConsumerMember) -> None:
        """A member is new, or other than it was."""
        old = self.members.get(new.member_id)
        self.members[new.member_id] = new
        self._count(old, new)
        if new.instance_id is not None:
            self.static_members[new.instance_id] = new.member_id
        if old is not None:
            self._free(old)
        self._take(new)

    def remove_member(self, member_id: str) -> None:
        """A member is gone."""
        old = self.members.pop(member_id, None)
        if old is None:
            return
        self._count(old, None)
        if old.instance_id is not None and self.static_members.get(old.instance_id) == member_id:
            del self.static_members[old.instance_id]
        self._free(old)
        self.timers.forget(member_id)

    def set_resolved(self, pattern: str, resolved: ResolvedRegex | None) -> None:
        """What a regular expression matches; None: nobody asks for it any more."""
        old = self.resolved_regexes.pop(pattern, None)
        if old is not None:
            count(self.subscribed_topics, old.topics, regexes=-1)
        if resolved is not None:
            self.resolved_regexes[pattern] = resolved
            count(self.subscribed_topics, resolved.topics, regexes=1)

    def _count(self, old: ConsumerMember | None, new: ConsumerMember | None) -> None:
        self._state = None
        for member, step in ((old, -1), (new, 1)):
            if member is None:
                continue
            count(self.subscribed_topics, member.subscribed_names, names=step)
            count_one(self.subscribed_regexes, member.regex, step)
            count_one(self.server_assignors, member.server_assignor, step)
            if member.classic is not None:
                self.classic_members += step
                for name, _ in member.classic.protocols:
                    count_one(self.classic_protocols, name, step)

    def _free(self, member: ConsumerMember) -> None:
        for owned in (member.assigned, member.pending_revocation):
            for topic_id, partitions in owned.items():
                epochs = self.partition_epochs.get(topic_id)
                if epochs is None:
                    continue
                for partition in partitions:
                    # Another epoch is that of a new owner, whose record was read first.
                    if epochs.get(partition) == member.member_epoch:
                        del epochs[partition]
                if not epochs:
                    del self.partition_epochs[topic_id]

    def _take(self, member: ConsumerMember) -> None:
        for owned in (member.assigned, member.pending_revocation):
            for topic_id, partitions in owned.items():
                epochs = self.partition_epochs.setdefault(topic_id, {})
                if not epochs:
                    epochs.update(dict.fromkeys(partitions, member.member_epoch))
                for partition in partitions:
                    if epochs.setdefault(partition, member.member_epoch) < member.member_epoch:
                        epochs[partition] = member.member_epoch
                if not epochs:
                    del self.partition_epochs[topic_id]

    # What happens to it

    def loaded(self) -> None:
        """Sessions begin; who has to give partitions back has its whole time again."""
        # A compacted log may have told of owners in another order than they took place.
        self.partition_epochs.clear()
        silent_ms = GroupConfigs(self.shard.environment).session_timeout_ms(self.group_id)
        for member in self.members.values():
            self._take(member)
            session_ms = silent_ms if member.classic is None else member.classic.session_timeout_ms
            self.timers.start(Timer.SESSION, member.member_id, session_ms)
            if member.state is MemberState.UNREVOKED_PARTITIONS and member.classic is None:
                self.timers.start(Timer.REBALANCE, member.member_id, member.rebalance_timeout_ms)

    def forget(self) -> None:
        """Stop the timers of all members."""
        self.timers.close()

    def _member_is_late(self, member_id: str, timer: Timer) -> None:
        self._late(self, member_id, timer)

    def owners(self) -> dict[tuple[TopicId, int], list[str]]:
        """Members by the partitions that they have or have to give back; one each, if all is well."""
        result: dict[tuple[TopicId, int], list[str]] = {}
        for member in self.members.values():
            for owned in (member.assigned, member.pending_revocation):
                _note(result, owned, member.member_id)
        return result


def _note(result: dict[tuple[TopicId, int], list[str]], owned: Assigned, member_id: str) -> None:
    for topic_id, partitions in owned.items():
        for partition in partitions:
            result.setdefault((topic_id, partition), []).append(member_id)


def _stale(member: ConsumerMember, generation: int, sentence: str) -> KlogError:
    if member.classic is not None:
        return KlogError(ErrorCode.ILLEGAL_GENERATION, f"Received generation id {generation} {sentence}")
    return KlogError(ErrorCode.STALE_MEMBER_EPOCH, f"Received member epoch {generation} {sentence}")
