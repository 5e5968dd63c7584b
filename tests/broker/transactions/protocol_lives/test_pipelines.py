"""Lives of pipelines, each from a seed, and known bugs that they find (`mutations`).

Thousands: ``python -m tests.broker.transactions.protocol_lives --pipelines``; which are lived here: `tests.seeds`.
"""

from __future__ import annotations

import pytest
from twisted.trial.unittest import SynchronousTestCase

from tests.broker.transactions.protocol_lives.mutations import not_found
from tests.broker.transactions.protocol_lives.pipelines import PipelineLife, PipelinePlan
from tests.seeds import Seeds, named

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(100, in_soak=2_000)
#: Found by the first lives; a few more are lived than it takes today.
SOON = {
    "the offsets of an aborted transaction are not dropped": 5,
    "the offsets of an aborted transaction count": 5,
    "a group's coordinator does not ask: offsets that come late wait for ever": 5,
    "a group's next coordinator tells offset 0, whatever was committed": 5,
    "a member commits outside of transactions, too, and that comes late": 8,
}


class PipelineLifeTests(SynchronousTestCase):
    def test_seeds(self) -> None:
        read = rebalances = 0
        for seed in SEEDS:
            life = PipelineLife(PipelinePlan.drawn(seed))
            with named(seed, life.plan):
                life.run()
            read += sum(max(0, one.offset) for one in life.fetch(range(life.plan.inputs)))
            rebalances += life.members.generation
        if not SEEDS.is_one:
            self.assertGreater(read, 5 * len(SEEDS))
            self.assertGreater(rebalances, 5 * len(SEEDS))


class KnownBugTests(SynchronousTestCase):
    def test_soon(self) -> None:
        self.assertEqual(not_found(SOON), ([], len(SOON)))
        self.flushLoggedErrors()
