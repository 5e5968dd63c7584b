"""Membership in a group of the consumer protocol (KIP-848): the coordinator assigns, and everything goes through ConsumerGroupHeartbeat.

::

    JOINING ──► STABLE ◄──► RECONCILING        an assignment came; it is taken over
       ▲           │             │
       └─ FENCED ◄─┴─────────────┘             the group has gone on without us: all is lost, join with epoch 0
    any ──► SUSPENDED ──► JOINING              the user took no records for too long; is back
    any ──► LEAVING ──► LEFT;   any ──► FAILED

Two things run side by side. Heartbeats (`ConsumerMembership.beat`), one at a time, at the interval that the broker says, and at once when
there is something to tell; each says only what changed since the last that was answered, and everything after one that was not. And one
coroutine (`walk`) that takes assignments over, one after the other: first what has to go is given up and that is acknowledged, then what
comes is handed over. The broker in turn gives nobody a partition whose owner has not acknowledged that it gave it up, so that there is one
owner at a time. Assignments that come meanwhile wait; only the newest counts.

A coordinator that takes over from another, or was asked by who is not sure what it knows, says again what we have: that is
acknowledged like any assignment, and nothing is handed over.

Topics are known by their ids. A name that the metadata does not have yet is asked for, and the rest of the assignment does not wait for it.
"""

from __future__ import annotations

import base64
import enum
from collections.abc import Iterable

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.client.groups.coordinator_errors import MemberRequest, Reaction, reaction_to
from klog.client.groups.member_base import LEAVE_MS, MemberBase, StateTable, log
from klog.client.groups.members import Identity, Interrupted, MemberSettings, Owner, ask_coordinator
from klog.client.retry import Action, ClientStopped, what_to_do_about
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import TopicPartition
from klog.wire.messages.consumer_group_heartbeat import (
    ConsumerGroupHeartbeatRequest,
    ConsumerGroupHeartbeatResponse,
    TopicPartitions,
)

#: Epochs with a meaning (KIP-848).
JOIN_EPOCH = 0
LEAVE_EPOCH = -1
#: A static member that will come back.
LEAVE_STATIC_EPOCH = -2
#: However often a broker wants to hear of us, milliseconds.
_LEAST_INTERVAL_MS = 50
_NOT_HERE = "keeps no groups of the consumer protocol (KIP-848), or not yet; use group_protocol='classic'"
#: The first version with regular expressions.
_REGEX_VERSION = 1


class State(enum.Enum):
    """Where a member is."""

    JOINING = "joining"
    STABLE = "stable"
    RECONCILING = "reconciling"
    FENCED = "fenced"
    SUSPENDED = "suspended"
    LEAVING = "leaving"
    LEFT = "left"
    FAILED = "failed"


_ENDS = {State.SUSPENDED, State.LEAVING, State.FAILED}
TRANSITIONS: dict[State, frozenset[State]] = {
    State.JOINING: frozenset({State.STABLE, State.RECONCILING, State.FENCED} | _ENDS),
    State.STABLE: frozenset({State.RECONCILING, State.FENCED} | _ENDS),
    State.RECONCILING: frozenset({State.STABLE, State.RECONCILING, State.FENCED} | _ENDS),
    State.FENCED: frozenset({State.JOINING} | _ENDS),
    State.SUSPENDED: frozenset({State.JOINING, State.LEAVING, State.FAILED}),
    State.LEAVING: frozenset({State.LEFT}),
    State.LEFT: frozenset(),
    State.FAILED: frozenset({State.LEAVING}),
}
#: Where there is something to say to the coordinator; while leaving, until everything is given up.
_BEATING = {State.JOINING, State.STABLE, State.RECONCILING, State.LEAVING}

#: Topic ids with their partitions.
Target = frozenset[tuple[bytes, int]]


