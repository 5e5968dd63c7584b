"""klog.client.groups.classic.membership: classic members of one group over the broker in memory."""

from __future__ import annotations

import random

import pytest
from twisted.trial.unittest import SynchronousTestCase

from klog.client.groups.classic.membership import TRANSITIONS, State
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from tests import peers
from tests.client.groups.member_world import World


class ClassicMembershipTests(SynchronousTestCase):
    def test_table(self) -> None:
        """Every state can be reached, and every one but LEFT can be left."""
        self.assertEqual(set(TRANSITIONS), set(State))
        reached = {State.OUTSIDE}.union(*TRANSITIONS.values())
        self.assertEqual(reached, set(State))
        self.assertEqual([state for state, next_ones in TRANSITIONS.items() if not next_ones], [State.LEFT])

    def test_alone(self) -> None:
        world = World(t=4)
        one = world.join("one", ["t"])
        self.assertLess(world.settle(), 2)
        self.assertEqual(one.owned, {0, 1, 2, 3})
        self.assertTrue(one.identity.is_member)
        world.advance(60)
        self.assertEqual(one.told, [("assigned", frozenset(TopicPartition("t", n) for n in range(4)))])
        world.stop()
        self.assertEqual(one.count("revoked"), 1)
        self.assertFalse(one.identity.is_member)

    def test_sharing(self) -> None:
        for assignor in ("range", "roundrobin", "sticky", "cooperative-sticky"):
            world = World(t=6)
            one = world.join("one", ["t"], assignors=[assignor])
            world.settle()
            two = world.join("two", ["t"], assignors=[assignor])
            world.advance(0.05)
            world.settle()
            self.assertEqual((len(one.owned), len(two.owned)), (3, 3), assignor)
            # Eager members give everything up, cooperative ones what goes.
            first = next(places for kind, places in one.told if kind == "revoked")
            self.assertEqual(len(first), 3 if assignor == "cooperative-sticky" else 6, assignor)
            world.reactor.until(world.leave("one"))
            world.settle()
            self.assertEqual(len(two.owned), 6)
            world.stop()

    def test_a_dead_member_is_missed(self) -> None:
        world = World(t=4)
        world.join("one", ["t"])
        two = world.join("two", ["t"])
        world.settle()
        world.crash("one")
        took = world.settle()
        self.assertGreater(took, 3)
        self.assertEqual(len(two.owned), 4)
        world.stop()

    def test_slow_callbacks_lose_nothing(self) -> None:
        """Heartbeats go on while the owner waits, for longer than a session."""
        world = World(t=4)
        one = world.join("one", ["t"], rebalance_timeout_ms=60_000)
        world.settle()
        one.pause_s = 20
        two = world.join("two", ["t"], rebalance_timeout_ms=60_000)
        world.advance(15)
        self.assertEqual(two.owned, set())
        world.advance(60)
        self.assertTrue(world.is_settled())
        self.assertEqual((len(one.owned), len(two.owned), one.count("lost")), (2, 2, 0))
        one.pause_s = 0
        world.stop()

    def test_too_slow(self) -> None:
        """Others wait for the rebalance's time, then go on without."""
        world = World(t=4)
        one = world.join("one", ["t"], rebalance_timeout_ms=5_000)
        world.settle()
        one.pause_s = 30
        two = world.join("two", ["t"], rebalance_timeout_ms=5_000)
        # Whoever is in its callback has to give up there already; the journal says that it owns until the callback is over.
        for place in list(world.owners):
            del world.owners[place]
        one.dead = True
        world.advance(20)
        self.assertEqual(len(two.owned), 4)
        one.pause_s = 0
        world.advance(11)
        one.dead = False
        world.advance(20)
        self.assertEqual((len(one.owned), len(two.owned)), (2, 2))
        world.stop()

    def test_more_partitions(self) -> None:
        world = World(t=2, u=1)
        one = world.join("one", ["t"])
        two = world.join("two", ["t", "u"])
        world.settle()
        world.grow("t", 6)
        for member in (one, two):
            member.routing.stale("t")
        world.advance(0.2)
        world.settle()
        self.assertEqual(len([place for place in world.owners if place.topic == "t"]), 6)
        world.stop()

    def test_topic_that_comes_later(self) -> None:
        world = World()
        one = world.join("one", ["later"])
        world.advance(5)
        self.assertEqual(one.told, [("assigned", frozenset())])
        made = CreatableTopic(name="later", num_partitions=2, replication_factor=1)
        world.broker.connect().ask(CreateTopicsRequest(topics=[made], timeout_ms=1000), 7)
        world.sizes["later"] = 2
        world.settle()
        self.assertEqual(one.owned, {0, 1})
        world.stop()

    def test_pattern(self) -> None:
        world = World(orders=2, other=1)
        one = world.join("one", [], pattern="o.*ers")
        world.advance(2)
        self.assertEqual(one.told[-1], ("assigned", frozenset({TopicPartition("orders", 0), TopicPartition("orders", 1)})))
        world.broker.stop()
        world.owners.clear()

    def test_static_member_comes_back(self) -> None:
        world = World(t=4)
        world.join("one", ["t"], instance_id="i1")
        two = world.join("two", ["t"], instance_id="i2")
        world.settle()
        before = dict(world.owners)
        rounds = two.count("assigned")
        world.reactor.until(world.leave("one"))
        world.advance(2)
        world.join("one", ["t"], instance_id="i1")
        world.settle()
        self.assertEqual(world.owners, before)
        self.assertEqual(two.count("assigned"), rounds)
        # Left for good.
        leaving = world.members.pop("one")
        world.reactor.until(leaving.membership.stop(leave=True))
        world.settle()
        self.assertEqual(len(two.owned), 4)
        leaving.routing.stop()
        world.stop()

    def test_fenced(self) -> None:
        """Two with one instance id: the first hears of it and ends."""
        world = World(t=2)
        one = world.join("one", ["t"], instance_id="same")
        world.settle()
        one.dead = True
        two = world.join("two", ["t"], instance_id="same")
        world.advance(5)
        assert one.error is not None
        self.assertEqual(one.error.code, ErrorCode.FENCED_INSTANCE_ID)
        self.assertEqual(one.count("lost"), 1)
        self.assertEqual(len(two.owned), 2)
        world.stop()

    def test_refused(self) -> None:
        """What cannot work is said, not tried again."""
        world = World(t=2)
        for settings in ({"session_timeout_ms": 1},):
            one = world.join("one", ["t"], **settings)
            world.advance(2)
            assert one.error is not None
            self.assertEqual(one.error.code, ErrorCode.INVALID_SESSION_TIMEOUT)
            self.assertIn("group g", str(one.error))
            self.assertEqual(one.membership.state_name, "failed")
            world.reactor.until(world.leave("one"))

    def test_suspended(self) -> None:
        world = World(t=4)
        one = world.join("one", ["t"])
        two = world.join("two", ["t"])
        world.settle()
        one.membership.suspend("nothing was taken")
        world.advance(3)
        self.assertEqual((one.owned, len(two.owned), one.count("lost")), (set(), 4, 1))
        one.membership.resume()
        world.settle()
        self.assertEqual((len(one.owned), len(two.owned)), (2, 2))
        one.membership.suspend("again")
        world.reactor.until(world.leave("one"))
        world.settle()
        world.stop()

    def test_broker_restarts_and_cut_connections(self) -> None:
        world = World(t=6)
        one = world.join("one", ["t"], assignors=["cooperative-sticky"])
        two = world.join("two", ["t"], assignors=["cooperative-sticky"])
        world.settle()
        for _ in range(5):
            world.reactor.cut()
            world.advance(1.5)
        world.broker.stop()
        world.advance(3)
        world.broker.start()
        world.advance(20)
        world.settle()
        self.assertEqual((one.count("lost"), two.count("lost")), (0, 0))
        self.assertEqual((len(one.owned), len(two.owned)), (3, 3))
        world.stop()

    @pytest.mark.soak
    def test_random_groups(self) -> None:
        """Joins, leaves, deaths, slow callbacks and cuts, from seeds; each with one of the assignors."""
        for seed in range(80 if peers.SOAK else 40):
            run_group(seed, random.Random(seed).choice(["range", "roundrobin", "sticky", "cooperative-sticky"]))


