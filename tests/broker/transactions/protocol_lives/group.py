"""A group among the parts of protocol lives: who is in it, and the partition of offsets, with klog's store of them on its leader.

The group itself is a toy: a generation, and who owns which part of the input. Klog's are the store of offsets with what waits for a marker
(`klog.broker.groups.offsets`), and the step in which a marker is written and offsets count (`klog.broker.groups.coordinator`). The
partition is taken over as any other is, and what waits there is read from the log then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from twisted.internet.defer import Deferred

from klog.broker.coordinators.partition_writer import translated
from klog.broker.coordinators.records import CoordinatorRecord, Encoded, encoded
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.groups.group import CommitCheck, GroupEnvironment
from klog.broker.groups.shard import Shard
from klog.broker.groups.simple_group import SimpleGroup
from klog.broker.transactions.marker_sender import EndMarker
from klog.broker.transactions.marker_writer import MarkerWriter
from klog.cluster.topic_names import CONSUMER_OFFSETS
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.latest import split_key
from klog.storage.producers.state import Verdict
from klog.storage.producers.transaction_guard import TransactionGuard
from tests.broker.transactions.protocol_lives.logs import Data, Marker, ToyPartition, acknowledgement
from tests.broker.transactions.protocol_lives.world import World

GROUP = "g"
OFFSETS = TopicPartition(CONSUMER_OFFSETS, 0)
#: A batch of the log of offsets counts as so many records.
_PLACES = 10


class Members(SimpleGroup):
    """The group: who is in it, and who owns what. A toy that never forgets anything."""

    def __init__(self, inputs: int) -> None:
        super().__init__(GROUP, cast(Any, None))
        self.inputs = inputs
        self.generation = 0
        self.names: list[str] = []

    def join(self, name: str) -> None:
        """Another member."""
        self.names.append(name)
        self.generation += 1

    def leave(self, name: str) -> None:
        """It is thought dead, or has gone."""
        if name in self.names:
            self.names.remove(name)
            self.generation += 1

    def view(self, name: str) -> tuple[int, list[int]]:
        """What a member is told that looks at the group: it joins where it is in it no more."""
        if name not in self.names:
            self.join(name)
        place = self.names.index(name)
        return self.generation, [index for index in range(self.inputs) if index % len(self.names) == place]

    def check_commit(
        self, member_id: str, instance_id: str | None, generation: int, *, is_transactional: bool = False, api_version: int
    ) -> CommitCheck | None:
        """As real groups have it for members."""
        if member_id not in self.names:
            raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID)
        if generation != self.generation:
            raise KlogError(ErrorCode.ILLEGAL_GENERATION)
        return None


class ToyGroups(GroupCoordinator):
    """Klog's, with one shard that is handed in."""

    def __init__(self) -> None:
        self.shards = {}

    def shard(self, name: str) -> Shard:
        shard = self.shards[0]
        shard.check_active()
        return shard


class Plain(NamedTuple):
    """Offsets that were committed outside of transactions."""

    records: tuple[Encoded, ...]
    producer_id: int = -1
    commit: bool = False


class _OffsetsLog:
    """One leadership of the partition of offsets. Implements `klog.broker.coordinators.shard.CoordinatorLog`."""

    def __init__(self, partition: OffsetsPartition) -> None:
        self._partition = partition
        self._epoch = partition.epoch

    @property
    def end(self) -> int:
        return _PLACES * len(self._partition.entries)

    @property
    def settled(self) -> int:
        return _PLACES * self._partition.high_watermark

    def append(self, records: Sequence[CoordinatorRecord]) -> Deferred[None] | None:
        return self.append_encoded([encoded(record) for record in records])

    def append_encoded(self, records: Sequence[Encoded]) -> Deferred[None] | None:
        return self._append(Plain(tuple(records)))

    def append_in_transaction(
        self, records: Sequence[Encoded], producer_id: int, epoch: int, guard: TransactionGuard | None
    ) -> Deferred[None] | None:
        decision = self._partition.producers.check_coordinators(producer_id, epoch, guard)
        if decision.verdict is Verdict.REFUSE:
            raise translated(decision.code, decision.message)
        return self._append(Data(producer_id, epoch, 0, cast(Any, tuple(records))))

    def append_marker(self, batch: bytes, version: int) -> Deferred[None] | None:
        marker = cast(EndMarker, batch)
        decision = self._partition.producers.check_marker(marker.producer_id, marker.epoch, marker.coordinator_epoch, version)
        if decision.code:
            raise translated(decision.code, decision.message)
        return self._append(Marker(marker.producer_id, marker.epoch, marker.coordinator_epoch, marker.commit))

    def begin_verification(self, producer_id: int, epoch: int, *, knows_epoch_bumps: bool) -> TransactionGuard | None:
        partition = self._partition
        return partition.producers.begin_verification(producer_id, epoch, -1, knows_epoch_bumps, partition.world.now_ms())

    def _append(self, entry: Data | Marker | Plain) -> Deferred[None] | None:
        self._check()
        self._partition.add(entry)
        return self.acknowledged()

    def acknowledged(self) -> Deferred[None] | None:
        self._check()
        return acknowledgement(self._partition, len(self._partition.entries))

    def _check(self) -> None:
        if self._partition.epoch != self._epoch:
            raise KlogError(ErrorCode.NOT_COORDINATOR)


class OffsetsPartition(ToyPartition):
    """``__consumer_offsets-0``: whoever leads it coordinates the group."""

    def __init__(self, world: World, leader: int, environment: GroupEnvironment, members: Members, groups: ToyGroups) -> None:
        super().__init__(world, OFFSETS, leader)
        self.environment, self.members, self.groups = environment, members, groups
        self.shard = self._coordinate()

    def _coordinate(self) -> Shard:
        """What the log says, read by a new leader."""
        shard = Shard(0, self.environment, _OffsetsLog(self))
        for index, entry in enumerate(self.entries):
            if isinstance(entry, Marker):
                shard.offsets.end_transaction(entry.producer_id, commit=entry.commit)
                continue
            records: Any = entry.value if isinstance(entry, Data) else entry.records
            for place, (key, value) in enumerate(records):
                parts = split_key(key)
                assert parts is not None
                shard.offsets.replay(_PLACES * (index + 1) - len(records) + place, entry.producer_id, *parts, value)
        shard.groups[GROUP] = self.members
        self.members.shard = shard
        self.groups.shards[0] = shard
        shard.activate()
        return shard

    def add(self, entry: Any) -> None:
        """At the end."""
        self._append(entry)

    def _note(self, offset: int, entry: Any) -> None:
        if isinstance(entry, Plain):
            self.producers.advance(offset + 1)
        else:
            super()._note(offset, entry)

    def move(self, leader: int) -> None:
        """Another one leads."""
        self.shard.close()
        super().move(leader)
        self.shard = self._coordinate()

    def mark(self, broker_id: int, marker: EndMarker) -> ErrorCode | Deferred[ErrorCode]:
        """Past the group, as ``marker_writer`` has it."""
        if self.leader != broker_id:
            return ErrorCode.NOT_LEADER_OR_FOLLOWER
        writer = MarkerWriter(cast(Any, None), self.groups, self.world.now_ms)
        return writer._write_past_groups(marker, 0, cast(bytes, marker))

    def committed(self) -> Any:
        """No records of anybody's."""
        return iter(())
