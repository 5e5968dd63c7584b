"""What is known of a partition."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.record_views import FetchedRecords
from klog.client.fetching.subscriptions import (
    LogTruncated,
    NoPosition,
    OffsetOutOfRange,
    OffsetReset,
    PartitionState,
    Phase,
    Position,
    offset_reset,
)
from klog.config import ConfigError
from klog.model import EARLIEST_TIMESTAMP, TopicPartition

T = TopicPartition("t", 3)


class SubscriptionTests(SynchronousTestCase):
    """States and words."""

    def test_policies(self) -> None:
        self.assertEqual(offset_reset("none"), OffsetReset.ERROR)
        self.assertEqual([offset_reset(name).timestamp for name in ("earliest", "latest", "error")], [-2, -1, None])
        with self.assertRaises(ConfigError):
            offset_reset("middle")

    def test_going_somewhere(self) -> None:
        state = PartitionState(T)
        self.assertFalse(state.is_positioned)
        state.go_to(Position(5, 2), 1)
        self.assertEqual((state.phase, state.position, state.fetch_offset, state.position_epoch), (Phase.FETCHING, 5, 5, 2))
        state.chunks.append(FetchedRecords(T, b"", 5, address="", size_bytes=10))
        state.held_bytes, state.fetch_offset, before = 10, 9, state.round
        self.assertEqual(state.drop_held(), 10)
        self.assertEqual((state.fetch_offset, state.held_bytes, len(state.chunks)), (5, 0, 0))
        self.assertGreater(state.round, before)
        state.look_up(EARLIEST_TIMESTAMP, 2)
        self.assertEqual((state.phase, state.position, state.reset_to, state.generation), (Phase.RESETTING, -1, -2, 2))

    def test_failing_and_coming_back(self) -> None:
        state = PartitionState(T)
        state.go_to(Position(5), 1)
        state.fail(NoPosition(T))
        self.assertEqual(state.phase, Phase.FAILED)
        state.go_to(Position(6), 2)
        self.assertEqual((state.phase, state.error), (Phase.FETCHING, None))

    def test_errors_name_the_place(self) -> None:
        for error in (
            OffsetOutOfRange(T, 9, 10, 20),
            NoPosition(T),
            LogTruncated(T, Position(9, 1), Position(7, 0)),
            LogTruncated(T, Position(9, 1), None),
        ):
            self.assertIn("topic t, partition 3", str(error))
        self.assertIn("10 to 20", str(OffsetOutOfRange(T, 9, 10, 20)))
