"""Where two logs part."""

from __future__ import annotations

import unittest
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from klog.errors import ErrorCode
from klog.replication.truncation import Cut, EpochEnd, divergence, where_to_cut
from klog.storage.log.leader_epochs import LeaderEpochCache
from klog.testing.filesystem import MemoryFileSystem


class ToyLog:
    """Records that are no more than their leader epochs, and the real cache of epochs over them."""

    def __init__(self, epochs: Sequence[int]) -> None:
        self.records: list[int] = []
        self.cache = LeaderEpochCache(MemoryFileSystem(), "/leader-epoch-checkpoint")
        for epoch in epochs:
            self.append(epoch)

    def append(self, epoch: int) -> None:
        self.cache.assign(epoch, len(self.records))
        self.records.append(epoch)

    def note(self, epoch: int) -> None:
        self.cache.assign(epoch, len(self.records))

    def cut(self, offset: int) -> None:
        del self.records[offset:]
        self.cache.truncate_from_end(offset)

    @property
    def end_offset(self) -> int:
        return len(self.records)

    def end_offset_for_epoch(self, epoch: int) -> tuple[int, int]:
        return self.cache.end_offset_for(epoch, len(self.records))


def follow(leader: ToyLog, follower: ToyLog, *, mark: int = 0) -> int:
    """Truncates until the leader finds no divergence; how often it asked."""
    for asked in range(100):
        latest = follower.cache.latest_epoch
        if latest is None:
            follower.cut(min(mark, follower.end_offset))
            return asked
        parted = divergence(leader, latest, follower.end_offset, 0)
        if parted is None:
            return asked
        if isinstance(parted, ErrorCode):
            raise AssertionError("out of range")
        cut = where_to_cut(parted, follower, follower.end_offset, mark)
        follower.cut(cut.offset)
    raise AssertionError("never ends")


class DivergenceTests(unittest.TestCase):
    """The leader's half."""

    def setUp(self) -> None:
        self.log = ToyLog([3] * 10 + [5] * 10)

    def ask(self, epoch: int, offset: int, start: int = 0) -> EpochEnd | ErrorCode | None:
        return divergence(self.log, epoch, offset, start)

    def test_it_goes_on(self) -> None:
        for epoch, offset in ((3, 10), (3, 4), (5, 20), (5, 11), (-1, 7)):
            self.assertIsNone(self.ask(epoch, offset), (epoch, offset))

    def test_it_parts(self) -> None:
        for epoch, offset, end in ((4, 15, EpochEnd(3, 10)), (3, 12, EpochEnd(3, 10)), (5, 21, EpochEnd(5, 20)), (4, 10, EpochEnd(3, 10))):
            self.assertEqual(self.ask(epoch, offset), end, (epoch, offset))

    def test_nobody_knows(self) -> None:
        self.assertIs(self.ask(6, 20), ErrorCode.OFFSET_OUT_OF_RANGE)
        self.assertIs(divergence(ToyLog([]), 0, 0, 0), ErrorCode.OFFSET_OUT_OF_RANGE)

    def test_below_the_start_of_the_log(self) -> None:
        self.assertIs(self.ask(4, 2, start=5), ErrorCode.OFFSET_OUT_OF_RANGE)
        self.assertIsNone(self.ask(3, 5, start=5))

    def test_an_epoch_below_all(self) -> None:
        self.assertEqual(self.ask(2, 4), EpochEnd(2, 0))

    def test_a_leadership_without_writes(self) -> None:
        """KAFKA-7415: the epoch that begins at the end is noted, so that records of an earlier one beyond it are found."""
        self.log.note(7)
        self.assertEqual(self.ask(6, 25), EpochEnd(5, 20))


