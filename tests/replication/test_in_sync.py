"""Who is in sync, who joins, who leaves, and what the controller's answers do."""

from __future__ import annotations

import unittest

from klog.errors import ErrorCode
from klog.replication.in_sync import AlterPartitionAnswer, InSyncReplicas, Outcome, answered, may_join, out_of_sync
from klog.replication.progress import FollowerProgress

THREE = InSyncReplicas(4, 10, (1, 2, 3))
TWO = InSyncReplicas(4, 10, (1, 2))


def at(end_offset: int, caught_up_ms: int = 0) -> FollowerProgress:
    progress = FollowerProgress()
    progress.end_offset = end_offset
    progress.last_caught_up_ms = caught_up_ms
    return progress


class StateTests(unittest.TestCase):
    """Committed, expanding, shrinking."""

    def test_committed(self) -> None:
        self.assertEqual((TWO.proposed, TWO.is_changing, TWO.maximal), (None, False, (1, 2)))

    def test_expanding_counts_who_joins(self) -> None:
        state = TWO.joined_by(3)
        self.assertEqual((state.is_changing, state.proposed, state.maximal), (True, (1, 2, 3), (1, 2, 3)))
        self.assertEqual(state.committed, (1, 2))

    def test_shrinking_counts_who_leaves(self) -> None:
        state = THREE.left_by([3])
        self.assertEqual((state.is_changing, state.proposed, state.maximal), (True, (1, 2), (1, 2, 3)))

    def test_one_change_at_a_time(self) -> None:
        for state in (TWO.joined_by(3), THREE.left_by([2])):
            self.assertRaises(ValueError, state.joined_by, 4)
            self.assertRaises(ValueError, state.left_by, [1])

    def test_what_is_no_change(self) -> None:
        self.assertRaises(ValueError, TWO.joined_by, 2)
        self.assertRaises(ValueError, TWO.left_by, [3])
        self.assertRaises(ValueError, TWO.left_by, [1, 2])


class MayJoinTests(unittest.TestCase):
    """Who is asked for."""

    def may(
        self, end_offset: int, *, state: InSyncReplicas = TWO, replica: int = 3, alive: bool = True, mark: int = 50, start: int = 40
    ) -> bool:
        return may_join(state, replica, at(end_offset), high_watermark=mark, epoch_start=start, is_alive=alive)

    def test_it_has_what_is_committed(self) -> None:
        self.assertTrue(self.may(50))
        self.assertFalse(self.may(49))

    def test_the_watermark_of_a_new_leader_is_not_enough(self) -> None:
        """KAFKA-7128: what was committed before lies below the start of our epoch, above our watermark."""
        self.assertFalse(self.may(55, start=60))
        self.assertTrue(self.may(60, start=60))

    def test_who_is_not_live(self) -> None:
        """KAFKA-14140."""
        self.assertFalse(self.may(50, alive=False))

    def test_who_is_in_already_or_on_the_way(self) -> None:
        self.assertFalse(self.may(50, replica=2))
        self.assertFalse(self.may(50, state=TWO.joined_by(4)))
        self.assertFalse(self.may(50, state=THREE.left_by([2]), replica=4))

    def test_who_has_not_fetched(self) -> None:
        self.assertFalse(self.may(-1, mark=0, start=0))


class OutOfSyncTests(unittest.TestCase):
    """Who is thrown out."""

    def out(self, followers: dict[int, FollowerProgress], state: InSyncReplicas = THREE, now_ms: int = 2000) -> tuple[int, ...]:
        return out_of_sync(state, 1, followers, leader_end=100, now_ms=now_ms, lag_ms=1000)

    def test_slow_ones(self) -> None:
        self.assertEqual(self.out({2: at(90, 1000), 3: at(90, 999)}), (3,))
        self.assertEqual(self.out({2: at(90), 3: at(90)}), (2, 3))

    def test_idle_ones_that_have_everything(self) -> None:
        """KAFKA-7152."""
        self.assertEqual(self.out({2: at(100), 3: at(100)}, now_ms=10**9), ())

    def test_who_is_no_replica(self) -> None:
        """KAFKA-9672."""
        self.assertEqual(self.out({2: at(100)}), (3,))

    def test_who_is_not_in_sync_anyway(self) -> None:
        self.assertEqual(self.out({2: at(100), 3: at(0)}, TWO), ())

    def test_nobody_during_a_change(self) -> None:
        self.assertEqual(self.out({2: at(0), 3: at(0)}, THREE.left_by([2])), ())
        self.assertEqual(self.out({2: at(0)}, TWO.joined_by(3)), ())


