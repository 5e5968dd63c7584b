"""What a data directory is before anything is loaded: its lock, its identity, whether it takes writes, and what its logs share.

`klog.storage.directories.loading` and `klog.storage.directories.directory` are the chapters that build on it.
"""

from __future__ import annotations

import dataclasses
import os
import posixpath
import random
from collections.abc import Callable, Collection, Mapping

from klog.model import TopicPartition
from klog.records.contract import RecordsCodec
from klog.records.implementations import codec as selected_codec
from klog.storage.context import DEFAULT_EXPIRATION_MS, LogContext, ignore_warning
from klog.storage.directories.checkpoints import DirectoryCheckpoints
from klog.storage.directories.deletion import LeavingPartition
from klog.storage.directories.failed_creations import FailedCreations
from klog.storage.directories.meta_properties import MetaProperties, completed, write_meta_properties
from klog.storage.directories.reserve_file import Room
from klog.storage.directories.start_records import StartRecords
from klog.storage.directory_health import is_refusal
from klog.storage.disk_work import WorkOwner
from klog.storage.file_cache import FileCache
from klog.storage.filenames import (
    LOCK,
)
from klog.storage.filesystem import DirectoryLock, File, FileSystem, OpenDirectory
from klog.storage.log.log import Log
from klog.storage.log.start_reports import LoadReport
from klog.storage.settings import LogSettings

DEFAULT_MAX_OPEN_FILES = 500
#: Logs whose last flushes run side by side, at most. Each holds up to four files open meanwhile, beyond those that are kept open, so few
#: open files mean fewer logs.
CLOSED_AT_ONCE = 200
_FILES_PER_CLOSED_LOG = 8


class DirectoryInUse(BlockingIOError):
    """Another process holds the data directory; the sentence names it."""


class DirectoryBase:
    """A data directory and the logs in it; the first chapter. One thread at a time.

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
        where the system does not tell. Asked only where there are replicas, or `doubted_topics`.
    :param doubted_topics: where there are no replicas: of whose logs it is kept all the same whether the last stop may have cost them
        something.
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
        doubted_topics: Collection[str] = (),
        max_open_files: int = DEFAULT_MAX_OPEN_FILES,
        producer_expiration_ms: int = DEFAULT_EXPIRATION_MS,
        max_uncompressed_bytes: int = 100 << 20,
        random_source: random.Random | None = None,
        random_bytes: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.fs = fs
        self.path = path.rstrip("/") or "/"
        self.defaults = defaults
        self.broker_id = broker_id
        #: ``producer.id.expiration.ms``, as it is now.
        self.producer_expiration_ms = producer_expiration_ms
        self.logs: dict[TopicPartition, Log] = {}
        #: Topic ids that are known from elsewhere, by topic: a file that differs from them in a character or two is damaged.
        self.remembered_ids: Mapping[str, bytes] = {}
        #: Whether this broker has a ``klog.state`` in any of its directories; None: what lies in this one says it.
        self.has_state: bool | None = None
        #: The id of a topic that has none here, where other data directories have an id for it.
        self.topic_ids_elsewhere: Mapping[str, bytes] = {}
        #: Told, on the thread of whoever uses the directory, when it goes out of service (`offline`) before it is closed.
        self.on_offline: Callable[[], None] | None = None
        #: Copies of partitions that are coming from another data directory, as they were found at the start or begun since: paths.
        self.futures: dict[TopicPartition, str] = {}
        self._cluster_id = cluster_id
        self.has_replicas = has_replicas
        self._doubted_topics = frozenset(doubted_topics)
        #: Whether ``klog.boot`` is kept (`start_records`).
        self.keeps_starts = has_replicas or bool(doubted_topics)
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
            lambda: self.producer_expiration_ms,
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
            self.on_offline()

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

    @property
    def failed(self) -> Mapping[TopicPartition, str]:
        """Logs that could not be opened at the start, and why."""
        return self._failed

    def _warn(self, sentence: str) -> None:
        if self._report is not None:
            self._report.warnings.append(sentence)
        self._tell(sentence)

    def _checkpoint_failed(self, error: Exception) -> None:
        if isinstance(error, OSError) and not is_refusal(error):
            self.context.take_offline(self.path, error)

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
