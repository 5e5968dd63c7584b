"""Tests of klog.cluster.zookeeper.view."""

from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import PartitionInfo
from klog.cluster.replica_assignment import ReplicaAssignment
from klog.cluster.zookeeper.view import ROOTS, Changes, ClusterView, ElectionAsked, MovesAsked
from klog.model import TopicPartition
from klog.zookeeper.znodes import ConfigChange, Controller, Reassignment, TombstoneZnode, TopicZnode
from tests.cluster.zookeeper.led_partitions import leader_of, partitions_of
from tests.cluster.zookeeper.tree import FakeTree, state, topic_id


class _World:
    def __init__(self) -> None:
        self.tree = FakeTree()
        self.faults: list[str] = []
        self.view = ClusterView(self.tree, self.faults.append)

    def changes(self) -> Changes:
        return self.view.apply(self.tree.take_changed())


class ViewTests(SynchronousTestCase):
    """What is read, and what is told to have changed."""

    def setUp(self) -> None:
        self.world = _World()
        self.tree, self.view = self.world.tree, self.world.view

    def test_empty(self) -> None:
        self.assertEqual((self.view.brokers, self.view.topics, self.view.controller, self.view.controller_epoch), ({}, {}, None, None))
        self.assertFalse(Changes())
        self.assertFalse(self.world.changes())

    def test_topic_comes_with_its_partitions(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,), 1: (2,)}, topic_id(5))
        self.tree.state("t", 0, state(1, 3))
        changes = self.world.changes()
        self.assertEqual((changes.brokers, changes.topics, changes.partitions), ({1}, {"t"}, {"t": {0, 1}}))
        self.assertEqual(self.view.topic_of, {topic_id(5): "t"})
        self.assertTrue(self.view.topics["t"].has_partitions_node)
        self.assertEqual(partitions_of(self.view, "t"), (PartitionInfo(1, 3, (1,), (1,)), PartitionInfo(-1, 0, (2,), ())))

    def test_only_what_changed_is_told(self) -> None:
        self.tree.broker(1)
        for name in ("a", "b"):
            self.tree.topic(name, {0: (1,), 1: (1,)}, topic_id(ord(name)))
            for number in (0, 1):
                self.tree.state(name, number, state(1, 0))
        self.world.changes()
        self.tree.state("b", 1, state(1, 1))
        changes = self.world.changes()
        self.assertEqual((changes.topics, changes.partitions, changes.everything), (set(), {"b": {1}}, False))
        self.tree.topic("a", {0: (1,), 1: (1,), 2: (1,)}, topic_id(ord("a")))
        changes = self.world.changes()
        self.assertEqual((changes.topics, changes.partitions), ({"a"}, {"a": {2}}))

    def test_a_broker_concerns_its_partitions(self) -> None:
        """Whether it comes or goes; who leads is what the state says."""
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,)})
        self.tree.state("t", 0, state(1))
        self.world.changes()
        self.assertEqual(leader_of(self.view, "t", 0), 1)
        self.tree.delete("/brokers/ids/1")
        changes = self.world.changes()
        self.assertEqual((changes.brokers, changes.partitions), ({1}, {"t": {0}}))
        self.tree.broker(1)
        changes = self.world.changes()
        self.assertEqual((changes.brokers, changes.partitions), ({1}, {"t": {0}}))
        self.assertEqual([leader_of(self.view, name, number) for name, number in (("t", 0), ("t", 9), ("none", 0))], [1, -1, -1])

    def test_a_foreign_broker_concerns_everything(self) -> None:
        """One without klog's mark, and one whose klog does not replicate."""
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,)})
        self.tree.state("t", 0, state(1))
        self.world.changes()
        for klog, replicates in ((None, True), ("0.1", False)):
            self.tree.broker(2, klog=klog, replicates=replicates)
            changes = self.world.changes()
            self.assertTrue(changes.everything)
            self.assertEqual((changes.partitions, self.view.foreign), ({"t": {0}}, {2}))
            self.assertIsNone(self.view.live(2))
            self.tree.delete("/brokers/ids/2")
            self.assertTrue(self.world.changes().everything)
            self.assertEqual(self.view.foreign, set())

    def test_a_klog_that_does_not_replicate_is_welcome_nowhere(self) -> None:
        """Also where Kafka is."""
        self.tree.broker(2, klog=None)
        self.tree.broker(3, klog="0.1", replicates=False)
        view = ClusterView(self.tree, kafka_is_welcome=True)
        self.assertEqual((view.foreign, view.live(2) is not None, view.live(3)), ({3}, True, None))

    def test_topic_made_again_is_another_one(self) -> None:
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.tree.state("t", 0, state(1, 4))
        self.world.changes()
        old = self.tree.nodes["/brokers/topics/t/partitions/0/state"]
        self.tree.delete("/brokers/topics/t")
        self.tree.topic("t", {0: (1,)}, topic_id(2))
        self.tree.nodes["/brokers/topics/t/partitions/0/state"] = old  # the mirror has not seen that it is gone
        changes = self.world.changes()
        self.assertEqual((changes.topics, changes.partitions), ({"t"}, {"t": {0}}))
        self.assertEqual((self.view.topic_of, self.view.topics["t"].states), ({topic_id(2): "t"}, {}))
        self.tree.delete("/brokers/topics/t")
        self.world.changes()
        self.assertEqual((self.view.topic_of, self.view.topics), ({}, {}))

    def test_what_cannot_be_read_is_told_once(self) -> None:
        self.tree.write("/brokers/topics/t", b"{")
        self.tree.write("/brokers/topics/bad name", b"{}")
        self.tree.topic("gaps", {0: (1,), 2: (1,)})
        self.tree.write("/brokers/ids/3", b"[]")
        self.tree.topic("s", {0: (1,)})
        self.tree.write("/brokers/topics/s/partitions/0/state", b"null")
        self.tree.write("/klog/removals/x", b"null")
        self.tree.write("/config/changes/config_change_1", b"7")
        self.world.changes()
        self.assertEqual(len(self.world.faults), 7, self.world.faults)
        self.assertEqual(len(self.view.faults), 7)
        self.assertTrue(all(path in fault for path, fault in self.view.faults.items()))
        self.assertEqual(self.view.foreign, {3})
        self.assertEqual(
            {name: topic.znode is None for name, topic in self.view.topics.items()}, {"t": True, "bad name": True, "gaps": True, "s": False}
        )
        self.assertIsNone(self.view.topics["s"].states[0].state)
        self.view.load()
        self.tree.topic("t", {0: (1,)})
        self.tree.state("s", 0, state(1))
        self.world.changes()
        self.assertNotIn("/brokers/topics/t", self.view.faults)
        self.assertEqual(len(self.view.faults), 5)

    def test_requests_and_the_rest(self) -> None:
        self.tree.write("/controller", Controller(4, 1).encode(), owner=77)
        self.tree.write("/controller_epoch", b"12")
        self.tree.write("/admin/delete_topics/t")
        self.tree.write("/admin/reassign_partitions", b"anything")
        self.tree.write("/admin/preferred_replica_election", b"anything")
        self.tree.write("/config/changes/config_change_7", ConfigChange("topics/t").encode(), ctime=55)
        self.tree.write(TombstoneZnode.path(topic_id(9)), TombstoneZnode("old", (1, 2)).encode())
        changes = self.world.changes()
        assert self.view.controller is not None
        self.assertEqual((self.view.controller.broker_id, self.view.controller.owner, self.view.controller_epoch), (4, 77, (12, 0)))
        asked = (self.view.reassignment, self.view.preferred_election)
        self.assertEqual((set(self.view.deletions), *asked), ({"t"}, MovesAsked(0, None), ElectionAsked(0, ())))
        notification = self.view.notifications["config_change_7"]
        assert notification.change is not None
        self.assertEqual((notification.change.entity_path, notification.created_ms), ("topics/t", 55))
        self.assertEqual(self.view.tombstones[topic_id(9)].brokers, {1, 2})
        self.assertTrue(changes.controller and changes.controller_epoch and changes.reassignment and changes.preferred_election)
        self.assertEqual((changes.deletions, changes.tombstones, changes.notifications), ({"t"}, {topic_id(9)}, {"config_change_7"}))
        for root in ROOTS[2:]:
            self.tree.delete(root)
        self.world.changes()
        self.assertEqual(
            (self.view.controller, self.view.controller_epoch, self.view.deletions, self.view.notifications), (None, None, {}, {})
        )
        self.assertEqual((self.view.reassignment, self.view.preferred_election, self.view.tombstones), (None, None, {}))

    def test_what_we_have_written_of_a_topic_counts_at_once_and_is_told_when_it_is_shown(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,), 1: (1,)}, topic_id(1))
        self.world.changes()
        topic = self.view.topics["t"]
        znode = TopicZnode(topic_id(1), {0: (2, 1), 1: (1,)}, {0: (2,)}, {0: (1,)})
        stat = {**self.tree.nodes[TopicZnode.path("t")].stat, "version": 1}
        self.view.wrote_topic("t", znode, {**stat, "czxid": 1})
        self.assertEqual(topic.replica_assignment(0), ReplicaAssignment((1,)), "that was another one of the name")
        self.view.wrote_topic("t", znode, stat)
        self.assertEqual((topic.replica_assignment(0), topic.moving), (ReplicaAssignment((2, 1), (2,), (1,)), {0}))
        self.assertIn(TopicPartition("t", 0), self.view.partitions_of(2))
        self.assertFalse(self.view.apply([TopicZnode.path("t")]), "the mirror shows what was before")
        self.assertEqual(topic.moving, {0})
        self.tree.write(TopicZnode.path("t"), znode.encode())
        changes = self.world.changes()
        self.assertEqual((changes.topics, changes.partitions), ({"t"}, {"t": {0}}))
        self.view.wrote_topic("t", TopicZnode(topic_id(1), {0: (2,), 1: (1,)}), {**stat, "version": 2})
        self.tree.write(TopicZnode.path("t"), b"")
        self.tree.write(TopicZnode.path("t"), TopicZnode(topic_id(1), {0: (2,), 1: (2,)}).encode())
        self.assertEqual(self.world.changes().partitions, {"t": {0, 1}}, "another write came after ours")

    def test_moves_that_are_asked_for_are_looked_at_when_their_topics_change(self) -> None:
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        asked = {TopicPartition("t", 0): (2,)}
        self.tree.write("/admin/reassign_partitions", Reassignment(asked).encode())
        self.world.changes()
        self.assertEqual(self.view.reassignment, MovesAsked(0, asked))
        self.tree.topic("u", {0: (1,)}, topic_id(2))
        self.assertFalse(self.world.changes().reassignment)
        self.tree.write(TopicZnode.path("t"), TopicZnode(topic_id(1), {0: (1,)}, {}, {0: (1,)}).encode())
        changes = self.world.changes()
        self.assertTrue(changes.reassignment)
        self.assertEqual(changes.partitions, {"t": {0}}, "marks alone are a change, too")

    def test_one_change_among_ten_thousand_partitions_is_cheap(self) -> None:
        self.tree.broker(1)
        self.tree.broker(2)
        self.tree.topic("t", {number: (1 + number % 2,) for number in range(10_000)}, topic_id(1))
        for number in range(10_000):
            self.tree.state("t", number, state(1 + number % 2, 0))
        self.tree.take_changed()
        self.view.load()
        self.assertEqual(len(self.view.topics["t"].states), 10_000)
        read: list[str] = []
        reading = self.tree.stat
        self.tree.stat = lambda path: read.append(path) or reading(path)  # type: ignore[assignment,method-assign,func-returns-value]
        start = time.thread_time()
        for number in range(100):
            self.tree.state("t", number, state(1, 1))
            self.assertEqual(self.world.changes().partitions, {"t": {number}})
        self.assertEqual(len(read), 100, "one read for one change")
        self.assertLess(time.thread_time() - start, 5.0)


