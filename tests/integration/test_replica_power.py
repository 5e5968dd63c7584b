"""The power of all three klog brokers goes at once, under load; with the flush rule nothing that was acknowledged is missing afterwards.

Each broker has an ext4 of its own, which the kernel shuts down when the power goes, so that it forgets what was not synced: a file that
was written just before must be gone (`ReplicaCluster.cut_power`). Numbered records are sent meanwhile (acks=all, idempotent,
``min.insync.replicas`` 2) and read; what was once shown must stay, too. In `make soak` the power goes 20 times, plain and with TLS,
otherwise once. Needs the right to mount.
"""

from __future__ import annotations

import random
import time
import unittest
from typing import ClassVar

import pytest

from tests import peers
from tests.integration.numbered_load import Load, Reader
from tests.integration.replica_cluster import ReplicaCluster
from tests.integration.zookeepers import RealZooKeeper

TOPIC = "flushed"
SHAPES = {TOPIC: 3}
ASSIGNMENT = [[1, 2, 3], [2, 3, 1], [3, 1, 2]]


class PowerTests(unittest.TestCase):
    """See the module."""

    zookeeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        cls.zookeeper = RealZooKeeper.of_class(cls)

    def live(self, times: int, *, tls: bool) -> None:
        """Cut the power so many times."""
        seed = peers.seed()
        chance = random.Random(seed)
        print(f"KLOG_SEED={seed}{' TLS' if tls else ''}: {times} cuts")
        settings = {"log.flush.interval.messages": "1"}
        with ReplicaCluster(self.zookeeper, f"/power{int(tls)}", tls=tls, power=True, settings=settings) as cluster:
            cluster.create_topic(TOPIC, ASSIGNMENT, {"segment.bytes": str(1 << 20)})
            load = Load(cluster.client(), SHAPES, rate=1500)
            reader = Reader(cluster.client(), load.sent)
            load.start()
            reader.start()
            try:
                load.wait_answered()
                for number in range(times):
                    time.sleep(chance.uniform(0.2, 2.0))
                    cluster.cut_power()
                    began = time.monotonic()
                    cluster.wait_healed(SHAPES)
                    healed_s = time.monotonic() - began
                    load.wait_answered()
                    print(f"  {number}: healed after {healed_s:.1f} s, {sum(load.acknowledged.values())} records", flush=True)
                    self.assertEqual(load.problems + reader.problems, [], f"after cut {number}")
                load.finish()
                reader.finish(load.acknowledged)
                self.assertEqual(load.problems + reader.problems, [])
                self.assertEqual(load.sent, load.acknowledged)
                again = Reader(cluster.client(), load.sent)
                again.start()
                again.finish(load.acknowledged)
                self.assertEqual(again.problems, [])
                self.assertEqual(again.read, load.acknowledged)
                cluster.wait_healed(SHAPES)
                cluster.brokers.stop_all()
                cluster.check_copies(load.acknowledged)
            finally:
                load.finish()
                reader.give_up()

    @pytest.mark.soak
    def test_power_cuts(self) -> None:
        self.live(20 if peers.SOAK else 1, tls=False)

    @pytest.mark.soak
    def test_power_cuts_with_tls(self) -> None:
        if not peers.SOAK:
            self.skipTest("the soak does it")
        self.live(20, tls=True)


if __name__ == "__main__":
    unittest.main()
