"""DeleteRecords."""

from __future__ import annotations

from typing import Any

from klog.broker.handlers.delete_records import DeleteRecordsHandler
from klog.errors import ErrorCode
from klog.wire.messages.delete_records import DeleteRecordsPartition, DeleteRecordsRequest, DeleteRecordsTopic
from tests.broker.replicas.controlled_rig import ControlledCase
from tests.broker.rig import DataPathTestCase


class DeleteRecordsTests(DataPathTestCase):
    """A log of three records."""

    def setUp(self) -> None:
        super().setUp()
        self.create("t", 1)
        self.handler = DeleteRecordsHandler(self.partitions)
        for value in (b"a", b"b", b"c"):
            self.put(value)

    def remove(self, offset: int, topic: str = "t", index: int = 0, version: int = 2) -> tuple[int, int]:
        """Error and low watermark."""
        one = DeleteRecordsPartition(partition_index=index, offset=offset)
        request = DeleteRecordsRequest(topics=[DeleteRecordsTopic(name=topic, partitions=[one])], timeout_ms=1000)
        [answer] = self.ask(self.handler, version, request).topics[0].partitions
        self.assertEqual(answer.partition_index, index)
        return answer.error_code, answer.low_watermark

    def test_up(self) -> None:
        """And never down."""
        self.assertEqual([self.remove(offset, version=version) for version, offset in ((0, 1), (1, 2), (2, 0))], [(0, 1), (0, 2), (0, 2)])
        self.assertEqual(self.partition().log.start_offset, 2)

    def test_topic_without_partitions(self) -> None:
        """Is not in the answer, as in Kafka's."""
        request = DeleteRecordsRequest(topics=[DeleteRecordsTopic(name="t", partitions=[])], timeout_ms=1000)
        self.assertEqual(self.ask(self.handler, 2, request).topics, [])

    def test_all(self) -> None:
        """-1 is the high watermark."""
        self.assertEqual(self.remove(-1), (0, 3))

    def test_errors(self) -> None:
        """Out of range, unknown, internal, compacted."""
        self.create("__consumer_offsets", 1)
        self.create("c", 1, cleanup_policy="compact")
        self.create("both", 1, cleanup_policy="compact,delete")
        for offset, topic, index, code in (
            (4, "t", 0, ErrorCode.OFFSET_OUT_OF_RANGE),
            (-2, "t", 0, ErrorCode.OFFSET_OUT_OF_RANGE),
            (0, "t", 1, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            (0, "x", 0, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            (0, "__consumer_offsets", 0, ErrorCode.INVALID_TOPIC_EXCEPTION),
            (0, "c", 0, ErrorCode.POLICY_VIOLATION),
        ):
            self.assertEqual(self.remove(offset, topic, index), (code, -1))
        self.assertEqual(self.remove(0, "both"), (0, 0))

    def test_not_flushed(self) -> None:
        """Under the flush rule what is not exposed cannot be deleted."""
        self.create("f", 1, flush_messages="1000")
        self.thread.slow = True
        self.put(b"a", topic="f")
        self.assertEqual((self.remove(1, "f"), self.remove(-1, "f")), ((ErrorCode.OFFSET_OUT_OF_RANGE, -1), (0, 0)))

    def test_named_twice(self) -> None:
        """The last mention counts."""
        request = DeleteRecordsRequest(
            topics=[DeleteRecordsTopic(name="t", partitions=[DeleteRecordsPartition(offset=offset)]) for offset in (3, 1)]
        )
        [topic] = self.ask(self.handler, 2, request).topics
        self.assertEqual([(one.error_code, one.low_watermark) for one in topic.partitions], [(0, 1)])

    def test_error_answer(self) -> None:
        """What the dispatcher answers with when all else fails."""
        request = DeleteRecordsRequest(topics=[DeleteRecordsTopic(name="t", partitions=[DeleteRecordsPartition()])])
        [topic] = self.handler.error_answer(2, request, ErrorCode.UNKNOWN_SERVER_ERROR, None).topics
        self.assertEqual([(one.error_code, one.low_watermark) for one in topic.partitions], [(-1, -1)])


class ReplicatedTests(ControlledCase):
    """Broker 1 leads a log of three records, of which 2 and 3 have copies."""

    def setUp(self) -> None:
        super().setUp()
        self.handler = DeleteRecordsHandler(self.partitions)
        self.lead()
        for value in (b"a", b"b", b"c"):
            self.put(value)
        for replica in (2, 3):
            self.follow(replica, 3)

    def remove(self, offset: int) -> Any:
        """Fires with error and low watermark."""
        one = DeleteRecordsPartition(partition_index=0, offset=offset)
        result = self.ask(self.handler, 2, DeleteRecordsRequest(topics=[DeleteRecordsTopic(name="t", partitions=[one])], timeout_ms=1000))
        self.assertEqual(self.partition().start_offset, offset if offset >= 0 else self.partition().high_watermark)
        return result.addCallback(lambda answer: [(one.error_code, one.low_watermark) for one in answer.topics[0].partitions])

    def test_all_replicas(self) -> None:
        """The answer comes when all of them have taken the new start."""
        removed = self.remove(2)
        self.follow(2, 3, start=2)
        self.assertNoResult(removed)
        self.follow(3, 3, start=1)
        self.assertNoResult(removed)
        self.follow(3, 3, start=2)
        self.assertEqual(self.successResultOf(removed), [(0, 2)])

    def test_later_answers_name_the_low_watermark(self) -> None:
        """It is not the leader's log start."""
        for replica in (2, 3):
            self.follow(replica, 3, start=1)
        self.lead(1)
        removed = self.remove(3)
        self.follow(2, 3, start=3, epoch=1)
        self.follow(3, 3, start=3, epoch=1)
        self.assertEqual(self.successResultOf(removed), [(0, 3)])
        removed = self.ask(
            self.handler, 2, DeleteRecordsRequest(topics=[DeleteRecordsTopic(name="t", partitions=[DeleteRecordsPartition(offset=1)])])
        )
        self.assertEqual(removed.topics[0].partitions[0].low_watermark, 3)

    def test_no_time(self) -> None:
        """What the leader has deleted stays deleted."""
        removed = self.remove(2)
        self.follow(2, 3, start=2)
        self.clock.advance(1.01)
        self.assertEqual(self.successResultOf(removed), [(ErrorCode.REQUEST_TIMED_OUT, 0)])

    def test_dead_replicas(self) -> None:
        """Are not waited for: of whom the controller says that it is gone."""
        self.coordination.live = self.coordination.live[:2]
        removed = self.remove(2)
        self.follow(2, 3, start=2)
        self.assertEqual(self.successResultOf(removed), [(0, 2)])

    def test_dies_meanwhile(self) -> None:
        """Who dies while it is waited for takes nobody's time: the next look finds it."""
        removed = self.remove(2)
        self.follow(2, 3, start=2)
        self.coordination.live = self.coordination.live[:2]
        self.partition().look_for_stragglers()
        self.assertEqual(self.successResultOf(removed), [(0, 2)])

    def test_goes_on_in_a_new_epoch(self) -> None:
        """Of the same leader."""
        removed = self.remove(2)
        self.lead(1)
        self.follow(2, 3, start=2, epoch=1)
        self.assertNoResult(removed)
        self.follow(3, 3, start=2, epoch=1)
        self.assertEqual(self.successResultOf(removed), [(0, 2)])

    def test_leads_no_more(self) -> None:
        """Who deletes is told to ask the other one."""
        removed = self.remove(2)
        self.say(self.told(2, 1))
        self.assertEqual(self.successResultOf(removed), [(ErrorCode.NOT_LEADER_OR_FOLLOWER, -1)])

    def test_given_up(self) -> None:
        """The connection is gone."""
        removed = self.remove(2)
        removed.addErrback(lambda failure: None)
        removed.cancel()
        self.assertEqual(len(self.partitions.produces), 0)
