"""DescribeTransactions: the state of transactional ids, asked of their coordinator (KIP-664).

| key | 65 |
|---|---|
| versions | 0 |

=========================== =============================================================
it may not be described     TRANSACTIONAL_ID_AUTHORIZATION_FAILED
an empty id                 INVALID_REQUEST
nobody has used it          TRANSACTIONAL_ID_NOT_FOUND
coordinated elsewhere       NOT_COORDINATOR; while it loads COORDINATOR_LOAD_IN_PROGRESS
=========================== =============================================================

Topics that the client may not describe are left out. An id that is named again: `klog.broker.repeated_mentions`.
"""

from __future__ import annotations

from functools import partial

from klog.acls import AclOperation, AclResourceType
from klog.broker.handler import RequestContext
from klog.broker.repeated_mentions import RepeatedMentions
from klog.broker.transactions.coordinator import TransactionCoordinator
from klog.broker.transactions.states import NAMES
from klog.broker.transactions.transaction import by_topic
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.describe_transactions import (
    DescribeTransactionsRequest,
    DescribeTransactionsResponse,
    TopicData,
    TransactionState,
)


class DescribeTransactionsHandler:
    """Describes what `coordinator` keeps."""

    request_type = DescribeTransactionsRequest
    versions = (0, 0)

    def __init__(self, coordinator: TransactionCoordinator) -> None:
        self._coordinator = coordinator

    def handle(self, context: RequestContext, request: DescribeTransactionsRequest) -> DescribeTransactionsResponse:
        """One answer for each id."""
        mentions = RepeatedMentions[TransactionState](lambda state: sum(len(topic.partitions) for topic in state.topics))
        states = []
        for name in request.transactional_ids:
            state = mentions.again(name, partial(TransactionState, error_code=ErrorCode.INVALID_REQUEST, transactional_id=name))
            states.append(state or mentions.first(name, self._describe(context, name)))
        return DescribeTransactionsResponse(transaction_states=states)

    def error_answer(
        self, version: int, request: DescribeTransactionsRequest, code: ErrorCode, sentence: str | None
    ) -> DescribeTransactionsResponse:
        """`code` for every id."""
        return DescribeTransactionsResponse(
            transaction_states=[TransactionState(error_code=code, transactional_id=name) for name in request.transactional_ids]
        )

    def _describe(self, context: RequestContext, transactional_id: str) -> TransactionState:
        if not context.may(AclOperation.DESCRIBE, AclResourceType.TRANSACTIONAL_ID, transactional_id):
            return TransactionState(error_code=ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, transactional_id=transactional_id)
        if not transactional_id:
            return TransactionState(error_code=ErrorCode.INVALID_REQUEST, transactional_id=transactional_id)
        try:
            known = self._coordinator.describe(transactional_id)
        except KlogError as error:
            return TransactionState(error_code=error.code, transactional_id=transactional_id)
        return TransactionState(
            transactional_id=transactional_id,
            transaction_state=NAMES[known.state],
            transaction_timeout_ms=known.timeout_ms,
            transaction_start_time_ms=known.start_ms,
            producer_id=known.producer_id,
            producer_epoch=known.epoch,
            topics=[
                TopicData(topic=topic.topic, partitions=topic.partition_ids)
                for topic in by_topic(known.partitions)
                if context.would(AclOperation.DESCRIBE, AclResourceType.TOPIC, topic.topic)
            ],
        )
