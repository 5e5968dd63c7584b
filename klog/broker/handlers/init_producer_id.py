"""InitProducerId: a producer id to write idempotently with.

| key | 22 |
|---|---|
| versions | 0 to 5; 6 is unstable in Kafka 4.3.1 and not announced |
| 2 | flexible |
| 3 | a producer names the id and epoch it had |

Without a transactional id every request gets a new id with epoch 0, whatever id it had (``TransactionCoordinator.handleInitProducerId``).

With one, its coordinator answers: it fences whoever had the id before, and aborts what he had open. What each state answers,
``klog.broker.transactions.decisions`` says.

=========================================================== =====================================
the client may not write with the transactional id          TRANSACTIONAL_ID_AUTHORIZATION_FAILED
without one: it may write to no topic, nor idempotently     CLUSTER_AUTHORIZATION_FAILED (KIP-679)
an empty transactional id                                   INVALID_REQUEST
an id without an epoch, or the reverse                      INVALID_REQUEST
a timeout of 0 or above ``transaction.max.timeout.ms``      INVALID_TRANSACTION_TIMEOUT
no producer id can be had just now                          COORDINATOR_LOAD_IN_PROGRESS
PRODUCER_FENCED, up to version 3                            INVALID_PRODUCER_EPOCH
=========================================================== =====================================
"""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.acls import CLUSTER_NAME, AclOperation, AclResourceType
from klog.broker.handler import RequestContext
from klog.broker.transactions.coordinator import TransactionCoordinator, fresh_producer_id
from klog.broker.transactions.decisions import Answer, ProducerIdentity, as_known
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.init_producer_id import InitProducerIdRequest, InitProducerIdResponse

_NONE = -1
_FENCED_VERSION = 4


class InitProducerIdHandler:
    """Hands out producer ids.

    :param coordination: an `ICoordination`.
    :param transactions: the coordinator of transactional ids.
    """

    request_type = InitProducerIdRequest
    versions = (0, 5)

    def __init__(self, coordination: ICoordination, transactions: TransactionCoordinator) -> None:
        self._coordination = coordination
        self._transactions = transactions

    def handle(self, context: RequestContext, request: InitProducerIdRequest) -> InitProducerIdResponse | Deferred[InitProducerIdResponse]:
        """A producer id and its epoch, or why not. Raises KlogError."""
        _check_rights(context, request.transactional_id)
        if (request.producer_id == _NONE) != (request.producer_epoch == _NONE):
            return _error(ErrorCode.INVALID_REQUEST)
        transactional_id = request.transactional_id
        if transactional_id is None:
            given = fresh_producer_id(self._coordination)
            return given.addCallback(lambda producer_id: InitProducerIdResponse(producer_id=producer_id, producer_epoch=0))
        if not transactional_id:
            return _error(ErrorCode.INVALID_REQUEST)
        expected = None if request.producer_id == _NONE else ProducerIdentity(request.producer_id, request.producer_epoch)
        answer = self._transactions.initialise(transactional_id, request.transaction_timeout_ms, expected)
        version = context.api_version
        return answer.addCallback(_response, version) if isinstance(answer, Deferred) else _response(answer, version)

    def error_answer(self, version: int, request: InitProducerIdRequest, code: ErrorCode, sentence: str | None) -> InitProducerIdResponse:
        """`code` and no id."""
        return _error(code)


def _check_rights(context: RequestContext, transactional_id: str | None) -> None:
    """Raises KlogError."""
    if transactional_id is not None:
        context.require(AclOperation.WRITE, AclResourceType.TRANSACTIONAL_ID, transactional_id)
        return
    rights, key = context.connection.rights, context.api_key
    if not (
        context.would(AclOperation.IDEMPOTENT_WRITE, AclResourceType.CLUSTER, CLUSTER_NAME)
        or rights.may_somewhere(key, AclOperation.WRITE, AclResourceType.TOPIC)
    ):
        raise KlogError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)


def _response(answer: Answer, version: int) -> InitProducerIdResponse:
    code = as_known(answer.code, knows_fenced=version >= _FENCED_VERSION)
    return InitProducerIdResponse(error_code=code, producer_id=answer.producer_id, producer_epoch=answer.epoch)


def _error(code: ErrorCode) -> InitProducerIdResponse:
    return InitProducerIdResponse(error_code=code, producer_id=_NONE, producer_epoch=_NONE)
