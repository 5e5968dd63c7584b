"""AddPartitionsToTxn: partitions become part of a transaction.

| key | 24 |
|---|---|
| versions | 0 to 5 |
| 0 to 3 | a producer asks, of one transaction, before it writes to partitions |
| 2 | PRODUCER_FENCED instead of INVALID_PRODUCER_EPOCH |
| 3 | flexible |
| 4 | leaders ask, of many; also only whether partitions are part of it (KIP-890) |
| 5 | TRANSACTION_ABORTABLE |

All partitions of a transaction are added, or none:

=================================================== ====================================================================
no such topic or partition; an internal one, or     UNKNOWN_TOPIC_OR_PARTITION, TOPIC_AUTHORIZATION_FAILED for these; for
one that the producer may not write to              all others OPERATION_NOT_ATTEMPTED
the producer may not use the transactional id       TRANSACTIONAL_ID_AUTHORIZATION_FAILED for all
an empty transactional id                           INVALID_REQUEST
who asks as leaders do, and is no broker, or may    CLUSTER_AUTHORIZATION_FAILED for the request
not act for the cluster                             (``klog.broker.inter_broker_guard``)
anything else                                       the coordinator's code, for all
=================================================== ====================================================================

What each state answers, ``klog.broker.transactions.decisions`` says. ``__consumer_offsets`` may be added by leaders (version 4 on) only.

Source: ``KafkaApis.handleAddPartitionsToTxnRequest``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.admin_answers import when_all
from klog.broker.handler import ConnectionInfo, RequestContext
from klog.broker.transactions.coordinator import TransactionCoordinator
from klog.broker.transactions.decisions import RAISES_EPOCH, as_known
from klog.broker.transactions.verification import Codes, ask_coordinator
from klog.cluster.interfaces import ICoordination
from klog.cluster.topic_names import is_internal
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.add_partitions_to_txn import (
    AddPartitionsToTxnPartitionResult,
    AddPartitionsToTxnRequest,
    AddPartitionsToTxnResponse,
    AddPartitionsToTxnResult,
    AddPartitionsToTxnTopic,
    AddPartitionsToTxnTopicResult,
    AddPartitionsToTxnTransaction,
)

_FENCED_VERSION = 2
_BROKERS_VERSION = 4


class AddPartitionsToTxnHandler:
    """Adds and verifies through `coordinator`.

    :param coordination: which topics there are.
    :param may_ask: whether a broker may have come by this connection.
    """

    request_type = AddPartitionsToTxnRequest
    versions = (0, 5)

    def __init__(
        self,
        coordinator: TransactionCoordinator,
        coordination: ICoordination,
        may_ask: Callable[[ConnectionInfo], bool] = lambda connection: True,
    ) -> None:
        self._may_ask = may_ask
        self._coordinator = coordinator
        self._coordination = coordination

    def handle(
        self, context: RequestContext, request: AddPartitionsToTxnRequest
    ) -> AddPartitionsToTxnResponse | Deferred[AddPartitionsToTxnResponse]:
        """A code for each partition of each transaction."""
        version = context.api_version
        waiting: list[Deferred[None]] = []
        if version < _BROKERS_VERSION:
            transaction = AddPartitionsToTxnTransaction(
                transactional_id=request.v3_and_below_transactional_id,
                producer_id=request.v3_and_below_producer_id,
                producer_epoch=request.v3_and_below_producer_epoch,
                topics=request.v3_and_below_topics,
            )
            context.require(AclOperation.WRITE, AclResourceType.TRANSACTIONAL_ID, transaction.transactional_id)
            topics = self._answer(context, transaction, waiting)
            return when_all(waiting, AddPartitionsToTxnResponse(results_by_topic_v3_and_below=topics))
        if not self._may_ask(context.connection):
            return self.error_answer(version, request, ErrorCode.CLUSTER_AUTHORIZATION_FAILED, None)
        context.require(AclOperation.CLUSTER_ACTION, AclResourceType.CLUSTER)
        results = [
            AddPartitionsToTxnResult(
                transactional_id=transaction.transactional_id, topic_results=self._answer(context, transaction, waiting)
            )
            for transaction in request.transactions
        ]
        return when_all(waiting, AddPartitionsToTxnResponse(results_by_transaction=results))

    def error_answer(
        self, version: int, request: AddPartitionsToTxnRequest, code: ErrorCode, sentence: str | None
    ) -> AddPartitionsToTxnResponse:
        """`code` for every partition; from version 4 on, for the request."""
        if version >= _BROKERS_VERSION:
            return AddPartitionsToTxnResponse(error_code=code)
        topics = _results(request.v3_and_below_topics)
        _fill(topics, dict.fromkeys(_partitions(request.v3_and_below_topics), code), version)
        return AddPartitionsToTxnResponse(results_by_topic_v3_and_below=topics)

    def _answer(
        self, context: RequestContext, transaction: AddPartitionsToTxnTransaction, waiting: list[Deferred[None]]
    ) -> list[AddPartitionsToTxnTopicResult]:
        """The answer to one, filled in now or when what is put into `waiting` fires."""
        version = context.api_version
        results = _results(transaction.topics)
        partitions = _partitions(transaction.topics)
        codes = self._codes(context, transaction, partitions)
        if isinstance(codes, Deferred):
            waiting.append(codes.addCallback(lambda found: _fill(results, found, version)))
        else:
            _fill(results, codes, version)
        return results

    def _codes(
        self, context: RequestContext, transaction: AddPartitionsToTxnTransaction, partitions: Sequence[TopicPartition]
    ) -> Codes | Deferred[Codes]:
        version = context.api_version
        refused = self._refused(context, partitions)
        if refused:
            return {one: refused.get(one, ErrorCode.OPERATION_NOT_ATTEMPTED) for one in partitions}
        transactional_id = transaction.transactional_id
        if not transactional_id:
            return dict.fromkeys(partitions, ErrorCode.INVALID_REQUEST)
        adds = None if transaction.verify_only else RAISES_EPOCH if version >= _BROKERS_VERSION else 0
        return ask_coordinator(
            self._coordinator, transactional_id, transaction.producer_id, transaction.producer_epoch, partitions, adds=adds
        )

    def _refused(self, context: RequestContext, partitions: Sequence[TopicPartition]) -> dict[TopicPartition, ErrorCode]:
        """Partitions that cannot be part of a transaction, or not of this client's: what leaders ask for they have looked at."""
        is_client = context.api_version < _BROKERS_VERSION
        topics = self._coordination.topics()
        refused = {}
        for one in partitions:
            topic = topics.get(one.topic)
            if is_client and (is_internal(one.topic) or not context.may(AclOperation.WRITE, AclResourceType.TOPIC, one.topic)):
                refused[one] = ErrorCode.TOPIC_AUTHORIZATION_FAILED
            elif topic is None or not 0 <= one.partition < len(topic.partitions):
                refused[one] = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        return refused


def _partitions(topics: Sequence[AddPartitionsToTxnTopic]) -> list[TopicPartition]:
    return [TopicPartition(topic.name, index) for topic in topics for index in topic.partitions]


def _results(topics: Sequence[AddPartitionsToTxnTopic]) -> list[AddPartitionsToTxnTopicResult]:
    return [
        AddPartitionsToTxnTopicResult(
            name=topic.name, results_by_partition=[AddPartitionsToTxnPartitionResult(partition_index=index) for index in topic.partitions]
        )
        for topic in topics
    ]


def _fill(results: Sequence[AddPartitionsToTxnTopicResult], codes: Codes, version: int) -> None:
    for topic in results:
        for result in topic.results_by_partition:
            code = codes[TopicPartition(topic.name, result.partition_index)]
            result.partition_error_code = as_known(code, knows_fenced=version >= _FENCED_VERSION)