class WhereToCutTests(unittest.TestCase):
    """The follower's half, row by row."""

    def setUp(self) -> None:
        self.log = ToyLog([3] * 12 + [4] * 3)

    def cut(self, epoch: int, end_offset: int, mark: int = 5) -> Cut:
        return where_to_cut(EpochEnd(epoch, end_offset), self.log, self.log.end_offset, mark)

    def test_the_leader_knows_nothing(self) -> None:
        """KAFKA-6857: an undefined epoch is not looked up."""
        self.assertEqual(self.cut(-1, -1), Cut(5, True))
        self.assertEqual(self.cut(-1, -1, mark=99), Cut(15, True))

    def test_the_leader_says_no_epoch(self) -> None:
        self.assertEqual(self.cut(-1, 8), Cut(8, True))
        self.assertEqual(self.cut(-1, 80), Cut(15, True))

    def test_an_epoch_that_both_have(self) -> None:
        self.assertEqual(self.cut(3, 10), Cut(10, True))
        self.assertEqual(self.cut(3, 14), Cut(12, True))
        self.assertEqual(self.cut(4, 99), Cut(15, True))

    def test_an_epoch_that_the_follower_has_not(self) -> None:
        """KAFKA-6361 (KIP-279): its own end of the one below, then it asks again."""
        log = ToyLog([1] * 4 + [4] * 3)
        self.assertEqual(where_to_cut(EpochEnd(2, 6), log, 7, 0), Cut(4, False))

    def test_a_follower_without_epochs(self) -> None:
        log = ToyLog([])
        self.assertEqual(where_to_cut(EpochEnd(2, 6), log, 9, 0), Cut(6, True))
        self.assertEqual(where_to_cut(EpochEnd(2, 60), log, 9, 0), Cut(9, True))

    def test_an_epoch_below_all_of_the_followers(self) -> None:
        log = ToyLog([4] * 3)
        self.assertEqual(where_to_cut(EpochEnd(2, 6), log, 3, 0), Cut(0, True))

    def test_two_fast_elections(self) -> None:
        """KAFKA-6361: by offset alone the logs would stay different."""
        leader, follower = ToyLog([0] * 4 + [2] * 6), ToyLog([0] * 2 + [1] * 9)
        follow(leader, follower)
        self.assertEqual(follower.records, [0] * 2)

    def test_two_failures_and_the_watermark(self) -> None:
        """KIP-101: a follower does not cut to its watermark what its leader has."""
        leader, follower = ToyLog([0] * 4), ToyLog([0] * 4)
        follow(leader, follower, mark=1)
        self.assertEqual(follower.records, [0] * 4)

    def test_records_without_epochs_are_cut_to_the_watermark(self) -> None:
        leader, follower = ToyLog([0] * 4), ToyLog([0] * 4)
        follower.cache.clear()
        follow(leader, follower, mark=1)
        self.assertEqual(follower.records, [0])

    @given(st.data())
    def test_a_follower_becomes_the_longest_common_prefix(self, data: st.DataObject) -> None:
        """Logs of leaders and followers of one history: any two of them are equal up to some offset, and no epoch has two writers."""
        logs = [ToyLog([]) for _ in range(3)]
        for epoch in range(data.draw(st.integers(1, 6))):
            leader, *others = data.draw(st.permutations(logs))
            # Any one may have been left alone in sync, so nothing is lost by its own standard.
            leader.note(epoch)
            for follower in others:
                if data.draw(st.booleans()) and follower.cache.latest_epoch is not None:
                    follow(leader, follower)
                    while follower.end_offset < leader.end_offset and data.draw(st.booleans()):
                        follower.append(leader.records[follower.end_offset])
            for _ in range(data.draw(st.integers(0, 3))):
                leader.append(epoch)
        leader, follower, _ = data.draw(st.permutations(logs))
        common = 0
        while common < min(leader.end_offset, follower.end_offset) and leader.records[common] == follower.records[common]:
            common += 1
        leader.note(99)
        if follower.cache.latest_epoch is None:
            return
        follow(leader, follower)
        self.assertEqual(follower.records, leader.records[: follower.end_offset], "a prefix")
        self.assertEqual(follower.end_offset, common, "and no more was cut than had to be")


if __name__ == "__main__":
    unittest.main()
