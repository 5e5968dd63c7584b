"""DeleteRecords."""

from __future__ import annotations

from klog.broker.handlers.delete_records import DeleteRecordsHandler
from klog.errors import ErrorCode
from klog.wire.messages.delete_records import DeleteRecordsPartition, DeleteRecordsRequest, DeleteRecordsTopic
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
