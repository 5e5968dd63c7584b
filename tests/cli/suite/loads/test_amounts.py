"""What loads have in common."""

from __future__ import annotations

import unittest

from klog.cli.suite.loads.amounts import warm_up_of


class AmountsTests(unittest.TestCase):
    """`warm_up_of`."""

    def test_a_fifth(self) -> None:
        self.assertEqual([warm_up_of(records) for records in (0, 4, 5, 1_000, 50_000_000)], [0, 0, 1, 200, 10_000_000])
