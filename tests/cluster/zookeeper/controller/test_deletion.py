"""Tests of klog.cluster.zookeeper.controller.deletion."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.deletion import Deletions, replicas_of, to_ask
from tests.cluster.zookeeper.controller.worlds import ViewWorld, at


class DeletionTests(SynchronousTestCase):
    """Who is asked, and when it is done."""

    def setUp(self) -> None:
        self.world = ViewWorld()
        for broker_id in (1, 2, 3):
            self.world.tree.broker(broker_id)
        self.world.partition("t", 0, (1, 2), 1, (1, 2))
        self.world.partition("t", 1, (2,), 2, (2, 3))
        self.topic = self.world.view.topics["t"]
        self.deletions = Deletions()

    def test_replicas_are_those_assigned_and_those_in_states(self) -> None:
        self.assertEqual(replicas_of(self.topic), {(0, 1), (0, 2), (1, 2), (1, 3)})

    def test_done_when_all_have_answered(self) -> None:
        deletion = self.deletions.look(self.topic)
        asks, waits = to_ask("t", deletion, self.world.brokers, 3)
        self.assertEqual((asks, waits), ([(0, 1), (0, 2), (1, 2)], frozenset()))
        self.assertFalse(self.deletions.answered(1, at("t"), 0), "nobody has asked yet")
        self.deletions.asked("t", asks)
        self.assertEqual(to_ask("t", deletion, self.world.brokers, 3)[0], [(1, 3)])
        self.deletions.asked("t", [(1, 3)])
        for number, broker_id in ((0, 1), (0, 2), (1, 2), (1, 3)):
            self.assertTrue(deletion.left)
            self.assertTrue(self.deletions.answered(broker_id, at("t", number), 0))
        self.assertFalse(deletion.left)
        self.assertFalse(self.deletions.answered(1, at("t"), 0), "twice")
        self.assertFalse(self.deletions.answered(1, at("none"), 0))

    def test_errors_are_asked_again_after_a_while(self) -> None:
        deletion = self.deletions.look(self.topic)
        self.deletions.asked("t", deletion.left)
        self.assertTrue(self.deletions.answered(1, at("t"), 56))
        self.assertEqual(to_ask("t", deletion, self.world.brokers, 9)[0], [])
        self.assertEqual(self.deletions.retry(), {"t"})
        self.assertEqual(to_ask("t", deletion, self.world.brokers, 9)[0], [(0, 1)])
        self.assertEqual(self.deletions.retry(), set())

    def test_brokers_that_go_and_come(self) -> None:
        deletion = self.deletions.look(self.topic)
        self.deletions.asked("t", deletion.left)
        self.deletions.answered(2, at("t", 1), 0)
        self.world.tree.delete("/brokers/ids/2")
        self.world.look()
        self.assertEqual(self.deletions.broker_went(2), {"t"})
        self.assertEqual(to_ask("t", deletion, self.world.brokers, 9), ([], frozenset({2})))
        self.world.tree.broker(2)
        self.world.look()
        self.assertEqual(to_ask("t", deletion, self.world.brokers, 9), ([(0, 2)], frozenset()), "what it has answered is done")
        self.world.brokers.set_offline(2, {at("t")}, ())
        self.assertEqual(to_ask("t", deletion, self.world.brokers, 9), ([], frozenset({2})))
        self.assertEqual(self.deletions.broker_went(9), set())

    def test_topic_that_grows_meanwhile_and_one_that_is_made_again(self) -> None:
        deletion = self.deletions.look(self.topic)
        self.deletions.asked("t", [(0, 1)])
        self.deletions.answered(1, at("t"), 0)
        self.world.partition("t", 2, (1,), 1, (1,))
        self.assertEqual(self.deletions.look(self.topic).left, {(0, 2), (1, 2), (1, 3), (2, 1)})
        self.world.tree.delete("/brokers/topics/t")
        self.world.look()
        self.world.partition("t", 0, (1,), 1, (1,))
        again = self.deletions.look(self.world.view.topics["t"])
        self.assertIsNot(again, deletion)
        self.assertEqual(again.left, {(0, 1)})
        self.deletions.forget("t")
        self.assertEqual(self.deletions.topics, {})
