"""What follows each request in each state: tables, and pure functions over them (``TransactionCoordinator.scala``,
``TransactionMetadata``).

Each function is given what is known and what is asked, and says what is to be done: an `Answer`, a `Change` (write this, then answer), or
that a new producer id is needed first (`NeedsProducerId`): then it is asked again, with one.

**While markers are on their way** whoever asks has to wait, CONCURRENT_TRANSACTIONS, whoever it is: where the epochs of an id are used up,
the producer was told the next id with the decision, and comes by that already (KAFKA-18660). Only EndTxn by the first version and
questions whether partitions are part of the transaction are judged by who asks before that.

**Who asks** is judged next. A producer id that is not the transactional id's: INVALID_PRODUCER_ID_MAPPING. Another epoch: PRODUCER_FENCED,
whether it is older (a zombie) or newer (nobody has it).

**InitProducerId** (`INITIALISE`) begins a new epoch; a transaction that is open is aborted first, by an epoch that nobody gets, and the
client told to come again. A producer that names the id and epoch it had goes on where nobody else has come (KIP-360). The last epoch but
one is the last that a client gets; then comes a new producer id.

**EndTxn** has two tables. In the first version (`END`) a transaction that was ended and the next one have the same epoch, so that a late
EndTxn cannot be told from a new one. In the second (`END_BY_EPOCH`) each end raises the epoch, so it can: the request that was
answered already comes with the epoch before. Who aborts with the epoch that it was just told, since it could not write anything while the
transaction before waits for a leader, waits as all others do.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import NamedTuple

from klog.broker.transactions.states import COMPLETE, PREDECESSORS, PREPARE, PREPARED, TransactionState
from klog.broker.transactions.transaction import MAX_EPOCH, NEVER_MS, NO_EPOCH, NO_PRODUCER_ID, Transaction
from klog.errors import ErrorCode
from klog.model import TopicPartition

_S = TransactionState
#: The version of transactions from which on each end raises the epoch.
RAISES_EPOCH = 2


class Answer(NamedTuple):
    """What is told; id and epoch are the producer's from now on, -1 where it is told none."""

    code: ErrorCode
    producer_id: int = NO_PRODUCER_ID
    epoch: int = NO_EPOCH


class Change(NamedTuple):
    """What is written, and told when it is acknowledged."""

    new: Transaction
    answer: Answer


class NeedsProducerId(enum.Enum):
    """A new producer id must be had first."""

    YES = enum.auto()


NEEDS_PRODUCER_ID = NeedsProducerId.YES

Decision = Answer | Change | NeedsProducerId

CONCURRENT = Answer(ErrorCode.CONCURRENT_TRANSACTIONS)
FENCED = Answer(ErrorCode.PRODUCER_FENCED)
NOT_ITS_ID = Answer(ErrorCode.INVALID_PRODUCER_ID_MAPPING)
_INVALID = Answer(ErrorCode.INVALID_TXN_STATE)
_DONE = Answer(ErrorCode.NONE)


def as_known(code: ErrorCode, *, knows_fenced: bool) -> ErrorCode:
    """`code` as clients know it: before KIP-588 PRODUCER_FENCED is INVALID_PRODUCER_EPOCH to them.

    :param knows_fenced: whether the version of the request has PRODUCER_FENCED.
    """
    return ErrorCode.INVALID_PRODUCER_EPOCH if code is ErrorCode.PRODUCER_FENCED and not knows_fenced else code


class ProducerIdentity(NamedTuple):
    """A producer id and its epoch."""

    producer_id: int
    epoch: int


# InitProducerId


class Initialise(enum.Enum):
    """What InitProducerId does."""

    BEGIN = enum.auto()
    ABORT_FIRST = enum.auto()
    WAIT = enum.auto()


