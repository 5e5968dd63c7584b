"""Where committed ends, and who waits for it."""

from __future__ import annotations

import unittest

from hypothesis import given
from hypothesis import strategies as st

from klog.errors import ErrorCode
from klog.replication.high_watermark import (
    effective_min_in_sync,
    enough_replicas,
    is_held_back,
    is_latest_known,
    low_watermark,
    may_append,
    next_high_watermark,
)
from klog.replication.in_sync import InSyncReplicas
from klog.replication.progress import NEVER_MS, FollowerProgress

ALL = InSyncReplicas(4, 10, (1, 2, 3))
ALONE = InSyncReplicas(4, 10, (1,))
NOW_MS = 10_000
LAG_MS = 1_000


def at(end_offset: int, caught_up_ms: int = NEVER_MS, start_offset: int = 0) -> FollowerProgress:
    progress = FollowerProgress()
    progress.end_offset = end_offset
    progress.start_offset = start_offset
    progress.last_caught_up_ms = caught_up_ms
    return progress


class NextHighWatermarkTests(unittest.TestCase):
    """Who counts."""

    def mark(
        self,
        state: InSyncReplicas,
        two: FollowerProgress,
        three: FollowerProgress,
        *,
        now: int = 50,
        own: int = 100,
        end: int = 100,
        minimum: int = 1,
        live: tuple[int, ...] = (1, 2, 3),
    ) -> int:
        found = next_high_watermark(
            now,
            state,
            {2: two, 3: three},
            own_end=own,
            leader_end=end,
            min_in_sync=minimum,
            is_alive=live.__contains__,
            now_ms=NOW_MS,
            lag_ms=LAG_MS,
        )
        if is_held_back(now, state, {2: two, 3: three}):
            self.assertEqual(found, now)
        return found

    def test_the_least_of_those_in_sync(self) -> None:
        self.assertEqual(self.mark(ALL, at(90), at(80)), 80)
        self.assertEqual(self.mark(ALL, at(100), at(100)), 100)
        self.assertEqual(self.mark(InSyncReplicas(4, 10, (1, 2)), at(90), at(80)), 90)
        self.assertEqual(self.mark(ALONE, at(90), at(80)), 100)

    def test_our_own_end_counts(self) -> None:
        """Under the flush rule it is the flushed end."""
        self.assertEqual(self.mark(ALL, at(90), at(80), own=70), 70)

    def test_it_never_goes_down(self) -> None:
        self.assertEqual(self.mark(ALL, at(90), at(40)), 50)
        self.assertEqual(self.mark(ALONE, at(90), at(40), own=40), 50)

    def test_who_has_not_fetched_holds_it(self) -> None:
        """KAFKA-10301: forgotten offsets must not let it run ahead."""
        self.assertEqual(self.mark(ALL, at(90), at(-1)), 50)

    def test_who_joins_counts_before_the_answer(self) -> None:
        self.assertEqual(self.mark(InSyncReplicas(4, 10, (1, 2)).joined_by(3), at(90), at(80)), 80)

    def test_who_leaves_counts_until_the_answer(self) -> None:
        """The controller may still elect it."""
        self.assertEqual(self.mark(ALL.left_by([3]), at(90), at(80)), 80)

    def test_who_is_caught_up_and_may_join_is_waited_for(self) -> None:
        self.assertEqual(self.mark(ALONE, at(90, NOW_MS - LAG_MS), at(80)), 90)
        self.assertEqual(self.mark(ALONE, at(90, NOW_MS - LAG_MS - 1), at(80)), 100, "too long ago")
        self.assertEqual(self.mark(ALONE, at(90, NOW_MS), at(80), live=(1, 3)), 100, "not live, it may not join")
        self.assertEqual(self.mark(ALONE, at(90, NOW_MS), at(40, NOW_MS)), 50, "below the watermark it is waited for, too")

    def test_too_few_in_sync(self) -> None:
        """KAFKA-15583: what is committed counts, not who is on the way."""
        two = InSyncReplicas(4, 10, (1, 2))
        self.assertEqual(self.mark(two, at(90), at(80), minimum=3), 50)
        self.assertEqual(self.mark(two.joined_by(3), at(90), at(80), minimum=3), 50)
        self.assertEqual(self.mark(ALL.left_by([3]), at(90), at(80), minimum=3), 80)

    def test_a_minimum_above_the_number_of_replicas(self) -> None:
        self.assertEqual(self.mark(ALL, at(90), at(80), minimum=4), 80)
        self.assertEqual(effective_min_in_sync(4, 3), 3)
        self.assertEqual(effective_min_in_sync(2, 3), 2)

    @given(
        st.lists(st.integers(-1, 20), min_size=3, max_size=3),
        st.integers(0, 20),
        st.integers(0, 20),
        st.sets(st.sampled_from([2, 3, 4])),
        st.integers(1, 5),
        st.lists(st.sampled_from([NEVER_MS, NOW_MS - LAG_MS - 1, NOW_MS]), min_size=3, max_size=3),
        st.sets(st.sampled_from([2, 3, 4])),
    )
    def test_against_the_plain_rule(
        self, ends: list[int], now: int, own: int, others: set[int], minimum: int, times: list[int], live: set[int]
    ) -> None:
        state = InSyncReplicas(1, 1, (1, *sorted(others)))
        followers = {replica: at(end, time) for replica, end, time in zip((2, 3, 4), ends, times, strict=True)}
        counting = [
            progress.end_offset
            for replica, progress in followers.items()
            if replica in others or (replica in live and (progress.end_offset == own or NOW_MS - progress.last_caught_up_ms <= LAG_MS))
        ]
        plain = max(now, min([own, *counting])) if len(state.committed) >= min(minimum, 4) else now
        mark = next_high_watermark(
            now,
            state,
            followers,
            own_end=own,
            leader_end=own,
            min_in_sync=minimum,
            is_alive=live.__contains__,
            now_ms=NOW_MS,
            lag_ms=LAG_MS,
        )
        if is_held_back(now, state, followers):
            self.assertEqual(mark, now)
        self.assertEqual(mark, plain)


