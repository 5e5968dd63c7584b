"""One line, then silence for a while."""

from __future__ import annotations

import unittest

from klog.log_rate_limit import LogBurstLimit, LogKindLimit, LogRateLimit


class LogRateLimitTests(unittest.TestCase):
    def setUp(self) -> None:
        self.now_s = 0.0
        self.lines = LogRateLimit(lambda: self.now_s, 10.0)

    def test_the_first_is_told_at_once(self) -> None:
        """Whatever the clock says, and a clock may begin below zero."""
        for now_s in (-50.0, 0.0, 1e9):
            self.assertEqual(LogRateLimit(lambda now_s=now_s: now_s, 10.0).begin(), 0)  # type: ignore[misc]

    def test_the_next_after_the_interval_with_the_number_of_those_between(self) -> None:
        self.assertEqual(self.lines.begin(), 0)
        for self.now_s in (0.0, 5.0, 9.99):
            self.assertIsNone(self.lines.begin())
        self.now_s = 10.0
        self.assertEqual(self.lines.begin(), 3)
        self.assertIsNone(self.lines.begin())
        self.now_s = 100.0
        self.assertEqual(self.lines.begin(), 1)

    def test_what_is_passed_over_does_not_put_the_next_line_off(self) -> None:
        told = []
        for now_s in range(100):
            self.now_s = float(now_s)
            if self.lines.begin() is not None:
                told.append(now_s)
        self.assertEqual(told, list(range(0, 100, 10)))


class LogBurstLimitTests(unittest.TestCase):
    def test_so_many_and_then_no_more(self) -> None:
        now_s = [-5.0]
        lines = LogBurstLimit(lambda: now_s[0], 3, 10.0)
        self.assertEqual([lines.begin() for _ in range(5)], [0, 0, 0, None, None])
        now_s[0] = 4.0
        self.assertIsNone(lines.begin())
        now_s[0] = 5.0
        self.assertEqual([lines.begin() for _ in range(4)], [3, 0, 0, None])
        now_s[0] = 100.0
        self.assertEqual(lines.begin(), 1)


class LogKindLimitTests(unittest.TestCase):
    def setUp(self) -> None:
        self.now_s = -5.0
        self.lines = LogKindLimit(lambda: self.now_s, 10.0, 3, 2)

    def begin(self, kind: str, who: str = "ann") -> int | None:
        self.assertEqual(self.lines.take_others(), {})
        return self.lines.begin(kind, who)

    def test_each_kind_by_itself(self) -> None:
        self.assertEqual([self.begin(kind) for kind in "aabab"], [0, None, 0, None, None])
        self.assertEqual(self.begin("c", "bob"), 0)
        self.now_s = 5.0
        self.assertEqual(self.lines.take_others(), {})
        self.assertEqual([self.begin(kind) for kind in "ba"], [0, 0], "all were forgotten, for there was no place for more")

    def test_of_more_kinds_only_the_number(self) -> None:
        self.assertEqual([self.begin(kind) for kind in "abcdc"], [0, 0, None, None, None])
        self.now_s = 4.9
        self.assertIsNone(self.begin("c"))
        self.now_s = 5.0
        self.assertEqual((self.lines.take_others(), self.lines.take_others()), ({"ann": 4}, {}))
        self.assertEqual(self.begin("c"), 0)

    def test_nobody_takes_all_places(self) -> None:
        """Each has his share, and it is told whose lines are missing."""
        self.assertEqual([self.begin(kind) for kind in "abcd"], [0, 0, None, None])
        self.assertEqual([self.begin(kind, "bob") for kind in "xyx"], [0, None, None])
        self.now_s = 5.0
        self.assertEqual(self.lines.take_others(), {"ann": 2, "bob": 1})
        self.assertEqual([self.begin(kind, "bob") for kind in "yx"], [0, 0])

    def test_very_many(self) -> None:
        """Of whom nothing is remembered but how many lines they were."""
        for kind in "abc":
            self.begin(kind, kind)
        for number in range(9):
            self.assertIsNone(self.begin("x", f"eve-{number}"))
        self.now_s = 5.0
        self.assertEqual(self.lines.take_others(), {"eve-0": 1, "eve-1": 1, "eve-2": 1, "": 6})

    def test_where_there_is_place_nothing_is_forgotten(self) -> None:
        self.assertEqual([self.begin("a"), self.begin("a")], [0, None])
        self.now_s = 5.0
        self.assertEqual(self.begin("a"), 1)
