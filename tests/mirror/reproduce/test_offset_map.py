"""`klog.mirror.reproduce.offset_map`, against a list of all pairs."""

from __future__ import annotations

import unittest
from typing import Any
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from klog.mirror.reproduce import offset_map
from klog.mirror.reproduce.offset_map import OffsetMap, Pair


class OffsetMapTests(unittest.TestCase):
    """What is told of each offset."""

    @given(st.data())
    def test_like_a_list_of_all_pairs(self, data: Any) -> None:
        known = OffsetMap()
        pairs: list[Pair] = []
        runs: list[Pair] = []
        upstream = downstream = 0
        for _ in range(data.draw(st.integers(1, 6))):
            downstream += data.draw(st.integers(0, 2))
            offsets = []
            for _ in range(data.draw(st.integers(1, 4))):
                upstream += data.draw(st.sampled_from((0, 0, 1, 3)))
                offsets.append(upstream)
                upstream += 1
            dense = offsets[-1] - offsets[0] == len(offsets) - 1
            runs += known.add(range(offsets[0], offsets[-1] + 1) if dense else offsets, downstream)
            pairs += [Pair(offset, downstream + place) for place, offset in enumerate(offsets)]
            downstream += len(offsets)
        self.assertEqual((known.last, known.position), (pairs[-1], pairs[-1].upstream + 1))
        self.assertEqual(runs[0], pairs[0])
        for offset in range(pairs[0].upstream, known.position):
            found = known.translate(offset)
            # Whoever goes on there reads the next record that he has not read, and none before it.
            assert found is not None
            self.assertEqual(
                next(pair for pair in pairs if pair.downstream >= found), next(pair for pair in pairs if pair.upstream >= offset)
            )
        self.assertEqual(known.translate(known.position), pairs[-1].downstream + 1)
        self.assertIsNone(known.translate(known.position + 1))
        if pairs[0].upstream:
            self.assertIsNone(known.translate(pairs[0].upstream - 1))

    def test_it_goes_on_behind_what_is_known(self) -> None:
        known = OffsetMap(Pair(9, 19))
        self.assertEqual(known.position, 10)
        self.assertEqual(known.add(range(10, 12), 20), [])
        self.assertEqual(known.add(range(12, 13), 23), [Pair(12, 23)])
        self.assertEqual([known.translate(offset) for offset in (8, 9, 11, 12, 13)], [None, 19, 21, 23, 24])

    def test_an_empty_copy(self) -> None:
        known = OffsetMap()
        self.assertEqual((known.last, known.position, known.translate(0)), (None, 0, None))

    def test_what_does_not_lie_behind_is_refused(self) -> None:
        known = OffsetMap(Pair(9, 19))
        for offsets, downstream in ((range(9, 11), 20), (range(10, 11), 19)):
            with self.assertRaises(ValueError):
                known.add(offsets, downstream)

    def test_the_newest_runs_are_kept(self) -> None:
        with mock.patch.object(offset_map, "MOST_RUNS", 3):
            known = OffsetMap()
            for at in range(5):
                known.add(range(at, at + 1), at * 2)
        self.assertEqual([known.translate(at) for at in range(5)], [None, None, 4, 6, 8])


if __name__ == "__main__":
    unittest.main()
