"""What a source is asked about one log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.client.offsets import OffsetAt
from klog.errors import ErrorCode, KlogError
from klog.mirror import source_log
from klog.mirror.source_log import SourceLog
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.records.implementations import codec
from klog.replication.truncation import EpochEnd
from klog.wire.messages.fetch import FetchableTopicResponse, FetchRequest, FetchResponse, PartitionData
from klog.wire.messages.offset_for_leader_epoch import (
    EpochEndOffset,
    OffsetForLeaderEpochResponse,
    OffsetForLeaderTopicResult,
)


class _Ranges:
    def choose(self, message: object, at_most: int) -> int:
        return at_most


class _Routing:
    """Answers everything in one way."""

    def __init__(self, answer: object) -> None:
        self._answer = answer
        self.asked: list[Any] = []

    def versions(self, node_id: int) -> Deferred[_Ranges]:
        return succeed(_Ranges())

    def ask(self, node_id: int, request: object, *, version: int | None = None) -> Deferred[Any]:
        self.asked.append((request, version))
        return succeed(self._answer)


def _fetched(records: bytes | None, partition: int = 1, error: ErrorCode = ErrorCode.NONE) -> FetchResponse:
    data = PartitionData(partition_index=partition, error_code=error, high_watermark=9, records=records)
    return FetchResponse(responses=[FetchableTopicResponse(topic="web", partitions=[data])])


def _ended(partition: int = 1, error: ErrorCode = ErrorCode.NONE) -> OffsetForLeaderEpochResponse:
    one = EpochEndOffset(partition=partition, error_code=error, leader_epoch=3, end_offset=7)
    return OffsetForLeaderEpochResponse(topics=[OffsetForLeaderTopicResult(topic="web", partitions=[one])])


class SourceLogTests(SynchronousTestCase):
    """Questions, and answers that are none."""

    def log(self, answer: object) -> SourceLog:
        self.routing = _Routing(answer)
        return SourceLog(self.routing, 5, TopicPartition("web", 1))  # type: ignore[arg-type]

    def batch_at(self, answer: object) -> Any:
        return self.successResultOf(Deferred.fromCoroutine(self.log(answer).batch_at(4)))

    def refused(self, asked: Any) -> KlogError:
        return self.failureResultOf(Deferred.fromCoroutine(asked), KlogError).value  # type: ignore[no-any-return]

    def test_ends_that_cannot_be(self) -> None:
        """By which, of a topic that is taken over, another log would be seen in it."""
        for start, end in ((-1, -1), (5, 4)):
            places = {EARLIEST_TIMESTAMP: start, LATEST_TIMESTAMP: end}

            async def said(routing: object, wanted: Mapping[TopicPartition, int], places: Mapping[int, int] = places) -> Any:
                return {tp: OffsetAt(places[timestamp], -1, -1) for tp, timestamp in wanted.items()}

            self.patch(source_log, "list_offsets_once", said)
            error = self.refused(self.log(None).extent())
            self.assertIn(f"starts at {start} and ends at {end}", error.message)

    def test_a_batch(self) -> None:
        """The first of what comes, asked for by the topic's name."""
        first, second = (codec.build_batch([(1, None, value, ())]) for value in (b"one", b"two"))
        self.assertEqual(self.batch_at(_fetched(bytes(first) + bytes(second))).data[12:], bytes(4) + bytes(first)[16:])
        [(request, version)] = self.routing.asked
        self.assertIsInstance(request, FetchRequest)
        self.assertEqual((version, request.topics[0].topic, request.topics[0].partitions[0].fetch_offset), (12, "web", 4))

    def test_no_batch(self) -> None:
        self.assertIsNone(self.batch_at(_fetched(None)))
        self.assertIsNone(self.batch_at(_fetched(b"")))

    def test_an_epochs_end(self) -> None:
        self.assertEqual(self.successResultOf(Deferred.fromCoroutine(self.log(_ended()).end_of_epoch(3))), EpochEnd(3, 7))

    def test_answers_that_are_none(self) -> None:
        """Of another partition, an error, and bytes that are no batch."""
        for asked in (self.log(_fetched(None, partition=2)).batch_at(4), self.log(_ended(partition=2)).end_of_epoch(3)):
            self.assertIn("has not answered for this partition", self.refused(asked).message)
        error = ErrorCode.NOT_LEADER_OR_FOLLOWER
        for asked in (self.log(_fetched(None, error=error)).batch_at(4), self.log(_ended(error=error)).end_of_epoch(3)):
            self.assertEqual(self.refused(asked).code, error)
        self.assertEqual(self.refused(self.log(FetchResponse(error_code=error)).batch_at(4)).code, error)
        self.assertEqual(self.refused(self.log(_fetched(bytes(100))).batch_at(4)).code, ErrorCode.CORRUPT_MESSAGE)
