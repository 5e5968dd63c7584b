"""AddOffsetsToTxn: a group's offsets become part of a transaction, before TxnOffsetCommit sends them to the group's coordinator.

| key | 25 |
|---|---|
| versions | 0 to 4 |
| 2 | PRODUCER_FENCED instead of INVALID_PRODUCER_EPOCH |
| 3 | flexible |

What is added is the group's partition of ``__consumer_offsets``, which is made where nobody has asked for a group's coordinator yet: Java's
producer asks here before it looks for that. An empty transactional id: INVALID_REQUEST.
"""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.coordinators.runtime import partition_of
from klog.broker.handler import RequestContext
from klog.broker.handlers.find_coordinator import Coordinated
from klog.broker.transactions.coordinator import TransactionCoordinator
from klog.broker.transactions.decisions import Answer, as_known
from klog.cluster.topic_names import CONSUMER_OFFSETS
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.add_offsets_to_txn import AddOffsetsToTxnRequest, AddOffsetsToTxnResponse

_FENCED_VERSION = 2


class AddOffsetsToTxnHandler:
    """Adds through `coordinator`.

    :param groups: what ``__consumer_offsets`` keeps.
    """

    request_type = AddOffsetsToTxnRequest
    versions = (0, 4)

    def __init__(self, coordinator: TransactionCoordinator, groups: Coordinated) -> None:
        self._coordinator = coordinator
        self._groups = groups

    def handle(
        self, context: RequestContext, request: AddOffsetsToTxnRequest
    ) -> AddOffsetsToTxnResponse | Deferred[AddOffsetsToTxnResponse]:
        """Decide, and have it done. Raises KlogError where the client may not use the transactional id, or read as the group."""
        _check_rights(context, request)
        if not request.transactional_id:
            return AddOffsetsToTxnResponse(error_code=ErrorCode.INVALID_REQUEST)
        if not self._groups.topic.exists:
            return self._groups.topic.make().addCallback(lambda _: self._made(context, request))
        return self._add(context, request)

    def _made(self, context: RequestContext, request: AddOffsetsToTxnRequest) -> Any:
        """The topic is there; what the client may has not stood still."""
        _check_rights(context, request)
        return self._add(context, request)

    def _add(self, context: RequestContext, request: AddOffsetsToTxnRequest) -> AddOffsetsToTxnResponse | Deferred[AddOffsetsToTxnResponse]:
        count = self._groups.partition_count()
        if not count:
            return AddOffsetsToTxnResponse(error_code=ErrorCode.COORDINATOR_NOT_AVAILABLE)
        partition = TopicPartition(CONSUMER_OFFSETS, partition_of(request.group_id, count))
        answer = self._coordinator.add_partitions(
            request.transactional_id, request.producer_id, request.producer_epoch, frozenset({partition}), version=0
        )
        version = context.api_version
        return answer.addCallback(_response, version) if isinstance(answer, Deferred) else _response(answer, version)


def _check_rights(context: RequestContext, request: AddOffsetsToTxnRequest) -> None:
    """Raises KlogError."""
    context.require(AclOperation.WRITE, AclResourceType.TRANSACTIONAL_ID, request.transactional_id)
    context.require(AclOperation.READ, AclResourceType.GROUP, request.group_id)


def _response(answer: Answer, version: int) -> AddOffsetsToTxnResponse:
    code = as_known(answer.code, knows_fenced=version >= _FENCED_VERSION)
    return AddOffsetsToTxnResponse(error_code=code)
