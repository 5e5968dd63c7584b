"""What a mirror is handed of its broker."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.mirror_host import MirrorHost
from klog.testing.broker import MemoryBroker
from klog.testing.topics import create_topic


class MirrorHostTests(SynchronousTestCase):
    """A broker that is alone."""

    def test_what_it_says(self) -> None:
        memory = MemoryBroker().start()
        host = MirrorHost(memory.broker)
        memory.create_topics({"plain": 2})
        create_topic(memory.broker, "copied", 3, configs={"klog.mirror.link": "dc1"})
        memory.run()
        self.assertEqual(host.topic("plain"), (2, ""))
        self.assertEqual(host.topic("copied"), (3, "dc1"))
        self.assertIsNone(host.topic("nothing"))
        self.assertTrue(host.leads("plain", 1))
        self.assertFalse(host.leads("plain", 2))
        self.assertEqual([(one.topic, one.partition, one.link) for one in host.copies()], [("copied", n, "dc1") for n in range(3)])
        self.assertEqual([id(one) for one in host.copies()], [id(one) for one in host.copies()])
        self.assertEqual(host.own_bootstrap(), memory.bootstrap)
        self.assertIn("retention.ms", host.copied_configs())
        self.assertEqual((host.broker_id, host.cluster_id), (1, memory.broker.coordination.cluster_id()))  # type: ignore[union-attr]
        memory.stop()
