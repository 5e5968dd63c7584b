"""Which broker of which cluster."""

from __future__ import annotations

import random

from klog.cluster.zookeeper.identity import Identity, find_foreign, identify, make_paths
from klog.cluster.zookeeper.settings import CoordinationRefused
from klog.zookeeper.znodes import CLUSTER_ID, PERSISTENT_PATHS, PRODUCER_ID_BLOCK, BrokerRegistration

from .zookeeper_case import ZooKeeperCase

KAFKA = b'{"version":4,"host":"k","port":9092,"endpoints":["PLAINTEXT://k:9092"]}'


class IdentityTests(ZooKeeperCase):
    """In an empty ZooKeeper, and in others."""

    def identify(self, wanted: Identity) -> Identity:
        """Who we are."""
        found = self.run_all(identify(self.client, wanted, "zk:2181", random.Random(1).randbytes))
        assert isinstance(found, Identity)
        return found

    def test_the_first_broker(self) -> None:
        """Makes everything, and what was made stays."""
        first = self.identify(Identity(None, None))
        self.assertEqual((first.broker_id, first.is_certain, len(first.cluster_id or "")), (1001, True, 22))
        for path in PERSISTENT_PATHS:
            self.assertIn(path, self.tree)
        self.assertIsNone(self.tree.read(PRODUCER_ID_BLOCK)[0], "Kafka's brokers do not start where this is empty and not null")
        self.assertEqual(self.identify(first), first)
        second = self.identify(Identity(None, None))
        self.assertEqual((second.broker_id, second.cluster_id), (1002, first.cluster_id))
        self.assertEqual(self.identify(Identity(7, first.cluster_id)).broker_id, 7)

    def test_other_clusters(self) -> None:
        """Are refused, naming both ids."""
        with self.assertRaisesRegex(CoordinationRefused, "has no cluster"):
            self.identify(Identity(1, "A" * 22))
        found = self.identify(Identity(1, None)).cluster_id
        with self.assertRaisesRegex(CoordinationRefused, f"{'A' * 22}.*{found}"):
            self.identify(Identity(1, "A" * 22))
        self.tree.set(CLUSTER_ID, b"{")
        with self.assertRaisesRegex(CoordinationRefused, CLUSTER_ID):
            self.identify(Identity(1, None))

    def test_foreign_brokers(self) -> None:
        """Are found, unless they have klog's mark, and only looked for at first."""
        self.assertIsNone(self.run_all(find_foreign(self.client)))
        self.tree.put(BrokerRegistration.path(1), BrokerRegistration(1, (), klog="1").encode())
        self.assertIsNone(self.run_all(find_foreign(self.client)))
        self.tree.put(BrokerRegistration.path(2), KAFKA)
        with self.assertRaisesRegex(CoordinationRefused, "broker 2 at k:9092"):
            self.identify(Identity(1, None))
        self.assertNotIn("/config", self.tree)
        self.identify(Identity(1, None, is_certain=True))
        self.tree.set(BrokerRegistration.path(2), b"[]")
        with self.assertRaisesRegex(CoordinationRefused, "broker 2 in"):
            self.identify(Identity(1, None))

    def test_paths_are_made_where_they_are_missing(self) -> None:
        """And nothing is written otherwise."""
        self.run_all(make_paths(self.client, ["/a/b/c", "/a/d"]))
        self.assertEqual([path for path in self.tree.paths() if path.startswith("/a")], ["/a", "/a/b", "/a/b/c", "/a/d"])
        zxid = self.tree.zxid
        self.run_all(make_paths(self.client, ["/a/b/c", "/a/d"]))
        self.assertEqual(self.tree.zxid, zxid)
