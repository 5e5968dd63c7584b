"""Tests of klog.broker.following.leader_offsets: what is asked, and what the answers say. (Answers that cannot be read: test_fetcher.)"""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.following.leader_offsets import LeaderOffsets
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP
from klog.replication.follower import Resumption, Step
from klog.wire.messages.list_offsets import (
    ListOffsetsPartitionResponse,
    ListOffsetsRequest,
    ListOffsetsResponse,
    ListOffsetsTopicResponse,
)


class Leader:
    """Answers ListOffsets.

    :ivar asked: replica, topic, partition, epoch and timestamp of each question, with version and timeout.
    """

    def __init__(self, start: int, end: int, error: int = 0) -> None:
        self.offsets = {EARLIEST_TIMESTAMP: start, LATEST_TIMESTAMP: end}
        self.error = error
        self.asked: list[tuple[Any, ...]] = []

    def request(self, message: Any, *, version: int | None = None, timeout_ms: int | None = None, patient: bool = True) -> Deferred[Any]:
        assert isinstance(message, ListOffsetsRequest) and not patient
        [topic] = message.topics
        [one] = topic.partitions
        self.asked.append(
            (message.replica_id, topic.name, one.partition_index, one.current_leader_epoch, one.timestamp, version, timeout_ms)
        )
        answer = ListOffsetsPartitionResponse(partition_index=3, error_code=self.error, offset=self.offsets[one.timestamp])
        return succeed(ListOffsetsResponse(topics=[ListOffsetsTopicResponse(name="t", partitions=[answer])]))

    def close(self) -> Deferred[None]:
        return succeed(None)


class LeaderOffsetsTests(SynchronousTestCase):
    """`LeaderOffsets.resumption`."""

    def resumption(self, leader: Leader | None, log_end: int) -> Deferred[Resumption]:
        offsets = LeaderOffsets(2, lambda: leader, 7, 1234)
        return Deferred.fromCoroutine(offsets.resumption(("t", 3), 5, lambda: log_end))

    def test_a_leader_that_ends_before_us(self) -> None:
        leader = Leader(0, 7)
        self.assertEqual(self.successResultOf(self.resumption(leader, 10)), Resumption(Step.CUT, 7))
        self.assertEqual(leader.asked, [(2, "t", 3, 5, LATEST_TIMESTAMP, 7, 1234)], "its start does not matter")

    def test_a_leader_that_starts_behind_us(self) -> None:
        leader = Leader(12, 20)
        self.assertEqual(self.successResultOf(self.resumption(leader, 10)), Resumption(Step.START_ANEW, 12))
        self.assertEqual([asked[4] for asked in leader.asked], [LATEST_TIMESTAMP, EARLIEST_TIMESTAMP])

    def test_refused(self) -> None:
        error = self.failureResultOf(self.resumption(Leader(0, 7, ErrorCode.FENCED_LEADER_EPOCH), 10), KlogError).value
        self.assertEqual(error.code, ErrorCode.FENCED_LEADER_EPOCH)

    def test_no_connection(self) -> None:
        self.assertEqual(self.failureResultOf(self.resumption(None, 10), KlogError).value.code, ErrorCode.NETWORK_EXCEPTION)
