"""What a request does to a consumer group, in steps that both protocols share (``GroupMetadataManager.consumerGroupHeartbeat`` and
``classicGroupJoinToConsumerGroup``).

::

    what the member said   →  is it new? a record
    subscriptions, topics  →  have they changed? the group epoch rises
    target assignment      →  behind the group epoch? computed anew
    the member             →  one step towards its target

Steps look at the group as it is in memory and collect records in a `Change`; memory changes when these are written, and only what is
neither in the log nor worth it (timers, who waits) is done around that by `Change.before` and `Change.after`.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Collection, Mapping

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.groups.assignors.contract import Assignor
from klog.broker.groups.consumer import records as consumer_records
from klog.broker.groups.consumer.group import ConsumerGroup
from klog.broker.groups.consumer.member import ConsumerMember, Partitions
from klog.broker.groups.group import GroupEnvironment
from klog.broker.groups.group_configs import GroupConfigs
from klog.broker.groups.reconciliation import ReconciliationContext, reconcile
from klog.broker.groups.regexes import compile_pattern
from klog.broker.groups.shard import Shard
from klog.broker.groups.subscriptions import UNRESOLVED, count, count_one, existing_ids, is_homogeneous, subscribed_names
from klog.broker.groups.target_assignment import Target, TargetInput, compute_target
from klog.broker.groups.topic_image import TopicImage
from klog.broker.handler import RequestContext
from klog.errors import ErrorCode, KlogError

#: Regular expressions of a group are resolved again no sooner than this after the last time.
REGEX_MIN_INTERVAL_MS = 10_000


@dataclasses.dataclass(slots=True)
class Change:
    """What is going to be written to a shard's log.

    :ivar apply: False where `after` puts memory in order itself.
    :ivar sees: which topics its member may know of, where a regular expression is to be resolved for it.
    """

    shard: Shard
    records: list[CoordinatorRecord] = dataclasses.field(default_factory=list)
    before: list[Callable[[], None]] = dataclasses.field(default_factory=list)
    after: list[Callable[[], None]] = dataclasses.field(default_factory=list)
    apply: bool = True
    sees: Callable[[str], bool] = lambda topic: True

    @classmethod
    def asked_for(cls, shard: Shard, context: RequestContext) -> Change:
        """By a member's request: what it may not describe it does not find (``filterTopicDescribeAuthorizedTopics``)."""
        return cls(shard, sees=lambda topic: context.would(AclOperation.DESCRIBE, AclResourceType.TOPIC, topic))

    def commit(self) -> Deferred[None] | None:
        """Write and apply. Raises KlogError with nothing changed; returns as `Shard.write`."""
        for act in self.before:
            act()
        acknowledged = self.shard.write(self.records, apply=self.apply)
        for act in self.after:
            act()
        return acknowledged


class RegexChange(enum.Enum):
    """What has become of a member's regular expression."""

    NONE = "none"
    #: It has another one, whose topics are not known yet.
    UPDATED = "updated"
    #: It has another one, or none any more, and what that means is known.
    RESOLVED = "resolved"


@dataclasses.dataclass(slots=True)
class Subscribed:
    """After the first two steps: the epoch that the group is going to have."""

    epoch: int
    homogeneous: bool
    changed: bool


