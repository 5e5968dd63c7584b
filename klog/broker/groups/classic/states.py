"""The states of a classic group, and which may follow which (``ClassicGroupState``).

::

                      join                        all have joined, or the time is up
      ┌─────── Empty ──────► PreparingRebalance ─────────────────────────► CompletingRebalance
      │          ▲            │    ▲    ▲                                     │       │
      │          └────────────┘    │    └─────────────────────────────────────┘       │ the leader's assignment is written
      │             nobody is left │          somebody came, went or changed          ▼
      │                            └──────────────────────────────────────────────── Stable
      ▼
    Dead (from everywhere: deleted, or the broker stops)

What is asked in which state, beside who asks (`klog.broker.groups.classic.protocol` looks at that first):

======================= ================================ ============================ =====================================
state                   JoinGroup                        SyncGroup                    Heartbeat
======================= ================================ ============================ =====================================
Empty                   begins the first rebalance       UNKNOWN_MEMBER_ID            UNKNOWN_MEMBER_ID
PreparingRebalance      waits for the others             REBALANCE_IN_PROGRESS        REBALANCE_IN_PROGRESS, session goes on
CompletingRebalance     same answer again, or begins     waits for the leader's       well
                        another rebalance
Stable                  same answer again, or begins     the assignment               well
                        another rebalance
Dead                    COORDINATOR_NOT_AVAILABLE        COORDINATOR_NOT_AVAILABLE    COORDINATOR_NOT_AVAILABLE
======================= ================================ ============================ =====================================
"""

from __future__ import annotations

import enum

from klog.errors import ErrorCode


class ClassicState(enum.Enum):
    """The states; the value is Kafka's name, as DescribeGroups and ListGroups write it."""

    #: No members. Offsets may be there.
    EMPTY = "Empty"
    #: Members are being gathered: JoinGroup waits until all known ones have asked, or the rebalance timeout is over.
    PREPARING_REBALANCE = "PreparingRebalance"
    #: A generation is fixed and its leader works out who gets what: SyncGroup waits for that.
    COMPLETING_REBALANCE = "CompletingRebalance"
    #: Everybody's assignment is written to the log.
    STABLE = "Stable"
    #: The group is gone; only who still holds it sees this.
    DEAD = "Dead"


_S = ClassicState

#: Which states may follow each.
PERMITTED: dict[ClassicState, frozenset[ClassicState]] = {
    _S.EMPTY: frozenset({_S.PREPARING_REBALANCE, _S.DEAD}),
    _S.PREPARING_REBALANCE: frozenset({_S.EMPTY, _S.COMPLETING_REBALANCE, _S.DEAD}),
    _S.COMPLETING_REBALANCE: frozenset({_S.PREPARING_REBALANCE, _S.STABLE, _S.DEAD}),
    _S.STABLE: frozenset({_S.PREPARING_REBALANCE, _S.DEAD}),
    _S.DEAD: frozenset({_S.DEAD}),
}

#: From where a rebalance may begin.
MAY_REBALANCE: frozenset[ClassicState] = frozenset(state for state, after in PERMITTED.items() if _S.PREPARING_REBALANCE in after)

#: What a member of the present generation hears to its heartbeat.
HEARTBEAT_ANSWERS: dict[ClassicState, ErrorCode] = {
    _S.EMPTY: ErrorCode.UNKNOWN_MEMBER_ID,
    _S.PREPARING_REBALANCE: ErrorCode.REBALANCE_IN_PROGRESS,
    _S.COMPLETING_REBALANCE: ErrorCode.NONE,
    _S.STABLE: ErrorCode.NONE,
    _S.DEAD: ErrorCode.COORDINATOR_NOT_AVAILABLE,
}


class ImpermissibleTransition(RuntimeError):
    """klog's own mistake: a state that may not follow the present one."""


def check_transition(group_id: str, before: ClassicState, after: ClassicState) -> None:
    """Whether `after` may follow `before`.

    :raises ImpermissibleTransition: it may not.
    """
    if after not in PERMITTED[before]:
        raise ImpermissibleTransition(f"group {group_id!r} cannot go from {before.value} to {after.value}")
