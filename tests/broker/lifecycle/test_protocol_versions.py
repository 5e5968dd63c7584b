"""Every release that ``inter.broker.protocol.version`` may say, lived by klog's own brokers: each speaks by it, and reads what it says."""

from __future__ import annotations

import random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.producer import Producer
from klog.testing.cluster import MemoryCluster

#: Those at which a request, a registration or a node takes another form, and each side of it.
RELEASES = ("2.8", "3.0-IV0", "3.0", "3.1", "3.2", "3.3", "3.4", "3.5-IV0", "3.5", "3.7", "3.9")


class ProtocolVersionTests(SynchronousTestCase):
    """Copies are made, the controller and leader dies, a topic is deleted."""

    def live(self, *releases: str) -> None:
        """Three brokers, the first with the first of `releases`, and so on."""
        own = {number: {"inter.broker.protocol.version": release} for number, release in enumerate(releases, 1)}
        cluster = MemoryCluster(3, properties={"min.insync.replicas": "2"}, own_properties=own)
        self.addCleanup(cluster.end_threads)
        cluster.start()
        cluster.create_topic("t", assignments={0: [1, 2, 3]})
        producer = Producer(
            cluster.client("writer"), cluster.bootstrap, random=random.Random(1), request_timeout_ms=2_000, connect_timeout_ms=1_000
        )
        self.addCleanup(lambda: cluster.until(producer.stopService()))
        offsets = [cluster.until(producer.send("t", b"a", partition=0)).offset]
        cluster.kill(1)
        offsets.append(cluster.until(producer.send("t", b"b", partition=0)).offset)
        cluster.heal()
        cluster.until_ready()
        cluster.advance(10)
        offsets.append(cluster.until(producer.send("t", b"c", partition=0)).offset)
        state = cluster.state("t", 0)
        self.assertEqual((offsets, sorted(state.isr) if state else ()), ([0, 1, 2], [1, 2, 3]))
        for broker in cluster.brokers.values():
            partitions: Any = broker.broker.partitions
            self.assertEqual(partitions.replica("t", 0).end_offset, 3)

    def test_each(self) -> None:
        for release in RELEASES:
            with self.subTest(release):
                self.live(release, release, release)

    def test_mixed(self) -> None:
        """As while the setting is raised, one broker after the other."""
        self.live("2.8", "3.9", "3.4")
        self.live("3.9", "2.8", "3.9")