class MemberUpdates:
    """The steps; see the module.

    :param resolve: begins to resolve regular expressions of a group; called once the change is written.
    :param resolving: group ids that are being resolved.
    """

    def __init__(
        self,
        environment: GroupEnvironment,
        assignors: Mapping[str, Assignor],
        image: TopicImage,
        resolve: Callable[[Shard, str, Collection[str], Callable[[str], bool]], None],
        resolving: Collection[str],
    ) -> None:
        self._environment = environment
        self._configs = GroupConfigs(environment)
        self._assignors = assignors
        self._image = image
        self._resolve = resolve
        self._resolving = resolving

    # 1. The member, and what the group is subscribed to

    def subscribe(
        self, change: Change, group: ConsumerGroup, member: ConsumerMember, updated: ConsumerMember, *, classic: bool = False
    ) -> Subscribed:
        """Note what the member said, and whether the group epoch rises by it, or by a change of topics.

        :raises KlogError: INVALID_REGULAR_EXPRESSION.
        """
        names_changed = False
        if updated is not member and updated != member:
            change.records.append(consumer_records.member_metadata(group.group_id, updated))
            names_changed = updated.subscribed_names != member.subscribed_names
        regex = self._update_regex(change, group, member, updated)
        changed = names_changed or regex is not RegexChange.NONE
        # A new expression that is not resolved yet bumps the epoch when it is; classic members' have none, only take one away.
        bump = changed if classic else names_changed or regex is RegexChange.RESOLVED
        if not bump and group.metadata_version == self._image.version:
            # Kafka counts without a member that is new here and wants nothing, or nothing that is known yet; where an assignment is due,
            # that one would be given partitions that it never takes.
            behind = group.assignment_epoch < group.group_epoch
            return Subscribed(group.group_epoch, _is_homogeneous_with(group, member, updated) if behind else True, changed)
        topics = group.topics_after(member, updated)
        metadata_hash = self._image.hash_of(topics)
        epoch = group.group_epoch
        if bump or metadata_hash != group.metadata_hash:
            epoch += 1
            change.records.append(consumer_records.group_epoch(group.group_id, epoch, metadata_hash))
        self.note_version(change, group.group_id)
        if group.has_partition_metadata:
            change.records.append(consumer_records.no_partition_metadata(group.group_id))
        return Subscribed(epoch, _is_homogeneous_with(group, member, updated), changed)

    def note_version(self, change: Change, group_id: str) -> None:
        """The group's fingerprint is that of the topics as they are now, once `change` is written."""
        version = self._image.version

        def note() -> None:
            group = change.shard.groups.get(group_id)
            if isinstance(group, ConsumerGroup):
                group.metadata_version = version

        change.after.append(note)

    def _update_regex(self, change: Change, group: ConsumerGroup, member: ConsumerMember, updated: ConsumerMember) -> RegexChange:
        old, new = member.regex, updated.regex
        if old is None and new is None and not group.subscribed_regexes:
            return RegexChange.NONE
        result = RegexChange.NONE
        refresh = False
        if old != new:
            result = RegexChange.UPDATED
            if old is not None and group.subscribed_regexes.get(old) == 1:
                change.records.append(consumer_records.no_regex(group.group_id, old))
            if new is None:
                result = RegexChange.RESOLVED
            elif new not in group.subscribed_regexes:
                compile_pattern(new)
                refresh = True
            elif new in group.resolved_regexes:
                result = RegexChange.RESOLVED
        wanted = dict(group.subscribed_regexes)
        count_one(wanted, old, -1)
        count_one(wanted, new, 1)
        if wanted and group.group_id not in self._resolving and self._is_due(group, wanted, refresh=refresh):
            change.after.append(lambda: self._resolve(change.shard, group.group_id, tuple(wanted), change.sees))
        return result

    def _is_due(self, group: ConsumerGroup, wanted: Collection[str], *, refresh: bool) -> bool:
        """Whether the group's regular expressions are to be resolved (again)."""
        last = next(iter(group.resolved_regexes.values()), None)
        if last is None:
            return True
        passed_ms = self._environment.now_ms() - last.timestamp_ms
        if passed_ms <= REGEX_MIN_INTERVAL_MS:
            return False
        return (
            refresh
            or len(wanted) != len(group.resolved_regexes)
            or last.version < self._image.version
            or passed_ms > self._environment.settings.consumer_regex_refresh_interval_ms
        )

    def resolved(self, group: ConsumerGroup, matched: Mapping[str, frozenset[str]], version: int, timestamp_ms: int) -> Change:
        """What follows from what regular expressions have turned out to match (``handleRegularExpressionsResult``)."""
        change = Change(group.shard)
        topics = dict(group.subscribed_topics)
        bump = False
        for pattern, names in matched.items():
            if pattern not in group.subscribed_regexes:
                continue
            before = group.resolved_regexes.get(pattern, UNRESOLVED).topics
            if before != names:
                bump = True
                count(topics, before, regexes=-1)
                count(topics, names, regexes=1)
            change.records.append(consumer_records.regex(group.group_id, pattern, names, version, timestamp_ms))
        metadata_hash = self._image.hash_of(topics)
        if bump or metadata_hash != group.metadata_hash:
            change.records.append(consumer_records.group_epoch(group.group_id, group.group_epoch + 1, metadata_hash))
            self.note_version(change, group.group_id)
        return change

    # 2. The target

    def retarget(
        self, change: Change, group: ConsumerGroup, member: ConsumerMember, updated: ConsumerMember, subscribed: Subscribed
    ) -> tuple[int, Target]:
        """The epoch of the target assignment, and the member's part in it: computed anew where the group epoch is ahead of it, but not more
        often than ``group.consumer.assignment.interval.ms``.

        :raises KlogError: UNKNOWN_SERVER_ERROR where the assignor failed.
        """
        replaced_id = None
        if updated.instance_id is not None:
            replaced_id = group.static_members.get(updated.instance_id)
        if group.assignment_epoch >= subscribed.epoch or not self._may_assign(group):
            of = updated.member_id if updated.instance_id is None else replaced_id
            return group.assignment_epoch, group.target_of(of)
        name = group.preferred_assignor(self._assignors, member, updated)
        given = TargetInput(
            group.group_id,
            subscribed.epoch,
            group.members,
            updated,
            replaced_id if replaced_id != updated.member_id else None,
            group.target,
            group.resolved_regexes,
            subscribed.homogeneous,
            self._image.topics,
        )
        try:
            targets, records = compute_target(given, self._assignors[name], self._environment.now_ms())
        except KlogError as error:
            raise KlogError(
                ErrorCode.UNKNOWN_SERVER_ERROR, f"Failed to compute a new target assignment for epoch {subscribed.epoch}: {error.message}"
            ) from error
        change.records += records
        return subscribed.epoch, targets.get(updated.member_id, {})

    def _may_assign(self, group: ConsumerGroup) -> bool:
        interval_ms = self._configs.assignment_interval_ms(group.group_id)
        if group.assignment_timestamp_ms == 0 or interval_ms == 0:
            return True
        return self._environment.now_ms() >= group.assignment_timestamp_ms + interval_ms

    # 3. The member

    def reconcile(
        self,
        change: Change,
        group: ConsumerGroup,
        member: ConsumerMember,
        target: tuple[int, Target],
        owned: Partitions | None,
        *,
        subscription_changed: bool,
    ) -> ConsumerMember:
        """One step towards the target. Raises KlogError(FENCED_MEMBER_EPOCH) where nobody knows what the member's state means."""
        target_epoch, partitions = target
        if not subscription_changed and member.is_reconciled_to(target_epoch):
            return member
        context = ReconciliationContext(
            target_epoch,
            partitions,
            group.partition_epoch,
            existing_ids(subscribed_names(member, group.resolved_regexes), self._image.topics),
            subscription_changed,
            owned,
        )
        updated = reconcile(member, context)
        if updated == member:
            return member
        change.records.append(consumer_records.current(group.group_id, updated))
        return updated

    # Members go

    def remove(self, change: Change, group: ConsumerGroup, member_ids: Collection[str]) -> None:
        """Members go, and the others get what they had (``consumerGroupFenceMembers``)."""
        gone = [group.members[member_id] for member_id in member_ids]
        for member_id in member_ids:
            change.records += consumer_records.no_member(group.group_id, member_id)
        counts: dict[str, int] = {}
        for member in gone:
            count_one(counts, member.regex, 1)
        regexes = [pattern for pattern, number in counts.items() if group.subscribed_regexes.get(pattern) == number]
        change.records += [consumer_records.no_regex(group.group_id, pattern) for pattern in regexes]
        metadata_hash = self._image.hash_of(group.topics_without(gone, regexes))
        change.records.append(consumer_records.group_epoch(group.group_id, group.group_epoch + 1, metadata_hash))

    def replace(self, change: Change, group: ConsumerGroup, old: ConsumerMember, member_id: str) -> ConsumerMember:
        """A static member is back under another id: it takes over all that the one before had."""
        new = dataclasses.replace(old, member_id=member_id, member_epoch=0, previous_member_epoch=0)
        change.records += consumer_records.no_member(group.group_id, old.member_id)
        change.records += [
            consumer_records.member_metadata(group.group_id, new),
            consumer_records.target(group.group_id, member_id, group.target_of(old.member_id)),
            consumer_records.current(group.group_id, new),
        ]
        return new


def _is_homogeneous_with(group: ConsumerGroup, member: ConsumerMember, updated: ConsumerMember) -> bool:
    """Whether all want the same, once `updated` has taken the place of `member`."""
    size = len(group.members)
    if updated.member_id not in group.members and updated.instance_id not in group.static_members:
        size += 1
    return is_homogeneous(group.regexes_after(member, updated), group.topics_after(member, updated), size)
