"""Numbers on axes."""

from __future__ import annotations

import unittest

from klog.cli.axis_numbers import ceiling, tidy_number


class AxisNumbersTests(unittest.TestCase):
    """As people read them."""

    def test_numbers(self) -> None:
        self.assertEqual([tidy_number(value) for value in (0, 0.5, 250, 12_500, 1.2e6, 3e9)], ["0", "0.5", "250", "12.5k", "1.2M", "3G"])
        self.assertEqual([ceiling(value) for value in (0, 5e-324, 0.3, 1, 1.1, 2.2, 4, 7, 1000)], [1, 1, 0.5, 1, 2, 2.5, 5, 10, 1000])
        self.assertGreaterEqual(ceiling(2.3e-308), 2.3e-308)
