"""Who is in sync, as the leader of a partition knows it, and how that changes: with the controller's consent, one change at a time
(KIP-497; ``core: cluster/Partition.scala: PendingExpandIsr, PendingShrinkIsr, handleAlterPartition…``).

=============  ==========================  =================================================  ===========================
state          `committed`                 `maximal`: who counts for the high watermark,      left by
                                           and for acks=all
=============  ==========================  =================================================  ===========================
committed      what the controller wrote   the same                                           `joined_by`, `left_by`
expanding      without who joins           with who joins: it may be elected from the moment  the answer, or LeaderAndIsr
                                           at which the controller has written it
shrinking      with who leaves             with who leaves: it may be elected until the       the answer, or LeaderAndIsr
                                           controller has written that it may not
led anew       as before                   as before                                          LeaderAndIsr, or a refusal
=============  ==========================  =================================================  ===========================

*Led anew* is what a leader asks for that is about to cut its own log (``klog.broker.replicas.leadership``): to lead alone in sync, in the
next leader epoch.

In doubt the larger set counts: waiting for one replica too many delays, waiting for one too few loses.

What follows an answer (`answered`), where the state is still the one that was asked for; an answer for any other state is STALE, since a
LeaderAndIsr has come between:

==========================================================  =======  =====================================================
answer                                                      outcome  then
==========================================================  =======  =====================================================
NONE, our leader epoch, partition epoch not below ours      DONE     committed as the answer says; look at the watermark and
                                                                     at who else joins or leaves (KAFKA-13091)
NONE, anything else                                         WAIT     as below
INELIGIBLE_REPLICA, OPERATION_NOT_ATTEMPTED; to be led      REFUSED  it was certainly not done: the committed state again
anew: INVALID_REQUEST, UNSUPPORTED_VERSION
UNKNOWN_TOPIC_OR_PARTITION, UNKNOWN_TOPIC_ID,               WAIT     something newer is on its way: pending until the next
FENCED_LEADER_EPOCH, INVALID_UPDATE_VERSION,                         LeaderAndIsr
INVALID_REQUEST, NEW_LEADER_ELECTED
any other                                                   AGAIN    the same request once more
==========================================================  =======  =====================================================

A partition epoch that is *equal* to ours is no stale answer: what we asked for had been so already (KAFKA-14144).
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from klog.errors import ErrorCode
from klog.replication.progress import FollowerProgress


@dataclasses.dataclass(frozen=True, slots=True)
class InSyncReplicas:
    """One state; equal states are the same request.

    :ivar committed: as the controller has written it, in its order.
    :ivar partition_epoch: of what is committed.
    :ivar proposed: what the controller is asked for; None where nothing is under way.
    :ivar leads_anew: whether it is asked to have the leader lead in the next leader epoch.
    """

    leader_epoch: int
    partition_epoch: int
    committed: tuple[int, ...]
    proposed: tuple[int, ...] | None = None
    leads_anew: bool = False

    @property
    def is_changing(self) -> bool:
        """Whether the controller's answer, or its next LeaderAndIsr, is waited for."""
        return self.proposed is not None

    @property
    def maximal(self) -> tuple[int, ...]:
        """All who may be in sync already, or still."""
        if self.proposed is not None and len(self.proposed) > len(self.committed):
            return self.proposed
        return self.committed

    def joined_by(self, replica: int) -> InSyncReplicas:
        """The state in which the controller is asked to take `replica` in.

        :raises ValueError: a change is under way, or it is in sync.
        """
        if self.is_changing or replica in self.committed:
            raise ValueError(f"{replica} cannot join {self}")
        return dataclasses.replace(self, proposed=(*self.committed, replica))

    def left_by(self, replicas: Iterable[int]) -> InSyncReplicas:
        """The state in which the controller is asked to take `replicas` out.

        :raises ValueError: a change is under way, or none of them is in sync, or nobody would be left.
        """
        gone = set(replicas)
        left = tuple(replica for replica in self.committed if replica not in gone)
        if self.is_changing or not left or len(left) == len(self.committed):
            raise ValueError(f"{sorted(gone)} cannot leave {self}")
        return dataclasses.replace(self, proposed=left)

    def anew(self, us: int) -> InSyncReplicas:
        """The state in which the controller is asked to have us lead alone, in the next leader epoch.

        :raises ValueError: a change is under way.
        """
        if self.is_changing:
            raise ValueError(f"{us} cannot lead anew in {self}")
        return dataclasses.replace(self, proposed=(us,), leads_anew=True)


