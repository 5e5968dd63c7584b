"""Lives of pipelines, each from a seed, and known bugs that they find (``protocol_mutations``).

``KLOG_SEED=7`` lives seed 7, ``KLOG_SEEDS=500`` so many; thousands: ``python -m tests.broker.transactions.pipeline_lives``.
"""

from __future__ import annotations

import os

import pytest
from twisted.trial.unittest import SynchronousTestCase

from tests import peers
from tests.broker.transactions.pipeline_lives import PipelineModel, PipelinePlan
from tests.broker.transactions.protocol_mutations import not_found

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = int(os.environ.get("KLOG_SEEDS") or (2_000 if peers.SOAK else 100))
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
        chosen = os.environ.get("KLOG_SEED")
        read = rebalances = 0
        for seed in [int(chosen)] if chosen else range(SEEDS):
            model = PipelineModel(PipelinePlan.drawn(seed))
            try:
                model.run()
            except BaseException as error:
                raise AssertionError(f"KLOG_SEED={seed}: {error}\n{model.plan}") from error
            read += sum(max(0, one.offset) for one in model.fetch(range(model.plan.inputs)))
            rebalances += model.members.generation
        if not chosen:
            self.assertGreater(read, 5 * SEEDS)
            self.assertGreater(rebalances, 5 * SEEDS)


class KnownBugTests(SynchronousTestCase):
    def test_soon(self) -> None:
        self.assertEqual(not_found(SOON), ([], len(SOON)))
        self.flushLoggedErrors()
