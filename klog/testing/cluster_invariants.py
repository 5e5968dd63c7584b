"""What must hold in a cluster at every moment.

The invariants are those of the TLA+ specifications of Kafka's replication (`hachikuji/kafka-specification`, `Vanlightly/kafka-tlaplus`),
looked at in the brokers' own logs and roles (`ClusterInvariants.look`). *Committed* is what lies below the high watermark of any replica,
as soon as one says so; the invariants remember it, batch by batch, for as long as the cluster lives:

===========================  ==================================================================================================
TypeOk                       log start ≤ last stable offset ≤ high watermark ≤ log end
LeaderInIsr                  in ZooKeeper the leader is in sync, everybody in sync is a replica, and epochs only rise
WatermarkNeverFalls          that of one log, while its process lives
LogMatching, ConsistentRead  what a replica has below its high watermark is what was committed there: epochs, offsets, bytes
LeaderCompleteness           who leads, and is leader in ZooKeeper, has everything that was committed
StrongIsr,                   so has everybody who is in sync in ZooKeeper and alive: each of them could lead
LeaderCandidateCompleteness
QuorumSuperset               those whom the leader takes for in sync, at most, contain those who are so in ZooKeeper
MinInSync                    while a leader knows of fewer in sync than ``min.insync.replicas``, its high watermark stands still
===========================  ==================================================================================================

A machine that loses power without the flush rule may lose what it had committed. Such losses are foreseen where `may_lose` says so: the
broker is then *weakened* for this partition until it has everything again, and where it leads before that, what it has not is lost, and
known to be so (`ClusterInvariants.lost`).

What clients sent, were told and were given is judged by `klog.testing.cluster_history`.
"""

from __future__ import annotations

import bisect
import zlib
from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import NamedTuple, cast

from klog.broker.replicas.partition import Partition, Role
from klog.cluster.topic_names import is_internal
from klog.model import TopicPartition
from klog.records.contract import Record
from klog.records.implementations import codec
from klog.storage.cold_read import wait_for
from klog.storage.log.log import Log
from klog.testing.cluster import MemoryCluster
from klog.testing.filesystem import MemoryFileSystem
from klog.zookeeper.znodes import PartitionState

#: What is read of a log at a time.
_READ_BYTES = 1 << 20


class Violation(AssertionError):
    """An invariant does not hold; the sentence says which, and where."""


class Batch(NamedTuple):
    """A batch as it lies in a log. Equal batches are the same bytes, but for what says where they lie."""

    base_offset: int
    last_offset: int
    leader_epoch: int
    size: int
    checksum: int


