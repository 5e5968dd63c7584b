"""What an answer means for its batch: written, sent again, split, or given up. Pure: it follows from the error code and the producer.

What Kafka calls retriable (`klog.client.retry`) is sent again; a batch that is too large is sent in halves. Of an idempotent producer's
batch the broker may say that it has it already, or cannot continue behind it; which numbers it then carries is in `sequences`. When it is
sent again, and for how long, is for those who send: the producer on a reactor (`sender`) and the one without
(`klog.client.blocking.batch_sender`).
"""

from __future__ import annotations

import enum

from klog.client.retry import Action, what_to_do
from klog.errors import ErrorCode


class Verdict(enum.Enum):
    """What an answer means for its batch."""

    #: It is written.
    ACKNOWLEDGED = "acknowledged"
    #: Send it again, as it is.
    RETRY = "retry"
    #: Send it again, with numbers from the beginning of a new epoch.
    RESTART = "restart"
    #: Send its halves.
    SPLIT = "split"
    #: Tell the user.
    FAIL = "fail"
    #: Tell the user; what comes after it needs a new epoch.
    FAIL_AND_RESTART = "fail and restart"


def judge_answer(code: int, *, idempotent: bool, first: bool, count: int, shared: bool = False) -> Verdict:
    """What to do about an answer's error code.

    :param first: whether no batch of the partition with lower numbers is still open.
    :param count: records in the batch.
    :param shared: whether others write with the same producer id and epoch: a number that is not the next one is their doing then, and
        nobody may begin anew.
    """
    match code:
        case ErrorCode.NONE:
            return Verdict.ACKNOWLEDGED
        case ErrorCode.DUPLICATE_SEQUENCE_NUMBER if idempotent:
            return Verdict.ACKNOWLEDGED
        case ErrorCode.MESSAGE_TOO_LARGE | ErrorCode.RECORD_LIST_TOO_LARGE:
            return Verdict.SPLIT if count > 1 else Verdict.FAIL
        case ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER | ErrorCode.UNKNOWN_PRODUCER_ID if idempotent:
            if shared:
                return Verdict.FAIL
            # Behind an open batch it only says that that one was not written yet.
            return Verdict.RESTART if first else Verdict.RETRY
        case ErrorCode.INVALID_PRODUCER_EPOCH if idempotent and not shared:
            return Verdict.FAIL_AND_RESTART
    return Verdict.FAIL if what_to_do(code) is Action.FAIL else Verdict.RETRY