INITIALISE: dict[TransactionState, Initialise] = {
    _S.EMPTY: Initialise.BEGIN,
    _S.ONGOING: Initialise.ABORT_FIRST,
    _S.PREPARE_COMMIT: Initialise.WAIT,
    _S.PREPARE_ABORT: Initialise.WAIT,
    _S.COMPLETE_COMMIT: Initialise.BEGIN,
    _S.COMPLETE_ABORT: Initialise.BEGIN,
}


def initialise(
    known: Transaction | None, expected: ProducerIdentity | None, timeout_ms: int, now_ms: int, *, version: int, fresh_id: int | None
) -> Decision:
    """InitProducerId.

    :param known: None where nobody has used the id.
    :param expected: the producer that asks names what it had.
    :param version: of transactions, in this cluster.
    :param fresh_id: a new producer id, where one was needed.
    """
    if known is None:
        if fresh_id is None:
            return NEEDS_PRODUCER_ID
        new = Transaction(fresh_id, 0, timeout_ms, _S.EMPTY, now_ms, previous_producer_id=fresh_id)
        return Change(new, Answer(ErrorCode.NONE, new.producer_id, new.epoch))
    act = INITIALISE[known.state]
    if act is Initialise.WAIT:
        return CONCURRENT
    if expected is not None and not _may_be_its(known, expected):
        return FENCED
    if act is Initialise.ABORT_FIRST:
        return fence(known, now_ms, version=version, fresh_id=fresh_id)
    epochs = _next_epochs(known, expected, fresh_id)
    if not isinstance(epochs, tuple):
        return NEEDS_PRODUCER_ID
    producer_id, epoch, last_epoch = epochs
    if producer_id == NO_PRODUCER_ID:
        return FENCED
    new = known._replace(
        producer_id=producer_id,
        epoch=epoch,
        last_epoch=last_epoch,
        timeout_ms=timeout_ms,
        state=_S.EMPTY,
        update_ms=now_ms,
        previous_producer_id=known.producer_id,
        next_producer_id=NO_PRODUCER_ID,
        partitions=frozenset(),
        start_ms=-1,
    )
    return Change(new, Answer(ErrorCode.NONE, producer_id, epoch))


def _is_next(known: Transaction, producer_id: int, epoch: int) -> bool:
    """Whether it is the producer as it will be when what is prepared is complete, behind its last epoch."""
    return known.next_producer_id != NO_PRODUCER_ID and (producer_id, epoch) == (known.next_producer_id, 0)


def _may_be_its(known: Transaction, expected: ProducerIdentity) -> bool:
    """Whether the producer that names `expected` may be this one: its epoch is looked at later."""
    if expected.producer_id == known.producer_id:
        return True
    # The answer that told it of its new id may have been lost.
    return expected.producer_id == known.previous_producer_id and expected.epoch >= MAX_EPOCH - 1


def _next_epochs(known: Transaction, expected: ProducerIdentity | None, fresh_id: int | None) -> tuple[int, int, int] | NeedsProducerId:
    """Producer id, epoch and last epoch of the producer that begins; an id of -1: it is fenced."""
    if known.is_exhausted and (expected is None or expected.epoch == known.epoch):
        if fresh_id is None:
            return NEEDS_PRODUCER_ID
        return fresh_id, 0, NO_EPOCH if expected is None else known.epoch
    if expected is None:
        return known.producer_id, known.epoch + 1, NO_EPOCH
    if expected.epoch == known.epoch:
        return known.producer_id, known.epoch + 1, known.epoch
    if expected.epoch == known.last_epoch:
        # It was answered already, and the answer lost.
        return known.producer_id, known.epoch, known.last_epoch
    return NO_PRODUCER_ID, NO_EPOCH, NO_EPOCH


def fence(known: Transaction, now_ms: int, *, version: int, fresh_id: int | None) -> Decision:
    """Abort the open transaction by an epoch that no producer has, so that whoever has it open can do nothing more; one step up, whatever
    the version (KAFKA-19367)."""
    if version >= RAISES_EPOCH:
        return _prepare(known, False, now_ms, CONCURRENT, raises_epoch=True, fresh_id=fresh_id)
    raised = known._replace(epoch=min(known.epoch + 1, MAX_EPOCH), last_epoch=NO_EPOCH)
    return _prepare(raised, False, now_ms, CONCURRENT, raises_epoch=False, fresh_id=None)


