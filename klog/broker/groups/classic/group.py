"""A group whose members assign partitions among themselves: what it is, what it answers the rest of the broker, and how it is written.

Its parts: `membership` knows who belongs to it, `rebalance` moves it from state to state as time passes and members come and go. The log
has one record per group (GroupMetadataKey and -Value): a Stable generation with everybody's assignment, or an empty one. What lies between,
a rebalance, is not written: a broker that starts again finds the last stable generation, and its members go on or rebalance anew.

Source: ``ClassicGroup.java``; ``GroupMetadataManager.replay(GroupMetadataKey, …)``.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from twisted.logger import Logger

from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.coordinators.shard import ShardState
from klog.broker.groups.classic.decisions import choose_protocol
from klog.broker.groups.classic.member import ClassicMember
from klog.broker.groups.classic.membership import Membership
from klog.broker.groups.classic.rebalance import Rebalance
from klog.broker.groups.classic.states import ClassicState, check_transition
from klog.broker.groups.group import CommitCheck, Group, GroupKind
from klog.broker.groups.shard import Shard
from klog.errors import ErrorCode, KlogError
from klog.wire.consumer_protocol import PROTOCOL_TYPE as CONSUMER_PROTOCOL_TYPE
from klog.wire.consumer_protocol import subscribed_topics
from klog.wire.group_records import GroupMetadataKey, GroupMetadataValue
from klog.wire.messages.describe_groups import DescribedGroup
from klog.wire.messages.join_group import JoinGroupResponse
from klog.wire.messages.sync_group import SyncGroupResponse
from klog.wire.primitives import WireError

#: The version of GroupMetadataValue that is written (``GROUP_METADATA_VALUE_VERSION``).
VALUE_VERSION = 3


class ClassicGroup(Group):
    """See the module and `Group`.

    :ivar state: changed through `become` only.
    :ivar previous_state: the one before.
    :ivar generation: rises with every rebalance.
    :ivar protocol_name: what the present generation's members have chosen.
    :ivar state_since_ms: since when it is in its state, milliseconds since 1970; None where an old record does not say.
    :ivar subscribed: the topics of all members; None where they are not known.
    """

    __slots__ = ("generation", "membership", "previous_state", "protocol_name", "rebalance", "state", "state_since_ms", "subscribed")

    kind = GroupKind.CLASSIC
    shard: Shard
    _log = Logger()

    def __init__(self, group_id: str, shard: Shard) -> None:
        super().__init__(group_id, shard)
        self.state = ClassicState.EMPTY
        self.previous_state = ClassicState.DEAD
        self.generation = 0
        self.protocol_name: str | None = None
        self.state_since_ms: int | None = shard.environment.now_ms()
        self.subscribed: frozenset[str] | None = None
        self.membership = Membership()
        self.rebalance = Rebalance(self)

    def __repr__(self) -> str:
        return f"ClassicGroup({self.group_id!r}, {self.state.value}, generation {self.generation}, {len(self.membership)} members)"

    # Members

    def new_member(
        self,
        member_id: str,
        *,
        instance_id: str | None,
        client_id: str,
        client_host: str,
        rebalance_timeout_ms: int,
        session_timeout_ms: int,
        protocol_type: str,
        protocols: Mapping[str, bytes],
        assignment: bytes = b"",
    ) -> ClassicMember:
        """Add a member; its session does not run yet."""
        member = ClassicMember(
            member_id,
            instance_id=instance_id,
            client_id=client_id,
            client_host=client_host,
            rebalance_timeout_ms=rebalance_timeout_ms,
            session_timeout_ms=session_timeout_ms,
            protocol_type=protocol_type,
            protocols=protocols,
            assignment=assignment,
            session=self.shard.environment.deadlines.new(functools.partial(self.rebalance.session_over, member_id)),
        )
        self.membership.add(member)
        return member

    def rename_member(self, member: ClassicMember, member_id: str) -> ClassicMember:
        """Have a static member go by another id; its session does not run yet."""
        session = self.shard.environment.deadlines.new(functools.partial(self.rebalance.session_over, member_id))
        return self.membership.rename(member, member_id, session)

    def supports(self, protocol_type: str, protocols: Mapping[str, bytes]) -> bool:
        """Whether a member with these protocols fits in (``supportsProtocols``)."""
        if self.state is ClassicState.EMPTY:
            return bool(protocol_type and protocols)
        return self.membership.can_all_do(protocol_type, protocols)

    def chosen_protocol(self) -> str:
        """What the members that are there now would choose."""
        return choose_protocol([list(member.protocols) for member in self.membership.members.values()])

    def is_leader(self, member_id: str) -> bool:
        """Whether this member leads the group: it is the one who assigns."""
        return self.membership.leader_id == member_id

    def joined(self, member_id: str, *, with_members: bool) -> JoinGroupResponse:
        """The answer to a JoinGroup of the present generation."""
        protocol = self.protocol_name
        members = []
        if with_members:
            assert protocol is not None
            members = [member.as_joined(protocol) for member in self.membership.members.values()]
        return JoinGroupResponse(
            generation_id=self.generation,
            protocol_type=self.protocol_type,
            protocol_name=protocol,
            leader=self.membership.leader_id or "",
            member_id=member_id,
            members=members,
        )

    def synced(self, member: ClassicMember) -> SyncGroupResponse:
        """The answer to a SyncGroup of the present generation."""
        return SyncGroupResponse(protocol_type=self.protocol_type, protocol_name=self.protocol_name, assignment=member.assignment)

    # States

    def become(self, state: ClassicState) -> None:
        """Go to `state`. Raises `ImpermissibleTransition`, which is klog's own mistake."""
        check_transition(self.group_id, self.state, state)
        self.previous_state = self.state
        self.state = state
        self.state_since_ms = self.shard.environment.now_ms()

    def next_generation(self) -> None:
        """Fix the members that are there as a generation, or find that nobody is left."""
        self.generation += 1
        self.protocol_name = self.chosen_protocol() if self.membership.members else None
        self.learn_subscription()
        self.become(ClassicState.COMPLETING_REBALANCE if self.membership.members else ClassicState.EMPTY)
        self.membership.pending_syncs.clear()

    def learn_subscription(self) -> None:
        """Find out what topics the members consume, as far as that can be read (``computeSubscribedTopics``)."""
        self.subscribed = None
        if self.protocol_type != CONSUMER_PROTOCOL_TYPE:
            return
        members = self.membership.members.values()
        if members and self.protocol_name is None:
            return
        topics: set[str] = set()
        try:
            for member in members:
                topics.update(subscribed_topics(member.protocols[self.protocol_name or ""]))
        except WireError as error:
            self._log.debug("group {group} consumes nobody knows what: {error}", group=self.group_id, error=error)
            return
        self.subscribed = frozenset(topics)

    # What others ask

    @property
    def protocol_type(self) -> str | None:
        """What the members said, also after the last one left."""
        return self.membership.protocol_type

    @property
    def state_name(self) -> str:
        """Kafka's name."""
        return self.state.value

    @property
    def is_empty(self) -> bool:
        """Whether it is in the state Empty."""
        return self.state is ClassicState.EMPTY

    def check_commit(
        self, member_id: str, instance_id: str | None, generation: int, *, is_transactional: bool = False, api_version: int
    ) -> CommitCheck | None:
        """As `Group.check_commit`. A commit that is permitted keeps its member's session, as a heartbeat does."""
        state = self.state
        if state is ClassicState.DEAD:
            raise KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
        if generation < 0 and state is ClassicState.EMPTY:
            # A tool, or a consumer that uses no group management.
            return None
        member = None
        if generation >= 0 or member_id or instance_id is not None:
            member = self.membership.check(member_id, instance_id)
            if generation != self.generation:
                raise KlogError(ErrorCode.ILLEGAL_GENERATION)
        elif not is_transactional and state is not ClassicState.EMPTY:
            raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID)
        if is_transactional:
            return None
        if state is ClassicState.COMPLETING_REBALANCE:
            raise KlogError(ErrorCode.REBALANCE_IN_PROGRESS)
        if member is not None:
            member.keep_session()
        return None

    def check_fetch(self, member_id: str | None, member_epoch: int) -> None:
        """Anybody may fetch offsets, as long as there is the group."""
        self._check_alive()

    def check_offset_delete(self) -> None:
        """Of a group with members, only consumers' offsets may be deleted, whose subscription is known."""
        self._check_alive()
        if self.state is not ClassicState.EMPTY and self.protocol_type != CONSUMER_PROTOCOL_TYPE:
            raise KlogError(ErrorCode.NON_EMPTY_GROUP)

    def check_delete(self) -> None:
        """Only an empty group may be deleted."""
        self._check_alive()
        if self.state is not ClassicState.EMPTY:
            raise KlogError(ErrorCode.NON_EMPTY_GROUP)

    def _check_alive(self) -> None:
        if self.state is ClassicState.DEAD:
            raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {self.group_id} is in dead state.")

    def is_subscribed_to(self, topic: str) -> bool:
        """Where it is not known, consumers are taken to be."""
        if self.subscribed is None:
            return self.protocol_type == CONSUMER_PROTOCOL_TYPE
        return topic in self.subscribed

    def offsets_expire_from_ms(self, commit_ms: int) -> int | None:
        """Since it is empty; where it only ever kept offsets, or is stable and its topics are known, since the commit."""
        if self.protocol_type is None:
            return commit_ms
        if self.state is ClassicState.EMPTY:
            return commit_ms if self.state_since_ms is None else self.state_since_ms
        is_known = self.protocol_type == CONSUMER_PROTOCOL_TYPE and self.subscribed is not None
        return commit_ms if is_known and self.state is ClassicState.STABLE else None

    def describe(self, version: int) -> DescribedGroup:
        """Members' metadata and assignments are shown once they are settled."""
        stable = self.state is ClassicState.STABLE
        protocol = self.protocol_name if stable else None
        return DescribedGroup(
            group_id=self.group_id,
            group_state=self.state.value,
            protocol_type=self.protocol_type or "",
            protocol_data=protocol or "",
            members=[member.as_described(protocol) for member in self.membership.members.values()],
        )

    # What happens to it

    def loaded(self) -> None:
        """Every member has a whole session to be heard of. Where there are more than permitted, they are asked to join again."""
        for member in self.membership.members.values():
            member.keep_session()
        most = self.shard.environment.settings.max_size
        if len(self.membership) > most:
            self.rebalance.prepare(f"{len(self.membership)} members were loaded, more than the {most} permitted")

    def forget(self) -> None:
        """Whoever waits is told to look for the coordinator."""
        if self.state is ClassicState.DEAD:
            return
        self.become(ClassicState.DEAD)
        self.rebalance.stop()
        membership = self.membership
        for deadline in membership.pending_joins.values():
            deadline.cancel()
        gone = ErrorCode.NOT_COORDINATOR
        for member in list(membership.members.values()):
            member.session.cancel()
            membership.answer_join(member, JoinGroupResponse(error_code=gone, member_id=member.member_id))
            member.answer_sync(SyncGroupResponse(error_code=gone))

    # Its record

    def as_record(self, assignment: Mapping[str, bytes] | None = None) -> CoordinatorRecord:
        """The present generation.

        :param assignment: by member id; what each member has where not given.
        """
        members = []
        for member in self.membership.members.values():
            assert self.protocol_name is not None
            given = member.assignment if assignment is None else assignment[member.member_id]
            members.append(member.as_record(self.protocol_name, given))
        value = GroupMetadataValue(
            protocol_type=self.protocol_type or "",
            generation=self.generation,
            protocol=self.protocol_name,
            leader=self.membership.leader_id,
            current_state_timestamp=-1 if self.state_since_ms is None else self.state_since_ms,
            members=members,
        )
        return CoordinatorRecord(GroupMetadataKey(group=self.group_id), value, VALUE_VERSION)

    def tombstones(self) -> Sequence[CoordinatorRecord]:
        """The one record that deletes the group."""
        return [CoordinatorRecord(GroupMetadataKey(group=self.group_id), None)]

    @classmethod
    def from_record(cls, shard: Shard, group_id: str, value: GroupMetadataValue) -> ClassicGroup:
        """The group that a record tells of: stable, or empty without members. Nothing runs before `loaded`."""
        group = cls(group_id, shard)
        membership = group.membership
        group.generation = value.generation
        group.protocol_name = value.protocol
        group.state_since_ms = None if value.current_state_timestamp == -1 else value.current_state_timestamp
        for member in value.members:
            if member.group_instance_id is not None and member.group_instance_id in membership.static:
                continue
            session_ms = member.session_timeout
            group.new_member(
                member.member_id,
                instance_id=member.group_instance_id,
                client_id=member.client_id,
                client_host=member.client_host,
                rebalance_timeout_ms=session_ms if member.rebalance_timeout == -1 else member.rebalance_timeout,
                session_timeout_ms=session_ms,
                protocol_type=value.protocol_type,
                protocols={value.protocol or "": member.subscription},
                assignment=member.assignment,
            )
        if value.members:
            group.state = ClassicState.STABLE
            group.protocol_name = value.protocol or ""
        if value.leader is not None:
            membership.leader_id = value.leader
        membership.protocol_type = value.protocol_type or None
        group.learn_subscription()
        return group


def keep_classic_groups(shard: Shard) -> None:
    """Have `shard` bring records of classic groups into memory."""

    def apply(key: GroupMetadataKey, value: GroupMetadataValue | None, producer_id: int) -> None:
        group_id = key.group
        known = shard.groups.get(group_id)
        if value is None:
            if isinstance(known, ClassicGroup):
                del shard.groups[group_id]
                known.forget()
            return
        if known is not None:
            known.forget()
        group = shard.groups[group_id] = ClassicGroup.from_record(shard, group_id, value)
        if shard.state is ShardState.ACTIVE:
            group.loaded()

    shard.on(GroupMetadataKey, apply)
