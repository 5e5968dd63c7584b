"""The group coordinator: finds the shard of a group, and the protocol that a group speaks.

A group belongs to the partition ``hash(group id) % partitions`` of ``__consumer_offsets`` (`partition_of`); its shard keeps it.
Handlers ask::

    shard = coordinator.shard(group_id)          # raises what the client must be told
    group = shard.groups.get(group_id)           # or shard.offsets.group_of(group_id), which also knows groups that have only offsets

and hand requests of members to `classic` or `consumer`, the two protocols. A request of the one protocol to a group of the other is the
consumer protocol's business (``migration``).

A shard comes into being when its partition is served: with the topic, at start, when somebody first looks for a coordinator, or when the
partition's leadership comes to this broker. Each protocol is told of each new shard (`GroupProtocol.attach`), so that it can say which
records it keeps; then the partition is read (``loading``), and the shard becomes active. When the leadership goes, the shard is closed:
its members are told to look for their coordinator, and find the next leader.

The number of partitions counts as it is when this broker first knows the topic: a group's partition must not change under it. More
partitions are used after the next start, of every broker.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.groups.group import Group, GroupEnvironment
from klog.broker.groups.group_log import PartitionGroupLog
from klog.broker.groups.group_settings import GroupSettings
from klog.broker.groups.loading import Loader
from klog.broker.groups.offsets import OffsetStore
from klog.broker.groups.shard import Shard, ShardState
from klog.broker.replicas.partitions import Partitions
from klog.cluster.interfaces import TopicInfo
from klog.cluster.topic_names import CONSUMER_OFFSETS
from klog.errors import ErrorCode, KlogError
from klog.metrics import Metrics
from klog.records.select import codec
from klog.wire.group_records import compile_encoders
from klog.wire.java_hash import java_hash

#: Longer group ids have their partition worked out each time.
MOST_REMEMBERED_CHARACTERS = 256


class GroupProtocol(Protocol):
    """What the coordinator asks of both protocols."""

    def attach(self, shard: Shard) -> None:
        """A new shard: register with `Shard.on` what is to be done with which records."""


def partition_of(group_id: str, partitions: int) -> int:
    """Kafka's partition of a group id (``GroupCoordinatorService.partitionFor``)."""
    # Every heartbeat asks. What is remembered is bounded: a client may make up ids of 32 KiB.
    if len(group_id) > MOST_REMEMBERED_CHARACTERS:
        return _partition_of(group_id, partitions)
    return _remembered_partition_of(group_id, partitions)


@functools.lru_cache(maxsize=8192)
def _remembered_partition_of(group_id: str, partitions: int) -> int:
    return _partition_of(group_id, partitions)


def _partition_of(group_id: str, partitions: int) -> int:
    """The amount of the hash counts (``Utils.abs``), not its lower 31 bits; that of the smallest number is 0."""
    amount = abs(java_hash(group_id))
    return 0 if amount == 1 << 31 else amount % partitions


