"""Brokers' coordinations and controllers on a ZooKeeper in memory, through random misfortunes in virtual time.

``KLOG_SEED=n`` runs one seed alone; ``KLOG_SEEDS=n`` another number of them.
"""

from __future__ import annotations

import os

import pytest
from twisted.trial.unittest import SynchronousTestCase

from tests import peers
from tests.cluster.zookeeper.simulation import Simulation

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = 10_000 if peers.SOAK else 125
#: So that the parts can run beside each other.
PARTS = 4


def seeds(part: int) -> list[int]:
    """The seeds of one part."""
    if "KLOG_SEED" in os.environ:
        return [int(os.environ["KLOG_SEED"])] if part == 0 else []
    return list(range(part, int(os.environ.get("KLOG_SEEDS", SEEDS)), PARTS))


class SimulationTests(SynchronousTestCase):
    """See `tests.cluster.zookeeper.simulation`."""

    def run_part(self, part: int) -> None:
        for seed in seeds(part):
            Simulation(seed).run()

    def test_part_0(self) -> None:
        self.run_part(0)

    def test_part_1(self) -> None:
        self.run_part(1)

    def test_part_2(self) -> None:
        self.run_part(2)

    def test_part_3(self) -> None:
        self.run_part(3)

    def test_same_seed_same_history(self) -> None:
        first, second = Simulation(7), Simulation(7)
        first.run()
        second.run()
        self.assertEqual(first.history, second.history)
