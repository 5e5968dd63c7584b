"""Lives of a broker whose threads take virtual time.

``KLOG_SEED=n`` lives one, ``KLOG_SEEDS=n`` lives `n` others from 100,000 on.
"""

from __future__ import annotations

import threading

import pytest
from twisted.trial.unittest import SynchronousTestCase

from tests.broker.interleavings.life import Life
from tests.seeds import Seeds

pytestmark = pytest.mark.soak

SEEDS = Seeds(500, in_soak=20_000, others_from=100_000)


class LifeTests(SynchronousTestCase):
    """All seeds; the tests are made below."""


SEEDS.add_tests(LifeTests, lambda seed: Life(seed).run(), each=25)


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