class ConsumerMembership(MemberBase[State]):
    """One member of a KIP-848 group.

    :param owner: acts on what is decided here.
    """

    states = StateTable(TRANSITIONS, frozenset({State.SUSPENDED, State.FENCED}), State.LEAVING, State.LEFT, State.FAILED)

    def __init__(self, routing: Routing, settings: MemberSettings, owner: Owner) -> None:
        super().__init__(routing, settings, owner, State.JOINING)
        #: Kept for the whole life; the broker would make one for us, but then an answer that is lost would leave a ghost (KIP-1082).
        self.member_id = base64.urlsafe_b64encode(routing.random.randbytes(16)).rstrip(b"=").decode()
        self.heartbeat_interval_ms = settings.heartbeat_interval_ms
        #: The newest assignment that is not taken over yet.
        self._target: Target | None = None
        #: One of which not all topics' names were known.
        self._in_part: Target | None = None
        self._ids: dict[str, bytes] = {}
        #: Whether one was taken over since we have joined: of the same again the user hears nothing.
        self._has_assignment = False
        #: How many assignments were taken over: the broker waits to hear of each, also where nothing changed by it.
        self._taken_over = 0
        #: What the broker knows that we own, and after how many.
        self._told: tuple[int, Target] | None = None
        #: Whether it knows the rest of us.
        self._is_introduced = False
        self._beating = False
        self._beat_wanted = False
        self._resumed = False
        #: How often we have joined: answers from an earlier life are not for us.
        self._life = 0

    @property
    def state_name(self) -> str:
        """For people."""
        return self.state.value

    def start(self) -> None:
        """Take part."""
        super().start()
        self.beat_in(0)

    def rejoin(self, reason: str) -> None:
        """Tell the coordinator all about us at once."""
        self._is_introduced = False
        self._beat_now()

    def suspend(self, reason: str) -> None:
        """Leave until `resume`; all is lost."""
        if self.is_over or self.state is State.SUSPENDED:
            return
        identity = self.identity
        self._move(State.SUSPENDED)
        self._forget_epoch()
        if identity.is_member:
            Deferred.fromCoroutine(self.say_goodbye(identity, None)).addErrback(lambda _: None)
        self.call_off()

    def resume(self) -> None:
        """The user is back."""
        if self.state is State.SUSPENDED:
            self._resumed = True
            self.wake_up()

    # Taking over

    async def walk(self) -> None:
        """Take over what heartbeats bring."""
        while not self.is_over:
            try:
                if self.dropped:
                    await self._lose_all()
                elif self.state is State.SUSPENDED and self._resumed:
                    self._resumed = False
                    self._move(State.JOINING)
                    self._beat_now()
                elif self._target is not None and self.state is not State.SUSPENDED:
                    await self._reconcile(self._target)
                else:
                    await self.sleep()
            except Interrupted:
                continue
            except ClientStopped:
                return
            except KlogError as error:
                if what_to_do_about(error) is Action.FAIL:
                    self.fail(error)
                else:
                    await self.pause()

    async def _lose_all(self) -> None:
        await self.give_up(self.owned, lost=True)
        self.dropped = False
        if self.state is State.FENCED:
            self._move(State.JOINING)
            self._beat_now()

    async def _reconcile(self, target: Target) -> None:
        self._move(State.RECONCILING)
        wanted = await self._names(target)
        is_whole = len(wanted) == len(target)
        # A topic that was deleted and made again has its name, and is another.
        kept = frozenset(place for place in self.owned if wanted.get(place) == self._ids[place.topic])
        revoked, added = self.owned - kept, frozenset(wanted.keys() - kept)
        if revoked:
            await self.give_up(revoked, lost=False)
            if not self.dropped:
                self._beat_now()
        if self.dropped or self.state is not State.RECONCILING:
            return
        self._ids.update({place.topic: topic_id for place, topic_id in wanted.items()})
        if self._target == target and is_whole:
            self._target = None
        self.owned |= added
        if added or revoked or not self._has_assignment:
            self._has_assignment = True
            self.rounds += 1
            await self._owner.hand_over(added)
        if self.dropped or self.state is not State.RECONCILING:
            return
        self._move(State.STABLE)
        if self._in_part != target:
            self._taken_over += 1
            self._beat_now()
        self._in_part = None if is_whole else target
        if self._target == target:
            # The topic is so new that not every broker knows it, or gone.
            await self.pause()

    async def _names(self, target: Target) -> dict[TopicPartition, bytes]:
        """The partitions of `target` with their topics' ids, but for topics whose names are not known."""
        metadata = self.routing.metadata
        if any(metadata.topic_name(topic_id) is None for topic_id, _ in target):
            await self._waiting.on(self.routing.know(self.settings.topics))
        if any(metadata.topic_name(topic_id) is None for topic_id, _ in target):
            await self._waiting.on(self.routing.all_topics())
        names = {topic_id: metadata.topic_name(topic_id) for topic_id, _ in target}
        await self._waiting.on(self.routing.know([name for name in names.values() if name is not None]))
        return {TopicPartition(name, number): topic_id for topic_id, number in target if (name := names[topic_id]) is not None}

    # Heartbeats

    def _beat_now(self) -> None:
        self._beat_wanted = True
        self.beat_in(0)

    def beat(self) -> None:
        """Say that we are alive, and what changed."""
        self.beat_in(self.heartbeat_interval_ms)
        if self._beating or self.state not in _BEATING or self.dropped:
            return
        if self.state is State.LEAVING and not self.identity.is_member:
            # It would join.
            return
        self._beating = True
        self._beat_wanted = False
        sent = Identity(self.member_id, max(self.identity.generation, JOIN_EPOCH), self.settings.instance_id)
        owned = self._owned_by_id()
        request = self._heartbeat(sent, owned)
        asking = Deferred.fromCoroutine(self._send(request))
        life = self._life
        told = None if request.topic_partitions is None else owned
        asking.addCallbacks(lambda answer: self._heard(life, sent, told, answer), lambda failure: self._not_heard(life, failure))
        asking.addErrback(self.broken)

    def _owned_by_id(self) -> tuple[int, Target]:
        return self._taken_over, frozenset((self._ids[place.topic], place.partition) for place in self.owned)

    def _heartbeat(self, identity: Identity, owned: tuple[int, Target]) -> ConsumerGroupHeartbeatRequest:
        settings = self.settings
        request = ConsumerGroupHeartbeatRequest(
            group_id=settings.group_id,
            member_id=identity.member_id,
            member_epoch=identity.generation,
            instance_id=settings.instance_id,
        )
        is_joining = identity.generation == JOIN_EPOCH
        if is_joining or not self._is_introduced:
            request.rack_id = settings.rack
            request.rebalance_timeout_ms = settings.rebalance_timeout_ms
            request.subscribed_topic_names = list(settings.topics)
            request.subscribed_topic_regex = settings.pattern
            request.server_assignor = settings.server_assignor
        if is_joining:
            request.topic_partitions = []
        elif self._told != owned and not self._is_to_come(owned[1]):
            request.topic_partitions = _by_topic(owned[1])
        return request

    def _is_to_come(self, owned: Target) -> bool:
        """Whether we were given what we do not hold yet. What we hold must not be told then: the broker would take it that we never will,
        and may give it to another, while we are about to take it.
        """
        return self._target is not None and not self._target <= owned

    async def _send(self, request: ConsumerGroupHeartbeatRequest) -> ConsumerGroupHeartbeatResponse:
        routing = self.routing
        if request.member_epoch == JOIN_EPOCH:
            node = await routing.coordinator(self.settings.group_id)
            ranges = await routing.versions(node, purpose="member")
            at_least = 0 if self.settings.pattern is None else _REGEX_VERSION
            try:
                ranges.choose(ConsumerGroupHeartbeatRequest, at_least=at_least)
            except KlogError as error:
                if ranges.has(ConsumerGroupHeartbeatRequest):
                    raise KlogError(error.code, f"{error.message}: the broker takes no pattern; name topics") from error
                raise KlogError(error.code, f"{error.message}: it {_NOT_HERE}") from error
        answer: ConsumerGroupHeartbeatResponse = await self.ask(request)
        return answer

    def _heard(self, life: int, sent: Identity, told: tuple[int, Target] | None, answer: ConsumerGroupHeartbeatResponse) -> None:
        self._beating = False
        if life != self._life:
            self.beat_in(0)
            return
        if self.state not in _BEATING or self.dropped:
            return
        then = reaction_to(MemberRequest.CONSUMER_HEARTBEAT, answer.error_code)
        if then is Reaction.GO_ON:
            self._backoff.reset()
            self._is_introduced = True
            self._told = told or self._told
            self.heartbeat_interval_ms = max(_LEAST_INTERVAL_MS, answer.heartbeat_interval_ms)
            self.member_id = answer.member_id or self.member_id
            self.become(Identity(self.member_id, answer.member_epoch, self.settings.instance_id))
            if self.state is State.JOINING:
                self._move(State.STABLE)
            if answer.assignment is not None:
                topics = answer.assignment.topic_partitions
                self._target = frozenset((bytes(topic.topic_id), number) for topic in topics for number in topic.partitions)
                self.wake_up()
            self.beat_in(0 if self._beat_wanted else self.heartbeat_interval_ms)
            return
        self._told, self._is_introduced = None, False
        row = row_of(answer.error_code)
        if then is Reaction.LOST:
            log.info("group {group}: {code}, all partitions are lost; joining again", group=self.settings.group_id, code=row.code.name)
            if self.state is not State.LEAVING:
                self._move(State.FENCED)
            self._forget_epoch()
            self.call_off()
        elif then is Reaction.FAIL:
            said = answer.error_message or row.sentence
            if row.code is ErrorCode.UNSUPPORTED_VERSION:
                said = f"the broker {_NOT_HERE}"
            self.fail(KlogError(row.code, f"group {self.settings.group_id}: {said}"))
        else:
            if then is Reaction.FIND_COORDINATOR:
                self.routing.coordinator_lost(self.settings.group_id)
            elif not row.retriable:
                self.warn(f"{row.code.name}: {answer.error_message or row.sentence} It is tried again.")
            self.beat_in(self._backoff.next_ms())

    def _not_heard(self, life: int, failure: Failure) -> None:
        self._beating = False
        error = failure.value
        if life != self._life:
            self.beat_in(0)
            return
        self._told, self._is_introduced = None, False
        if self.silent or isinstance(error, ClientStopped):
            return
        if not isinstance(error, KlogError):
            failure.raiseException()
        elif what_to_do_about(error) is Action.FAIL:
            self.fail(error)
        else:
            self.beat_in(self._backoff.next_ms())

    def _forget_epoch(self) -> None:
        self.become(Identity(instance_id=self.settings.instance_id))
        self._target = self._in_part = None
        self._has_assignment = False
        self._told, self._is_introduced = None, False
        self._life += 1
        self._resumed = False
        self.dropped = True
        self.wake_up()

    # What the base asks for

    async def say_goodbye(self, identity: Identity, leave: bool | None) -> None:
        """A last heartbeat, with an epoch that means leaving."""
        if leave is False and identity.instance_id is None:
            return
        epoch = LEAVE_EPOCH if identity.instance_id is None or leave else LEAVE_STATIC_EPOCH
        request = ConsumerGroupHeartbeatRequest(
            group_id=self.settings.group_id, member_id=identity.member_id, member_epoch=epoch, instance_id=identity.instance_id
        )
        await ask_coordinator(self.routing, self.settings.group_id, request, purpose="group", timeout_ms=LEAVE_MS)


def _by_topic(places: Iterable[tuple[bytes, int]]) -> list[TopicPartitions]:
    found: dict[bytes, list[int]] = {}
    for topic_id, number in sorted(places):
        found.setdefault(topic_id, []).append(number)
    return [TopicPartitions(topic_id=topic_id, partitions=numbers) for topic_id, numbers in found.items()]
