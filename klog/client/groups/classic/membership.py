"""Membership in a group of the classic protocol: JoinGroup, SyncGroup, Heartbeat, LeaveGroup.

::

    OUTSIDE ──► PREPARING ──► JOINING ──► SYNCING ──► ADOPTING ──► STABLE
                   ▲ ▲           │           │           │           │
                   │ └───────────┴───────────┘           │           │      an error that joining again helps against
                   └─────────────────────────────────────┴───────────┘      the group rebalances; we want something else
    any ──► SUSPENDED ──► PREPARING                                         the user took no records for too long; is back
    any ──► LEAVING ──► LEFT;   any ──► FAILED

One coroutine walks along (`ClassicMembership.walk`); the states say where it is, `decisions` what is given up and taken over,
`klog.client.groups.coordinator_errors` what an answer means, and `TRANSITIONS` which steps there are. PREPARING: what must be given up is
(everything where an assignor of ours is not cooperative), offsets are committed and callbacks waited for. SYNCING: whoever leads assigns
partitions first. ADOPTING: the owner takes the assignment over. Heartbeats go out from SYNCING on, whatever the owner waits for, but not
while JoinGroup waits at the broker, which keeps us for that long; and over a connection of their own, so that commits pass. Who leaves goes
on with them until everything is given up.

Generations in subscriptions are those in which partitions were adopted (KIP-792), not those of a rebalance that came to nothing.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Collection, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.client.groups.assignors.contract import Assignor, Member
from klog.client.groups.classic.decisions import assignment_change, to_give_up_before_joining, topics_differ
from klog.client.groups.coordinator_errors import MemberRequest, Reaction, reaction_to
from klog.client.groups.member_base import LEAVE_MS, MemberBase, StateTable, log
from klog.client.groups.members import NO_GENERATION, Identity, Interrupted, MemberSettings, Owner, ask_coordinator
from klog.client.retry import Action, ClientStopped, what_to_do, what_to_do_about
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import TopicPartition
from klog.wire import consumer_protocol
from klog.wire.consumer_protocol import PROTOCOL_TYPE, ConsumerProtocolAssignment, ConsumerProtocolSubscription
from klog.wire.messages.heartbeat import HeartbeatRequest, HeartbeatResponse
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol, JoinGroupResponse
from klog.wire.messages.leave_group import LeaveGroupRequest, MemberIdentity
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment, SyncGroupResponse
from klog.wire.primitives import WireError
from klog.wire.schema import Message

#: Beyond the rebalance's own time, an answer to JoinGroup may take so long, milliseconds.
_JOIN_SLACK_MS = 5_000
#: Rebalances in a row without a pause between them.
_QUICK_ATTEMPTS = 5
#: Reasons are cut to what brokers store (KIP-800).
_REASON_CHARACTERS = 255


class State(enum.Enum):
    """Where a member is."""

    OUTSIDE = "outside"
    PREPARING = "preparing"
    JOINING = "joining"
    SYNCING = "syncing"
    ADOPTING = "adopting"
    STABLE = "stable"
    SUSPENDED = "suspended"
    LEAVING = "leaving"
    LEFT = "left"
    FAILED = "failed"


_ENDS = {State.SUSPENDED, State.LEAVING, State.FAILED}
TRANSITIONS: dict[State, frozenset[State]] = {
    State.OUTSIDE: frozenset({State.PREPARING} | _ENDS),
    State.PREPARING: frozenset({State.JOINING, State.PREPARING} | _ENDS),
    State.JOINING: frozenset({State.SYNCING, State.PREPARING} | _ENDS),
    State.SYNCING: frozenset({State.ADOPTING, State.PREPARING} | _ENDS),
    State.ADOPTING: frozenset({State.STABLE, State.PREPARING} | _ENDS),
    State.STABLE: frozenset({State.PREPARING} | _ENDS),
    State.SUSPENDED: frozenset({State.PREPARING, State.LEAVING}),
    State.LEAVING: frozenset({State.LEFT}),
    State.LEFT: frozenset(),
    State.FAILED: frozenset({State.LEAVING}),
}
#: Where the broker expects heartbeats.
_BEATING = {State.PREPARING, State.SYNCING, State.ADOPTING, State.STABLE, State.LEAVING}


class _Again(Exception):
    """This attempt is over; how to go on."""

    def __init__(self, then: Reaction, reason: str) -> None:
        super().__init__(then, reason)
        self.then = then
        self.reason = reason


class ClassicMembership(MemberBase[State]):
    """One member of a classic group.

    :param owner: acts on what is decided here.
    :param assignors: the best first. Partitions are kept through a rebalance where all are cooperative.
    """

    states = StateTable(TRANSITIONS, frozenset({State.SUSPENDED}), State.LEAVING, State.LEFT, State.FAILED)

    def __init__(self, routing: Routing, settings: MemberSettings, assignors: Sequence[Assignor], owner: Owner) -> None:
        super().__init__(routing, settings, owner, State.OUTSIDE)
        self.assignors = {assignor.name: assignor for assignor in assignors}
        self.cooperative = all(assignor.cooperative for assignor in assignors)
        #: The last assignment and its generation: what sticky assignors tell, and what the owned ones are from.
        self.given: tuple[TopicPartition, ...] | None = None
        self.given_in = NO_GENERATION
        self.leads = False
        self._reason: str | None = "the consumer starts"
        self._joined_topics: tuple[str, ...] = ()
        #: What a leader assigned from: partitions by topic.
        self._assigned_from: dict[str, int] = {}
        #: Rebalances since the last that led to rest.
        self._attempts = 0
        #: A request waits at the broker for other members.
        self._parked = False
        self._beating = False
        self._heard_s = 0.0
        self._topics_timer: Any = None
        routing.on_change.append(self._metadata_changed)

    # What the owner asks for

    @property
    def state_name(self) -> str:
        """For people."""
        return self.state.value

    def rejoin(self, reason: str) -> None:
        """Join again as soon as what is under way is done."""
        if self._reason is None:
            self._reason = reason
        self.wake_up()

    def suspend(self, reason: str) -> None:
        """Leave until `resume`; all is lost."""
        if self.is_over or self.state is State.SUSPENDED:
            return
        self._move(State.SUSPENDED)
        identity = self.identity
        self._forget_generation(keep_id=False)
        if identity.member_id and identity.instance_id is None:
            self._leave(identity, reason).addErrback(lambda _: None)
        self.dropped = True
        self.call_off()

    def resume(self) -> None:
        """The user is back."""
        if self.state is State.SUSPENDED:
            self._reason = "the consumer takes records again"
            self._move(State.PREPARING)
            self.wake_up()

    # The walk

    async def walk(self) -> None:
        """Join, be a member, join again."""
        while not self.is_over:
            try:
                if self.state is State.SUSPENDED:
                    await self.give_up(self.owned, lost=True)
                elif self._reason is not None:
                    await self._join()
                if self.state is State.SUSPENDED or (self._reason is None and not self.is_over):
                    await self.sleep()
            except Interrupted:
                continue
            except _Again as end:
                self._reason = self._reason or end.reason
                if end.then is Reaction.FIND_COORDINATOR:
                    self.routing.coordinator_lost(self.settings.group_id)
                elif end.then in (Reaction.LOST, Reaction.UNKNOWN):
                    self._forget_generation(keep_id=end.then is Reaction.LOST)
                if end.then in (Reaction.AGAIN, Reaction.FIND_COORDINATOR):
                    await self.pause()
            except ClientStopped:
                return
            except KlogError as error:
                if what_to_do_about(error) is Action.FAIL:
                    self.fail(error)
                else:
                    self._reason = self._reason or "the last attempt failed"
                    await self.pause()

    async def _join(self) -> None:
        """One rebalance, from giving up to taking over."""
        self._attempts += 1
        if self._attempts > _QUICK_ATTEMPTS:
            # A group that finds no rest need not go round as fast as the network can.
            await self.pause()
        reason = self._reason or ""
        self._move(State.PREPARING)
        topics = await self._topics()
        await self._prepare(topics)
        # Whatever was asked for until here is done by this rebalance.
        self._reason = None
        try:
            joined = await self._ask_to_join(topics, reason)
            assigned = await self._sync(joined)
        except BaseException:
            self._reason = self._reason or reason
            raise
        self._backoff.reset()
        await self._adopt(joined.protocol_name or "", assigned)

    async def _prepare(self, topics: Collection[str]) -> None:
        while True:
            is_member = self.identity.is_member and not self.dropped
            places, lost = to_give_up_before_joining(self.owned, topics, is_member=is_member, cooperative=self.cooperative)
            if not places:
                self.dropped = False
                return
            # Being dropped may come to light while this is done.
            await self.give_up(places, lost=lost)

    async def _topics(self) -> tuple[str, ...]:
        """What we subscribe to; the metadata of these is there."""
        settings = self.settings
        if settings.pattern is not None:
            await self._waiting.on(self.routing.all_topics())
            topics = self._matching()
            self._watch_all_topics()
        else:
            topics = settings.topics
        await self._waiting.on(self.routing.know(topics))
        for name in settings.topics:
            known = self.routing.metadata.topic(name)
            if known is not None and known.error is not ErrorCode.NONE:
                text = f"topic {name}: {row_of(known.error).sentence}"
                if what_to_do(known.error) is Action.FAIL:
                    raise KlogError(known.error, f"group {settings.group_id}, {text}")
                self.warn(f"{text} It is waited for.")
        return topics

    def _matching(self) -> tuple[str, ...]:
        pattern = re.compile(self.settings.pattern or "")
        metadata = self.routing.metadata
        return tuple(
            sorted(
                name
                for name, topic in metadata.topics.items()
                if pattern.fullmatch(name) and topic.error is ErrorCode.NONE and not topic.is_internal
            )
        )

    async def _ask_to_join(self, topics: tuple[str, ...], reason: str) -> JoinGroupResponse:
        settings = self.settings
        self._move(State.JOINING)
        self.leads = False
        self._joined_topics = topics
        owned = tuple(sorted(self.owned)) if self.cooperative else ()
        protocols = []
        for assignor in self.assignors.values():
            subscription = ConsumerProtocolSubscription(
                topics=list(topics),
                user_data=assignor.user_data(self.given, self.given_in),
                owned_partitions=_by_topic(owned),
                generation_id=self.given_in if self.identity.is_member else NO_GENERATION,
                rack_id=settings.rack,
            )
            protocols.append(JoinGroupRequestProtocol(name=assignor.name, metadata=consumer_protocol.encode_subscription(subscription)))
        request = JoinGroupRequest(
            group_id=settings.group_id,
            session_timeout_ms=settings.session_timeout_ms,
            rebalance_timeout_ms=settings.rebalance_timeout_ms,
            member_id=self.identity.member_id,
            group_instance_id=settings.instance_id,
            protocol_type=PROTOCOL_TYPE,
            protocols=protocols,
            reason=reason[:_REASON_CHARACTERS],
        )
        answer: JoinGroupResponse = await self._ask_and_wait(request)
        then = reaction_to(MemberRequest.JOIN, answer.error_code)
        if then is Reaction.TAKE_ID:
            self.become(Identity(answer.member_id, NO_GENERATION, settings.instance_id))
        self._check(MemberRequest.JOIN, answer.error_code)
        if answer.protocol_type not in (None, "", PROTOCOL_TYPE) or answer.protocol_name not in self.assignors:
            raise KlogError(
                ErrorCode.INCONSISTENT_GROUP_PROTOCOL,
                f"group {settings.group_id} uses {answer.protocol_name!r} of {answer.protocol_type!r}, which this consumer does not know",
            )
        self.become(Identity(answer.member_id, answer.generation_id, settings.instance_id))
        return answer

    async def _sync(self, joined: JoinGroupResponse) -> tuple[TopicPartition, ...]:
        settings = self.settings
        self._move(State.SYNCING)
        self._heard_s = self.routing.reactor.seconds()
        self.beat_in(settings.heartbeat_interval_ms)
        assignments: list[SyncGroupRequestAssignment] = []
        self.leads = joined.leader == joined.member_id
        if self.leads:
            assignments = await self._lead(joined)
        request = SyncGroupRequest(
            group_id=settings.group_id,
            generation_id=self.identity.generation,
            member_id=self.identity.member_id,
            group_instance_id=settings.instance_id,
            protocol_type=PROTOCOL_TYPE,
            protocol_name=joined.protocol_name,
            assignments=assignments,
        )
        answer: SyncGroupResponse = await self._ask_and_wait(request)
        self._check(MemberRequest.SYNC, answer.error_code)
        if not answer.assignment:
            return ()
        try:
            assignment = consumer_protocol.decode_assignment(answer.assignment)
        except WireError as error:
            raise KlogError(
                ErrorCode.INCONSISTENT_GROUP_PROTOCOL,
                f"the leader of group {settings.group_id} sent an assignment that cannot be read: {error}",
            ) from error
        return tuple(
            sorted({TopicPartition(topic.topic, number) for topic in assignment.assigned_partitions for number in topic.partitions})
        )

    async def _lead(self, joined: JoinGroupResponse) -> list[SyncGroupRequestAssignment]:
        """Everybody's assignment."""
        members: dict[str, Member] = {}
        for each in joined.members:
            try:
                told = consumer_protocol.decode_subscription(each.metadata)
            except WireError as error:
                log.warn(
                    "group {group}: the subscription of {member} cannot be read: {why}",
                    group=self.settings.group_id,
                    member=each.member_id,
                    why=error,
                )
                told = ConsumerProtocolSubscription(topics=[])
            owned = tuple(TopicPartition(topic.topic, number) for topic in told.owned_partitions for number in topic.partitions)
            members[each.member_id] = Member(
                tuple(told.topics), owned, told.generation_id, told.user_data, each.group_instance_id, told.rack_id or None
            )
        wanted = sorted({topic for member in members.values() for topic in member.topics})
        await self._waiting.on(self.routing.know(wanted))
        self._assigned_from = self._sizes(wanted)
        if joined.skip_assignment:
            return []
        assignor = self.assignors[joined.protocol_name or ""]
        racks = self._racks(wanted) if any(member.rack for member in members.values()) else None
        sizes = {topic: size for topic, size in self._assigned_from.items() if size}
        assignment = assignor.assign(sizes, members, racks)
        return [
            SyncGroupRequestAssignment(
                member_id=member_id,
                assignment=consumer_protocol.encode_assignment(ConsumerProtocolAssignment(assigned_partitions=_by_topic(places))),
            )
            for member_id, places in assignment.items()
        ]

    def _sizes(self, topics: Collection[str]) -> dict[str, int]:
        found = {}
        for topic in topics:
            known = self.routing.metadata.topic(topic)
            found[topic] = len(known.partitions) if known is not None else 0
        return found

    def _racks(self, topics: Collection[str]) -> dict[TopicPartition, frozenset[str]]:
        metadata = self.routing.metadata
        racks = {}
        for topic in topics:
            known = metadata.topic(topic)
            for partition in known.partitions if known is not None else ():
                nodes = [metadata.node(number) for number in partition.replicas]
                racks[TopicPartition(topic, partition.partition)] = frozenset(node.rack for node in nodes if node is not None and node.rack)
        return racks

    async def _adopt(self, protocol: str, assigned: tuple[TopicPartition, ...]) -> None:
        wanted = frozenset(place for place in assigned if self._wants(place.topic))
        self._move(State.ADOPTING)
        self.rounds += 1
        revoked, added = assignment_change(self.owned, wanted)
        if len(wanted) < len(assigned):
            self.rejoin("the assignment does not match the subscription")
        if revoked:
            await self.give_up(revoked, lost=False)
            self.rejoin("partitions were given up")
        if self.state is not State.ADOPTING or self.dropped:
            return
        self.given, self.given_in = assigned, self.identity.generation
        self.owned |= added
        await self._owner.hand_over(added)
        if self.state is State.ADOPTING:
            self._move(State.STABLE)
            self._metadata_changed()
            if self._reason is None:
                self._attempts = 0

    def _wants(self, topic: str) -> bool:
        pattern = self.settings.pattern
        return topic in self._joined_topics or (pattern is not None and re.fullmatch(pattern, topic) is not None)

    # What answers mean

    async def _ask_and_wait(self, request: Message) -> Any:
        """What the broker answers only when others have done their part; no heartbeats meanwhile, they would wait behind it."""
        self._parked = True
        timeout_ms = self.settings.rebalance_timeout_ms + _JOIN_SLACK_MS
        try:
            return await self._waiting.on(self.ask(request, timeout_ms))
        finally:
            self._parked = False

    def _check(self, ask: MemberRequest, error_code: int) -> None:
        then = reaction_to(ask, error_code)
        if then is Reaction.FAIL:
            raise self._error(ask, error_code)
        if then is not Reaction.GO_ON:
            raise _Again(then, f"{ask.value} was answered {row_of(error_code).code.name}")

    def _error(self, ask: MemberRequest, error_code: int) -> KlogError:
        row = row_of(error_code)
        return KlogError(row.code, f"group {self.settings.group_id}, {ask.value}: {row.sentence}")

    def _forget_generation(self, *, keep_id: bool) -> None:
        self.become(Identity(self.identity.member_id if keep_id else "", NO_GENERATION, self.settings.instance_id))

    # What the base asks for

    def leaving(self) -> None:
        """Topics are no longer of interest."""
        if self._topics_timer is not None:
            self._topics_timer.cancel()
        if self._metadata_changed in self.routing.on_change:
            self.routing.on_change.remove(self._metadata_changed)

    async def say_goodbye(self, identity: Identity, leave: bool | None) -> None:
        """LeaveGroup, of dynamic members."""
        if identity.instance_id is None if leave is None else leave:
            await self._leave(identity, "the consumer is closed")

    # Heartbeats

    def beat(self) -> None:
        """Say that we are alive, unless the broker knows."""
        self.beat_in(self.settings.heartbeat_interval_ms)
        if self._beating or self._parked or self.dropped or self.state not in _BEATING or not self.identity.is_member:
            return
        self._beating = True
        sent = self.identity
        request = HeartbeatRequest(
            group_id=self.settings.group_id,
            generation_id=sent.generation,
            member_id=sent.member_id,
            group_instance_id=self.settings.instance_id,
        )
        self.ask(request).addCallbacks(lambda answer: self._heard(sent, answer), self._not_heard).addErrback(self.broken)

    def _heard(self, sent: Identity, answer: HeartbeatResponse) -> None:
        self._beating = False
        if sent != self.identity or self.state not in _BEATING:
            return
        then = reaction_to(MemberRequest.HEARTBEAT, answer.error_code)
        if then in (Reaction.GO_ON, Reaction.REJOIN):
            self._heard_s = self.routing.reactor.seconds()
        if then is Reaction.REJOIN:
            if self.state in (State.STABLE, State.ADOPTING):
                self.rejoin("the group rebalances")
        elif then in (Reaction.LOST, Reaction.UNKNOWN):
            self._forget_generation(keep_id=then is Reaction.LOST)
            self.dropped = True
            self.rejoin(f"the group dropped this member: {row_of(answer.error_code).code.name}")
        elif then is Reaction.FIND_COORDINATOR:
            self.routing.coordinator_lost(self.settings.group_id)
            self.beat_in(self.settings.heartbeat_interval_ms / 10)
        elif then is Reaction.FAIL:
            self.fail(self._error(MemberRequest.HEARTBEAT, answer.error_code))

    def _not_heard(self, failure: Failure) -> None:
        self._beating = False
        if isinstance(failure.value, ClientStopped) or self.silent:
            return
        error = failure.value
        if not isinstance(error, KlogError):
            failure.raiseException()
        elif what_to_do_about(error) is Action.FAIL:
            self.fail(error)
        else:
            if self.routing.reactor.seconds() - self._heard_s > self.settings.session_timeout_ms / 1000:
                self.routing.coordinator_lost(self.settings.group_id)
            self.beat_in(min(self.settings.heartbeat_interval_ms, self.routing.settings.retry_backoff_max_ms))

    # Metadata

    def _metadata_changed(self) -> None:
        if self.state is not State.STABLE:
            return
        if self.settings.pattern is not None and self._matching() != self._joined_topics:
            self.rejoin("other topics match the pattern")
        elif self.leads and (changed := topics_differ(self._assigned_from, self._sizes(self._assigned_from))):
            self.rejoin(f"partitions were added to {', '.join(changed[:3])}")

    def _watch_all_topics(self) -> None:
        if self._topics_timer is None and not self.is_over:
            self._topics_timer = self.routing.reactor.callLater(self.routing.settings.metadata_max_age_ms / 1000, self._look_at_all_topics)

    def _look_at_all_topics(self) -> None:
        self._topics_timer = None
        if not self.is_over:
            self.routing.all_topics().addErrback(lambda _: None)
        self._watch_all_topics()

    # The end

    def _leave(self, identity: Identity, reason: str) -> Deferred[None]:
        """Tell the group; over the connection for commits, as a JoinGroup may wait on ours."""
        who = MemberIdentity(member_id=identity.member_id, group_instance_id=identity.instance_id, reason=reason[:_REASON_CHARACTERS])
        request = LeaveGroupRequest(group_id=self.settings.group_id, members=[who])
        leaving = Deferred.fromCoroutine(
            ask_coordinator(self.routing, self.settings.group_id, request, purpose="group", timeout_ms=LEAVE_MS)
        )
        return leaving.addCallback(lambda _: None)


def _by_topic(places: Sequence[TopicPartition]) -> list[consumer_protocol.TopicPartition]:
    found: dict[str, list[int]] = {}
    for topic, number in places:
        found.setdefault(topic, []).append(number)
    return [consumer_protocol.TopicPartition(topic=topic, partitions=numbers) for topic, numbers in found.items()]
