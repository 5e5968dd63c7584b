"""A whole broker and its groups in virtual time, with everything that can go wrong, made from one number.

::

    Simulation(seed).run()          # raises AssertionError naming the seed and what did not hold

A seed decides who there is (eager, cooperative, static, new protocol, or mixed groups; how many members, topics, partitions; with or
without the flush rule; how long offsets are kept) and what happens: members come, leave, crash without a word, are replaced by a second
one with the same instance id, pause longer than their session; connections are cut before the answer is read, or answers are late; flushes
take their time; the broker stops and starts again, is killed, or loses its power; an administrator resets offsets of an empty group,
deletes one, or adds partitions; a group is empty for as long as its offsets are kept, and somebody comes back to it just then. In half of
the lives loners commit beside the groups, about as often as their offsets expire. Long work of the coordinator is interrupted behind its
steps. After a while the faults end, and the groups must settle.

What must hold, after every step:

- a partition has one owner. An owner is a member that believes to own it and that the broker still takes for a member, in this generation:
  who was given up, fenced or replaced may not know it yet, and can do no harm, since his commits are refused;
- generations, as members are told them with an assignment, only rise, over restarts too, and so do the epochs of one member;
- a committed offset that was read is not below one that was acknowledged or read before, unless it was reset or its time was over
  (``simulated_offsets``); it is one that somebody committed, and one that a flush may have covered;
- a group that has members is not deleted;
- no error is answered that a client could not understand, nothing fails in the broker by its own mistake;

and at the end: each group is Stable with its living members, who together own all partitions, or Empty without any; nobody waits for an
answer.
"""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Sequence
from typing import Any, NamedTuple
from unittest import mock

from klog.broker.coordinators import expiration
from klog.broker.coordinators.runtime import partition_of
from klog.broker.groups.classic.group import ClassicGroup
from klog.broker.groups.classic.states import ClassicState
from klog.broker.groups.consumer.group import ConsumerGroup
from klog.broker.groups.group import Group
from klog.cluster.topic_names import CONSUMER_OFFSETS
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker, MemoryClient
from klog.testing.reactor import MemoryReactor
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.delete_groups import DeleteGroupsRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from tests.broker.groups.simulated_members import SESSION_S, Ask, ClassicMember, ConsumerMember, Fenced, Lost, Member
from tests.broker.groups.simulated_offsets import Known, Log, Loner, OffsetRules

#: How long things go wrong, and how long groups may take to settle, in seconds of the clock.
FAULTS_S = 45.0
SETTLE_S = 180.0
OFFSETS_PARTITIONS = 2
LONERS = 2
KINDS = ("eager", "cooperative", "static", "static cooperative", "consumer", "static consumer", "mixed", "mixed cooperative")


