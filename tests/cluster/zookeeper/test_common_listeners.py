"""Which brokers can be in one cluster, by the names of their listeners."""

from __future__ import annotations

import unittest

from klog.cluster.zookeeper.common_listeners import doubt_beside, refusal_beside
from klog.zookeeper.znodes import BrokerRegistration, RegisteredEndpoint


def broker(number: int, *listeners: str, klog: str | None = None) -> BrokerRegistration:
    endpoints = tuple(RegisteredEndpoint(name, f"host{number}", 9000 + place) for place, name in enumerate(listeners))
    return BrokerRegistration(number, endpoints, klog=klog)


class CommonListenersTests(unittest.TestCase):
    """We are broker 1."""

    def test_all_is_well(self) -> None:
        for others in ([], [broker(2, "BROKERS")], [broker(2, "CLIENTS", "BROKERS", "CONTROL", klog="1")]):
            self.assertIsNone(refusal_beside(("BROKERS", None), others, "zoo"))
        self.assertIsNone(refusal_beside(("BROKERS", "CONTROL"), [broker(2, "CONTROL", "BROKERS")], "zoo"))
        self.assertIsNone(refusal_beside((None, None), [broker(2)], "zoo"), "where nobody says which it is")

    def test_one_that_has_it_not(self) -> None:
        others = [broker(2, "BROKERS"), broker(3, "PLAINTEXT", "OUTSIDE")]
        said = refusal_beside(("BROKERS", None), others, "zoo:2181/k")
        self.assertEqual(
            said,
            "brokers would not reach each other: broker 3 at host3:9000 in ZooKeeper at zoo:2181/k has no listener BROKERS, only OUTSIDE, "
            "PLAINTEXT; set inter.broker.listener.name (or security.inter.broker.protocol) to a name that all brokers have",
        )
        said = refusal_beside(("BROKERS", "CONTROL"), [broker(2, "BROKERS")], "zoo")
        self.assertIn("has no listener CONTROL, only BROKERS; set control.plane.listener.name", said or "")
        self.assertIn("only none", refusal_beside(("BROKERS", None), [broker(2)], "zoo") or "")

    def test_one_of_kafkas_with_more_than_we_have(self) -> None:
        us = broker(1, "BROKERS", "CLIENTS", klog="1")
        self.assertIsNone(doubt_beside(us, [broker(2, "BROKERS"), broker(3, "BROKERS", "INTERNAL", klog="1")]))
        said = doubt_beside(us, [broker(2, "BROKERS", "INTERNAL", "REPLICATION")])
        self.assertIn("broker 2 at host2:9000, of Apache Kafka, has listeners that this broker has not: INTERNAL, REPLICATION;", said or "")
