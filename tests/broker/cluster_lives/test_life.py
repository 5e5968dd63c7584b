"""Lives of clusters, each from a seed.

Which are lived here: `tests.seeds`. `make soak` notes them in the file that ``KLOG_RECORD`` names, and what stands there is not lived
again: thousands, as ``python -m tests.broker.cluster_lives`` does it.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from twisted.trial.unittest import SynchronousTestCase

from tests import peers
from tests.broker.cluster_lives.__main__ import main
from tests.broker.cluster_lives.life import Life, Plan
from tests.seeds import Seeds, named

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(100, in_soak=1_000)
#: What they found: a broker whose start had failed, on a disk that was full, was never started anew; a consumer asked a follower for what
#: its new leader had; the judge did not see a leader whose disk was broken, nor one that led for no time at all and had lost everything.
FOUND_SOMETHING = (950_012, 370_676, 373_918, 480_808)
#: Of these it is looked whether their traces are always the same; in some of them threads take virtual time.
SAME = (3, 7, 14)


class LifeTests(SynchronousTestCase):
    """All seeds."""

    def test_seeds(self) -> None:
        if peers.SOAK and not SEEDS.is_one:
            record = os.environ.get("KLOG_RECORD")
            self.assertEqual(main(["--seeds", f"0-{len(SEEDS) - 1}", *(["--record", record] if record else [])]), 0, "see the seeds above")
            return
        for seed in SEEDS:
            plan = Plan.drawn(seed)
            life = Life(plan)
            with named(seed, plan, life.last_of_trace):
                life.run()

    def test_seeds_that_found_something(self) -> None:
        for seed in FOUND_SOMETHING:
            life = Life(Plan.drawn(seed))
            with named(seed, life.plan, life.last_of_trace):
                life.run()

    def test_the_same_seed_twice_is_the_same_life(self) -> None:
        """Also in another process, where objects have other addresses and texts other hashes."""
        here = [Life(Plan.drawn(seed)).run() for seed in SAME]
        program = f"from tests.broker.cluster_lives.life import Life, Plan\nfor seed in {SAME}: print(Life(Plan.drawn(seed)).run())"
        hash_seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        there = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True)
        self.assertEqual(here, there.stdout.split())