class Actor:
    """One process: a member, its connection, and where it is in its life."""

    def __init__(self, simulation: Simulation, member: Member) -> None:
        self.simulation = simulation
        self.member = member
        self.steps = member.run()
        self.client: MemoryClient | None = None
        self.broker: MemoryBroker | None = None
        self.wake_s = simulation.clock_s
        self.paused_until_s = 0.0
        #: The request whose answer it waits for, and until when.
        self.asked: Ask | None = None
        self.give_up_s = 0.0
        self.late_until_s = 0.0
        self.is_alive = True
        self._next: Ask | float | None = None
        self._advance(None)

    def _advance(self, answer: Any) -> None:
        """Have the member go on to what it wants next."""
        try:
            self._next = self.steps.throw(answer) if isinstance(answer, Lost) else self.steps.send(answer)
        except Fenced:
            self.die()
            return
        if isinstance(self._next, float):
            self.wake_s = self.simulation.clock_s + self._next

    def die(self) -> None:
        """It is gone, without a word."""
        self.is_alive = False
        self.steps.close()
        self.member.lose()
        self.hang_up()

    def hang_up(self) -> None:
        """Its connection is cut; what was on its way back is lost."""
        if self.client is not None and self.broker is self.simulation.broker and not self.client.scripted.disconnected:
            self.client.hang_up()
        self.client = None

    def step(self) -> None:
        """Do what can be done now."""
        if not self.is_alive or self.simulation.clock_s < self.paused_until_s:
            return
        if self.asked is not None:
            self._listen()
        elif isinstance(self._next, Ask):
            self._ask(self._next)
        elif self.simulation.clock_s >= self.wake_s:
            self._advance(None)
            if self.is_alive and isinstance(self._next, Ask):
                self._ask(self._next)

    def _ask(self, ask: Ask) -> None:
        simulation = self.simulation
        if self.client is None or self.broker is not simulation.broker or self.client.scripted.disconnected:
            self.client = simulation.connect()
            self.broker = simulation.broker
            if self.client is None:
                self.wake_s = simulation.clock_s + 0.3
                return
        chance = simulation.random
        self.asked = ask
        self.give_up_s = simulation.clock_s + ask.patience_s
        if simulation.is_faulty and chance.random() < 0.06:
            self.client.scripted.stalled = True
            self.late_until_s = simulation.clock_s + chance.choice((0.5, 2.0, 4.0))
        known = simulation.offsets.now()
        self.client.send((ask.request, ask.version))
        simulation.remember(self.member, known)
        self._listen()

    def _listen(self) -> None:
        """The answer, if it is there."""
        simulation, client = self.simulation, self.client
        assert client is not None
        if client.scripted.stalled and simulation.clock_s >= self.late_until_s:
            client.scripted.stalled = False
            if self.broker is simulation.broker:
                simulation.broker.run()
        if not client.scripted.stalled:
            client.receive()
        is_cut = simulation.is_faulty and simulation.random.random() < simulation.cut_rate
        if not is_cut and client.answers:
            [answer] = client.answers
            client.answers = []
            self.asked = None
            self._advance(answer)
            return
        gone = self.broker is not simulation.broker or client.scripted.disconnected
        if is_cut or gone or simulation.clock_s >= self.give_up_s:
            self.hang_up()
            self.asked = None
            self._advance(Lost())


class Asked(NamedTuple):
    """What was true when a member's last request was sent."""

    known: Known
    incarnation: int


class Seen(NamedTuple):
    """A group when it was looked at last."""

    life: int
    group: Group


