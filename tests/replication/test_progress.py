"""How a leader keeps count of a follower."""

from __future__ import annotations

import unittest

from klog.replication.progress import NEVER_MS, UNKNOWN_OFFSET, FollowerProgress, keeps_offsets

LAG_MS = 1000


def in_sync_at(now_ms: int, leader_end: int = 100) -> FollowerProgress:
    progress = FollowerProgress()
    progress.reset(is_in_sync=True, keeps_offsets=False, leader_end=leader_end, now_ms=now_ms)
    return progress


class FetchedTests(unittest.TestCase):
    """What a fetch says."""

    def test_nothing_is_known_before(self) -> None:
        progress = FollowerProgress()
        self.assertEqual((progress.end_offset, progress.start_offset), (UNKNOWN_OFFSET, UNKNOWN_OFFSET))
        self.assertFalse(progress.is_caught_up(0, 0, LAG_MS), "whatever the clock says")

    def test_offsets_are_the_fetchs(self) -> None:
        progress = in_sync_at(0)
        self.assertTrue(progress.fetched(40, 3, 100, 10))
        self.assertEqual((progress.end_offset, progress.start_offset), (40, 3))
        self.assertFalse(progress.fetched(40, 4, 100, 20), "the end is the same")
        self.assertEqual(progress.start_offset, 4)
        self.assertTrue(progress.fetched(30, 4, 100, 20), "a follower that was cut is back")
        self.assertEqual(progress.end_offset, 30)

    def test_reaching_the_end_is_being_caught_up(self) -> None:
        progress = in_sync_at(0)
        progress.fetched(100, 0, 100, 5000)
        self.assertEqual(progress.last_caught_up_ms, 5000)

    def test_reaching_the_end_of_the_fetch_before(self) -> None:
        """KAFKA-4485: always behind, and in sync."""
        progress = in_sync_at(0)
        now_ms, end = 0, 100
        for _ in range(20):
            now_ms += LAG_MS
            progress.fetched(end - 10, 0, end, now_ms)
            end += 10
        self.assertEqual(progress.last_caught_up_ms, now_ms - LAG_MS, "when it fetched before")
        self.assertTrue(progress.is_caught_up(end, now_ms, LAG_MS))

    def test_falling_behind_moves_no_time(self) -> None:
        progress = in_sync_at(0, leader_end=100)
        progress.fetched(50, 0, 200, 100)
        progress.fetched(60, 0, 300, 5000)
        self.assertEqual(progress.last_caught_up_ms, 0)
        self.assertFalse(progress.is_caught_up(300, 5000, LAG_MS))

    def test_time_does_not_go_back(self) -> None:
        progress = in_sync_at(0)
        progress.fetched(100, 0, 100, 5000)
        progress.fetched(100, 0, 100, 4000)
        self.assertEqual(progress.last_caught_up_ms, 5000)

    def test_an_end_that_went_down_is_not_taken_for_caught_up(self) -> None:
        """The leader's end at the fetch before counts as the highest it was."""
        progress = in_sync_at(0)
        progress.fetched(50, 0, 200, 100)
        progress.fetched(60, 0, 150, 200)
        progress.fetched(160, 0, 300, 300)
        self.assertEqual(progress.last_caught_up_ms, 0, "150 was not the most that the leader had at its fetch before")


class CaughtUpTests(unittest.TestCase):
    """Whether it counts."""

    def test_the_limit(self) -> None:
        progress = in_sync_at(100)
        self.assertTrue(progress.is_caught_up(50, 100 + LAG_MS, LAG_MS))
        self.assertFalse(progress.is_caught_up(50, 101 + LAG_MS, LAG_MS))

    def test_who_has_everything_is_in_sync_for_ever(self) -> None:
        """KAFKA-7152."""
        progress = in_sync_at(0)
        progress.fetched(100, 0, 100, 1)
        self.assertTrue(progress.is_caught_up(100, 10**9, LAG_MS))
        self.assertFalse(progress.is_caught_up(101, 10**9, LAG_MS), "until something is appended")


class ResetTests(unittest.TestCase):
    """A leadership begins."""

    def setUp(self) -> None:
        self.progress = in_sync_at(0)
        self.progress.fetched(100, 7, 100, 5000)

    def test_the_same_again(self) -> None:
        """As if it were said once more."""
        other = in_sync_at(0)
        other.fetched(100, 7, 100, 5000)
        for now_ms in (5500, 5400, 6000):
            self.progress.fetched_again(now_ms)
            self.assertFalse(other.fetched(100, 7, 100, now_ms))
            for name in FollowerProgress.__slots__:
                self.assertEqual(getattr(self.progress, name), getattr(other, name), (name, now_ms))

    def test_of_a_new_leader(self) -> None:
        self.progress.reset(is_in_sync=True, keeps_offsets=False, leader_end=120, now_ms=6000)
        self.assertEqual((self.progress.end_offset, self.progress.start_offset), (-1, -1))
        self.assertEqual(self.progress.last_caught_up_ms, 6000)
        self.progress.reset(is_in_sync=False, keeps_offsets=False, leader_end=120, now_ms=6000)
        self.assertEqual(self.progress.last_caught_up_ms, NEVER_MS)

    def test_of_the_same_leader(self) -> None:
        self.progress.reset(is_in_sync=True, keeps_offsets=True, leader_end=120, now_ms=6000)
        self.assertEqual((self.progress.end_offset, self.progress.start_offset, self.progress.last_caught_up_ms), (100, 7, 6000))

    def test_who_is_out_does_not_come_back_by_its_last_fetch(self) -> None:
        self.progress.reset(is_in_sync=False, keeps_offsets=True, leader_end=120, now_ms=6000)
        self.progress.fetched(120, 7, 200, 6500)
        self.assertEqual(self.progress.last_caught_up_ms, NEVER_MS, "it had at its fetch before what there was then, but that was long ago")
        self.progress.fetched(200, 7, 300, 7000)
        self.assertEqual(self.progress.last_caught_up_ms, 6500)

    def test_offsets_stand_only_where_nobody_led_between(self) -> None:
        for old, new, expected in ((4, 5, True), (4, 6, False), (-1, 5, False)):
            self.assertEqual(keeps_offsets(old, new), expected, (old, new))


if __name__ == "__main__":
    unittest.main()
