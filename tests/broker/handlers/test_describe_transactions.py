"""DescribeTransactions."""

from __future__ import annotations

from klog.broker import repeated_mentions
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.describe_transactions import DescribeTransactionsRequest
from tests.broker.transactions.setting import Producer, TransactionTestCase


class DescribeTransactionsTests(TransactionTestCase):
    """One that is open, and some that cannot be told of."""

    def test_described(self) -> None:
        producer = Producer(self)
        producer.begin(timeout_ms=5000)
        for index in (1, 0):
            producer.produce(TopicPartition("t", index))
        start_ms = self.broker.now_ms()
        names = ["x", "", "unknown"]
        one, *others = self.ask(DescribeTransactionsRequest(transactional_ids=names), 0).transaction_states
        self.assertEqual((one.error_code, one.transaction_state, one.transaction_timeout_ms), (0, "Ongoing", 5000))
        self.assertEqual((one.producer_id, one.producer_epoch, one.transaction_start_time_ms), (producer.producer_id, 0, start_ms))
        self.assertEqual([(topic.topic, topic.partitions) for topic in one.topics], [("t", [0, 1])])
        codes = [ErrorCode.INVALID_REQUEST, ErrorCode.TRANSACTIONAL_ID_NOT_FOUND]
        self.assertEqual([(other.transactional_id, other.error_code) for other in others], list(zip(names[1:], codes, strict=True)))
        self.transactions.coordinator.shard("x").close()
        (one,) = self.ask(DescribeTransactionsRequest(transactional_ids=["x"]), 0).transaction_states
        self.assertEqual((one.error_code, one.transactional_id), (ErrorCode.NOT_COORDINATOR, "x"))

    def test_an_id_that_is_named_again(self) -> None:
        """It is told again, as Kafka does, but for so many of its partitions."""
        producer = Producer(self)
        producer.begin()
        for index in (1, 0):
            producer.produce(TopicPartition("t", index))
        self.patch(repeated_mentions, "MOST_REPEATED", 5)
        states = self.ask(DescribeTransactionsRequest(transactional_ids=["x"] * 4), 0).transaction_states
        self.assertEqual(
            [(state.transactional_id, state.error_code, len(state.topics)) for state in states],
            [("x", 0, 1)] * 3 + [("x", ErrorCode.INVALID_REQUEST, 0)],
        )
