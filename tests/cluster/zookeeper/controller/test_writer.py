"""Tests of klog.cluster.zookeeper.controller.writer."""

from __future__ import annotations

from typing import Any, cast

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.acts import MakePartition, MakePartitionsNode, RemoveNode, RemoveTopic, SetState, SetTopicZnode
from klog.cluster.zookeeper.controller.writer import MOST_CONFLICTS, MOST_REFUSALS, SET_ASIDE_S, Replaced, TermOver, Writer
from klog.zookeeper.errors import BadVersionException, ConnectionLossException, NoAuthException
from klog.zookeeper.znodes import PartitionState, TopicZnode
from tests.cluster.zookeeper.controller.worlds import ViewWorld
from tests.cluster.zookeeper.fake_client import FakeClient
from tests.cluster.zookeeper.tree import state, topic_id


class WriterTests(SynchronousTestCase):
    """What is written, and what is refused."""

    def setUp(self) -> None:
        self.world = ViewWorld()
        self.tree = self.world.tree
        self.clock = Clock()
        self.client = FakeClient(self.tree, 7)
        self.said: list[str] = []
        self.writer = Writer(self.clock, cast(Any, self.client), self.world.view, 0, self.said.append)
        self.epoch = self.tree.broker(1)
        self.world.partition("t", 0, (1, 2), 1, (1, 2), 5)

    def act(self, *acts: Any) -> Deferred[None]:
        return Deferred.fromCoroutine(self.writer.act(acts))

    def test_the_view_knows_what_was_written(self) -> None:
        act = SetState("t", 0, PartitionState(1, 6, 3, (1,)), 0)
        self.successResultOf(self.act(act, RemoveNode("/config/changes")))
        topic = self.world.view.topics["t"]
        newest = topic.newest(0)
        assert newest is not None
        self.assertEqual((newest.state, newest.version, topic.states[0].version), (act.state, 1, 0))
        self.world.look()
        self.assertEqual((topic.ahead, topic.states[0].state), ({}, act.state))

    def test_a_later_write_of_somebody_else_is_not_hidden(self) -> None:
        self.successResultOf(self.act(SetState("t", 0, PartitionState(1, 6, 3, (1,)), 0)))
        self.tree.state("t", 0, state(1, 6, isr=(1, 2)))
        self.world.look()
        newest = self.world.view.topics["t"].newest(0)
        assert newest is not None and newest.state is not None
        self.assertEqual((newest.version, newest.state.isr), (2, (1, 2)))

    def test_nodes_and_ids_that_the_view_does_not_show_yet(self) -> None:
        self.tree.topic("u", {0: (1,)})
        self.world.look()
        topic = self.world.view.topics["u"]
        znode = TopicZnode(topic_id(9), {0: (1,)})
        self.successResultOf(self.act(SetTopicZnode("u", znode, 0, topic.czxid), MakePartitionsNode("u"), MakePartition("u", 0, state(1))))
        self.assertEqual((topic.last_id, topic.has_partitions_node, topic.topic_id), (topic_id(9), True, topic_id(9)))

    def test_end_of_a_topic_with_and_without_configuration(self) -> None:
        self.tree.topic("u", {})
        for path in ("/brokers/topics/u/partitions", "/admin/delete_topics/u", "/config/topics/u"):
            self.tree.write(path)
        self.successResultOf(self.act(RemoveTopic("u", 0)))
        self.assertEqual([path for path in self.tree.nodes if path.endswith("/u")], [])

    def test_replaced(self) -> None:
        self.tree.write("/controller_epoch", b"4")
        self.failureResultOf(self.act(RemoveNode("/config/changes")), Replaced)
        self.assertIn("/config/changes", self.tree.nodes)
        self.tree.delete("/controller_epoch")
        self.failureResultOf(self.act(RemoveNode("/config/changes")), Replaced)

    def test_over(self) -> None:
        self.client.is_holding = True
        acting = self.act(RemoveNode("/config/changes"))
        self.writer.is_over = True
        self.client.let_go()
        self.failureResultOf(acting, TermOver)

    def refused(self, error: Exception, times: int) -> None:
        """A node that is refused so often."""

        def refuse() -> None:
            raise error

        for _ in range(times):
            self.client.before = [refuse]
            self.failureResultOf(self.act(RemoveNode("/config/changes")), type(error))

    def test_set_aside(self) -> None:
        error = NoAuthException(operation="multi")
        error.index = 1
        self.refused(error, MOST_REFUSALS)
        self.assertEqual(len(self.said), 1)
        self.assertIn("the controller leaves /config/changes as it is for a while", self.said[0])
        self.tree.write("/klog/removals")
        self.successResultOf(self.act(RemoveNode("/config/changes"), RemoveNode("/klog/removals")))
        self.assertIn("/config/changes", self.tree.nodes)
        self.assertNotIn("/klog/removals", self.tree.nodes)
        self.assertFalse(self.writer.try_again())
        self.clock.advance(SET_ASIDE_S)
        self.assertTrue(self.writer.try_again())
        self.successResultOf(self.act(RemoveNode("/config/changes")))
        self.assertNotIn("/config/changes", self.tree.nodes)

    def test_conflicts_are_borne_longer(self) -> None:
        error = BadVersionException(operation="multi")
        error.index = 1
        self.refused(error, MOST_CONFLICTS - 1)
        self.assertEqual(self.said, [])
        self.refused(error, 1)
        self.assertEqual(len(self.said), 1)

    def test_lost_connections_are_nobodys_fault(self) -> None:
        self.refused(ConnectionLossException(operation="multi"), 100)
        self.assertEqual(self.said, [])
