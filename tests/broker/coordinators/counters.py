"""A coordinator of made-up things: a counter per key, which is forgotten when nobody has counted for a while.

It is what a coordinator of klog's has to write for itself; the rest is the room's. Its records have kinds of their own, one of them the
number that in ``__consumer_offsets`` means a committed offset.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from twisted.internet.defer import Deferred

from klog.broker.coordinators import expiration
from klog.broker.coordinators.environment import CoordinatorEnvironment
from klog.broker.coordinators.partition_writer import PartitionWriter
from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.coordinators.runtime import CoordinatorRuntime
from klog.broker.coordinators.shard import CoordinatorLog, CoordinatorShard, ShardState, when_acknowledged
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.errors import KlogError
from klog.records.implementations import codec
from klog.wire.coordinator_records import RecordKinds
from klog.wire.schema import Message, RecordKey, int64, string

TOPIC = "__counters"
#: Counters that nobody has touched for so long are forgotten, in seconds.
RETENTION_S = 5.0


class CounterValue(Message, versions="0-1"):
    """How far it has counted, and when it did."""

    count: int = int64("0+")
    touched_ms: int = int64("1+", default=-1, ignorable=True)


class CounterKey(RecordKey, versions="0"):
    """One counter."""

    kind: ClassVar[int] = 0
    value_type: ClassVar[type[Message]] = CounterValue

    name: str = string("0")


class OwnerValue(Message, versions="0"):
    """Who has counted last."""

    owner: str = string("0")


class OwnerKey(RecordKey, versions="0"):
    """Of one counter."""

    kind: ClassVar[int] = 7
    value_type: ClassVar[type[Message]] = OwnerValue

    name: str = string("0")


COUNTER_RECORDS = RecordKinds(CounterKey, OwnerKey)

#: A counter's count, the milliseconds when that was, and who it was; None where there is no such counter.
Counter = tuple[int, int, str] | None


class CounterShard(CoordinatorShard[CoordinatorEnvironment]):
    """The counters of one partition.

    :ivar heard: of its life.
    """

    kinds = COUNTER_RECORDS

    def __init__(self, partition: int, environment: CoordinatorEnvironment, log: CoordinatorLog) -> None:
        super().__init__(partition, environment, log)
        self.counts: dict[str, tuple[int, int]] = {}
        self.owners: dict[str, str] = {}
        self.heard: list[str] = []
        #: Told of each counter that changes, when all its records are applied; and of each shard that has been read.
        self.on_change: Callable[[CounterShard, str], None] = lambda shard, name: None
        self.on_loaded: Callable[[CounterShard], None] = lambda shard: None
        self.on(CounterKey, self._apply_count)
        self.on(OwnerKey, self._apply_owner)

    def counter(self, name: str) -> Counter:
        """As it is in memory."""
        found = self.counts.get(name)
        return None if found is None else (*found, self.owners.get(name, ""))

    def add(self, name: str, owner: str) -> Deferred[Any] | Any:
        """One more; the new count when it is acknowledged. Raises KlogError."""
        count = self.counts.get(name, (0, 0))[0] + 1
        value = CounterValue(count=count, touched_ms=self.environment.now_ms())
        records = [CoordinatorRecord(CounterKey(name=name), value, 1), CoordinatorRecord(OwnerKey(name=name), OwnerValue(owner=owner))]
        acknowledged = self.write(records)
        self.on_change(self, name)
        return when_acknowledged(acknowledged, count)

    def read(self, name: str) -> Deferred[Any] | Any:
        """The counter, when what it rests on is acknowledged. Raises KlogError."""
        return when_acknowledged(self.write([]), self.counter(name))

    def _apply_count(self, key: CounterKey, value: CounterValue | None, producer_id: int) -> None:
        if value is None:
            self.counts.pop(key.name, None)
        else:
            self.counts[key.name] = value.count, value.touched_ms

    def _apply_owner(self, key: OwnerKey, value: OwnerValue | None, producer_id: int) -> None:
        if value is None:
            self.owners.pop(key.name, None)
        else:
            self.owners[key.name] = value.owner

    def loaded(self) -> None:
        """As the coordinator of groups begins sessions."""
        self.heard.append("loaded")
        self.on_loaded(self)

    def unloaded(self) -> None:
        """As that of groups ends them."""
        self.heard.append("unloaded")

    # Expiry

    def expire(self) -> Iterator[None]:
        """Counters that nobody has touched."""
        return expiration.sweep(
            f"{TOPIC}-{self.partition}", self, iter(list(self.counts)), lambda: CounterDeletions(self), lambda gone, name: gone.look(name)
        )


class CounterDeletions(expiration.Tombstones):
    """Counters that go, each with its owner."""

    def __init__(self, shard: CounterShard) -> None:
        super().__init__(shard)
        self._counters = shard
        self._names: list[str] = []

    def look(self, name: str) -> int:
        """Decide on one."""
        found = self._counters.counts.get(name)
        if found is not None and self._counters.environment.now_ms() >= found[1] + RETENTION_S * 1000:
            self.add(CoordinatorRecord(CounterKey(name=name), None))
            self.add(CoordinatorRecord(OwnerKey(name=name), None))
            self._names.append(name)
        return 1

    def write(self) -> Deferred[None] | None:
        """And tell."""
        acknowledged = super().write()
        for name in self._names:
            self._counters.on_change(self._counters, name)
        return acknowledged


class CounterCoordinator(CoordinatorRuntime[CoordinatorEnvironment, CounterShard]):
    """All counters of this broker.

    :param ready: prepares each new shard.
    """

    def __init__(
        self, environment: CoordinatorEnvironment, partitions: Partitions, ready: Callable[[CounterShard], None] = lambda shard: None
    ) -> None:
        super().__init__(TOPIC, "counters", environment, partitions)
        self._ready = ready

    def make_shard(self, index: int, partition: Partition) -> CounterShard:
        """Over the partition's log."""
        writer = PartitionWriter(partition, codec, self.partitions.produces, self.environment.now_ms)
        shard = CounterShard(index, self.environment, writer)
        self._ready(shard)
        return shard

    def all_active(self) -> bool:
        """Whether every shard that there is answers."""
        return all(shard.state is ShardState.ACTIVE for shard in self.shards.values())

    def draw(self, chance: random.Random, names: list[str]) -> tuple[str, CounterShard | KlogError]:
        """A name, and its shard or why there is none."""
        name = chance.choice(names)
        try:
            return name, self.shard(name)
        except KlogError as error:
            return name, error