_NAMES = st.sampled_from(["a", "b"])
_STEPS = st.one_of(
    st.tuples(st.just("broker"), st.integers(1, 3), st.booleans()),
    st.tuples(st.just("gone"), st.integers(1, 3)),
    st.tuples(st.just("topic"), _NAMES, st.dictionaries(st.integers(0, 2), st.tuples(st.integers(1, 3)), max_size=3), st.integers(0, 3)),
    st.tuples(st.just("state"), _NAMES, st.integers(0, 2), st.integers(-1, 3), st.integers(0, 2)),
    st.tuples(
        st.just("junk"), st.sampled_from(["/brokers/topics/a", "/brokers/topics/b/partitions/1/state", "/brokers/ids/2", "/controller"])
    ),
    st.tuples(
        st.just("drop"), st.sampled_from(["/brokers/topics/a", "/brokers/topics/b", "/brokers/topics/a/partitions/0", "/controller"])
    ),
    st.tuples(st.just("apply")),
)


def _snapshot(view: ClusterView) -> object:
    topics = {
        name: (
            topic.czxid,
            topic.version,
            topic.znode,
            dict(sorted(topic.states.items())),
            topic.has_partitions_node,
            partitions_of(view, name),
        )
        for name, topic in sorted(view.topics.items())
    }
    index = {broker_id: found for broker_id, found in sorted(view._partitions_of.items()) if found}
    return (
        dict(sorted(view.brokers.items())),
        view.foreign,
        topics,
        view.topic_of,
        view.controller,
        view.controller_epoch,
        view.faults,
        index,
    )


