"""What a broker obeys of its controller's requests: LeaderAndIsr, StopReplica, and the epochs of UpdateMetadata.

A request may be late, come twice, come from a controller that is no more, or be meant for an earlier life of this broker. Nothing but
epochs tells. For a whole request, in this order (`ControlEpochs.check`):

======================================================  =========================  ============================================
the request's                                           answer                     why
======================================================  =========================  ============================================
broker epoch is not -1, and below ours                  STALE_BROKER_EPOCH         meant for an earlier registration (KAFKA-7235)
controller epoch is below the highest seen              STALE_CONTROLLER_EPOCH     sent by a controller that was replaced
anything else                                           NONE                       the controller epoch is remembered
======================================================  =========================  ============================================

A broker epoch above ours is taken: the controller may hear of our registration before we do. While we do not know our own, what names one
can neither be taken nor refused (`ControlEpochs.is_too_early`): it may be either case.

For each partition of a LeaderAndIsr, in this order (`check_leader_and_isr`):

============================================  ==================================================================
its log's directory is out of service         KAFKA_STORAGE_ERROR
another topic id than the log's               INCONSISTENT_TOPIC_ID
leader epoch below ours                       STALE_CONTROLLER_EPOCH
leader epoch as ours                          STALE_CONTROLLER_EPOCH; but the log has no topic id yet: it takes this one
                                              (`Verdict.TAKE_TOPIC_ID`); we follow, and the request has no id: nothing (`Verdict.SKIP`)
leader epoch above ours, we are no replica    UNKNOWN_TOPIC_OR_PARTITION
… partition epoch below ours                  nothing (`Verdict.SKIP`): the answer to our AlterPartition was faster (KAFKA-12686)
… leader is us, leader is another             `Verdict.BECOME_LEADER`, `Verdict.BECOME_FOLLOWER`
============================================  ==================================================================

A new process has leader epoch -1 for every partition, so that what is repeated after a restart is obeyed. Sources: ``core:
server/KafkaApis.scala: handleLeaderAndIsrRequest``, ``server/ReplicaManager.scala: becomeLeaderOrFollower, stopReplicas``,
``cluster/Partition.scala: makeLeader, makeFollower``.
"""

from __future__ import annotations

import dataclasses
import enum
from typing import NamedTuple

from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID
from klog.wire.messages.leader_and_isr import LeaderAndIsrPartitionState, LeaderAndIsrRequest
from klog.wire.messages.stop_replica import StopReplicaRequest

#: A broker epoch that says nothing: older senders, and a broker that is not registered.
NO_BROKER_EPOCH = -1
#: Leader epoch of a partition of which nothing was told yet.
NO_LEADER_EPOCH = -1
#: Leader epoch in StopReplica where the whole topic is being deleted (``LeaderAndIsr.EpochDuringDelete``).
EPOCH_DURING_DELETE = -2

_RECOVERING = 1


class ControlEpochs:
    """The epochs of the three control requests, for one broker.

    :ivar controller_epoch: the highest seen; 0 before the first request.
    """

    __slots__ = ("controller_epoch",)

    def __init__(self) -> None:
        self.controller_epoch = 0

    def is_too_early(self, broker_epoch: int, our_broker_epoch: int) -> bool:
        """Whether nobody can say yet which life of ours the request is meant for: the caller waits until our registration is known, or
        closes the connection; the controller says the same again.

        :param broker_epoch: the request's; -1 where it has none.
        :param our_broker_epoch: -1 while we are not registered.
        """
        return broker_epoch != NO_BROKER_EPOCH and our_broker_epoch == NO_BROKER_EPOCH

    def check(self, controller_epoch: int, broker_epoch: int, our_broker_epoch: int) -> ErrorCode:
        """NONE, and the controller epoch is remembered; or why nothing of the request is obeyed: STALE_BROKER_EPOCH,
        STALE_CONTROLLER_EPOCH.

        :param broker_epoch: the request's; -1 where it has none.
        :param our_broker_epoch: czxid of our registration.
        """
        if broker_epoch != NO_BROKER_EPOCH and broker_epoch < our_broker_epoch:
            return ErrorCode.STALE_BROKER_EPOCH
        if controller_epoch < self.controller_epoch:
            return ErrorCode.STALE_CONTROLLER_EPOCH
        self.controller_epoch = controller_epoch
        return ErrorCode.NONE


@dataclasses.dataclass(frozen=True, slots=True)
class PartitionTold:
    """What a LeaderAndIsr says of one partition.

    :ivar topic_id: 16 zero bytes where the controller does not know it (before version 5).
    :ivar leader: a broker's number; -1 without one.
    :ivar in_sync_replicas: in the controller's order.
    :ivar partition_epoch: version of the partition's state znode.
    :ivar is_new: whether it is normal that this broker has no log of it.
    :ivar is_recovering: whether the leader was elected without being in sync.
    """

    topic: str
    topic_id: bytes
    partition: int
    controller_epoch: int
    leader: int
    leader_epoch: int
    in_sync_replicas: tuple[int, ...]
    partition_epoch: int
    replicas: tuple[int, ...]
    adding_replicas: tuple[int, ...] = ()
    removing_replicas: tuple[int, ...] = ()
    is_new: bool = False
    is_recovering: bool = False


