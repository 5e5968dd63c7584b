"""Positions under new leaders: kept, truncated, or never to be known."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.client.fetching.fetcher import Fetcher
from klog.client.fetching.subscriptions import LogTruncated, Position
from klog.errors import ErrorCode, KlogError
from klog.model import LATEST_TIMESTAMP
from klog.net.api_ranges import ApiRanges
from klog.wire.messages.list_offsets import ListOffsetsRequest
from klog.wire.messages.offset_for_leader_epoch import (
    EpochEndOffset,
    OffsetForLeaderEpochRequest,
    OffsetForLeaderEpochResponse,
    OffsetForLeaderTopicResult,
)
from tests.client.fetching.fetch_world import FetchWorld, T


class PositionsTests(SynchronousTestCase):
    """One partition, whose leader changes."""

    def setUp(self) -> None:
        """Two epochs' records, all read, then another leader."""
        self.world = FetchWorld()
        (self.log,) = self.world.topic("t", 1)
        self.log.put([b"0"] * 5, epoch=0)
        self.log.put([b"0"] * 5, epoch=0)

    def reading(self, **options: Any) -> Fetcher:
        fetcher = self.world.fetcher(**options)
        fetcher.buffer.assign({T: 0})
        self.assertEqual(len(self.world.read(fetcher, 10)), 10)
        self.assertEqual(fetcher.buffer.positions(), {T: Position(10, 0)})
        self.addCleanup(lambda: self.world.until(fetcher.routing.stop()))
        self.addCleanup(fetcher.stop)
        return fetcher

    def answer(self, **fields: Any) -> None:
        """Whatever is asked."""
        answer = OffsetForLeaderEpochResponse(topics=[OffsetForLeaderTopicResult(topic="t", partitions=[EpochEndOffset(**fields)])])
        self.world.handlers[OffsetForLeaderEpochRequest] = lambda server, request: answer

    def test_nothing_was_lost(self) -> None:
        fetcher = self.reading()
        self.world.lead(T, 2, 3)
        self.log.put([b"3"], epoch=3)
        self.assertEqual(self.world.read(fetcher, 1), [b"3"])
        asked = [message for _, message in self.world.asked if isinstance(message, OffsetForLeaderEpochRequest)]
        partitions = [(p.leader_epoch, p.current_leader_epoch) for message in asked for topic in message.topics for p in topic.partitions]
        self.assertEqual(partitions, [(0, 3)])

    def truncate(self) -> None:
        self.log.truncate(5)
        self.world.lead(T, 2, 3)
        for number in range(10):
            self.log.put([b"%d" % number], epoch=3)

    def test_truncation_goes_back_to_where_the_logs_part(self) -> None:
        fetcher = self.reading(auto_offset_reset="earliest")
        changes = []
        fetcher.buffer.on_reset = lambda tp, position: changes.append((tp, position))
        self.truncate()
        self.assertEqual(self.world.read(fetcher, 10), [b"%d" % number for number in range(10)])
        self.assertEqual(changes, [(T, Position(5, 0))])

    def test_truncation_is_an_error_without_a_policy(self) -> None:
        fetcher = self.reading(auto_offset_reset="error")
        self.truncate()
        with self.assertRaises(LogTruncated) as caught:
            self.world.read(fetcher, 1)
        self.assertEqual((caught.exception.position, caught.exception.diverging), (Position(10, 0), Position(5, 0)))
        fetcher.buffer.seek(T, 14)
        self.assertEqual(self.world.read(fetcher, 1), [b"9"])

    def test_a_leader_that_cannot_tell(self) -> None:
        for policy in ("error", "earliest"):
            self.world.lead(T, 1, 0)
            fetcher = self.reading(auto_offset_reset=policy)
            self.answer(partition=0, leader_epoch=-1, end_offset=-1)
            self.world.lead(T, 2, 3)
            if policy == "error":
                with self.assertRaises(LogTruncated) as caught:
                    self.world.read(fetcher, 1)
                self.assertEqual(caught.exception.diverging, None)
            else:
                self.assertEqual(len(self.world.read(fetcher, 10)), 10)

    def test_it_asks_again_while_the_leader_is_unsure(self) -> None:
        fetcher = self.reading()
        real = self.world.handlers[OffsetForLeaderEpochRequest]
        self.answer(partition=0, error_code=ErrorCode.UNKNOWN_LEADER_EPOCH)
        self.world.lead(T, 2, 3)
        self.log.put([b"3"], epoch=3)
        self.world.advance(3)
        self.assertEqual(fetcher.buffer.take(), [])
        self.world.handlers[OffsetForLeaderEpochRequest] = real
        self.assertEqual(self.world.read(fetcher, 1), [b"3"])

    def test_it_may_not_ask(self) -> None:
        fetcher = self.reading()
        self.answer(partition=0, error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        self.world.lead(T, 2, 3)
        with self.assertRaises(KlogError):
            self.world.read(fetcher, 1)

    def test_brokers_without_the_question(self) -> None:
        fetcher = self.reading()
        ranges = {key: found for key, found in self.world.ranges.ranges.items() if key != 23}
        self.world.ranges = ApiRanges("old:1", ranges)
        self.world.lead(T, 2, 3)
        self.log.put([b"3"], epoch=3)
        self.assertEqual(self.world.read(fetcher, 1), [b"3"])

    def test_an_answer_without_our_partition(self) -> None:
        fetcher = self.reading()
        self.world.handlers[OffsetForLeaderEpochRequest] = lambda server, request: OffsetForLeaderEpochResponse(topics=[])
        self.world.lead(T, 2, 3)
        self.world.advance(2)
        self.assertEqual(fetcher.buffer.take(), [])

    def test_committed_positions_are_checked_before_anything_is_read(self) -> None:
        self.log.truncate(5)
        self.world.lead(T, 1, 3)
        self.log.put([b"3"] * 9, epoch=3)
        fetcher = self.reading_from(Position(9, 0))
        self.assertEqual(self.world.read(fetcher, 9), [b"3"] * 9)

    def reading_from(self, position: Position) -> Fetcher:
        fetcher = self.world.fetcher(auto_offset_reset="latest")
        fetcher.buffer.assign({T: position})
        self.addCleanup(lambda: self.world.until(fetcher.routing.stop()))
        self.addCleanup(fetcher.stop)
        return fetcher

    def test_looking_up_fails_and_is_tried_again(self) -> None:
        fetcher = self.reading()
        self.world.errors[T] = ErrorCode.LEADER_NOT_AVAILABLE
        fetcher.buffer.seek(T, LATEST_TIMESTAMP)
        self.world.advance(2)
        asked = self.world.count(ListOffsetsRequest)
        self.assertTrue(2 < asked < 15, asked)
        del self.world.errors[T]
        self.assertEqual(self.world.until(fetcher.buffer.positioned(T)), 10)
        self.world.errors[T] = ErrorCode.TOPIC_AUTHORIZATION_FAILED
        fetcher.buffer.seek(T, LATEST_TIMESTAMP)
        with self.assertRaises(KlogError):
            self.world.until(fetcher.buffer.positioned(T))

    def test_seeking_while_it_looks_up(self) -> None:
        fetcher = self.reading()
        fetcher.buffer.seek(T, LATEST_TIMESTAMP)
        self.world.clock.advance(0)
        fetcher.buffer.seek(T, 3)
        self.world.advance(1)
        self.assertEqual((fetcher.buffer.position(T), len(self.world.read(fetcher, 7))), (3, 7))

    def test_what_is_held_under_the_old_leader_is_dropped(self) -> None:
        fetcher = self.reading(auto_offset_reset="earliest")
        self.log.put([b"lost"] * 5, epoch=0)
        self.world.advance(0.2)
        self.assertGreater(fetcher.buffer.held_bytes, 0)
        self.log.truncate(10)
        self.world.lead(T, 2, 3)
        self.log.put([b"new"], epoch=3)
        self.world.until(fetcher.routing.refresh())
        self.assertEqual(self.world.read(fetcher, 1), [b"new"])
