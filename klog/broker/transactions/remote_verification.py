"""What this broker, as leader of partitions, asks coordinators on other brokers: AddPartitionsToTxn, with many transactions in each request
(KIP-890; ``AddPartitionsToTxnManager``).

One request holds each transactional id once, as its answer is by that: what several requests of one producer ask in the same epoch is
joined; what it asks in another epoch, or otherwise, waits for the next request.

========================================================== ==========================================================================
what comes                                                 what it means here, before ``verification.told`` tells it to clients
========================================================== ==========================================================================
no answer                                                  NETWORK_EXCEPTION
CLUSTER_AUTHORIZATION_FAILED for the request               INVALID_TXN_STATE: to clients the other would speak of themselves
another error for the request                              that, for every partition
a broker that cannot be asked (Kafka before 3.6)           NONE, where it was only asked whether the client has added the partition
a partition that the answer leaves out                     NETWORK_EXCEPTION
========================================================== ==========================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred

from klog.broker.transactions.broker_queues import BrokerQueues, Peers
from klog.broker.transactions.transaction import by_topic
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.add_partitions_to_txn import (
    AddPartitionsToTxnRequest,
    AddPartitionsToTxnResponse,
    AddPartitionsToTxnTopic,
    AddPartitionsToTxnTransaction,
)

#: Transactions in one request.
MOST_TRANSACTIONS = 1_000


class VerificationQuestion(NamedTuple):
    """Partitions of one transaction; `adds`: they are to become part of it, else it is asked whether they are."""

    transactional_id: str
    producer_id: int
    epoch: int
    adds: bool
    partitions: frozenset[TopicPartition]


VerifiedCodes = dict[TopicPartition, ErrorCode]


class VerificationBatching:
    """AddPartitionsToTxn. Implements `klog.broker.transactions.broker_queues.Batching`."""

    #: From this version on brokers may ask.
    at_least = 4

    def make(self, questions: Sequence[VerificationQuestion]) -> tuple[AddPartitionsToTxnRequest, int]:
        """A request with as many of the questions as fit, each transactional id once; and how many it takes."""
        asked: dict[str, tuple[VerificationQuestion, set[TopicPartition]]] = {}
        count = 0
        for question in questions:
            known = asked.get(question.transactional_id)
            if known is None and len(asked) >= MOST_TRANSACTIONS:
                break
            if known is not None and known[0][:4] != question[:4]:
                break
            asked.setdefault(question.transactional_id, (question, set()))[1].update(question.partitions)
            count += 1
        return AddPartitionsToTxnRequest(transactions=[_encoded(question, wanted) for question, wanted in asked.values()]), count

    def read(self, response: Any, questions: Sequence[VerificationQuestion]) -> list[VerifiedCodes]:
        """See the module."""
        answer: AddPartitionsToTxnResponse = response
        if answer.error_code:
            code = ErrorCode(answer.error_code)
            if code is ErrorCode.CLUSTER_AUTHORIZATION_FAILED:
                code = ErrorCode.INVALID_TXN_STATE
            return [dict.fromkeys(question.partitions, code) for question in questions]
        codes: dict[tuple[str, TopicPartition], ErrorCode] = {}
        for result in answer.results_by_transaction:
            for topic in result.topic_results:
                for one in topic.results_by_partition:
                    at = TopicPartition(topic.name, one.partition_index)
                    codes[result.transactional_id, at] = ErrorCode(one.partition_error_code)
        nothing = ErrorCode.NETWORK_EXCEPTION
        return [{at: codes.get((question.transactional_id, at), nothing) for at in question.partitions} for question in questions]

    def failed(self, question: VerificationQuestion, code: ErrorCode) -> VerifiedCodes:
        """See the module."""
        if code is ErrorCode.UNSUPPORTED_VERSION:
            code = ErrorCode.INVALID_TXN_STATE if question.adds else ErrorCode.NONE
        else:
            code = ErrorCode.NETWORK_EXCEPTION
        return dict.fromkeys(question.partitions, code)


def _encoded(question: VerificationQuestion, partitions: set[TopicPartition]) -> AddPartitionsToTxnTransaction:
    return AddPartitionsToTxnTransaction(
        transactional_id=question.transactional_id,
        producer_id=question.producer_id,
        producer_epoch=question.epoch,
        verify_only=not question.adds,
        topics=[AddPartitionsToTxnTopic(name=one.topic, partitions=one.partition_ids) for one in by_topic(partitions)],
    )


class VerificationQueues:
    """Asks coordinators on other brokers."""

    def __init__(self, peers: Peers) -> None:
        batching = VerificationBatching()
        self._queues: BrokerQueues[VerificationQuestion, VerifiedCodes] = BrokerQueues(peers, batching, "verification of transactions")

    def __len__(self) -> int:
        """Questions that are on their way."""
        return len(self._queues)

    def ask(self, broker_id: int, question: VerificationQuestion) -> Deferred[VerifiedCodes]:
        """What the coordinator there says of each partition. Never fails, unless it is cancelled."""
        return self._queues.ask(broker_id, question)

    def close(self) -> None:
        """Ask no more."""
        self._queues.close()
