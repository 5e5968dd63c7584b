"""A broker that stops begins no copy, so that it is not in sync again just when it goes. Where no controller knows yet that it stops, a new
leadership may count upon it all the same; what that costs.
"""

from __future__ import annotations

import random
from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.controller_channel import ControllerChannel
from klog.client.producing.producer import Producer
from klog.testing.cluster import MemoryCluster
from tests.broker.cluster_lives.scene import CLIENT

#: How long a stop may take, and until a leader does without who is behind.
STOP_S = 10.0
LAG_S = 60.0


class StoppingFollowerTests(SynchronousTestCase):
    """Of four brokers one is the controller, and the others have a partition, in which all must write that are in sync."""

    def setUp(self) -> None:
        settings = {
            "klog.shutdown.timeout.ms": str(round(STOP_S * 1000)),
            "replica.lag.time.max.ms": str(round(LAG_S * 1000)),
            "replica.fetch.wait.max.ms": "200",
        }
        self.cluster = MemoryCluster(4, seed=1, properties=settings).start()
        self.addCleanup(self.cluster.end_threads)
        self.controller = self.cluster.controller()
        self.leader, self.next, self.stopping = (one for one in sorted(self.cluster.brokers) if one != self.controller)
        self.cluster.create_topic("t", assignments={0: [self.leader, self.next, self.stopping]})
        self.producer = Producer(
            self.cluster.client("producer"),
            self.cluster.bootstrap,
            acks="all",
            random=random.Random(1),
            delivery_timeout_ms=120_000,
            **CLIENT,
        )
        self.cluster.until(self.send())

    def tearDown(self) -> None:
        """All is well again."""
        self.cluster.heal()
        self.cluster.until_ready()
        self.cluster.until(self.send())
        self.cluster.until(self.producer.stopService())
        self.cluster.stop()

    def send(self) -> Deferred[Any]:
        return self.producer.send("t", b"x", partition=0)

    @property
    def in_sync(self) -> set[int]:
        state = self.cluster.state("t", 0)
        assert state is not None
        return set(state.isr)

    def acknowledged_after_s(self) -> float:
        """How long a record took that is sent now."""
        sent, begun_s = self.send(), self.cluster.reactor.seconds()
        self.cluster.until(sent, LAG_S)
        return self.cluster.reactor.seconds() - begun_s

    def lose_the_leader(self) -> None:
        """The next one leads as soon as the controller hears of it."""
        self.cluster.expire_session(self.leader)
        self.cluster.kill(self.leader)
        for _ in range(50):
            if self.cluster.leader("t", 0) == self.next:
                return
            self.cluster.advance(0.1)
        self.fail("nobody leads in its place")

    def test_the_controller_knows(self) -> None:
        """It is not in sync under the next leader, and nobody waits for it."""
        self.cluster.stop_broker(self.stopping)
        self.cluster.advance(0.5)
        self.lose_the_leader()
        self.assertEqual(self.in_sync, {self.next})
        self.assertLess(self.acknowledged_after_s(), 1.0)

    def test_no_controller_knows(self) -> None:
        """It is not heard: the next leadership counts upon it, and what is sent waits until it is gone, and no longer."""
        with mock.patch.object(ControllerChannel, "ask", lambda *_: Deferred()):
            self.cluster.stop_broker(self.stopping)
        begun_s = self.cluster.reactor.seconds()
        self.lose_the_leader()
        self.assertEqual(self.in_sync, {self.next, self.stopping})
        self.assertGreater(self.acknowledged_after_s(), 1.0, "a copy was begun")
        self.assertLess(self.cluster.reactor.seconds() - begun_s, STOP_S + 1.0)
        self.assertEqual(self.in_sync, {self.next})