class AnsweredTests(unittest.TestCase):
    """The table of answers."""

    def test_done(self) -> None:
        asked = TWO.joined_by(3)
        answer = AlterPartitionAnswer(ErrorCode.NONE, 4, (1, 2, 3), 11)
        self.assertEqual(answered(asked, asked, answer), (Outcome.DONE, InSyncReplicas(4, 11, (1, 2, 3))))

    def test_it_had_been_so_already(self) -> None:
        """KAFKA-14144: the controller answers the repeated request with the state as it is."""
        asked = THREE.left_by([3])
        answer = AlterPartitionAnswer(ErrorCode.NONE, 4, (1, 2), 10)
        self.assertEqual(answered(asked, asked, answer), (Outcome.DONE, TWO))

    def test_something_else_was_committed(self) -> None:
        """As where a reassignment was finished by it."""
        asked = TWO.joined_by(3)
        answer = AlterPartitionAnswer(ErrorCode.NONE, 4, (1, 3), 12)
        self.assertEqual(answered(asked, asked, answer), (Outcome.DONE, InSyncReplicas(4, 12, (1, 3))))

    def test_of_another_epoch(self) -> None:
        asked = TWO.joined_by(3)
        for answer in (AlterPartitionAnswer(ErrorCode.NONE, 5, (1, 2, 3), 11), AlterPartitionAnswer(ErrorCode.NONE, 4, (1, 2, 3), 9)):
            self.assertEqual(answered(asked, asked, answer), (Outcome.WAIT, asked))

    def test_errors(self) -> None:
        asked = TWO.joined_by(3)
        for code, outcome in (
            (ErrorCode.INELIGIBLE_REPLICA, Outcome.REFUSED),
            (ErrorCode.OPERATION_NOT_ATTEMPTED, Outcome.REFUSED),
            (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, Outcome.WAIT),
            (ErrorCode.UNKNOWN_TOPIC_ID, Outcome.WAIT),
            (ErrorCode.FENCED_LEADER_EPOCH, Outcome.WAIT),
            (ErrorCode.INVALID_UPDATE_VERSION, Outcome.WAIT),
            (ErrorCode.INVALID_REQUEST, Outcome.WAIT),
            (ErrorCode.NEW_LEADER_ELECTED, Outcome.WAIT),
            (ErrorCode.UNKNOWN_SERVER_ERROR, Outcome.AGAIN),
            (ErrorCode.REQUEST_TIMED_OUT, Outcome.AGAIN),
            (ErrorCode.CLUSTER_AUTHORIZATION_FAILED, Outcome.AGAIN),
        ):
            self.assertEqual(
                answered(asked, asked, AlterPartitionAnswer(code)), (outcome, TWO if outcome is Outcome.REFUSED else asked), code
            )

    def test_a_leader_and_isr_was_faster(self) -> None:
        """KAFKA-12686: the answer is for a state that is no more, even where the same is being asked again."""
        asked = TWO.joined_by(3)
        answer = AlterPartitionAnswer(ErrorCode.NONE, 4, (1, 2, 3), 11)
        for current in (
            InSyncReplicas(5, 11, (1, 2)),
            InSyncReplicas(5, 11, (1, 2)).joined_by(3),
            InSyncReplicas(4, 11, (1, 2)).joined_by(3),
            TWO,
        ):
            self.assertEqual(answered(current, asked, answer), (Outcome.STALE, current))
        self.assertEqual(answered(TWO, TWO, answer), (Outcome.STALE, TWO), "nothing was asked")

    def test_led_anew(self) -> None:
        """The answer tells of the next leader epoch, and LeaderAndIsr follows; Kafka's controllers refuse it."""
        asked = TWO.anew(1)
        self.assertEqual((asked.proposed, asked.maximal, asked.leads_anew), ((1,), (1, 2), True))
        self.assertEqual(answered(asked, asked, AlterPartitionAnswer(ErrorCode.NONE, 5, (1,), 11)), (Outcome.WAIT, asked))
        for code in (ErrorCode.INVALID_REQUEST, ErrorCode.UNSUPPORTED_VERSION, ErrorCode.OPERATION_NOT_ATTEMPTED):
            self.assertEqual(answered(asked, asked, AlterPartitionAnswer(code)), (Outcome.REFUSED, TWO), code)
        # One that does not know of it takes it for any other change.
        answer = AlterPartitionAnswer(ErrorCode.NONE, 4, (1,), 11)
        self.assertEqual(answered(asked, asked, answer), (Outcome.DONE, InSyncReplicas(4, 11, (1,))))
        self.assertRaises(ValueError, asked.anew, 1)


if __name__ == "__main__":
    unittest.main()
