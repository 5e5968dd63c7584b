"""How transactions fail, and what each error of each request means for them: one table.

==================== ===================================================================================================================
`Consequence`        what follows
==================== ===================================================================================================================
AGAIN                nothing is lost: the same is asked again, where it helps of the coordinator that is found anew
ABORT                this transaction cannot be committed any more; it is aborted, and the next one may go well
FATAL                this producer is done: another one has its transactional id, or it may not use it
==================== ===================================================================================================================

Sources: ``TransactionManager.java`` and ``Sender.java`` of Apache Kafka 4.3.1; KIP-360, KIP-447, KIP-588.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

from klog.client.retry import Action, what_to_do
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import TopicPartition


class TransactionFailed(KlogError):
    """The transaction was aborted: nothing of it is visible to readers of committed data. The next one may go well.

    :ivar code: of what went wrong first.
    """


class CommitUncertain(TransactionFailed):
    """Whether the transaction was committed is not known: the coordinator was asked to, and did not answer in time. It is committed or
    aborted as a whole. The producer may go on."""


class ProducerFenced(TransactionFailed):
    """This producer can do nothing more: a newer one has its transactional id, or the brokers do not let it use that. What it had open is
    aborted by whoever comes next, or when its time is over.

    :ivar is_commit_uncertain: it was just committing, and had no answer before: the transaction may have been committed.
    """

    is_commit_uncertain = False


class Asked(enum.Enum):
    """What was asked."""

    INITIALISE = "begin"
    ADD = "add partitions"
    OFFSETS = "commit offsets"
    COMMIT = "commit"
    #: What is open, or may be: where the coordinator never heard of it, there is nothing to abort, and that is as good.
    ABORT = "abort"
    PRODUCE = "write"


class Consequence(enum.Enum):
    """What an error means."""

    DONE = enum.auto()
    AGAIN = enum.auto()
    ABORT = enum.auto()
    FATAL = enum.auto()


_E = ErrorCode
_ALWAYS_FATAL = frozenset(
    {_E.PRODUCER_FENCED, _E.INVALID_PRODUCER_ID_MAPPING, _E.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, _E.UNSUPPORTED_VERSION}
)
#: What is fatal of one request and not of the others.
_FATAL: dict[Asked, frozenset[ErrorCode]] = {
    Asked.INITIALISE: frozenset({_E.INVALID_PRODUCER_EPOCH, _E.INVALID_TRANSACTION_TIMEOUT, _E.INVALID_REQUEST, _E.INVALID_TXN_STATE}),
    Asked.ADD: frozenset({_E.INVALID_PRODUCER_EPOCH, _E.INVALID_TXN_STATE}),
    Asked.OFFSETS: frozenset({_E.INVALID_PRODUCER_EPOCH, _E.UNSUPPORTED_FOR_MESSAGE_FORMAT}),
    Asked.COMMIT: frozenset({_E.INVALID_PRODUCER_EPOCH, _E.INVALID_TXN_STATE}),
    Asked.ABORT: frozenset({_E.INVALID_PRODUCER_EPOCH}),
    Asked.PRODUCE: frozenset({_E.CLUSTER_AUTHORIZATION_FAILED}),
}
#: All partitions are added or none; where another one was the reason, this one says so.
_ALONGSIDE = _E.OPERATION_NOT_ATTEMPTED


def consequence_of(asked: Asked, code: int) -> Consequence:
    """What the answer `code` to `asked` means."""
    known = row_of(code).code
    if known is _E.NONE or (asked is Asked.ABORT and known is _E.INVALID_TXN_STATE):
        # Of nothing, nothing can be aborted.
        return Consequence.DONE
    if known in _ALWAYS_FATAL or known in _FATAL[asked]:
        return Consequence.FATAL
    if known is _E.CONCURRENT_TRANSACTIONS or (known is _ALONGSIDE and asked is Asked.ADD) or what_to_do(known) is not Action.FAIL:
        return Consequence.AGAIN
    return Consequence.ABORT


#: Answers to a commit by which it is certain that it was not done. Of any other nobody knows: a coordinator says that it is none, too, when
#: it has lost its partition to another one that finishes what it decided.
_NOT_DONE = frozenset(
    {
        _E.PRODUCER_FENCED,
        _E.INVALID_PRODUCER_EPOCH,
        _E.INVALID_PRODUCER_ID_MAPPING,
        _E.INVALID_TXN_STATE,
        _E.TRANSACTION_ABORTABLE,
        _E.TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
        _E.COORDINATOR_LOAD_IN_PROGRESS,
        _E.INVALID_REQUEST,
        _E.UNSUPPORTED_VERSION,
    }
)


def may_be_committed(code: int) -> bool:
    """Whether a commit that was answered with the error `code` may have been done all the same."""
    return row_of(code).code not in _NOT_DONE


def first_error(codes: Mapping[TopicPartition, int]) -> int:
    """Of several codes of one answer the one that counts: not that of those who only had bad company."""
    wrong = [code for code in codes.values() if code]
    return next((code for code in wrong if code != _ALONGSIDE), wrong[0] if wrong else int(_E.NONE))


def fenced(transactional_id: str, error: KlogError) -> ProducerFenced:
    """`error`, which is fatal, as the user is told."""
    if error.code in (_E.PRODUCER_FENCED, _E.INVALID_PRODUCER_EPOCH):
        why = (
            "a newer producer with the same transactional id has come, or a transaction was open for longer than transaction_timeout_ms; "
            "this producer is fenced and has to be made anew"
        )
    elif error.code is _E.INVALID_PRODUCER_ID_MAPPING:
        why = "the brokers no longer know the producer (transactional.id.expiration.ms); it has to be made anew"
    elif error.code is _E.INVALID_TXN_STATE:
        why = (
            "the transaction has been ended already, as when it was open for longer than transaction_timeout_ms; this producer has to be"
            " made anew"
        )
    elif error.code is _E.INVALID_TRANSACTION_TIMEOUT:
        why = "transaction_timeout_ms is above what the brokers allow (their transaction.max.timeout.ms)"
    else:
        why = error.message
    return ProducerFenced(error.code, f"transactional id {transactional_id}: {why}")
