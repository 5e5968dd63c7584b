"""What loads have in common."""

from __future__ import annotations

import unittest

from klog.cli.suite.loads.amounts import KEPT_SHARE, is_kept, not_kept, warm_up_of


class AmountsTests(unittest.TestCase):
    """`warm_up_of`, `is_kept`."""

    def test_a_fifth(self) -> None:
        self.assertEqual([warm_up_of(records) for records in (0, 4, 5, 1_000, 50_000_000)], [0, 0, 1, 200, 10_000_000])

    def test_a_rate_is_kept_if_nearly_all_came_through(self) -> None:
        self.assertTrue(is_kept(1_000.0, 1_000.0) and is_kept(1_200.0, 1_000.0) and is_kept(KEPT_SHARE * 1_000, 1_000.0))
        self.assertFalse(is_kept(949.0, 1_000.0))
        self.assertEqual(not_kept(1_900.4, 2_000.0), "no latency, as 1,900 records/s of 2,000 were kept")
