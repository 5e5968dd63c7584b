"""Groups that go over from one protocol to the other while they work, and classic members in consumer groups (KIP-848, "online migration").

::

    classic group    ── a member joins by ConsumerGroupHeartbeat ──►  consumer group: everybody keeps what he has; classic members
                                                                      are asked to join again, one rebalance for each
    consumer group   ── the last member of the new protocol goes ──►  classic group with the rest, which rebalances
                     ── it is static, and comes back as classic ──►   classic group, without a rebalance where nothing has changed

Which of these may be is ``group.consumer.migration.policy``; a group without members goes over in any case. Both take one batch: the
tombstones of what was, and the records of what is.

A classic member in a consumer group never sees the others. It joins and is answered at once, with its member epoch as the generation;
SyncGroup gives it its assignment. Where it must do something for its reconciliation (give partitions back, fetch a newer assignment) its
heartbeat is answered with REBALANCE_IN_PROGRESS, and it joins again.

Source: ``GroupMetadataManager``: convertToConsumerGroup, convertToClassicGroup, validateOnlineUpgrade, validateOnlineDowngrade…,
classicGroup{Join,Sync,Heartbeat,Leave}ToConsumerGroup.
"""

from __future__ import annotations

import base64
import dataclasses
from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from klog.broker.coordinators.shard import when_acknowledged
from klog.broker.groups.classic.decisions import ID_REQUIRED_VERSION, first_of_each, rebalance_timeout_ms_of
from klog.broker.groups.classic.group import ClassicGroup
from klog.broker.groups.classic.states import ClassicState
from klog.broker.groups.consumer.group import ConsumerGroup, Late
from klog.broker.groups.consumer.heartbeat_checks import check_not_replaced, check_room, known_static
from klog.broker.groups.consumer.member import ClassicMetadata, ConsumerMember, MemberState, client_host_of, gathered, without_epochs
from klog.broker.groups.consumer.member_updates import Change, MemberUpdates
from klog.broker.groups.group import GroupEnvironment
from klog.broker.groups.group_settings import GroupSettings
from klog.broker.groups.member_timers import Timer
from klog.broker.groups.topic_image import TopicImage
from klog.broker.handler import RequestContext
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId
from klog.wire.consumer_protocol import (
    PROTOCOL_TYPE,
    ConsumerProtocolAssignment,
    ConsumerProtocolSubscription,
    TopicPartition,
    decode_assignment,
    decode_subscription,
    encode_assignment,
    protocol_version,
)
from klog.wire.group_records import GroupMetadataValue
from klog.wire.messages.heartbeat import HeartbeatRequest, HeartbeatResponse
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupResponse
from klog.wire.messages.leave_group import LeaveGroupRequest, LeaveGroupResponse, MemberIdentity, MemberResponse
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupResponse
from klog.wire.primitives import WireError

#: Values of ``group.consumer.migration.policy``; any other is none.
_UPGRADES = frozenset({"bidirectional", "upgrade"})
_DOWNGRADES = frozenset({"bidirectional", "downgrade"})


def new_member_id(environment: GroupEnvironment) -> str:
    """A random id as Kafka makes them: 22 characters of URL-safe base64, the first not a dash."""
    while True:
        text = base64.urlsafe_b64encode(environment.random.getrandbits(128).to_bytes(16, "big"))[:22].decode("ascii")
        if not text.startswith("-"):
            return text


