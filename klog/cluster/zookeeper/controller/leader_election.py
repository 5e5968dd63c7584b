"""Who leads a partition, and who is in sync: Kafka's elections (``Election.scala``, ``ReplicaStateMachine.removeReplicasFromIsr``) as one
table over how each replica stands. Pure.

How a replica stands, towards a state that was written at some time:

======== =====================================================================================================
FINE     its broker is registered, was so when the state was written, and has not said that the replica is broken
LEAVING  the same, but its broker is shutting down in order
ANEW     its broker is registered, but not without a break since the state was written: it may have started again,
         and lost the end of its log; "as gone, and then as new"
GONE     its broker is not registered, or its data directory is out of service
======== =====================================================================================================

What follows for a partition that has a state; where the new state is the old one, nothing is written, and otherwise its leader epoch
rises by one:

=================  =============================================  =======================  ==========================================
leader             of the in-sync replicas                        leads then               in sync then
=================  =============================================  =======================  ==========================================
FINE               any                                            the leader; by request   those that are FINE
                                                                  the first replica, if
                                                                  that is FINE and in sync
LEAVING            some are FINE                                  the first of them        those that are FINE
LEAVING            none is FINE                                   the leader               the leader
ANEW, GONE, nobody some are FINE                                  the first of them        those that are FINE
ANEW, GONE, nobody none is FINE, some are ANEW                    the first of them        those that are ANEW
ANEW, GONE, nobody all are GONE or LEAVING, unclean elections     the first replica that   that one alone; it has to recover
                   are allowed, some replica is FINE or ANEW      is FINE or ANEW
the same           the same, and no replica is FINE or ANEW, but  the first of them        the same
                   somebody has asked for the election and the
                   brokers of some live
ANEW, GONE, nobody else                                           nobody                   as before
=================  =============================================  =======================  ==========================================

"First" is in the order of the assignment; in-sync replicas that are not assigned are never elected. A partition without a state gets one as
soon as some replica is FINE (or ANEW, which is the same there): the first of them leads, all of them are in sync, the epoch is 0.

That ANEW is worse than FINE keeps a replica that lost its unflushed end from leading, or from counting as in sync, under the epoch in which
it had more (Kafka's controllers handle a bounced broker as one that went and came, too; here it is found by comparing zxids, so that it is
also found by a controller that was not there when it happened).
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Sequence

from klog.cluster.zookeeper.view_types import NOBODY
from klog.zookeeper.znodes import PartitionState

#: ``leader_recovery_state`` of a leader that may lack what others had (KIP-704).
RECOVERING = 1


class Standing(enum.Enum):
    """How a replica stands; see the module."""

    FINE = "fine"
    LEAVING = "leaving"
    ANEW = "anew"
    GONE = "gone"


def first_state(replicas: Sequence[int], standing: Callable[[int], Standing], controller_epoch: int) -> PartitionState | None:
    """The state of a partition that has none yet; None where no replica can lead.

    :param replicas: the assignment, the preferred leader first.
    :param standing: of each replica.
    """
    live = tuple(each for each in replicas if standing(each) in (Standing.FINE, Standing.ANEW))
    return PartitionState(live[0], 0, controller_epoch, live) if live else None


def next_state(
    replicas: Sequence[int],
    state: PartitionState,
    standing: Callable[[int], Standing],
    controller_epoch: int,
    *,
    allows_unclean: bool = False,
    wants_preferred: bool = False,
    last_choice: Callable[[int], bool] = lambda replica: False,
    unclean_order: Sequence[int] | None = None,
) -> PartitionState | None:
    """The table of the module.

    :param replicas: the assignment, the preferred leader first.
    :param state: as it is.
    :param standing: of each replica towards this state; asked about in-sync ones that are not assigned, too.
    :param controller_epoch: ours.
    :param allows_unclean: whether a replica that is not in sync may lead where nobody else can.
    :param wants_preferred: whether the first replica is asked to lead.
    :param last_choice: of a replica that is GONE, whether it may lead where no other can: it lives, and has perhaps only refused to lead
        after an unclean stop.
    :param unclean_order: in which order replicas that are not in sync are asked to lead; None: as they are assigned.
    :return: the state to write; None where it stays as it is.
    """
    leader, in_sync = state.leader, state.isr
    stands = {each: standing(each) for each in in_sync}
    leader_stands = Standing.GONE if leader == NOBODY else stands.get(leader) or standing(leader)
    recovery = state.leader_recovery_state
    fine = tuple(each for each in in_sync if stands[each] is Standing.FINE)
    if leader_stands is Standing.FINE:
        in_sync = fine or in_sync
        if wants_preferred and replicas and replicas[0] in fine:
            leader = replicas[0]
    elif (elected := _first(replicas, fine)) is not None:
        leader, in_sync = elected, fine
    elif leader_stands is Standing.LEAVING:
        in_sync = (leader,)
    else:
        anew = tuple(each for each in in_sync if stands[each] is Standing.ANEW)
        elected = _first(replicas, anew)
        if elected is not None:
            leader, in_sync = elected, anew
        elif (
            allows_unclean
            and (elected := _first_live(replicas if unclean_order is None else unclean_order, standing, last_choice)) is not None
        ):
            leader, in_sync, recovery = elected, (elected,), RECOVERING
        else:
            leader = NOBODY
    if (leader, in_sync) == (state.leader, state.isr) and leader_stands is not Standing.ANEW:
        return None
    return dataclasses.replace(
        state,
        leader=leader,
        isr=in_sync,
        leader_epoch=state.leader_epoch + 1,
        controller_epoch=controller_epoch,
        leader_recovery_state=recovery,
    )


def _first(replicas: Sequence[int], among: Sequence[int]) -> int | None:
    return next((each for each in replicas if each in among), None)


def _first_live(replicas: Sequence[int], standing: Callable[[int], Standing], last_choice: Callable[[int], bool]) -> int | None:
    live = next((each for each in replicas if standing(each) in (Standing.FINE, Standing.ANEW)), None)
    return live if live is not None else next((each for each in replicas if last_choice(each)), None)
