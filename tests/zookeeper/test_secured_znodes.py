"""Znodes that are closed to others than brokers."""

from __future__ import annotations

from klog.testing.broker import MemoryBroker
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import NoAuthException
from klog.zookeeper.protocol import CREATOR_ALL_ACL, OPEN_ACL_UNSAFE, READ_ACL_UNSAFE
from klog.zookeeper.requests import Create
from klog.zookeeper.secured_znodes import secured_acls
from tests.zookeeper.test_client_connection import ClientCase

DIGEST = "broker:secret"
AUTH = (("digest", DIGEST),)


class SecuredTests(ClientCase):
    """Kafka's ``ZkData.defaultAcls``, by one client and by a broker."""

    def test_which(self) -> None:
        for path in ("/brokers/ids/1", "/", "/config/topics/t", "/kafka-acl/Topic/t", "/consumers/g"):
            self.assertEqual(secured_acls(path), (CREATOR_ALL_ACL, READ_ACL_UNSAFE), path)
        for path in ("/config/users", "/config/users/anna", "/config/brokers/1", "/delegation_token/tokens/x"):
            self.assertEqual(secured_acls(path), (CREATOR_ALL_ACL,), path)
        self.assertIsNone(secured_acls("/consumers"))

    def schemes(self, client: ZookeeperClient, path: str) -> list[tuple[str, int]]:
        acls, _ = self.reactor.until(client.get_acl(path))
        return [(acl["scheme"], acl["perms"]) for acl in acls]

    def test_each_way_to_make_a_node(self) -> None:
        """One that is given a list of its own has that."""
        client = self.connect(f"{self.zookeeper.connect}/root", auth=AUTH, default_acls=secured_acls)
        self.reactor.until(client.make_chroot())
        self.reactor.until(client.create("/config"))
        self.reactor.until(client.multi([Create("/config/users", b""), Create("/config/open", b"", acls=[OPEN_ACL_UNSAFE])]))
        self.assertEqual(self.schemes(client, "/"), [("digest", 31), ("world", 1)])
        self.assertEqual(self.schemes(client, "/config"), [("digest", 31), ("world", 1)])
        self.assertEqual(self.schemes(client, "/config/users"), [("digest", 31)])
        self.assertEqual(self.schemes(client, "/config/open"), [("world", 31)])

    def test_a_broker_by_sasl(self) -> None:
        self.zookeeper.sasl_users["kafka"] = "secret"
        settings = {"zookeeper.set.acl": "true", "klog.zookeeper.sasl": "kafka:secret"}
        broker = MemoryBroker(settings, zookeeper=self.zookeeper, reactor=self.reactor, broker_id=1).start().until_ready()
        self.addCleanup(broker.stop)
        self.assertEqual(self.schemes(self.connect(auth=(("sasl", "kafka:secret"),)), "/config/users"), [("sasl", 31)])
        refused = MemoryBroker(
            {**settings, "klog.zookeeper.sasl": "kafka:wrong"}, zookeeper=self.zookeeper, reactor=self.reactor, broker_id=2
        ).start()
        self.addCleanup(refused.stop)
        self.reactor.advance(30)
        (sentence,) = refused.ended
        self.assertIn("refused our name or password", sentence)

    def test_a_broker(self) -> None:
        """Nothing that it makes can be written by a stranger, and users cannot be read; another broker takes part."""
        settings = {"zookeeper.set.acl": "true", "klog.zookeeper.digest": DIGEST}
        first = MemoryBroker(settings, zookeeper=self.zookeeper, reactor=self.reactor, broker_id=1).start().until_ready()
        second = MemoryBroker(settings, zookeeper=self.zookeeper, reactor=self.reactor, broker_id=2).start().until_ready()
        for broker in (second, first):
            self.addCleanup(broker.stop)
        coordination = second.broker.coordination
        assert coordination is not None
        self.reactor.until(coordination.create_topic("t", [[1, 2]], {}))
        self.reactor.until(coordination.alter_user_configs("anna", {"SCRAM-SHA-256": "x"}, ()))
        stranger, broker = self.connect(), self.connect(auth=AUTH)
        paths, open_ones = ["/"], []
        while paths:
            path = paths.pop()
            for name in self.reactor.until(broker.get_children(path)):
                child = f"{path.rstrip('/')}/{name}"
                if child != "/zookeeper":
                    paths.append(child)
                    if ("world", 31) in self.schemes(broker, child):
                        open_ones.append(child)
        self.assertEqual(open_ones, ["/consumers"])
        for path in ("/controller", "/brokers/ids/1", "/brokers/topics/t", "/config/users/anna"):
            with self.assertRaises(NoAuthException):
                self.reactor.until(stranger.set(path, b""))
        self.reactor.until(stranger.get("/brokers/topics/t"))
        with self.assertRaises(NoAuthException):
            self.reactor.until(stranger.get("/config/users/anna"))
        # The controller goes, and the other broker takes over what it has made.
        first.stop()
        self.reactor.advance(10)
        self.assertEqual(coordination.controller_id(), 2)
