"""Members over a real broker in memory, on virtual time, with owners that only write down what happens.

`World` keeps a journal of who was given and gave up what, and judges it as it is written: a partition has one owner at a time. An owner may
take its time, as users' callbacks do.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater

from klog.client.groups.assignors.choose import choose_assignors
from klog.client.groups.classic.membership import ClassicMembership
from klog.client.groups.consumer.membership import ConsumerMembership
from klog.client.groups.members import Identity, MemberSettings, Membership, Places
from klog.client.routing import Routing
from klog.client.settings import ClientSettings
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest

BROKER = {
    "group.initial.rebalance.delay.ms": "0",
    "group.min.session.timeout.ms": "500",
    "offsets.topic.num.partitions": "3",
    "group.consumer.heartbeat.interval.ms": "1000",
    "group.consumer.min.heartbeat.interval.ms": "200",
    "group.consumer.min.session.timeout.ms": "1000",
    "group.consumer.session.timeout.ms": "6000",
}


class World:
    """A broker, its topics and members.

    :ivar owners: of each partition now, as members told.
    """

    def __init__(self, seed: int = 1, **topics: int) -> None:
        self.random = random.Random(seed)
        self.broker = MemoryBroker(BROKER, seed=seed).start()
        self.reactor = self.broker.reactor
        self.owners: dict[TopicPartition, str] = {}
        self.problems: list[str] = []
        self.journal: list[tuple[float, str, str, Places]] = []
        self.members: dict[str, Journal] = {}
        self.sizes = dict(topics)
        client = self.broker.connect()
        if topics:
            made = [CreatableTopic(name=name, num_partitions=count, replication_factor=1) for name, count in topics.items()]
            answer = client.ask(CreateTopicsRequest(topics=made, timeout_ms=1000), 7)
            assert not any(topic.error_code for topic in answer.topics), answer

    def grow(self, topic: str, count: int) -> None:
        """More partitions."""
        self.sizes[topic] = count
        request = CreatePartitionsRequest(topics=[CreatePartitionsTopic(name=topic, count=count, assignments=None)], timeout_ms=1000)
        answer = self.broker.connect().ask(request, 3)
        assert not answer.results[0].error_code, answer

    def join(self, name: str, topics: Sequence[str] = (), *, assignors: Sequence[str] | None = ("range",), **settings: Any) -> Journal:
        """A new member; of the consumer protocol where `assignors` is None."""
        journal = self.members[name] = Journal(self, name, topics, assignors, settings)
        journal.membership.start()
        return journal

    def advance(self, seconds: float) -> None:
        """Let time pass; nobody may have done anything wrong."""
        self.reactor.advance(seconds)
        assert not self.problems, self.problems

    def settle(self, seconds: float = 60.0) -> float:
        """Until all partitions of all members' topics have owners who are alive; how long it took."""
        passed = 0.0
        while not self.is_settled():
            assert passed < seconds, (self.owners, {name: member.membership.state_name for name, member in self.members.items()})
            self.advance(0.1)
            passed += 0.1
        return passed

    def is_settled(self) -> bool:
        wanted = {
            TopicPartition(topic, number)
            for member in self.members.values()
            for topic in member.topics
            for number in range(self.sizes.get(topic, 0))
        }
        alive = all(member.membership.state_name == "stable" for member in self.members.values())
        return alive and set(self.owners) == wanted and set(self.owners.values()) <= set(self.members)

    def crash(self, name: str) -> None:
        """The member's process dies: it says and does nothing any more."""
        member = self.members.pop(name)
        member.crash()

    def leave(self, name: str) -> Deferred[None]:
        """In order."""
        member = self.members.pop(name)
        leaving = member.membership.stop()
        leaving.addCallback(lambda _: member.routing.stop())
        return leaving

    def stop(self) -> None:
        """All leave."""
        for name in list(self.members):
            self.reactor.until(self.leave(name))
        assert not self.problems, self.problems
        assert not self.owners, self.owners
        self.broker.stop()


class Journal:
    """An owner that writes down.

    :ivar pause_s: how long each callback takes.
    """

    def __init__(self, world: World, name: str, topics: Sequence[str], assignors: Sequence[str] | None, settings: dict[str, Any]) -> None:
        self.world = world
        self.name = name
        self.topics = tuple(topics)
        self.pause_s = 0.0
        self.identity = Identity()
        self.error: KlogError | None = None
        self.dead = False
        self.told: list[tuple[str, Places]] = []
        self.routing = Routing(
            world.reactor,
            ClientSettings(bootstrap_servers=world.broker.bootstrap, client_id=name),
            random=random.Random(world.random.random()),
        )
        options = {"session_timeout_ms": 6000, "heartbeat_interval_ms": 1000, "rebalance_timeout_ms": 10_000, **settings}
        member = MemberSettings(group_id="g", topics=self.topics, **options)
        self.membership: Membership = (
            ConsumerMembership(self.routing, member, self)
            if assignors is None
            else ClassicMembership(self.routing, member, choose_assignors(assignors), self)
        )

    @property
    def owned(self) -> set[int]:
        return {place.partition for place, owner in self.world.owners.items() if owner == self.name}

    def count(self, kind: str) -> int:
        return sum(told == kind for told, _ in self.told)

    def write(self, kind: str, places: Places) -> None:
        self.told.append((kind, places))
        self.world.journal.append((self.world.reactor.seconds(), self.name, kind, places))

    async def take_away(self, places: Places, *, lost: bool) -> None:
        self.write("lost" if lost else "revoked", places)
        if self.pause_s:
            await deferLater(self.world.reactor, self.pause_s)
        if self.dead:
            return
        for place in places:
            if self.world.owners.get(place) == self.name:
                del self.world.owners[place]
            elif not lost:
                self.world.problems.append(f"{self.name} gave up {place}, which was {self.world.owners.get(place)}'s")

    async def hand_over(self, places: Places) -> None:
        self.write("assigned", places)
        for place in places:
            owner = self.world.owners.get(place)
            if owner is not None and not self.world.members.get(owner, self).may_lose:
                self.world.problems.append(f"{place} is {owner}'s and was given to {self.name}")
            self.world.owners[place] = self.name
        if self.pause_s:
            await deferLater(self.world.reactor, self.pause_s)

    @property
    def may_lose(self) -> bool:
        """Whether the group may have given it up without its knowing."""
        return self.dead

    def new_identity(self, identity: Identity) -> None:
        self.identity = identity

    def failed(self, error: KlogError) -> None:
        self.error = error

    def crash(self) -> None:
        self.dead = True
        self.routing.stop()
        for place in [place for place, owner in self.world.owners.items() if owner == self.name]:
            del self.world.owners[place]
