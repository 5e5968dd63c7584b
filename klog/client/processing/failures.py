"""How a round of a processor fails, and what follows: one table.

==================== ===================================================================================================================
`Remedy`             what follows, once the transaction is aborted and the group is back at what was committed
==================== ===================================================================================================================
AGAIN                the same records are worked on again: brokers were away, the group gave partitions to others
COUNTED              the same, but so often in a row only: the work function failed, or wrote what no broker takes
NEW_PRODUCER         the producer was fenced because its time was over; another one takes its place
END                  the processor is done: another process has its name, or it may not do what it does
==================== ===================================================================================================================

Only a processor with a name can be fenced by another one of that name. It must not come back then: two processes that both do would fence
each other for ever.
"""

from __future__ import annotations

import enum

from twisted.internet.defer import CancelledError

from klog.client.retry import ClientStopped, trouble_of
from klog.client.transactions.errors import ProducerFenced, TransactionFailed
from klog.errors import ErrorCode, KlogError
from klog.retry_policy import Trouble


class Remedy(enum.Enum):
    """What follows."""

    AGAIN = enum.auto()
    COUNTED = enum.auto()
    NEW_PRODUCER = enum.auto()
    END = enum.auto()


class WorkFailed(KlogError):
    """The work function failed with the same records, as often as it may: `__cause__` is its last exception."""

    def __init__(self, cause: BaseException, attempts: int) -> None:
        super().__init__(
            ErrorCode.UNKNOWN_SERVER_ERROR, f"the work function failed {attempts} times in a row, at last: {type(cause).__name__}: {cause}"
        )


_E = ErrorCode
#: The group has gone on without us, or is just between two generations; or the coordinator wants the transaction to be tried anew.
_PASSING = frozenset(
    {
        _E.REBALANCE_IN_PROGRESS,
        _E.ILLEGAL_GENERATION,
        _E.UNKNOWN_MEMBER_ID,
        _E.STALE_MEMBER_EPOCH,
        _E.FENCED_MEMBER_EPOCH,
        _E.TRANSACTION_ABORTABLE,
        _E.OPERATION_NOT_ATTEMPTED,
        _E.INVALID_PRODUCER_EPOCH,
        _E.OUT_OF_ORDER_SEQUENCE_NUMBER,
    }
)
#: INVALID_TXN_STATE: what is to be committed is aborted already (second version of the protocol).
_OUT_OF_TIME = frozenset({_E.PRODUCER_FENCED, _E.INVALID_PRODUCER_EPOCH, _E.INVALID_TXN_STATE})


def remedy_for(error: BaseException, *, is_named: bool, is_out_of_time: bool) -> Remedy:
    """What to do about `error`, out of a transaction or the work function.

    :param is_named: whether other processes may have our transactional id.
    :param is_out_of_time: whether the transaction was open for longer than ``transaction_timeout_ms``.
    """
    match error:
        case ProducerFenced():
            if error.code is _E.INVALID_PRODUCER_ID_MAPPING or (error.code in _OUT_OF_TIME and (is_out_of_time or not is_named)):
                return Remedy.NEW_PRODUCER
            return Remedy.END
        case ClientStopped() | KlogError(code=_E.UNSUPPORTED_VERSION):
            return Remedy.END
        case TransactionFailed():
            passes = error.code in _PASSING or trouble_of(error) is not Trouble.LASTING
            return Remedy.AGAIN if passes else Remedy.COUNTED
        case KlogError():
            # Not of the transaction's: it could not even be begun, or somebody else's within the work function.
            return Remedy.COUNTED if trouble_of(error) is Trouble.LASTING else Remedy.AGAIN
        case Exception() | CancelledError():
            return Remedy.COUNTED
    return Remedy.END
