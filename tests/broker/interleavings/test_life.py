"""Five hundred lives of a broker whose threads take virtual time; twenty thousand in `make soak`.

One that fails names its seed; ``KLOG_SEED=n`` has this file live that one only, ``KLOG_SEEDS=n`` lives `n` others from 100,000 on.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import pytest
from twisted.trial.unittest import SynchronousTestCase

from tests.broker.interleavings.life import Life
from tests.peers import SOAK

SEEDS = 20_000 if SOAK else 500
#: Lived in one test case, so that several can be lived side by side.
SEEDS_PER_CASE = 25

pytestmark = pytest.mark.soak


def _chosen() -> list[range]:
    """The seeds of each test case."""
    one = os.environ.get("KLOG_SEED")
    if one is not None:
        return [range(int(one), int(one) + 1)]
    more = int(os.environ.get("KLOG_SEEDS", "0"))
    first, last = (100_000, 100_000 + more) if more else (0, SEEDS)
    return [range(start, min(start + SEEDS_PER_CASE, last)) for start in range(first, last, SEEDS_PER_CASE)]


def _case(seeds: range) -> Callable[[SynchronousTestCase], None]:
    def case(self: SynchronousTestCase) -> None:
        for seed in seeds:
            Life(seed).run()

    case.__doc__ = f"Seeds {seeds.start} to {seeds.stop - 1}."
    return case


class LifeTests(SynchronousTestCase):
    """All seeds; the methods are made below."""


for _seeds in _chosen():
    setattr(LifeTests, f"test_seeds_{_seeds.start:05}", _case(_seeds))


class RepeatableTests(SynchronousTestCase):
    """What is found once is found again."""

    def test_the_same_life(self) -> None:
        for seed in (1, 6):
            one, other = Life(seed), Life(seed)
            one.run()
            other.run()
            self.assertEqual(one.events, other.events)

    def test_no_thread_is_left(self) -> None:
        before = threading.active_count()
        Life(3).run()
        self.assertEqual(threading.active_count(), before)