# Adding and verifying

#: Whether partitions may be added, or looked for, in each state; not while a transaction is being completed.
ADD: dict[TransactionState, bool] = {state: state not in PREPARED for state in _S}


def _who(known: Transaction | None, producer_id: int, epoch: int) -> Answer | None:
    """Why who asks may not; None: it is the producer."""
    if known is not None and _is_next(known, producer_id, epoch):
        return CONCURRENT
    if known is None or known.producer_id != producer_id:
        return NOT_ITS_ID
    return FENCED if known.epoch != epoch else None


def add_partitions(
    known: Transaction | None, producer_id: int, epoch: int, partitions: frozenset[TopicPartition], now_ms: int, *, version: int
) -> Answer | Change:
    """AddPartitionsToTxn, AddOffsetsToTxn, and what leaders add by themselves.

    :param version: by which the client speaks.
    """
    if known is not None and not ADD[known.state]:
        return CONCURRENT
    refused = _who(known, producer_id, epoch)
    if refused is not None or known is None:
        return refused or NOT_ITS_ID
    is_ongoing = known.state is _S.ONGOING
    if is_ongoing and partitions <= known.partitions:
        return _DONE
    new = known._replace(
        state=_S.ONGOING,
        partitions=known.partitions | partitions if is_ongoing else partitions,
        start_ms=known.start_ms if is_ongoing else now_ms,
        update_ms=now_ms,
        previous_producer_id=known.producer_id,
        client_version=version,
    )
    return Change(new, _DONE)


def verify_partitions(
    known: Transaction | None, producer_id: int, epoch: int, partitions: Iterable[TopicPartition]
) -> dict[TopicPartition, ErrorCode]:
    """Whether the transaction is open and has these partitions (KIP-890)."""
    refused = _who(known, producer_id, epoch)
    if refused is None and known is not None and not ADD[known.state]:
        refused = CONCURRENT
    if refused is not None or known is None:
        return dict.fromkeys(partitions, (refused or NOT_ITS_ID).code)
    return {one: ErrorCode.NONE if one in known.partitions else ErrorCode.TRANSACTION_ABORTABLE for one in partitions}


# EndTxn


class End(enum.Enum):
    """What EndTxn does."""

    PREPARE = enum.auto()
    #: An abort of nothing, which raises the epoch.
    PREPARE_EMPTY = enum.auto()
    #: It was done already, and the answer lost.
    DONE = enum.auto()
    WAIT = enum.auto()
    #: The other end, or none at all, was decided.
    INVALID = enum.auto()
    FENCED = enum.auto()


#: The first version: by state, and whether it is a commit.
END: dict[tuple[TransactionState, bool], End] = {
    (_S.EMPTY, True): End.INVALID,
    (_S.EMPTY, False): End.INVALID,
    (_S.ONGOING, True): End.PREPARE,
    (_S.ONGOING, False): End.PREPARE,
    (_S.PREPARE_COMMIT, True): End.WAIT,
    (_S.PREPARE_COMMIT, False): End.WAIT,
    (_S.PREPARE_ABORT, True): End.WAIT,
    (_S.PREPARE_ABORT, False): End.WAIT,
    (_S.COMPLETE_COMMIT, True): End.DONE,
    (_S.COMPLETE_COMMIT, False): End.INVALID,
    (_S.COMPLETE_ABORT, True): End.INVALID,
    (_S.COMPLETE_ABORT, False): End.DONE,
}


class Epoch(enum.Enum):
    """How the epoch of a request stands to the known one."""

    CURRENT = enum.auto()
    #: The one before: the request was done, and raised it.
    BEFORE = enum.auto()


