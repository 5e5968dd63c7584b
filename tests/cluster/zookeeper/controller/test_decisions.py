"""Tests of klog.cluster.zookeeper.controller.decisions: the tables, and that doing what is decided ends with nothing to do."""

from __future__ import annotations

import itertools
import time

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.acts import (
    MakePartition,
    MakePartitionsNode,
    RemoveNode,
    RemovePartition,
    RemoveTopic,
    SetState,
    SetTopicZnode,
    batches,
)
from klog.cluster.zookeeper.controller.decisions import REASSIGNMENT_UNREADABLE, Decision, Wanted, decide, decide_partition
from klog.cluster.zookeeper.controller.deletion import Deletions
from klog.cluster.zookeeper.controller.live_brokers import LiveBrokers
from klog.cluster.zookeeper.view import Changes, ClusterView
from klog.errors import ErrorCode
from klog.model import TopicId, TopicPartition
from klog.zookeeper.znodes import (
    CONFIG_CHANGES,
    DELETE_TOPICS,
    KLOG_PATHS,
    IsrChange,
    LogDirEvent,
    PartitionState,
    PreferredElection,
    TombstoneZnode,
    TopicZnode,
)
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
        self.brokers = LiveBrokers()
        self.deletions = Deletions()
        self.unclean: set[str] = set()
        self.now_ms = 1_000_000
        self.patience_over: frozenset[str] = frozenset()
        self._ids = itertools.count(100)

    def wanted(self, preferred: frozenset[TopicPartition] = frozenset()) -> Wanted:
        return Wanted(
            3,
            self.now_ms,
            lambda: topic_id(next(self._ids)),
            self.brokers,
            self.deletions,
            self.unclean.__contains__,
            self.patience_over,
            preferred,
        )

    def changes(self) -> Changes:
        """Read what changed, and take in who lives."""
        changes = self.view.apply(self.tree.take_changed())
        live = {broker_id: at for broker_id, at in self.view.brokers.items() if self.view.live(broker_id) is not None}
        news = self.brokers.take_in(live, self.view.newest_zxid)
        for broker_id in news.gone:
            changes.deletions |= self.deletions.broker_went(broker_id)
        return changes

    def decide(self, changes: Changes | None = None) -> Decision:
        seen = self.changes()
        return decide(self.view, seen if changes is None else changes, self.wanted())

    def answer(self, decision: Decision) -> Changes:
        """Replicas that are asked to go do so."""
        changes = Changes()
        for name, replicas in decision.asks.items():
            self.deletions.asked(name, replicas)
            for number, broker_id in replicas:
                if self.deletions.answered(broker_id, TopicPartition(name, number), ErrorCode.NONE):
                    changes.deletions.add(name)
        changes.deletions.update(decision.unfinished)
        return changes

    def settle(self) -> None:
        """Decide and do, on what changed alone, until there is nothing to do."""
        left = Changes()
        for _ in range(20):
            changes = self.changes()
            changes.merge(left)
            decision = self.decide(changes)
            left = self.answer(decision)
            if not decision.acts and not left:
                return
            for batch in batches(decision.acts, 0, most_operations=8):
                do(self.tree, batch.operations)
        raise AssertionError(f"never comes to rest: {decision.acts}")


