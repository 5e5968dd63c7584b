"""Tests of klog.cluster.zookeeper.decisions: the tables, and on random trees that doing what is decided ends with nothing to do."""

from __future__ import annotations

import itertools
import time

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller_acts import (
    MakePartition,
    MakePartitionsNode,
    RemoveNode,
    RemovePartition,
    RemoveTopic,
    SetState,
    SetTopicZnode,
    batches,
)
from klog.cluster.zookeeper.decisions import REASSIGNMENT_REFUSED, Decision, Wanted, decide, decide_partition
from klog.cluster.zookeeper.view import Changes, ClusterView
from klog.model import TopicId, TopicPartition
from klog.zookeeper.znodes import CONFIG_CHANGES, DELETE_TOPICS, KLOG_PATHS, PartitionState, Removal, TopicZnode
from tests.cluster.zookeeper.tree import FakeTree, do, state, topic_id

EVERYTHING = Changes(everything=True)


class _World:
    """A tree, a view that follows it, and a controller that does what is decided."""

    def __init__(self) -> None:
        self.tree = FakeTree()
        for path in (*KLOG_PATHS, DELETE_TOPICS, CONFIG_CHANGES):
            self.tree.write(path)
        self.tree.write("/controller_epoch", b"3")
        self.view = ClusterView(self.tree)
        self.now_ms = 1_000_000
        self.patience_over: frozenset[str] = frozenset()
        self._ids = itertools.count(100)

    def wanted(self) -> Wanted:
        return Wanted(3, self.now_ms, lambda: topic_id(next(self._ids)), self.patience_over)

    def changes(self) -> Changes:
        return self.view.apply(self.tree.take_changed())

    def decide(self, changes: Changes | None = None) -> Decision:
        seen = self.changes()
        return decide(self.view, seen if changes is None else changes, self.wanted())

    def settle(self) -> None:
        """Decide and do, on what changed alone, until there is nothing to do."""
        for _ in range(10):
            decision = self.decide()
            if not decision.acts:
                return
            for batch in batches(decision.acts, 0, most_operations=8):
                do(self.tree, batch.operations)
        raise AssertionError(f"never comes to rest: {decision.acts}")


