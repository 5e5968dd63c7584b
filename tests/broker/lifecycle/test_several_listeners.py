"""Brokers that speak among themselves by listeners of their own: one for everything, or another one for the controller's requests."""

from __future__ import annotations

import random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.producer import Producer
from klog.testing.cluster import MemoryCluster
from klog.zookeeper.znodes import BrokerRegistration, RegisteredEndpoint

_PORTS = {"CLIENTS": 9092, "BROKERS": 9093, "CONTROL": 9094}


def listeners(number: int, *names: str) -> dict[str, str]:
    """Settings of broker `number` with these; its address is what `klog.testing.broker` makes of it."""
    return {
        "listeners": ",".join(f"{name}://:{_PORTS[name]}" for name in names),
        "advertised.listeners": ",".join(f"{name}://192.0.2.{100 + number}:{_PORTS[name]}" for name in names),
        "listener.security.protocol.map": ",".join(f"{name}:PLAINTEXT" for name in names),
    }


class SeveralListenersTests(SynchronousTestCase):
    """Three copies of one partition, written with acks=all."""

    def cluster(self, *names: str, **properties: str) -> MemoryCluster:
        own = {number: listeners(number, *names) for number in (1, 2, 3)}
        settings = {name.replace("_", "."): value for name, value in properties.items()}
        cluster = MemoryCluster(3, properties={"min.insync.replicas": "2", **settings}, own_properties=own)
        self.addCleanup(cluster.end_threads)
        return cluster.start()

    def write(self, cluster: MemoryCluster, value: bytes) -> int:
        producer = Producer(
            cluster.client("writer"),
            cluster.bootstrap,
            acks="all",
            random=random.Random(1),
            request_timeout_ms=2_000,
            connect_timeout_ms=1_000,
        )
        try:
            return int(cluster.until(producer.send("t", value, partition=0)).offset)
        finally:
            cluster.until(producer.stopService())

    def live(self, cluster: MemoryCluster) -> None:
        """Copies are made, in-sync replicas change, the controller fails over."""
        cluster.create_topic("t", assignments={0: [1, 2, 3]})
        self.assertEqual(self.write(cluster, b"a"), 0)
        cluster.kill(cluster.controller())
        cluster.advance(10)
        self.assertEqual(self.write(cluster, b"b"), 1)
        cluster.heal()
        cluster.until_ready()
        cluster.advance(10)
        self.assertEqual(self.write(cluster, b"c"), 2)
        state = cluster.state("t", 0)
        self.assertEqual(sorted(state.isr) if state else (), [1, 2, 3])
        ends = []
        for broker in cluster.brokers.values():
            partitions: Any = broker.broker.partitions
            ends.append(partitions.replica("t", 0).end_offset)
        self.assertEqual(ends, [3, 3, 3])

    def test_one_for_brokers(self) -> None:
        self.live(self.cluster("CLIENTS", "BROKERS", inter_broker_listener_name="BROKERS"))

    def test_and_one_for_the_controller(self) -> None:
        """Copies do not go by it."""
        names = ("CLIENTS", "BROKERS", "CONTROL")
        self.live(self.cluster(*names, inter_broker_listener_name="BROKERS", control_plane_listener_name="CONTROL"))


class NotInCommonTests(SynchronousTestCase):
    """A broker of Kafka that klog cannot be with."""

    def beside(self, *names: str, number: int = 2) -> MemoryCluster:
        """Broker 1 in a cluster where a broker of Kafka has these."""
        own = {1: {**listeners(1, "CLIENTS", "BROKERS"), "inter.broker.listener.name": "BROKERS", "inter.broker.protocol.version": "3.9"}}
        cluster = MemoryCluster(1, own_properties=own)
        self.addCleanup(cluster.end_threads)
        endpoints = tuple(RegisteredEndpoint(name, "kafka.example", _PORTS.get(name, 9095)) for name in names)
        broker = cluster.brokers[1]
        chroot = broker.properties["zookeeper.connect"].partition("/")[2]
        cluster.zookeeper.tree.put(f"/{chroot}/brokers/ids/{number}".replace("//", "/"), BrokerRegistration(number, endpoints).encode())
        broker.start()
        cluster.advance(20)
        return cluster

    def test_refused(self) -> None:
        cluster = self.beside("CLIENTS", "PLAINTEXT")
        [ended] = cluster.brokers[1].ended
        self.assertIn("broker 2 at kafka.example:9092", ended)
        self.assertIn("has no listener BROKERS, only CLIENTS, PLAINTEXT; set inter.broker.listener.name", ended)

    def test_its_number_is_taken(self) -> None:
        """Kafka still runs under it, elsewhere."""
        [ended] = self.beside("BROKERS", number=1).brokers[1].ended
        self.assertIn("another broker with the id 1 is registered in ZooKeeper: kafka.example:9093", ended)

    def test_taken_with_a_doubt(self) -> None:
        cluster = self.beside("BROKERS", "INTERNAL")
        self.assertEqual(cluster.brokers[1].ended, [])
        self.assertTrue(cluster.brokers[1].is_ready)
