"""Whole consumer groups (KIP-848) in virtual time; see `tests.broker.groups.consumer.world`.

One seed is one world. A failure names it; ``KLOG_GROUP_SEED=<seed>`` plays that one alone and prints all that happened.
"""

from __future__ import annotations

import os

import pytest
from twisted.trial.unittest import SynchronousTestCase

from tests import peers
from tests.broker.groups.consumer.world import World

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

ONE = os.environ.get("KLOG_GROUP_SEED")
SEEDS = 10_000 if peers.SOAK else 80
EVENTS = 14


class ConsumerWorldTests(SynchronousTestCase):
    """Every fourth seed in each test, so that they can be played side by side."""

    def play(self, rest: int) -> None:
        for seed in range(rest, SEEDS, 4) if ONE is None else [int(ONE)]:
            world = World(seed)
            try:
                world.play(EVENTS)
            except Exception as error:
                shown = world.history if ONE is not None else world.history[-25:]
                raise AssertionError("\n".join([f"KLOG_GROUP_SEED={seed}: {error!r}", *shown])) from error

    def test_seeds_0(self) -> None:
        self.play(0)

    def test_seeds_1(self) -> None:
        self.play(1)

    def test_seeds_2(self) -> None:
        self.play(2)

    def test_seeds_3(self) -> None:
        self.play(3)

    def test_worlds_are_repeatable(self) -> None:
        """The same seed, the same world."""
        histories = []
        for _ in range(2):
            world = World(11)
            world.play(EVENTS)
            histories.append(world.history)
        self.assertEqual(*histories)
