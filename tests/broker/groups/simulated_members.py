"""Members of groups as clients are, for the simulation: what a consumer does, one request at a time, as generators.

A member yields what it wants: an `Ask` (a request; the answer comes back, or `Lost` is raised where the connection went or the answer took
too long), or a number of seconds to sleep. It changes `owned`, the partitions it believes to be its own, exactly when a consumer would have
called back its application: an eager one gives up everything before it joins, a cooperative one and one of the new protocol give up what
the assignment takes away. It commits positions only for what it owns, beginning where the last commit of anybody ended.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, Protocol

from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.consumer_protocol import (
    ConsumerProtocolAssignment,
    ConsumerProtocolSubscription,
    decode_assignment,
    decode_subscription,
    encode_assignment,
    encode_subscription,
)
from klog.wire.consumer_protocol import TopicPartition as NamedPartitions
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest, TopicPartitions
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.leave_group import LeaveGroupRequest, MemberIdentity
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestGroup, OffsetFetchRequestTopics
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment

E = ErrorCode
SESSION_S = 8.0
REBALANCE_S = 12.0
HEARTBEAT_S = 2.0
#: What makes a member forget who it was.
FORGET = frozenset({E.UNKNOWN_MEMBER_ID, E.ILLEGAL_GENERATION, E.FENCED_MEMBER_EPOCH, E.GROUP_ID_NOT_FOUND})
#: What makes it try again after a while.
RETRY = frozenset(
    {E.COORDINATOR_LOAD_IN_PROGRESS, E.NOT_COORDINATOR, E.COORDINATOR_NOT_AVAILABLE, E.REBALANCE_IN_PROGRESS, E.UNSTABLE_OFFSET_COMMIT}
)


class Lost(Exception):
    """No answer came."""


class Fenced(Exception):
    """Another one has the instance id: this member ends."""


class Ask(NamedTuple):
    """A request in a version, and how long to wait for its answer in seconds."""

    request: Any
    version: int
    patience_s: float = 5.0


Steps = Generator[Ask | float, Any, Any]


class World(Protocol):
    """What members know of the simulation."""

    random: random.Random
    #: Whether topics may get more partitions.
    topics_grow: bool
    topic_ids: dict[str, bytes]

    def told_generation(self, member: Member, generation: int) -> None:
        """A member was told an assignment of `generation`, or its epoch."""

    def commits(self, member: Member, offsets: dict[TopicPartition, int], retention_s: float | None = None) -> None:
        """A commit is on its way; kept for so long, where it says that itself."""

    def committed(self, member: Member, partition: TopicPartition, offset: int) -> None:
        """It was acknowledged."""

    def fetched(self, member: Member, partition: TopicPartition, offset: int, group_id: str | None = None) -> None:
        """A committed offset was read, of the member's group or another one; -1 for none."""

    def partitions_of(self, topics: Sequence[str]) -> list[TopicPartition]:
        """All partitions of `topics`."""