class PartitionTests(SynchronousTestCase):
    """Partitions. (All of the table: test_leader_election.)"""

    def setUp(self) -> None:
        self.world = _World()
        self.tree = self.world.tree

    def act(self, preferred: bool = False) -> object:
        self.world.changes()
        asked = frozenset({TopicPartition("t", 0)}) if preferred else frozenset[TopicPartition]()
        return decide_partition(self.world.view.topics["t"], 0, self.world.wanted(asked))

    def test_new(self) -> None:
        self.tree.topic("t", {0: (1, 2, 3)}, topic_id(1))
        self.assertIsNone(self.act(), "as Kafka: a partition whose brokers are all away has no state")
        self.tree.broker(2)
        self.assertEqual(self.act(), MakePartition("t", 0, PartitionState(2, 0, 3, (2,))))
        self.tree.broker(3)
        self.tree.write("/brokers/topics/t/partitions/0")
        self.assertEqual(self.act(), MakePartition("t", 0, PartitionState(2, 0, 3, (2, 3)), has_node=True))

    def test_leader_comes_and_goes(self) -> None:
        self.tree.broker(1)
        self.tree.broker(2)
        self.tree.topic("t", {0: (1, 2)}, topic_id(1))
        self.tree.state("t", 0, state(1, 4, isr=(1, 2)))
        self.assertIsNone(self.act())
        self.tree.delete("/brokers/ids/1")
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(2, 5, 3, (2,)), 0))
        self.tree.broker(1)
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(2, 5, 3, (2,)), 0), "bounced: as gone, then new, in one write")
        self.tree.state("t", 0, state(2, 5, isr=(2, 1)))
        self.assertIsNone(self.act())
        self.assertEqual(self.act(preferred=True), SetState("t", 0, PartitionState(1, 6, 3, (2, 1)), 1))

    def test_only_replica(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.tree.state("t", 0, state(1, 4))
        self.assertIsNone(self.act())
        self.tree.delete("/brokers/ids/1")
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(-1, 5, 3, (1,)), 0))
        self.tree.broker(1)
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(1, 5, 3, (1,)), 0))

    def test_led_by_nobody(self) -> None:
        self.tree.topic("t", {0: (3, 2, 1)}, topic_id(1))
        self.tree.state("t", 0, state(-1, 4, isr=(1, 2)))
        self.tree.broker(3)
        self.assertIsNone(self.act(), "3 is not in sync")
        self.world.unclean.add("t")
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(3, 5, 3, (3,), leader_recovery_state=1), 0))
        self.tree.broker(1)
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(1, 5, 3, (1,)), 0))
        self.tree.broker(2)
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(2, 5, 3, (1, 2)), 0))

    def test_states_of_a_former_kafka_and_of_a_former_klog(self) -> None:
        self.tree.topic("t", {0: (1, 2)}, topic_id(1))
        self.tree.state("t", 0, PartitionState(1, 7, 9, (1, 2)))
        self.tree.broker(1)
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(1, 8, 3, (1,)), 0), "it started since")
        self.tree.state("t", 0, PartitionState(1, 8, 9, (1,)))
        self.assertIsNone(self.act(), "a mark of before means nothing")

    def test_broken_directory(self) -> None:
        for broker_id in (1, 2):
            self.tree.broker(broker_id)
        self.tree.topic("t", {0: (1, 2), 1: (1, 2)}, topic_id(1))
        for number in (0, 1):
            self.tree.state("t", number, state(1, 4, isr=(1, 2)))
        self.world.changes()
        self.world.brokers.set_offline(1, {TopicPartition("t", 0)}, ())
        self.assertEqual(self.act(), SetState("t", 0, PartitionState(2, 5, 3, (2,)), 0))
        self.assertIsNone(decide_partition(self.world.view.topics["t"], 1, self.world.wanted()))

    def test_our_own_write_that_the_mirror_does_not_show_yet(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1, 2)}, topic_id(1))
        self.tree.state("t", 0, state(1, 4, isr=(1, 2)))
        self.world.changes()
        act = self.act()
        assert isinstance(act, SetState)
        stat = {**self.tree.nodes["/brokers/topics/t/partitions/0/state"].stat, "version": 1, "mzxid": 10**6}
        self.world.view.wrote_state("t", 0, act.state, stat)
        self.assertIsNone(self.act())

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
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,), 1: (2, 1)})
        decision = self.world.decide()
        made = PartitionState(1, 0, 3, (1,))
        self.assertEqual(
            decision.acts,
            [
                SetTopicZnode("t", TopicZnode(topic_id(100), {0: (1,), 1: (2, 1)}), 0, self.world.view.topics["t"].czxid),
                MakePartitionsNode("t"),
                MakePartition("t", 0, made),
                MakePartition("t", 1, made),
            ],
        )
        self.assertEqual(decision.warnings, [])

    def test_a_reassignment_that_is_noted_in_the_topic_stays(self) -> None:
        self.tree.broker(1)
        znode = TopicZnode(None, {0: (1, 2)}, {0: (2,)}, {0: (1,)})
        self.tree.write(TopicZnode.path("t"), znode.encode())
        act = self.world.decide().acts[0]
        assert isinstance(act, SetTopicZnode)
        self.assertEqual((act.znode.adding_replicas, act.znode.removing_replicas), ({0: (2,)}, {0: (1,)}))

    def test_more_partitions(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.world.settle()
        self.tree.topic("t", {0: (1,), 1: (1,)}, topic_id(1))
        self.assertEqual([type(act) for act in self.world.decide().acts], [MakePartition])

    def test_topic_whose_brokers_are_away(self) -> None:
        self.tree.topic("t", {0: (1, 2)}, topic_id(1))
        self.assertEqual(self.world.decide().acts, [])
        self.tree.broker(2)
        self.world.settle()
        at = self.world.view.topics["t"].states[0].state
        self.assertEqual(at, PartitionState(2, 0, 3, (2,)))
        self.tree.broker(1)
        self.assertEqual(self.world.decide().acts, [], "it joins when it has caught up")

    def test_dropped_id_is_given_back(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.world.settle()
        self.tree.topic("t", {0: (1,), 1: (1,)})
        self.world.settle()
        self.assertEqual(self.world.view.topics["t"].topic_id, topic_id(1))

    def test_id_that_nobody_has_seen_is_waited_for(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,)})
        self.tree.state("t", 0, state(1, 0))
        decision = self.world.decide()
        self.assertEqual((decision.acts, decision.without_id), ([], ["t"]))
        self.world.patience_over = frozenset({"t"})
        decision = self.world.decide(EVERYTHING)
        self.assertEqual([type(act) for act in decision.acts], [SetTopicZnode])

    def test_deletion(self) -> None:
        for broker_id in (1, 2):
            self.tree.broker(broker_id)
        self.tree.topic("t", {0: (1, 2), 1: (2,)}, topic_id(1))
        self.world.settle()
        self.tree.write("/admin/delete_topics/t")
        self.tree.write("/admin/delete_topics/none")
        decision = self.world.decide()
        self.assertEqual((decision.acts, decision.asks), ([RemoveNode("/admin/delete_topics/none")], {"t": [(0, 1), (0, 2), (1, 2)]}))
        assert self.world.deletions is not None
        self.world.deletions.asked("t", decision.asks["t"])
        for number, broker_id in [(0, 1), (0, 2)]:
            self.assertTrue(self.world.deletions.answered(broker_id, TopicPartition("t", number), 0))
            again = self.world.decide(Changes(deletions={"t"}))
            self.assertEqual((again.asks, [act for act in again.acts if not isinstance(act, RemoveNode)]), ({}, []))
        self.assertTrue(self.world.deletions.answered(2, TopicPartition("t", 1), 0))
        decision = self.world.decide(Changes(deletions={"t"}))
        self.assertEqual(decision.acts, [RemovePartition("t", 0, True), RemovePartition("t", 1, True), RemoveTopic("t", 0)])
        do(self.tree, next(batches(decision.acts, 0)).operations)
        self.world.settle()
        self.assertEqual((self.world.view.topics, self.world.view.tombstones), ({}, {}), "no tombstones any more")

    def test_deletion_waits_for_a_broker_that_is_away(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1, 2)}, topic_id(1))
        self.world.settle()
        self.tree.write("/admin/delete_topics/t")
        decision = self.world.decide()
        self.assertEqual(decision.asks, {"t": [(0, 1)]})
        self.assertIn("waits for replicas that are out of service, on broker(s) 2", decision.warnings[0])
        self.world.settle()
        self.assertIn("t", self.world.view.topics)
        self.tree.broker(2)
        self.world.settle()
        self.assertEqual(self.world.view.topics, {})

    def test_large_deletion_comes_in_pieces(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", dict.fromkeys(range(600), (1,)), topic_id(1))
        self.world.settle()
        self.tree.write("/admin/delete_topics/t")
        decision = self.world.decide()
        self.assertEqual((len(decision.asks["t"]), decision.unfinished), (240, ["t"]))
        self.tree.write("/admin/delete_topics/t")
        self.world.settle()
        self.assertEqual(self.world.view.topics, {})

    def test_partitions_of_a_topic_that_goes_are_left_alone(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", {0: (1,)}, topic_id(1))
        self.world.settle()
        self.tree.write("/admin/delete_topics/t")
        self.world.decide()
        self.tree.delete("/brokers/ids/1")
        self.assertEqual(self.world.decide().acts, [])
        self.tree.delete("/admin/delete_topics/t")
        self.assertEqual(self.world.decide().acts, [SetState("t", 0, PartitionState(-1, 1, 3, (1,)), 0)], "the request was taken back")

    def test_deletion_goes_on_where_it_was_interrupted(self) -> None:
        self.tree.broker(1)
        self.tree.topic("t", dict.fromkeys(range(10), (1,)), topic_id(1))
        self.world.settle()
        self.tree.write("/admin/delete_topics/t")
        left = self.world.answer(self.world.decide())
        packed = list(batches(self.world.decide(left).acts, 0, most_operations=6))
        self.assertGreater(len(packed), 3)
        do(self.tree, packed[0].operations)
        self.world.deletions = Deletions()
        self.tree.broker(1)
        self.world.settle()
        self.assertEqual(self.world.view.topics, {})

    def test_deletion_of_what_cannot_be_read(self) -> None:
        self.tree.write("/brokers/topics/t/partitions/0/state", b"?")
        self.tree.write("/brokers/topics/t", b"{")
        self.tree.write("/admin/delete_topics/t")
        self.world.settle()
        self.assertEqual(self.world.view.topics, {})

    def test_requests_are_answered(self) -> None:
        self.tree.write("/admin/reassign_partitions", b"{}")
        self.tree.write("/admin/preferred_replica_election", b"nonsense")
        decision = self.world.decide()
        self.assertEqual(decision.acts, [RemoveNode("/admin/reassign_partitions", 0), RemoveNode("/admin/preferred_replica_election", 0)])
        self.assertEqual(decision.warnings, [REASSIGNMENT_UNREADABLE])

    def test_preferred_leaders_are_asked_for(self) -> None:
        for broker_id in (1, 2):
            self.tree.broker(broker_id)
        self.tree.topic("t", {0: (1, 2), 1: (1, 2)}, topic_id(1))
        for number in (0, 1):
            self.tree.state("t", number, state(2, 4, isr=(2, 1)))
        self.world.settle()
        asked = PreferredElection((TopicPartition("t", 1), TopicPartition("t", 9), TopicPartition("none", 0)))
        self.tree.write("/admin/preferred_replica_election", asked.encode())
        changes = self.world.changes()
        assert self.world.view.preferred_election is not None
        wanted = self.world.wanted(frozenset(self.world.view.preferred_election.partitions))
        self.assertEqual(
            decide(self.world.view, changes, wanted).acts,
            [SetState("t", 1, PartitionState(1, 5, 3, (2, 1)), 0), RemoveNode("/admin/preferred_replica_election", 0)],
        )

    def test_notifications_are_removed(self) -> None:
        self.tree.write("/isr_change_notification/isr_change_1", IsrChange((TopicPartition("t", 0),)).encode())
        self.tree.write("/isr_change_notification/isr_change_2", b"nonsense")
        self.tree.write("/log_dir_event_notification/log_dir_event_1", LogDirEvent(4).encode())
        self.assertEqual(
            self.world.decide().acts,
            [
                RemoveNode("/isr_change_notification/isr_change_1"),
                RemoveNode("/isr_change_notification/isr_change_2"),
                RemoveNode("/log_dir_event_notification/log_dir_event_1"),
            ],
        )
        self.assertEqual(self.world.view.isr_changes, {"isr_change_1": (TopicPartition("t", 0),), "isr_change_2": ()})
        self.assertEqual(self.world.view.log_dir_events, {"log_dir_event_1": 4})

    def test_old_notifications_and_empty_tombstones(self) -> None:
        self.tree.write("/config/changes/config_change_1", b'"t"', ctime=self.world.now_ms)
        self.tree.write("/config/changes/config_change_2", b"bad", ctime=self.world.now_ms + 5_000)
        self.tree.write(TombstoneZnode.path(topic_id(1)), TombstoneZnode("t", ()).encode())
        self.tree.write(TombstoneZnode.path(topic_id(2)), TombstoneZnode("t", (1,)).encode())
        self.assertEqual(self.world.decide().acts, [RemoveNode(TombstoneZnode.path(topic_id(1)), 0)])
        self.world.now_ms += 900_001
        self.world.view.tombstones.clear()
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
        decision = self.world.decide(EVERYTHING)
        self.assertEqual(len(decision.acts), 10_100)
        changes = Changes(partitions={"t5": {7}})
        start = time.thread_time()
        for _ in range(1000):
            decision = decide(self.world.view, changes, self.world.wanted())
        self.assertLess(time.thread_time() - start, 5.0)
        self.assertEqual(len(decision.acts), 2)


_NAMES = st.sampled_from(["a", "b", "c"])
_BROKERS = st.integers(1, 3)
_REPLICAS = st.lists(_BROKERS, min_size=1, max_size=3, unique=True).map(tuple)
_STEPS = st.one_of(
    st.tuples(st.just("up"), _BROKERS),
    st.tuples(st.just("down"), _BROKERS),
    st.tuples(st.just("topic"), _NAMES, st.lists(_REPLICAS, min_size=1, max_size=3), st.booleans()),
    st.tuples(st.just("delete"), _NAMES),
    st.tuples(st.just("reassign")),
    st.tuples(st.just("join"), _NAMES),
    st.tuples(st.just("settle")),
)


class RandomTests(SynchronousTestCase):
    """Brokers come and go, replicas catch up, topics are made, changed, deleted; the controller sees some of it late and all together."""

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
                        assignment = {**znode.assignment, len(znode.assignment): replicas[0]}
                        tree.topic(name, assignment, znode.topic_id if with_id else None)
                    else:
                        tree.topic(name, dict(enumerate(replicas)), topic_id(next(ids)) if with_id else None)
                case ("delete", str(name)):
                    tree.write(f"/admin/delete_topics/{name}")
                case ("reassign",):
                    tree.write("/admin/reassign_partitions", b"{}")
                case ("join", str(name)):
                    self.join(world, name)
                case _:
                    world.settle()
                    self.check(world, epochs)

    def join(self, world: _World, name: str) -> None:
        """Leaders find that all live replicas have caught up, and say so themselves."""
        world.settle()
        topic = world.view.topics.get(name)
        for number, at in ({} if topic is None else topic.states).items():
            if at.state is not None and at.state.leader != -1 and topic is not None:
                live = tuple(each for each in topic.assignment.get(number, ()) if world.view.live(each) is not None)
                world.tree.state(name, number, PartitionState(at.state.leader, at.state.leader_epoch, 3, live))

    def check(self, world: _World, epochs: dict[tuple[TopicId | None, TopicPartition], int]) -> None:
        view = world.view
        self.assertEqual(world.decide(EVERYTHING).acts, [], "looking everywhere finds nothing that was not seen by changes")
        self.assertEqual(view.reassignment, None)
        for name in view.deletions:
            away = {each for replicas in view.topics[name].assignment.values() for each in replicas if view.live(each) is None}
            self.assertTrue(away, "a deletion waits for somebody")
        for name, topic in view.topics.items():
            if name in view.deletions:
                continue
            for number, replicas in topic.assignment.items():
                at = topic.states.get(number)
                live = [each for each in replicas if view.live(each) is not None]
                if at is None:
                    self.assertEqual(live, [])
                    continue
                self.assertIsNotNone(topic.topic_id)
                assert at.state is not None
                able = [each for each in at.state.isr if each in live]
                if at.state.leader == -1:
                    self.assertEqual(able, [])
                else:
                    self.assertEqual(able, list(at.state.isr))
                    self.assertIn(at.state.leader, able)
                key = (topic.topic_id, TopicPartition(name, number))
                self.assertGreaterEqual(at.state.leader_epoch, epochs.get(key, 0))
                epochs[key] = at.state.leader_epoch