class IncrementTests(SynchronousTestCase):
    """Change by change comes to the same as reading everything."""

    @settings(deadline=None, max_examples=150)
    @given(st.lists(_STEPS, max_size=30))
    def test_equals_a_new_view(self, steps: list[tuple[object, ...]]) -> None:
        world = _World()
        tree = world.tree
        shown: dict[TopicPartition, PartitionInfo] = {}
        for step in [*steps, ("apply",)]:
            match step:
                case ("broker", int(broker_id), bool(ours)):
                    tree.broker(broker_id, klog="1" if ours else None)
                case ("gone", int(broker_id)):
                    tree.delete(f"/brokers/ids/{broker_id}")
                case ("topic", str(name), dict(assignment), int(number)):
                    tree.topic(name, assignment, topic_id(ord(name)) if number else None)
                case ("state", str(name), int(number), int(leader), int(back)):
                    if f"/brokers/topics/{name}" in tree.nodes:
                        tree.state(name, number, state(leader, back))
                case ("junk", str(path)):
                    if path.count("/") < 4 or "/brokers/topics/b" in tree.nodes:
                        tree.write(path, b"junk")
                case ("drop", str(path)):
                    tree.delete(path)
                case _:
                    changes = world.changes()
                    self.assertEqual(_snapshot(world.view), _snapshot(ClusterView(tree)))
                    now = {
                        TopicPartition(name, number): info
                        for name in world.view.topics
                        for number, info in enumerate(partitions_of(world.view, name))
                    }
                    different = {at for at in shown.keys() | now.keys() if shown.get(at) != now.get(at)}
                    told = {TopicPartition(name, number) for name, numbers in changes.partitions.items() for number in numbers}
                    self.assertLessEqual(different, told)
                    shown = now
