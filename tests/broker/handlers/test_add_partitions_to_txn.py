"""AddPartitionsToTxn."""

from __future__ import annotations

from klog.broker.handler import ConnectionInfo, RequestContext
from klog.broker.handlers.add_partitions_to_txn import AddPartitionsToTxnHandler
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.add_partitions_to_txn import (
    AddPartitionsToTxnRequest,
    AddPartitionsToTxnResponse,
    AddPartitionsToTxnTopic,
    AddPartitionsToTxnTransaction,
)
from tests.broker.transactions.setting import Producer, TransactionTestCase

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


class AddPartitionsToTxnTests(TransactionTestCase):
    """Producers ask, and leaders."""

    def test_versions(self) -> None:
        """A fenced producer is told so from version 2 on."""
        producer = Producer(self)
        producer.begin()
        for version in range(4):
            self.assertEqual(producer.add(T0, version=version), [ErrorCode.NONE])
        producer.epoch -= 1
        codes = [producer.add(T0, version=version)[0] for version in range(4)]
        self.assertEqual(codes, [ErrorCode.INVALID_PRODUCER_EPOCH] * 2 + [ErrorCode.PRODUCER_FENCED] * 2)

    def test_all_or_none(self) -> None:
        producer = Producer(self)
        producer.begin()
        other, internal = TopicPartition("none", 0), TopicPartition("__consumer_offsets", 0)
        self.assertEqual(
            producer.add(T0, other, TopicPartition("t", 5), internal),
            [
                ErrorCode.OPERATION_NOT_ATTEMPTED,
                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                ErrorCode.TOPIC_AUTHORIZATION_FAILED,
            ],
        )
        self.assertEqual(self.known().state.name, "EMPTY")
        nobody = Producer(self, "")
        self.assertEqual(nobody.add(T0), [ErrorCode.INVALID_REQUEST])

    def leaders_ask(self, version: int, *transactions: AddPartitionsToTxnTransaction) -> list[list[int]]:
        """The codes of each."""
        answer = self.ask(AddPartitionsToTxnRequest(transactions=list(transactions)), version)
        self.assertEqual(answer.error_code, 0)
        return [
            [one.partition_error_code for topic in result.topic_results for one in topic.results_by_partition]
            for result in answer.results_by_transaction
        ]

    def test_leaders(self) -> None:
        """Of many transactions; one that is only verified is not begun."""
        first, second = Producer(self, "a"), Producer(self, "b")
        asked = []
        for producer, verify_only in ((first, False), (second, True)):
            producer.begin()
            topics = [
                AddPartitionsToTxnTopic(name="t", partitions=[0, 1]),
                AddPartitionsToTxnTopic(name="__consumer_offsets", partitions=[0]),
            ]
            asked.append(
                AddPartitionsToTxnTransaction(
                    transactional_id=producer.transactional_id,
                    producer_id=producer.producer_id,
                    producer_epoch=producer.epoch,
                    verify_only=verify_only,
                    topics=topics,
                )
            )
        for version in (4, 5):
            self.assertEqual(self.leaders_ask(version, *asked), [[0, 0, 0], [ErrorCode.TRANSACTION_ABORTABLE] * 3])
        self.assertEqual((len(self.known("a").partitions), self.known("b").state.name), (3, "EMPTY"))
        self.refuse_who_asks_as_leader(asked)
        self.transactions.coordinator.shard("a").close()
        self.assertEqual(self.leaders_ask(4, asked[0]), [[ErrorCode.NOT_COORDINATOR] * 3])

    def refuse_who_asks_as_leader(self, asked: list[AddPartitionsToTxnTransaction]) -> None:
        """Whoever is no broker changes nobody's transaction by what leaders ask; producers ask on."""
        coordination = self.broker.broker.coordination
        assert coordination is not None
        handler = AddPartitionsToTxnHandler(self.transactions.coordinator, coordination, lambda connection: False)
        for version in (3, 4, 5):
            context = RequestContext(24, version, 1, "c", ConnectionInfo("CLIENTS", "h", 1, "p", 2))
            answer = handler.handle(context, AddPartitionsToTxnRequest(transactions=asked))
            assert isinstance(answer, AddPartitionsToTxnResponse)
            self.assertEqual(answer.error_code, 0 if version == 3 else ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
            self.assertEqual(answer.results_by_transaction, [])
