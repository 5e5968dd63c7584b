"""What a controller can do, and how acts become writes.

An act is a small change of the tree, right or wrong as a whole: a partition's new state, a partition's nodes, the end of a topic.
`batches` packs acts, in their order, into multis. Each multi begins with a check of ``/controller_epoch``, so that a controller that was
replaced without noticing changes nothing any more, and acts carry the versions of what they were decided on.

All that concerns one topic comes in one multi where it fits (a topic of up to some 240 partitions comes and goes in one piece), and in
several where it does not; the order is then such that whoever continues after a crash finds its way: a topic's partitions go before the
topic and the request to delete it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from klog.model import TopicPartition
from klog.zookeeper import znodes
from klog.zookeeper.requests import Check, Create, Delete, Operation, Set
from klog.zookeeper.znodes import CONTROLLER_EPOCH, PartitionState, Reassignment, TopicZnode

#: Most operations in a multi, the check among them.
MOST_OPERATIONS = 500
#: Most bytes in a multi; ZooKeeper takes 1 MiB.
MOST_BYTES = 512 << 10
#: What an operation takes besides path and data: header, ACL, version, lengths.
_OPERATION_BYTES = 64


@dataclasses.dataclass(frozen=True)
class SetTopicZnode:
    """Write a topic's znode again: it gets an id, or some of its replicas come and go. `czxid` is the topic's; nothing is done with it
    here."""

    topic: str
    znode: TopicZnode
    version: int
    czxid: int = 0

    def operations(self) -> list[Operation]:
        """One operation."""
        return [Set(TopicZnode.path(self.topic), self.znode.encode(), self.version)]


@dataclasses.dataclass(frozen=True)
class MakePartitionsNode:
    """Create ``/brokers/topics/T/partitions``."""

    topic: str

    def operations(self) -> list[Operation]:
        """One operation."""
        return [Create(znodes.partitions_path(self.topic), None)]


@dataclasses.dataclass(frozen=True)
class MakePartition:
    """Create a partition's state; the node above it too where `has_node` is false."""

    topic: str
    partition: int
    state: PartitionState
    has_node: bool = False

    def operations(self) -> list[Operation]:
        """One or two operations."""
        state: Operation = Create(PartitionState.path(self.topic, self.partition), self.state.encode())
        return [state] if self.has_node else [Create(znodes.partition_path(self.topic, self.partition), None), state]


@dataclasses.dataclass(frozen=True)
class SetState:
    """Another state for a partition."""

    topic: str
    partition: int
    state: PartitionState
    version: int

    def operations(self) -> list[Operation]:
        """One operation."""
        return [Set(PartitionState.path(self.topic, self.partition), self.state.encode(), self.version)]


@dataclasses.dataclass(frozen=True)
class RemovePartition:
    """Delete a partition's nodes; its state too where `has_state`."""

    topic: str
    partition: int
    has_state: bool
    has_node: bool = True

    def operations(self) -> list[Operation]:
        """One or two operations."""
        state: list[Operation] = [Delete(PartitionState.path(self.topic, self.partition))] if self.has_state else []
        node: list[Operation] = [Delete(znodes.partition_path(self.topic, self.partition))] if self.has_node else []
        return state + node


@dataclasses.dataclass(frozen=True)
class RemoveTopic:
    """Delete a topic whose partitions' nodes are gone, its configuration and the request.

    :param version: of the topic's znode.
    :param has_config: whether ``/config/topics/T`` is there; whoever acts looks.
    """

    topic: str
    version: int
    has_partitions_node: bool = True
    has_config: bool = False

    @property
    def config_path(self) -> str:
        """Where its configuration lies."""
        return znodes.ConfigZnode.path("topics", self.topic)

    def operations(self) -> list[Operation]:
        """Up to four."""
        found: list[Operation] = []
        if self.has_partitions_node:
            found.append(Delete(znodes.partitions_path(self.topic)))
        found.append(Delete(TopicZnode.path(self.topic), self.version))
        if self.has_config:
            found.append(Delete(self.config_path))
        found.append(Delete(znodes.DeleteTopic.path(self.topic)))
        return found


@dataclasses.dataclass(frozen=True)
class RemoveNode:
    """Delete one node that is done with: a request, a notification, an old tombstone without brokers.

    :param topic: empty, as it belongs to no topic.
    """

    path: str
    version: int = -1
    topic: str = ""

    def operations(self) -> list[Operation]:
        """One operation."""
        return [Delete(self.path, self.version)]


@dataclasses.dataclass(frozen=True)
class SetMovesAsked:
    """Leave these in ``/admin/reassign_partitions``; where none is left the request goes.

    :param topic: empty, as it belongs to no topic.
    """

    partitions: Mapping[TopicPartition, tuple[int, ...]]
    version: int
    topic: str = ""
    path: str = znodes.REASSIGN_PARTITIONS

    def operations(self) -> list[Operation]:
        """One operation."""
        if self.partitions:
            return [Set(self.path, Reassignment(self.partitions).encode(), self.version)]
        return [Delete(self.path, self.version)]


Act: TypeAlias = SetTopicZnode | MakePartitionsNode | MakePartition | SetState | RemovePartition | RemoveTopic | RemoveNode | SetMovesAsked


def subject(act: Act) -> str:
    """What an act is about, for setting aside what cannot be done: the topic, or the one node."""
    return act.path if isinstance(act, RemoveNode | SetMovesAsked) else act.topic


@dataclasses.dataclass
class Batch:
    """One multi.

    :ivar acts: of each operation, the one that it belongs to; None for the check.
    """

    operations: list[Operation]
    acts: list[Act | None]
    size_bytes: int = 0

    def act_of(self, index: int) -> Act | None:
        """Whose operation the `index`-th is; None for the check, and for what is out of range."""
        return self.acts[index] if 0 <= index < len(self.acts) else None


def _size(operations: Sequence[Operation]) -> int:
    return sum(_OPERATION_BYTES + len(each.path) + len(getattr(each, "data", b"") or b"") for each in operations)


def _groups(acts: Sequence[Act]) -> Iterator[list[Act]]:
    """Neighbours about the same topic."""
    group: list[Act] = []
    for act in acts:
        if group and (not act.topic or act.topic != group[-1].topic):
            yield group
            group = []
        group.append(act)
    if group:
        yield group


def batches(
    acts: Sequence[Act], epoch_version: int, *, most_operations: int = MOST_OPERATIONS, most_bytes: int = MOST_BYTES
) -> Iterator[Batch]:
    """`acts` as multis, in order. An act is never divided; one that is too large alone gets a multi of its own.

    :param epoch_version: of ``/controller_epoch`` since we became the controller.
    """

    def begin() -> Batch:
        return Batch([Check(CONTROLLER_EPOCH, epoch_version)], [None])

    batch = begin()
    for group in _groups(acts):
        written = [(act, act.operations()) for act in group]
        count, size = sum(len(operations) for _, operations in written), sum(_size(operations) for _, operations in written)
        fits_alone = 1 + count <= most_operations and size <= most_bytes
        if (
            len(batch.operations) > 1
            and fits_alone
            and (len(batch.operations) + count > most_operations or batch.size_bytes + size > most_bytes)
        ):
            yield batch
            batch = begin()
        for act, operations in written:
            size = _size(operations)
            if len(batch.operations) > 1 and (
                len(batch.operations) + len(operations) > most_operations or batch.size_bytes + size > most_bytes
            ):
                yield batch
                batch = begin()
            batch.operations += operations
            batch.acts += [act] * len(operations)
            batch.size_bytes += size
    if len(batch.operations) > 1:
        yield batch
