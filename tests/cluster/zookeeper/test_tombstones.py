"""What follows a deletion on several brokers."""

from __future__ import annotations

import json

from twisted.trial.unittest import SynchronousTestCase

from klog.model import TopicId
from klog.testing.coordination import Recorder
from klog.zookeeper.znodes import Removal

from .memory_cluster import MemoryBrokers


class TombstoneTests(SynchronousTestCase):
    """They stay as long as somebody needs them."""

    def test_a_broker_that_is_away(self) -> None:
        """Finds the tombstone when it comes back; the others have taken themselves out."""
        brokers = MemoryBrokers(3)
        reactor, tree = brokers.reactor, brokers.zookeeper.tree
        for each in brokers.coordinations:
            each.subscribe(Recorder())
        one = brokers.coordinations[0]
        made = reactor.until(one.create_topic("t", [[1], [2], [3]], {}))
        brokers.crash(2)
        brokers.settle()
        reactor.until(one.delete_topic("t"))
        reactor.advance(1)
        path = "/klog" + Removal.path(made.topic_id)
        self.assertEqual(json.loads(tree.get(path)), {"version": 1, "topic": "t", "brokers": [3]})
        again = brokers.make(brokers.ports[0])
        reactor.until(again.open(3, one.cluster_id()))
        self.assertEqual(dict(again.removed_topics), {made.topic_id: "t"})
        again.removal_done(made.topic_id)
        reactor.advance(1)
        self.assertNotIn(path, tree)
        self.assertEqual(dict(again.removed_topics), {})

    def test_a_topic_that_we_never_saw(self) -> None:
        """Made and deleted while we had no session: the tombstone goes as well."""
        brokers = MemoryBrokers(2)
        tree = brokers.zookeeper.tree
        one, two = brokers.coordinations
        two.subscribe(Recorder())
        one.subscribe(Recorder())
        brokers.doubt(1)
        tree.put("/klog" + Removal.path(TopicId(b"i" * 16)), Removal("t", (2,)).encode())
        brokers.trust(1)
        brokers.settle()
        self.assertEqual(tree.names("/klog/klog/removals"), [])
