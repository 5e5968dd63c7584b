"""Tests of klog.cluster.zookeeper.controller.last_sent."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.last_sent import (
    BEING_DELETED,
    Difference,
    LastSent,
    SentPartition,
    SentTopic,
    difference,
    partition_now,
)
from klog.zookeeper.znodes import TopicZnode
from tests.cluster.zookeeper.controller.worlds import ViewWorld, at
from tests.cluster.zookeeper.tree import topic_id


class ShownTests(SynchronousTestCase):
    """What brokers are told of a partition."""

    def setUp(self) -> None:
        self.world = ViewWorld()
        self.world.tree.broker(1)
        self.world.partition("t", 0, (1, 2), 1, (1,), 5)
        self.topic = self.world.view.topics["t"]

    def shown(self) -> SentPartition | None:
        return partition_now(self.topic, 0, self.world.brokers)

    def test_all_of_it(self) -> None:
        self.world.tree.write(TopicZnode.path("t"), TopicZnode(topic_id(3), {0: (1, 2)}, {0: (2,)}, {0: (1,)}).encode())
        self.world.look()
        self.assertEqual(self.shown(), SentPartition(topic_id(3), 1, 5, (1, 2), (2,), (1,), (1,), 0, 1, 0, (2,)))

    def test_nothing_without_a_state_or_an_id(self) -> None:
        self.assertIsNone(partition_now(self.topic, 1, self.world.brokers))
        self.world.tree.topic("u", {0: (1,)})
        self.world.look()
        self.assertIsNone(partition_now(self.world.view.topics["u"], 0, self.world.brokers))
        self.world.tree.topic("t", {0: (1, 2)})
        self.world.look()
        self.assertIsNotNone(self.shown(), "its id was dropped just now")
        self.world.tree.write("/brokers/topics/t", b"{")
        self.world.look()
        self.assertIsNone(self.shown())

    def test_difference(self) -> None:
        now = self.shown()
        assert now is not None
        both = Difference.METADATA | Difference.LEADERSHIP
        self.assertEqual(difference(None, now), both)
        self.assertEqual(difference(now, now), Difference.NOTHING)
        for news in ({"leader": 2}, {"leader_epoch": 6}, {"replicas": (1,)}, {"adding": (2,)}, {"topic_id": topic_id(9)}):
            self.assertEqual(difference(now, now._replace(**news)), both, news)
        for news in ({"in_sync": (1, 2)}, {"partition_epoch": 1}, {"recovery": 1}, {"offline": ()}, {"controller_epoch": 2}):
            self.assertEqual(difference(now, now._replace(**news)), Difference.METADATA, news)

    def test_being_deleted(self) -> None:
        now = self.shown()
        assert now is not None
        gone = now.as_deleted()
        self.assertEqual((gone.leader, gone.leader_epoch, gone.partition_epoch, gone.in_sync), (BEING_DELETED, 0, 0, (1,)))
        sent = LastSent()
        sent.topics["t"] = SentTopic(1, {0: now})
        self.assertEqual((sent.get(at("t")), sent.get(at("t", 1)), sent.get(at("u"))), (now, None, None))
