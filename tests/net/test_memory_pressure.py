"""Decisions about memory, as tables; what comes of them is shown in ``test_connections``."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.net.memory_pressure import LEAST_SHARE_BYTES, Pressure, fair_share, next_pressure, whom_to_close

RELAXED, PRESSED, FULL = Pressure.RELAXED, Pressure.PRESSED, Pressure.FULL


class PressureTests(SynchronousTestCase):
    """A table, and that going down takes more than going up."""

    def test_table(self) -> None:
        for now, used, then in (
            (RELAXED, 0, RELAXED),
            (RELAXED, 1000, RELAXED),
            (RELAXED, 1001, PRESSED),
            (RELAXED, 1501, FULL),
            (PRESSED, 1000, PRESSED),
            (PRESSED, 751, PRESSED),
            (PRESSED, 750, RELAXED),
            (FULL, 1500, FULL),
            (FULL, 1001, FULL),
            (FULL, 1000, PRESSED),
            (FULL, 750, RELAXED),
        ):
            self.assertIs(next_pressure(now, used, 1000), then, (now, used))
            self.assertIs(next_pressure(now, used, None), RELAXED)


class CloseTests(SynchronousTestCase):
    """Who is closed."""

    def test_fair_share(self) -> None:
        self.assertEqual(fair_share(1 << 30, 0), 1 << 30)
        self.assertEqual(fair_share(1 << 30, 4), 1 << 28)
        self.assertEqual(fair_share(1 << 20, 2000), LEAST_SHARE_BYTES, "no less, however many there are")

    def test_table(self) -> None:
        held = [("a", 500), ("b", 300), ("c", 200), ("d", 10)]
        for spared, used, aim, share, closed in (
            ("", 1010, 1010, 0, ""),
            ("", 1010, 1000, 0, "a"),
            ("a", 1010, 1000, 0, "b"),
            ("", 1010, 400, 0, "ab"),
            ("", 1010, 100, 200, "ab"),
            ("", 1010, 0, 0, "abcd"),
            ("ac", 1010, 0, 0, "bd"),
            ("", 1010, 0, 500, ""),
        ):
            self.assertEqual("".join(whom_to_close(held, spared, used, aim, share)), closed, (spared, used, aim, share))

    @given(st.lists(st.integers(1, 1000), max_size=30), st.integers(0, 5000), st.integers(0, 500))
    def test_properties(self, held: list[int], aim: int, share: int) -> None:
        """Nobody within the share; no more than it takes; enough, where all were not within it."""
        used = sum(held)
        closed = whom_to_close(list(enumerate(held)), (), used, aim, share)
        self.assertTrue(all(held[number] > share for number in closed))
        left = used - sum(held[number] for number in closed)
        self.assertTrue(left <= aim or all(count <= share for number, count in enumerate(held) if number not in closed))
        if closed:
            self.assertGreater(left + held[closed[-1]], aim)
