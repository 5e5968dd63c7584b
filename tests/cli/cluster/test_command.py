"""``klog cluster`` on a broker in memory."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cluster import command as cluster
from klog.testing.broker import MemoryBroker
from tests.cli.rig import with_admin


class ClusterTests(SynchronousTestCase):
    """What it finds."""

    def test_everything(self) -> None:
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        broker.create_topics({"t": 3})
        found, failures = with_admin(broker, lambda admin: cluster._ask(admin, True, True))
        self.assertEqual(found["controller"], 1)
        self.assertEqual(found["brokers"][0]["address"], broker.bootstrap)
        self.assertEqual(found["brokers"][0]["partitions"], found["brokers"][0]["leaders"])
        self.assertGreaterEqual(found["brokers"][0]["partitions"], 3)
        self.assertEqual(found["dirs"][0]["path"], broker.properties["log.dirs"])
        self.assertIn("Produce", [row["api"] for row in found["apis"]])
        self.assertEqual([outcomes.errors for outcomes in failures], [{}, {}])
        found, failures = with_admin(broker, lambda admin: cluster._ask(admin, False, False))
        self.assertEqual((set(found), failures), ({"cluster_id", "controller", "topics", "brokers"}, []))
