"""EndTxn: commit a transaction, or abort it.

| key | 26 |
|---|---|
| versions | 0 to 5 |
| 2 | PRODUCER_FENCED instead of INVALID_PRODUCER_EPOCH |
| 3 | flexible |
| 5 | each end raises the producer's epoch, and the answer says what it is (KIP-890) |

Answered when the decision is in the coordinator's log; the markers follow. What each state answers, ``klog.broker.transactions.decisions``
says. An empty transactional id: INVALID_REQUEST.
"""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.acls import AclOperation, AclResourceType
from klog.broker.handler import RequestContext
from klog.broker.transactions.coordinator import TransactionCoordinator
from klog.broker.transactions.decisions import Answer, as_known
from klog.errors import ErrorCode
from klog.wire.messages.end_txn import EndTxnRequest, EndTxnResponse

_FENCED_VERSION = 2
_RAISES_EPOCH_VERSION = 5


class EndTxnHandler:
    """Ends transactions through `coordinator`."""

    request_type = EndTxnRequest
    versions = (0, 5)

    def __init__(self, coordinator: TransactionCoordinator) -> None:
        self._coordinator = coordinator

    def handle(self, context: RequestContext, request: EndTxnRequest) -> EndTxnResponse | Deferred[EndTxnResponse]:
        """Decide, and have it done. Raises KlogError where the client may not use the transactional id."""
        version = context.api_version
        context.require(AclOperation.WRITE, AclResourceType.TRANSACTIONAL_ID, request.transactional_id)
        if not request.transactional_id:
            return EndTxnResponse(error_code=ErrorCode.INVALID_REQUEST)
        answer = self._coordinator.end(
            request.transactional_id,
            request.producer_id,
            request.producer_epoch,
            commit=request.committed,
            raises_epoch=version >= _RAISES_EPOCH_VERSION,
        )
        return answer.addCallback(_response, version) if isinstance(answer, Deferred) else _response(answer, version)


def _response(answer: Answer, version: int) -> EndTxnResponse:
    code = as_known(answer.code, knows_fenced=version >= _FENCED_VERSION)
    return EndTxnResponse(error_code=code, producer_id=answer.producer_id, producer_epoch=answer.epoch)
