"""What a `klog.cluster.zookeeper.view.ClusterView` is made of: the typed contents of znodes, and what changed since the last look."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from klog.cluster.replica_assignment import ReplicaAssignment
from klog.model import TopicId, TopicPartition
from klog.zookeeper import znodes
from klog.zookeeper.protocol import Stat
from klog.zookeeper.znodes import BrokerRegistration, PartitionState, TopicZnode

#: No leader.
NOBODY = -1
NO_ASSIGNMENT: Mapping[int, tuple[int, ...]] = MappingProxyType({})


class Tree(Protocol):
    """What a view reads: `TreeMirror`'s face."""

    def data(self, path: str) -> bytes | None:
        """A node's data; None where there is no node."""

    def stat(self, path: str) -> Stat | None:
        """A node's stat, by the names of ``klog.zookeeper``; None where there is no node."""

    def children(self, path: str) -> frozenset[str]:
        """Names of its children; none where there is no node."""


@dataclasses.dataclass(frozen=True)
class BrokerAt:
    """A registered broker.

    :ivar czxid: of its registration: the broker's epoch, another one after each start or expiry.
    :ivar owner: session id.
    :ivar registration: None where it cannot be read; such a broker counts as foreign.
    """

    broker_id: int
    czxid: int
    owner: int
    registration: BrokerRegistration | None

    @property
    def is_ours(self) -> bool:
        """Whether it has klog's mark, and leads and follows as a controller tells it."""
        return self.registration is not None and self.registration.klog is not None and self.registration.replicates

    @property
    def is_kafkas(self) -> bool:
        """Whether it can be read and has no mark of klog's."""
        return self.registration is not None and self.registration.klog is None


@dataclasses.dataclass(frozen=True)
class StateAt:
    """A partition's state znode; `state` is None where it cannot be read.

    :ivar version: of the znode: the partition's epoch.
    :ivar czxid: tells this znode from others that had its path.
    :ivar mzxid: number of its last write.
    """

    state: PartitionState | None
    version: int
    czxid: int = 0
    mzxid: int = 0


@dataclasses.dataclass
class Topic:
    """A topic's znode and those of its partitions; kept up to date by its view, read by others.

    :ivar czxid: tells this topic from others that had its name.
    :ivar version: of the topic's znode.
    :ivar znode: None where it cannot be read: the topic can be deleted and nothing else.
    :ivar states: by partition; also of partitions that the assignment does not know.
    :ivar ahead: by partition: states that we have written and that the mirror does not show yet.
    :ivar nodes: partitions whose znode above the state is there.
    :ivar has_partitions_node: whether ``.../partitions`` is there.
    :ivar last_id: the topic id that this znode had last, however it was written since; None where none was seen.
    """

    name: str
    czxid: int
    version: int
    znode: TopicZnode | None
    states: dict[int, StateAt]
    nodes: set[int] = dataclasses.field(default_factory=set)
    has_partitions_node: bool = False
    last_id: TopicId | None = None
    ahead: dict[int, StateAt] = dataclasses.field(default_factory=dict)

    def newest(self, partition: int) -> StateAt | None:
        """A partition's state as far as we know, our own last write included."""
        return self.ahead.get(partition) or self.states.get(partition)

    def version_of(self, partition: int) -> int:
        """Of a partition's state znode, as far as we know; -1 where there is none."""
        at = self.newest(partition)
        return -1 if at is None else at.version

    def leader_epoch(self, partition: int) -> int:
        """A partition's, as far as we know; -1 where it has no state, or none that can be read."""
        at = self.newest(partition)
        return -1 if at is None or at.state is None else at.state.leader_epoch

    @property
    def topic_id(self) -> TopicId | None:
        """None where there is none in the znode, or no readable znode."""
        return None if self.znode is None else self.znode.topic_id

    @property
    def assignment(self) -> Mapping[int, tuple[int, ...]]:
        """Broker ids by partition: 0, 1, 2 ..., without gaps."""
        return NO_ASSIGNMENT if self.znode is None else self.znode.assignment

    def replica_assignment(self, partition: int) -> ReplicaAssignment:
        """A partition's brokers, and which of them come and go; no brokers where there is no such partition."""
        if self.znode is None:
            return ReplicaAssignment(())
        return ReplicaAssignment(
            self.znode.assignment.get(partition, ()),
            self.znode.adding_replicas.get(partition, ()),
            self.znode.removing_replicas.get(partition, ()),
        )

    @property
    def moving(self) -> frozenset[int]:
        """Partitions of which some replicas come or go."""
        if self.znode is None:
            return frozenset()
        marks = (self.znode.adding_replicas, self.znode.removing_replicas)
        return frozenset(number for each in marks for number, brokers in each.items() if brokers)


