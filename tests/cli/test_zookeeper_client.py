"""A command's client of ZooKeeper."""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.broker.settings.settings import BrokerSettings
from klog.cli.zookeeper_client import client_as_broker, close_within
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.protocol import CREATOR_ALL_ACL, OPEN_ACL_UNSAFE, READ_ACL_UNSAFE
from tests.zookeeper.test_client_connection import ClientCase


class ClientTests(ClientCase):
    """As whom it comes, and that it goes."""

    def as_broker(self, **settings: str) -> ZookeeperClient:
        given = {"zookeeper.connect": self.zookeeper.connect, **settings}
        client = client_as_broker(self.reactor, BrokerSettings(given), "klog test")
        self.reactor.until(client.connect())
        return client

    def test_what_it_makes_is_the_brokers(self) -> None:
        secured = self.as_broker(**{"klog.zookeeper.digest": "kafka:secret", "zookeeper.set.acl": "true"})
        self.reactor.until(secured.create("/closed", b""))
        self.reactor.until(self.as_broker().create("/open", b""))
        found, _ = self.reactor.until(secured.get_acl("/closed"))
        self.assertEqual([acl["perms"] for acl in found], [CREATOR_ALL_ACL["perms"], READ_ACL_UNSAFE["perms"]])
        self.assertIn("kafka:", found[0]["id"])
        self.assertEqual(self.reactor.until(secured.get_acl("/open"))[0], [OPEN_ACL_UNSAFE])

    def test_a_good_bye(self) -> None:
        client = self.as_broker()
        self.reactor.until(close_within(self.reactor, client, 5.0))
        self.assertEqual((client.connected, self.zookeeper.session_ids), (False, []))

    def test_a_good_bye_to_nobody(self) -> None:
        """What fails, or takes long, is not waited for."""

        class Silent:
            def close(self) -> Deferred[int]:
                return Deferred()

        began_s = self.reactor.seconds()
        self.reactor.until(close_within(self.reactor, Silent(), 5.0))  # type: ignore[arg-type]
        self.assertAlmostEqual(self.reactor.seconds() - began_s, 5.0, delta=0.1)
