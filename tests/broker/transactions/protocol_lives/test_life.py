"""Lives of the protocol, each from a seed, and known bugs that they find (`mutations`; the table is in docs/guarantees.md).

Thousands: ``python -m tests.broker.transactions.protocol_lives``; which are lived here: `tests.seeds`.
"""

from __future__ import annotations

import unittest

import pytest
from twisted.trial.unittest import SynchronousTestCase

from tests import peers
from tests.broker.transactions.protocol_lives.life import Life
from tests.broker.transactions.protocol_lives.mutations import MUTATIONS, found_by, not_found
from tests.broker.transactions.protocol_lives.world import Plan
from tests.seeds import Seeds, named

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(500, in_soak=5_000)
#: Found by the first lives; a few more are lived than it takes today.
SOON = {
    "the next coordinator does not send markers of what is prepared": 6,
    "clients are answered before the record is replicated": 8,
    "a transaction and the next one have the same epoch, and requests come late": 5,
    "behind the last epoch the id stays, and its sequences count as written": 5,
    "a zombie goes on as if nobody had come, and its sequences count as written": 4,
    "a marker that comes again is refused": 3,
    "a client goes on in its epoch behind an end that nobody answered": 8,
}


class LifeTests(SynchronousTestCase):
    def test_seeds(self) -> None:
        outcomes: list[bool | None] = []
        for seed in SEEDS:
            life = Life(Plan.drawn(seed))
            with named(seed, life.plan):
                life.run()
            outcomes += life.outcomes
        if not SEEDS.is_one:
            self.assertGreater(outcomes.count(True), 3 * len(SEEDS))
            self.assertGreater(outcomes.count(False), len(SEEDS))


class KnownBugTests(SynchronousTestCase):
    def test_soon(self) -> None:
        self.assertEqual(not_found(SOON), ([], len(SOON)))
        self.flushLoggedErrors()

    @unittest.skipUnless(peers.SOAK, "many lives: only in make soak (KLOG_SOAK=1)")
    def test_all(self) -> None:
        for each in MUTATIONS:
            self.assertIsNotNone(found_by(each, range(400)), each.what)
        self.flushLoggedErrors()

    @unittest.skipUnless(peers.SOAK, "many lives: only in make soak (KLOG_SOAK=1)")
    def test_none_without(self) -> None:
        """What makes a bug show more often is no bug."""
        for each in {(each.plan, each.tweak): each for each in MUTATIONS}.values():
            for seed in range(100):
                each.life(seed).run()
