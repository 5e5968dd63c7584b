"""All logs of one data directory: its lock and identity, start, checkpoints, orderly close.

Start, in this order (`LogDirectory.load`):

1. the directory is made where it is missing, and locked (``.lock``);
2. ``meta.properties`` must not name another broker or cluster;
3. the clean-shutdown marker is looked for and removed: from here on a crash is a crash;
4. the checkpoints are read (`directory_checkpoints`);
5. every ``topic-partition`` directory is opened (`recovery`); one that cannot be is reported and left alone, the others are served;
6. topic ids are compared (`topic_ids`): all partitions of a topic have one, and get one where none has;
7. recovery points that the start itself has raised are written down, and that klog keeps the directory now.

Partitions that were on their way here from another data directory (``-future``) are remembered for who goes on with that. Directories in
other roles (``-stray``, ``-delete``), ``__cluster_metadata-0``, and names of no known form are neither served nor removed. A deleted
partition is renamed to ``-delete`` with a name by which the next start knows that it may finish the removal (`deletion`).

Close: every log is flushed and closed, the checkpoints are written, and last of all the clean-shutdown marker: only where nothing went
wrong on the way, and nothing was still being done on the disk when it began. The directory is an owner of work as its logs are
(`LogDirectory.work`).
"""

from __future__ import annotations

import dataclasses
import errno
import os
import posixpath
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from klog.model import NO_TOPIC_ID, TopicPartition, topic_id_to_text
from klog.records.contract import RecordsCodec, RecordsError
from klog.records.implementations import codec as selected_codec
from klog.storage.clean_shutdown import remove_clean_shutdown, was_clean, write_clean_shutdown
from klog.storage.creation import Creation, NewPartition
from klog.storage.deletion import Deletion, LeavingPartition, is_ours, target_names
from klog.storage.directory_checkpoints import Checkpoint, DirectoryCheckpoints
from klog.storage.disk_work import WorkOwner, do_now, do_together
from klog.storage.failed_creations import FailedCreations
from klog.storage.file_cache import FileCache
from klog.storage.filenames import (
    CLUSTER_METADATA_DIRECTORY,
    LOCK,
    STATE_FILE,
    DirectoryRole,
    directory_name,
    parse_directory_name,
    role_directory_name,
)
from klog.storage.filesystem import DirectoryLock, File, FileSystem, OpenDirectory
from klog.storage.kraft_metadata import KraftMetadata, read_kraft_metadata
from klog.storage.log import Log
from klog.storage.log_types import LoadReport, LogContext, ignore_warning, is_refusal
from klog.storage.meta_properties import MetaProperties, completed, read_meta_properties, write_meta_properties
from klog.storage.offset_index import CorruptIndex
from klog.storage.parallel_io import NotInTime, RunAll, one_by_one
from klog.storage.partition_metadata import CorruptPartitionMetadata, read_partition_metadata
from klog.storage.removal import Removal
from klog.storage.reserve_file import ReserveCheck, Room
from klog.storage.settings import LogSettings
from klog.storage.start_records import StartRecords, StartRecordWrite
from klog.storage.topic_ids import TopicIds, new_topic_id
from klog.storage.truncation import Truncation

DEFAULT_MAX_OPEN_FILES = 500
#: Logs whose last flushes run side by side, at most. Each holds up to four files open meanwhile, beyond those that are kept open, so few
#: open files mean fewer logs.
CLOSED_AT_ONCE = 200
_FILES_PER_CLOSED_LOG = 8
#: How many logs are looked at in one step of work that looks at all.
LOGS_OF_A_STEP = 256
#: Where so many files are kept open for each log that leaves, or fewer, they are looked for in one look through all; otherwise by name.
_KEPT_FILES_PER_LOG = 16


class DirectoryInUse(BlockingIOError):
    """Another process holds the data directory; the sentence names it."""


