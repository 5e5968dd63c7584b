"""What follows a deletion on several brokers."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.model import TopicId
from klog.testing.coordination import Recorder
from klog.zookeeper.znodes import TombstoneZnode

from .memory_brokers import MemoryBrokers


class TombstoneTests(SynchronousTestCase):
    """They stay as long as somebody needs them."""

    def test_a_topic_that_we_never_saw(self) -> None:
        """Made and deleted while we had no session: the tombstone goes as well."""
        brokers = MemoryBrokers(2)
        tree = brokers.zookeeper.tree
        one, two = brokers.coordinations
        two.subscribe(Recorder())
        one.subscribe(Recorder())
        brokers.doubt(1)
        tree.put("/klog" + TombstoneZnode.path(TopicId(b"i" * 16)), TombstoneZnode("t", (2,)).encode())
        brokers.trust(1)
        brokers.settle()
        self.assertEqual(tree.names("/klog/klog/removals"), [])
