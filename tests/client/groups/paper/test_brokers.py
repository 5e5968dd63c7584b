"""klog.client.groups.paper.brokers"""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.client.groups.paper.brokers import FoundBrokers, addresses, registered_brokers
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.znodes import BrokerRegistration, RegisteredEndpoint


class BrokersTests(SynchronousTestCase):
    def test_addresses(self) -> None:
        def broker(number: int, *endpoints: tuple[str, str, int]) -> BrokerRegistration:
            return BrokerRegistration(number, tuple(RegisteredEndpoint(name, host, port, name) for name, host, port in endpoints))

        brokers = {
            2: broker(2, ("SSL", "b", 2), ("PLAINTEXT", "b", 1)),
            1: broker(1, ("PLAINTEXT", "::1", 9092)),
            3: broker(3, ("PLAINTEXT", "", 0)),
            4: broker(4, ("SSL", "d", 4)),
        }
        self.assertEqual(addresses(brokers, "PLAINTEXT"), ["[::1]:9092", "b:1"])
        self.assertEqual(addresses(brokers, "SSL"), ["b:2", "d:4"])
        self.assertEqual(addresses({}, "SSL"), [])

    def test_registered_ones(self) -> None:
        reactor = MemoryReactor()
        zookeeper = MemoryZooKeeper(reactor)
        client = ZookeeperClient(zookeeper.connect, reactor=reactor)
        reactor.until(client.connect())
        self.assertEqual(reactor.until(registered_brokers(client, "PLAINTEXT")), [])
        for number in (2, 1):
            endpoint = RegisteredEndpoint("PLAINTEXT", "192.0.2.7", 9000 + number)
            zookeeper.tree.put(BrokerRegistration.path(number), BrokerRegistration(number, (endpoint,)).encode())
        # What cannot be read is another broker's trouble.
        zookeeper.tree.put(BrokerRegistration.path(3), b"{")
        self.assertEqual(reactor.until(registered_brokers(client, "PLAINTEXT")), ["192.0.2.7:9001", "192.0.2.7:9002"])
        self.assertEqual(reactor.until(registered_brokers(client, "SSL")), [])
        reactor.until(client.close())

    def test_settings_without_servers(self) -> None:
        self.assertEqual(FoundBrokers(bootstrap_servers="").servers, ())
        self.assertEqual(FoundBrokers(bootstrap_servers="a:1").servers, (("a", 1),))