class PartitionTests(SynchronousTestCase):
    """The table of partitions."""

    def setUp(self) -> None:
        self.world = _World()
        self.tree = self.world.tree

    def act(self) -> object:
        self.world.changes()
        return decide_partition(self.world.view, self.world.view.topics["t"], 0, 3)

    def test_new(self) -> None:
        self.tree.topic("t", {0: (1, 2)}, topic_id(1))
        self.assertEqual(self.act(), MakePartition("t", 0, PartitionState(-1, 0, 3, (1, 2))))
        epoch = self.tree.broker(2)
        self.assertEqual(self.act(), MakePartition("t", 0, PartitionState(2, 0, 3, (2,), epoch)))
        self.tree.write("/brokers/topics/t/partitions/0")
        self.assertEqual(self.act(), MakePartition("t", 0, PartitionState(2, 0, 3, (2,), epoch), has_node=True))

    def test_led(self) -> None:
        epoch = self.tree.broker(1)
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.tree.state("t", 0, state(1, 4, epoch))
        self.assertIsNone(self.act())
        self.tree.delete("/brokers/ids/1")
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(-1, 5, 3, (1,)), 0))
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(-1, 5, 3, (1,)), 0))
        epoch = self.tree.broker(1)
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(1, 5, 3, (1,), epoch), 0))

    def test_led_by_nobody(self) -> None:
        self.tree.topic("t", {0: (3, 2, 1)}, topic_id(1))
        self.tree.state("t", 0, state(-1, 4, isr=(1, 2)))
        self.tree.broker(3)
        self.assertIsNone(self.act(), "3 is not in sync")
        one = self.tree.broker(1)
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(1, 5, 3, (1,), one), 0))
        two = self.tree.broker(2)
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(2, 5, 3, (2,), two), 0))

    def test_state_of_a_former_kafka(self) -> None:
        epoch = self.tree.broker(1)
        self.tree.topic("t", {0: (1, 2)}, topic_id(1))
        self.tree.state("t", 0, PartitionState(1, 7, 9, (1, 2)))
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(1, 8, 3, (1,), epoch), 0))

    def test_unreadable(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.tree.write("/brokers/topics/t/partitions/0/state", b"?")
        self.assertIsNone(self.act())


class DecideTests(SynchronousTestCase):
    """Topics, requests and the rest."""

    def setUp(self) -> None:
        self.world = _World()
        self.tree = self.world.tree

    def test_new_topic(self) -> None:
        epoch = self.tree.broker(1)
        self.tree.topic("t", {0: (1,), 1: (1, 2)})
        decision = self.world.decide()
        made = PartitionState(1, 0, 3, (1,), epoch)
        self.assertEqual(
            decision.acts,
            [
                SetTopicZnode("t", TopicZnode(topic_id(100), {0: (1,), 1: (1, 2)}), 0, self.world.view.topics["t"].czxid),
                MakePartitionsNode("t"),
                MakePartition("t", 0, made),
                MakePartition("t", 1, made),
            ],
        )
        self.assertEqual(len(decision.warnings), 1)
        self.assertIn("1 partition(s) of topic t are assigned to several brokers", decision.warnings[0])

    def test_more_partitions(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.world.settle()
        self.tree.topic("t", {0: (1,), 1: (1,)}, topic_id(1))
        self.assertEqual([type(act) for act in self.world.decide().acts], [MakePartition])

    def test_topic_whose_brokers_are_away(self) -> None:
        self.tree.topic("t", {0: (1, 2)}, topic_id(1))
        decision = self.world.decide()
        self.assertEqual([type(act) for act in decision.acts], [MakePartitionsNode, MakePartition])
        do(self.tree, next(batches(decision.acts, 0)).operations)
        self.world.settle()
        self.tree.broker(2)
        self.world.settle()
        info = self.world.view.partition("t", 0)
        self.assertEqual((info.leader, info.leader_epoch, info.in_sync_replicas), (2, 1, (2,)))
        self.tree.broker(1)
        self.assertEqual(self.world.decide().acts, [], "the copy lies on broker 2 now")

    def test_dropped_id_is_given_back(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.world.settle()
        self.tree.topic("t", {0: (1,), 1: (1,)})
        self.world.settle()
        self.assertEqual(self.world.view.topics["t"].topic_id, topic_id(1))

    def test_id_that_nobody_has_seen_is_waited_for(self) -> None:
        epoch = self.tree.broker(1)
        self.tree.topic("t", {0: (1,)})
        self.tree.state("t", 0, state(1, 0, epoch))
        decision = self.world.decide()
        self.assertEqual((decision.acts, decision.without_id), ([], ["t"]))
        self.world.patience_over = frozenset({"t"})
        decision = self.world.decide(EVERYTHING)
        self.assertEqual([type(act) for act in decision.acts], [SetTopicZnode])
        self.tree.write("/admin/delete_topics/t")
        self.world.patience_over = frozenset()
        decision = self.world.decide()
        self.assertEqual((decision.acts, decision.without_id), ([], ["t"]))
        self.world.patience_over = frozenset({"t"})
        decision = self.world.decide(EVERYTHING)
        self.assertEqual([type(act) for act in decision.acts], [RemovePartition, RemoveTopic])
        self.assertIn("topic t is deleted without a topic id", decision.warnings[0])

    def test_deletion(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,), 1: (2,), 2: (3, 4)}, topic_id(1))
        self.world.settle()
        self.tree.write("/admin/delete_topics/t")
        self.tree.write("/admin/delete_topics/none")
        decision = self.world.decide()
        self.assertEqual(
            decision.acts,
            [
                RemoveNode("/admin/delete_topics/none"),
                RemovePartition("t", 0, True),
                RemovePartition("t", 1, True),
                RemovePartition("t", 2, True),
                RemoveTopic("t", 0, topic_id(1), (1, 2, 3, 4)),
            ],
        )
        do(self.tree, next(batches(decision.acts, 0)).operations)
        self.world.settle()
        self.assertEqual((self.world.view.topics, self.world.view.deletions), ({}, {}))
        self.assertEqual(self.world.view.removals[topic_id(1)].brokers, {1, 2, 3, 4})

    def test_deletion_goes_on_where_it_was_interrupted(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", dict.fromkeys(range(10), (1,)), topic_id(1))
        self.world.settle()
        self.tree.write("/admin/delete_topics/t")
        packed = list(batches(self.world.decide().acts, 0, most_operations=6))
        self.assertGreater(len(packed), 3)
        do(self.tree, packed[0].operations)
        self.tree.broker(1)
        self.world.settle()
        self.assertEqual(self.world.view.topics, {})
        self.assertEqual(self.world.view.removals[topic_id(1)].brokers, {1})

    def test_deletion_of_what_cannot_be_read(self) -> None:
        self.tree.write("/brokers/topics/t/partitions/0/state", b"?")
        self.tree.write("/brokers/topics/t", b"{")
        self.tree.write("/admin/delete_topics/t")
        self.world.settle()
        self.assertEqual(self.world.view.topics, {})

    def test_requests_are_answered(self) -> None:
        self.tree.write("/admin/reassign_partitions", b"{}")
        self.tree.write("/admin/preferred_replica_election", b"{}")
        decision = self.world.decide()
        self.assertEqual(decision.acts, [RemoveNode("/admin/reassign_partitions", 0), RemoveNode("/admin/preferred_replica_election", 0)])
        self.assertEqual(decision.warnings, [REASSIGNMENT_REFUSED])

    def test_old_notifications_and_empty_tombstones(self) -> None:
        self.tree.write("/config/changes/config_change_1", b'"t"', ctime=self.world.now_ms)
        self.tree.write("/config/changes/config_change_2", b"bad", ctime=self.world.now_ms + 5_000)
        self.tree.write(Removal.path(topic_id(1)), Removal("t", ()).encode())
        self.tree.write(Removal.path(topic_id(2)), Removal("t", (1,)).encode())
        self.assertEqual(self.world.decide().acts, [RemoveNode(Removal.path(topic_id(1)), 0)])
        self.world.now_ms += 900_001
        self.world.view.removals.clear()
        self.assertEqual(self.world.decide(EVERYTHING).acts, [RemoveNode("/config/changes/config_change_1")])

    def test_beside_a_foreign_broker_nothing_is_done(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,)})
        self.tree.write("/admin/reassign_partitions", b"{}")
        self.tree.broker(2, klog=None)
        self.assertEqual(self.world.decide(EVERYTHING), Decision())
        self.tree.delete("/brokers/ids/2")
        self.assertTrue(self.world.decide().acts)

    def test_one_change_among_ten_thousand_partitions_is_cheap(self) -> None:
        for broker_id in range(10):
            self.tree.broker(broker_id)
        for topic in range(100):
            self.tree.topic(f"t{topic}", {number: (number % 10,) for number in range(100)}, topic_id(topic + 1))
        self.world.view.load()
        decision = decide(self.world.view, EVERYTHING, self.world.wanted())
        self.assertEqual(len(decision.acts), 10_100)
        changes = Changes(partitions={"t5": {7}})
        start = time.perf_counter()
        for _ in range(1000):
            decision = decide(self.world.view, changes, self.world.wanted())
        self.assertLess(time.perf_counter() - start, 5.0)
        self.assertEqual(len(decision.acts), 2)


