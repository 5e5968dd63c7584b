"""What looks at two logs say of the one's lag."""

from __future__ import annotations

import unittest

from klog.cli.suite.loads.mirror.ends import Ends, growth, kept_per_s, lags_s


class EndsTests(unittest.TestCase):
    """`Ends`, `growth`, `kept_per_s`."""

    def test_totals(self) -> None:
        self.assertEqual(Ends(0.0, (3, 4)).total, 7)
        self.assertEqual(Ends(0.0, ()).total, 0)

    def test_each_partition_has_to_be_there(self) -> None:
        self.assertTrue(Ends(0.0, (3, 4)).has(Ends(9.0, (3, 4))))
        self.assertFalse(Ends(0.0, (9, 3)).has(Ends(0.0, (3, 4))), "more in one makes up for nothing in the other")

    def test_growth(self) -> None:
        looks = [Ends(0.0, (1,)), Ends(1.0, (1,)), Ends(2.0, (5,)), Ends(3.0, (5,)), Ends(4.0, (9,))]
        self.assertEqual([one.at_s for one in growth(looks)], [2.0, 4.0])
        self.assertEqual(growth(looks[:1]), [])

    def test_the_rate_that_was_kept(self) -> None:
        looks = [Ends(0.0, (0,)), Ends(5.0, (0,)), Ends(6.0, (100,)), Ends(8.0, (300,)), Ends(20.0, (300,))]
        self.assertEqual(kept_per_s(looks), 100.0)
        self.assertEqual([kept_per_s(looks[:count]) for count in (0, 1, 2, 3)], [0.0] * 4)


class LagTests(unittest.TestCase):
    """`lags_s`."""

    def test_from_what_was_new_to_when_the_copy_had_it(self) -> None:
        source = [Ends(0.0, (0, 0)), Ends(1.0, (4, 4)), Ends(1.5, (4, 4)), Ends(2.0, (4, 9))]
        copy = [Ends(0.5, (0, 0)), Ends(1.25, (9, 3)), Ends(1.75, (4, 4)), Ends(2.25, (4, 8)), Ends(5.0, (4, 9))]
        self.assertEqual(lags_s(source, copy), [0.75, 3.0])

    def test_a_copy_that_was_there_before_it_was_looked_for_has_no_lag(self) -> None:
        self.assertEqual(lags_s([Ends(0.0, (0,)), Ends(1.0, (5,))], [Ends(0.9, (5,))]), [0.0])

    def test_what_never_came_has_no_lag_at_all(self) -> None:
        source = [Ends(0.0, (0,)), Ends(1.0, (1_500,))]
        for copy, missing in (([Ends(2.0, (300,))], "1,200"), ([], "1,500")):
            with self.assertRaises(ValueError) as caught:
                lags_s(source, copy)
            self.assertIn(f"lacked {missing} records", str(caught.exception))

    def test_nothing_new(self) -> None:
        self.assertEqual(lags_s([Ends(0.0, (5,)), Ends(1.0, (5,))], []), [])
