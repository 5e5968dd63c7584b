"""klog.records.tally, and the same in Cython."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.records.tally import PlainTally
from tests import peers

#: A window, and offsets and times around it and around what 64 bits hold.
START_MS, END_MS = 1_800_000_000_000, 1_800_000_600_000
EDGES = [at + step for at in (0, START_MS, END_MS, -(1 << 63), 1 << 63) for step in (-1, 0, 1)]
times = st.sampled_from(EDGES) | st.integers(START_MS, END_MS)
offsets = st.integers(0, (1 << 62) - 1)


def fast() -> type[PlainTally]:
    try:
        from klog.records._tally import FastTally
    except ImportError:
        peers.missing("extensions", "klog.records._tally is not built")
    return FastTally


def window(make: type[PlainTally]) -> PlainTally:
    tally = make()
    tally.start_ms, tally.end_ms = START_MS, END_MS
    return tally


class TallySuite(SynchronousTestCase):
    NAME = ""

    def setUp(self) -> None:
        self.make = PlainTally if self.NAME == "python" else fast()

    def test_batches_of_the_window_add_up(self) -> None:
        tally = window(self.make)
        self.assertIs(tally.add(10, 19, START_MS, END_MS - 1), True)
        self.assertIs(tally.add(7, 7, START_MS + 5, START_MS + 5), True)
        self.assertEqual(tally.count, 11)
        tally.count = 0
        tally.add(0, 0, START_MS, START_MS)
        self.assertEqual(tally.count, 1)

    def test_others_do_not(self) -> None:
        tally = window(self.make)
        for first_ms, last_ms in ((START_MS - 1, START_MS), (END_MS - 1, END_MS), (-1, -1), (START_MS, 1 << 64), (-(1 << 64), START_MS)):
            self.assertIs(tally.add(0, 9, first_ms, last_ms), False, (first_ms, last_ms))
        self.assertEqual(tally.count, 0)

    def test_nothing_lies_in_no_window(self) -> None:
        tally = self.make()
        self.assertEqual((tally.start_ms, tally.end_ms, tally.count), (0, 0, 0))
        for time_ms in (-1, 0, 1, START_MS):
            self.assertIs(tally.add(0, 0, time_ms, time_ms), False)
        self.assertIs(tally.add(-1, -1, -1, -1), False, "what was refused")
        self.assertEqual(tally.count, 0)


class PlainTallyTests(TallySuite):
    NAME = "python"


class FastTallyTests(TallySuite):
    NAME = "cython"


del TallySuite


class ParityTests(SynchronousTestCase):
    @given(st.lists(st.tuples(offsets, st.integers(0, 1_000), times, times), max_size=20))
    @example([(0, 0, first_ms, last_ms) for first_ms in EDGES for last_ms in EDGES])
    def test_the_same_batches(self, batches: list[tuple[int, int, int, int]]) -> None:
        plain, quick = window(PlainTally), window(fast())
        for base, more, first_ms, last_ms in batches:
            batch = (base, base + more, first_ms, last_ms)
            self.assertIs(quick.add(*batch), plain.add(*batch), batch)
        self.assertEqual(quick.count, plain.count)