class Member:
    """What both kinds have in common.

    :ivar owned: what it believes to own.
    :ivar settled: it has its assignment and nothing to do.
    """

    def __init__(self, world: World, name: str, group_id: str, topics: Sequence[str], instance_id: str | None) -> None:
        self.world = world
        self.name = name
        self.group_id = group_id
        self.topics = list(topics)
        self.instance_id = instance_id
        self.member_id = ""
        self.generation = -1
        self.owned: set[TopicPartition] = set()
        self.positions: dict[TopicPartition, int] = {}
        self.settled = False

    def __repr__(self) -> str:
        return f"{self.name}({self.member_id[-6:]!r}, generation {self.generation}, {sorted(map(str, self.owned))})"

    def run(self) -> Steps:
        """Its life."""
        raise NotImplementedError

    def leave(self) -> Ask:
        """The request by which it leaves."""
        raise NotImplementedError

    def lose(self) -> None:
        """It owns nothing any more."""
        self.owned.clear()
        self.positions.clear()

    # Offsets

    def fetch_positions(self) -> Steps:
        """Read where to go on, for what it owns and has no position of; whether that worked."""
        wanted = sorted(self.owned - self.positions.keys())
        if not wanted:
            return True
        topics = [
            OffsetFetchRequestTopics(name=topic, partition_indexes=[entry.partition for entry in wanted if entry.topic == topic])
            for topic in sorted({entry.topic for entry in wanted})
        ]
        group = OffsetFetchRequestGroup(group_id=self.group_id, topics=topics, **self.fetch_identity())
        answer = yield Ask(OffsetFetchRequest(groups=[group], require_stable=True), 9)
        [result] = answer.groups
        if result.error_code:
            return self.refused(result.error_code)
        for topic in result.topics:
            for entry in topic.partitions:
                partition = TopicPartition(topic.name, entry.partition_index)
                if entry.error_code:
                    return self.refused(entry.error_code)
                self.world.fetched(self, partition, entry.committed_offset)
                self.positions[partition] = max(entry.committed_offset, 0)
        return True

    def fetch_identity(self) -> dict[str, Any]:
        """Who asks; members of classic groups do not say."""
        return {}

    def commit(self) -> Steps:
        """Consume a little and commit; whether that worked."""
        chance = self.world.random
        mine = sorted(self.positions.keys() & self.owned)
        offsets = {entry: self.positions[entry] + chance.randint(1, 5) for entry in mine if chance.random() < 0.7}
        if not offsets:
            return True
        self.positions.update(offsets)
        self.world.commits(self, offsets)
        topics = [
            OffsetCommitRequestTopic(
                name=topic,
                partitions=[
                    OffsetCommitRequestPartition(partition_index=entry.partition, committed_offset=offset, committed_metadata="")
                    for entry, offset in offsets.items()
                    if entry.topic == topic
                ],
            )
            for topic in sorted({entry.topic for entry in offsets})
        ]
        request = OffsetCommitRequest(
            group_id=self.group_id,
            generation_id_or_member_epoch=self.generation,
            member_id=self.member_id,
            group_instance_id=self.instance_id,
            topics=topics,
        )
        answer = yield Ask(request, 9)
        for topic in answer.topics:
            for entry in topic.partitions:
                if entry.error_code:
                    return self.refused(entry.error_code)
                partition = TopicPartition(topic.name, entry.partition_index)
                self.world.committed(self, partition, offsets[partition])
        return True

    def refused(self, code: int) -> bool:
        """A request was answered with an error: what that makes of the member."""
        if code == E.FENCED_INSTANCE_ID:
            raise Fenced
        if code in FORGET:
            self.forget(ErrorCode(code))
        elif code not in RETRY and code not in self.expected_errors:
            raise AssertionError(f"{self} was answered {ErrorCode(code).name}")
        self.settled = False
        return False

    #: It has given something back, and nobody can have it before it joins again.
    owes_join = False
    #: Others that may happen and mean "ask again".
    expected_errors: frozenset[ErrorCode] = frozenset()

    def forget(self, code: ErrorCode) -> None:
        """It is no member any more."""
        self.lose()
        self.generation = -1


