"""DescribeProducers."""

from __future__ import annotations

from klog.broker.handlers.describe_producers import DescribeProducersHandler
from klog.errors import ErrorCode
from klog.wire.messages.describe_producers import DescribeProducersRequest, TopicRequest
from tests.broker.rig import START_S, DataPathTestCase, batch


class DescribeProducersTests(DataPathTestCase):
    """Producers of one partition."""

    def setUp(self) -> None:
        super().setUp()
        self.create("t", 2)
        self.handler = DescribeProducersHandler(self.partitions)

    def describe(self, topic: str, *indexes: int) -> list[tuple[int, int, str | None, list[tuple[int, ...]]]]:
        """Number, error, sentence and producers of each partition."""
        request = DescribeProducersRequest(topics=[TopicRequest(name=topic, partition_indexes=list(indexes))])
        [answer] = self.ask(self.handler, 0, request).topics
        self.assertEqual(answer.name, topic)
        return [
            (
                one.partition_index,
                one.error_code,
                one.error_message,
                [
                    (
                        state.producer_id,
                        state.producer_epoch,
                        state.last_sequence,
                        state.last_timestamp,
                        state.coordinator_epoch,
                        state.current_txn_start_offset,
                    )
                    for state in one.active_producers
                ],
            )
            for one in answer.partitions
        ]

    def test_producers(self) -> None:
        """Those that wrote idempotently."""
        self.put(b"nobody")
        self.produce(batch(b"a", b"b", producer_id=9, producer_epoch=4, base_sequence=0))
        self.produce(batch(b"c", producer_id=3, producer_epoch=0, base_sequence=7))
        now_ms = START_S * 1000
        self.assertEqual(
            self.describe("t", 1, 0),
            [(1, 0, None, []), (0, 0, None, [(3, 0, 7, now_ms, -1, -1), (9, 4, 1, now_ms, -1, -1)])],
        )

    def test_errors(self) -> None:
        """Unknown and impossible topics, unknown partitions."""
        for topic, index, code in (
            ("x", 0, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            ("t", 5, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
            ("no/name", 0, ErrorCode.INVALID_TOPIC_EXCEPTION),
            ("", 0, ErrorCode.INVALID_TOPIC_EXCEPTION),
        ):
            [(_, error, _, producers)] = self.describe(topic, index)
            self.assertEqual((error, producers), (code, []))

    def test_error_answer(self) -> None:
        """What the dispatcher answers with when all else fails."""
        request = DescribeProducersRequest(topics=[TopicRequest(name="t", partition_indexes=[1])])
        [topic] = self.handler.error_answer(0, request, ErrorCode.UNKNOWN_SERVER_ERROR, "why").topics
        self.assertEqual([(one.error_code, one.error_message) for one in topic.partitions], [(-1, "why")])
