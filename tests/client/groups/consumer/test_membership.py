"""klog.client.groups.consumer.membership: KIP-848 members of one group over the broker in memory."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.client.groups.consumer.membership import TRANSITIONS, State
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from tests.client.groups.classic.test_membership import run_group
from tests.client.groups.member_world import World


class ConsumerMembershipTests(SynchronousTestCase):
    def test_table(self) -> None:
        """Every state can be reached, and every one but LEFT can be left."""
        self.assertEqual(set(TRANSITIONS), set(State))
        self.assertEqual(set().union(*TRANSITIONS.values()), set(State))
        self.assertEqual([state for state, next_ones in TRANSITIONS.items() if not next_ones], [State.LEFT])

    def test_sharing(self) -> None:
        world = World(t=6)
        one = world.join("one", ["t"], assignors=None)
        world.settle()
        self.assertEqual(len(one.owned), 6)
        two = world.join("two", ["t"], assignors=None)
        world.advance(5)
        world.settle()
        self.assertEqual((len(one.owned), len(two.owned)), (3, 3))
        self.assertEqual(one.count("revoked"), 1)
        world.reactor.until(world.leave("one"))
        world.settle()
        self.assertEqual(len(two.owned), 6)
        world.stop()

    def test_revocations_come_first(self) -> None:
        """Nobody is given what its owner has not given up, however long that takes."""
        world = World(t=4)
        one = world.join("one", ["t"], assignors=None, rebalance_timeout_ms=60_000)
        world.settle()
        one.pause_s = 20
        two = world.join("two", ["t"], assignors=None)
        world.advance(15)
        self.assertEqual(two.owned, set())
        world.advance(30)
        self.assertEqual((len(one.owned), len(two.owned), one.count("lost")), (2, 2, 0))
        one.pause_s = 0
        world.stop()

    def test_fenced(self) -> None:
        """Too slow in giving up: all is lost, and it joins again with epoch 0."""
        world = World(t=4)
        one = world.join("one", ["t"], assignors=None, rebalance_timeout_ms=5_000)
        world.settle()
        one.pause_s = 30
        one.dead = True
        two = world.join("two", ["t"], assignors=None)
        world.owners.clear()
        world.advance(15)
        self.assertEqual(len(two.owned), 4)
        one.pause_s = 0
        world.advance(18)
        one.dead = False
        world.advance(20)
        self.assertEqual(one.count("lost"), 1)
        self.assertEqual((len(one.owned), len(two.owned)), (2, 2))
        world.stop()

    def test_a_dead_member_is_missed(self) -> None:
        world = World(t=4)
        world.join("one", ["t"], assignors=None)
        two = world.join("two", ["t"], assignors=None)
        world.settle()
        world.crash("one")
        world.settle()
        self.assertEqual(len(two.owned), 4)
        world.stop()

    def test_pattern(self) -> None:
        """The broker matches, also what comes later."""
        world = World(orders=2, other=1)
        one = world.join("one", [], assignors=None, pattern="o.*ers")
        world.advance(5)
        self.assertEqual(set(world.owners), {TopicPartition("orders", 0), TopicPartition("orders", 1)})
        self.assertEqual(one.membership.state_name, "stable")
        world.reactor.until(world.leave("one"))
        bad = world.join("bad", [], assignors=None, pattern="(")
        world.advance(2)
        assert bad.error is not None
        self.assertEqual(bad.error.code, ErrorCode.INVALID_REGULAR_EXPRESSION)
        world.stop()

    def test_topic_that_is_made_again(self) -> None:
        """Has its old name, and is another: given up and handed over anew."""
        world = World(t=2)
        one = world.join("one", ["t"], assignors=None)
        world.settle()
        client = world.broker.connect()
        client.ask(DeleteTopicsRequest(topic_names=["t"], timeout_ms=1000), 5)
        client.ask(CreateTopicsRequest(topics=[CreatableTopic(name="t", num_partitions=2, replication_factor=1)], timeout_ms=1000), 7)
        world.advance(30)
        self.assertEqual((one.count("revoked"), one.count("lost")), (1, 0))
        self.assertEqual(one.owned, {0, 1})
        # Handed over once, not again and again.
        told = len(one.told)
        world.advance(30)
        self.assertEqual(len(one.told), told)
        world.stop()

    def test_server_assignor(self) -> None:
        world = World(t=4)
        world.join("one", ["t"], assignors=None, server_assignor="range")
        world.settle()
        other = world.join("other", ["t"], assignors=None, server_assignor="none such")
        world.advance(2)
        assert other.error is not None
        self.assertEqual(other.error.code, ErrorCode.UNSUPPORTED_ASSIGNOR)
        del world.members["other"]
        world.settle()
        world.stop()

    def test_static_member_comes_back(self) -> None:
        world = World(t=4)
        world.join("one", ["t"], assignors=None, instance_id="i1")
        two = world.join("two", ["t"], assignors=None, instance_id="i2")
        world.advance(5)
        world.settle()
        before = dict(world.owners)
        rounds = two.count("assigned")
        world.reactor.until(world.leave("one"))
        world.advance(2)
        world.join("one", ["t"], assignors=None, instance_id="i1")
        world.settle()
        self.assertEqual(world.owners, before)
        self.assertEqual(two.count("assigned"), rounds)
        # While the first lives, a second waits for the id.
        late = world.join("late", ["t"], assignors=None, instance_id="i2")
        world.advance(3)
        self.assertEqual((late.owned, late.error, late.membership.state_name), (set(), None, "joining"))
        del world.members["late"]
        late.crash()
        world.stop()

    def test_suspended(self) -> None:
        world = World(t=4)
        one = world.join("one", ["t"], assignors=None)
        two = world.join("two", ["t"], assignors=None)
        world.settle()
        one.membership.suspend("nothing was taken")
        world.advance(5)
        self.assertEqual((one.owned, len(two.owned), one.count("lost")), (set(), 4, 1))
        one.membership.resume()
        world.advance(5)
        self.assertTrue(world.is_settled())
        self.assertEqual((len(one.owned), len(two.owned)), (2, 2))
        world.stop()

    def test_broker_restarts_and_cut_connections(self) -> None:
        world = World(t=6)
        one = world.join("one", ["t"], assignors=None)
        two = world.join("two", ["t"], assignors=None)
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
        world.stop()

    def test_random_groups(self) -> None:
        """Joins, leaves, deaths, slow callbacks and cuts, from seeds."""
        for seed in (265, *range(1000, 1060)):
            run_group(seed, None)
