"""Who else is in the cluster, as the controller and the tree tell it."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import BrokerInfo, Endpoint
from klog.cluster.metadata_cache import MetadataCache
from klog.cluster.zookeeper.members import Members
from klog.cluster.zookeeper.view import ClusterView
from klog.zookeeper.znodes import BrokerRegistration, Controller, RegisteredEndpoint
from tests.cluster.test_metadata_cache import told

from .tree import FakeTree


class MembersTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.tree = FakeTree()
        self.cache = MetadataCache()
        self.view: ClusterView | None = None
        self.us: BrokerRegistration | None = None
        self.members = self.make("IN")

    def make(self, listener: str | None) -> Members:
        return Members(self.cache, lambda: self.view, listener, lambda: self.us)

    def broker(self, broker_id: int, *endpoints: RegisteredEndpoint, klog: str | None = "1") -> int:
        registration = BrokerRegistration(broker_id, endpoints, f"r{broker_id}", klog=klog)
        return self.tree.write(BrokerRegistration.path(broker_id), registration.encode())

    def look(self) -> None:
        self.view = ClusterView(self.tree)
        self.members.look(self.view)

    def test_before_the_controller_tells(self) -> None:
        """What is registered; it stays when the session goes."""
        self.assertEqual((self.members.brokers(), self.members.controller_id(), self.members.epoch(1)), ((), -1, -1))
        self.broker(10, RegisteredEndpoint("IN", "a", 2))
        epoch = self.broker(2, RegisteredEndpoint("IN", "b", 3), RegisteredEndpoint("OUT", "c", 4, "SSL"))
        self.tree.write("/controller", Controller(10, 0).encode())
        self.look()
        two = BrokerInfo(2, (Endpoint("IN", "b", 3), Endpoint("OUT", "c", 4)), "r2")
        self.assertEqual(self.members.brokers(), (two, BrokerInfo(10, (Endpoint("IN", "a", 2),), "r10")))
        self.assertEqual((self.members.controller_id(), self.members.epoch(2), self.members.address(2)), (10, epoch, ("b", 3)))
        self.view = None
        self.assertEqual((self.members.brokers()[0], self.members.controller_id(), self.members.epoch(2)), (two, -1, -1))

    def test_a_controller_that_is_no_live_broker(self) -> None:
        self.broker(2)
        self.tree.write("/controller", Controller(3, 0).encode())
        self.look()
        self.assertEqual(self.members.controller_id(), -1)
        self.cache.apply(told(brokers=(2,), controller=3), 8)
        self.assertEqual(self.members.controller_id(), -1)

    def test_nobody_is_registered(self) -> None:
        """All of them lost their power, and their sessions have ended: who asks us is told of us, and never of no broker."""
        self.us = BrokerRegistration(2, (RegisteredEndpoint("IN", "b", 3),), "r2", klog="1")
        us = BrokerInfo(2, (Endpoint("IN", "b", 3),), "r2")
        self.assertEqual(self.members.brokers(), (us,))
        for broker_id in (1, 2, 3):
            self.broker(broker_id)
        self.look()
        self.assertEqual([each.broker_id for each in self.members.brokers()], [1, 2, 3])
        for broker_id in (1, 2, 3):
            self.tree.delete(BrokerRegistration.path(broker_id))
        self.look()
        self.assertEqual((self.members.brokers(), self.members.controller_id(), self.members.epoch(2)), ((us,), -1, -1))
        self.cache.apply(told(brokers=()), 8)
        self.assertEqual(self.members.brokers(), (us,))
        self.cache.apply(told(brokers=(1, 3)), 8)
        self.assertEqual([each.broker_id for each in self.members.brokers()], [1, 3])

    def test_once_it_has_told(self) -> None:
        """Its word holds; the tree adds where somebody is of whom it has not told."""
        self.broker(3, RegisteredEndpoint("IN", "three", 3))
        self.tree.write("/controller", Controller(3, 0).encode())
        self.look()
        self.cache.apply(told(brokers=(1, 2), controller=2), 8)
        self.assertEqual(([each.broker_id for each in self.members.brokers()], self.members.controller_id()), ([1, 2], 2))
        self.assertEqual([self.members.address(each) for each in (1, 3, 4)], [("h1", 9001), ("three", 3), None])

    def test_listeners(self) -> None:
        """By name; without one the first that is PLAINTEXT, which only registrations tell."""
        self.broker(1, RegisteredEndpoint("SECRET", "s", 1, "SSL"), RegisteredEndpoint("PLAIN", "p", 2))
        self.look()
        self.cache.apply(told(brokers=(1,)), 8)
        found = [self.make(listener).address(1) for listener in ("IN", "PLAIN", "NONE", None)]
        self.assertEqual(found, [("h1", 9001), ("p", 2), None, ("p", 2)])
        self.tree.write(BrokerRegistration.path(1), b"nonsense")
        self.look()
        self.assertEqual(self.make(None).address(1), None)
