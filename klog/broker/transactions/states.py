"""The states of a transactional id, as a table (``TransactionState.java``).

::

                     InitProducerId                        EndTxn, a timeout,
                    ┌─────────────┐                        another InitProducerId
                    ▼             │
    (unknown) ──► Empty ──────► Ongoing ──► PrepareCommit ──► CompleteCommit ─┐
                    ▲  ▲           ▲  └───► PrepareAbort  ──► CompleteAbort ──┤
                    │  │           └──────────────┬───────────────────────────┤
                    │  └── InitProducerId ────────┼───────────────────────────┤
                    └── (abort when in doubt) ────┴──► PrepareAbort           ▼
                                                                          (expired)

A transaction is decided when its Prepare record is acknowledged: from then on it ends as that says, whoever coordinates it. It is complete
when all its partitions have their marker. Kafka has two more states, which are never in its log either: Dead, while a tombstone is being
written, and PrepareEpochFence, while an abort is. Here both are one step, in which nobody else acts.
"""

from __future__ import annotations

import enum

from klog.wire.transaction_records import STATE_NAMES, STATES


class TransactionState(enum.IntEnum):
    """A state, by the number that stands in the log."""

    EMPTY = 0
    ONGOING = 1
    PREPARE_COMMIT = 2
    PREPARE_ABORT = 3
    COMPLETE_COMMIT = 4
    COMPLETE_ABORT = 5


_S = TransactionState

#: What tools call them.
NAMES: dict[TransactionState, str] = {state: STATES[state] for state in TransactionState}
#: All names that a tool may filter by, those of states that klog never shows among them.
KNOWN_NAMES = frozenset(STATE_NAMES)

#: What may come before each. An abort of nothing (from Empty and Complete) is what clients of the second version ask when in doubt.
PREDECESSORS: dict[TransactionState, frozenset[TransactionState]] = {
    _S.EMPTY: frozenset({_S.EMPTY, _S.COMPLETE_COMMIT, _S.COMPLETE_ABORT}),
    _S.ONGOING: frozenset({_S.ONGOING, _S.EMPTY, _S.COMPLETE_COMMIT, _S.COMPLETE_ABORT}),
    _S.PREPARE_COMMIT: frozenset({_S.ONGOING}),
    _S.PREPARE_ABORT: frozenset({_S.ONGOING, _S.EMPTY, _S.COMPLETE_COMMIT, _S.COMPLETE_ABORT}),
    _S.COMPLETE_COMMIT: frozenset({_S.PREPARE_COMMIT}),
    _S.COMPLETE_ABORT: frozenset({_S.PREPARE_ABORT}),
}

#: Nothing is under way: the id expires when nobody has used it for long enough.
AT_REST = frozenset({_S.EMPTY, _S.COMPLETE_COMMIT, _S.COMPLETE_ABORT})
#: Decided, and not everywhere yet.
PREPARED = frozenset({_S.PREPARE_COMMIT, _S.PREPARE_ABORT})

#: What follows the decision.
PREPARE = {True: _S.PREPARE_COMMIT, False: _S.PREPARE_ABORT}
COMPLETE = {_S.PREPARE_COMMIT: _S.COMPLETE_COMMIT, _S.PREPARE_ABORT: _S.COMPLETE_ABORT}