class ClassicMember(Member):
    """JoinGroup, SyncGroup, Heartbeat."""

    def __init__(self, *arguments: Any, cooperative: bool = False, **fields: Any) -> None:
        super().__init__(*arguments, **fields)
        self.cooperative = cooperative
        self.protocol = "cooperative-sticky" if cooperative else "range"
        # A static leader that comes back is not told so before version 9, and would not look after the topics.
        self.join_version = 9 if self.world.topics_grow and self.instance_id else self.world.random.choice((5, 7, 9))
        #: How many partitions there were when it last assigned them as the leader; 0: it is none.
        self.assigned_of = 0

    def run(self) -> Steps:
        """Join, sync, heartbeat until something happens; for ever."""
        while True:
            self.settled = False
            try:
                if (yield from self.join()):
                    yield from self.stay()
            except Lost:
                yield self.world.random.uniform(0.05, 0.5)

    def forget(self, code: ErrorCode) -> None:
        """The member id is kept where only the generation is wrong."""
        super().forget(code)
        if code != E.ILLEGAL_GENERATION:
            self.member_id = ""

    def join(self) -> Steps:
        """One JoinGroup and one SyncGroup; whether the member has an assignment."""
        if not self.cooperative:
            self.lose()
        owned = _named(self.owned)
        subscription = ConsumerProtocolSubscription(topics=self.topics, owned_partitions=owned, generation_id=self.generation)
        request = JoinGroupRequest(
            group_id=self.group_id,
            session_timeout_ms=int(SESSION_S * 1000),
            rebalance_timeout_ms=int(REBALANCE_S * 1000),
            member_id=self.member_id,
            group_instance_id=self.instance_id,
            protocol_type="consumer",
            protocols=[JoinGroupRequestProtocol(name=self.protocol, metadata=encode_subscription(subscription, 2))],
        )
        answer = yield Ask(request, self.join_version, REBALANCE_S + SESSION_S + 5)
        if answer.error_code == E.MEMBER_ID_REQUIRED:
            self.member_id = answer.member_id
            return False
        if answer.error_code:
            self.refused(answer.error_code)
            yield self.world.random.uniform(0.1, 0.6)
            return False
        self.member_id = answer.member_id
        self.generation = answer.generation_id
        assignments = []
        self.assigned_of = 0
        if answer.leader == answer.member_id:
            if not answer.skip_assignment:
                assignments = self.assign(answer.members)
            elif self.world.topics_grow:
                # It cannot know what the topics were like when they were assigned.
                self.assigned_of = -1
        named = {"protocol_type": "consumer", "protocol_name": self.protocol} if self.join_version >= 7 else {}
        sync = SyncGroupRequest(
            group_id=self.group_id,
            generation_id=self.generation,
            member_id=self.member_id,
            group_instance_id=self.instance_id,
            assignments=assignments,
            **named,
        )
        answer = yield Ask(sync, 5 if named else 4, REBALANCE_S + SESSION_S + 5)
        if answer.error_code:
            self.refused(answer.error_code)
            yield self.world.random.uniform(0.1, 0.6)
            return False
        self.world.told_generation(self, self.generation)
        return self.take(_partitions(decode_assignment(answer.assignment).assigned_partitions) if answer.assignment else set())

    def take(self, assigned: set[TopicPartition]) -> bool:
        """An assignment came; whether there is nothing to give back."""
        gone = self.owned - assigned
        self.owned = assigned
        for entry in self.positions.keys() - assigned:
            del self.positions[entry]
        # A cooperative member that gave something back joins again, so that somebody else can have it.
        self.owes_join = self.cooperative and bool(gone)
        return not self.owes_join

    def assign(self, members: Any) -> list[SyncGroupRequestAssignment]:
        """What the leader works out: everybody the same number; a cooperative one gives nobody what another one still has."""
        everybody = sorted(members, key=lambda member: member.group_instance_id or member.member_id)
        every = self.world.partitions_of(self.topics)
        self.assigned_of = len(every)
        given: dict[str, set[TopicPartition]] = {member.member_id: set() for member in everybody}
        if not self.cooperative:
            for number, partition in enumerate(every):
                given[everybody[number % len(everybody)].member_id].add(partition)
        else:
            has: dict[TopicPartition, str] = {}
            for member in everybody:
                for partition in _partitions(decode_subscription(member.metadata).owned_partitions):
                    assert partition not in has, f"{has[partition]} and {member.member_id} both say they own {partition}"
                    has[partition] = member.member_id
            most = -(-len(every) // len(everybody))
            targets: dict[TopicPartition, str] = {}
            counts = dict.fromkeys(given, 0)
            for partition in every:
                owner = has.get(partition)
                if owner is not None and counts[owner] < most:
                    targets[partition] = owner
                    counts[owner] += 1
            for partition in every:
                if partition not in targets:
                    targets[partition] = taker = min(counts, key=lambda member_id: counts[member_id])
                    counts[taker] += 1
            for partition, target in targets.items():
                if has.get(partition, target) == target:
                    given[target].add(partition)
        return [
            SyncGroupRequestAssignment(
                member_id=member_id, assignment=encode_assignment(ConsumerProtocolAssignment(assigned_partitions=_named(partitions)), 1)
            )
            for member_id, partitions in given.items()
        ]

    def stay(self) -> Steps:
        """Consume and heartbeat, until something is to be done about it."""
        chance = self.world.random
        while True:
            if not (yield from self.patiently(self.fetch_positions)):
                return
            self.settled = True
            yield HEARTBEAT_S * chance.uniform(0.5, 1.2)
            if self.assigned_of and self.assigned_of != len(self.world.partitions_of(self.topics)):
                # A leader looks at the topics' metadata, and joins again when there are more partitions.
                return
            if chance.random() < 0.5 and not (yield from self.patiently(self.commit)):
                return
            request = HeartbeatRequest(
                group_id=self.group_id, generation_id=self.generation, member_id=self.member_id, group_instance_id=self.instance_id
            )
            try:
                answer = yield Ask(request, 4)
            except Lost:
                continue
            if answer.error_code in (E.COORDINATOR_LOAD_IN_PROGRESS, E.NOT_COORDINATOR, E.COORDINATOR_NOT_AVAILABLE):
                continue
            if answer.error_code:
                # A last commit before the partitions may go, as consumers do it.
                if answer.error_code == E.REBALANCE_IN_PROGRESS and chance.random() < 0.5:
                    yield from self.commit()
                self.refused(answer.error_code)
                return

    def patiently(self, steps: Any) -> Steps:
        """Do it; without an answer, and while the coordinator is away, go on with the heartbeats. Whether the member is one still."""
        generation = self.generation
        try:
            if not (yield from steps()):
                return False
        except Lost:
            return self.generation == generation
        return True

    def leave(self) -> Ask:
        """LeaveGroup."""
        return Ask(LeaveGroupRequest(group_id=self.group_id, members=[MemberIdentity(member_id=self.member_id)]), 5)


class ConsumerMember(Member):
    """ConsumerGroupHeartbeat (KIP-848)."""

    expected_errors = frozenset({E.STALE_MEMBER_EPOCH, E.UNRELEASED_INSTANCE_ID})

    def __init__(self, *arguments: Any, **fields: Any) -> None:
        super().__init__(*arguments, **fields)
        self.member_id = f"{self.name}-{self.world.random.getrandbits(64):016x}"
        self.generation = 0
        self.target: set[TopicPartition] | None = None
        #: What it subscribes by; None: by the names.
        self.regex = "t.*" if self.world.random.random() < 0.3 else None

    def forget(self, code: ErrorCode) -> None:
        """It joins again, with epoch 0."""
        super().forget(code)
        self.generation = 0
        self.target = None

    def fetch_identity(self) -> dict[str, Any]:
        return {"member_id": self.member_id, "member_epoch": self.generation}

    def run(self) -> Steps:
        """Heartbeats; between them, whatever the assignment asks for."""
        chance = self.world.random
        tell_all = True
        told: set[TopicPartition] | None = None
        while True:
            if self.generation == 0:
                tell_all = True
            request = ConsumerGroupHeartbeatRequest(
                group_id=self.group_id,
                member_id=self.member_id,
                member_epoch=self.generation,
                instance_id=self.instance_id,
                rebalance_timeout_ms=int(REBALANCE_S * 1000) if tell_all else -1,
                subscribed_topic_names=None if self.regex or not tell_all else self.topics,
                subscribed_topic_regex=self.regex if tell_all else None,
                topic_partitions=self.by_id(self.owned) if tell_all or self.owned != told else None,
            )
            told = set(self.owned)
            try:
                answer = yield Ask(request, 1)
            except Lost:
                tell_all = True
                told = None
                yield chance.uniform(0.05, 0.5)
                continue
            if answer.error_code:
                tell_all = True
                told = None
                self.refused(answer.error_code)
                yield chance.uniform(0.1, 0.6)
                continue
            tell_all = False
            self.generation = answer.member_epoch
            self.world.told_generation(self, answer.member_epoch)
            if answer.assignment is not None:
                self.target = self.by_name(answer.assignment.topic_partitions)
            if self.target is not None and self.target != self.owned:
                self.settled = False
                # What is to be given back may take its time.
                yield chance.choice((0.0, 0.0, 0.3, 2.0))
                for entry in self.owned - self.target:
                    self.positions.pop(entry, None)
                self.owned = set(self.target)
                continue
            try:
                if (yield from self.fetch_positions()):
                    self.settled = True
                    yield HEARTBEAT_S * chance.uniform(0.4, 1.1)
                    if chance.random() < 0.5:
                        yield from self.commit()
                else:
                    yield chance.uniform(0.1, 0.5)
            except Lost:
                pass

    def by_id(self, partitions: set[TopicPartition]) -> list[TopicPartitions]:
        """As the heartbeat names them."""
        topics = sorted({entry.topic for entry in partitions})
        return [
            TopicPartitions(
                topic_id=self.world.topic_ids[topic], partitions=sorted(entry.partition for entry in partitions if entry.topic == topic)
            )
            for topic in topics
        ]

    def by_name(self, named: Sequence[TopicPartitions]) -> set[TopicPartition]:
        """The other way round."""
        names = {topic_id: name for name, topic_id in self.world.topic_ids.items()}
        return {TopicPartition(names[entry.topic_id], partition) for entry in named for partition in entry.partitions}

    def leave(self) -> Ask:
        """A last heartbeat."""
        return Ask(
            ConsumerGroupHeartbeatRequest(
                group_id=self.group_id, member_id=self.member_id, instance_id=self.instance_id, member_epoch=-2 if self.instance_id else -1
            ),
            1,
        )


def _named(partitions: set[TopicPartition]) -> list[NamedPartitions]:
    return [
        NamedPartitions(topic=topic, partitions=sorted(entry.partition for entry in partitions if entry.topic == topic))
        for topic in sorted({entry.topic for entry in partitions})
    ]


def _partitions(named: Sequence[NamedPartitions]) -> set[TopicPartition]:
    return {TopicPartition(entry.topic, partition) for entry in named for partition in entry.partitions}
