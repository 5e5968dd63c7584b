"""All logs of one data directory: its lock and identity, start, checkpoints, orderly close.

Start, in this order (`LogDirectory.load`):

1. the directory is made where it is missing, and locked (``.lock``);
2. ``meta.properties`` must not name another broker or cluster;
3. the clean-shutdown marker is looked for and removed: from here on a crash is a crash;
4. the checkpoints are read (an unreadable one is a warning, and its logs are recovered from their beginning);
5. every ``topic-partition`` directory is opened (`recovery`); one that cannot be is reported and left alone, the others are served;
6. topic ids are compared: all partitions of a topic have one, and get one where none has;
7. recovery points that the start itself has raised are written down, and that klog keeps the directory now.

Every checkpoint keeps what it said of a log that cannot be opened (`_Unopened`): the next start may open it.

Directories in other roles (``-stray``, ``-future``, ``-delete``), ``__cluster_metadata-0``, and names of no known form are neither
served nor removed. A deleted partition is renamed to ``-delete`` with a name by which the next start knows that it may finish the removal
(`deletion`).

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
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from klog.model import NO_TOPIC_ID, TopicPartition, topic_id_to_text
from klog.records.contract import RecordsCodec, RecordsError
from klog.records.select import codec as selected_codec
from klog.storage.checkpoints import (
    CorruptCheckpoint,
    RecoveryPoints,
    format_offsets,
    format_recovery_points,
    read_offsets,
    read_recovery_points,
)
from klog.storage.clean_shutdown import remove_clean_shutdown, was_clean, write_clean_shutdown
from klog.storage.creation import Creation, NewPartition
from klog.storage.deletion import Deletion, LeavingPartition, is_ours, rename, target_name
from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner, do_now
from klog.storage.file_cache import FileCache
from klog.storage.filenames import (
    CLEANER_CHECKPOINT,
    CLUSTER_METADATA_DIRECTORY,
    HIGH_WATERMARK_CHECKPOINT,
    LOCK,
    LOG_START_CHECKPOINT,
    PARTITION_METADATA,
    RECOVERY_POINT_CHECKPOINT,
    STATE_FILE,
    DirectoryRole,
    directory_name,
    parse_directory_name,
)
from klog.storage.filesystem import DirectoryLock, FileSystem, OpenDirectory
from klog.storage.kraft_metadata import KraftMetadata, read_kraft_metadata
from klog.storage.log import Log
from klog.storage.log_types import LoadReport, LogContext, Removal, ignore_warning, is_refusal
from klog.storage.meta_properties import MetaProperties, completed, read_meta_properties, write_meta_properties
from klog.storage.offset_index import CorruptIndex
from klog.storage.partition_metadata import CorruptPartitionMetadata, read_partition_metadata, write_partition_metadata
from klog.storage.settings import LogSettings
from klog.storage.side_by_side import RunAll, one_by_one
from klog.storage.whole_files import replace_whole

DEFAULT_MAX_OPEN_FILES = 500
#: Logs whose last flushes run side by side, at most. Each holds up to four files open meanwhile, beyond those that are kept open, so few
#: open files mean fewer logs.
CLOSED_AT_ONCE = 200
_FILES_PER_CLOSED_LOG = 8
_MOST_DAMAGED_CHARACTERS = 2


class DirectoryInUse(BlockingIOError):
    """Another process holds the data directory; the sentence names it."""


class _Unopened(NamedTuple):
    """What the checkpoints said of a log that cannot be opened now, and go on saying; None where they said nothing."""

    recovery_point: int | None
    start: int | None
    high_watermark: int | None
    #: Whether somebody else may have kept it since klog last opened it.
    foreign: bool


class _NamesInCheckpoints:
    """The partitions that the checkpoint files name, or will name once what was gathered is written; and in which order that goes.

    A topic made again under its name must not find the offsets of the one before it, so who makes it writes checkpoints without it first
    (`LogDirectory.prepare_creation`), and none that was gathered earlier is written after that.
    """

    __slots__ = ("_newest", "_written", "lock", "names")

    def __init__(self, fs: FileSystem) -> None:
        self.names: set[TopicPartition] = set()
        self._newest = 0
        self._written = 0
        self.lock = fs.mutex()

    def gathered(self, names: Iterable[TopicPartition]) -> int:
        """Checkpoints with `names` were gathered; their number."""
        self.names.update(names)
        self._newest += 1
        return self._newest

    def is_late(self, number: int) -> bool:
        """Whether those that were gathered later are written already; else these are now. With the lock held."""
        late = number < self._written
        self._written = max(self._written, number)
        return late

    def settled(self, number: int, names: Iterable[TopicPartition]) -> None:
        """Those of `number` are written. Unless others were gathered meanwhile, nobody else is named."""
        if number == self._newest:
            self.names = set(names)


class _CheckpointFiles:
    """What shall stand in some checkpoint files.

    :param files: paths, and what writes down what shall stand there; called in the thread, where ten thousand lines keep nobody waiting.
    :param partitions: those that are named.
    """

    __slots__ = ("_files", "_fs", "_named", "_number", "_partitions")

    def __init__(
        self,
        fs: FileSystem,
        files: list[tuple[str, Callable[[], bytes]]],
        named: _NamesInCheckpoints,
        partitions: Collection[TopicPartition],
    ) -> None:
        self._fs = fs
        self._files = files
        self._named = named
        self._partitions = partitions
        self._number = named.gathered(partitions)

    def write(self) -> None:
        """Replace the files, durably, unless newer ones stand there. Raises OSError."""
        with self._named.lock:
            if not self._named.is_late(self._number):
                for path, written in self._files:
                    replace_whole(self._fs, path, written())

    def have_been_written(self) -> None:
        """`write` has returned; on the directory's thread."""
        self._named.settled(self._number, self._partitions)


