"""All shards of one coordinator on this broker: they come with the leadership of their partitions, and go with it.

What is coordinated under a name (a group id, a transactional id) belongs to the partition ``hash(name) % partitions`` of the coordinator's
topic (`partition_of`); that partition's leader coordinates it, and its shard keeps it. Handlers ask::

    shard = coordinator.shard(name)          # raises what the client must be told

A shard comes into being when its partition is served: with the topic, at start, when somebody first looks for a coordinator, or when the
partition's leadership comes to this broker. The partition is read (``loading``), and the shard becomes active. When the leadership goes,
the shard is closed: who waits is told to look for the coordinator, and finds the next leader.

The number of partitions counts as it is when this broker first knows the topic: what belongs to a partition must not change under it. More
partitions are used after the next start, of every broker.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.coordinators.loading import Loader
from klog.broker.coordinators.shard import CoordinatorShard, EnvironmentT, ShardState
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.cluster.interfaces import TopicInfo
from klog.errors import ErrorCode, KlogError
from klog.wire.java_hash import java_hash

#: Longer names have their partition worked out each time.
MOST_REMEMBERED_CHARACTERS = 256

ShardT = TypeVar("ShardT", bound=CoordinatorShard[Any])


def partition_of(name: str, partitions: int) -> int:
    """Kafka's partition of a group id or a transactional id (``GroupCoordinatorService.partitionFor``, ``TransactionStateManager``)."""
    # Every heartbeat asks. What is remembered is bounded: a client may make up ids of 32 KiB.
    if len(name) > MOST_REMEMBERED_CHARACTERS:
        return _partition_of(name, partitions)
    return _remembered_partition_of(name, partitions)


@functools.lru_cache(maxsize=8192)
def _remembered_partition_of(name: str, partitions: int) -> int:
    return _partition_of(name, partitions)


def _partition_of(name: str, partitions: int) -> int:
    """The amount of the hash counts (``Utils.abs``), not its lower 31 bits; that of the smallest number is 0."""
    amount = abs(java_hash(name))
    return 0 if amount == 1 << 31 else amount % partitions


