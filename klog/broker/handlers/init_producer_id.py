"""InitProducerId: a producer id to write idempotently with.

| key | 22 |
|---|---|
| versions | 0 to 5; 6 is unstable in Kafka 4.3.1 and not announced |
| 2 | flexible |
| 3 | a producer names the id and epoch it had |

Without a transactional id every request gets a new id with epoch 0, whatever id it had (``TransactionCoordinator.handleInitProducerId``).

With one it gets TRANSACTIONAL_ID_AUTHORIZATION_FAILED: klog keeps no transactions. Of the errors that clients know here it is the one
that all of them, back to the first with transactions, report at once and do not try again; UNSUPPORTED_VERSION or a coordinator's error
would be retried, taken for a network's, or reported as unexpected.

=========================================================== =====================================
an empty transactional id                                   INVALID_REQUEST
an id without an epoch, or the reverse                      INVALID_REQUEST
a transactional id                                          TRANSACTIONAL_ID_AUTHORIZATION_FAILED
no block of ids could be reserved                           the coordination's code
=========================================================== =====================================
"""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.broker.handler import RequestContext
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.wire.messages.init_producer_id import InitProducerIdRequest, InitProducerIdResponse

_NONE = -1


class InitProducerIdHandler:
    """Hands out producer ids.

    :param coordination: an `ICoordination`.
    """

    request_type = InitProducerIdRequest
    versions = (0, 5)

    def __init__(self, coordination: ICoordination) -> None:
        self._coordination = coordination

    def handle(self, context: RequestContext, request: InitProducerIdRequest) -> InitProducerIdResponse | Deferred[InitProducerIdResponse]:
        """A new id, or why not."""
        if (request.producer_id == _NONE) != (request.producer_epoch == _NONE):
            return _error(ErrorCode.INVALID_REQUEST)
        if request.transactional_id is not None:
            return _error(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED if request.transactional_id else ErrorCode.INVALID_REQUEST)
        given = self._coordination.next_producer_id()
        return given.addCallback(lambda producer_id: InitProducerIdResponse(producer_id=producer_id, producer_epoch=0))

    def error_answer(self, version: int, request: InitProducerIdRequest, code: ErrorCode, sentence: str | None) -> InitProducerIdResponse:
        """`code` and no id."""
        return _error(code)


def _error(code: ErrorCode) -> InitProducerIdResponse:
    return InitProducerIdResponse(error_code=code, producer_id=_NONE, producer_epoch=_NONE)
