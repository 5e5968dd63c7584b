"""Tests of klog.cluster.zookeeper.view_types."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.view_types import BrokerAt, Changes, Topic
from klog.model import TopicPartition
from klog.zookeeper.znodes import BrokerRegistration, TopicZnode
from tests.cluster.zookeeper.tree import topic_id


class ChangesTests(SynchronousTestCase):
    """What to look at again."""

    def test_merge(self) -> None:
        one = Changes(brokers={1}, partitions={"a": {1}})
        one.merge(Changes(everything=True, brokers={2}, partitions={"a": {2}, "b": {0}}))
        self.assertEqual(one, Changes(everything=True, brokers={1, 2}, partitions={"a": {1, 2}, "b": {0}}))
        one.merge(Changes())
        self.assertTrue(one.everything)

    def test_what_was_merged_is_not_shared(self) -> None:
        one, other = Changes(), Changes(partitions={"a": {1}})
        one.merge(other)
        one.add_partition(TopicPartition("a", 2))
        self.assertEqual(other.partitions, {"a": {1}})

    def test_empty_is_falsy(self) -> None:
        self.assertFalse(Changes())
        for changes in (Changes(everything=True), Changes(topics={"t"}), Changes(partitions={"t": {0}}), Changes(controller=True)):
            self.assertTrue(changes)


class ContentTests(SynchronousTestCase):
    """Small conclusions."""

    def test_whose_broker(self) -> None:
        self.assertTrue(BrokerAt(1, 5, 7, BrokerRegistration(1, (), klog="1.0")).is_ours)
        self.assertFalse(BrokerAt(1, 5, 7, BrokerRegistration(1, ())).is_ours)
        self.assertFalse(BrokerAt(1, 5, 7, None).is_ours)

    def test_topic_that_cannot_be_read(self) -> None:
        topic = Topic("t", 1, 0, None, {})
        self.assertEqual((topic.topic_id, dict(topic.assignment)), (None, {}))
        topic = Topic("t", 1, 0, TopicZnode(topic_id(1), {0: (1,)}), {})
        self.assertEqual((topic.topic_id, dict(topic.assignment)), (topic_id(1), {0: (1,)}))