class Migration:
    """See the module."""

    _log = Logger()

    def __init__(self, environment: GroupEnvironment, work: MemberUpdates, image: TopicImage) -> None:
        self._environment = environment
        self._work = work
        self._image = image

    @property
    def _settings(self) -> GroupSettings:
        """The settings of groups as they are now."""
        return self._environment.settings

    # Classic to consumer

    def group_for(self, change: Change, group_id: str, *, create: bool, late: Late) -> ConsumerGroup:
        """The group that a heartbeat is for. Where it is not there yet, or still a classic group, a picture of what it is going to be;
        `change` has the records.

        :param create: whether the member joins.
        :raises KlogError: GROUP_ID_NOT_FOUND.
        """
        group = change.shard.groups.get(group_id)
        if isinstance(group, ConsumerGroup):
            return group
        if group is None:
            if create:
                return ConsumerGroup(group_id, change.shard, late)
            raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Consumer group {group_id} not found.")
        if create and group.is_empty:
            change.records += group.tombstones()
            return ConsumerGroup(group_id, change.shard, late)
        if create and isinstance(group, ClassicGroup):
            self._check_upgrade(group)
            return self._upgraded(change, group, late)
        raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} is not a consumer group.")

    def _check_upgrade(self, group: ClassicGroup) -> None:
        if self._settings.consumer_migration_policy not in _UPGRADES:
            why = "online upgrade is disabled"
        elif group.protocol_type != PROTOCOL_TYPE:
            why = "the group does not use the consumer embedded protocol"
        elif len(group.membership) > self._settings.consumer_max_size:
            why = "the group size exceeds the consumer group maximum size"
        else:
            return
        raise _no_upgrade(group, f" because {why}.")

    def _upgraded(self, change: Change, classic: ClassicGroup, late: Late) -> ConsumerGroup:
        """The same group with the same assignment, in the new protocol (``ConsumerGroup.fromClassicGroup``)."""
        group = ConsumerGroup(classic.group_id, change.shard, late)
        generation = classic.generation
        for member in classic.membership.members.values():
            try:
                assigned = self._assigned(classic, member.assignment)
                metadata = member.protocols.get(classic.protocol_name or "")
                if metadata is None:
                    # It waits for its first generation, or came with other protocols than the last one had.
                    metadata = next(iter(member.protocols.values()), b"")
                subscription = decode_subscription(metadata)
            except WireError as error:
                self._log.warn("group {group}: member {member}: {error}", group=classic.group_id, member=member.member_id, error=error)
                raise _no_upgrade(classic, " because the embedded consumer protocol is malformed.") from None
            group.set_target(member.member_id, assigned)
            group.update_member(
                ConsumerMember(
                    member.member_id,
                    member_epoch=generation,
                    previous_member_epoch=generation,
                    instance_id=member.instance_id,
                    rack_id=subscription.rack_id or None,
                    rebalance_timeout_ms=member.rebalance_timeout_ms,
                    client_id=member.client_id,
                    client_host=member.client_host,
                    subscribed_names=frozenset(subscription.topics),
                    assigned={topic_id: dict.fromkeys(partitions, generation) for topic_id, partitions in assigned.items()},
                    classic=ClassicMetadata(member.session_timeout_ms, tuple(member.protocols.items())),
                )
            )
        if any(len(owners) > 1 for owners in group.owners().values()):
            raise KlogError(
                ErrorCode.UNKNOWN_SERVER_ERROR,
                f"Cannot upgrade classic group {group.group_id}: its leader gave a partition to two members.",
            )
        # Where a rebalance was under way somebody had to get something: without a fingerprint the next heartbeat begins a new epoch, which
        # does that. Kafka forgets it, and what a member had left behind stays with nobody until something else changes.
        settled = classic.state is ClassicState.STABLE
        group.set_epoch(generation, self._image.hash_of(group.subscribed_topics) if settled else 0)
        group.set_assignment_epoch(generation, 0)
        change.records += [*classic.tombstones(), *group.whole()]

        def dismiss() -> None:
            """Whoever waits for the end of a rebalance joins again."""
            again = ErrorCode.REBALANCE_IN_PROGRESS
            for member in list(classic.membership.members.values()):
                classic.membership.answer_join(member, JoinGroupResponse(error_code=again, member_id=member.member_id))
                member.answer_sync(SyncGroupResponse(error_code=again))

        def begin_sessions() -> None:
            present = change.shard.groups.get(group.group_id)
            if isinstance(present, ConsumerGroup):
                for member in present.members.values():
                    if member.classic is not None:
                        present.timers.start(Timer.SESSION, member.member_id, member.classic.session_timeout_ms)

        change.before.append(dismiss)
        change.after.append(begin_sessions)
        return group

    def _assigned(self, classic: ClassicGroup, data: bytes) -> dict[TopicId, frozenset[int]]:
        """Partitions out of an assignment that a leader made; of topics that exist."""
        if not data:
            return {}
        assignment = decode_assignment(data)
        if assignment.user_data:
            raise _no_upgrade(
                classic,
                " because an unsupported custom assignor is in use. Please refer to the documentation or switch to a default assignor"
                " before re-attempting the upgrade.",
            )
        return self._by_id(assignment.assigned_partitions)

    def _by_id(self, named: Iterable[TopicPartition]) -> dict[TopicId, frozenset[int]]:
        topics = self._image.topics
        return gathered((topic.topic_id, entry.partitions) for entry in named if (topic := topics.get(entry.topic)) is not None)

    # Consumer to classic

    def without(self, group: ConsumerGroup, member_ids: Collection[str]) -> Change:
        """Members go; where only classic ones are left, the group becomes one (``consumerGroupFenceMembers``)."""
        change = Change(group.shard)
        if not member_ids:
            return change
        if self._may_downgrade_without(group, member_ids):
            try:
                self._downgrade(change, group, set(member_ids), None, "the last member of the consumer protocol has left")
            except WireError as error:
                self._log.warn("group {group} stays a consumer group: {error}", group=group.group_id, error=error)
                change = Change(group.shard)
            else:
                return change
        self._work.remove(change, group, member_ids)
        return change

    def _may_downgrade_without(self, group: ConsumerGroup, member_ids: Collection[str]) -> bool:
        left = len(group.members) - len(member_ids)
        return (
            0 < left <= self._settings.max_size
            and self._settings.consumer_migration_policy in _DOWNGRADES
            and group.is_classic_without(member_ids)
        )

    def _may_downgrade_with(self, group: ConsumerGroup, replaced: ConsumerMember) -> bool:
        """Where a classic member takes the place of the static member `replaced`."""
        return (
            replaced.classic is None
            and group.classic_members == len(group.members) - 1
            and len(group.members) <= self._settings.max_size
            and self._settings.consumer_migration_policy in _DOWNGRADES
        )

    def _downgrade(
        self, change: Change, group: ConsumerGroup, leaving: AbstractSet[str], joining: ConsumerMember | None, reason: str | None
    ) -> None:
        """The same group with its target assignment, in the classic protocol (``ClassicGroup.fromConsumerGroup``).

        :param joining: takes the place of the static member with its instance id.
        :param reason: why it must rebalance; None where it need not.
        :raises WireError: a member's subscription has no version.
        """
        replaced_id = None if joining is None else group.static_members.get(joining.instance_id or "")
        # The records that put `joining` in place stand in this same batch, so that it is he who must be taken out.
        in_log = {member_id: member_id for member_id in group.members}
        if joining is not None and replaced_id is not None:
            in_log[replaced_id] = joining.member_id
        change.records += group.tombstones_of(in_log)
        classic = ClassicGroup(group.group_id, group.shard)
        staying = [member for member_id, member in group.members.items() if member_id not in leaving and member_id != replaced_id]
        for member in [*staying, *([joining] if joining is not None else [])]:
            said = member.classic
            assert said is not None
            classic.new_member(
                member.member_id,
                instance_id=member.instance_id,
                client_id=member.client_id,
                client_host=member.client_host,
                rebalance_timeout_ms=member.rebalance_timeout_ms,
                session_timeout_ms=said.session_timeout_ms,
                protocol_type=PROTOCOL_TYPE,
                protocols=dict(said.protocols),
            )
        classic.generation = group.group_epoch
        classic.state = ClassicState.STABLE
        classic.protocol_name = protocol = classic.chosen_protocol()
        classic.learn_subscription()
        for new in classic.membership.members.values():
            shown = replaced_id if joining is not None and new.member_id == joining.member_id else new.member_id
            new.assignment = self._encoded(group.target_of(shown), new.protocols[protocol])
        record = classic.as_record()
        if reason is not None and isinstance(record.value, GroupMetadataValue):
            # Only memory knows that a rebalance follows, and the record lacks what the leaving members had. After a restart in between,
            # members find another generation than theirs, and join again. (Kafka forgets the rebalance.)
            record.value.generation += 1
        change.records.append(record)
        change.apply = False

        def take_over() -> None:
            group.forget()
            group.shard.groups[group.group_id] = classic
            for member in classic.membership.members.values():
                member.keep_session()
            if reason is not None:
                classic.rebalance.prepare(reason)

        change.after.append(take_over)

    def _encoded(self, partitions: Mapping[TopicId, AbstractSet[int]], subscription: bytes) -> bytes:
        """An assignment as a leader would give it, in the version in which the member wrote its subscription. Raises WireError."""
        named = [(self._image.name_of(topic_id), numbers) for topic_id, numbers in partitions.items()]
        assignment = ConsumerProtocolAssignment(
            assigned_partitions=[TopicPartition(topic=name, partitions=sorted(numbers)) for name, numbers in named if name is not None]
        )
        return encode_assignment(assignment, protocol_version(subscription))

    # Classic members: JoinGroup

    def join(
        self, group: ConsumerGroup, context: RequestContext, request: JoinGroupRequest
    ) -> JoinGroupResponse | Deferred[JoinGroupResponse]:
        """A classic member joins a consumer group, or joins again. Raises KlogError."""
        group_id = group.group_id
        if self._settings.consumer_migration_policy not in _UPGRADES | _DOWNGRADES:
            raise KlogError(
                ErrorCode.INCONSISTENT_GROUP_PROTOCOL,
                f"Cannot join the consumer group {group_id} with the classic protocol because the group migration is disabled.",
            )
        member_id = request.member_id or new_member_id(self._environment)
        check_room(group, member_id, self._settings.consumer_max_size)
        protocols = tuple(first_of_each((protocol.name, bytes(protocol.metadata)) for protocol in request.protocols).items())
        if not protocols or not group.supports_classic(request.protocol_type, [name for name, _ in protocols]):
            raise KlogError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL, f"Member {member_id}'s protocols are not supported.")
        instance_id = request.group_instance_id
        if instance_id is None and not request.member_id and context.api_version >= ID_REQUIRED_VERSION:
            return JoinGroupResponse(error_code=ErrorCode.MEMBER_ID_REQUIRED, member_id=member_id)
        subscription = _subscription(member_id, protocols[0][1])
        rebalance_timeout_ms = rebalance_timeout_ms_of(request, context.api_version)
        change = Change.asked_for(group.shard, context)
        member = self._joining(change, group, member_id, instance_id, is_new=not request.member_id)
        present = group.static_member(instance_id)
        downgrade = present is not None and self._may_downgrade_with(group, present)
        updated = dataclasses.replace(
            member,
            instance_id=member.instance_id if instance_id is None else instance_id,
            rack_id=subscription.rack_id or member.rack_id,
            rebalance_timeout_ms=member.rebalance_timeout_ms if rebalance_timeout_ms == -1 else rebalance_timeout_ms,
            subscribed_names=frozenset(subscription.topics),
            subscribed_regex="",
            client_id=context.client_id or "",
            client_host=client_host_of(context),
            classic=ClassicMetadata(request.session_timeout_ms, protocols),
        )
        subscribed = self._work.subscribe(change, group, member, updated, classic=True)
        owned = self._by_id(subscription.owned_partitions)
        changed = subscribed.changed
        if downgrade:
            # Where the subscription is another one, a rebalance follows anyway.
            rebalances = group.assignment_epoch < subscribed.epoch
            if not rebalances:
                target = group.assignment_epoch, group.target_of(group.static_members.get(instance_id or ""))
                updated = self._work.reconcile(change, group, updated, target, owned, subscription_changed=changed)
            try:
                self._downgrade(change, group, set(), updated, "the assignment is older than the subscriptions" if rebalances else None)
            except WireError as error:
                raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Cannot downgrade the classic group {group_id}: {error}.") from None
        else:
            target = self._work.retarget(change, group, member, updated, subscribed)
            updated = self._work.reconcile(change, group, updated, target, owned, subscription_changed=changed)
        response = JoinGroupResponse(
            member_id=updated.member_id, generation_id=updated.member_epoch, protocol_type=PROTOCOL_TYPE, protocol_name=protocols[0][0]
        )
        acknowledged = change.commit()
        present_group = group.shard.groups.get(group_id)
        if isinstance(present_group, ConsumerGroup):
            timers = present_group.timers
            timers.cancel(Timer.REBALANCE, updated.member_id)
            timers.cancel(Timer.JOIN, updated.member_id)
            timers.start(Timer.SESSION, updated.member_id, request.session_timeout_ms)
            timers.start(Timer.SYNC, updated.member_id, rebalance_timeout_ms)
        return when_acknowledged(acknowledged, response)

    def _joining(self, change: Change, group: ConsumerGroup, member_id: str, instance_id: str | None, *, is_new: bool) -> ConsumerMember:
        if instance_id is None:
            return group.members.get(member_id) or ConsumerMember(member_id)
        if not is_new:
            member = known_static(group, instance_id)
            check_not_replaced(member, member_id, instance_id)
            return member
        present = group.static_member(instance_id)
        if present is None:
            return ConsumerMember(member_id)
        return self._work.replace(change, group, present, member_id)

    # Classic members: the other requests

    def sync(self, group: ConsumerGroup, request: SyncGroupRequest) -> SyncGroupResponse | Deferred[SyncGroupResponse]:
        """A classic member fetches its assignment. Raises KlogError."""
        member, said = self._classic(group, request.member_id, request.group_instance_id, request.generation_id)
        name, metadata = said.protocols[0]
        if request.protocol_type not in (None, PROTOCOL_TYPE):
            raise KlogError(
                ErrorCode.INCONSISTENT_GROUP_PROTOCOL,
                f"The protocol type {request.protocol_type} from member {member.member_id} request is not equal to the group protocol type"
                f" {PROTOCOL_TYPE}.",
            )
        if request.protocol_name not in (None, name):
            raise KlogError(
                ErrorCode.INCONSISTENT_GROUP_PROTOCOL,
                f"The protocol name {request.protocol_name} from member {member.member_id} request is not equal to the protocol name"
                f" {name} returned in the join response.",
            )
        if group.assignment_epoch > member.member_epoch and member.state is not MemberState.UNREVOKED_PARTITIONS:
            group.timers.start_if_absent(Timer.JOIN, member.member_id, member.rebalance_timeout_ms)
            raise KlogError(
                ErrorCode.REBALANCE_IN_PROGRESS,
                f"A new rebalance is triggered in group {group.group_id} and member {member.member_id} should rejoin to catch up.",
            )
        try:
            assignment = self._encoded(without_epochs(member.assigned), metadata)
        except WireError as error:
            raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"the subscription of member {member.member_id}: {error}") from None
        group.timers.cancel(Timer.SYNC, member.member_id)
        group.timers.start(Timer.SESSION, member.member_id, said.session_timeout_ms)
        response = SyncGroupResponse(protocol_type=request.protocol_type, protocol_name=request.protocol_name, assignment=assignment)
        return when_acknowledged(group.shard.write([]), response)

    def heartbeat(self, group: ConsumerGroup, request: HeartbeatRequest) -> HeartbeatResponse:
        """A classic member is alive, and hears whether it must join again. Raises KlogError."""
        member, said = self._classic(group, request.member_id, request.group_instance_id, request.generation_id)
        group.timers.start(Timer.SESSION, member.member_id, said.session_timeout_ms)
        if (
            member.member_epoch >= group.assignment_epoch
            and member.state is not MemberState.UNREVOKED_PARTITIONS
            and (member.state is not MemberState.UNRELEASED_PARTITIONS or group.waits_for_partitions(member))
        ):
            return HeartbeatResponse()
        group.timers.start_if_absent(Timer.JOIN, member.member_id, member.rebalance_timeout_ms)
        return HeartbeatResponse(error_code=ErrorCode.REBALANCE_IN_PROGRESS)

    @staticmethod
    def _classic(group: ConsumerGroup, member_id: str, instance_id: str | None, generation: int) -> tuple[ConsumerMember, ClassicMetadata]:
        """The member that asks by the classic protocol, and what it said there. Raises KlogError."""
        if instance_id is None:
            member = group.member(member_id)
        else:
            found = group.static_member(instance_id)
            if found is None:
                raise KlogError(
                    ErrorCode.UNKNOWN_MEMBER_ID, f"Member with instance id {instance_id} is not a member of group {group.group_id}."
                )
            member = found
            check_not_replaced(member, member_id, instance_id)
        if member.classic is None:
            raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID, f"Member {member.member_id} does not use the classic protocol.")
        if member.member_epoch != generation:
            raise KlogError(
                ErrorCode.ILLEGAL_GENERATION,
                f"The request generation id {generation} is not equal to the member epoch {member.member_epoch} of member"
                f" {member.member_id}.",
            )
        return member, member.classic

    def leave(
        self, group: ConsumerGroup, context: RequestContext, request: LeaveGroupRequest
    ) -> LeaveGroupResponse | Deferred[LeaveGroupResponse]:
        """Members go, of either protocol: a person may remove static ones. Answered member by member; raises KlogError."""
        leaving = request.members if context.api_version >= 3 else [MemberIdentity(member_id=request.member_id)]
        answers = []
        gone: dict[str, None] = {}
        for identity in leaving:
            code = ErrorCode.NONE
            try:
                gone[self._leaving(group, identity).member_id] = None
            except KlogError as error:
                code = error.code
            answers.append(MemberResponse(member_id=identity.member_id, group_instance_id=identity.group_instance_id, error_code=code))
        return when_acknowledged(self.without(group, list(gone)).commit(), LeaveGroupResponse(members=answers))

    @staticmethod
    def _leaving(group: ConsumerGroup, identity: MemberIdentity) -> ConsumerMember:
        instance_id = identity.group_instance_id
        if instance_id is None:
            return group.member(identity.member_id)
        member = known_static(group, instance_id)
        if identity.member_id:
            check_not_replaced(member, identity.member_id, instance_id)
        return member


def _subscription(member_id: str, metadata: bytes) -> ConsumerProtocolSubscription:
    try:
        return decode_subscription(metadata)
    except WireError as error:
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"the subscription of member {member_id} cannot be read: {error}") from None


def _no_upgrade(group: ClassicGroup, why: str) -> KlogError:
    Migration._log.info("group {group} stays a classic group{why}", group=group.group_id, why=why)
    return KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Cannot upgrade classic group {group.group_id} to consumer group{why}")
