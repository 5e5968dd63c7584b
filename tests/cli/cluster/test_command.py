"""``klog cluster`` on a broker in memory."""

from __future__ import annotations

import json
from unittest import mock

from twisted.internet.defer import succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cluster import command as cluster
from klog.cli.main import run
from klog.client.admin.types import (
    ClusterDescription,
    ConfigEntry,
    ConfigResource,
    ConfigSource,
    NodeDescription,
    Outcomes,
    PartitionDescription,
    TopicDescription,
)
from klog.testing.broker import MemoryBroker
from tests.cli.rig import answered, with_admin


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
        self.assertEqual((set(found), failures), ({"cluster_id", "controller", "topics", "replication", "brokers"}, []))
        self.assertEqual(set(found["replication"].values()), {0})

    def test_health(self) -> None:
        """Two replicas of three are in sync, which is what the topic asks for at least."""
        admin = mock.Mock()
        topic = TopicDescription(
            "t", (PartitionDescription(0, 1, 4, (1, 2, 3), (1, 2)), PartitionDescription(1, 2, 4, (2, 3, 1), (2, 3, 1)))
        )
        alone = TopicDescription("alone", (PartitionDescription(0, 1, 0, (1,), (1,)),))
        nodes = tuple(NodeDescription(number, "h", 1) for number in (1, 2, 3))
        admin.describe_cluster.side_effect = lambda: succeed(ClusterDescription("c", nodes[0], nodes))
        admin.describe_topics.side_effect = lambda: succeed(Outcomes({"t": topic, "alone": alone}))
        key = ConfigResource.topic("t")
        least = ConfigEntry("min.insync.replicas", "2", ConfigSource.TOPIC)
        admin.describe_configs.side_effect = lambda resources, names: succeed(Outcomes({key: {"min.insync.replicas": least}}))
        code, out, _ = answered("klog.cli.cluster.command", admin, lambda: run(["cluster", "--health", "-b", "127.0.0.1:1", "-o", "json"]))
        found = json.loads(out)
        self.assertEqual((code, found["replication"]), (0, {"under_replicated": 1, "under_min_isr": 0, "at_min_isr": 1, "offline": 0}))
        self.assertEqual([(row["partition"], row["state"]) for row in found["health"]], [(0, ["under_replicated", "at_min_isr"])])
        self.assertEqual([row["in_sync"] for row in found["brokers"]], [3, 2, 1])
        (resources,), _ = admin.describe_configs.call_args
        self.assertEqual(list(resources), [key])
        code, out, _ = answered("klog.cli.cluster.command", admin, lambda: run(["cluster", "--health", "-b", "127.0.0.1:1", "-o", "table"]))
        self.assertIn("under_replicated,at_min_isr", out)
        admin.describe_topics.side_effect = lambda: succeed(Outcomes({"alone": alone}))
        code, out, said = answered(
            "klog.cli.cluster.command", admin, lambda: run(["cluster", "--health", "-b", "127.0.0.1:1", "-o", "table"])
        )
        self.assertEqual((code, said), (0, "No partition lacks anything.\n"))
