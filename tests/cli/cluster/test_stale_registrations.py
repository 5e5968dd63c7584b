"""Registrations of dead brokers go; those of living ones, and of who cannot be asked, stay."""

from __future__ import annotations

from twisted.internet.protocol import Factory, Protocol
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cluster.stale_registrations import PATIENCE_S, refuses, remove_stale_registrations
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.znodes import BrokerRegistration, RegisteredEndpoint


class DeadTests(SynchronousTestCase):
    """On a ZooKeeper in memory."""

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor)
        for path in ("/brokers", "/brokers/ids"):
            self.zookeeper.tree.put(path, b"")
        for broker_id in (1, 2, 3):
            endpoint = RegisteredEndpoint("PLAINTEXT", "192.0.2.9", 9090 + broker_id)
            self.zookeeper.tree.put(BrokerRegistration.path(broker_id), BrokerRegistration(broker_id, (endpoint,)).encode())
        self.reactor.listen("192.0.2.9", 9092, Factory.forProtocol(Protocol))  # type: ignore[arg-type]
        self.reactor.ignore(9093)

    def test_only_the_dead(self) -> None:
        found = self.reactor.until(remove_stale_registrations(self.reactor, self.zookeeper.connect, range(1, 5)))
        self.assertEqual(found, [1])
        left = [path for path in self.zookeeper.tree.paths() if path.startswith("/brokers/ids/")]
        self.assertEqual(left, ["/brokers/ids/2", "/brokers/ids/3"])

    def test_others_are_not_looked_at(self) -> None:
        self.assertEqual(self.reactor.until(remove_stale_registrations(self.reactor, self.zookeeper.connect, [2])), [])
        self.assertIn("/brokers/ids/1", self.zookeeper.tree.paths())

    def test_what_goes_wrong_does_not_matter(self) -> None:
        self.zookeeper.tree.put(BrokerRegistration.path(1), b"no JSON")
        self.assertEqual(self.reactor.until(remove_stale_registrations(self.reactor, self.zookeeper.connect, [1])), [])
        self.zookeeper.stop(2181)
        began = self.reactor.seconds()
        self.assertEqual(self.reactor.until(remove_stale_registrations(self.reactor, self.zookeeper.connect, [1])), [])
        self.assertLess(self.reactor.seconds() - began, 3 * PATIENCE_S)

    def test_refusals(self) -> None:
        for port, expected in ((9091, True), (9092, False), (9093, False)):
            self.assertEqual(self.reactor.until(refuses(self.reactor, "192.0.2.9", port)), expected)
