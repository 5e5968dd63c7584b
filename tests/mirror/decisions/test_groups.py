"""Which committed offsets come along."""

from __future__ import annotations

import unittest

from klog.mirror.decisions.groups import Extent, back_to_the_end, offsets_to_commit
from klog.model import Committed, TopicPartition

TP, OTHER = TopicPartition("t", 0), TopicPartition("t", 1)
COPIES = {TP: Extent(5, 20)}


class OffsetTests(unittest.TestCase):
    """Rule by rule."""

    def test_as_it_is(self) -> None:
        """Metadata come along, leader epochs do not."""
        found = offsets_to_commit({TP: Committed(10, 7, "m")}, {}, COPIES, is_active_here=False)
        self.assertEqual(found, {TP: Committed(10, -1, "m")})
        self.assertEqual(offsets_to_commit({TP: Committed(10, 7, "m")}, {TP: Committed(10, 3, "m")}, COPIES, is_active_here=False), {})
        self.assertEqual(
            list(offsets_to_commit({TP: Committed(9)}, {TP: Committed(10)}, COPIES, is_active_here=False, by_us={TP: Committed(10)})),
            [TP],
            "it went back",
        )

    def test_who_has_read_here_goes_not_back(self) -> None:
        """What stands here and is none of ours was read here, by a group that is away for a moment; further on it is pulled."""
        for by_us in ({}, {TP: Committed(9)}):
            for_it = offsets_to_commit({TP: Committed(9)}, {TP: Committed(10)}, COPIES, is_active_here=False, by_us=by_us)
            self.assertEqual(for_it, {})
            on = offsets_to_commit({TP: Committed(11)}, {TP: Committed(10)}, COPIES, is_active_here=False, by_us=by_us)
            self.assertEqual(on, {TP: Committed(11)})

    def test_somebody_is_active_here(self) -> None:
        self.assertEqual(offsets_to_commit({TP: Committed(10)}, {}, COPIES, is_active_here=True), {})

    def test_what_is_not_copied_yet_is_held_back(self) -> None:
        self.assertEqual(offsets_to_commit({TP: Committed(21)}, {TP: Committed(8)}, COPIES, is_active_here=False), {})
        self.assertEqual(offsets_to_commit({TP: Committed(20)}, {}, COPIES, is_active_here=False), {TP: Committed(20)})

    def test_below_the_start(self) -> None:
        self.assertEqual(offsets_to_commit({TP: Committed(2)}, {}, COPIES, is_active_here=False), {TP: Committed(5)})

    def test_what_was_read_behind_the_copys_end(self) -> None:
        """It was cut when the topic followed its old mirror: the group goes on where it is there."""
        self.assertEqual(offsets_to_commit({TP: Committed(12)}, {TP: Committed(25)}, COPIES, is_active_here=False), {TP: Committed(12)})
        self.assertEqual(offsets_to_commit({TP: Committed(12)}, {TP: Committed(20)}, COPIES, is_active_here=False), {})

    def test_what_was_read_in_what_was_cut(self) -> None:
        """Other records stand there by now, which it has not read; also where what stands here had come from the source."""
        rows: list[tuple[int, dict[TopicPartition, Committed], dict[TopicPartition, Committed], int | None]] = [
            (12, {TP: Committed(9)}, {}, 9),
            (15, {TP: Committed(9)}, {}, 9),
            (16, {TP: Committed(9)}, {}, None),
            (8, {TP: Committed(7)}, {}, None),
            (12, {TP: Committed(14)}, {}, 14),
            (12, {TP: Committed(9)}, {TP: Committed(9)}, 9),
            (12, {}, {}, 8),
            (12, {}, {TP: Committed(8)}, 8),
            (8, {}, {}, None),
        ]
        for known, at_source, by_us, then in rows:
            with self.subTest(known=known, at_source=at_source, by_us=by_us):
                found = offsets_to_commit(
                    at_source, {TP: Committed(known)}, COPIES, is_active_here=False, by_us=by_us, cut={TP: [(1, 3), (8, 15)]}
                )
                self.assertEqual(found, {} if then is None else {TP: Committed(then)})

    def test_behind_the_end_of_what_becomes_ordinary(self) -> None:
        """Nobody fills it up any more with what the group has read."""
        here = {TP: Committed(25, 3, "m"), OTHER: Committed(99)}
        self.assertEqual(back_to_the_end(here, COPIES), {TP: Committed(20, -1, "m")})
        self.assertEqual(back_to_the_end({TP: Committed(20)}, COPIES), {})

    def test_partitions_of_others(self) -> None:
        self.assertEqual(offsets_to_commit({OTHER: Committed(2), TP: Committed(-1)}, {}, COPIES, is_active_here=False), {})
