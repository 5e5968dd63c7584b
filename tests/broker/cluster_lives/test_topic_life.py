"""Lives of clusters in which topics come and go, each from a seed.

``KLOG_SEED=7`` lives seed 7, ``KLOG_SEEDS=500`` so many; thousands: ``python -m tests.broker.cluster_lives --topics``.
"""

from __future__ import annotations

import os

import pytest
from twisted.trial.unittest import SynchronousTestCase

from tests import peers
from tests.broker.cluster_lives.topic_life import TopicLife, TopicPlan

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = int(os.environ.get("KLOG_SEEDS") or (100 if peers.SOAK else 5))


class TopicLifeTests(SynchronousTestCase):
    """All seeds."""

    def test_seeds(self) -> None:
        chosen = os.environ.get("KLOG_SEED")
        for seed in [int(chosen)] if chosen else range(SEEDS):
            plan = TopicPlan.drawn(seed)
            life = TopicLife(plan)
            try:
                life.run()
            except BaseException as error:
                trace = "\n".join(f"{at_ms} {sentence}" for at_ms, sentence in life.cluster.trace[-100:])
                raise AssertionError(f"KLOG_SEED={seed}: {error}\n{plan}\n{trace}") from error
