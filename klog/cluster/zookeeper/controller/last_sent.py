"""What brokers are told of partitions, and what they were told last. Pure.

`SentPartition` is all that UpdateMetadata and LeaderAndIsr say of one partition. `LastSent` keeps the last one of each: comparing it with
what is so now says who has to be told what (`difference`). Nothing depends on what has happened in between.
"""

from __future__ import annotations

import dataclasses
import enum
from typing import NamedTuple

from klog.cluster.replica_assignment import ReplicaAssignment
from klog.cluster.zookeeper.controller.live_brokers import LiveBrokers
from klog.cluster.zookeeper.controller.reassignment import shown_assignment
from klog.cluster.zookeeper.view_types import NOBODY, Topic
from klog.model import TopicId, TopicPartition

#: The leader of a partition that is being deleted, and its epoch in StopReplica (``LeaderAndIsr.scala``).
BEING_DELETED = -2


class SentPartition(NamedTuple):
    """One partition.

    :ivar leader: -1: nobody; `BEING_DELETED`.
    :ivar controller_epoch: of who wrote the state.
    :ivar partition_epoch: version of its state znode.
    :ivar recovery: whether the leader was elected without being in sync, and has not said yet that it has recovered.
    :ivar offline: replicas not to count upon.
    """

    topic_id: TopicId
    leader: int
    leader_epoch: int
    replicas: tuple[int, ...]
    adding: tuple[int, ...]
    removing: tuple[int, ...]
    in_sync: tuple[int, ...]
    partition_epoch: int
    controller_epoch: int
    recovery: int
    offline: tuple[int, ...]

    @property
    def leadership(self) -> tuple[object, ...]:
        """What replicas have to be told when it changes. (In-sync replicas that change alone are the leader's own news.)"""
        return self[:6]

    @property
    def assignment(self) -> ReplicaAssignment:
        """Its replicas, as brokers are told of them."""
        return ReplicaAssignment(self.replicas, self.adding, self.removing)

    def with_assignment(self, assignment: ReplicaAssignment) -> SentPartition:
        """The same with other replicas."""
        return self._replace(replicas=assignment.replicas, adding=assignment.adding, removing=assignment.removing)

    def as_deleted(self) -> SentPartition:
        """The same while its topic is being deleted."""
        return self._replace(leader=BEING_DELETED, leader_epoch=0, partition_epoch=0)


class Difference(enum.Flag):
    """What has to be told."""

    NOTHING = 0
    METADATA = enum.auto()
    LEADERSHIP = enum.auto()


def partition_now(topic: Topic, number: int, brokers: LiveBrokers) -> SentPartition | None:
    """A partition as it is now; None where it cannot be told of: it has no state, or its topic no id yet."""
    topic_id = topic.topic_id or topic.last_id
    at = topic.newest(number)
    if topic_id is None or at is None or at.state is None or number not in topic.assignment:
        return None
    state = at.state
    assignment = shown_assignment(topic.replica_assignment(number), state)
    return SentPartition(
        topic_id,
        state.leader,
        state.leader_epoch,
        assignment.replicas,
        assignment.adding,
        assignment.removing,
        state.isr,
        at.version,
        state.controller_epoch,
        state.leader_recovery_state,
        brokers.offline_replicas(assignment.replicas, TopicPartition(topic.name, number)),
    )


def partition_without_state(topic: Topic, topic_id: TopicId, number: int, brokers: LiveBrokers) -> SentPartition:
    """A partition that nobody leads yet: it was not looked at, or nobody can lead it."""
    assignment = topic.replica_assignment(number)
    offline = brokers.offline_replicas(assignment.replicas, TopicPartition(topic.name, number))
    return SentPartition(topic_id, NOBODY, -1, assignment.replicas, assignment.adding, assignment.removing, (), -1, 0, 0, offline)


def difference(before: SentPartition | None, now: SentPartition) -> Difference:
    """Between what was told and what is so."""
    if before == now:
        return Difference.NOTHING
    if before is None or before.leadership != now.leadership:
        return Difference.METADATA | Difference.LEADERSHIP
    return Difference.METADATA


@dataclasses.dataclass
class SentTopic:
    """What was told of one topic.

    :ivar czxid: the topic's.
    :ivar partitions: by number.
    :ivar announced: those that were not looked at yet, or had no state then: brokers were told that they exist, and no role.
    :ivar is_deleted: whether it is told as being deleted.
    """

    czxid: int
    partitions: dict[int, SentPartition] = dataclasses.field(default_factory=dict)
    announced: set[int] = dataclasses.field(default_factory=set)
    is_deleted: bool = False

    def looked_at(self, number: int) -> SentPartition | None:
        """What was told of a partition, and its replicas of their roles; None where it was announced at the most."""
        return None if number in self.announced else self.partitions.get(number)


class LastSent:
    """See the module. By topic."""

    def __init__(self) -> None:
        self.topics: dict[str, SentTopic] = {}

    def get(self, at: TopicPartition) -> SentPartition | None:
        """What was told of a partition."""
        topic = self.topics.get(at.topic)
        return None if topic is None else topic.partitions.get(at.partition)
