"""What all chapters of a partition's log have in common: its parts, its offsets, its leader epochs.

A log is written in chapters, each a class that builds on the one before it; `klog.storage.log.log.Log` is the last one, and what everybody
uses::

    base            the parts, the offsets and their order, leader epochs, settings, whether anything may be written
      appending       batches of clients and of a leader; rolling
        retention       what goes at the log's start: retention, DeleteRecords, removal of files
          flushing        what is on the disk; closing in order
            truncation      what goes at the log's end
              log             making and opening a log, reading

Reading itself is in `reading`, compaction in `log_compaction`, which works on what `CompactionView` shows.

Offsets, always::

    start_offset ≤ last_stable_offset ≤ high_watermark ≤ end_offset        recovery_point ≤ end_offset

The log itself raises the high watermark while it is the only replica in sync (`LogBase.owns_high_watermark`): it is the end of the log, or
under the paper's flush rule (``flush.messages``, ``flush.ms``) the flushed end, the same offset as `recovery_point`. Among several replicas
whoever knows of the others raises it (`LogBase.raise_high_watermark`), and counts this one with its `counted_end_offset`.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import NamedTuple, Protocol

from klog.model import TopicPartition
from klog.storage.checkpoint_files import EpochEntry
from klog.storage.context import LogContext
from klog.storage.directory_health import is_refusal
from klog.storage.disk_work import WorkOwner
from klog.storage.log.flush_work import Flush
from klog.storage.log.leader_epochs import LeaderEpochCache
from klog.storage.log.reading import LogReader
from klog.storage.log.recovery import LoadedLog
from klog.storage.log.start_kind import StartKind
from klog.storage.log.truncation_work import Truncation
from klog.storage.producers.refused_batches import RefusedBatches
from klog.storage.producers.state import ProducerStateManager
from klog.storage.segments.segment import Segment
from klog.storage.segments.segment_list import Segments
from klog.storage.settings import LogSettings


class StillRunning(OSError):
    """Something cannot be closed, or changed, in order: what a thread does for it has not ended."""


class StoppableWork(Protocol):
    """What a log can ask to end soon."""

    def stop(self) -> None:
        """End soon."""


class CompactionView(NamedTuple):
    """What a log lets its compaction see and change; good for as long as the log is open."""

    context: LogContext
    #: The log's own: the swap puts new segments in the place of old ones.
    segments: Segments
    producers: ProducerStateManager
    #: For the times that segments have.
    reader: LogReader
    #: Takes the path of a file that is the log's no more; it is removed after `file.delete.delay.ms`.
    delete_later: Callable[[str], None]


class LogBase:
    """See the module. Chapters use each other's underscored names; nobody else does.

    :param loaded: what `recovery.Loader` found.
    :param leader_epoch: stamped into every batch from now on.
    :param high_watermark: where it stood at last, of a log that may have other replicas: it is clamped into the log, and stays there until
        somebody raises it, or `owns_high_watermark` is set. None: the log is alone, and all of it counts.
    """

    def __init__(
        self,
        context: LogContext,
        directory: str,
        topic_partition: TopicPartition,
        topic_id: bytes,
        settings: LogSettings,
        loaded: LoadedLog,
        leader_epoch: int = 0,
        high_watermark: int | None = None,
    ) -> None:
        self._context = context
        self.directory = directory
        self.topic_partition = topic_partition
        self.topic_id = topic_id
        self.settings = settings
        self.report = loaded.report
        #: What the last stop may have cost it. Whoever knows that it has led since, or had all that its leader had, sets it to CLEAN.
        self.start_kind = StartKind.CLEAN
        self.leader_epoch = leader_epoch
        self.start_offset = loaded.start_offset
        self.end_offset = loaded.end_offset
        #: Everything below was flushed.
        self.recovery_point = loaded.recovery_point
        self.high_watermark = loaded.end_offset
        if high_watermark is not None:
            self.high_watermark = min(max(high_watermark, loaded.start_offset), loaded.end_offset)
        self._flush_rule = settings.flush_rule
        self._owns_high_watermark = high_watermark is None
        #: Whether every append moves it; one question for both rules, asked with each.
        self._watermark_is_end = self._owns_high_watermark and not self._flush_rule
        #: What is done on the disk for this log; closed when the log is.
        self.work = WorkOwner(directory.rpartition("/")[0])
        self._flush: Flush | None = None
        self._truncation: Truncation | None = None
        #: How often its end was cut off since it was opened: offsets may stand for other records since.
        self.truncations = 0
        self._segments = Segments(loaded.segments)
        self._reader = LogReader(context, self._segments, lambda: self.settings, self.work)
        self._producers: ProducerStateManager = loaded.producers
        self._producers.on_high_watermark(self.high_watermark)
        self._refused_batches = RefusedBatches()
        self._epochs: LeaderEpochCache = loaded.epochs
        #: The compaction under way, for `log_compaction`.
        self.compaction: StoppableWork | None = None
        #: Whether retention found segments to delete and waits for a flush.
        self.retention_waits = False
        #: Files that wait for their removal, with the time it is due.
        self._deleted: list[tuple[int, str]] = [(context.now_ms() + settings.file_delete_delay_ms, path) for path in loaded.deleted]
        #: Old segments that no flush has covered, each with the paths that must be synced for it.
        self._rolled: list[tuple[Segment, list[str]]] = []
        self._names_unsynced = loaded.made_segment
        self._epochs_unsynced = False
        for segment, following in zip(loaded.segments, loaded.segments[1:], strict=False):
            if following.base_offset > self.recovery_point:
                self._rolled.append((segment, [segment.log_path, *segment.index_paths()]))
                self._names_unsynced = True
        if self.end_offset > self.recovery_point:
            self._segments.active.dirty = True
            self._names_unsynced = True

    def __repr__(self) -> str:
        return f"Log({self.topic_partition}, {self.start_offset}..{self.end_offset})"

    # Offsets

    @property
    def owns_high_watermark(self) -> bool:
        """Whether this is the only replica in sync, and the leader's: the log raises the high watermark itself, with appends or flushes.

        Setting it raises the high watermark at once; where it is taken away that stays where it is."""
        return self._owns_high_watermark

    @owns_high_watermark.setter
    def owns_high_watermark(self, is_alone: bool) -> None:
        self._owns_high_watermark = is_alone
        self._watermark_is_end = is_alone and not self._flush_rule
        if is_alone:
            self._raise_high_watermark(self.counted_end_offset)

    @property
    def counted_end_offset(self) -> int:
        """With what end this replica counts for the high watermark: the end of the log, under the flush rule what of it is flushed."""
        return self.recovery_point if self._flush_rule else self.end_offset

    @property
    def last_stable_offset(self) -> int:
        """Up to here (exclusive) every transaction is decided; not above the high watermark."""
        unstable = self._producers.first_unstable_offset
        if unstable is None or unstable >= self.high_watermark:
            return self.high_watermark
        return max(unstable, self.start_offset)

    @property
    def size_bytes(self) -> int:
        """Bytes of all batches."""
        return self._segments.size_bytes

    @property
    def segment_count(self) -> int:
        """How many segments there are."""
        return len(self._segments)

    @property
    def first_segment_base(self) -> int:
        """Offset that the oldest segment begins with; `start_offset` may lie behind it."""
        return self._segments.first.base_offset

    @property
    def unflushed_messages(self) -> int:
        """Messages that no completed flush covers."""
        return self.end_offset - self.recovery_point

    def raise_high_watermark(self, offset: int) -> None:
        """What the leader says of it, or a leader has made out; never above the end of the log, and never down."""
        self._raise_high_watermark(min(offset, self.end_offset))

    def _raise_high_watermark(self, offset: int) -> None:
        if offset > self.high_watermark:
            self.high_watermark = offset
            self._producers.on_high_watermark(offset)

    # Leader epochs

    @property
    def epoch_entries(self) -> list[EpochEntry]:
        """Where each leader epoch that it knows begins, oldest first."""
        return list(self._epochs.entries)

    @property
    def latest_epoch(self) -> int:
        """The newest leader epoch that began in this log; -1 without one. A follower names it as its last fetched one."""
        latest = self._epochs.latest_epoch
        return -1 if latest is None else latest

    def assign_leader_epoch(self, epoch: int, note: bool = False) -> None:
        """A new leadership: batches carry `epoch` from now on. Lower ones than the present are ignored.

        :param note: that it begins at the end of the log is noted at once: where the log has other replicas they may ask about it before
            anything is written (KAFKA-7415). Without it the first append notes it.
        :raises StillRunning: the log is being truncated, and nobody knows where it ends; only with `note`.
        """
        if epoch < self.leader_epoch:
            return
        if note and self._truncation is not None:
            raise StillRunning(errno.EBUSY, "the log is being truncated", self.directory)
        self.leader_epoch = epoch
        if note and self._epochs.latest_epoch != epoch:
            self._note_epoch(epoch, self.end_offset)

    def _note_epoch(self, epoch: int, start_offset: int) -> None:
        """`epoch` begins with `start_offset`. The file says so with the next flush, or when the log is closed: a broker may begin to lead
        thousands of partitions at once, and the replacement of a file by another waits for the disk on most file systems. Until then the
        batches say it: whatever no flush has covered is walked after an unclean stop. What is lost is an epoch that wrote nothing, which
        nobody misses: who led in it does so no more."""
        if self._epochs.assign(epoch, start_offset):
            self._epochs_unsynced = True

    def end_offset_for_epoch(self, epoch: int) -> tuple[int, int]:
        """(epoch, end offset) as OffsetForLeaderEpoch answers; (-1, -1) where it cannot be told (`LeaderEpochCache.end_offset_for`)."""
        latest = self.latest_epoch
        if self._owns_high_watermark and latest < self.leader_epoch:
            # A leadership that was not noted when it began: of it nothing is written yet, and it begins at the end of the log.
            if epoch == self.leader_epoch:
                return epoch, self.end_offset
            if epoch >= 0 and latest < epoch < self.leader_epoch:
                # So end all epochs before it.
                return (epoch if latest < 0 else latest), self.end_offset
        return self._epochs.end_offset_for(epoch, self.end_offset)

    def leader_epoch_for_offset(self, offset: int) -> int:
        """The epoch that wrote (or will write) `offset`; -1 where it is not known."""
        if offset >= self.end_offset:
            return self.leader_epoch
        epoch = self._epochs.epoch_for_offset(offset)
        return -1 if epoch is None else epoch

    # Settings, and whether it can be used

    def update_settings(self, settings: LogSettings) -> None:
        """Go by other settings from now on. The high watermark never falls: what was shown stays shown."""
        self.settings = settings
        self._flush_rule = settings.flush_rule
        self._watermark_is_end = self._owns_high_watermark and not self._flush_rule
        if self._watermark_is_end:
            self._raise_high_watermark(self.end_offset)
        for segment in self._segments:
            segment.update_settings(settings)

    @property
    def is_closed(self) -> bool:
        """Whether it takes nothing any more."""
        return self.work.is_closed

    @property
    def is_offline(self) -> bool:
        """Whether its data directory takes no writes any more."""
        return self._context.offline is not None

    @property
    def is_being_truncated(self) -> bool:
        """Whether a `Truncation` is under way."""
        return self._truncation is not None

    def _why_not_now(self) -> str | None:
        """Why nothing can be written; None where it can."""
        if self.work.is_closed:
            return "the log is closed"
        if self._context.offline is not None:
            return f"the data directory is out of service: {self._context.offline}"
        return "the log is being truncated" if self._truncation is not None else None

    def _refused_by_disk(self, error: OSError) -> None:
        """A write failed."""
        if not is_refusal(error):
            self._context.take_offline(self.directory, error)

    def for_compaction(self) -> CompactionView:
        """What compaction works on."""
        return CompactionView(self._context, self._segments, self._producers, self._reader, self._delete_later)

    def _delete_later(self, path: str) -> None:
        self._deleted.append((self._context.now_ms() + self.settings.file_delete_delay_ms, path))

    def abandon_work(self) -> None:
        """The half of `abandon` that is for who lets go of the files of many logs together."""
        self.work.close()
        if self.compaction is not None:
            self.compaction.stop()

    def abandon(self) -> None:
        """Let go of all files without writing anything. What is still being done on the disk is nobody's from now on."""
        self.abandon_work()
        for segment in self._segments:
            segment.forget_files()
