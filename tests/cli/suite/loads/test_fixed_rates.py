"""When a fixed rate was kept."""

from __future__ import annotations

import unittest

from klog.cli.suite.loads.fixed_rates import KEPT_SHARE, is_kept, not_kept


class FixedRatesTests(unittest.TestCase):
    """`is_kept`, `not_kept`."""

    def test_a_rate_is_kept_if_nearly_all_came_through(self) -> None:
        self.assertTrue(is_kept(1_000.0, 1_000.0) and is_kept(1_200.0, 1_000.0) and is_kept(KEPT_SHARE * 1_000, 1_000.0))
        self.assertFalse(is_kept(949.0, 1_000.0))
        self.assertEqual(not_kept(1_900.4, 2_000.0), "no latency, as 1,900 records/s of 2,000 were kept")