class LogDirectory:
    """A data directory and the logs in it. One thread at a time.

    :param path: of the directory.
    :param now_ms: milliseconds since 1970.
    :param defaults: settings of topics that nobody says anything about.
    :param broker_id: must agree with ``meta.properties``.
    :param settings_for: settings of the topics found at start; None from it (or no such function) means that they are not known yet, and
        nothing of the topic is deleted before `Log.update_settings` says otherwise.
    :param topic_id_for: the id of a topic that was written before there were ids, where others share the topics: then each partition keeps
        the id that it has, and whoever asks compares. Without it the directory itself sees to one id for each topic.
    :param has_replicas: whether logs may have replicas on other brokers: each is opened with the high watermark that was checkpointed, and
        with the leader epoch of its batches, and waits for who says what it is now. Without it each log is its partition's only one.
    :param boot_id: of the machine's present boot, which tells a process that was killed from a machine that stopped (`start_kind`); None
        where the system does not tell. Asked only where there are replicas.
    :param max_open_files: descriptors kept open for files that nobody is using.
    :param random_bytes: for topic ids and the names of deleted directories.
    """

    def __init__(
        self,
        fs: FileSystem,
        path: str,
        now_ms: Callable[[], int],
        defaults: LogSettings,
        broker_id: int,
        *,
        cluster_id: str | None = None,
        codec: RecordsCodec = selected_codec,
        settings_for: Callable[[str], LogSettings | None] | None = None,
        topic_id_for: Callable[[str], bytes] | None = None,
        warn: Callable[[str], None] = ignore_warning,
        has_replicas: bool = False,
        boot_id: str | None = None,
        max_open_files: int = DEFAULT_MAX_OPEN_FILES,
        producer_expiration_ms: int = 86_400_000,
        max_uncompressed_bytes: int = 100 << 20,
        random_source: random.Random | None = None,
        random_bytes: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.fs = fs
        self.path = path.rstrip("/") or "/"
        self.defaults = defaults
        self.broker_id = broker_id
        self.logs: dict[TopicPartition, Log] = {}
        #: Topic ids that are known from elsewhere, by topic: a file that differs from them in a character or two is damaged.
        self.remembered_ids: Mapping[str, bytes] = {}
        #: Whether this broker has a ``klog.state`` in any of its directories; None: what lies in this one says it.
        self.has_state: bool | None = None
        #: The id of a topic that has none here, where other data directories have an id for it.
        self.topic_ids_elsewhere: Mapping[str, bytes] = {}
        #: Told, on the thread of whoever uses the directory, when it goes out of service (`offline`) before it is closed.
        self.on_offline: Callable[[LogDirectory], None] | None = None
        #: Copies of partitions that are coming from another data directory, as they were found at the start or begun since: paths.
        self.futures: dict[TopicPartition, str] = {}
        self._cluster_id = cluster_id
        self.has_replicas = has_replicas
        self._settings_for = settings_for
        self._topic_id_for = topic_id_for
        self._tell = warn
        self._random_bytes = random_bytes
        self._lock: DirectoryLock | None = None
        self._meta: MetaProperties | None = None
        self._report: LoadReport | None = None
        self._failed: dict[TopicPartition, str] = {}
        #: Whether there is room for what clients send.
        self.room = Room()
        #: What is done on the disk for the directory itself; each log has its own.
        self.work = WorkOwner(self.path)
        #: The data directory, opened while it is locked: names in it can be synced whatever a process may open.
        self._opened: OpenDirectory | None = None
        #: Partitions that were deleted and may still have their name, by directory.
        self._leaving: dict[str, LeavingPartition] = {}
        #: Open files of partitions that were taken out, which the next deletion's thread closes.
        self._closing: list[File] = []
        self._deleted: list[tuple[int, str]] = []
        self._failed_creations = FailedCreations(fs, self.path, now_ms, random_bytes)
        self._checkpoints = DirectoryCheckpoints(fs, self.path, self.work, self.logs, self._checkpoint_failed, self._warn)
        self._starts = StartRecords(fs, self.path, self.work, self.logs, boot_id, self._checkpoint_failed, self._warn)
        self._closed_at_once = max(1, min(CLOSED_AT_ONCE, max_open_files // _FILES_PER_CLOSED_LOG))
        #: Whether a close ended before the disk did, and how much was still being done when it began.
        self._given_up = False
        self._unfinished = 0
        self.context = LogContext(
            fs,
            now_ms,
            FileCache(fs, max_open_files),
            codec,
            random_source or random.Random(),
            self._warn,
            producer_expiration_ms,
            max_uncompressed_bytes,
            went_offline=self._went_offline,
        )

    @property
    def cleaner_offsets(self) -> dict[TopicPartition, int]:
        """Where the last compaction of each log ended; written down by `prepare_cleaner_checkpoint`."""
        return self._checkpoints.cleaner_offsets

    @property
    def offline(self) -> OSError | None:
        """The error that took the directory out of service for writing; None while all is well."""
        return self.context.offline

    def _went_offline(self) -> None:
        if self.on_offline is not None and not self.work.is_closed:
            self.on_offline(self)

    def set_aside(self, error: OSError) -> None:
        """Out of service with all its logs, which are closed as they are, and with nothing written any more: the disk failed, and other
        directories serve. The next start finds what is on the disk then."""
        if self.context.offline is None:
            self.context.offline = error
        self.work.close()
        for log in self.logs.values():
            log.abandon()
        self.logs.clear()
        self._deleted.clear()
        self.context.files.clear()

    def _warn(self, sentence: str) -> None:
        if self._report is not None:
            self._report.warnings.append(sentence)
        self._tell(sentence)

    # Start

    def load(self) -> LoadReport:
        """Steps 1 to 7 above.

        :raises DirectoryInUse: another process has it.
        :raises BadMetaProperties: it is another broker's or cluster's.
        :raises OSError: the directory itself cannot be used. The lock is given back then.
        """
        report = self._report = LoadReport()
        try:
            self.lock()
            self._load(report)
        except BaseException:
            self.release()
            raise
        finally:
            self._report = None
        return report

    def lock(self) -> None:
        """Step 1; a second call does nothing.

        :raises DirectoryInUse: another process has it.
        """
        if self._lock is not None:
            return
        if not self.fs.is_directory(self.path):
            self.fs.make_directory(self.path)
            self.fs.sync_directory(posixpath.dirname(self.path) or ".")
        try:
            self._lock = self.fs.lock(f"{self.path}/{LOCK}")
            self._opened = self.fs.open_directory(self.path)
        except BlockingIOError as error:
            raise DirectoryInUse(
                error.errno, f"the data directory {self.path} is in use by another broker (its {LOCK} is locked)", self.path
            ) from None

    def release(self) -> None:
        """Give the lock back without closing anything."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _load(self, report: LoadReport) -> None:
        fs = self.fs
        self._meta = read_meta_properties(fs, self.path)
        if self._meta is not None:
            completed(f"{self.path}/meta.properties", self._meta, self._cluster_id or self._meta.cluster_id or "", self.broker_id)
            report.cluster_id = self._meta.cluster_id
        names = fs.list(self.path)
        has_state = STATE_FILE in names if self.has_state is None else self.has_state
        report.clean = was_clean(fs, self.path)
        if report.clean:
            remove_clean_shutdown(fs, self.path)
        self._checkpoints.read()
        if self.has_replicas:
            self._starts.read(report.clean)
        kraft = self._read_kraft(names) if not has_state else None
        topic_ids: dict[TopicPartition, bytes | None] = {}
        found = False
        for name in names:
            parsed = parse_directory_name(name)
            if parsed is None or name == CLUSTER_METADATA_DIRECTORY or not fs.is_directory(f"{self.path}/{name}"):
                continue
            if parsed.role is DirectoryRole.FUTURE:
                if self.futures.setdefault(parsed.topic_partition, f"{self.path}/{name}") != f"{self.path}/{name}":
                    self._warn(f"{self.path}/{name} is a second copy of {parsed.topic_partition} on its way here, and is left alone")
                continue
            if parsed.role is not DirectoryRole.CURRENT:
                self._finish_deletion(name, parsed.role)
                continue
            found = True
            topic_partition = parsed.topic_partition
            try:
                topic_ids[topic_partition] = self._read_topic_id(topic_partition, kraft)
                checkpointed = self._checkpoints.of(topic_partition)
                log = Log.open(
                    self.context,
                    f"{self.path}/{name}",
                    topic_partition,
                    topic_ids[topic_partition] or NO_TOPIC_ID,
                    self._settings(topic_partition.topic),
                    clean=report.clean,
                    recovery_point=checkpointed.recovery_point,
                    compacted_to=checkpointed.compacted_to,
                    start_offset=checkpointed.start_offset,
                    known_end_offset=checkpointed.known_end_offset,
                    new_leadership=not self.has_replicas and (not report.clean or not has_state),
                    high_watermark=checkpointed.high_watermark if self.has_replicas else None,
                )
            except (OSError, RecordsError, CorruptIndex, CorruptPartitionMetadata) as error:
                topic_ids.pop(topic_partition, None)
                self._fail(topic_partition, f"{self.path}/{name} cannot be opened and is not served: {error}")
                continue
            self.logs[topic_partition] = log
            if self.has_replicas:
                log.start_kind = self._starts.kind_of(log, checkpointed)
            if log.report.recovered:
                report.recovered.append(topic_partition)
            report.add(log.report)
        report.foreign = found and not has_state
        report.created = not found and not has_state and self._meta is None
        report.clean = report.clean or report.created
        if kraft is not None:
            report.topic_configs = {name: dict(configs) for name, configs in kraft.configs.items()}
            report.group_configs = {group_id: dict(configs) for group_id, configs in kraft.group_configs.items()}
            report.highest_producer_id = max(report.highest_producer_id, kraft.next_producer_id - 1)
            report.highest_epoch = max(report.highest_epoch, max(kraft.leader_epochs.values(), default=-1))
        if not report.clean and found:
            cut = f"; {report.truncated_bytes} bytes that were torn are cut off" if report.truncated_bytes else ""
            if report.dropped_segments:
                cut += (
                    f"; {report.dropped_segments} segments behind a gap or a torn batch are dropped, with {report.dropped_records} records "
                    f"in {report.dropped_bytes} bytes"
                )
            if report.dropped_offsets:
                cut += f"; {report.dropped_offsets} offsets in all are gone"
            self._warn(f"{self.path} was not closed in order: {len(report.recovered)} logs were walked from their recovery points{cut}")
        make = self._topic_id_for
        ids = TopicIds(fs, self.remembered_ids, make or self._new_topic_id, keep_odd=make is not None, drop=self._drop_odd, warn=self._warn)
        report.topic_ids = ids.settle(self.logs, topic_ids)
        report.logs = len(self.logs)
        report.failed = dict(self._failed)
        self._checkpoints.opened(self._failed)
        if self.has_replicas:
            self._starts.opened(self._failed)

    @property
    def failed(self) -> Mapping[TopicPartition, str]:
        """Logs that could not be opened at the start, and why."""
        return self._failed

    def _settings(self, topic: str) -> LogSettings:
        settings = self._settings_for(topic) if self._settings_for is not None else None
        return settings if settings is not None else dataclasses.replace(self.defaults, retention_known=False)

    def _fail(self, topic_partition: TopicPartition, sentence: str) -> None:
        self._failed[topic_partition] = sentence
        self._warn(sentence)

    def withdraw(self, topic_partition: TopicPartition, sentence: str) -> None:
        """At a start: this log was opened, and must not be served."""
        self.logs.pop(topic_partition).abandon()
        self._checkpoints.cannot_be_opened(topic_partition)
        self._fail(topic_partition, sentence)

    def _read_kraft(self, names: list[str]) -> KraftMetadata | None:
        if CLUSTER_METADATA_DIRECTORY not in names:
            return None
        directory = f"{self.path}/{CLUSTER_METADATA_DIRECTORY}"
        try:
            return read_kraft_metadata(self.context, directory)
        except (OSError, RecordsError, ValueError) as error:
            self._warn(f"{directory} cannot be read, the topics' configurations in it are not known: {error}")
            return None

    def _read_topic_id(self, topic_partition: TopicPartition, kraft: KraftMetadata | None) -> bytes | None:
        topic_id = read_partition_metadata(self.fs, f"{self.path}/{directory_name(topic_partition)}")
        if topic_id is None and kraft is not None:
            return kraft.topic_ids.get(topic_partition.topic)
        return topic_id

    def _finish_deletion(self, name: str, role: DirectoryRole) -> None:
        """A partition that klog was deleting when it stopped goes now; anybody else's stays."""
        path = f"{self.path}/{name}"
        if role is not DirectoryRole.DELETE or not is_ours(self.fs, path):
            return
        try:
            self.fs.remove_tree(path)
        except OSError as error:
            # Nobody is kept from starting by it.
            self._deleted.append((self.context.now_ms(), path))
            self._warn(f"{path} cannot be removed, which is tried again: {error}")

    def _drop_odd(self, log: Log, topic_id: bytes) -> None:
        del self.logs[log.topic_partition]
        log.abandon()
        self._fail(
            log.topic_partition,
            f"{log.directory} belongs to a topic with the id {topic_id_to_text(log.topic_id)}, the other partitions of "
            f"{log.topic_partition.topic} to {topic_id_to_text(topic_id)}; it is not served",
        )

    def _new_topic_id(self, topic: str) -> bytes:
        return self.topic_ids_elsewhere.get(topic) or new_topic_id(self._random_bytes)

    @property
    def identity_lines(self) -> Mapping[str, str]:
        """Lines of ``meta.properties`` that are neither klog's nor Kafka's to understand here, as they were read or written last."""
        return {} if self._meta is None else self._meta.others

    def write_identity(self, cluster_id: str, others: Mapping[str, str] | None = None) -> None:
        """Write ``meta.properties`` where something is missing in it. Raises OSError.

        :param others: more lines that shall stand in it.
        :raises BadMetaProperties: it names another cluster or broker.
        """
        wanted = completed(f"{self.path}/meta.properties", self._meta, cluster_id, self.broker_id)
        if others:
            wanted = dataclasses.replace(wanted, others={**wanted.others, **others})
        if wanted != self._meta:
            write_meta_properties(self.fs, self.path, wanted)
            self._meta = wanted

    # Partitions

    def prepare_creation(
        self, wanted: Sequence[tuple[TopicPartition, bytes]], leader_epoch: int = 0, settings: Mapping[str, LogSettings] | None = None
    ) -> Creation:
        """New partitions, each with its topic's id, of which none exists already in `logs`. `Creation.run` makes them, in any thread, after
        the deletions that were prepared before; `complete_creation` takes each into service. Never raises for the disk's sake.

        :param leader_epoch: with which they begin; -1: they follow, and their leaders' batches will say.
        :param settings: of the topics: then the logs are made in the thread too, and not by `complete_creation`.
        """
        assert self._opened is not None
        partitions = []
        for topic_partition, topic_id in wanted:
            directory = f"{self.path}/{directory_name(topic_partition)}"
            error = self.offline
            if topic_partition in self.logs or self._keeps_its_name(topic_partition, directory):
                error = FileExistsError(errno.EEXIST, f"{directory} exists already", directory)
            partitions.append(NewPartition(topic_partition, directory, topic_id, leader_epoch, error))
        coming = [one for one in partitions if one.error is None]
        names = [one.topic_partition for one in coming]

        def make_log(made: NewPartition) -> Log:
            assert settings is not None
            return self._make_log(made, settings[made.topic_partition.topic])

        return Creation(
            self.work,
            self.fs,
            self._opened,
            partitions,
            self._failed_creations,
            lambda creation: self._have_come(creation, names),
            self._failed_creations.hand_over(one.directory for one in coming),
            None if settings is None else make_log,
            self._checkpoints.without(names),
        )

    def _keeps_its_name(self, topic_partition: TopicPartition, directory: str) -> bool:
        """Whether a log that could not be opened lies there and is not on its way out. The checkpoints are its own; the thread would find
        it only after they were written without it."""
        return topic_partition in self._failed and directory not in self._leaving and self.fs.exists(directory)

    def _have_come(self, creation: Creation, names: Sequence[TopicPartition]) -> None:
        self._checkpoints.have_come(names)
        if creation.sync_error is not None:
            self._checkpoint_failed(creation.sync_error)
        for left in creation.leftovers:
            self._settle_leaving(left)
        for one in creation.partitions:
            if one.error is None:
                self._checkpoints.forget(one.topic_partition)
            elif one.leaving is not None:
                self._settle_leaving(one.leaving)
                if one.leaving.error is not None:
                    self._warn(f"{one.directory} could not be made, nor be removed, which is tried again: {one.leaving.error}")

    def prepare_discard(self) -> Deletion | None:
        """What creations that failed have left under a partition's name, to be renamed now; None where nothing was."""
        leaving = self._failed_creations.hand_over_all()
        # Not in `_leaving`: another creation's directory may come under the name before, which is taken out like any other.
        return self.prepare_deletion(leaving) if leaving else None

    def _make_log(self, made: NewPartition, settings: LogSettings) -> Log:
        return Log.create(self.context, made.directory, made.topic_partition, made.topic_id, settings, made.leader_epoch)

    def complete_creation(self, made: NewPartition, settings: LogSettings) -> Log:
        """Take a partition into service that `Creation.run` has made. Raises the OSError of one that could not be made."""
        if made.error is not None:
            raise made.error
        if self.offline is not None and self.work.is_closed:
            # It was set aside meanwhile.
            raise self.offline
        log = made.log
        if log is None:
            log = self._make_log(made, settings)
        elif log.settings is not settings and log.settings != settings:
            # They were changed meanwhile.
            log.update_settings(settings)
        self.logs[made.topic_partition] = log
        return log

    def delete(self, *topic_partitions: TopicPartition) -> bool:
        """`take_out` and `prepare_deletion`, done in this thread. False where there is no such directory. Raises OSError, of the first that
        keeps its name."""
        leaving = self.take_out(topic_partitions)
        if not leaving:
            return False
        do_now(self.prepare_deletion(leaving))
        for one in leaving:
            if one.error is not None:
                raise one.error
        return True

    def take_out(
        self, topic_partitions: Sequence[TopicPartition], topic_id: bytes | None = None, *, is_failed_creation: bool = False
    ) -> list[LeavingPartition]:
        """Take partitions out of service for good; those that have a directory, for `prepare_deletion`.

        :param topic_id: of their topic, with which the directories are compared of which no log is open; None where they are known to be
            its own. Of the logs that are open the caller knows.
        :param is_failed_creation: they were made for a topic that was refused, which nobody remembers as deleted: what keeps its name is
        tried
            again.

        Nothing where the directory is being closed, in a thread by now: its logs are closed as they are, and the next start deletes those
        of topics that are gone.
        """
        leaving: list[LeavingPartition] = []
        if self.work.is_closed:
            return leaving
        now_ms = self.context.now_ms()
        together = len(topic_partitions) * _KEPT_FILES_PER_LOG >= len(self.context.files)
        closed: set[str] = set()
        for topic_partition, name in zip(topic_partitions, target_names(topic_partitions, self._random_bytes), strict=True):
            log = self.logs.pop(topic_partition, None)
            delay_ms = self.defaults.file_delete_delay_ms
            if log is not None:
                directory = log.directory
                delay_ms = log.settings.file_delete_delay_ms
                if together:
                    log.abandon_work()
                    closed.add(directory)
                else:
                    log.abandon()
            elif (directory := f"{self.path}/{directory_name(topic_partition)}") in self._leaving:
                continue
            elif not self.fs.exists(directory):
                self._forget(topic_partition)
                continue
            compared = topic_id if log is None and topic_id != NO_TOPIC_ID else None
            if compared is None:
                self._forget(topic_partition)
            one = LeavingPartition(topic_partition, directory, f"{self.path}/{name}", now_ms + delay_ms, compared, is_failed_creation)
            leaving.append(one)
            self._leaving[directory] = one
        if closed:
            files = self.context.files.forget_directories(closed)
            # What waits for a thread counts among the open files too: no more than are kept anyway.
            if len(self._closing) + len(files) <= self.context.files.limit:
                self._closing += files
        return leaving

    # Partitions that come from another data directory, or go there

    def begin_future(self, topic_partition: TopicPartition) -> str:
        """The folder of a copy of this partition, to be made in a thread, or one that lies there already."""
        found = self.futures.get(topic_partition)
        if found is None:
            name = role_directory_name(topic_partition, DirectoryRole.FUTURE, self._random_bytes(16).hex())
            found = self.futures[topic_partition] = f"{self.path}/{name}"
        return found

    def end_future(self, topic_partition: TopicPartition) -> list[LeavingPartition]:
        """A copy is not wanted any more; for `prepare_deletion`. Nothing where there is none."""
        directory = self.futures.pop(topic_partition, None)
        if directory is None or self.work.is_closed:
            return []
        self._checkpoints.forget(topic_partition)
        (name,) = target_names([topic_partition], self._random_bytes)
        one = LeavingPartition(topic_partition, directory, f"{self.path}/{name}", self.context.now_ms())
        self._leaving[directory] = one
        return [one]

    def expect(
        self, topic_partition: TopicPartition, recovery_point: int, start_offset: int, high_watermark: int, cleaned_to: int | None
    ) -> None:
        """A copy is about to get the partition's own name. The caller has the checkpoints written before, `prepare_checkpoint` and
        `prepare_cleaner_checkpoint`: they know it from now on, and say no more of a log that lay here under that name earlier.

        :param recovery_point: below it all of the copy is on the disk.
        :param cleaned_to: where the log's last compaction ended.
        """
        self._checkpoints.expect(topic_partition, recovery_point, start_offset, high_watermark, cleaned_to)

    def give_away(self, log: Log) -> None:
        """It is served from another data directory now. Its folder stays until `take_out`."""
        if self.logs.get(log.topic_partition) is log:
            del self.logs[log.topic_partition]
            self._checkpoints.forget(log.topic_partition)
        log.abandon()

    def take_in(self, log: Log, cleaned_to: int | None) -> None:
        """A partition that has come from another data directory.

        :param cleaned_to: where its last compaction ended.
        """
        self.futures.pop(log.topic_partition, None)
        self._checkpoints.has_come(log.topic_partition)
        self.logs[log.topic_partition] = log
        if cleaned_to is not None:
            self.cleaner_offsets[log.topic_partition] = cleaned_to

    def _forget(self, topic_partition: TopicPartition) -> None:
        self._failed.pop(topic_partition, None)
        self._checkpoints.forget(topic_partition)
        self._starts.forget(topic_partition)

    def prepare_deletion(self, leaving: Sequence[LeavingPartition]) -> Deletion:
        """Have the directories of what was taken out renamed; `prepare_removal` finds them when it is time."""
        assert self._opened is not None
        files, self._closing = self._closing, []
        return Deletion(self.work, self.fs, self._opened, leaving, self._have_left, self._leaving_failed, files)

    def _have_left(self, deletion: Deletion) -> None:
        for one in deletion.partitions:
            self._forget_leaving(one)
            if one.topic_id is not None and one.error is None and not one.is_anothers:
                self._forget(one.topic_partition)
            self._settle_leaving(one)

    def _settle_leaving(self, one: LeavingPartition) -> None:
        """What becomes of a directory that a thread was to rename."""
        if one.is_anothers:
            return
        if one.error is None:
            self._deleted.append((one.due_ms, one.target))
        elif one.is_failed_creation:
            self._failed_creations.keep(one)
        else:
            self._warn(f"{one.directory} could not be renamed to be removed; the next start tries again: {one.error}")

    def _leaving_failed(self, deletion: Deletion, error: Exception) -> None:
        for one in deletion.partitions:
            self._forget_leaving(one)
        self.context.take_offline(self.path, error)

    def _forget_leaving(self, one: LeavingPartition) -> None:
        if self._leaving.get(one.directory) is one:
            del self._leaving[one.directory]

    def prepare_truncation(self, topic_partition: TopicPartition, offset: int, *, fully: bool = False) -> Truncation | None:
        """`Log.prepare_truncation`, or `Log.prepare_new_start` where nothing shall stay, with checkpoints that know of it before anything
        is cut. Raises what they raise.

        :raises KeyError: there is no such log.
        """
        log = self.logs[topic_partition]
        truncation = log.prepare_new_start(offset) if fully else log.prepare_truncation(offset)
        if truncation is not None:
            truncation.write_checkpoints = self._checkpoints.before_truncation(topic_partition, log.end_offset)
        return truncation

    def logs_with_deleted(self, now_ms: int, found: Callable[[Log], None]) -> Iterator[None]:
        """Tell `found` each log that `prepare_removal` would find something in, in steps between which others may be served."""
        for number, log in enumerate(list(self.logs.values()), 1):
            if log.has_deleted(now_ms):
                found(log)
            if not number % LOGS_OF_A_STEP:
                yield

    def expire_producers(self) -> Iterator[None]:
        """`Log.expire_producers` of all logs, in steps."""
        for number, log in enumerate(list(self.logs.values()), 1):
            if not log.work.is_closed:
                log.expire_producers()
            if not number % LOGS_OF_A_STEP:
                yield

    def prepare_removal(self, now_ms: int, logs: Iterable[Log] | None = None) -> Removal | None:
        """What of segments and partitions was deleted long enough ago, for the caller to have done; None where nothing was.

        :param logs: in which to look for segments; None: in all. What is closed by now is left to the next start.
        """
        looked = self.logs.values() if logs is None else logs
        files = [path for log in looked if not log.work.is_closed for path in log.take_deleted(now_ms)]
        trees = [path for due, path in self._deleted if due <= now_ms]
        self._deleted = [(due, path) for due, path in self._deleted if due > now_ms]
        return Removal(self.work, self.fs, files, trees, self._warn) if files or trees else None

    def prepare_reserve(self, size: int) -> ReserveCheck:
        """Look whether there is room, and keep `size` bytes in reserve for retention; the caller runs it."""
        return ReserveCheck(self.work, self.fs, self.path, size, self.room)

    # Checkpoints and close

    def prepare_checkpoint(self) -> Checkpoint:
        """What the three checkpoint files should say now; the caller runs it."""
        return self._checkpoints.prepare()

    def prepare_high_watermark_checkpoint(self) -> Checkpoint | None:
        """What the one with the high watermarks should say now, for the caller to run; None where it says so already."""
        return self._checkpoints.prepare_high_watermarks()

    def prepare_start_record(self) -> StartRecordWrite | None:
        """Which logs are still in doubt after the last start, to be written down by the caller; None where that stands there."""
        return self._starts.prepare() if self.has_replicas else None

    def _checkpoint_failed(self, error: Exception) -> None:
        if isinstance(error, OSError) and not is_refusal(error):
            self.context.take_offline(self.path, error)

    def prepare_cleaner_checkpoint(self) -> Checkpoint:
        """What ``cleaner-offset-checkpoint`` should say now; the caller runs it."""
        return self._checkpoints.prepare_cleaner()

    def close(self, run_all: RunAll = one_by_one, left_s: Callable[[], float | None] = lambda: None) -> bool:
        """Flush and close all logs, write the checkpoints and the clean-shutdown marker, unlock. Returns whether all of it worked; if not,
        there is no marker, and the next start recovers. May run in a thread when nothing else uses the directory, after `give_up_work`.

        :param run_all: runs the syncs.
        :param left_s: the seconds that are left for all of it; None for as long as it takes. What has not ended then is given up.
        """
        clean = not self._failed
        try:
            clean = self.give_up_work() == 0 and clean
            clean = self._close_logs(run_all, left_s) and clean
            if self.offline is not None:
                clean = False
            elif self._lock is not None:
                clean = self._close_in_order(clean, run_all, left_s)
            return clean
        finally:
            self.context.files.clear()
            # What was given up may still be writing: nobody else comes in before the process ends.
            if not self._given_up:
                self.release()

    def _close_in_order(self, clean: bool, run_all: RunAll, left_s: Callable[[], float | None]) -> bool:
        """Whether what stands on the disk at last is `clean`, and says so."""
        (error,) = run_all([lambda: self._failed_creations.rename_all(self._opened)], left_s())
        if error is None:
            (error,) = do_together([self.prepare_checkpoint()], run_all, left_s)
        starts = self.prepare_start_record()
        if error is None and starts is not None:
            (error,) = do_together([starts], run_all, left_s)
        if error is None and clean:
            (error,) = run_all([lambda: write_clean_shutdown(self.fs, self.path)], left_s())
        if error is not None:
            self._given_up = self._given_up or isinstance(error, NotInTime)
            self._warn(f"{self.path} could not be closed in order: {error}")
        return clean and error is None

    def give_up_work(self) -> int:
        """The directory is about to be closed: nothing that is being done on the disk is waited for any more, and what becomes of it
        changes nothing here. How many pieces of work that were; where there were any, the close is none in order."""
        if self.work.is_closed:
            return self._unfinished
        running = [work for work in self.work.running if not work.is_cleanup]
        self.work.close()
        for log in self.logs.values():
            if log.work.running and not log.is_closed:
                running += log.work.running
                log.abandon()
        self._unfinished = len(running)
        if running:
            self._given_up = True
            kinds = ", ".join(sorted({work.kind.value for work in running}))
            self._warn(f"{self.path}: work on the disk has not ended ({kinds}); the next start recovers")
        return self._unfinished

    def _close_logs(self, run_all: RunAll, left_s: Callable[[], float | None]) -> bool:
        """Whether all logs are closed in order."""
        clean = True
        late = 0
        logs = list(self.logs.values())
        at_once = self._closed_at_once
        for start in range(0, len(logs), at_once):
            flushes = []
            for log in logs[start : start + at_once]:
                try:
                    flush = log.prepare_close()
                except OSError as error:
                    clean = False
                    self._warn(f"{log.directory} could not be closed in order: {error}")
                else:
                    if flush is not None:
                        flushes.append((log, flush))
            outcomes = do_together([flush for _, flush in flushes], run_all, left_s)
            for (log, _), outcome in zip(flushes, outcomes, strict=True):
                if isinstance(outcome, NotInTime):
                    self._given_up = True
                    late += 1
                elif outcome is not None:
                    clean = False
                    self._warn(f"{log.directory} could not be closed in order: {outcome}")
                log.abandon()
            if late:
                late += max(0, len(logs) - start - at_once)
                break
        if late:
            self._warn(f"{self.path}: {late} logs could not be flushed in time; the next start recovers them")
        return clean and not late