def may_join(
    state: InSyncReplicas, replica: int, progress: FollowerProgress, *, high_watermark: int, epoch_start: int, is_alive: bool
) -> bool:
    """Whether the controller shall be asked to take this follower in: it has all that may be committed.

    That is more than the high watermark, which after an election may lie below what earlier leaders have committed; everything that is
    committed lies below the start of our leader epoch (KAFKA-7128).

    :param epoch_start: where our log ended when our leadership began.
    :param is_alive: whether UpdateMetadata has it as live: the last fetch of a broker that stops must not take it back (KAFKA-14140).
    """
    return (
        is_alive
        and not state.is_changing
        and replica not in state.committed
        and progress.end_offset >= high_watermark
        and progress.end_offset >= epoch_start
    )


def out_of_sync(
    state: InSyncReplicas, us: int, followers: Mapping[int, FollowerProgress], *, leader_end: int, now_ms: int, lag_ms: int
) -> tuple[int, ...]:
    """Those in sync who are so no longer; nobody while a change is under way. Who is not among `followers` is no replica any more, and
    goes (KAFKA-9672).

    :param lag_ms: ``replica.lag.time.max.ms``.
    """
    if state.is_changing:
        return ()
    return tuple(
        replica
        for replica in state.committed
        if replica != us and ((progress := followers.get(replica)) is None or not progress.is_caught_up(leader_end, now_ms, lag_ms))
    )


class AlterPartitionAnswer(NamedTuple):
    """What the controller has answered for one partition; the fields behind the code count with NONE alone."""

    code: ErrorCode
    leader_epoch: int = -1
    in_sync_replicas: tuple[int, ...] = ()
    partition_epoch: int = -1


class Outcome(enum.Enum):
    """What follows an answer to AlterPartition."""

    DONE = "done"
    REFUSED = "refused"
    WAIT = "wait for the next LeaderAndIsr"
    AGAIN = "again"
    STALE = "stale"


_NOT_DONE = frozenset({ErrorCode.INELIGIBLE_REPLICA, ErrorCode.OPERATION_NOT_ATTEMPTED})
_NEVER_ANEW = frozenset({ErrorCode.INVALID_REQUEST, ErrorCode.UNSUPPORTED_VERSION})
_OVERTAKEN = frozenset(
    {
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        ErrorCode.UNKNOWN_TOPIC_ID,
        ErrorCode.FENCED_LEADER_EPOCH,
        ErrorCode.INVALID_UPDATE_VERSION,
        ErrorCode.INVALID_REQUEST,
        ErrorCode.NEW_LEADER_ELECTED,
    }
)


def answered(current: InSyncReplicas, asked: InSyncReplicas, answer: AlterPartitionAnswer) -> tuple[Outcome, InSyncReplicas]:
    """What follows, and the state from now on; the table of the module.

    :param current: the state now.
    :param asked: the state that the request was made of.
    """
    if current != asked or not current.is_changing:
        return Outcome.STALE, current
    if answer.code in _NOT_DONE or (asked.leads_anew and answer.code in _NEVER_ANEW):
        return Outcome.REFUSED, dataclasses.replace(current, proposed=None, leads_anew=False)
    if answer.code in _OVERTAKEN:
        return Outcome.WAIT, current
    if answer.code is not ErrorCode.NONE:
        return Outcome.AGAIN, current
    if answer.leader_epoch != current.leader_epoch or answer.partition_epoch < current.partition_epoch:
        return Outcome.WAIT, current
    return Outcome.DONE, InSyncReplicas(current.leader_epoch, answer.partition_epoch, answer.in_sync_replicas)