class Checkpoint(DiskWork[None]):
    """The checkpoint files of one moment.

    :param failed: told why they could not be written.
    """

    __slots__ = ("_failed", "_files")

    kind = WorkKind.CHECKPOINT

    def __init__(self, owner: WorkOwner, files: _CheckpointFiles, failed: Callable[[Exception], None]) -> None:
        super().__init__(owner)
        self._files = files
        self._failed = failed

    def run(self) -> None:
        """Replace the files, durably. Raises OSError."""
        self._files.write()

    def complete(self, result: None) -> None:
        """They stand."""
        self._files.have_been_written()

    def fail(self, error: Exception) -> None:
        """Those that stand are older."""
        self._failed(error)


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
        #: Where the last compaction of each log ended; written down by `prepare_cleaner_checkpoint`.
        self.cleaner_offsets: dict[TopicPartition, int] = {}
        #: Topic ids that are known from elsewhere, by topic: a file that differs from them in a character or two is damaged.
        self.remembered_ids: Mapping[str, bytes] = {}
        self._cluster_id = cluster_id
        self._settings_for = settings_for
        self._topic_id_for = topic_id_for
        self._tell = warn
        self._random_bytes = random_bytes
        self._lock: DirectoryLock | None = None
        self._meta: MetaProperties | None = None
        self._report: LoadReport | None = None
        self._failed: dict[TopicPartition, str] = {}
        self._unopened: dict[TopicPartition, _Unopened] = {}
        #: What is done on the disk for the directory itself; each log has its own.
        self.work = WorkOwner()
        #: The data directory, opened while it is locked: names in it can be synced whatever a process may open.
        self._opened: OpenDirectory | None = None
        #: Partitions that were deleted and may still have their name, by directory.
        self._leaving: dict[str, LeavingPartition] = {}
        self._deleted: list[tuple[int, str]] = []
        #: What creations that failed could neither remove nor rename, by directory.
        self._littered: dict[str, LeavingPartition] = {}
        self._named = _NamesInCheckpoints(fs)
        self._named_by_cleaner = _NamesInCheckpoints(fs)
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
        )

    @property
    def offline(self) -> OSError | None:
        """The error that took the directory out of service for writing; None while all is well."""
        return self.context.offline

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
        has_state = STATE_FILE in names
        report.clean = was_clean(fs, self.path)
        if report.clean:
            remove_clean_shutdown(fs, self.path)
        before = self._read_recovery_points()
        recovery_points = before.offsets
        start_offsets = self._read_checkpoint(LOG_START_CHECKPOINT)
        marks = self._read_checkpoint(HIGH_WATERMARK_CHECKPOINT)
        self.cleaner_offsets = self._read_checkpoint(CLEANER_CHECKPOINT)
        self._named.gathered([*recovery_points, *before.foreign, *start_offsets, *marks])
        self._named_by_cleaner.gathered(self.cleaner_offsets)
        kraft = self._read_kraft(names) if not has_state else None
        topic_ids: dict[TopicPartition, bytes | None] = {}
        found = False
        for name in names:
            parsed = parse_directory_name(name)
            if parsed is None or name == CLUSTER_METADATA_DIRECTORY or not fs.is_directory(f"{self.path}/{name}"):
                continue
            if parsed.role is not DirectoryRole.CURRENT:
                self._finish_deletion(name, parsed.role)
                continue
            found = True
            topic_partition = parsed.topic_partition
            try:
                topic_ids[topic_partition] = self._read_topic_id(topic_partition, kraft)
                log = Log.open(
                    self.context,
                    f"{self.path}/{name}",
                    topic_partition,
                    topic_ids[topic_partition] or NO_TOPIC_ID,
                    self._settings(topic_partition.topic),
                    clean=report.clean,
                    recovery_point=recovery_points.get(topic_partition, 0),
                    compacted_to=self.cleaner_offsets.get(topic_partition, 0) if before.is_klogs(topic_partition) else None,
                    start_offset=self._believable_start(topic_partition, start_offsets, marks),
                    known_end_offset=_known_end(topic_partition, recovery_points, marks),
                    new_leadership=not report.clean or not has_state,
                )
            except (OSError, RecordsError, CorruptIndex, CorruptPartitionMetadata) as error:
                topic_ids.pop(topic_partition, None)
                self._fail(topic_partition, f"{self.path}/{name} cannot be opened and is not served: {error}")
                continue
            self.logs[topic_partition] = log
            self._count(report, log)
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
            self._warn(f"{self.path} was not closed in order: {len(report.recovered)} logs were walked from their recovery points{cut}")
        self._settle_topic_ids(report, topic_ids)
        report.logs = len(self.logs)
        report.failed = dict(self._failed)
        self._unopened = {
            name: _Unopened(recovery_points.get(name), start_offsets.get(name), marks.get(name), not before.is_klogs(name))
            for name in self._failed
        }
        points, foreign = _with_unopened({name: log.recovery_point for name, log in self.logs.items()}, self._unopened)
        if not before.by_klog or foreign != before.foreign or any(point > recovery_points.get(name, 0) for name, point in points.items()):
            path = f"{self.path}/{RECOVERY_POINT_CHECKPOINT}"
            named = self._named.names | points.keys() | foreign
            files = _CheckpointFiles(fs, [(path, lambda: format_recovery_points(points, foreign))], self._named, named)
            do_now(Checkpoint(self.work, files, self._checkpoint_failed))

    def _believable_start(
        self, topic_partition: TopicPartition, starts: Mapping[TopicPartition, int], marks: Mapping[TopicPartition, int]
    ) -> int:
        """The checkpointed log start, if it is not behind the high watermark of the same moment: a log would be thrown away for it."""
        start = starts.get(topic_partition, 0)
        mark = marks.get(topic_partition, start)
        if start <= mark:
            return start
        self._warn(
            f"{self.path}/{LOG_START_CHECKPOINT}: {topic_partition} cannot start at {start}, as its high watermark was {mark}; "
            "its log starts with what is there"
        )
        return 0

    def _settings(self, topic: str) -> LogSettings:
        settings = self._settings_for(topic) if self._settings_for is not None else None
        return settings if settings is not None else dataclasses.replace(self.defaults, retention_known=False)

    def _fail(self, topic_partition: TopicPartition, sentence: str) -> None:
        self._failed[topic_partition] = sentence
        self._warn(sentence)

    def _read_checkpoint(self, name: str) -> dict[TopicPartition, int]:
        try:
            return read_offsets(self.fs, f"{self.path}/{name}")
        except CorruptCheckpoint as error:
            self._warn(f"{error}; klog goes on without it")
            return {}

    def _read_recovery_points(self) -> RecoveryPoints:
        try:
            return read_recovery_points(self.fs, f"{self.path}/{RECOVERY_POINT_CHECKPOINT}")
        except CorruptCheckpoint as error:
            self._warn(f"{error}; klog goes on without it")
            return RecoveryPoints({}, False, frozenset())

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
        if role is DirectoryRole.DELETE and is_ours(self.fs, path):
            self.fs.remove_tree(path)

    @staticmethod
    def _count(report: LoadReport, log: Log) -> None:
        found = log.report
        if found.recovered:
            report.recovered.append(log.topic_partition)
        report.truncated_bytes += found.truncated_bytes
        report.dropped_segments += found.dropped_segments
        report.dropped_bytes += found.dropped_bytes
        report.dropped_records += found.dropped_records
        report.dropped_offsets += found.dropped_offsets
        report.gaps += found.gaps
        report.rebuilt_indexes += found.rebuilt_indexes
        report.highest_producer_id = max(report.highest_producer_id, found.highest_producer_id)
        report.highest_epoch = max(report.highest_epoch, found.highest_epoch)

    def _settle_topic_ids(self, report: LoadReport, found: dict[TopicPartition, bytes | None]) -> None:
        """One id per topic: the one that is remembered, if a partition has it, or that most partitions have, or else a new one; a partition
        with another one is not served."""
        by_topic: dict[str, list[TopicPartition]] = {}
        for topic_partition in sorted(found):
            by_topic.setdefault(topic_partition.topic, []).append(topic_partition)
        for topic, partitions in by_topic.items():
            remembered = self._mend_topic_ids(topic, partitions, found)
            counted = Counter(topic_id for partition in partitions if (topic_id := found[partition]) is not None)
            make = self._topic_id_for
            if remembered is not None:
                topic_id = remembered
            else:
                topic_id = counted.most_common(1)[0][0] if counted else self.new_topic_id() if make is None else make(topic)
            report.topic_ids[topic] = topic_id
            for partition in partitions:
                log = self.logs[partition]
                if found[partition] is None or log.topic_id != topic_id:
                    if found[partition] is not None and log.topic_id != NO_TOPIC_ID:
                        if make is None:
                            self._drop_odd(log, topic_id)
                        continue
                    log.topic_id = topic_id
                if found[partition] is None:
                    try:
                        write_partition_metadata(self.fs, log.directory, topic_id)
                    except OSError as error:
                        self._warn(f"{log.directory}: the topic's id cannot be written: {error}")

    def _mend_topic_ids(self, topic: str, partitions: Sequence[TopicPartition], found: dict[TopicPartition, bytes | None]) -> bytes | None:
        """The topic's remembered id where it is that of a partition here. Ids that were it before a character was damaged become None in
        `found`, to be written anew."""
        remembered = self.remembered_ids.get(topic)
        if remembered is None:
            return None
        has_it = False
        for partition in partitions:
            topic_id = found[partition]
            if topic_id is not None and topic_id != remembered and _is_damaged(topic_id, remembered):
                self._warn(
                    f"{self.logs[partition].directory}/{PARTITION_METADATA}: the topic id {topic_id_to_text(topic_id)} was "
                    f"{topic_id_to_text(remembered)} before it was damaged; it is written anew"
                )
                found[partition] = None
                has_it = True
            has_it = has_it or topic_id == remembered
        return remembered if has_it else None

    def _drop_odd(self, log: Log, topic_id: bytes) -> None:
        del self.logs[log.topic_partition]
        log.abandon()
        self._fail(
            log.topic_partition,
            f"{log.directory} belongs to a topic with the id {topic_id_to_text(log.topic_id)}, the other partitions of "
            f"{log.topic_partition.topic} to {topic_id_to_text(topic_id)}; it is not served",
        )

    def new_topic_id(self) -> bytes:
        """A random id (version 4 UUID) that is none of Kafka's reserved ones and does not begin with a dash as text."""
        while True:
            raw = bytearray(self._random_bytes(16))
            raw[6] = raw[6] & 0x0F | 0x40
            raw[8] = raw[8] & 0x3F | 0x80
            topic_id = bytes(raw)
            if not topic_id_to_text(topic_id).startswith("-"):
                return topic_id

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

    def create(self, topic_partition: TopicPartition, topic_id: bytes, settings: LogSettings, leader_epoch: int = 0) -> Log:
        """A new partition; durable, with its topic's id, when this returns. Raises OSError, with nothing left behind.

        :raises FileExistsError: there is a directory of that name, served or not.
        """
        creation = self.prepare_creation([(topic_partition, topic_id)], leader_epoch)
        for one in creation.partitions:
            # Who may wait need not wait for the thread.
            leaving = self._leaving.get(one.directory)
            if leaving is not None:
                rename(self.fs, leaving)
        do_now(creation)
        return self.complete_creation(creation.partitions[0], settings)

    def prepare_creation(
        self, wanted: Sequence[tuple[TopicPartition, bytes]], leader_epoch: int = 0, settings: Mapping[str, LogSettings] | None = None
    ) -> Creation:
        """New partitions, each with its topic's id, of which none exists already in `logs`. `Creation.run` makes them, in any thread, after
        the deletions that were prepared before; `complete_creation` takes each into service. Never raises for the disk's sake.

        :param settings: of the topics: then the logs are made in the thread too, and not by `complete_creation`.
        """
        assert self._opened is not None
        partitions = []
        for topic_partition, topic_id in wanted:
            directory = f"{self.path}/{directory_name(topic_partition)}"
            error = self.offline
            if topic_partition in self.logs:
                error = FileExistsError(errno.EEXIST, f"{directory} exists already", directory)
            partitions.append(NewPartition(topic_partition, directory, topic_id, leader_epoch, error))
        coming = [one for one in partitions if one.error is None]

        def make_log(made: NewPartition) -> Log:
            assert settings is not None
            return self._make_log(made, settings[made.topic_partition.topic])

        return Creation(
            self.work,
            self.fs,
            self._opened,
            partitions,
            self._litter,
            self._have_come,
            # Handed over: what is done about a name is done once, and in order.
            [left for one in coming if (left := self._littered.pop(one.directory, None)) is not None],
            None if settings is None else make_log,
            self._without([one.topic_partition for one in coming]),
        )

    def _litter(self, one: NewPartition) -> LeavingPartition:
        target = f"{self.path}/{target_name(one.topic_partition, self._random_bytes)}"
        return LeavingPartition(one.topic_partition, one.directory, target, self.context.now_ms(), is_litter=True)

    def _have_come(self, creation: Creation) -> None:
        for left in creation.leftovers:
            if left.error is None:
                self._deleted.append((left.due_ms, left.target))
            else:
                self._littered[left.directory] = left
        for one in creation.partitions:
            if one.error is None:
                self._forget_checkpointed(one.topic_partition)
            elif one.leaving is not None and one.leaving.error is None:
                self._deleted.append((one.leaving.due_ms, one.leaving.target))
            elif one.leaving is not None:
                self._littered[one.directory] = one.leaving
                self._warn(f"{one.directory} could not be made, nor be removed, which is tried again: {one.leaving.error}")

    def prepare_discard(self) -> Deletion | None:
        """What creations that failed have left under a partition's name, to be renamed now; None where nothing was."""
        if not self._littered:
            return None
        littered, self._littered = list(self._littered.values()), {}
        for one in littered:
            self._leaving[one.directory] = one
        return self.prepare_deletion(littered)

    def _without(self, wanted: Sequence[TopicPartition]) -> Callable[[], None] | None:
        """What writes the checkpoints anew that name any of `wanted`, which are about to be made; None where none does."""
        files = []
        if not self._named.names.isdisjoint(wanted):
            files.append(self._checkpoints(frozenset(wanted)))
        if not self._named_by_cleaner.names.isdisjoint(wanted):
            files.append(self._cleaner_checkpoint(frozenset(wanted)))

        def write() -> None:
            for one in files:
                one.write()

        return write if files else None

    def _forget_checkpointed(self, topic_partition: TopicPartition) -> None:
        """Of the log of that name, which is gone, the checkpoints say nothing any more."""
        self._unopened.pop(topic_partition, None)
        self.cleaner_offsets.pop(topic_partition, None)

    def _make_log(self, made: NewPartition, settings: LogSettings) -> Log:
        return Log.create(self.context, made.directory, made.topic_partition, made.topic_id, settings, made.leader_epoch)

    def complete_creation(self, made: NewPartition, settings: LogSettings) -> Log:
        """Take a partition into service that `Creation.run` has made. Raises the OSError of one that could not be made."""
        if made.error is not None:
            raise made.error
        log = made.log
        if log is None:
            log = self._make_log(made, settings)
        elif log.settings != settings:
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

    def take_out(self, topic_partitions: Sequence[TopicPartition], topic_id: bytes | None = None) -> list[LeavingPartition]:
        """Take partitions out of service for good; those that have a directory, for `prepare_deletion`.

        :param topic_id: of their topic, with which the directories are compared of which no log is open; None where they are known to be
            its own. Of the logs that are open the caller knows.
        """
        leaving = []
        for topic_partition in topic_partitions:
            log = self.logs.pop(topic_partition, None)
            directory = f"{self.path}/{directory_name(topic_partition)}"
            delay_ms = self.defaults.file_delete_delay_ms
            if log is not None:
                delay_ms = log.settings.file_delete_delay_ms
                log.abandon()
            elif directory in self._leaving:
                continue
            elif not self.fs.exists(directory):
                self._forget(topic_partition)
                continue
            compared = topic_id if log is None and topic_id != NO_TOPIC_ID else None
            if compared is None:
                self._forget(topic_partition)
            target = f"{self.path}/{target_name(topic_partition, self._random_bytes)}"
            leaving.append(LeavingPartition(topic_partition, directory, target, self.context.now_ms() + delay_ms, compared))
            self._leaving[directory] = leaving[-1]
        return leaving

    def _forget(self, topic_partition: TopicPartition) -> None:
        self._failed.pop(topic_partition, None)
        self._forget_checkpointed(topic_partition)

    def prepare_deletion(self, leaving: Sequence[LeavingPartition]) -> Deletion:
        """Have the directories of what was taken out renamed; `prepare_removal` finds them when it is time."""
        assert self._opened is not None
        return Deletion(self.work, self.fs, self._opened, leaving, self._have_left, self._leaving_failed)

    def _have_left(self, deletion: Deletion) -> None:
        for one in deletion.partitions:
            self._forget_leaving(one)
            if one.is_anothers:
                continue
            if one.error is None:
                if one.topic_id is not None:
                    self._forget(one.topic_partition)
                self._deleted.append((one.due_ms, one.target))
            elif one.is_litter:
                self._littered[one.directory] = one
            else:
                self._warn(f"{one.directory} could not be renamed to be removed; the next start tries again: {one.error}")

    def _leaving_failed(self, deletion: Deletion, error: Exception) -> None:
        for one in deletion.partitions:
            self._forget_leaving(one)
        self.context.take_offline(self.path, error)

    def _forget_leaving(self, one: LeavingPartition) -> None:
        if self._leaving.get(one.directory) is one:
            del self._leaving[one.directory]

    def prepare_removal(self, now_ms: int) -> Removal | None:
        """What of segments and partitions was deleted long enough ago, for the caller to have done; None where nothing was."""
        files = [path for log in self.logs.values() for path in log.take_deleted(now_ms)]
        trees = [path for due, path in self._deleted if due <= now_ms]
        self._deleted = [(due, path) for due, path in self._deleted if due > now_ms]
        return Removal(self.work, self.fs, files, trees, self._warn) if files or trees else None

    def remove_deleted(self, now_ms: int) -> None:
        """The same, in this thread."""
        removal = self.prepare_removal(now_ms)
        if removal is not None:
            do_now(removal)

    def apply_retention(self, now_ms: int) -> int:
        """`Log.apply_retention` of all logs; returns how many segments went."""
        return sum(log.apply_retention(now_ms) for log in list(self.logs.values()))

    # Checkpoints and close

    def prepare_checkpoint(self) -> Checkpoint:
        """What the three checkpoint files should say now; the caller runs it."""
        return Checkpoint(self.work, self._checkpoints(), self._checkpoint_failed)

    def _checkpoints(self, without: Collection[TopicPartition] = ()) -> _CheckpointFiles:
        opened: dict[TopicPartition, int] = {}
        unopened = {name: one for name, one in self._unopened.items() if name not in without}
        starts = {name: one.start for name, one in unopened.items() if one.start is not None}
        marks = {name: one.high_watermark for name, one in unopened.items() if one.high_watermark is not None}
        for topic_partition, log in self.logs.items():
            opened[topic_partition], start, marks[topic_partition] = log.checkpoint()
            if start > log.first_segment_base:
                starts[topic_partition] = start
        points, foreign = _with_unopened(opened, unopened)
        return _CheckpointFiles(
            self.fs,
            [
                (f"{self.path}/{RECOVERY_POINT_CHECKPOINT}", lambda: format_recovery_points(points, foreign)),
                (f"{self.path}/{LOG_START_CHECKPOINT}", lambda: format_offsets(starts)),
                (f"{self.path}/{HIGH_WATERMARK_CHECKPOINT}", lambda: format_offsets(marks)),
            ],
            self._named,
            self.logs.keys() | unopened.keys(),
        )

    def _checkpoint_failed(self, error: Exception) -> None:
        if isinstance(error, OSError) and not is_refusal(error):
            self.context.take_offline(self.path, error)

    def prepare_cleaner_checkpoint(self) -> Checkpoint:
        """What ``cleaner-offset-checkpoint`` should say now; the caller runs it."""
        return Checkpoint(self.work, self._cleaner_checkpoint(), self._checkpoint_failed)

    def _cleaner_checkpoint(self, without: Collection[TopicPartition] = ()) -> _CheckpointFiles:
        offsets = {name: offset for name, offset in self.cleaner_offsets.items() if name not in without}
        path = f"{self.path}/{CLEANER_CHECKPOINT}"
        return _CheckpointFiles(self.fs, [(path, lambda: format_offsets(offsets))], self._named_by_cleaner, offsets)

    def checkpoint(self) -> None:
        """Write the checkpoints in this thread. An error is a warning, and more than a full disk takes the directory out of service."""
        if self.offline is not None:
            return
        try:
            do_now(self.prepare_checkpoint())
        except OSError as error:
            self._warn(f"{self.path}: the checkpoints cannot be written: {error}")

    def close(self, run_all: RunAll = one_by_one, left_s: Callable[[], float | None] = lambda: None) -> bool:
        """Flush and close all logs, write the checkpoints and the clean-shutdown marker, unlock. Returns whether all of it worked; if not,
        there is no marker, and the next start recovers. May run in a thread when nothing else uses the directory and `let_go` was called.

        :param run_all: runs the syncs.
        :param left_s: the seconds that are left for all of it; None for as long as it takes. What has not ended then is given up.
        """
        clean = not self._failed
        try:
            clean = self.let_go() == 0 and clean
            clean = self._close_logs(run_all, left_s) and clean
            if self.offline is not None:
                clean = False
            elif self._lock is not None:
                acts = [self._discard_littered, self.prepare_checkpoint().run]
                if clean:
                    acts.append(lambda: write_clean_shutdown(self.fs, self.path))
                for act in acts:
                    (error,) = run_all([act], left_s())
                    if error is not None:
                        clean = False
                        self._given_up = self._given_up or isinstance(error, TimeoutError)
                        self._warn(f"{self.path} could not be closed in order: {error}")
                        break
            return clean
        finally:
            self.context.files.clear()
            # What was given up may still be writing: nobody else comes in before the process ends.
            if not self._given_up:
                self.release()

    def _discard_littered(self) -> None:
        """Raises OSError where the next start would take for a partition what is none."""
        for one in self._littered.values():
            rename(self.fs, one)
            if one.error is not None:
                raise one.error
        if self._littered and self._opened is not None:
            self._opened.sync()

    def let_go(self) -> int:
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
            outcomes = run_all([flush.run for _, flush in flushes], left_s())
            for (log, flush), outcome in zip(flushes, outcomes, strict=True):
                if isinstance(outcome, TimeoutError):
                    self._given_up = True
                    late += 1
                else:
                    flush.settle(error=outcome)
                    if outcome is not None:
                        clean = False
                        self._warn(f"{log.directory} could not be closed in order: {outcome}")
                log.abandon()
            if late:
                late += max(0, len(logs) - start - at_once)
                break
        if late:
            self._warn(f"{self.path}: {late} logs could not be flushed in time; the next start recovers them")
        return clean and not late


