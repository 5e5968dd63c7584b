"""Which partitions there are on this broker, by name, by their topic's id, by their role, and in which data directory each lies.

=============  =====================================================================================================================
asked          finds
=============  =====================================================================================================================
`get`          a partition that this broker leads, and may lead now; `get_by_id` the same by the topic's id
`replica`      our copy, whatever its role, where a controller says who leads; `hosted` the same, or, of a broker alone, what it leads
`readable`     one that we lead or follow (KIP-392)
`all`          all that are led; `served` those that are led or followed, `replicas` all copies
=============  =====================================================================================================================

What a look-up that finds nothing means is told by `missing`:

* the topic or the partition does not exist: UNKNOWN_TOPIC_OR_PARTITION;
* it is here and away, or we are alone: KAFKA_STORAGE_ERROR;
* somebody else leads it, or nobody: NOT_LEADER_OR_FOLLOWER.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from klog.broker.replicas.partition import Partition
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID, TopicId, TopicPartition
from klog.storage.directories.directory import LogDirectory
from klog.storage.log.log import Log
from klog.storage.producers.refused_batches import RefusedBatches

#: Partitions of which there was no replica when batches for them were refused: so many are remembered, and so many producers of each.
_MOST_REFUSED_BEFORE = 500
_MOST_PRODUCERS_BEFORE = 100


class PartitionTable:
    """See the module. A base: whoever has it says what comes and goes.

    :param directories: the data directories, loaded.
    """

    def __init__(self, directories: Sequence[LogDirectory], coordination: ICoordination) -> None:
        self.directories = tuple(directories)
        self.coordination = coordination
        self._by_name: dict[tuple[str, int], Partition] = {}
        self._by_id: dict[tuple[bytes, int], Partition] = {}
        self._homes: dict[Partition, LogDirectory] = {}
        #: Where those lay that have moved, and may still have a folder there.
        self._former_homes: dict[Partition, LogDirectory] = {}
        #: Every copy of ours, whatever its role, where a controller says who leads.
        self._replicas: dict[tuple[str, int], Partition] = {}
        #: Names of their topics.
        self._names: dict[bytes, str] = {}
        #: What is on the disk and cannot be served, with the id of the topic of which that was found.
        self._away: dict[TopicPartition, bytes] = {}
        #: Batches that were refused before there was a replica, by the topic's name, or its id where that was all that is known.
        self._refused_before: dict[tuple[str | bytes, int], RefusedBatches] = {}

    def home(self, partition: Partition) -> LogDirectory:
        """The data directory where it lies."""
        return self._homes[partition]

    def moved(self, partition: Partition, directory: LogDirectory) -> None:
        """It is served from `directory` now; what lies in the one where it was goes with it, until it has `settled`."""
        self._former_homes[partition] = self._homes[partition]
        self._homes[partition] = directory

    def settled(self, partition: Partition) -> None:
        """It has a folder in one data directory only."""
        self._former_homes.pop(partition, None)

    def hosted(self, topic: str, partition: int) -> Partition | None:
        """Our copy, whatever its role, whoever says who leads."""
        return self._replicas.get((topic, partition)) or self._by_name.get((topic, partition))

    def get(self, topic: str, partition: int) -> Partition | None:
        """The partition with this name and number, if this broker leads it."""
        return self._by_name.get((topic, partition))

    @property
    def led_by_name(self) -> Mapping[tuple[str, int], Partition]:
        """What `get` finds; a live view, for who looks at thousands."""
        return self._by_name

    def led(self) -> Iterator[Partition]:
        """All that this broker leads."""
        return iter(tuple(self._by_name.values()))

    def get_by_id(self, topic_id: bytes, partition: int) -> Partition | None:
        """The same by the topic's id."""
        return self._by_id.get((topic_id, partition))

    def replica(self, topic: str, partition: int) -> Partition | None:
        """Our copy, whatever its role; only where a controller says who leads."""
        return self._replicas.get((topic, partition))

    def replicas(self) -> Iterator[Partition]:
        """All of them."""
        return iter(tuple(self._replicas.values()))

    def readable(self, topic: str, partition: int) -> Partition | None:
        """The partition, if this broker leads or follows it (KIP-392)."""
        found = self._by_name.get((topic, partition))
        if found is None:
            found = self._replicas.get((topic, partition))
            if found is not None and not found.follows:
                return None
        return found

    def topic_name(self, topic_id: bytes) -> str | None:
        """The name of the topic with this id."""
        topic = self.coordination.topic_by_id(TopicId(topic_id))
        # Followers may know of a topic before it is shown.
        return self._names.get(topic_id) if topic is None else topic.name

    def missing(self, topic: str, partition: int) -> ErrorCode:
        """Why `get` finds nothing (``ReplicaManager.getPartitionOrError``)."""
        info = self.coordination.topics().get(topic)
        if info is None or not 0 <= partition < len(info.partitions):
            return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        if TopicPartition(topic, partition) in self._away:
            return ErrorCode.KAFKA_STORAGE_ERROR
        # A broker alone has no leader to tell for what its own disk does not give it. Where a controller says who leads, it has told others
        # before us.
        if info.partitions[partition].leader == self.coordination.broker_id() and not self.coordination.is_controlled:
            return ErrorCode.KAFKA_STORAGE_ERROR
        return ErrorCode.NOT_LEADER_OR_FOLLOWER

    def missing_by_id(self, topic_id: bytes, partition: int) -> ErrorCode:
        """Why `get_by_id` finds nothing."""
        name = self.topic_name(topic_id)
        return ErrorCode.UNKNOWN_TOPIC_ID if name is None else self.missing(name, partition)

    def refused(self, topic: str | bytes, partition: int, records: bytes | memoryview | None, code: ErrorCode) -> None:
        """A client's batch was refused since we do not lead, or do not know of it yet; what its producer has sent behind is told the same
        once we lead (`klog.storage.producers.refused_batches`).

        :param topic: its name; its id where that is not known.
        """
        replica = self._replicas.get((topic, partition)) if isinstance(topic, str) else None
        if replica is not None:
            replica.refused(records, code)
        elif self.coordination.is_controlled:
            key = topic, partition
            refused = self._refused_before.get(key) or RefusedBatches(_MOST_PRODUCERS_BEFORE)
            # When it was is noted with the log.
            refused.note_batch(records, code, lambda producer_id, epoch: None, 0)
            if refused:
                if key not in self._refused_before and len(self._refused_before) >= _MOST_REFUSED_BEFORE:
                    del self._refused_before[next(iter(self._refused_before))]
                self._refused_before[key] = refused

    def all(self) -> Iterator[Partition]:
        """Every partition that is led, as they were made."""
        return iter(tuple(self._by_name.values()))

    def served(self) -> Iterator[Partition]:
        """Every partition that is led or followed: what is old goes from each copy by itself."""
        if not self._replicas:
            return self.all()
        return iter([*self._by_name.values(), *(one for one in self._replicas.values() if one.follows)])

    def __len__(self) -> int:
        return len(self._by_name)

    def show_led(self, partition: Partition) -> None:
        """`get` finds it from now on: we lead it, and may."""
        self._show(partition.topic_partition, partition)

    def hide_led(self, partition: Partition) -> bool:
        """`get` finds it no longer; whether it did."""
        key = partition.topic_partition.topic, partition.topic_partition.partition
        self._by_id.pop((partition.topic_id, key[1]), None)
        return self._by_name.pop(key, None) is not None

    # For whoever has it

    @property
    def _is_incomplete(self) -> bool:
        """Whether a data directory is out of service."""
        return any(directory.offline is not None for directory in self.directories)

    def _found(self, topic_partition: TopicPartition) -> tuple[Log, LogDirectory] | None:
        for directory in self.directories:
            log = directory.logs.get(topic_partition)
            if log is not None:
                return log, directory
        return None

    def _show(self, key: tuple[str, int], partition: Partition) -> None:
        self._by_name[key] = partition
        if partition.topic_id != NO_TOPIC_ID:
            self._by_id[partition.topic_id, key[1]] = partition