class GroupCoordinator:
    """All shards of this broker. Implements `klog.cluster.interfaces.ITopicListener`; subscribe it after the partitions.

    :param partitions: where the partitions of ``__consumer_offsets`` are found.
    :ivar shards: by partition of ``__consumer_offsets``; empty while there is no such topic. A partition whose log could not be opened has
        none.
    :ivar classic: ``classic.protocol.ClassicProtocol``, set by whoever puts the broker together, before `open`.
    :ivar consumer: ``consumer.protocol.ConsumerProtocol``.
    """

    _log = Logger()

    def __init__(self, environment: GroupEnvironment, partitions: Partitions) -> None:
        self.environment = environment
        self.partitions = partitions
        self.partition_count = 0
        self.shards: dict[int, Shard] = {}
        self.classic: Any = None
        self.consumer: Any = None
        #: Reads the settings as they are now; set by whoever puts the broker together.
        self.read_settings: Callable[[], GroupSettings] | None = None
        self.loader = Loader(environment)
        #: Topics whose offsets are being forgotten, by name and id.
        self._forgetting: list[tuple[str, bytes]] = []
        self._is_expiring = False
        self._closed = False

    def measure(self, metrics: Metrics) -> None:
        """Gauges over what there is."""
        gauge = metrics.gauge
        gauge("groups.count", "Groups that have, or had, members.", lambda: sum(len(shard.groups) for shard in self.shards.values()))
        gauge("groups.offsets.groups.count", "Groups that have committed offsets.", self._count_with_offsets)
        gauge("groups.loading.count", "Partitions of __consumer_offsets that are being read.", self._count_loading)

    def _count_with_offsets(self) -> int:
        return sum(len(shard.offsets.groups) for shard in self.shards.values())

    def _count_loading(self) -> int:
        return sum(shard.state is ShardState.LOADING for shard in self.shards.values())

    def open(self) -> None:
        """Begin to coordinate, where there is a ``__consumer_offsets`` already."""
        compile_encoders()
        topic = self.environment.coordination.topics().get(CONSUMER_OFFSETS)
        if topic is not None:
            self._open(topic)

    def _open(self, topic: TopicInfo) -> None:
        self.partition_count = len(topic.partitions)
        self._open_shards(topic, range(self.partition_count))

    def _open_shards(self, topic: TopicInfo, indexes: Iterable[int]) -> None:
        """A shard for each of these partitions that is served and has none."""
        environment, settings = self.environment, self.environment.settings
        for index in indexes:
            partition = self.partitions.get(topic.name, index)
            if partition is None:
                if self.partitions.missing(topic.name, index) is ErrorCode.KAFKA_STORAGE_ERROR:
                    environment.warn(f"{topic.name}-{index} is not served, so the groups that belong to it have no coordinator")
                continue
            if index in self.shards or index >= self.partition_count:
                continue
            log = PartitionGroupLog(
                partition,
                codec,
                self.partitions.produces,
                environment.now_ms,
                batch_codec=settings.offsets_topic_codec,
                timeout_ms=settings.offset_commit_timeout_ms,
            )
            shard = self.shards[index] = Shard(index, environment, log)
            shard.offsets = OffsetStore(shard)
            shard.offsets.postponed += self._forgetting
            for protocol in (self.classic, self.consumer):
                if protocol is not None:
                    protocol.attach(shard)
            self.loader.load(shard, partition.log)
        self.loader.begin()

    # Looking up

    def shard(self, group_id: str) -> Shard:
        """The shard that keeps `group_id`, ready for requests.

        :raises KlogError: NOT_COORDINATOR, also while there is no ``__consumer_offsets`` (``CoordinatorRuntime.contextOrThrow``);
            COORDINATOR_LOAD_IN_PROGRESS.
        """
        shard = self.shards.get(partition_of(group_id, self.partition_count)) if self.shards else None
        if shard is None:
            raise KlogError(ErrorCode.NOT_COORDINATOR)
        if shard.state is not ShardState.ACTIVE:
            shard.check_active()
        return shard

    def group(self, group_id: str) -> Group:
        """The group. Raises as `shard`, and GROUP_ID_NOT_FOUND."""
        group = self.shard(group_id).groups.get(group_id)
        if group is None:
            raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} not found.")
        return group

    # What the cluster tells

    def topics_coming(self, coming: Sequence[tuple[TopicInfo, int]]) -> None:
        """Nothing to do."""

    def topic_created(self, topic: TopicInfo) -> None:
        """Groups that wait for such a topic look again."""
        if topic.name == CONSUMER_OFFSETS and not self._closed:
            self._open(topic)
        self._topic_changed(topic.name)

    def partitions_added(self, topic: TopicInfo, first_new: int) -> None:
        """Groups that consume it look again."""
        self._topic_changed(topic.name)

    def leaders_changed(self, topic: TopicInfo, partitions: Sequence[int]) -> None:
        """Close the shards of partitions that are not ours any more, and open those of partitions that have become ours. Where only the
        epoch has risen, nobody else can have written meanwhile, and the shard stays."""
        if topic.name != CONSUMER_OFFSETS or self._closed:
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
        """Groups look again, and the offsets committed for it go (``GroupCoordinatorService.onMetadataUpdate``)."""
        if topic.name == CONSUMER_OFFSETS:
            self._close_shards()
            self.partition_count = 0
            return
        self._topic_changed(topic.name)
        self._forget_topic(topic.name, topic.topic_id)

    def _forget_topic(self, name: str, topic_id: bytes) -> None:
        sweeps = []
        for shard in self.shards.values():
            if shard.state is ShardState.LOADING:
                shard.offsets.postponed.append((name, topic_id))
            else:
                sweeps.append(shard.offsets.forget_topic(name, topic_id))
        # A shard that comes, or comes back, before they are done begins its own when it is loaded.
        self._forgetting.append((name, topic_id))
        done = self.loader.run_steps(self._one_after_the_other(sweeps, "a topic could not be forgotten"))
        done.addCallback(lambda _: self._forgetting.remove((name, topic_id)))

    def _one_after_the_other(self, sweeps: Iterable[Iterator[None]], what_failed: str) -> Iterator[None]:
        """All of them, sharing their slices; a mistake in one shard ends no other's, and is told with `what_failed`."""
        for sweep in sweeps:
            try:
                yield from sweep
            except Exception:
                self._log.failure(what_failed, Failure())  # type: ignore[no-untyped-call]

    def topic_configs_changed(self, topic: TopicInfo) -> None:
        """Nothing to do."""

    def broker_configs_changed(self, configs: object) -> None:
        """What the coordinator goes by is read anew, as far as it may change while the broker runs."""
        if self.read_settings is not None:
            self.environment.settings = self.read_settings()

    def _topic_changed(self, name: str) -> None:
        if self.consumer is not None:
            self.consumer.topic_changed(name)

    # Care

    def expire(self) -> None:
        """Let offsets go whose retention has passed, and groups that have nothing left (``GroupCoordinatorShard.cleanupGroupMetadata``)."""
        if not self._is_expiring:
            self._is_expiring = True
            self.loader.run_steps(self._expire())

    def _expire(self) -> Iterator[None]:
        try:
            yield from self._one_after_the_other(self._expiries(), "offsets could not expire")
        finally:
            self._is_expiring = False

    def _expiries(self) -> Iterator[Iterator[None]]:
        for index in list(self.shards):
            # The shard that is there when its turn has come.
            shard = self.shards.get(index)
            if shard is not None and shard.state is ShardState.ACTIVE:
                yield shard.offsets.expire()

    # Stop

    def close(self) -> None:
        """No group is coordinated any more; whoever waits is answered."""
        self._closed = True
        self.environment.deadlines.close()
        self.loader.close()
        self._close_shards()

    def _close_shards(self) -> None:
        shards, self.shards = self.shards, {}
        for shard in shards.values():
            self.loader.forget(shard)
            shard.close()
