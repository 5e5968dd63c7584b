"""A group and its ZooKeeper in virtual time, and everything that happens to them, from a seed.

Each seed makes topics, members of klog (and some by the rules of Kafka's), and misfortunes: members come, leave, die, have slow callbacks;
sessions end by force; servers stop, freeze, fall behind, come back; connections are cut, and answers lost; topics grow and come;
strangers own partitions for a while. As it happens it is judged by `world`: a partition is read by one member at a time, from where the
last one committed. When all is well again every partition has one owner, spread as Algorithm 1 says, and nobody has given up.

Which seeds: `tests.seeds`.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from twisted.trial.unittest import SynchronousTestCase

from klog.model import TopicPartition
from klog.zookeeper.client import EPHEMERAL, ZookeeperClient
from klog.zookeeper.errors import ZookeeperError
from tests.client.groups.paper.world import IDS, OWNERS, Paper
from tests.seeds import Seeds, named

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(150, in_soak=500)


class Simulation:
    """One seed's."""

    def __init__(self, seed: int) -> None:
        self.random = chance = random.Random(seed)
        self.servers = chance.choice([1, 1, 3])
        self.assignor = chance.choice(["range", "range", "range", "roundrobin", "roundrobin-1.0"])
        self.world = Paper(seed, servers=self.servers, version_36=chance.random() < 0.7, t=chance.randint(1, 8))
        self.world.reactor.delay_s = chance.choice([0.0, 0.001, 0.02])
        self.sizes = {"t": len(self.world.expected()) or 1}
        self.has_kafka = self.assignor == "range" and chance.random() < 0.25
        self.journal: list[str] = []
        self.names = 0

    def run(self) -> None:
        """All of it."""
        chance, world = self.random, self.world
        for _ in range(chance.randint(1, 3)):
            self.join()
        for _ in range(chance.randint(3, 9)):
            fault = chance.choice(FAULTS)
            self.journal.append(f"{world.reactor.seconds() % 10_000:.2f} {fault.__name__}")
            fault(self)
            for member in world.members.values():
                member.read(chance.randint(0, 3))
            world.advance(chance.choice([0.0, 0.01, 0.3, 1.0, 3.0, 7.0]))
        self.heal()
        if not world.members:
            self.join()
        world.settle(60.0, self.assignor)
        for member in world.members.values():
            assert member.error is None, member.error
            member.read(1)
        world.stop()

    def heal(self) -> None:
        """Whatever was taken away is there again."""
        self.world.zookeeper.thaw()
        self.world.zookeeper.start()
        for port in self.world.zookeeper.ports[1:]:
            self.world.zookeeper.lag(port, 0.0)
        self.world.reactor.delay_s = 0.0

    # What happens

    def join(self) -> None:
        self.names += 1
        chance = self.random
        # Ids that sort in another way than they were made.
        name = f"{chance.choice('abcxyzé')}{self.names}"
        if self.has_kafka and chance.random() < 0.4 and len(self.world.kafkas) < 2:
            self.world.join_kafka(name, {topic: chance.randint(1, 2) for topic in self.sizes})
        elif len(self.world.members) < 4:
            pattern = ".*" if chance.random() < 0.3 else None
            member = self.world.join(name, list(self.sizes), pattern=pattern, partition_assignor=self.assignor)
            member.pause_s = chance.choice([0.0, 0.0, 0.2, 1.5])

    def one(self) -> str | None:
        return self.random.choice(sorted(self.world.members)) if self.world.members else None

    def leave(self) -> None:
        if name := self.one():
            self.world.leave(name).addErrback(lambda failure: self.world.problems.append(failure.getTraceback()))

    def crash(self) -> None:
        if name := self.one():
            self.world.crash(name)

    def expire(self) -> None:
        if name := self.one():
            self.world.members[name].expire()

    def cut(self) -> None:
        self.world.reactor.cut()

    def server_stops(self) -> None:
        self.world.zookeeper.stop(self.random.choice(self.world.zookeeper.ports))

    def servers_start(self) -> None:
        self.world.zookeeper.start()

    def server_freezes(self) -> None:
        self.world.zookeeper.freeze(self.random.choice(self.world.zookeeper.ports))

    def servers_thaw(self) -> None:
        self.world.zookeeper.thaw()

    def server_falls_behind(self) -> None:
        """It answers from what was a while ago, as followers do."""
        if self.servers > 1:
            self.world.zookeeper.lag(self.random.choice(self.world.zookeeper.ports[1:]), self.random.choice([0.0, 0.05, 0.5, 2.0]))

    def answer_is_lost(self) -> None:
        self.world.zookeeper.lose_next_reply(self.random.randint(1, 3))

    def request_is_lost(self) -> None:
        self.world.zookeeper.lose_next_request(self.random.randint(1, 3))

    def topic_grows(self) -> None:
        topic = self.random.choice(sorted(self.sizes))
        self.sizes[topic] += self.random.randint(1, 3)
        self.world.topic(topic, self.sizes[topic])

    def topic_comes(self) -> None:
        topic = f"t{len(self.sizes)}"
        self.sizes[topic] = self.random.randint(1, 4)
        self.world.topic(topic, self.sizes[topic])

    def commit(self) -> None:
        if name := self.one():
            member = self.world.members[name]
            for place in sorted(member.positions):
                self.world.reactor.callLater(0, self._commit, member, place)

    def _commit(self, member: object, place: TopicPartition) -> None:
        from twisted.internet.defer import Deferred

        from tests.client.groups.paper.world import Member

        assert isinstance(member, Member)
        if place in member.positions and not member.dead:
            Deferred.fromCoroutine(member.commit({place: member.positions[place]})).addErrback(
                lambda failure: self.world.problems.append(failure.getTraceback())
            )

    def stranger(self) -> None:
        """Somebody without a registration owns a partition for some seconds."""
        world = self.world
        place = TopicPartition("t", self.random.randrange(self.sizes["t"]))
        client = ZookeeperClient(world.zookeeper.connect, 2000, 2000, reactor=world.reactor, random=random.Random(1))

        def connected(_: object) -> object:
            world.reactor.callLater(self.random.uniform(0.5, 2.5), client.close)
            made = client.create(f"{OWNERS}/{place.topic}/{place.partition}", b"stranger-0", flags=EPHEMERAL)
            return made

        client.connect().addCallback(connected).addErrback(lambda failure: None if failure.check(ZookeeperError) else failure)

    def members_are_deleted(self) -> None:
        """An operator deletes the registry of members with all that is in it."""
        tree = self.world.tree
        if not self.has_kafka and IDS in tree:
            for path in (*(f"{IDS}/{name}" for name in tree.names(IDS)), IDS):
                tree.remove(path)

    def rejoin(self) -> None:
        if name := self.one():
            self.world.members[name].membership.rejoin("for the simulation")

    def takes_nothing(self) -> None:
        """The user of one takes no records for too long, and is back later."""
        if name := self.one():
            member = self.world.members[name]
            member.membership.suspend("for the simulation")
            self.world.reactor.callLater(self.random.uniform(0.0, 5.0), member.membership.resume)


FAULTS: list[Callable[[Simulation], None]] = [
    Simulation.join,
    Simulation.join,
    Simulation.leave,
    Simulation.crash,
    Simulation.expire,
    Simulation.cut,
    Simulation.server_stops,
    Simulation.servers_start,
    Simulation.server_freezes,
    Simulation.servers_thaw,
    Simulation.server_falls_behind,
    Simulation.answer_is_lost,
    Simulation.request_is_lost,
    Simulation.topic_grows,
    Simulation.topic_comes,
    Simulation.commit,
    Simulation.stranger,
    Simulation.members_are_deleted,
    Simulation.rejoin,
    Simulation.takes_nothing,
]


class SimulationTests(SynchronousTestCase):
    def test_seeds(self) -> None:
        for seed in SEEDS:
            simulation = Simulation(seed)
            with named(seed, simulation.journal):
                simulation.run()
            logged = self.flushLoggedErrors()
            self.assertEqual(logged, [], f"KLOG_SEED={seed} after {simulation.journal}")
