"""Which committed offsets come along."""

from __future__ import annotations

import unittest

from klog.mirror.decisions.groups import Extent, offsets_to_commit
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
            list(offsets_to_commit({TP: Committed(9)}, {TP: Committed(10)}, COPIES, is_active_here=False)), [TP], "it went back"
        )

    def test_somebody_is_active_here(self) -> None:
        self.assertEqual(offsets_to_commit({TP: Committed(10)}, {}, COPIES, is_active_here=True), {})

    def test_what_is_not_copied_yet_is_held_back(self) -> None:
        self.assertEqual(offsets_to_commit({TP: Committed(21)}, {TP: Committed(8)}, COPIES, is_active_here=False), {})
        self.assertEqual(offsets_to_commit({TP: Committed(20)}, {}, COPIES, is_active_here=False), {TP: Committed(20)})

    def test_below_the_start(self) -> None:
        self.assertEqual(offsets_to_commit({TP: Committed(2)}, {}, COPIES, is_active_here=False), {TP: Committed(5)})

    def test_partitions_of_others(self) -> None:
        self.assertEqual(offsets_to_commit({OTHER: Committed(2), TP: Committed(-1)}, {}, COPIES, is_active_here=False), {})
