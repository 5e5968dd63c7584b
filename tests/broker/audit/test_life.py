"""Lives of clusters that count, each from a seed: no false alarm, and nothing unknown where nobody has died.

``KLOG_SEED=7`` lives seed 7, ``KLOG_SEEDS=500`` so many.
"""

from __future__ import annotations

import os

import pytest
from twisted.trial.unittest import SynchronousTestCase

from klog.audit.verdicts import Verdict
from tests import peers
from tests.broker.audit.life import AuditLife

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = int(os.environ.get("KLOG_SEEDS") or (100 if peers.SOAK else 3))


class AuditLifeTests(SynchronousTestCase):
    """All seeds."""

    def test_seeds(self) -> None:
        chosen = os.environ.get("KLOG_SEED")
        verdicts: set[Verdict] = set()
        for seed in [int(chosen)] if chosen else range(SEEDS):
            # Of three the last one has deaths.
            life = AuditLife(seed, with_deaths=seed % 3 == 2)
            self.assertEqual(life.run(), [], f"KLOG_SEED={seed}: {life.done}")
            verdicts |= life.verdicts
        self.assertIn(Verdict.COMPLETE, verdicts)
        if not chosen:
            self.assertIn(Verdict.MISSING, verdicts)