class ProduceTests(unittest.TestCase):
    """acks, before and after the append."""

    def test_before(self) -> None:
        for acks, state, minimum, replicas, code in (
            (-1, ALONE, 2, 3, ErrorCode.NOT_ENOUGH_REPLICAS),
            (-1, ALONE, 1, 3, ErrorCode.NONE),
            (-1, ALONE, 2, 1, ErrorCode.NONE),
            (-1, ALONE.joined_by(2), 2, 3, ErrorCode.NOT_ENOUGH_REPLICAS),
            (-1, InSyncReplicas(4, 10, (1, 2)), 2, 3, ErrorCode.NONE),
            (1, ALONE, 2, 3, ErrorCode.NONE),
            (0, ALONE, 2, 3, ErrorCode.NONE),
        ):
            self.assertIs(may_append(acks, state, min_in_sync=minimum, replication_factor=replicas), code)

    def test_after(self) -> None:
        def enough(mark: int, state: InSyncReplicas, minimum: int = 2) -> ErrorCode | None:
            return enough_replicas(60, mark, state, min_in_sync=minimum, replication_factor=3)

        self.assertIsNone(enough(59, ALL))
        self.assertIsNone(enough(59, ALONE))
        self.assertIs(enough(60, ALL), ErrorCode.NONE)
        self.assertIs(enough(60, ALONE), ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND)
        self.assertIs(enough(60, ALONE.joined_by(2)), ErrorCode.NONE)
        self.assertIs(enough_replicas(60, 60, ALONE, min_in_sync=2, replication_factor=1), ErrorCode.NONE)


class LowWatermarkTests(unittest.TestCase):
    """DeleteRecords waits for the slowest that is live."""

    def test_live_ones_count(self) -> None:
        followers = {2: at(90, start_offset=5), 3: at(90, start_offset=3)}
        self.assertEqual(low_watermark(7, followers, (2, 3).__contains__), 3)
        self.assertEqual(low_watermark(7, followers, (2,).__contains__), 5)
        self.assertEqual(low_watermark(7, followers, ().__contains__), 7)
        self.assertEqual(low_watermark(2, followers, (2, 3).__contains__), 2)

    def test_who_has_not_told(self) -> None:
        self.assertEqual(low_watermark(7, {2: FollowerProgress()}, (2,).__contains__), -1)


class LatestTests(unittest.TestCase):
    """KIP-207."""

    def test_below_the_start_of_the_epoch(self) -> None:
        self.assertFalse(is_latest_known(9, 10))
        self.assertTrue(is_latest_known(10, 10))


if __name__ == "__main__":
    unittest.main()