class CoordinatorRuntime(Generic[EnvironmentT, ShardT]):
    """The shards of one topic. Implements `klog.cluster.interfaces.ITopicListener`; subscribe it after the partitions. Where a controller
    says who leads it is a `klog.broker.replicas.replica_control.RoleListener`, too.

    :param topic: the coordinator's topic.
    :param subject: what is coordinated, as people call it: "groups".
    :param partitions: where the topic's partitions are found.
    :ivar partition_count: of the topic; 0 while there is none.
    :ivar shards: by partition; empty while there is no such topic. A partition whose log could not be opened has none.
    """

    _log = Logger()

    def __init__(self, topic: str, subject: str, environment: EnvironmentT, partitions: Partitions) -> None:
        self.topic = topic
        self.environment = environment
        self.partitions = partitions
        self.partition_count = 0
        self.shards: dict[int, ShardT] = {}
        self.loader = Loader(environment, topic)
        self._subject = subject
        self._is_expiring = False
        self._closed = False

    def make_shard(self, index: int, partition: Partition) -> ShardT:
        """A shard for `partition`, which is about to be read: it must know by now who applies which records."""
        raise NotImplementedError

    def count_loading(self) -> int:
        """Partitions that are being read."""
        return sum(shard.state is ShardState.LOADING for shard in self.shards.values())

    def open(self) -> None:
        """Begin to coordinate, where there is a topic already."""
        topic = self.environment.coordination.topics().get(self.topic)
        if topic is not None:
            self._open(topic)

    def _open(self, topic: TopicInfo) -> None:
        self.partition_count = len(topic.partitions)
        self._open_shards(topic, range(self.partition_count))

    def _open_shards(self, topic: TopicInfo, indexes: Iterable[int]) -> None:
        """A shard for each of these partitions that is served and has none."""
        for index in indexes:
            partition = self.partitions.get(topic.name, index)
            if partition is None:
                if self.partitions.missing(topic.name, index) is ErrorCode.KAFKA_STORAGE_ERROR:
                    subject = self._subject
                    self.environment.warn(f"{topic.name}-{index} is not served, so the {subject} that belong to it have no coordinator")
                continue
            if index in self.shards or index >= self.partition_count:
                continue
            shard = self.shards[index] = self.make_shard(index, partition)
            self.loader.load(shard, partition.log)
        self.loader.begin()

    # Looking up

    def shard(self, name: str) -> ShardT:
        """The shard that keeps `name`, ready for requests.

        :raises KlogError: NOT_COORDINATOR, also while there is no topic (``CoordinatorRuntime.contextOrThrow``);
            COORDINATOR_LOAD_IN_PROGRESS.
        """
        shard = self.shards.get(partition_of(name, self.partition_count)) if self.shards else None
        if shard is None:
            raise KlogError(ErrorCode.NOT_COORDINATOR)
        if shard.state is not ShardState.ACTIVE:
            shard.check_active()
        return shard

    # What the cluster tells

    def topics_coming(self, coming: Sequence[tuple[TopicInfo, int]]) -> None:
        """Nothing to do."""

    def topic_created(self, topic: TopicInfo) -> None:
        """With the coordinator's own topic the shards come."""
        if topic.name == self.topic and not self._closed:
            self._open(topic)

    def partitions_added(self, topic: TopicInfo, first_new: int) -> None:
        """New partitions are used after the next start only: until then ids hash over those that there were."""

    def leaders_changed(self, topic: TopicInfo, partitions: Sequence[int]) -> None:
        """What clients are shown of leaders says nothing of what this broker serves: `roles_changed` does."""

    def roles_changed(self, topic: TopicInfo, partitions: Sequence[int]) -> None:
        """Close the shards of partitions that are not ours any more, and open those of partitions that have become ours. Where only the
        epoch has risen, nobody else can have written meanwhile, and the shard stays."""
        if topic.name != self.topic or self._closed:
            return
        if not self.partition_count:
            self.partition_count = len(topic.partitions)
        for index in partitions:
            if index in self.shards and self.partitions.get(topic.name, index) is None:
                shard = self.shards.pop(index)
                self.loader.forget(shard)
                shard.close()
        self._open_shards(topic, partitions)

    def topic_deleted(self, topic: TopicInfo) -> None:
        """With the coordinator's own topic the shards go."""
        if topic.name == self.topic:
            self._close_shards()
            self.partition_count = 0

    def topic_configs_changed(self, topic: TopicInfo) -> None:
        """Nothing to do."""

    def broker_configs_changed(self, configs: Mapping[str, str]) -> None:
        """Nothing to do."""

    # Care

    def expire(self) -> None:
        """Let go what has been kept for long enough, in all shards (`CoordinatorShard.expire`), in steps."""
        if not self._is_expiring:
            self._is_expiring = True
            self.loader.run_steps(self._expire())

    def _expire(self) -> Iterator[None]:
        try:
            yield from self.one_after_the_other(self._expiries(), f"what is old in {self.topic} could not expire")
        finally:
            self._is_expiring = False

    def _expiries(self) -> Iterator[Iterator[None]]:
        for shard in self.active_shards():
            yield shard.expire()

    def active_shards(self) -> Iterator[ShardT]:
        """Those that are ready for requests, each as it is when its turn has come."""
        for index in list(self.shards):
            shard = self.shards.get(index)
            if shard is not None and shard.state is ShardState.ACTIVE:
                yield shard

    def one_after_the_other(self, sweeps: Iterable[Iterator[None]], what_failed: str) -> Iterator[None]:
        """All of them, sharing their slices; a mistake in one shard ends no other's, and is told with `what_failed`."""
        for sweep in sweeps:
            try:
                yield from sweep
            except Exception:
                self._log.failure(what_failed, Failure())  # type: ignore[no-untyped-call]

    # Stop

    def close(self) -> None:
        """Close all shards; whoever waits is answered."""
        self._closed = True
        self.environment.deadlines.close()
        self.loader.close()
        self._close_shards()

    def _close_shards(self) -> None:
        shards, self.shards = self.shards, {}
        for shard in shards.values():
            self.loader.forget(shard)
            shard.close()