@dataclasses.dataclass(frozen=True)
class Notification:
    """A child of ``/config/changes``; `change` is None where it cannot be read."""

    name: str
    czxid: int
    created_ms: int
    change: znodes.ConfigChange | None


@dataclasses.dataclass(frozen=True)
class Tombstone:
    """A tombstone: brokers that still may have logs of a deleted topic."""

    topic_id: TopicId
    topic: str
    brokers: frozenset[int]
    version: int


@dataclasses.dataclass(frozen=True)
class ElectionAsked:
    """``/admin/preferred_replica_election``: its version, and the partitions; none where it cannot be read."""

    version: int
    partitions: tuple[TopicPartition, ...]


@dataclasses.dataclass(frozen=True)
class MovesAsked:
    """``/admin/reassign_partitions``: its version, and the brokers on which partitions shall lie; None where it cannot be read."""

    version: int
    partitions: Mapping[TopicPartition, tuple[int, ...]] | None


@dataclasses.dataclass(frozen=True)
class ControllerAt:
    """Who holds ``/controller``; `broker_id` is -1 where it cannot be read."""

    broker_id: int
    czxid: int
    owner: int


@dataclasses.dataclass
class Changes:
    """What to look at again. Empty is falsy; `merge` adds another one's.

    :ivar everything: all of it (the view is new, or a foreign broker came or went).
    :ivar brokers: ids that came, went, registered anew or changed their registration.
    :ivar topics: names whose znode came, went, was made again or changed (id, assignment).
    :ivar partitions: numbers by topic, whose state znode or whose leader's (or in-sync replica's) registration changed; all of a topic that
        came or was made again. A partition here may have the same leader as before.
    :ivar deletions: names in ``/admin/delete_topics`` that came or went.
    :ivar tombstones: topic ids whose tombstone came, changed or went.
    :ivar notifications: children of ``/config/changes`` that came (or went).
    :ivar isr_changes: children of ``/isr_change_notification`` that came (or went).
    :ivar log_dir_events: children of ``/log_dir_event_notification`` that came (or went).
    """

    everything: bool = False
    brokers: set[int] = dataclasses.field(default_factory=set)
    topics: set[str] = dataclasses.field(default_factory=set)
    partitions: dict[str, set[int]] = dataclasses.field(default_factory=dict)
    controller: bool = False
    controller_epoch: bool = False
    deletions: set[str] = dataclasses.field(default_factory=set)
    reassignment: bool = False
    preferred_election: bool = False
    tombstones: set[TopicId] = dataclasses.field(default_factory=set)
    notifications: set[str] = dataclasses.field(default_factory=set)
    isr_changes: set[str] = dataclasses.field(default_factory=set)
    log_dir_events: set[str] = dataclasses.field(default_factory=set)

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in _CHANGE_NAMES)

    def merge(self, other: Changes) -> None:
        """Take over what `other` has."""
        for name in _CHANGE_NAMES:
            theirs = getattr(other, name)
            if isinstance(theirs, bool):
                setattr(self, name, getattr(self, name) or theirs)
            elif isinstance(theirs, set):
                getattr(self, name).update(theirs)
        for topic, numbers in other.partitions.items():
            self.partitions.setdefault(topic, set()).update(numbers)

    def add_partition(self, at: TopicPartition) -> None:
        """One partition more."""
        self.partitions.setdefault(at.topic, set()).add(at.partition)


_CHANGE_NAMES = tuple(field.name for field in dataclasses.fields(Changes))
