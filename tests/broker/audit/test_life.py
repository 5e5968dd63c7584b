"""Lives of clusters that count, each from a seed: no false alarm, and nothing unknown where nobody has died.

Which are lived here: `tests.seeds`.
"""

from __future__ import annotations

import pytest
from twisted.trial.unittest import SynchronousTestCase

from klog.audit.verdicts import Verdict
from tests.broker.audit.life import AuditLife
from tests.seeds import Seeds

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(3, in_soak=100)


class AuditLifeTests(SynchronousTestCase):
    """All seeds."""

    def test_seeds(self) -> None:
        verdicts: set[Verdict] = set()
        for seed in SEEDS:
            # Of three the last one has deaths.
            life = AuditLife(seed, with_deaths=seed % 3 == 2)
            self.assertEqual(life.run(), [], f"KLOG_SEED={seed}: {life.done}")
            verdicts |= life.verdicts
        self.assertIn(Verdict.COMPLETE, verdicts)
        if not SEEDS.is_one:
            self.assertIn(Verdict.MISSING, verdicts)
