"""This broker's partitions: made, found and deleted as the cluster says.

A broker that is alone leads every partition of every topic: its coordination decides what exists, and `Partitions` listens and follows with
logs on disk. What becomes of one of ours:

=========== ====================================================== ================================================
state       how it comes about                                     what there is
=========== ====================================================== ================================================
idle        the topic was created, or the log found at the start   a log, flushed and closed in the end as all are
served      it is ours to lead                                     a `Partition` that `get` finds
away        the log could not be opened or made, or belongs to     nothing, or a directory that is left alone
            another topic of the same name, or its data directory
            is out of service
=========== ====================================================== ================================================

Where the cluster `is_controlled`, none of this happens by listening: `klog.broker.replicas.replica_control` does what the controller's
requests say, with the logs that are had here (`host`), and each of our copies is a `Partition` whatever its role is; `get` finds those that
we lead and may lead now.

While a data directory is out of service, nobody can say what lies in it: what is missing at the start is away then, and not made anew
(``LogManager.getOrCreateLog``); partitions that are made later go into the others.

Logs are made in threads (`prepared_logs`), behind the deletions that were begun before, so that nothing is waited for here. A broker alone
is told what is coming (`topics_coming`), so that they are there when it comes, and refuses what it was not told of.

What of these is found by whom is `klog.broker.replicas.partition_table`.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred, DeferredList, fail, succeed
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.admin_answers import when_all
from klog.broker.disk.threads import RunInThread, of_kind
from klog.broker.fetching.cold_reads import ColdReads
from klog.broker.purgatory import Purgatory
from klog.broker.replicas.deletions import Deletions
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partition_table import PartitionTable
from klog.broker.replicas.prepared_logs import Coming, PreparedLogs
from klog.cluster.interfaces import ICoordination, TopicInfo
from klog.errors import ErrorCode, KlogError
from klog.metrics import Histogram
from klog.model import NO_TOPIC_ID, TopicId, TopicPartition, topic_id_to_text
from klog.replication.control import Known
from klog.storage.directories.deletion import LeavingPartition
from klog.storage.directories.directory import LogDirectory
from klog.storage.directories.partition_metadata import write_partition_metadata
from klog.storage.disk_work import WorkKind, do_now
from klog.storage.log.log import Log
from klog.storage.parallel_io import RunAll, one_by_one
from klog.storage.settings import LogSettings

#: So many partitions of a topic are taken out at once.
DROPPED_AT_ONCE = 100


class Partitions(PartitionTable):
    """See the module. Implements `klog.cluster.interfaces.ITopicListener`.

    :param directories: the data directories, loaded; a new partition goes into the one that holds fewest.
    :param coordination: subscribing is up to the caller, after `load`.
    :param settings: how a topic's logs behave.
    :param clock: for flushes and waiting.
    :param run_in_thread: runs what waits for the disk: flushes, reads, and what makes and deletes logs.
    :param run_all: runs what waits for the disk when many logs are made.
    :param flush_times: told how long each flush took, in milliseconds, the wait for a thread included.
    :param flush_max_wait_ms: ``klog.flush.max.wait.ms``.
    :param run_steps: does work in steps (`klog.broker.steps.Steps.run`); None: all of it is done at once.
    """

    _log = Logger()

    def __init__(
        self,
        directories: Sequence[LogDirectory],
        coordination: ICoordination,
        settings: Callable[[TopicInfo], LogSettings],
        *,
        clock: IReactorTime,
        run_in_thread: RunInThread,
        flush_max_wait_ms: int = 50,
        run_all: RunAll = one_by_one,
        flush_times: Histogram | None = None,
        run_steps: Callable[[Iterator[Any]], Deferred[None]] | None = None,
    ) -> None:
        super().__init__(directories, coordination)
        self._settings = settings
        self.clock = clock
        self._run_in_thread = run_in_thread
        self._flush_max_wait_ms = flush_max_wait_ms
        self._flush_times = flush_times
        self._deletions = {directory: Deletions(directory, run_in_thread, run_steps) for directory in self.directories}
        self._prepared = PreparedLogs(
            self._deletions,
            settings,
            clock=clock,
            run_in_thread=run_in_thread,
            run_all=run_all,
            leader_epoch=-1 if coordination.is_controlled else 0,
        )
        self._run_steps = run_steps
        #: One for each topic whose partitions are being taken out in steps; fires when all are out.
        self._dropping: list[tuple[str, Deferred[None]]] = []
        self._closing = False
        #: Reads that wait for the disk.
        self.reads = ColdReads(partial(of_kind, run_in_thread, WorkKind.READ))
        #: Fetch requests that wait.
        self.fetches = Purgatory(clock)
        #: Answers to Produce that wait for their flush.
        self.produces = Purgatory(clock)
        #: Those of topics that are being taken out in steps, until their step comes.
        self._leaving: dict[tuple[str, int], Partition] = {}
        #: Told of each copy that is found or made because a controller has spoken of it.
        self.on_hosted: Callable[[Partition], None] | None = None

    def _not_found(self, failed: Collection[TopicPartition]) -> Coming:
        coming: list[tuple[TopicInfo, Collection[int]]] = []
        if self._is_incomplete:
            return coming
        for topic in self.coordination.topics().values():
            missing = [index for index in self._ours(topic) if TopicPartition(topic.name, index) not in failed]
            missing = [index for index in missing if self._found(TopicPartition(topic.name, index)) is None]
            if missing:
                coming.append((topic, missing))
        return coming

    def load(self, failed: Collection[TopicPartition] = ()) -> None:
        """Take over every log that belongs to a topic (where a controller says who leads, each when it is spoken of), and make those that
        are missing (a topic whose creation a crash cut short): a broker alone serves nobody yet, and waits for that here.

        :param failed: partitions whose logs could not be opened; they stay away.
        :raises KlogError: KAFKA_STORAGE_ERROR where a missing log cannot be made.
        """
        topics = self.coordination.topics()
        for name in failed:
            self._away[name] = topics[name.topic].topic_id if name.topic in topics else NO_TOPIC_ID
        if self.coordination.is_controlled:
            return
        # Where no directory takes writes, `_create` says so.
        with contextlib.suppress(OSError):
            for creation in self._prepared.prepare(self._not_found(self._away)):
                do_now(creation)
        for topic in self.coordination.topics().values():
            missing = []
            for index in self._ours(topic):
                if (topic.name, index) in self._by_name or TopicPartition(topic.name, index) in self._away:
                    continue
                try:
                    found = self._log_of(topic, index)
                except OSError as error:
                    self._put_away(topic, index, error)
                    continue
                if found is None:
                    if self._is_incomplete:
                        self._away[TopicPartition(topic.name, index)] = topic.topic_id
                    else:
                        missing.append(index)
                else:
                    found[0].update_settings(self._settings(topic))
                    self._take_up(topic, index, *found)
            if missing:
                self._create(topic, missing)

    def prefer(self, topic_partition: TopicPartition, directory: LogDirectory) -> None:
        """A partition that is not here yet is made in this data directory, if it is made by this process."""
        self._prepared.prefer(topic_partition, directory)

    def set_aside(self, directory: LogDirectory, error: OSError) -> dict[str, set[int]]:
        """A data directory has failed: its partitions are not served any more, until the next start. Who waits for one is told
        KAFKA_STORAGE_ERROR, as who asks for one is. Which they were, by topic."""
        lost: dict[str, set[int]] = {}
        gone = [partition for partition, home in self._homes.items() if home is directory]
        for name in directory.logs:
            topic = self.coordination.topics().get(name.topic)
            self._away[name] = NO_TOPIC_ID if topic is None else topic.topic_id
            lost.setdefault(name.topic, set()).add(name.partition)
        directory.set_aside(error)
        for partition in gone:
            key = (partition.topic_partition.topic, partition.topic_partition.partition)
            del self._homes[partition]
            self._former_homes.pop(partition, None)
            self._by_name.pop(key, None)
            self._leaving.pop(key, None)
            self._replicas.pop(key, None)
            self._by_id.pop((partition.topic_id, key[1]), None)
            partition.fail()
        for partition in gone:
            partition.changed()
        return lost

    # What the cluster tells

    def topics_coming(self, coming: Sequence[tuple[TopicInfo, int]]) -> Deferred[None] | None:
        """Make the directories of all new partitions that are ours, in threads. What cannot be made is told when its topic comes."""

        def make_ready(_: object = None) -> Deferred[None] | None:
            return self._prepared.make_ready([(topic, self._ours(topic, first_new)) for topic, first_new in coming])

        # What has the same names goes first.
        names = {topic.name for topic, _ in coming}
        leaving = [out for name, out in self._dropping if name in names]
        return DeferredList(leaving).addCallback(make_ready) if leaving else make_ready()

    def topic_created(self, topic: TopicInfo) -> None:
        """Make its logs, as far as they are ours. Raises KlogError(KAFKA_STORAGE_ERROR), with nothing left behind."""
        self._create(topic, self._ours(topic))
        count = len(topic.partitions)
        self._log.info("topic {topic} created: {count} partition{s}", topic=topic.name, count=count, s="" if count == 1 else "s")

    def partitions_added(self, topic: TopicInfo, first_new: int) -> None:
        """Make the new logs. Raises as `topic_created`."""
        self._create(topic, self._ours(topic, first_new))
        count = len(topic.partitions)
        self._log.info("topic {topic} has {count} partitions: {more} added", topic=topic.name, count=count, more=count - first_new)

    def leaders_changed(self, topic: TopicInfo, partitions: Sequence[int]) -> None:
        """Nothing to do: who is alone leads what it has, and else the controller says who leads."""

    def topic_deleted(self, topic: TopicInfo) -> Deferred[None] | None:
        """Answer everybody who waits for its logs, and have them renamed, to be removed later. Fires when nothing of the topic could come
        back; fails with KlogError KAFKA_STORAGE_ERROR where a log could not be renamed, which is not served any more all the same."""
        self._log.info("topic {topic} deleted", topic=topic.name)
        count = len(topic.partitions)
        for index in range(count):
            self._prepared.take(topic, index)
        served = [self._by_name.get((topic.name, index)) or self._replicas.get((topic.name, index)) for index in range(count)]
        being_truncated = [partition for partition in served if partition is not None and partition.is_being_truncated]
        if not being_truncated and (self._run_steps is None or count <= DROPPED_AT_ONCE):
            return self._drop(topic, range(count))
        return self._drop_in_steps(topic, being_truncated)

    def topic_configs_changed(self, topic: TopicInfo) -> None:
        """The logs go by the new settings at once."""
        settings = self._settings(topic)
        for index in range(len(topic.partitions)):
            partition = self._by_name.get((topic.name, index)) or self._replicas.get((topic.name, index))
            if partition is not None:
                partition.update_settings(settings)

    def broker_configs_changed(self, configs: Mapping[str, str]) -> None:
        """Defaults changed; `settings` knows them already."""
        for topic in self.coordination.topics().values():
            self.topic_configs_changed(topic)

    # Where a controller says who leads

    def known(self, topic: str, partition: int) -> Known | None:
        """What is known here of a partition that the controller speaks of; None where nothing is."""
        name = TopicPartition(topic, partition)
        if name in self._away:
            return Known(is_offline=True)
        replica = self._replicas.get((topic, partition))
        if replica is not None:
            told = replica.told
            if told is None:
                return Known(topic_id=replica.topic_id)
            state = replica.leadership.state if replica.leadership is not None else None
            partition_epoch = told.partition_epoch if state is None else max(told.partition_epoch, state.partition_epoch)
            return Known(replica.topic_id, told.leader_epoch, partition_epoch)
        found = self._found(name)
        return None if found is None else Known(topic_id=found[0].topic_id)

    def host(self, topic: TopicInfo, indexes: Collection[int]) -> Deferred[dict[int, OSError]]:
        """Have a replica of each of these partitions, with the log that lies there or a new one, made in a thread. Fires with those for
        which that cannot be, and why. None of them is led or followed yet."""
        failed: dict[int, OSError] = {}
        missing: list[int] = []
        for index in indexes:
            if (topic.name, index) in self._replicas:
                continue
            try:
                found = self._log_of(topic, index)
                if found is None and (self._is_incomplete and TopicPartition(topic.name, index) in self._away):
                    raise OSError(errno.EIO, "its data directory is out of service")
            except OSError as error:
                failed[index] = error
                continue
            if found is None:
                missing.append(index)
            else:
                found[0].update_settings(self._settings(topic))
                self._take_in(topic, index, *found)
        ready = (self._prepared.make_ready([(topic, missing)]) if missing else None) or succeed(None)
        return ready.addCallback(self._hosted, topic, missing, failed)

    def _hosted(self, _: object, topic: TopicInfo, indexes: Sequence[int], failed: dict[int, OSError]) -> dict[int, OSError]:
        shown = self.coordination.topics().get(topic.name)
        # The topic's configuration may have changed while a thread made the logs.
        settings = self._settings(shown if shown is not None and shown.topic_id == topic.topic_id else topic)
        for index in indexes:
            prepared = self._prepared.take(topic, index)
            try:
                if prepared is None:
                    raise OSError("the broker is stopping" if self._closing else "no data directory takes writes")
                if prepared.directory.work.is_closed:
                    raise prepared.directory.offline or OSError("the broker is stopping")
                log = prepared.directory.complete_creation(prepared.made, settings)
            except OSError as error:
                failed[index] = error
                continue
            self._take_in(topic, index, log, prepared.directory)
            self._replicas[topic.name, index].is_made_anew = True
        return failed

    def _take_in(self, topic: TopicInfo, index: int, log: Log, directory: LogDirectory) -> None:
        partition = self._make_partition(topic.topic_id, log, directory, log.leader_epoch)
        partition.stop()
        for named in (topic.name, topic.topic_id):
            refused = self._refused_before.pop((named, index), None)
            if refused is not None:
                log.continue_refusing(refused)
        self._replicas[topic.name, index] = partition
        if topic.topic_id != NO_TOPIC_ID:
            self._names[topic.topic_id] = topic.name
        if self.on_hosted is not None:
            self.on_hosted(partition)

    async def take_topic_id(self, topic: str, index: int, topic_id: bytes) -> None:
        """A log from before topic ids belongs to this topic; nothing where it has an id."""
        partition = self._replicas.get((topic, index))
        if partition is None or partition.topic_id != NO_TOPIC_ID or topic_id == NO_TOPIC_ID:
            return
        log = partition.log
        fs, directory = self._homes[partition].fs, log.directory
        try:
            await self._run_in_thread(WorkKind.CREATE_OR_DELETE, lambda: write_partition_metadata(fs, directory, topic_id))
        except OSError as error:
            # It is known as long as this process lives, and written after the next start.
            self._log.warn("the id of {topic}-{index} could not be written: {error}", topic=topic, index=index, error=str(error))
        if self._replicas.get((topic, index)) is partition:
            self._by_id.pop((partition.topic_id, index), None)
            log.topic_id = topic_id
            partition.topic_id = TopicId(topic_id)
            if self._by_name.get((topic, index)) is partition:
                self._show((topic, index), partition)

    def drop_replicas(self, topic: str, indexes: Collection[int]) -> Deferred[None]:
        """Delete our copies of these partitions, also of which there is only a directory. Fires when nothing of them could come back; fails
        with KlogError KAFKA_STORAGE_ERROR where a log could not be renamed."""
        return self._drop(TopicInfo(topic, NO_TOPIC_ID, (), {}), indexes) or succeed(None)

    # Stopping

    @property
    def is_closing(self) -> bool:
        """Whether nothing more is to be begun."""
        return self._closing

    def stop_waiting(self) -> None:
        """The broker stops: answer all Fetch requests that wait with what there is, and from now on every one at once. Producers that wait
        for followers are told that others lead: who follows asks them by now, and not us."""
        for partition in list(self.all()):
            if partition.is_replicated:
                # Connections may still hand out requests that they held back.
                self.hide_led(partition)
                partition.stop()
        self.fetches.expire_all(closing=True)

    def close(self) -> Deferred[None]:
        """Start no flush any more; fires when none runs. Answers that still wait for one get REQUEST_TIMED_OUT.

        The logs themselves are closed with their directories.
        """
        self._closing = True
        self._prepared.close()
        idle = []
        for partition in {*self.all(), *self._leaving.values(), *self._replicas.values()}:
            partition.close()
            idle.append(partition.flusher.wait_idle())
        idle += self._prepared.under_way
        idle += [_when_idle(directory) for directory in self.directories]
        self.produces.expire_all(closing=True)
        self.fetches.expire_all(closing=True)
        return DeferredList(idle).addCallback(self.until_idle)

    def until_idle(self, _: object = None) -> Deferred[None] | None:
        """Fires when nothing is done on the disk any more; None where nothing is. What has ended may have begun something else, such as
        the deletion of a topic once its end was saved: so this is asked again by whoever has waited for something else meanwhile."""
        busy = [_when_idle(directory) for directory in self.directories if directory.work.running]
        busy += [idle for deletions in self._deletions.values() if (idle := deletions.wait_idle()) is not None]
        return DeferredList(busy).addCallback(self.until_idle) if busy else None

    # Acts

    def _ours(self, topic: TopicInfo, first: int = 0) -> list[int]:
        """Numbers, from `first` on, of the partitions whose logs we have to keep where nobody tells us: those that have one copy, ours."""
        us = self.coordination.broker_id()
        numbered = enumerate(topic.partitions[first:], first)
        return [index for index, info in numbered if (info.in_sync_replicas or info.replicas) == (us,)]

    def _log_of(self, topic: TopicInfo, index: int) -> tuple[Log, LogDirectory] | None:
        """The log of this partition, where there is one. Raises OSError where one lies there under its name and is another topic's."""
        found = self._found(TopicPartition(topic.name, index))
        if found is not None and found[0].topic_id not in (NO_TOPIC_ID, topic.topic_id) and topic.topic_id != NO_TOPIC_ID:
            log = found[0]
            raise FileExistsError(
                errno.EEXIST,
                f"it belongs to a topic with the id {topic_id_to_text(log.topic_id)}, and {topic.name} is another one now, "
                f"with the id {topic_id_to_text(topic.topic_id)}; move it away if nobody needs it, and start again",
                log.directory,
            )
        return found

    def _put_away(self, topic: TopicInfo, index: int, error: OSError) -> None:
        self._away[TopicPartition(topic.name, index)] = topic.topic_id
        self._log.warn("{topic}-{index} is not served: {error}", topic=topic.name, index=index, error=str(error))

    def _take_up(self, topic: TopicInfo, index: int, log: Log, directory: LogDirectory) -> Partition | None:
        """Serve an open log, where it is ours to lead now."""
        if topic.partitions[index].leader != self.coordination.broker_id():
            return None
        return self._serve(topic, index, log, directory)

    def _make(self, topic: TopicInfo, index: int, settings: LogSettings) -> tuple[Log, LogDirectory]:
        """The new log that a thread has made. Raises OSError where there is none."""
        prepared = self._prepared.take(topic, index)
        if prepared is not None:
            return prepared.directory.complete_creation(prepared.made, settings), prepared.directory
        if self._closing:
            raise OSError("the broker is stopping")
        # Raises where no data directory takes writes.
        self._prepared.fewest()
        raise OSError("it was not told of beforehand")

    def _not_taken_back(self, failure: Failure, topic: str) -> None:
        """A disk that refuses is no mistake of klog's own."""
        if not failure.check(KlogError):  # type: ignore[no-untyped-call]
            self._log.failure("{topic} could not be taken back", failure, topic=topic)
            return
        self._log.warn("{topic} could not be taken back: {reason}", topic=topic, reason=failure.getErrorMessage())

    def _create(self, topic: TopicInfo, indexes: Collection[int]) -> None:
        made: list[int] = []
        before = {index for index in indexes if (topic.name, index) in self._by_name}
        try:
            settings = self._prepared.settings_made_with(topic, indexes)
            for index in indexes:
                if index in before:
                    continue
                found = self._log_of(topic, index) or self._make(topic, index, settings)
                made.append(index)
                self._take_up(topic, index, *found)
        except OSError as error:
            self._take_back(topic, [*made, *self._unused(topic, indexes)])
            raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, f"a log of {topic.name} could not be made: {error}") from error
        except Exception:
            # A mistake of klog's own: the logs of those that were not served before belong to no topic.
            self._unused(topic, indexes)
            self._take_back(topic, [index for index in indexes if index not in before])
            raise

    def _unused(self, topic: TopicInfo, indexes: Collection[int]) -> list[int]:
        """Those whose logs were made beforehand, and are not wanted any more."""
        prepared = [(index, self._prepared.take(topic, index)) for index in indexes]
        return [index for index, one in prepared if one is not None and one.made.error is None]

    def _take_back(self, topic: TopicInfo, indexes: Collection[int]) -> None:
        """Take back logs that were made for a topic, or for partitions, that are refused."""
        gone = self._drop(topic, indexes, is_refused=True)
        if gone is not None:
            gone.addErrback(self._not_taken_back, topic.name)

    def _serve(self, topic: TopicInfo, index: int, log: Log, directory: LogDirectory) -> Partition:
        info = topic.partitions[index]
        log.assign_leader_epoch(info.leader_epoch)
        partition = self._make_partition(topic.topic_id, log, directory, info.leader_epoch)
        self._show((topic.name, index), partition)
        return partition

    def _make_partition(self, topic_id: TopicId, log: Log, directory: LogDirectory, leader_epoch: int) -> Partition:
        partition = Partition(
            log.topic_partition,
            topic_id,
            log,
            leader_epoch,
            fetches=self.fetches,
            produces=self.produces,
            clock=self.clock,
            run_in_thread=self._flush_in_thread,
            flush_max_wait_ms=self._flush_max_wait_ms,
            room=directory.room,
        )
        self._homes[partition] = directory
        return partition

    def _flush_in_thread(self, kind: WorkKind, function: Callable[[], Any], disk: str = "") -> Deferred[Any]:
        times = self._flush_times
        if times is None:
            return self._run_in_thread(kind, function, disk)
        begun_s = self.clock.seconds()

        def ended(result: Any) -> Any:
            times.add((self.clock.seconds() - begun_s) * 1000)
            return result

        return self._run_in_thread(kind, function, disk).addBoth(ended)

    def _drop_in_steps(self, topic: TopicInfo, being_truncated: Collection[Partition]) -> Deferred[None]:
        """As `_drop`, for a topic of many partitions, or of which logs are being truncated: none of them is found any more from now on, and
        what else there is to do with them goes in steps. Who waits for one is answered in its step.

        :param being_truncated: those keep their directories' names until that has ended.
        """
        count = len(topic.partitions)
        for index in range(count):
            key = (topic.name, index)
            partition = self._by_name.get(key)
            if partition is not None and (partition.topic_id == topic.topic_id or NO_TOPIC_ID in (partition.topic_id, topic.topic_id)):
                del self._by_name[key]
                self._by_id.pop((partition.topic_id, index), None)
                partition.ended = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                self._leaving[key] = partition
        gone: list[Deferred[None]] = []

        def steps() -> Iterator[None]:
            for start in range(0, count, DROPPED_AT_ONCE):
                leaves = self._drop(topic, range(start, min(start + DROPPED_AT_ONCE, count)))
                if leaves is not None:
                    gone.append(leaves)
                yield

        out: Deferred[None] = Deferred()
        self._dropping.append((topic.name, out))

        def are_out(_: None) -> Deferred[None] | None:
            self._dropping.remove((topic.name, out))
            out.callback(None)
            return when_all(gone, None)

        for partition in being_truncated:
            partition.changed()
        run_steps = self._run_steps or _in_one_step
        return Deferred.fromCoroutine(until_not_truncated(being_truncated)).addCallback(lambda _: run_steps(steps())).addCallback(are_out)

    def _drop(self, topic: TopicInfo, indexes: Collection[int], *, is_refused: bool = False) -> Deferred[None] | None:
        """These partitions of a topic are no more; see `topic_deleted`. Logs of another topic of the same name stay.

        :param is_refused: it never was a topic for anybody.
        """
        topic_name, topic_id = topic.name, topic.topic_id
        by_name, by_id = self._by_name, self._by_id
        going: dict[LogDirectory, list[TopicPartition]] = {directory: [] for directory in self.directories}
        coming: list[tuple[LogDirectory, LeavingPartition]] = []
        is_incomplete, unreachable = self._is_incomplete, False
        dropped: list[Partition] = []
        for index in indexes:
            key = (topic_name, index)
            partition = by_name.get(key) or self._leaving.get(key) or self._replicas.get(key)
            name = TopicPartition(topic_name, index) if partition is None else partition.topic_partition
            if is_incomplete and self._away.get(name) in (NO_TOPIC_ID, topic_id):
                unreachable = True
            if self._away and (topic_id == NO_TOPIC_ID or self._away.get(name) in (NO_TOPIC_ID, topic_id)):
                self._away.pop(name, None)
            if partition is not None:
                of_id = partition.topic_id
                if of_id != topic_id and NO_TOPIC_ID not in (of_id, topic_id):
                    continue
                by_name.pop(key, None)
                self._leaving.pop(key, None)
                if self._replicas.pop(key, None) is not None:
                    self._names.pop(of_id, None)
                by_id.pop((of_id, index), None)
                partition.close(deleted=True)
                dropped.append(partition)
                going[self._homes.pop(partition)].append(name)
                former = self._former_homes.pop(partition, None)
                if former is not None:
                    going[former].append(name)
                    unreachable = unreachable or former.work.is_closed
                continue
            for directory in self.directories:
                log = directory.logs.get(name)
                if log is None or log.topic_id == topic_id or NO_TOPIC_ID in (log.topic_id, topic_id):
                    going[directory].append(name)
                    # A copy on its way here of what was not spoken of since the start.
                    coming += [(directory, one) for one in directory.end_future(name)]
        gone: list[Deferred[None]] = []
        if unreachable:
            # The next start with all directories removes them, if the cluster remembers the topic until then.
            gone.append(fail(KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "a part of it lies in a data directory that is out of service")))
        for directory, names in going.items():
            taken_out = directory.take_out(names, topic_id, is_failed_creation=is_refused) if names else ()
            if taken_out:
                gone.append(self._deletions[directory].add(taken_out))
        gone += [self._deletions[directory].add([copy]) for directory, copy in coming]
        for partition in dropped:
            partition.changed()
        return when_all(gone, None)


async def until_not_truncated(partitions: Collection[Partition]) -> None:
    """Wait until none of these, of which nothing more is served, is being truncated: the thread that does it knows files by their names,
    which may be those of another topic's log once this log's directory is renamed."""
    # Each is looked at behind the last that was waited for.
    while busy := [partition for partition in partitions if partition.is_being_truncated]:
        idle: Deferred[None] = Deferred()
        busy[0].log.work.when_idle(lambda idle=idle: idle.callback(None))  # type: ignore[misc]
        await idle


def _in_one_step(steps: Iterator[Any]) -> Deferred[None]:
    for _ in steps:
        pass
    return succeed(None)


def _when_idle(directory: LogDirectory) -> Deferred[None]:
    idle: Deferred[None] = Deferred()
    directory.work.when_idle(lambda: idle.callback(None))
    return idle
