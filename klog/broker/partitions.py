"""This broker's partitions: made, found and deleted as the cluster says.

The coordination decides what exists; `Partitions` listens and follows with logs on disk. On the one node that klog is today, it leads every
partition of every topic. What a look-up that finds nothing means is told by `missing`:

* the topic or the partition does not exist: UNKNOWN_TOPIC_OR_PARTITION;
* it exists and its log could not be opened: KAFKA_STORAGE_ERROR;
* somebody else leads it: NOT_LEADER_OR_FOLLOWER.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from klog.broker.flusher import InThread
from klog.broker.partition import Partition
from klog.broker.purgatory import Purgatory
from klog.cluster.interfaces import TopicInfo
from klog.errors import ErrorCode, KlogError
from klog.metrics import Histogram
from klog.model import NO_TOPIC_ID, TopicId, TopicPartition
from klog.storage.creation import Creation, NewPartition
from klog.storage.directory import LogDirectory
from klog.storage.log import Log
from klog.storage.settings import LogSettings
from klog.storage.side_by_side import RunAll, one_by_one


class Partitions:
    """The partitions that this broker leads. Implements `klog.cluster.interfaces.ITopicListener`.

    :param directories: the data directories, loaded; a new partition goes into the one that holds fewest.
    :param coordination: an `ICoordination`. Subscribing is up to the caller, after `load`.
    :param settings: how a topic's logs behave.
    :param clock: for flushes and waiting.
    :param in_thread: runs flushes, and makes directories.
    :param run_all: runs what waits for the disk when many logs are made.
    :param flush_times: told how long each flush took, in milliseconds, the wait for a thread included.
    :param flush_max_wait_ms: ``klog.flush.max.wait.ms``.
    """

    _log = Logger()

    def __init__(
        self,
        directories: Sequence[LogDirectory],
        coordination: Any,
        settings: Callable[[TopicInfo], LogSettings],
        *,
        clock: IReactorTime,
        in_thread: InThread,
        flush_max_wait_ms: int = 50,
        run_all: RunAll = one_by_one,
        flush_times: Histogram | None = None,
    ) -> None:
        self.directories = tuple(directories)
        self.coordination = coordination
        self._settings = settings
        self._clock = clock
        self._in_thread = in_thread
        self._flush_max_wait_ms = flush_max_wait_ms
        self._run_all = run_all
        self._flush_times = flush_times
        #: Made on disk for topics that are coming, by topic id and number.
        self._prepared: dict[tuple[bytes, int], tuple[LogDirectory, Creation, NewPartition]] = {}
        self._preparing: list[Deferred[None]] = []
        self._closing = False
        #: Fetch requests that wait.
        self.fetches = Purgatory(clock)
        #: Answers to Produce that wait for their flush.
        self.produces = Purgatory(clock)
        self._by_name: dict[tuple[str, int], Partition] = {}
        self._by_id: dict[tuple[bytes, int], Partition] = {}
        self._homes: dict[Partition, LogDirectory] = {}

    def load(self, failed: Collection[TopicPartition] = ()) -> None:
        """Take over every log that belongs to a topic, and make those that are missing (a topic whose creation a crash cut short).

        :param failed: partitions whose logs could not be opened; they stay away.
        :raises KlogError: KAFKA_STORAGE_ERROR where a missing log cannot be made.
        """
        for topic in self.coordination.topics().values():
            missing = []
            for index in range(len(topic.partitions)):
                topic_partition = TopicPartition(topic.name, index)
                if (topic.name, index) in self._by_name or topic_partition in failed or topic.partitions[index].leader < 0:
                    continue
                for directory in self.directories:
                    log = directory.logs.get(topic_partition)
                    if log is not None:
                        log.update_settings(self._settings(topic))
                        self._serve(topic, index, log, directory)
                        break
                else:
                    missing.append(index)
            if missing:
                self._create(topic, missing)

    # Looking up

    def get(self, topic: str, partition: int) -> Partition | None:
        """The partition with this name and number, if this broker leads it."""
        return self._by_name.get((topic, partition))

    def get_by_id(self, topic_id: bytes, partition: int) -> Partition | None:
        """The same by the topic's id."""
        return self._by_id.get((topic_id, partition))

    def topic_name(self, topic_id: bytes) -> str | None:
        """The name of the topic with this id."""
        topic = self.coordination.topic_by_id(topic_id)
        return None if topic is None else topic.name

    def missing(self, topic: str, partition: int) -> ErrorCode:
        """Why `get` finds nothing (``ReplicaManager.getPartitionOrError``)."""
        info = self.coordination.topics().get(topic)
        if info is None or not 0 <= partition < len(info.partitions):
            return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        if info.partitions[partition].leader in (-1, self.coordination.broker_id()):
            return ErrorCode.KAFKA_STORAGE_ERROR
        return ErrorCode.NOT_LEADER_OR_FOLLOWER

    def missing_by_id(self, topic_id: bytes, partition: int) -> ErrorCode:
        """Why `get_by_id` finds nothing."""
        name = self.topic_name(topic_id)
        return ErrorCode.UNKNOWN_TOPIC_ID if name is None else self.missing(name, partition)

    def all(self) -> Iterator[Partition]:
        """Every partition, as they were made."""
        return iter(tuple(self._by_name.values()))

    def directory_of(self, partition: Partition) -> LogDirectory:
        """Where its log lies."""
        return self._homes[partition]

    def __len__(self) -> int:
        return len(self._by_name)

    # What the cluster tells

    def topics_coming(self, coming: Sequence[tuple[TopicInfo, int]]) -> Deferred[None] | None:
        """Make the directories of all new partitions, in threads. What cannot be made is told when its topic comes."""
        if self._closing:
            return None
        try:
            creations = self._prepare(coming)
        except OSError:
            return None
        if not creations:
            return None

        def run() -> None:
            for creation in creations:
                creation.run(self._run_all)

        ready: Deferred[None] = Deferred()
        self._preparing.append(ready)

        def prepared(result: object) -> object:
            self._preparing.remove(ready)
            if self._closing:
                # Not before the topics were told of: they are part of what is to be closed.
                self._clock.callLater(0, ready.callback, None)
            return result

        return self._in_thread(run).addBoth(prepared)

    def _prepare(self, coming: Sequence[tuple[TopicInfo, int]]) -> list[Creation]:
        wanted: dict[LogDirectory, list[tuple[TopicPartition, bytes]]] = {}
        for topic, first_new in coming:
            for index in range(first_new, len(topic.partitions)):
                if (topic.topic_id, index) not in self._prepared:
                    directory = self._fewest(wanted)
                    wanted.setdefault(directory, []).append((TopicPartition(topic.name, index), topic.topic_id))
        creations = []
        for directory, partitions in wanted.items():
            creation = directory.prepare_creation(partitions)
            creations.append(creation)
            for made in creation.partitions:
                self._prepared[made.topic_id, made.topic_partition.partition] = (directory, creation, made)
        return creations

    def topic_created(self, topic: TopicInfo) -> None:
        """Make its logs. Raises KlogError(KAFKA_STORAGE_ERROR), with nothing left behind."""
        self._create(topic, range(len(topic.partitions)))

    def partitions_added(self, topic: TopicInfo, first_new: int) -> None:
        """Make the new logs. Raises as `topic_created`."""
        self._create(topic, range(first_new, len(topic.partitions)))

    def topic_deleted(self, topic: TopicInfo) -> None:
        """Rename its logs, to be removed later, and answer everybody who waits for them.

        :raises KlogError: KAFKA_STORAGE_ERROR where a log could not be renamed; it is not served any more all the same.
        """
        fault: OSError | None = None
        for index in range(len(topic.partitions)):
            self._prepared.pop((topic.topic_id, index), None)
            partition = self._by_name.get((topic.name, index))
            try:
                if partition is not None:
                    self._drop(partition)
                else:
                    # Its log could not be opened; it goes all the same.
                    for directory in self.directories:
                        directory.delete(TopicPartition(topic.name, index))
            except OSError as error:
                fault = error
        if fault is not None:
            raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, f"a log of {topic.name} could not be deleted: {fault}")

    def topic_configs_changed(self, topic: TopicInfo) -> None:
        """The logs go by the new settings at once."""
        settings = self._settings(topic)
        for index in range(len(topic.partitions)):
            partition = self._by_name.get((topic.name, index))
            if partition is not None:
                partition.update_settings(settings)

    def broker_configs_changed(self, configs: Mapping[str, str]) -> None:
        """Defaults changed; `settings` knows them already."""
        for topic in self.coordination.topics().values():
            self.topic_configs_changed(topic)

    # Care

    def apply_retention(self, now_ms: int) -> int:
        """Delete what is too old or too much in every log; returns the segments deleted."""
        count = 0
        for partition in self.all():
            before = partition.log.start_offset
            count += partition.log.apply_retention(now_ms)
            partition.start_moved(before)
            if not partition.flush_rule and partition.log.has_rolled_segments_to_flush:
                partition.request_flush()
        return count

    def stop_waiting(self) -> None:
        """Answer all Fetch requests that wait with what there is, and from now on every one at once: the broker stops."""
        self.fetches.expire_all(closing=True)

    def close(self) -> Deferred[None]:
        """Start no flush any more; fires when none runs. Answers that still wait for one get REQUEST_TIMED_OUT.

        The logs themselves are closed with their directories.
        """
        self._closing = True
        idle = []
        for partition in self.all():
            partition.close()
            idle.append(partition.flusher.wait_idle())
        idle += self._preparing
        self.produces.expire_all(closing=True)
        self.fetches.expire_all(closing=True)
        return DeferredList(idle).addCallback(lambda _: None)

    # Acts

    def _create(self, topic: TopicInfo, indexes: Collection[int]) -> None:
        settings = self._settings(topic)
        made: list[Partition] = []
        try:
            for index in indexes:
                prepared = self._prepared.pop((topic.topic_id, index), None)
                if prepared is not None:
                    directory = prepared[0]
                    log = directory.complete_creation(prepared[2], settings)
                elif self._closing:
                    raise OSError("the broker is stopping")
                else:
                    directory = self._fewest()
                    log = directory.create(TopicPartition(topic.name, index), topic.topic_id, settings)
                made.append(self._serve(topic, index, log, directory))
        except OSError as error:
            for index in indexes:
                unused = self._prepared.pop((topic.topic_id, index), None)
                if unused is not None and unused[2].error is None:
                    unused[1].discard(unused[2])
            for partition in made:
                try:
                    self._drop(partition)
                except OSError:
                    self._log.failure("{partition} could not be taken back", partition=partition)
            raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, f"a log of {topic.name} could not be made: {error}") from error

    def _fewest(self, coming: Mapping[LogDirectory, Sequence[object]] = {}) -> LogDirectory:  # noqa: B006
        """The directory for a new log, where each will hold so many more. Raises OSError."""
        online = [directory for directory in self.directories if directory.offline is None]
        if not online:
            raise OSError("no data directory takes writes")
        return min(online, key=lambda directory: len(directory.logs) + len(coming.get(directory, ())))

    def _serve(self, topic: TopicInfo, index: int, log: Log, directory: LogDirectory) -> Partition:
        info = topic.partitions[index]
        log.assign_leader_epoch(info.leader_epoch)
        partition = Partition(
            TopicPartition(topic.name, index),
            TopicId(topic.topic_id),
            log,
            max(info.leader_epoch, log.leader_epoch),
            fetches=self.fetches,
            produces=self.produces,
            clock=self._clock,
            in_thread=self._flush_in_thread,
            flush_max_wait_ms=self._flush_max_wait_ms,
        )
        self._by_name[topic.name, index] = partition
        if topic.topic_id != NO_TOPIC_ID:
            self._by_id[topic.topic_id, index] = partition
        self._homes[partition] = directory
        return partition

    def _flush_in_thread(self, function: Callable[[], None]) -> Deferred[Any]:
        times = self._flush_times
        if times is None:
            return self._in_thread(function)
        begun_s = self._clock.seconds()

        def ended(result: Any) -> Any:
            times.add((self._clock.seconds() - begun_s) * 1000)
            return result

        return self._in_thread(function).addBoth(ended)

    def _drop(self, partition: Partition) -> None:
        """Raises OSError; the partition is not served any more in any case."""
        name = partition.topic_partition
        del self._by_name[name.topic, name.partition]
        self._by_id.pop((partition.topic_id, name.partition), None)
        directory = self._homes.pop(partition)
        partition.close(deleted=True)
        try:
            directory.delete(name)
        finally:
            partition.changed()
