"""A broker dies that leads a third of ten thousand partitions: how long they are not served, and what the reactors' turns take meanwhile.

The test command has a few dozen partitions and judges no time; `make soak` has them all. See `tests.integration.wide_failover`.
"""

from __future__ import annotations

import unittest

import pytest

from tests import peers
from tests.integration.wide_failover import MOST_BEYOND_S, MOST_TURN_MS, SESSION_S, measure
from tests.integration.zookeepers import RealZooKeeper


class WideFailOverTests(unittest.TestCase):
    """See the module."""

    @pytest.mark.soak
    def test_a_third_of_all_partitions(self) -> None:
        keeper = RealZooKeeper.of_test(self)
        killed = 0
        for phase in measure(keeper, *((10_000, 20.0) if peers.SOAK else (30, 0.1))):
            print(f"  {phase}")
            if phase.is_fail_over:
                killed += 1
                if peers.SOAK:
                    self.assertLessEqual(phase.seconds, SESSION_S + MOST_BEYOND_S, str(phase))
                    self.assertLessEqual(phase.longest_ms, MOST_TURN_MS, phase.stacks(MOST_TURN_MS))
        self.assertEqual(killed, 2)


if __name__ == "__main__":
    unittest.main()