class Simulation:
    """See the module. Implements `tests.broker.groups.simulated_members.World`.

    :param seed: everything follows from it.
    :param interleaved: whether the broker's threads take virtual time (`klog.testing.interleaving`).
    """

    def __init__(self, seed: int, *, interleaved: bool = False) -> None:
        self.seed = seed
        self.random = chance = random.Random(seed)
        self.is_faulty = True
        self.cut_rate = chance.choice((0.0, 0.01, 0.04))
        self.flush_rule = chance.random() < 0.5
        self.kinds = [chance.choice(KINDS) for _ in range(chance.choice((1, 1, 2)))]
        self.topics = {f"t{number}": chance.randint(1, 6) for number in range(chance.choice((1, 2)))}
        self.topics_grow = chance.random() < 0.5
        self.topic_ids: dict[str, bytes] = {}
        properties = {
            "offsets.topic.num.partitions": str(OFFSETS_PARTITIONS),
            "offsets.topic.replication.factor": "1",
            "group.initial.rebalance.delay.ms": chance.choice(("0", "500", "3000")),
            "group.consumer.min.session.timeout.ms": "5000",
            "group.consumer.session.timeout.ms": "8000",
            "group.consumer.min.heartbeat.interval.ms": "500",
            "group.consumer.heartbeat.interval.ms": "2000",
            "group.consumer.assignment.interval.ms": chance.choice(("0", "1000")),
            "offsets.retention.check.interval.ms": "900",
        }
        if self.flush_rule:
            properties["log.flush.interval.messages"] = "1"
        self.interleave = random.Random(seed) if interleaved else None
        self.broker = MemoryBroker(properties, seed=seed, interleave=self.interleave)
        self.is_up = True
        self.actors: list[Actor] = []
        self.made = 0
        self.events: list[str] = []
        # What was seen.
        self.life = 0
        self.asked: dict[str, Asked] = {}
        self.incarnations: dict[str, int] = {}
        self.generations: dict[tuple[str, int, str], int] = {}
        self.kind_seen: dict[str, object] = {}
        self.groups_seen: dict[str, Seen] = {}
        self.offsets = OffsetRules(lambda: self.clock_s, self.log_of)
        # Kafka counts in minutes.
        self.offsets.retention_s = chance.choice((5.0, 5.0, 15.0, math.inf))
        self.loners: list[Actor] = []
        self.comebacks: list[tuple[float, str]] = []
        self.pauses = random.Random(seed)

    # World

    @property
    def clock_s(self) -> float:
        """Seconds of the clock."""
        return float(self.broker.clock.seconds())

    def partitions_of(self, topics: Sequence[str]) -> list[TopicPartition]:
        """All of them."""
        return [TopicPartition(topic, number) for topic in topics for number in range(self.topics[topic])]

    def told_generation(self, member: Member, generation: int) -> None:
        """Answers to one member rise; those to several may overtake each other."""
        asked = self.asked[member.name]
        who = member.group_id, asked.incarnation, member.name
        highest = self.generations.get(who, -1)
        assert generation >= highest, f"{member} was told generation {generation} after {highest}"
        self.generations[who] = generation

    def commits(self, member: Member, offsets: dict[TopicPartition, int], retention_s: float | None = None) -> None:
        """Somebody may read them from now on."""
        for partition, offset in offsets.items():
            self.offsets.commits((member.group_id, partition), offset, retention_s)

    def committed(self, member: Member, partition: TopicPartition, offset: int) -> None:
        """Nobody may read less from now on; what was sent before a reset counts for nothing."""
        self.offsets.committed(self.asked[member.name].known, (member.group_id, partition), offset)

    def fetched(self, member: Member, partition: TopicPartition, offset: int, group_id: str | None = None) -> None:
        """Not less than what counted when it was asked."""
        self.offsets.fetched(self.asked[member.name].known, member, (group_id or member.group_id, partition), offset)

    def remember(self, member: Member, known: Known) -> None:
        """A request of `member` was sent: its answer is about what was true then, however late it is read."""
        self.see_kind(member.group_id)
        self.asked[member.name] = Asked(known, self.incarnations.get(member.group_id, 0))

    def note(self, sentence: str) -> None:
        """For whoever looks for a mistake."""
        self.events.append(f"{self.clock_s:8.2f} {sentence}")

    # The broker

    def connect(self) -> MemoryClient | None:
        """A connection; None while there is no broker."""
        if not self.is_up:
            return None
        try:
            return self.broker.connect()
        except ConnectionRefusedError:
            return None

    def log_of(self, group_id: str) -> Log | None:
        """The partition of ``__consumer_offsets`` that a group belongs to."""
        partitions = self.broker.broker.partitions if self.is_up and self.broker.service.running else None
        partition = None if partitions is None else partitions.get(CONSUMER_OFFSETS, partition_of(group_id, OFFSETS_PARTITIONS))
        return None if partition is None else Log(self.life, partition.log.high_watermark, partition.log.end_offset)

    def start_broker(self) -> None:
        """With a retention in seconds, and long work that is interrupted."""
        self.broker.start()
        coordinator = self.broker.broker.coordinator
        assert coordinator is not None
        if self.offsets.retention_s != math.inf:
            retention_ms = int(self.offsets.retention_s * 1000)
            settings = coordinator.environment.settings
            coordinator.environment.settings = dataclasses.replace(settings, offsets_retention_ms=retention_ms)
        # What is asked of topics is answered at once; lives in which that is interrupted, too, are in ``tests/broker/interleavings``.
        self.broker.broker.steps._pause = None
        if self.interleave is None:
            coordinator.loader._steps._pause = lambda: self.pauses.choice((None, 0.0, 0.1, 0.3))

    def set_up(self) -> None:
        """Topics, and the coordinator."""
        self.start_broker()
        client = self.broker.connect()
        creatable = [CreatableTopic(name=name, num_partitions=count, replication_factor=1) for name, count in self.topics.items()]
        client.ask(CreateTopicsRequest(topics=creatable, timeout_ms=1000), 5)
        client.ask(FindCoordinatorRequest(key="g0", key_type=0), 3)
        answer = client.ask(MetadataRequest(topics=[MetadataRequestTopic(name=name) for name in self.topics]), 12)
        self.topic_ids = {topic.name: topic.topic_id for topic in answer.topics}
        client.hang_up()

    def group(self, group_id: str) -> Group | None:
        """The broker's own view; None where there is none now."""
        coordinator = self.broker.broker.coordinator if self.is_up and self.broker.service.running else None
        if coordinator is None:
            return None
        for shard in coordinator.shards.values():
            if group_id in shard.groups:
                return shard.groups[group_id]
        return None

    def break_broker(self) -> None:
        """It goes down in one of three ways."""
        how = self.random.choice(("stop", "kill", "power") if self.flush_rule else ("stop", "kill"))
        self.note(f"broker: {how}")
        self.check_mistakes()
        broker = self.broker
        self.is_up = False
        if how == "stop":
            broker.hold_threads = False
            broker.run_threads()
            broker.stop()
        elif how == "kill":
            # What it wrote stays; the system closes its files.
            clock = MemoryReactor()
            clock.advance(broker.clock.seconds() - clock.seconds())
            broker.end_threads()
            broker.file_system._locked.clear()
            self.broker = MemoryBroker(
                broker.properties,
                file_system=broker.file_system,
                clock=clock,
                seed=self.random.randrange(1 << 30),
                interleave=self.interleave,
            )
        else:
            self.broker = broker.crash(self.random)
        self.life += 1

    def mend_broker(self) -> None:
        """It is there again."""
        self.note("broker: start")
        self.start_broker()
        self.is_up = True

    # What happens

    def add_member(self, group_id: str, instance: int | None = None) -> Actor:
        """Somebody comes."""
        kind = self.kinds[int(group_id[1:])]
        self.made += 1
        instance_id = None
        if kind.startswith("static"):
            instance_id = f"i{instance if instance is not None else self.made}"
        is_new = "consumer" in kind or (kind.startswith("mixed") and self.random.random() < 0.5)
        fields = {"instance_id": instance_id}
        member: Member
        if is_new:
            member = ConsumerMember(self, f"m{self.made}", group_id, list(self.topics), **fields)
        else:
            member = ClassicMember(self, f"m{self.made}", group_id, list(self.topics), cooperative="cooperative" in kind, **fields)
        actor = Actor(self, member)
        self.actors.append(actor)
        self.note(f"{member.name} comes to {group_id} ({instance_id}, {type(member).__name__})")
        return actor

    def happen(self) -> None:
        """One thing goes wrong, or changes."""
        chance = self.random
        living = [actor for actor in self.actors if actor.is_alive]
        event = chance.random()
        if event < 0.3:
            if len(living) < 7:
                self.add_member(f"g{chance.randrange(len(self.kinds))}")
        elif event < 0.45 and living:
            actor = chance.choice(living)
            self.note(f"{actor.member.name} crashes")
            # Who takes the place of a static member does not know that it owes the group a join: what was given back is nobody's until
            # something else begins a rebalance, in Kafka, too.
            may_come_back = actor.member.instance_id is not None and not actor.member.owes_join
            self.replace(actor) if may_come_back and chance.random() < 0.7 else actor.die()
        elif event < 0.55 and living:
            self.leave(chance.choice(living))
        elif event < 0.7 and living:
            actor = chance.choice(living)
            seconds = chance.choice((1.0, 6.0, 15.0))
            actor.paused_until_s = self.clock_s + seconds
            self.note(f"{actor.member.name} pauses {seconds} s")
        elif event < 0.8 and living:
            actor = chance.choice(living)
            self.note(f"{actor.member.name} loses its connection")
            actor.hang_up()
            actor.paused_until_s = max(actor.paused_until_s, self.clock_s + 0.1)
            if actor.asked is not None:
                actor.asked = None
                actor._advance(Lost())
        elif event < 0.88:
            self.broker.hold_threads = not self.broker.hold_threads
            self.note(f"flushes wait: {self.broker.hold_threads}")
        elif event < 0.93:
            self.reset_offsets(f"g{chance.randrange(len(self.kinds))}")
        elif event < 0.96:
            self.delete_group(f"g{chance.randrange(len(self.kinds))}")
        elif event < 0.98:
            if self.topics_grow:
                self.add_partition(chance.choice(list(self.topics)))
        else:
            self.vacate(f"g{chance.randrange(len(self.kinds))}")

    def vacate(self, group_id: str) -> None:
        """Everybody goes, and somebody comes back when the group's offsets are about to expire."""
        self.note(f"{group_id} is left")
        for actor in self.actors:
            if actor.is_alive and actor.member.group_id == group_id:
                self.leave(actor)
                actor.die()
        if self.offsets.retention_s != math.inf:
            # Static members are missed after their session.
            late_s = SESSION_S if self.kinds[int(group_id[1:])].startswith("static") else 0.0
            self.comebacks.append((self.clock_s + late_s + self.offsets.retention_s + self.random.uniform(0.0, 2.0), group_id))

    def come_back(self) -> None:
        """Those whose time has come."""
        for due_s, group_id in [entry for entry in self.comebacks if entry[0] <= self.clock_s]:
            self.comebacks.remove((due_s, group_id))
            self.add_member(group_id)

    def replace(self, actor: Actor) -> None:
        """Another process with the same instance id; the first one is gone, or still there and does not know."""
        instance = int((actor.member.instance_id or "i0")[1:])
        if self.random.random() < 0.7:
            actor.die()
        self.add_member(actor.member.group_id, instance)

    def leave(self, actor: Actor) -> None:
        """In order: it gives up what it owns and says so, which may get lost."""
        member = actor.member
        is_static = member.instance_id is not None
        if (is_static and isinstance(member, ClassicMember)) or not self.is_up or not member.member_id:
            return
        self.note(f"{member.name} leaves")
        actor.hang_up()
        member.lose()
        client = self.connect()
        ask = member.leave()
        actor.die()
        if client is not None:
            client.send((ask.request, ask.version))
            client.hang_up()

    def reset_offsets(self, group_id: str) -> None:
        """An administrator may, where nobody consumes."""
        group = self.group(group_id)
        if group is None or not group.is_empty or not self.is_up:
            return
        client = self.connect()
        if client is None:
            return
        partition = self.random.choice(self.partitions_of(list(self.topics)))
        offset = self.random.randint(0, 3)
        entry = OffsetCommitRequestPartition(partition_index=partition.partition, committed_offset=offset, committed_metadata="")
        client.send(
            (
                OffsetCommitRequest(group_id=group_id, topics=[OffsetCommitRequestTopic(name=partition.topic, partitions=[entry])]),
                9,
            )
        )
        self.broker.run_threads()
        [answer] = client.receive()
        client.hang_up()
        code = answer.topics[0].partitions[0].error_code
        self.note(f"reset of {group_id} {partition} to {offset}: {ErrorCode(code).name}")
        self.offsets.resets += 1
        if code == ErrorCode.NONE:
            self.offsets.reset((group_id, partition), offset)

    def delete_group(self, group_id: str) -> None:
        """An administrator may, where nobody consumes: generations and offsets begin anew."""
        client = self.connect()
        if client is None:
            return
        client.send((DeleteGroupsRequest(groups_names=[group_id]), 2))
        self.broker.run_threads()
        [answer] = client.receive()
        client.hang_up()
        code = answer.results[0].error_code
        self.note(f"{group_id} is deleted: {ErrorCode(code).name}")
        if code == ErrorCode.NONE:
            self.incarnations[group_id] = self.incarnations.get(group_id, 0) + 1
            self.groups_seen.pop(group_id, None)
            self.offsets.forget(group_id)

    def add_partition(self, topic: str) -> None:
        """Groups must find it."""
        client = self.connect()
        if client is None or self.topics[topic] >= 8:
            return
        wanted = CreatePartitionsTopic(name=topic, count=self.topics[topic] + 1, assignments=None)
        client.send((CreatePartitionsRequest(topics=[wanted], timeout_ms=1000), 3))
        self.broker.run_threads()
        [answer] = client.receive()
        client.hang_up()
        code = answer.results[0].error_code
        self.note(f"a partition more of {topic}: {ErrorCode(code).name}")
        if code == ErrorCode.NONE:
            self.topics[topic] += 1

    def see_kind(self, group_id: str) -> None:
        """An empty group of the one kind that becomes the other begins anew, and so do its generations."""
        group = self.group(group_id)
        if group is not None:
            if self.kind_seen.get(group_id) not in (None, type(group)):
                self.incarnations[group_id] = self.incarnations.get(group_id, 0) + 1
            self.kind_seen[group_id] = type(group)

    def see_life(self, group_id: str, group: Group | None) -> None:
        """A group that goes had no members, and begins anew if somebody comes."""
        seen = self.groups_seen.get(group_id)
        coordinates = self.is_up and self.broker.service.running and self.broker.broker.coordinator is not None
        if not coordinates or (seen is not None and seen.life != self.life):
            self.groups_seen.pop(group_id, None)
        elif seen is not None and (group is None or (group is not seen.group and type(group) is type(seen.group))):
            # Of what has become another kind and then empty, and expired at once, the members are gone.
            living = {actor.member.member_id for actor in self.actors if actor.is_alive}
            assert not living & self.members_of(seen.group), f"{seen.group} is gone, though it had members"
            self.note(f"{group_id} has expired")
            self.incarnations[group_id] = self.incarnations.get(group_id, 0) + 1
            self.groups_seen.pop(group_id)
        if coordinates and group is not None:
            self.groups_seen[group_id] = Seen(self.life, group)

    # What must hold

    def check(self) -> None:
        """One owner; states that fit."""
        for number in range(len(self.kinds)):
            group_id = f"g{number}"
            group = self.group(group_id)
            self.see_life(group_id, group)
            if group is None:
                continue
            self.see_kind(group_id)
            if isinstance(group, ClassicGroup):
                now = group_id, self.incarnations.get(group_id, 0)
                told = max((generation for (*key, _), generation in self.generations.items() if tuple(key) == now), default=-1)
                assert group.generation >= told, f"{group}, though somebody was told generation {told}"
            members = self.members_of(group)
            owners: dict[TopicPartition, Member] = {}
            for actor in self.actors:
                member = actor.member
                if member.group_id != group_id or member.member_id not in members:
                    continue
                if isinstance(group, ClassicGroup) and member.generation != group.generation:
                    # A static member may miss a rebalance and stay, but can do nothing before it has joined again.
                    continue
                owned = member.owned
                if isinstance(group, ConsumerGroup) and isinstance(member, ClassicMember):
                    # One whose last SyncGroup answer was lost before the group went over believes in more; Kafka has the same gap.
                    owned = owned & self.assigned_to(group, member.member_id)
                for partition in owned:
                    other = owners.setdefault(partition, member)
                    assert other is member, f"{partition} of {group_id} has two owners: {other} and {member}; {group}"

    def assigned_to(self, group: ConsumerGroup, member_id: str) -> set[TopicPartition]:
        """What the broker takes a member to have, or still to have."""
        names = {topic_id: name for name, topic_id in self.topic_ids.items()}
        member = group.members[member_id]
        return {
            TopicPartition(names[topic_id], number)
            for partitions in (member.assigned, member.pending_revocation)
            for topic_id, numbers in partitions.items()
            for number in numbers
        }

    @staticmethod
    def members_of(group: Group) -> frozenset[str]:
        """Ids of those whom the broker takes for members."""
        if isinstance(group, ClassicGroup):
            return frozenset(group.membership.members)
        if isinstance(group, ConsumerGroup):
            return frozenset(group.members)
        return frozenset()

    def check_mistakes(self) -> None:
        """None of the broker's own."""
        if self.is_up:
            counter = self.broker.broker.metrics.counter("requests.mistakes", "Requests that failed by a mistake of klog's own.")
            assert counter.value == 0, f"{counter.value} mistakes of klog's own"

    def is_settled(self) -> bool:
        """Whether every group is as it should be for its living members."""
        for number in range(len(self.kinds)):
            group_id = f"g{number}"
            group = self.group(group_id)
            living = [actor.member for actor in self.actors if actor.is_alive and actor.member.group_id == group_id]
            if group is None:
                if living:
                    return False
                continue
            if self.members_of(group) != {member.member_id for member in living}:
                return False
            if not living:
                if not group.is_empty:
                    return False
                continue
            if group.state_name != "Stable" or not all(member.settled for member in living):
                return False
            owned = sorted(partition for member in living for partition in member.owned)
            if owned != sorted(self.partitions_of(list(self.topics))):
                return False
        return True

    # The whole

    def step(self, seconds: float) -> None:
        """Some time, and everybody's next step."""
        self.broker.advance(seconds)
        actors = [*self.actors, *self.loners]
        self.random.shuffle(actors)
        for actor in actors:
            actor.step()
        if self.broker.hold_threads and self.random.random() < 0.3:
            self.broker.run_threads()
        self.check()

    def run(self) -> None:
        """All of it.

        :raises AssertionError: something did not hold; names the seed and what happened.
        """
        try:
            # As many steps as can be.
            with mock.patch.object(expiration, "LOOKED_AT_PER_STEP", 1):
                self._run()
        except Exception as error:
            happened = "\n".join(self.events[-40:])
            raise AssertionError(f"seed {self.seed} ({', '.join(self.kinds)}), at {self.clock_s:.2f} s: {error!r}\n{happened}") from error
        finally:
            self.broker.end_threads()

    def _run(self) -> None:
        chance = self.random
        self.set_up()
        for number in range(len(self.kinds)):
            for _ in range(chance.randint(1, 4)):
                self.add_member(f"g{number}")
        for number in range(chance.choice((0, LONERS))):
            loner = Loner(self, f"l{number}", f"s{number}", list(self.topics), [f"g{one}" for one in range(len(self.kinds))])
            self.loners.append(Actor(self, loner))
        end_s = self.clock_s + FAULTS_S
        down_until_s = 0.0
        while self.clock_s < end_s:
            if not self.is_up and self.clock_s >= down_until_s:
                self.mend_broker()
            self.come_back()
            if chance.random() < 0.12:
                self.happen()
            elif self.is_up and chance.random() < 0.008:
                self.break_broker()
                down_until_s = self.clock_s + chance.choice((0.0, 1.0, 10.0))
                end_s = max(end_s, self.clock_s + 10)
            self.step(chance.choice((0.1, 0.3, 0.6)))
        self.note("the faults end")
        self.is_faulty = False
        if not self.is_up:
            self.mend_broker()
        self.broker.hold_threads = False
        self.broker.run_threads()
        newest = {(actor.member.group_id, actor.member.instance_id): actor for actor in self.actors if actor.is_alive}
        for actor in self.actors:
            # Two processes with one instance id would go on for ever.
            if (
                actor.is_alive
                and actor.member.instance_id is not None
                and newest[actor.member.group_id, actor.member.instance_id] is not actor
            ):
                actor.die()
        for actor in self.actors:
            actor.paused_until_s = 0.0
        for loner in self.loners:
            loner.die()
        self.loners.clear()
        # Settled for longer than a session, so that nobody is left who will only be missed later.
        end_s, settled_s = self.clock_s + SETTLE_S, self.clock_s
        while self.clock_s < settled_s + SESSION_S + 2:
            assert self.clock_s < end_s, f"not settled: {self.describe()}"
            self.step(0.5)
            if not self.is_settled():
                settled_s = self.clock_s
        self.check_mistakes()
        for actor in self.actors:
            if actor.is_alive:
                actor.die()
        self.broker.run()
        assert self.broker.broker.dispatcher is not None
        assert self.broker.broker.dispatcher.parked == 0
        for number in range(len(self.kinds)):
            group = self.group(f"g{number}")
            if isinstance(group, ClassicGroup):
                assert group.state in (ClassicState.STABLE, ClassicState.EMPTY), group

    def describe(self) -> str:
        """Groups and members now."""
        groups = [repr(self.group(f"g{number}")) for number in range(len(self.kinds))]
        return f"{groups} {[(actor.member, actor.member.settled, actor.asked) for actor in self.actors if actor.is_alive]}"
