"""`PaperConsumerGroup`, whole: over a broker and a ZooKeeper in memory, on virtual time.

What is judged as it happens: of two members neither is handed what the other reads, and nothing is handed out again that was committed.
At the end nothing was missed.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.streams import MessageStream
from klog.client.groups.members import Places
from klog.client.groups.paper.group import PaperConsumerGroup
from klog.client.producing.producer import Producer
from klog.client.retry import ClientStopped
from klog.config import ConfigError
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.znodes import TOPICS, BrokerRegistration, RegisteredEndpoint, TopicZnode
from tests import peers

OFFSETS = "/consumers/g/offsets"


class World:
    """A broker, a ZooKeeper that tells of it, a topic with records, and readers."""

    def __init__(self, seed: int = 1, partitions: int = 4) -> None:
        self.random = random.Random(seed)
        self.broker = MemoryBroker(seed=seed).start()
        self.reactor = self.broker.reactor
        self.zookeeper = MemoryZooKeeper(self.reactor)
        self.tree = self.zookeeper.tree
        self.partitions = partitions
        self.broker.create_topics({"t": partitions})
        host, _, port = self.broker.bootstrap.rpartition(":")
        registration = BrokerRegistration(1, (RegisteredEndpoint("PLAINTEXT", host, int(port)),))
        self.tree.put(BrokerRegistration.path(1), registration.encode())
        self.tree.put(TopicZnode.path("t"), TopicZnode(None, dict.fromkeys(range(partitions), (1,))).encode())
        self.tree.put("/consumers")
        self.producer = Producer(self.reactor, self.broker.bootstrap, random=random.Random(seed), client_id="writer", linger_ms=1)
        self.ends = [0] * partitions
        self.seen: dict[TopicPartition, set[int]] = {TopicPartition("t", number): set() for number in range(partitions)}
        self.reading: dict[TopicPartition, Reader] = {}
        self.readers: dict[str, Reader] = {}
        self.problems: list[str] = []
        self.repeated = 0

    def write(self, count: int) -> None:
        for number in range(self.partitions):
            end = self.ends[number]
            values = [b"%d/%d" % (number, offset) for offset in range(end, end + count)]
            self.reactor.until(self.producer.send_many("t", values, partition=number))
            self.ends[number] += count

    def join(self, name: str, streams: int = 1, **options: Any) -> Reader:
        self.readers[name] = Reader(self, name, streams, options)
        return self.readers[name]

    def committed(self, place: TopicPartition) -> int:
        path = f"{OFFSETS}/{place.topic}/{place.partition}"
        return int(self.tree.get(path)) if path in self.tree else 0

    def advance(self, seconds: float) -> None:
        self.reactor.advance(seconds)
        assert not self.problems, self.problems

    def missing(self) -> int:
        return sum(self.ends) - sum(map(len, self.seen.values()))

    def read_all(self, most_s: float = 60.0) -> None:
        passed = 0.0
        while self.missing():
            assert passed < most_s, (self.missing(), {name: reader.group.state for name, reader in self.readers.items()})
            self.advance(0.5)
            passed += 0.5

    def stop(self) -> None:
        for reader in list(self.readers.values()):
            self.reactor.until(reader.end())
        assert not self.problems, self.problems
        self.reactor.until(self.producer.stopService())
        self.broker.stop()


class Reader:
    """A member that reads by streams (or by polls, with none), and commits by itself."""

    def __init__(self, world: World, name: str, streams: int, options: dict[str, Any]) -> None:
        self.world = world
        self.name = name
        self.dead = False
        self.counts = [0] * max(1, streams)
        defaults: dict[str, Any] = {"auto_offset_reset": "smallest", "auto_commit_interval_ms": 300, "fetch_max_wait_ms": 50}
        self.group = PaperConsumerGroup(
            world.reactor,
            world.zookeeper.connect,
            "g",
            ["t"],
            consumer_id=name,
            client_id=name,
            random=random.Random(world.random.random()),
            on_assigned=self.assigned,
            on_revoked=self.gone,
            **{**defaults, **options},
        )
        self.streams: list[MessageStream] = []
        if streams == 1:
            self.streams = [self.group.stream()]
        elif streams:
            self.streams = self.group.create_message_streams({"t": streams})["t"]
        loops = [self.read(number, stream) for number, stream in enumerate(self.streams)] or [self.poll()]
        for loop in loops:
            Deferred.fromCoroutine(loop).addErrback(lambda failure: world.problems.append(failure.getTraceback()))

    def assigned(self, places: Places) -> None:
        for place in places:
            other = self.world.reading.get(place)
            if other not in (None, self) and not other.dead and not other.holds and place in other.group.buffer.assignment:
                self.world.problems.append(f"{place} was given to {self.name}, and {other.name} reads it")
            self.world.reading[place] = self

    @property
    def holds(self) -> bool:
        return self.group.buffer.on_hold

    def gone(self, places: Places) -> None:
        for place in places:
            if self.world.reading.get(place) is self:
                del self.world.reading[place]

    def take(self, place: TopicPartition, offset: int, value: bytes | None) -> None:
        world = self.world
        if self.dead:
            return
        if world.reading.get(place) is not self:
            world.problems.append(f"{self.name} was handed {place}@{offset}, which is not its own")
        if offset < world.committed(place):
            world.problems.append(f"{self.name} was handed {place}@{offset} again, {world.committed(place)} is committed")
        if value != b"%d/%d" % (place.partition, offset):
            world.problems.append(f"{place} has {value!r} at {offset}")
        world.repeated += offset in world.seen[place]
        world.seen[place].add(offset)

    async def read(self, number: int, stream: MessageStream) -> None:
        async for message in stream:
            self.take(TopicPartition(message.topic, message.partition), message.offset, message.value)
            self.counts[number] += 1

    async def poll(self) -> None:
        try:
            while True:
                for found in await self.group.poll(50, 200):
                    for message in found:
                        self.take(TopicPartition(message.topic, message.partition), message.offset, message.value)
        except ClientStopped:
            return

    def end(self) -> Deferred[None]:
        self.world.readers.pop(self.name, None)
        return self.group.stopService()

    def crash(self) -> None:
        """Nothing is said any more; ZooKeeper ends the session."""
        self.dead = True
        self.world.readers.pop(self.name)
        membership: Any = self.group.membership
        client = membership.keeper._client or membership.keeper._candidate
        if client is not None:
            client._connection._say_goodbye = client._connection._closed
        membership.keeper.stop()
        self.group.fetcher.stop()
        self.group.routing.stop()
        self.gone(frozenset(self.world.reading))


class GroupTests(SynchronousTestCase):
    def world(self, **options: int) -> World:
        world = World(**options)
        self.addCleanup(world.stop)
        return world

    def test_brokers_are_found_and_offsets_are_kept(self) -> None:
        world = self.world()
        world.write(10)
        reader = world.join("a")
        world.read_all()
        world.advance(1.0)
        self.assertEqual([world.committed(place) for place in world.seen], [10] * 4)
        self.assertEqual(reader.group.state, "stable")
        self.assertEqual(reader.group.identity.member_id, "g_a")
        committed = world.reactor.until(reader.group.committed())
        self.assertEqual(committed, dict.fromkeys(world.seen, 10))
        world.reactor.until(reader.end())
        world.write(5)
        world.join("b", streams=0)
        world.read_all()
        self.assertEqual(world.repeated, 0)

    def test_streams_are_threads(self) -> None:
        world = self.world(partitions=6)
        one, two = world.join("a", streams=2), world.join("b")
        world.write(5)
        world.read_all()
        world.advance(1.0)
        self.assertEqual([sorted(place.partition for place in stream.partitions) for stream in one.streams], [[0, 1], [2, 3]])
        self.assertEqual({place.partition for place in two.group.assignment}, {4, 5})
        owners = [world.tree.get(f"/consumers/g/owners/t/{number}").decode() for number in range(6)]
        self.assertEqual(owners, ["g_a-0", "g_a-0", "g_a-1", "g_a-1", "g_b-0", "g_b-0"])

    def test_polls_come_and_go(self) -> None:
        world = self.world()
        world.join("a", streams=0)
        world.write(20)
        world.advance(2.0)
        world.join("b", streams=0)
        world.write(20)
        world.advance(2.0)
        world.reactor.until(world.readers["a"].end())
        world.write(20)
        world.read_all()

    def test_the_user_commits(self) -> None:
        world = self.world(partitions=1)
        world.write(9)
        reader = world.join("a", auto_commit_interval_ms=None)
        world.read_all()
        place = TopicPartition("t", 0)
        self.assertEqual(world.committed(place), 0)
        world.reactor.until(reader.group.commit({place: 3}))
        self.assertEqual(world.committed(place), 3)
        with self.assertRaises(KlogError):
            world.reactor.until(reader.group.commit({TopicPartition("t", 7): 3}))

    def test_largest(self) -> None:
        world = self.world(partitions=2)
        world.write(5)
        world.join("a", auto_offset_reset="largest")
        world.advance(2.0)
        self.assertEqual(world.missing(), 10)
        world.write(5)
        world.advance(2.0)
        self.assertEqual(world.missing(), 10)

    def test_what_cannot_go_on_is_told_to_who_reads(self) -> None:
        world = self.world(partitions=1)
        world.tree.put("/consumers/g/owners/t/0", b"stranger-0")
        group = PaperConsumerGroup(world.reactor, world.zookeeper.connect, "g", ["t"], random=random.Random(1))
        asked = group.poll(timeout_ms=30_000)
        world.advance(15.0)
        error = self.failureResultOf(asked, KlogError).value
        self.assertIn("partition 0 of topic t by stranger-0", str(error))
        world.reactor.until(group.stopService())

    def test_a_process_that_was_stopped_hands_nothing_out(self) -> None:
        """After SIGSTOP and SIGCONT sockets are read before timers ring."""
        world = self.world(partitions=2)
        reader = world.join("a", streams=0)
        stream = world.join("b")
        world.advance(2.0)
        world.write(5)
        world.read_all()
        world.reactor.stall()
        sending = world.producer.send_many("t", [b"0/5", b"0/6"], partition=0)
        world.advance(0.2)
        for group in (reader.group, stream.group):
            self.assertEqual(len(group.assignment), 1)
        world.reactor._set_now(world.reactor._now_us + 4_100_000)
        for group in (reader.group, stream.group):
            self.assertEqual(group.buffer.take(), [])
            self.assertEqual(group.buffer.assignment, frozenset())
        world.reactor.stall(False)
        world.reactor.until(sending)
        world.ends[0] += 2
        world.read_all()

    def test_mistakes(self) -> None:
        world = self.world(partitions=1)
        for group_id, options, said in (
            ("a/b", {}, "slash"),
            ("g", {"group_protocol": "consumer"}, "not for groups in ZooKeeper"),
        ):
            with self.assertRaises(ConfigError) as caught:
                given: dict[str, Any] = options
                PaperConsumerGroup(world.reactor, "zoo:2181", group_id, ["t"], **given)
            self.assertIn(said, str(caught.exception))
        with self.assertRaises(ConfigError) as caught:
            PaperConsumerGroup(world.reactor, "nowhere:x", "g", ["t"])
        self.assertIn("zookeeper", str(caught.exception))

    def test_other_topics(self) -> None:
        world = self.world(partitions=2)
        reader = world.join("a")
        world.advance(1.0)
        world.broker.create_topics({"u": 1})
        world.tree.put(f"{TOPICS}/u", TopicZnode(None, {0: (1,)}).encode())
        reader.group.subscribe(["u"])
        world.advance(1.0)
        self.assertEqual(reader.group.assignment, {TopicPartition("u", 0)})
        self.assertIn(b'{"u":1}', world.tree.get("/consumers/g/ids/g_a"))


class ChaosTests(SynchronousTestCase):
    """A few seeds of everything together."""

    def one(self, seed: int) -> None:
        world = World(seed, partitions=5)
        chance = world.random
        world.write(5)
        names = iter("abcdefghijklmnopqrstuvwxyz")

        def join() -> None:
            if len(world.readers) < 4:
                world.join(next(names), chance.choice([0, 1, 1, 2]))

        def crash() -> None:
            if len(world.readers) > 1:
                world.readers[chance.choice(sorted(world.readers))].crash()

        def leave() -> None:
            if len(world.readers) > 1:
                world.readers[chance.choice(sorted(world.readers))].end()

        def expire() -> None:
            membership: Any = world.readers[chance.choice(sorted(world.readers))].group.membership
            client = membership.keeper._client
            if client is not None and client.session_id in world.zookeeper.session_ids:
                world.zookeeper.expire(client.session_id)

        def freeze() -> None:
            world.zookeeper.freeze()
            world.advance(chance.uniform(0.5, 9.0))
            world.zookeeper.thaw()

        def restart() -> None:
            world.zookeeper.stop()
            world.advance(chance.uniform(0.1, 5.0))
            world.zookeeper.start()

        join()
        done = []
        for _ in range(12):
            act = chance.choice([join, join, crash, leave, expire, freeze, restart, lambda: world.reactor.cut()])
            done.append(act.__name__)
            try:
                act()
                world.write(chance.randint(1, 5))
                world.advance(chance.uniform(0.0, 6.0))
            except AssertionError as error:
                raise AssertionError(f"seed {seed}: {error} after {done}") from error
        world.read_all()
        world.stop()

    @pytest.mark.soak
    def test_seeds(self) -> None:
        for seed in range(12 if peers.SOAK else 6):
            self.one(seed)
            self.assertEqual(self.flushLoggedErrors(), [], f"seed {seed}")
