"""A producer goes on with the next leader at once, which the one before names (KIP-951)."""

from __future__ import annotations

import random
from functools import partial

from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.producer import Producer
from klog.testing.cluster import MemoryCluster

#: Between two brokers, one way, in seconds of virtual time.
DELAY_S = 0.05
#: What the controller's word, the followers' first fetches from the new leader and two answers take.
LONGEST_S = 9 * DELAY_S


class MovedLeaderTests(SynchronousTestCase):
    """A broker of three stops in order, under load."""

    def test_no_pause(self) -> None:
        """Where it asks for metadata instead it hears of the leader before, and waits before it asks again."""
        cluster = MemoryCluster(3, seed=1, properties={"min.insync.replicas": "2"})
        self.addCleanup(cluster.end_threads)
        cluster.start()
        places = [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
        cluster.create_topic("t", assignments=dict(enumerate(places)))
        # What the controller says to all comes after what it says to replicas.
        hosts = {cluster.address(number) for number in cluster.brokers}
        cluster.reactor.delay_of = lambda source, target: DELAY_S if {source, target} <= hosts else 0.0
        producer = Producer(cluster.client("p"), cluster.bootstrap, acks="all", linger_ms=5, random=random.Random(1))
        last_s: dict[int, float] = {}
        longest_s = 0.0

        def acknowledged(number: int, _: object) -> None:
            nonlocal longest_s
            now_s = cluster.reactor.seconds()
            longest_s = max(longest_s, now_s - last_s.get(number, now_s))
            last_s[number] = now_s

        def send_for(seconds: float) -> None:
            left_s = seconds
            while left_s > 0:
                for number in range(3):
                    producer.send("t", b"x", partition=number).addCallback(partial(acknowledged, number))
                cluster.advance(0.01)
                left_s -= 0.01

        send_for(1)
        for number in (1, 2):
            cluster.stop_broker(number)
            cluster.start_broker(number)
            send_for(2)
            cluster.advance(10)
            last_s.clear()
        self.assertLess(longest_s, LONGEST_S)
        cluster.until(producer.stopService())
