"""Which replica a consumer is sent to."""

from __future__ import annotations

import unittest
from typing import Any

from klog.replication.nearest_replica import nearest_follower
from klog.replication.progress import FollowerProgress

RACKS = {1: "a", 2: "b", 3: "b", 4: None}


def follower(end: int, caught_up_ms: int = 0, start: int = 0) -> FollowerProgress:
    progress = FollowerProgress()
    progress.end_offset, progress.start_offset, progress.last_caught_up_ms = end, start, caught_up_ms
    return progress


class NearestFollowerTests(unittest.TestCase):
    """Broker 1 leads, in rack a; 2 and 3 are in b; 4 says nothing."""

    def setUp(self) -> None:
        self.followers = {2: follower(100), 3: follower(100), 4: follower(100)}

    def nearest(self, rack: str, offset: int = 50, in_sync: tuple[int, ...] = (1, 2, 3, 4), racks: Any = RACKS) -> int | None:
        return nearest_follower(rack, racks, 1, self.followers, in_sync, offset)

    def test_the_leader(self) -> None:
        for rack in ("", "a", "nobody has ever heard of it", "None", "B"):
            self.assertIsNone(self.nearest(rack), rack)

    def test_a_leader_among_those_in_the_rack(self) -> None:
        self.assertIsNone(self.nearest("b", racks={**RACKS, 1: "b"}))

    def test_the_best_of_several(self) -> None:
        self.assertEqual(self.nearest("b"), 3, "the highest number")
        self.followers[2] = follower(100, caught_up_ms=5)
        self.assertEqual(self.nearest("b"), 2, "the one that had everything last")
        self.followers[3] = follower(101)
        self.assertEqual(self.nearest("b"), 3, "the one that has most")

    def test_only_in_sync_and_reachable_and_with_the_offset(self) -> None:
        self.assertEqual(self.nearest("b", in_sync=(1, 2)), 2)
        self.assertIsNone(self.nearest("b", in_sync=(1, 4)))
        self.assertEqual(self.nearest("b", racks={1: "a", 2: "b"}), 2)
        self.followers[3] = follower(200, start=60)
        self.assertEqual([self.nearest("b", offset) for offset in (59, 60, 100, 101, 200, 201)], [2, 3, 3, 3, 3, None])

    def test_one_that_never_fetched(self) -> None:
        self.followers = {2: FollowerProgress()}
        self.assertIsNone(self.nearest("b", 0))
