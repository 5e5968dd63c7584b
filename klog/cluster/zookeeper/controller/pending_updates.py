"""What one broker has still to be told. Pure.

Not a queue of messages but of *names*: which partitions the broker has to hear of, in which way. What is said of them is looked up when a
request is made, so it is always the newest, and a broker that has not answered for an hour has each partition pending once. A request takes
names out (`PendingUpdates.next`); when it was not answered they go back (`give_back`), unless something newer is pending.

Order, as Kafka's controller has it (``ControllerBrokerRequestBatch``):

1. A broker hears who lives before it hears anything else, whenever that has changed; a new one hears of all partitions then, too.
2. Of what is decided at one time it hears LeaderAndIsr, then UpdateMetadata, then StopReplica. Where that is too much for one request each,
   they take turns.
3. A partition whose topic was deleted is told so before one of the same name is shown again.
4. A replica that is to be deleted is stopped first.

Of a partition one role only is pending: who is to lead or follow is not to stop, and the other way round; what was said last counts.
"""

from __future__ import annotations

import dataclasses
import enum
import itertools
from collections.abc import Iterable

from klog.cluster.zookeeper.controller.last_sent import BEING_DELETED, SentPartition
from klog.model import TopicPartition

#: Partitions in one request, but that a topic is told whole: its broker gives all of them their roles in one turn of its reactor, at some
#: 65 µs each. As many as are decided at one time (`klog.cluster.zookeeper.controller.change_slices`), so that all of these have their roles
#: before they are shown.
MOST_PARTITIONS = 250


class Kind(enum.Enum):
    """What a request is about; in the order in which they take turns."""

    LEADERSHIP = "LeaderAndIsr"
    METADATA = "UpdateMetadata"
    STOP = "StopReplica"
    DELETE = "StopReplica, delete"


_TURNS = tuple(Kind)


@dataclasses.dataclass(frozen=True)
class Piece:
    """What one request is about.

    :ivar partitions: LEADERSHIP: whether they are new; STOP, DELETE: the leader epoch.
    :ivar deleted: METADATA: partitions that were deleted, as they were.
    :ivar generation: METADATA: of the brokers that it tells of.
    """

    kind: Kind
    partitions: dict[TopicPartition, int] = dataclasses.field(default_factory=dict)
    deleted: dict[TopicPartition, SentPartition] = dataclasses.field(default_factory=dict)
    generation: int = -1


