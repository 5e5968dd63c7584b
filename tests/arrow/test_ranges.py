"""klog.arrow.ranges: the connector's rule of dividing ranges, by hand-reckoned examples and by what always holds."""

from __future__ import annotations

import pickle
import unittest

from hypothesis import given
from hypothesis import strategies as st

from klog.arrow.ranges import MAX_PARTS, TopicRange, split


def bounds(ranges: list[TopicRange]) -> list[tuple[int, int, int]]:
    return [(one.partition, one.start, one.end) for one in ranges]


def ranges_of(*sizes: int) -> list[TopicRange]:
    return [TopicRange("t", number, 100, 100 + size) for number, size in enumerate(sizes)]


class Split(unittest.TestCase):
    def test_without_limits_only_empty_ranges_go(self) -> None:
        self.assertEqual(bounds(split(ranges_of(3, 0, 2))), [(0, 100, 103), (2, 100, 102)])
        self.assertEqual(split([TopicRange("t", 0, 9, 3)]), [])
        self.assertEqual(split([], min_partitions=8, max_records=2), [])

    def test_max_records(self) -> None:
        self.assertEqual(
            bounds(split(ranges_of(10, 3), max_records=3)), [(0, 100, 102), (0, 102, 104), (0, 104, 107), (0, 107, 110), (1, 100, 103)]
        )

    def test_min_partitions(self) -> None:
        self.assertEqual(bounds(split(ranges_of(10, 3), min_partitions=2)), [(0, 100, 110), (1, 100, 103)])
        # Ten of thirteen are three of four; the other range stays whole, and the first gets the three that are left.
        self.assertEqual(bounds(split(ranges_of(10, 3), min_partitions=4)), [(0, 100, 103), (0, 103, 106), (0, 106, 110), (1, 100, 103)])
        # More parts than offsets: one offset each.
        self.assertEqual(bounds(split(ranges_of(2), min_partitions=5)), [(0, 100, 101), (0, 101, 102)])

    def test_halves_are_rounded_up(self) -> None:
        # Each of two has half of three: one and a half, which is two.
        self.assertEqual(len(split(ranges_of(10, 10), min_partitions=3)), 4)

    def test_both(self) -> None:
        # Two parts by max_records are more than min_partitions asks for.
        self.assertEqual(len(split(ranges_of(10), min_partitions=2, max_records=4)), 3)
        self.assertEqual([one.size for one in split(ranges_of(12), min_partitions=6, max_records=6)], [2] * 6)

    def test_the_topic_id_stays(self) -> None:
        parts = split([TopicRange("t", 0, 0, 4, b"i" * 16)], max_records=2)
        self.assertEqual([one.topic_id for one in parts], [b"i" * 16] * 2)
        self.assertEqual(pickle.loads(pickle.dumps(parts)), parts)

    def test_bad_limits(self) -> None:
        with self.assertRaisesRegex(ValueError, "min_partitions is 0"):
            split([], min_partitions=0)
        with self.assertRaisesRegex(ValueError, "max_records is -1"):
            split([], max_records=-1)

    def test_a_mistyped_limit_does_not_fill_the_memory(self) -> None:
        with self.assertRaisesRegex(ValueError, "raise max_records"):
            split(ranges_of(1 << 60), max_records=1)
        with self.assertRaisesRegex(ValueError, "lower min_partitions"):
            split(ranges_of(1 << 60), min_partitions=MAX_PARTS + 1)

    @given(
        st.lists(st.integers(0, 2000), max_size=6),
        st.one_of(st.none(), st.integers(1, 50)),
        st.one_of(st.none(), st.integers(1, 50)),
    )
    def test_nothing_is_lost_or_doubled(self, sizes: list[int], min_partitions: int | None, max_records: int | None) -> None:
        parts = split(ranges_of(*sizes), min_partitions=min_partitions, max_records=max_records)
        for number, size in enumerate(sizes):
            position = 100
            for part in (one for one in parts if one.partition == number):
                self.assertEqual(part.start, position)
                self.assertGreater(part.end, part.start)
                if max_records is not None:
                    self.assertLessEqual(part.size, max_records)
                position = part.end
            self.assertEqual(position, 100 + size)


class Words(unittest.TestCase):
    def test_a_range_says_what_it_is(self) -> None:
        self.assertEqual(str(TopicRange("t", 1, 2, 9)), "topic t, partition 1, offsets 2 to 9")
        self.assertEqual(TopicRange("t", 1, 2, 9).size, 7)
