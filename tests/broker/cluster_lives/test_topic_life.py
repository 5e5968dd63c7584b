"""Lives of clusters in which topics come and go, each from a seed.

Thousands: ``python -m tests.broker.cluster_lives --topics``; which are lived here: `tests.seeds`.
"""

from __future__ import annotations

import pytest
from twisted.trial.unittest import SynchronousTestCase

from tests.broker.cluster_lives.topic_life import TopicLife, TopicPlan
from tests.seeds import Seeds, named

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(5, in_soak=100)


class TopicLifeTests(SynchronousTestCase):
    """All seeds."""

    def test_seeds(self) -> None:
        for seed in SEEDS:
            plan = TopicPlan.drawn(seed)
            life = TopicLife(plan)
            with named(seed, plan, life.last_of_trace):
                life.run()