class PendingUpdates:
    """See the module.

    :param is_fresh: whether all partitions are to be told before any role is.
    """

    def __init__(self, is_fresh: bool = False) -> None:
        self.leadership: dict[TopicPartition, int] = {}
        #: Numbers by topic: who heard of a part of a topic would have producers spread keys over that part.
        self.metadata: dict[str, set[int]] = {}
        self.deleted: dict[TopicPartition, SentPartition] = {}
        self.stop: dict[TopicPartition, int] = {}
        self.delete: dict[TopicPartition, int] = {}
        #: Of the brokers that were told last.
        self.generation = -1
        self.is_fresh = is_fresh
        #: What a request was made of that is not answered yet.
        self.under_way: Piece | None = None
        self._turn = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing is pending but, perhaps, who lives."""
        return not (self.leadership or self.metadata or self.deleted or self.stop or self.delete)

    # -- Adding

    def add_leadership(self, at: TopicPartition, is_new: bool) -> None:
        """The replica leads or follows."""
        self.stop.pop(at, None)
        self.delete.pop(at, None)
        self.leadership[at] = is_new or self.leadership.get(at, False)

    def add_metadata(self, partitions: Iterable[TopicPartition]) -> None:
        """These partitions have changed: the broker has to hear of them by UpdateMetadata."""
        for at in partitions:
            self.metadata.setdefault(at.topic, set()).add(at.partition)

    def add_deleted(self, at: TopicPartition, was: SentPartition) -> None:
        """The partition is no more."""
        numbers = self.metadata.get(at.topic)
        if numbers is not None:
            numbers.discard(at.partition)
            if not numbers:
                del self.metadata[at.topic]
        self.leadership.pop(at, None)
        self.deleted[at] = was

    def add_stop(self, at: TopicPartition, leader_epoch: int) -> None:
        """The replica stops, and keeps its log."""
        self.leadership.pop(at, None)
        self.stop[at] = leader_epoch

    def add_deletion(self, at: TopicPartition, leader_epoch: int = BEING_DELETED) -> None:
        """The replica stops, and its log goes.

        :param leader_epoch: of a partition that goes on without it; `BEING_DELETED` where all of it goes.
        """
        self.add_stop(at, leader_epoch)
        self.delete[at] = leader_epoch

    # -- Propagation

    def next(self, generation: int, most_partitions: int = MOST_PARTITIONS) -> Piece | None:
        """What the next request is about; None where there is nothing to say. `answered` or `give_back` follows before the next.

        :param generation: of the brokers as they are.
        """
        piece = self.under_way = self._next(generation, most_partitions)
        return piece

    def _next(self, generation: int, most_partitions: int) -> Piece | None:
        if self.generation != generation or self.deleted or (self.is_fresh and self.metadata):
            return self._metadata(generation, most_partitions)
        self.is_fresh = False
        if self.is_empty:
            self._turn = 0
            return None
        for turn in range(self._turn, self._turn + len(_TURNS)):
            kind = _TURNS[turn % len(_TURNS)]
            piece = self._piece(kind, generation, most_partitions)
            if piece is not None:
                self._turn = (turn + 1) % len(_TURNS)
                return piece
        return None

    def _piece(self, kind: Kind, generation: int, most_partitions: int) -> Piece | None:
        match kind:
            case Kind.METADATA:
                return self._metadata(generation, most_partitions) if self.metadata else None
            case Kind.LEADERSHIP:
                taken = _take(self.leadership, most_partitions)
            case Kind.STOP:
                taken = _take(self.stop, most_partitions)
            case Kind.DELETE:
                taken = _take(self.delete, most_partitions, self.stop)
        return Piece(kind, taken) if taken else None

    def _metadata(self, generation: int, most_partitions: int) -> Piece:
        self.generation = generation
        if self.deleted:
            deleted = dict(sorted(itertools.islice(self.deleted.items(), most_partitions)))
            for at in deleted:
                del self.deleted[at]
            return Piece(Kind.METADATA, deleted=deleted, generation=generation)
        return Piece(Kind.METADATA, _take_topics(self.metadata, most_partitions), generation=generation)

    def answered(self) -> None:
        """What was under way is told."""
        self.under_way = None

    def may_not_know_of(self, at: TopicPartition) -> bool:
        """Whether news of a partition are pending, or under way."""
        return at.partition in self.metadata.get(at.topic, ()) or (
            self.under_way is not None and self.under_way.kind is Kind.METADATA and at in self.under_way.partitions
        )

    def give_back(self, piece: Piece) -> None:
        """A piece that was not answered is pending again, where nothing newer is."""
        self.under_way = None
        match piece.kind:
            case Kind.METADATA:
                self.generation = -1
                for at, was in piece.deleted.items():
                    self.deleted.setdefault(at, was)
                self.add_metadata(at for at in piece.partitions if at not in self.deleted)
            case Kind.LEADERSHIP:
                for at, is_new in piece.partitions.items():
                    if at not in self.stop and at not in self.delete and at not in self.deleted:
                        self.add_leadership(at, bool(is_new))
            case Kind.STOP:
                for at, leader_epoch in piece.partitions.items():
                    if at not in self.leadership:
                        self.stop.setdefault(at, leader_epoch)
            case Kind.DELETE:
                for at, leader_epoch in piece.partitions.items():
                    if at not in self.leadership:
                        self.delete.setdefault(at, leader_epoch)


def _take(names: dict[TopicPartition, int], most: int, but: Iterable[TopicPartition] = ()) -> dict[TopicPartition, int]:
    taken: dict[TopicPartition, int] = {}
    for at, value in names.items():
        if len(taken) == most:
            break
        if at not in but:
            taken[at] = value
    for at in taken:
        del names[at]
    # In order, and not as sets happened to be walked: the same cluster is told the same things in the same way.
    return dict(sorted(taken.items()))


def _take_topics(topics: dict[str, set[int]], most: int) -> dict[TopicPartition, int]:
    """As many partitions as `most`, or more, so that each topic is told with all that is pending of it."""
    taken: dict[str, set[int]] = {}
    size = 0
    for name, numbers in topics.items():
        if size >= most:
            break
        taken[name] = numbers
        size += len(numbers)
    for name in taken:
        del topics[name]
    return {TopicPartition(name, number): 0 for name, numbers in sorted(taken.items()) for number in sorted(numbers)}