_NAMES = st.sampled_from(["a", "b", "c"])
_BROKERS = st.integers(1, 3)
_STEPS = st.one_of(
    st.tuples(st.just("up"), _BROKERS),
    st.tuples(st.just("down"), _BROKERS),
    st.tuples(st.just("topic"), _NAMES, st.lists(_BROKERS, min_size=1, max_size=4), st.booleans()),
    st.tuples(st.just("delete"), _NAMES),
    st.tuples(st.just("reassign")),
    st.tuples(st.just("gone"), _BROKERS),
    st.tuples(st.just("settle")),
)


class RandomTests(SynchronousTestCase):
    """Brokers come and go, topics are made, changed, deleted; the controller sees some of it late and all together."""

    @settings(deadline=None, max_examples=200)
    @given(st.lists(_STEPS, max_size=40))
    def test_comes_to_rest_where_it_should(self, steps: list[tuple[object, ...]]) -> None:
        world = _World()
        tree = world.tree
        ids = itertools.count(1)
        epochs: dict[tuple[TopicId | None, TopicPartition], int] = {}
        for step in [*steps, ("settle",)]:
            match step:
                case ("up", int(broker_id)):
                    tree.broker(broker_id)
                case ("down", int(broker_id)):
                    tree.delete(f"/brokers/ids/{broker_id}")
                case ("topic", str(name), list(replicas), bool(with_id)):
                    if TopicZnode.path(name) in tree.nodes:
                        znode = TopicZnode.decode("", tree.nodes[TopicZnode.path(name)].data)
                        count = len(znode.assignment)
                        assignment = {**znode.assignment, count: (replicas[0],)}
                        tree.topic(name, assignment, znode.topic_id if with_id else None)
                    else:
                        tree.topic(
                            name, {number: (each,) for number, each in enumerate(replicas)}, topic_id(next(ids)) if with_id else None
                        )
                case ("delete", str(name)):
                    tree.write(f"/admin/delete_topics/{name}")
                case ("reassign",):
                    tree.write("/admin/reassign_partitions", b"{}")
                case ("gone", int(broker_id)):
                    for removal in list(world.view.removals.values()):
                        path = Removal.path(removal.topic_id)
                        if path in tree.nodes:
                            left = tuple(sorted(removal.brokers - {broker_id}))
                            tree.write(path, Removal(removal.topic, left).encode())
                case _:
                    world.settle()
                    self.check(world, epochs)

    def check(self, world: _World, epochs: dict[tuple[TopicId | None, TopicPartition], int]) -> None:
        view = world.view
        self.assertEqual(decide(view, EVERYTHING, world.wanted()).acts, [], "looking everywhere finds nothing that was not seen by changes")
        self.assertEqual((view.deletions, view.reassignment), ({}, None))
        for name, topic in view.topics.items():
            self.assertIsNotNone(topic.topic_id)
            for number, replicas in topic.assignment.items():
                live = view.live(replicas[0])
                info = view.partition(name, number)
                self.assertEqual(info.leader, replicas[0] if live else -1)
                key = (topic.topic_id, TopicPartition(name, number))
                self.assertGreaterEqual(info.leader_epoch, epochs.get(key, 0))
                epochs[key] = info.leader_epoch