def run_group(seed: int, assignor: str | None) -> None:
    """One group of a seed; every problem raises."""
    rng = random.Random(seed)
    world = World(seed, t=rng.randint(1, 12), u=rng.randint(1, 5))
    world.reactor.delay_s = rng.choice([0, 0.001, 0.03])
    number = 0
    for _ in range(rng.randint(5, 15)):
        event = rng.random()
        if event < 0.5 or not world.members:
            number += 1
            topics = rng.choice([["t"], ["t", "u"], ["u"]])
            assignors = None if assignor is None else [assignor]
            member = world.join(f"m{number}", topics, assignors=assignors, rebalance_timeout_ms=60_000)
            member.pause_s = rng.choice([0, 0, 0, 0.3, 2])
        elif event < 0.7:
            world.leave(rng.choice(sorted(world.members)))
        elif event < 0.85:
            world.crash(rng.choice(sorted(world.members)))
        elif event < 0.92:
            world.reactor.cut()
        else:
            world.grow("t", world.sizes["t"] + rng.randint(1, 3))
            for member in world.members.values():
                member.routing.stale("t")
        world.advance(rng.choice([0, 0.01, 0.1, 1, 5]))
    if not world.members:
        world.join("last", ["t", "u"], assignors=None if assignor is None else [assignor])
    try:
        world.settle(120)
        world.advance(10)
        world.settle(120)
        world.stop()
    except AssertionError as error:
        raise AssertionError(f"seed {seed}, {assignor}: {error}") from error