class _Replica:
    """What is known of one broker's log of one partition."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.truncations = log.truncations
        self.batches: list[Batch] = []
        self.end_offset = log.start_offset
        #: Below this it is known to have what is committed.
        self.matches_to = log.start_offset
        self.high_watermark = 0

    def refresh(self) -> None:
        """Read what has come since."""
        log = self.log
        if log.truncations != self.truncations or log.end_offset < self.end_offset:
            self.truncations = log.truncations
            while self.batches and self.batches[-1].last_offset >= log.end_offset:
                self.batches.pop()
            if not log.is_being_truncated:
                # Other records may stand where it was cut.
                self.batches.clear()
                self.end_offset = log.start_offset
            self.matches_to = min(self.matches_to, log.start_offset)
        if log.is_being_truncated:
            self.end_offset = min(self.end_offset, log.end_offset)
            return
        self.end_offset = max(self.end_offset, log.start_offset)
        self.batches += read_batches(log, self.end_offset)
        self.end_offset = log.end_offset

    def between(self, start: int, end: int) -> list[Batch]:
        """Batches that begin in this range."""
        first = bisect.bisect_left(self.batches, (start,))
        return [batch for batch in self.batches[first:] if batch.base_offset < end]


def read_batches(log: Log, offset: int) -> list[Batch]:
    """The batches of a log from `offset` to its end."""
    found: list[Batch] = []
    with _undisturbed(log):
        while offset < log.end_offset:
            read = wait_for(partial(log.read, offset, _READ_BYTES, upper_bound=log.end_offset))
            if read.span is None:
                break
            data = bytes(read.span.read())
            for entry in codec.scan(data):
                body = data[entry.position + 16 : entry.position + entry.size]
                if entry.last_offset >= offset:
                    found.append(Batch(entry.base_offset, entry.last_offset, entry.partition_leader_epoch, entry.size, zlib.crc32(body)))
            offset = found[-1].last_offset + 1
    return found


def read_records(log: Log, end_offset: int) -> list[Record]:
    """The records of a log below `end_offset`."""
    found: list[Record] = []
    offset = log.start_offset
    with _undisturbed(log):
        while offset < end_offset:
            read = wait_for(partial(log.read, offset, _READ_BYTES, upper_bound=end_offset))
            if read.span is None:
                break
            found += [record for record in codec.records(bytes(read.span.read())) if record.offset >= offset]
            offset = found[-1].offset + 1
    return found


def _undisturbed(log: Log) -> AbstractContextManager[None]:
    return cast(MemoryFileSystem, log.for_compaction().context.fs).undisturbed()


class ClusterInvariants:
    """See the module. Partitions are found as they come; those of internal topics are left alone, as they are compacted.

    :param may_lose: whether a power cut may cost what was not flushed, as without the flush rule.
    :param ignored: topics that are not looked at: such as are deleted and made again under their name.
    :ivar committed: by partition: what was committed, in order.
    :ivar lost: batches that were committed once, where that was foreseen.
    :ivar looks: how often it was looked.
    """

    def __init__(self, cluster: MemoryCluster, *, may_lose: bool = False, ignored: Collection[str] = ()) -> None:
        self.cluster = cluster
        self.may_lose = may_lose
        self._ignored = frozenset(ignored)
        self.committed: dict[TopicPartition, list[Batch]] = {}
        self.lost: dict[TopicPartition, list[Batch]] = {}
        #: With `may_lose`: from which offset on power cuts may have cost something, whether anybody saw it committed before or not.
        self.at_risk: dict[TopicPartition, int] = {}
        self.looks = 0
        self._seen_last: tuple[object, ...] = ()
        #: Leaders who know of too few in sync, with their high watermarks.
        self._with_too_few: dict[tuple[int, TopicPartition], tuple[object, int]] = {}
        self._replicas: dict[tuple[int, TopicPartition], _Replica] = {}
        self._states: dict[TopicPartition, tuple[int, PartitionState]] = {}
        #: Brokers that may have lost what was committed, by partition: below which offset nothing is missing.
        self._weakened: dict[tuple[int, TopicPartition], int] = {}
        #: Of a broker whose power went, by partition: what was on its disk, and which brokers were away then. They may know of more that
        #: was committed than anybody has heard.
        self._unheard: dict[tuple[int, TopicPartition], tuple[int, set[int]]] = {}
        #: What was on the disk of a log when it was looked at last.
        self._flushed: dict[tuple[int, TopicPartition], int] = {}
        cluster.before_power_cut.append(self._power_goes)

    def committed_end(self, name: TopicPartition) -> int:
        """What is committed of a partition lies below."""
        batches = self.committed.get(name)
        return batches[-1].last_offset + 1 if batches else 0

    def look(self) -> None:
        """Whether all of it holds now.

        :raises Violation: something does not.
        """
        self.looks += 1
        present = self.present()
        seen = self._seen_now(present)
        if seen == self._seen_last and not self._weakened:
            # As it was when all of it held.
            return
        self._seen_last = ()
        for key in self._replicas.keys() - present.keys():
            # Its process is gone; what its disk holds the next one will show.
            del self._replicas[key]
        for key, (log, _) in present.items():
            self._flushed[key] = log.recovery_point
            replica = self._replicas.get(key)
            if replica is None or replica.log is not log:
                replica = self._replicas[key] = _Replica(log)
            replica.refresh()
        for key, (_, partition) in present.items():
            if key not in self._weakened:
                self._inherit(key, partition)
            if key in self._weakened:
                self._look_at_weakened(key, partition)
        for key in present:
            self._look_at(key, self._replicas[key])
        for key in present:
            if key not in self._weakened:
                self._commit(key[1], self._replicas[key])
                self._hear(key)
        for key in present:
            if key not in self._weakened:
                self._match(key, min(self._replicas[key].log.high_watermark, self.committed_end(key[1])), "LogMatching")
        self._look_at_states(present)
        self._seen_last = seen

    def _seen_now(self, present: Mapping[tuple[int, TopicPartition], tuple[Log, Partition | None]]) -> tuple[object, ...]:
        """Everything that the invariants are about, as numbers: where it is equal, nothing has happened."""
        found: list[object] = [self.cluster.zookeeper.tree.zxid]
        for key, (log, partition) in present.items():
            found += [key, id(log), log.start_offset, log.end_offset, log.high_watermark, log.last_stable_offset, log.recovery_point]
            found += [log.truncations, log.is_being_truncated]
            if partition is not None:
                leadership = partition.leadership
                found += [partition.role, partition.ended, partition.leader_epoch, None if leadership is None else leadership.state]
        return tuple(found)

    def present(self) -> dict[tuple[int, TopicPartition], tuple[Log, Partition | None]]:
        """The logs that brokers have, each with its role: by broker and partition."""
        found: dict[tuple[int, TopicPartition], tuple[Log, Partition | None]] = {}
        for number, memory in self.cluster.brokers.items():
            broker = memory.service.broker
            if broker is None or broker.directories is None or broker.partitions is None:
                continue
            for directory in broker.directories.all:
                for name, log in directory.logs.items():
                    if is_internal(name.topic) or name.topic in self._ignored or log.is_closed:
                        continue
                    partition = broker.partitions.replica(*name) or broker.partitions.get(*name)
                    # A broker whose last directory takes no writes any more leads with what it has until it has handed over.
                    if directory.offline is None or (partition is not None and partition.log is log):
                        found[number, name] = log, partition
        return found

    def _look_at(self, key: tuple[int, TopicPartition], replica: _Replica) -> None:
        """TypeOk, WatermarkNeverFalls."""
        log = replica.log
        if not log.start_offset <= log.last_stable_offset <= log.high_watermark <= log.end_offset:
            raise Violation(
                f"TypeOk: broker {key[0]} has {key[1]} with start {log.start_offset}, last stable offset {log.last_stable_offset}, "
                f"high watermark {log.high_watermark} and end {log.end_offset}"
            )
        before = replica.high_watermark
        if log.high_watermark < before and not self.lost.get(key[1]) and key not in self._weakened:
            raise Violation(
                f"WatermarkNeverFalls: that of {key[1]} at broker {key[0]} fell from {before} to {log.high_watermark}, and the log ends at "
                f"{log.end_offset}"
            )
        replica.high_watermark = log.high_watermark

    def _commit(self, name: TopicPartition, replica: _Replica) -> None:
        """What a replica says is committed, and nobody has said before."""
        end = self.committed_end(name)
        if replica.log.high_watermark > end and not replica.log.is_being_truncated:
            fresh = replica.between(end, replica.log.high_watermark)
            if fresh and fresh[0].base_offset != end and end > replica.log.start_offset:
                raise Violation(f"LogMatching: after {end} the next batch of {name} that is committed begins at {fresh[0].base_offset}")
            self.committed.setdefault(name, []).extend(fresh)

    def _hear(self, key: tuple[int, TopicPartition]) -> None:
        """A broker has said what it knows: who has lost its power while that one was away may have lost what was committed before."""
        number, name = key
        for (other, other_name), (flushed, away) in list(self._unheard.items()):
            if other_name == name and number in away:
                away.discard(number)
                replica = self._replicas.get((other, name))
                if replica is None or replica.log.end_offset < self.committed_end(name):
                    self._weakened.setdefault((other, name), flushed)

    def _match(self, key: tuple[int, TopicPartition], end: int, what: str) -> None:
        """A replica has below `end` what is committed."""
        replica = self._replicas[key]
        start = max(replica.matches_to, replica.log.start_offset)
        if end <= start or replica.log.is_being_truncated:
            return
        committed = self.committed.get(key[1], [])
        first = bisect.bisect_left(committed, (start,))
        wanted = [batch for batch in committed[first:] if batch.last_offset < end]
        found = replica.between(start, end)[: len(wanted)]
        if found != wanted:
            place = next((index for index, (one, other) in enumerate(zip(found, wanted, strict=False)) if one != other), len(found))
            there = found[place] if place < len(found) else "nothing"
            raise Violation(
                f"{what}: broker {key[0]} has {there} in {key[1]} where {wanted[place]} was committed (its log: "
                f"{replica.log.start_offset} to {replica.log.end_offset}, high watermark {replica.log.high_watermark})"
            )
        if wanted:
            replica.matches_to = wanted[-1].last_offset + 1

    # Leaders, and who could be

    def _look_at_states(self, present: Mapping[tuple[int, TopicPartition], tuple[Log, Partition | None]]) -> None:
        tree = self.cluster.zookeeper.tree
        for name in sorted({name for _, name in present}):
            path = PartitionState.path(*name)
            if path not in tree:
                continue
            version, state = tree.stat(path)["version"], PartitionState.decode(path, tree.get(path))
            self._look_at_state(name, version, state)
            self._states[name] = version, state
            for number in sorted(self.cluster.brokers):
                if (number, name) in present:
                    self._look_at_member(number, name, state, present[number, name])

    def _look_at_state(self, name: TopicPartition, version: int, state: PartitionState) -> None:
        """LeaderInIsr."""
        if state.leader != -1 and state.leader not in state.isr:
            raise Violation(f"LeaderInIsr: {state.leader} leads {name}, of which {list(state.isr)} are in sync")
        if not state.isr:
            raise Violation(f"LeaderInIsr: nobody is in sync of {name}")
        before = self._states.get(name)
        if before is None:
            return
        if version < before[0] or state.leader_epoch < before[1].leader_epoch or state.controller_epoch < before[1].controller_epoch:
            raise Violation(f"LeaderInIsr: the state of {name} went from {before} to {(version, state)}")
        if state.leader != before[1].leader and state.leader_epoch == before[1].leader_epoch:
            raise Violation(f"LeaderInIsr: {name} has another leader in the same epoch: {before[1]}, {state}")

    def _look_at_member(self, number: int, name: TopicPartition, state: PartitionState, there: tuple[Log, Partition | None]) -> None:
        """LeaderCompleteness, StrongIsr, QuorumSuperset, MinInSync."""
        log, partition = there
        key = number, name
        leads = self._leads(number, name, partition)
        end = self.committed_end(name)
        if number in state.isr and key not in self._weakened:
            what = "LeaderCompleteness" if leads else "StrongIsr"
            if log.end_offset < end:
                raise Violation(
                    f"{what}: broker {number} is in sync of {name} ({list(state.isr)}, epoch {state.leader_epoch}) and ends at "
                    f"{log.end_offset}, where {end} was committed"
                )
            self._match(key, end, what)
        leadership = None if partition is None else partition.leadership
        if leads and leadership is not None and not set(state.isr) <= set(leadership.state.maximal):
            raise Violation(f"QuorumSuperset: broker {number} leads {name} and takes {leadership.state} for in sync, not {list(state.isr)}")
        few_before = self._with_too_few.pop(key, None)
        if leads and leadership is not None and partition is not None:
            in_sync = leadership.state.committed
            if len(in_sync) < min(partition.min_in_sync_replicas, leadership.replication_factor):
                few = self._with_too_few[key] = leadership, log.high_watermark
                if few_before is not None and few_before[0] is leadership and few_before[1] < few[1]:
                    raise Violation(
                        f"MinInSync: broker {number} raises the high watermark of {name} to {few[1]} with {list(in_sync)} in sync"
                    )

    def _leads(self, number: int, name: TopicPartition, partition: Partition | None) -> bool:
        """Whether it leads, and is leader in ZooKeeper, in the same epoch."""
        path = PartitionState.path(*name)
        if partition is None or partition.role is not Role.LEADS or partition.ended or path not in self.cluster.zookeeper.tree:
            return False
        state = PartitionState.decode(path, self.cluster.zookeeper.tree.get(path))
        return state.leader == number and partition.leader_epoch == state.leader_epoch

    # What may be lost

    def _power_goes(self, number: int) -> None:
        if not self.may_lose:
            return
        # What was said until now counts.
        self.look()
        for (broker, name), flushed in self._flushed.items():
            if broker == number:
                self.at_risk[name] = min(flushed, self.at_risk.get(name, flushed))
            if broker == number:
                away = {one for one in self.cluster.brokers if one != number and (one, name) not in self._replicas}
                self._unheard[number, name] = flushed, away
            if broker == number and flushed < self.committed_end(name):
                self._weakened[number, name] = min(flushed, self._weakened.get((number, name), flushed))

    def _inherit(self, key: tuple[int, TopicPartition], partition: Partition | None) -> None:
        """Who leads, and was not in sync when it was looked last, has what those had who were: where each of them may have lost something,
        so may it. They need not have been seen again: a move may end, and their logs with it, in the moment in which they start."""
        number, name = key
        before = self._states.get(name)
        if before is None or not self._weakened or number in before[1].isr or not self._leads(number, name, partition):
            return
        floors = [self._weakened.get((one, name)) for one in before[1].isr]
        known = [floor for floor in floors if floor is not None]
        if len(known) == len(floors):
            self._weakened[key] = min(known)

    def _look_at_weakened(self, key: tuple[int, TopicPartition], partition: Partition | None) -> None:
        """Whether a broker that may have lost something has everything again; or leads without it."""
        number, name = key
        replica, committed = self._replicas[key], self.committed.get(name, [])
        if replica.log.is_being_truncated:
            return
        first = bisect.bisect_left(committed, (replica.log.start_offset,))
        found = replica.between(replica.log.start_offset, 1 << 62)
        same = first
        while same < len(committed) and same - first < len(found) and committed[same] == found[same - first]:
            same += 1
        leads = self._leads(number, name, partition)
        if same == len(committed) and (leads or replica.log.high_watermark <= self.committed_end(name)):
            del self._weakened[key]
            return
        if same == len(committed) or not leads:
            return
        lost = committed[same:]
        if lost[0].base_offset < self._weakened[key]:
            raise Violation(f"LeaderCompleteness: broker {number} leads {name} and has lost {lost[0]}, which it had flushed")
        del committed[same:]
        del self._weakened[key]
        self.lost.setdefault(name, []).extend(lost)
        self.cluster.note(f"{name} lost {lost[0].base_offset} to {lost[-1].last_offset}")
        for other, replica in self._replicas.items():
            if other[1] == name and other != key:
                # They will hear of it.
                self._weakened.setdefault(other, lost[0].base_offset)
                replica.matches_to = min(replica.matches_to, lost[0].base_offset)

    # In the end

    def check_copies(self, assigned: Mapping[TopicPartition, Collection[int]] | None = None) -> None:
        """All is well again, and nobody writes: all replicas of a partition are the same, to the end.

        :param assigned: brokers by partition; what others have left of it is not looked at. None: everything is.
        :raises Violation: they are not.
        """
        self.look()
        by_name: dict[TopicPartition, dict[int, _Replica]] = {}
        for (number, name), replica in self._replicas.items():
            if assigned is None or number in assigned.get(name, (number,)):
                by_name.setdefault(name, {})[number] = replica
        for name, replicas in by_name.items():
            (first, one), *others = sorted(replicas.items())
            for number, other in others:
                start = max(one.log.start_offset, other.log.start_offset)
                if one.between(start, 1 << 62) != other.between(start, 1 << 62) or one.log.end_offset != other.log.end_offset:
                    raise Violation(f"brokers {first} and {number} have different logs of {name}: {one.log}, {other.log}")

    def records(self, name: TopicPartition) -> list[Record]:
        """What is committed of a partition, as its leader has it."""
        leader = self.cluster.leader(*name)
        replica = self._replicas.get((leader, name))
        if replica is None:
            raise Violation(f"{name} is led by {leader}, which has no log of it")
        return read_records(replica.log, replica.log.high_watermark)