#: The second version: by state, whether it is a commit, and the epoch; where nothing is on its way.
END_BY_EPOCH: dict[tuple[TransactionState, bool, Epoch], End] = {
    (_S.EMPTY, True, Epoch.CURRENT): End.INVALID,
    (_S.EMPTY, True, Epoch.BEFORE): End.FENCED,
    (_S.EMPTY, False, Epoch.CURRENT): End.PREPARE_EMPTY,
    (_S.EMPTY, False, Epoch.BEFORE): End.FENCED,
    (_S.ONGOING, True, Epoch.CURRENT): End.PREPARE,
    (_S.ONGOING, True, Epoch.BEFORE): End.FENCED,
    (_S.ONGOING, False, Epoch.CURRENT): End.PREPARE,
    (_S.ONGOING, False, Epoch.BEFORE): End.FENCED,
    (_S.COMPLETE_COMMIT, True, Epoch.CURRENT): End.INVALID,
    (_S.COMPLETE_COMMIT, True, Epoch.BEFORE): End.DONE,
    (_S.COMPLETE_COMMIT, False, Epoch.CURRENT): End.PREPARE_EMPTY,
    (_S.COMPLETE_COMMIT, False, Epoch.BEFORE): End.INVALID,
    (_S.COMPLETE_ABORT, True, Epoch.CURRENT): End.INVALID,
    (_S.COMPLETE_ABORT, True, Epoch.BEFORE): End.INVALID,
    (_S.COMPLETE_ABORT, False, Epoch.CURRENT): End.PREPARE_EMPTY,
    (_S.COMPLETE_ABORT, False, Epoch.BEFORE): End.DONE,
}

_ANSWERS: dict[End, Answer] = {End.WAIT: CONCURRENT, End.INVALID: _INVALID, End.FENCED: FENCED}


def end_transaction(
    known: Transaction | None, producer_id: int, epoch: int, commit: bool, now_ms: int, *, raises_epoch: bool, fresh_id: int | None = None
) -> Decision:
    """EndTxn.

    :param raises_epoch: whether the client speaks the second version (EndTxn 5).
    :param fresh_id: a new producer id, where one was needed.
    """
    if known is None:
        return NOT_ITS_ID
    if not raises_epoch:
        refused = _who(known, producer_id, epoch)
        if refused is not None:
            return refused
        act = END[known.state, commit]
        if act is End.DONE:
            return _DONE
        return _ANSWERS.get(act) or _prepare(known, commit, now_ms, _DONE, raises_epoch=False, fresh_id=None)
    if known.state in PREPARED:
        return CONCURRENT
    # Behind the last epoch of a producer id comes the first of the next one.
    is_before_overflow = known.previous_producer_id == producer_id and epoch == MAX_EPOCH - 1 and known.epoch == 0
    if known.producer_id != producer_id and not is_before_overflow:
        return NOT_ITS_ID
    if known.epoch == epoch + 1 or is_before_overflow:
        act = END_BY_EPOCH[known.state, commit, Epoch.BEFORE]
        if is_before_overflow and not known.is_at_rest:
            # The next transaction was begun since: only who has completed is told so.
            act = End.FENCED
    elif known.epoch == epoch:
        act = END_BY_EPOCH[known.state, commit, Epoch.CURRENT]
    else:
        return FENCED
    if act is End.DONE:
        return Answer(ErrorCode.NONE, known.producer_id, known.epoch)
    if act in _ANSWERS:
        return _ANSWERS[act]
    return _prepare(known, commit, now_ms, None, raises_epoch=True, fresh_id=fresh_id, is_empty=act is End.PREPARE_EMPTY)


