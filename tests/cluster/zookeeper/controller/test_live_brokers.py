"""Tests of klog.cluster.zookeeper.controller.live_brokers."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.leader_election import Standing
from klog.cluster.zookeeper.controller.live_brokers import BrokerNews, LiveBrokers
from klog.cluster.zookeeper.view_types import BrokerAt
from klog.model import TopicPartition
from klog.zookeeper.znodes import BrokerRegistration, RegisteredEndpoint

AT = TopicPartition("t", 0)


def broker(broker_id: int, czxid: int, port: int = 9092) -> BrokerAt:
    """A registered one."""
    return BrokerAt(broker_id, czxid, 7, BrokerRegistration(broker_id, (RegisteredEndpoint("PLAINTEXT", "192.0.2.1", port),), klog="1"))


class TakingInTests(SynchronousTestCase):
    """Who came, who went."""

    def test_news(self) -> None:
        brokers = LiveBrokers()
        self.assertFalse(brokers.has_begun)
        self.assertEqual(brokers.take_in({1: broker(1, 10), 2: broker(2, 11)}, 50), BrokerNews(frozenset({1, 2})))
        self.assertEqual((brokers.has_begun, brokers.generation, brokers.epoch(1), brokers.epoch(3)), (True, 1, 10, None))
        self.assertFalse(brokers.take_in({1: broker(1, 10), 2: broker(2, 11)}, 60))
        self.assertEqual(brokers.generation, 1)
        news = brokers.take_in({1: broker(1, 70), 3: broker(3, 71)}, 80)
        self.assertEqual(news, BrokerNews(frozenset({1, 3}), frozenset({1, 2})))
        self.assertEqual((brokers.epoch(1), brokers.epoch(2), brokers.generation), (70, None, 2))
        self.assertEqual(brokers.take_in({1: broker(1, 70, 9093), 3: broker(3, 71)}, 80), BrokerNews(changed=frozenset({1})))
        self.assertEqual(brokers.generation, 3)

    def test_what_belongs_to_a_life_ends_with_it(self) -> None:
        brokers = LiveBrokers()
        brokers.take_in({1: broker(1, 10), 2: broker(2, 11)}, 50)
        for broker_id in (1, 2):
            brokers.leaving.add(broker_id)
            brokers.set_offline(broker_id, {AT}, ())
        brokers.take_in({1: broker(1, 60)}, 60)
        self.assertEqual((brokers.leaving, brokers.offline), (set(), {}))


class StandingTests(SynchronousTestCase):
    """How replicas stand."""

    def setUp(self) -> None:
        self.brokers = LiveBrokers()
        self.brokers.take_in({1: broker(1, 10), 2: broker(2, 30)}, 40)

    def test_registered_before_or_after_the_state_was_written(self) -> None:
        self.assertIs(self.brokers.standing(1, AT, 20), Standing.FINE)
        self.assertIs(self.brokers.standing(2, AT, 20), Standing.ANEW)
        self.assertIs(self.brokers.standing(2, AT, 31), Standing.FINE)
        self.assertIs(self.brokers.standing(3, AT, 20), Standing.GONE)

    def test_a_state_that_was_written_on_the_knowledge_of_the_life_before(self) -> None:
        self.brokers.take_in({1: broker(1, 50), 2: broker(2, 30)}, 55)
        self.assertIs(self.brokers.standing(1, AT, 52), Standing.ANEW)
        self.assertIs(self.brokers.standing(1, AT, 55), Standing.ANEW)
        self.assertIs(self.brokers.standing(1, AT, 56), Standing.FINE)

    def test_directories_and_shutting_down(self) -> None:
        self.assertEqual(self.brokers.set_offline(1, {AT}, {TopicPartition("t", 1)}), {AT})
        self.assertEqual(self.brokers.set_offline(1, {AT}, ()), set())
        self.assertIs(self.brokers.standing(1, AT, 20), Standing.GONE)
        self.assertFalse(self.brokers.is_reachable(1, AT))
        self.assertEqual(self.brokers.offline_replicas((3, 2, 1), AT), (3, 1))
        self.assertEqual(self.brokers.set_offline(1, (), {AT}), {AT})
        self.assertIs(self.brokers.standing(1, AT, 20), Standing.FINE)
        self.brokers.leaving.add(1)
        self.assertIs(self.brokers.standing(1, AT, 20), Standing.LEAVING)
        self.assertTrue(self.brokers.is_reachable(1, AT))
        self.assertEqual(self.brokers.offline_replicas((1, 2), AT), (1,))
