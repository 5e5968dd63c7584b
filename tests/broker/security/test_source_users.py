"""The users of a source, out of its ZooKeeper."""

from __future__ import annotations

from random import Random
from unittest import mock

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.security import source_users
from klog.broker.security.source_users import read_users
from klog.broker.settings.mirror_sources import ZooKeeperOfSource
from klog.errors import KlogError
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.znodes import ClusterId, ConfigZnode


class SourceUsersTests(SynchronousTestCase):
    """All of them, or none."""

    def setUp(self) -> None:
        self.reactor = MemoryReactor()
        self.zookeeper = MemoryZooKeeper(self.reactor)
        self.zookeeper.tree.put("/k/cluster/id", ClusterId("there").encode())

    def read(self) -> object:
        """What is read, below a chroot."""
        source = ZooKeeperOfSource(f"{self.zookeeper.connect}/k", (("digest", "reader:secret"),))
        return self.reactor.until(Deferred.fromCoroutine(read_users(self.reactor, source, Random(1))))

    def put(self, user: str, data: bytes) -> None:
        """What is kept of a user."""
        self.zookeeper.tree.put(f"/k{ConfigZnode.path('users', user)}", data)

    def refused(self) -> str:
        """Why nothing is read."""
        with self.assertRaises(KlogError) as caught:
            self.read()
        self.assertNotIn("secret", caught.exception.message)
        return caught.exception.message

    def test_read(self) -> None:
        self.assertEqual(self.read(), ("there", {}))
        self.put("anna*b", ConfigZnode({"SCRAM-SHA-256": "text", "quota": "5"}).encode())
        self.zookeeper.tree.put("/k/config/users/<default>", ConfigZnode({"quota": "5"}).encode())
        self.assertEqual(self.read(), ("there", {"anna*b": {"SCRAM-SHA-256": "text", "quota": "5"}}))

    def test_not_all_of_it(self) -> None:
        self.put("anna", ConfigZnode({"SCRAM-SHA-256": "text"}).encode())
        self.put("bob", b"secret")
        self.assertIn("/config/users/bob", self.refused())
        self.put("bob", b"{}")
        with mock.patch.object(source_users, "MOST_USERS", 1):
            self.assertIn("2 users", self.refused())
        self.zookeeper.stop()
        self.assertIn("no connection to ZooKeeper", self.refused())
