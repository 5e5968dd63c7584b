"""Tests of klog.cluster.zookeeper.controller.acts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.acts import (
    Act,
    MakePartition,
    MakePartitionsNode,
    RemoveNode,
    RemovePartition,
    RemoveTopic,
    SetMovesAsked,
    SetState,
    SetTopicZnode,
    batches,
    subject,
)
from klog.model import TopicPartition
from klog.zookeeper.requests import Check, Create, Delete, Set
from klog.zookeeper.znodes import Reassignment, TopicZnode
from tests.cluster.zookeeper.tree import state, topic_id


class ActTests(SynchronousTestCase):
    """Each act's operations."""

    def test_operations(self) -> None:
        znode = TopicZnode(topic_id(1), {0: (1,)})
        asked = {TopicPartition("t", 0): (1, 2)}
        path = "/admin/reassign_partitions"
        self.assertEqual(SetMovesAsked(asked, 5).operations(), [Set(path, Reassignment(asked).encode(), 5)])
        self.assertEqual((SetMovesAsked({}, 5).operations(), subject(SetMovesAsked({}, 5))), ([Delete(path, 5)], path))
        self.assertEqual(SetTopicZnode("t", znode, 3).operations(), [Set("/brokers/topics/t", znode.encode(), 3)])
        self.assertEqual(MakePartitionsNode("t").operations(), [Create("/brokers/topics/t/partitions", None)])
        one = Create("/brokers/topics/t/partitions/4/state", state(1).encode())
        self.assertEqual(MakePartition("t", 4, state(1)).operations(), [Create("/brokers/topics/t/partitions/4", None), one])
        self.assertEqual(MakePartition("t", 4, state(1), has_node=True).operations(), [one])
        self.assertEqual(SetState("t", 4, state(1), 7).operations(), [Set(one.path, one.data, 7)])
        self.assertEqual(RemovePartition("t", 4, True).operations(), [Delete(one.path), Delete("/brokers/topics/t/partitions/4")])
        self.assertEqual(RemovePartition("t", 4, False).operations(), [Delete("/brokers/topics/t/partitions/4")])
        self.assertEqual(RemoveNode("/a", 2).operations(), [Delete("/a", 2)])
        self.assertEqual((subject(RemoveNode("/a")), subject(MakePartitionsNode("t"))), ("/a", "t"))

    def test_end_of_a_topic(self) -> None:
        act = RemoveTopic("t", 5, has_config=True)
        rest = [
            Delete("/brokers/topics/t/partitions"),
            Delete("/brokers/topics/t", 5),
            Delete("/config/topics/t"),
            Delete("/admin/delete_topics/t"),
        ]
        self.assertEqual(act.operations(), rest)
        act = RemoveTopic("t", 5, has_partitions_node=False)
        self.assertEqual(act.operations(), [rest[1], rest[3]])


_ACTS = st.one_of(
    st.builds(MakePartition, st.sampled_from("abc"), st.integers(0, 5), st.just(state(1)), st.booleans()),
    st.builds(SetState, st.sampled_from("abc"), st.integers(0, 5), st.just(state(1)), st.integers(0, 5)),
    st.builds(RemoveNode, st.sampled_from(["/x", "/y"])),
    st.builds(RemoveTopic, st.sampled_from("abc"), st.just(0), st.just(topic_id(1)), st.just((1,))),
)


class BatchTests(SynchronousTestCase):
    """How they are packed."""

    def test_none(self) -> None:
        self.assertEqual(list(batches([], 1)), [])

    def test_what_belongs_to_one_topic_stays_together(self) -> None:
        acts: list[Act] = [MakePartition("a", number, state(1)) for number in range(3)]
        acts += [MakePartition("b", number, state(1)) for number in range(3)]
        packed = list(batches(acts, 9, most_operations=12))
        self.assertEqual([len(batch.operations) for batch in packed], [7, 7])
        self.assertEqual([{act.topic for act in batch.acts if act} for batch in packed], [{"a"}, {"b"}])
        self.assertEqual(packed[0].act_of(2), acts[0])
        self.assertEqual((packed[0].act_of(0), packed[0].act_of(-1), packed[0].act_of(99)), (None, None, None))

    def test_ten_thousand_partitions(self) -> None:
        acts: list[Act] = [MakePartition("a", number, state(1)) for number in range(10_000)]
        packed = list(batches(acts, 9))
        self.assertEqual(len(packed), 41)
        self.assertLessEqual(max(len(batch.operations) for batch in packed), 500)

    @settings(deadline=None, max_examples=100)
    @given(st.lists(_ACTS, max_size=30), st.integers(2, 12), st.integers(200, 2000))
    def test_everything_once_in_order_and_bounded(self, acts: list[Act], most_operations: int, most_bytes: int) -> None:
        packed = list(batches(acts, 4, most_operations=most_operations, most_bytes=most_bytes))
        self.assertEqual([each for batch in packed for each in batch.operations[1:]], [each for act in acts for each in act.operations()])
        for batch in packed:
            self.assertEqual(batch.operations[0], Check("/controller_epoch", 4))
            self.assertEqual(len(batch.acts), len(batch.operations))
            if len({id(act) for act in batch.acts}) > 2:
                self.assertLessEqual(len(batch.operations), most_operations)
                self.assertLessEqual(batch.size_bytes, most_bytes)