def _prepare(
    known: Transaction,
    commit: bool,
    now_ms: int,
    answer: Answer | None,
    *,
    raises_epoch: bool,
    fresh_id: int | None,
    is_empty: bool = False,
) -> Change | NeedsProducerId:
    """Decide the transaction.

    :param answer: None: the producer is told by what to go on.
    """
    epoch, last_epoch, next_id = known.epoch, known.last_epoch, NO_PRODUCER_ID
    if raises_epoch:
        if known.is_exhausted:
            if fresh_id is None:
                return NEEDS_PRODUCER_ID
            next_id = fresh_id
        last_epoch = epoch
        # Who has come to the last one all the same is let out (KAFKA-20090).
        epoch = min(epoch + 1, MAX_EPOCH)
    new = known._replace(
        state=PREPARE[commit],
        epoch=epoch,
        last_epoch=last_epoch,
        previous_producer_id=known.producer_id,
        next_producer_id=next_id,
        start_ms=now_ms if is_empty else known.start_ms,
        update_ms=now_ms,
        client_version=RAISES_EPOCH if raises_epoch else 0,
    )
    if answer is None:
        after = complete(new, now_ms)
        answer = Answer(ErrorCode.NONE, after.producer_id, after.epoch)
    return Change(new, answer)


def complete(known: Transaction, now_ms: int) -> Transaction:
    """All partitions of the prepared transaction have their marker."""
    is_rotated = known.client_version >= RAISES_EPOCH and known.next_producer_id != NO_PRODUCER_ID
    return known._replace(
        producer_id=known.next_producer_id if is_rotated else known.producer_id,
        epoch=0 if is_rotated else known.epoch,
        state=COMPLETE[known.state],
        previous_producer_id=known.producer_id,
        next_producer_id=NO_PRODUCER_ID,
        partitions=frozenset(),
        update_ms=now_ms,
    )


def retire(known: Transaction, ahead: frozenset[TopicPartition], now_ms: int, fresh_id: int) -> Transaction:
    """Give the producer id of a transaction that is complete up, since there are partitions that know newer epochs of it than its
    coordinator: what is open there, which nobody can commit any more, is aborted by the epoch that is kept for fencing, and the
    transactional id goes on with `fresh_id`. Otherwise it would be given epochs once more that are used up, and with them sequences:
    records would be taken for repeated ones."""
    return known._replace(
        state=_S.PREPARE_ABORT,
        epoch=MAX_EPOCH,
        last_epoch=NO_EPOCH,
        previous_producer_id=known.producer_id,
        next_producer_id=fresh_id,
        partitions=ahead,
        start_ms=now_ms,
        update_ms=now_ms,
        client_version=RAISES_EPOCH,
    )


def give_up(known: Transaction) -> Transaction:
    """What is made of an id that was read from a log which may have lost its end (see ``doubt``): partitions may know newer epochs of its
    producer, so none of them is given out again. What is open is aborted; who comes next gets a new producer id, as behind the last epoch.
    What is decided stays decided."""
    if known.state in PREPARED or (known.is_at_rest and known.is_exhausted):
        return known
    raised = known._replace(epoch=MAX_EPOCH if known.is_exhausted else MAX_EPOCH - 1, last_epoch=NO_EPOCH)
    if known.is_at_rest:
        return raised._replace(state=_S.EMPTY, partitions=frozenset(), start_ms=-1)
    return raised._replace(state=_S.PREPARE_ABORT, previous_producer_id=known.producer_id, next_producer_id=NO_PRODUCER_ID)


# Time


def has_timed_out(known: Transaction, now_ms: int) -> bool:
    """Whether the open transaction is open for longer than it may be."""
    return known.state is _S.ONGOING and known.timeout_ms != NEVER_MS and known.start_ms + known.timeout_ms < now_ms


def has_expired(known: Transaction, now_ms: int, expiration_ms: int) -> bool:
    """Whether nobody has used the id for so long that it is forgotten."""
    return known.is_at_rest and known.update_ms <= now_ms - expiration_ms


def may_follow(new: Transaction, known: Transaction | None) -> bool:
    """Whether the states' table permits the step; what the tests, and assertions, ask."""
    return known is None or known.state in PREDECESSORS[new.state]
