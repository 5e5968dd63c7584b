"""DescribeProducers."""

from __future__ import annotations

from twisted.internet.task import Clock

from klog.broker.handlers.describe_producers import DescribeProducersHandler
from klog.broker.long_answers import MOST_AT_ONCE, LongAnswers
from klog.broker.steps import Steps
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

    def test_a_partition_that_is_named_again(self) -> None:
        """It is answered again, as Kafka does; but a few bytes for each mention do not become thousands."""
        for producer_id in range(100):
            self.produce(batch(b"a", producer_id=producer_id, producer_epoch=0, base_sequence=0))
        request = DescribeProducersRequest(
            topics=[TopicRequest(name="t", partition_indexes=[0, 1, *[0] * 15]), TopicRequest(name="t", partition_indexes=[0, 1])]
        )
        first, second = self.ask(self.handler, 0, request).topics
        self.assertEqual([len(one.active_producers) for one in first.partitions], [100, 0, *[100] * 10, *[0] * 5])
        codes = [(one.partition_index, one.error_code) for one in first.partitions]
        self.assertEqual(codes, [(0, 0), (1, 0), *[(0, 0)] * 10, *[(0, ErrorCode.INVALID_REQUEST)] * 5])
        self.assertEqual([(one.partition_index, one.error_code) for one in second.partitions], [(0, ErrorCode.INVALID_REQUEST), (1, 0)])

    def test_many_are_told_of_in_steps(self) -> None:
        """Others are served in between."""
        for producer_id in range(MOST_AT_ONCE):
            self.produce(batch(b"a", producer_id=producer_id, producer_epoch=0, base_sequence=0))
        turns = Clock()
        self.handler = DescribeProducersHandler(self.partitions, LongAnswers(Steps(turns, lambda: 0.0).run))
        request = DescribeProducersRequest(topics=[TopicRequest(name="t", partition_indexes=[0, 1])])
        waiting = self.ask(self.handler, 0, request)
        self.assertNoResult(waiting)
        turns.pump([0.0] * 20)
        [topic] = self.successResultOf(waiting).topics
        self.assertEqual([len(one.active_producers) for one in topic.partitions], [MOST_AT_ONCE, 0])
        self.assertEqual(self.describe("t", 1), [(1, 0, None, [])])

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
