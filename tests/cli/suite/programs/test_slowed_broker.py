"""A turn that is longer by a share."""

from __future__ import annotations

import unittest

from klog.cli.suite.programs.slowed_broker import slowed


class SlowedTests(unittest.TestCase):
    """`slowed`."""

    def test_a_tenth_more_work(self) -> None:
        clock = [0.0]

        def cpu() -> float:
            clock[0] += 0.001  # looking costs as well
            return clock[0]

        def turn(seconds: float) -> str:
            clock[0] += seconds
            return "done"

        longer = slowed(turn, 0.10, cpu)
        worked = 0.0
        for seconds in (1.0, 0.5, 0.0, 2.0):
            worked += seconds
            self.assertEqual(longer(seconds), "done")
        self.assertAlmostEqual(clock[0] / worked, 1.1, delta=0.01)