def _known_end(
    topic_partition: TopicPartition, recovery_points: Mapping[TopicPartition, int], marks: Mapping[TopicPartition, int]
) -> int | None:
    """Where a log ended that was closed in order: its recovery point and its high watermark were its end then. None where they do not
    agree: one of them is hurt, or somebody else wrote them."""
    point = recovery_points.get(topic_partition)
    return point if point is not None and marks.get(topic_partition) == point else None


def _with_unopened(
    points: Mapping[TopicPartition, int], unopened: Mapping[TopicPartition, _Unopened]
) -> tuple[dict[TopicPartition, int], frozenset[TopicPartition]]:
    """The recovery points with those of logs that are not open, and which of these are somebody else's."""
    kept = {name: one.recovery_point for name, one in unopened.items() if one.recovery_point is not None}
    return {**kept, **points}, frozenset(name for name, one in unopened.items() if one.foreign)


def _is_damaged(topic_id: bytes, remembered: bytes) -> bool:
    """Whether `topic_id` is `remembered` with a character or two changed, as text; two ids that were drawn are never so alike."""
    pairs = zip(topic_id_to_text(topic_id), topic_id_to_text(remembered), strict=True)
    return sum(one != other for one, other in pairs) <= _MOST_DAMAGED_CHARACTERS
