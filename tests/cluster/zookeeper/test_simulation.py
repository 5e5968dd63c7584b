"""Brokers' coordinations and controllers on a ZooKeeper in memory, through random misfortunes in virtual time.

Which seeds: `tests.seeds`.
"""

from __future__ import annotations

import pytest
from twisted.trial.unittest import SynchronousTestCase

from tests.cluster.zookeeper.simulation import Simulation
from tests.seeds import Seeds

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(125, in_soak=10_000)
#: So that the parts can run beside each other.
PARTS = 4


class SimulationTests(SynchronousTestCase):
    """See `tests.cluster.zookeeper.simulation`."""

    def run_part(self, part: int) -> None:
        for seed in SEEDS.part(part, PARTS):
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