def told_of(request: LeaderAndIsrRequest, version: int) -> list[PartitionTold]:
    """Every partition of the request, in its order.

    :param version: of the request; up to 1 partitions are not grouped by topic.
    """
    if version < 2:
        return [_told(state, state.topic_name, NO_TOPIC_ID) for state in request.ungrouped_partition_states]
    return [_told(state, topic.topic_name, topic.topic_id) for topic in request.topic_states for state in topic.partition_states]


def _told(state: LeaderAndIsrPartitionState, topic: str, topic_id: bytes) -> PartitionTold:
    return PartitionTold(
        topic,
        topic_id,
        state.partition_index,
        state.controller_epoch,
        state.leader,
        state.leader_epoch,
        tuple(state.isr),
        state.partition_epoch,
        tuple(state.replicas),
        tuple(state.adding_replicas),
        tuple(state.removing_replicas),
        state.is_new,
        state.leader_recovery_state == _RECOVERING,
    )


class Known(NamedTuple):
    """What a broker knows of a partition of its own when it is told something.

    :ivar topic_id: of its log; 16 zero bytes where it has none.
    :ivar leader_epoch: of what was told last in this process; -1 before.
    :ivar partition_epoch: of the same, or of an answer to AlterPartition since; -1 before.
    :ivar is_offline: whether its log is in a data directory that is out of service.
    """

    topic_id: bytes = NO_TOPIC_ID
    leader_epoch: int = NO_LEADER_EPOCH
    partition_epoch: int = -1
    is_offline: bool = False


class Verdict(enum.Enum):
    """What becomes of one partition of a LeaderAndIsr; all of them are answered with NONE."""

    BECOME_LEADER = "become leader"
    BECOME_FOLLOWER = "become follower"
    #: Nothing: what we know is newer, or the same.
    SKIP = "skip"
    #: Nothing but that the log is given the topic id.
    TAKE_TOPIC_ID = "take topic id"


def check_leader_and_isr(told: PartitionTold, us: int, known: Known | None) -> Verdict | ErrorCode:
    """What follows; the table of the module.

    :param us: our broker's number.
    :param known: None where we have nothing of this partition.
    """
    known = known or Known()
    if known.is_offline:
        return ErrorCode.KAFKA_STORAGE_ERROR
    if NO_TOPIC_ID not in (told.topic_id, known.topic_id) and told.topic_id != known.topic_id:
        return ErrorCode.INCONSISTENT_TOPIC_ID
    if told.leader_epoch < known.leader_epoch:
        return ErrorCode.STALE_CONTROLLER_EPOCH
    if told.leader_epoch == known.leader_epoch:
        if known.topic_id == NO_TOPIC_ID and told.topic_id != NO_TOPIC_ID:
            return Verdict.TAKE_TOPIC_ID
        is_downgrade = known.topic_id != NO_TOPIC_ID and told.topic_id == NO_TOPIC_ID
        return Verdict.SKIP if is_downgrade and told.leader != us else ErrorCode.STALE_CONTROLLER_EPOCH
    if us not in told.replicas:
        return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    if told.partition_epoch < known.partition_epoch:
        return Verdict.SKIP
    return Verdict.BECOME_LEADER if told.leader == us else Verdict.BECOME_FOLLOWER


class PartitionStop(NamedTuple):
    """What a StopReplica says of one partition.

    :ivar leader_epoch: -1 where the sender is too old to say, -2 while the topic is being deleted.
    :ivar delete: whether the log goes, too.
    """

    topic: str
    partition: int
    leader_epoch: int
    delete: bool


def stops_of(request: StopReplicaRequest, version: int) -> list[PartitionStop]:
    """Every partition of the request, in its order.

    :param version: of the request; below 3 all its partitions go the same way, and there are no leader epochs.
    """
    if version >= 3:
        return [
            PartitionStop(topic.topic_name, state.partition_index, state.leader_epoch, state.delete_partition)
            for topic in request.topic_states
            for state in topic.partition_states
        ]
    if version == 0:
        names = [(state.topic_name, state.partition_index) for state in request.ungrouped_partitions]
    else:
        names = [(topic.name, index) for topic in request.topics for index in topic.partition_indexes]
    return [PartitionStop(topic, partition, NO_LEADER_EPOCH, request.delete_partitions) for topic, partition in names]


def check_stop_replica(leader_epoch: int, known: Known | None) -> ErrorCode:
    """NONE where the replica is stopped; FENCED_LEADER_EPOCH where it has come back meanwhile (KAFKA-9539); KAFKA_STORAGE_ERROR.

    :param leader_epoch: the request's; -1 and -2 are obeyed always.
    :param known: None where we have nothing of this partition: its directory is deleted all the same.
    """
    if known is None:
        return ErrorCode.NONE
    if known.is_offline:
        return ErrorCode.KAFKA_STORAGE_ERROR
    if leader_epoch in (EPOCH_DURING_DELETE, NO_LEADER_EPOCH) or leader_epoch >= known.leader_epoch:
        return ErrorCode.NONE
    return ErrorCode.FENCED_LEADER_EPOCH
