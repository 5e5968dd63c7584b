"""Who may come in by a listener; that room is made for brokers: in the tests of `klog.net.connections`."""

from __future__ import annotations

from twisted.internet.address import IPv4Address, UNIXAddress

from klog.net.listener_policy import ListenerPolicy
from klog.net.server_factory import BrokerFactory
from klog.net.server_protocol import BrokerProtocol
from tests.net.test_server_protocol import Fixture


class BrokerFactoryTests(Fixture):
    """`BrokerFactory`."""

    def factory(self, *, is_for_brokers: bool = False) -> BrokerFactory:
        return BrokerFactory(ListenerPolicy("INSIDE", is_for_brokers=is_for_brokers), self.dispatch, self.connections)

    def test_a_connection(self) -> None:
        for is_for_brokers in (False, True):
            factory = self.factory(is_for_brokers=is_for_brokers)
            built = factory.buildProtocol(IPv4Address("TCP", "192.0.2.1", 40000))
            assert built is not None
            self.assertIs(built.factory, factory)
            self.assertEqual(built.is_for_brokers, is_for_brokers)
            self.network.connect(built)
            self.assertEqual((built.info.listener, built.certificate), ("INSIDE", None))
        self.assertEqual(len(self.connections), 2)

    def test_one_too_many(self) -> None:
        """From one address, however it is written; what has no host is counted apart."""
        self.limit(max_connections_per_ip=1)
        factory = self.factory()
        self.connect()
        for host in ("192.0.2.1", "::ffff:192.0.2.1"):
            self.assertIsNone(factory.buildProtocol(IPv4Address("TCP", host, 40000)))
        self.assertEqual(self.connections.refused, 2)
        self.assertIsInstance(factory.buildProtocol(UNIXAddress("/klog")), BrokerProtocol)
        self.assertIsInstance(factory.buildProtocol(None), BrokerProtocol)

    def test_a_listener_of_brokers_has_room(self) -> None:
        self.limit(max_connections=1)
        self.connect()
        self.assertIsNone(self.factory().buildProtocol(None))
        self.assertIsInstance(self.factory(is_for_brokers=True).buildProtocol(None), BrokerProtocol)
