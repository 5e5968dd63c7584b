"""How a partition moves from broker to broker (``KafkaController.onPartitionReassignment``, KIP-455). Pure: what its znodes say in, what is
to be done next out. Whoever asks again after a crash, or as another controller, finds the same.

=========== ============================================== ===================================== ========================================
phase       found by                                       brokers are told                      what is done
=========== ============================================== ===================================== ========================================
RESTING     nothing comes or goes (but who was dropped)    the replicas                          who was dropped is asked to delete its log
CATCHING_UP some of the target are not in sync             all replicas, and who comes and goes  the same; the leader takes those in that
                                                                                                 have caught up
SWITCHING   all of the target are in sync, but one that    the same                              a leader of the target, only those of the
            leaves leads or is in sync, too; or one that                                         target in sync, the leader epoch + 1
            was dropped is
REMOVING    the target leads, and just the target is in    the target, and no others             who leaves is asked to delete its log;
            sync                                                                                 when all have answered, the topic's znode
                                                                                                 says the target
=========== ============================================== ===================================== ========================================

So a partition is safe at every moment: nobody deletes a log before all of the target have it, and in sync are then only those that stay. If
one of the target falls out of sync while others remove their logs, the partition is CATCHING_UP again, and those that leave are replicas
once more, if need be from the beginning.

**Every change of the replicas comes with a higher leader epoch**, without which brokers would not listen. Where it was not so (another
controller has written the topic's znode and was gone then), or where nobody knows whether replicas have heard (we are a new
controller), the epoch is raised for it.

**Who is asked to delete** is waited for if it can be reached. A broker that is away is passed over; what it has stays on its disk.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Collection

from klog.cluster.replica_assignment import ReplicaAssignment
from klog.cluster.zookeeper.controller.leader_election import Standing
from klog.cluster.zookeeper.view_types import NOBODY
from klog.zookeeper.znodes import PartitionState


class Phase(enum.Enum):
    """See the module."""

    RESTING = "resting"
    CATCHING_UP = "catching up"
    SWITCHING = "switching"
    REMOVING = "removing"


def phase_of(assignment: ReplicaAssignment, state: PartitionState) -> Phase:
    """The first two columns of the table."""
    in_sync = set(state.isr)
    dropped = assignment.dropped
    if state.leader in dropped or in_sync.intersection(dropped):
        return Phase.SWITCHING
    kept = assignment.kept()
    if not kept.is_moving:
        return Phase.RESTING
    if not in_sync.issuperset(kept.target):
        return Phase.CATCHING_UP
    return Phase.REMOVING if state.leader in kept.target and in_sync.isdisjoint(kept.removing) else Phase.SWITCHING


def removed_now(assignment: ReplicaAssignment, state: PartitionState) -> tuple[int, ...]:
    """Brokers that have to delete their logs in this phase."""
    phase = phase_of(assignment, state)
    if phase is Phase.SWITCHING:
        return ()
    return assignment.dropped + (assignment.kept().removing if phase is Phase.REMOVING else ())


def shown_assignment(assignment: ReplicaAssignment, state: PartitionState) -> ReplicaAssignment:
    """What brokers are told: the third column."""
    if not assignment.is_moving:
        return assignment
    kept = assignment.kept()
    return ReplicaAssignment(kept.target) if phase_of(assignment, state) is Phase.REMOVING else kept


def confined(
    state: PartitionState,
    allowed: Collection[int],
    standing: Callable[[int], Standing],
    controller_epoch: int,
    *,
    may_be_leaderless: bool = False,
) -> PartitionState | None:
    """The state with nobody else leading or in sync, under a higher leader epoch; None where that cannot be without losing records.

    :param allowed: brokers, in the order in which they are to lead.
    :param may_be_leaderless: whether a partition that nobody leads may stay so; else one of `allowed` has to lead.
    """
    leader = state.leader
    in_sync = tuple(each for each in state.isr if each in allowed)
    if leader not in allowed and not (leader == NOBODY and may_be_leaderless):
        leader = next((each for each in allowed if each in in_sync and standing(each) is Standing.FINE), NOBODY)
        if leader == NOBODY:
            return None
    if not in_sync:
        return None
    return dataclasses.replace(state, leader=leader, isr=in_sync, leader_epoch=state.leader_epoch + 1, controller_epoch=controller_epoch)


@dataclasses.dataclass(frozen=True)
class Step:
    """What a partition needs next; nothing where all is None or empty.

    :ivar state: to be written.
    :ivar assignment: to be written into the topic's znode, together with the state.
    :ivar leaving: brokers that have to be asked, once that is written, to delete their logs, and have not answered yet.
    """

    state: PartitionState | None = None
    assignment: ReplicaAssignment | None = None
    leaving: tuple[int, ...] = ()


def next_step(
    assignment: ReplicaAssignment,
    state: PartitionState,
    standing: Callable[[int], Standing],
    controller_epoch: int,
    *,
    is_told: bool,
    is_gone: Callable[[int], bool],
) -> Step:
    """The last column of the table.

    :param state: as it is, after any election.
    :param standing: of each replica towards this state.
    :param controller_epoch: ours.
    :param is_told: whether brokers can hear of the replicas as they are under this leader epoch.
    :param is_gone: whether a broker that leaves has deleted its log, or cannot be asked.
    """
    raised = None if is_told else dataclasses.replace(state, leader_epoch=state.leader_epoch + 1, controller_epoch=controller_epoch)
    if not assignment.is_moving:
        return Step(raised)
    phase, kept = phase_of(assignment, state), assignment.kept()
    if phase is Phase.SWITCHING:
        is_complete = set(state.isr).issuperset(kept.target)
        return Step(confined(state, kept.target if is_complete else kept.replicas, standing, controller_epoch))
    left = tuple(each for each in removed_now(assignment, state) if not is_gone(each))
    if left:
        return Step(raised, leaving=left)
    after = kept if phase is Phase.CATCHING_UP else ReplicaAssignment(kept.target)
    return Step(raised, after if after != assignment else None)


def begun(
    assignment: ReplicaAssignment, state: PartitionState | None, standing: Callable[[int], Standing], controller_epoch: int
) -> PartitionState | None:
    """The state of a partition that begins to move as `assignment` says; None where whoever is dropped by it is the last one in sync.

    :param state: before.
    """
    if state is None:
        return None
    return confined(state, assignment.kept().replicas, standing, controller_epoch, may_be_leaderless=True)
