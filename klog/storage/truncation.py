"""Cutting a log from its end: what a replica does on its leader's word, in a thread (``UnifiedLog.truncateTo``,
``UnifiedLog.truncateFullyAndStartAt``).

`Log.prepare_truncation` and `Log.prepare_new_start` make a `Truncation`. From that moment the log shows nothing above the new end, takes no
records, and begins no other work; what was read of it and is being sent is void (`klog.span`). When the thread is done the log gets new
parts in the place of those that were cut: its last segment, its producers' state, its leader epochs. A batch is kept whole or not at all:
the log ends behind the last one of which all lies below the offset that was asked for.

The power may go at any point, and other records come to stand at the same offsets afterwards. So the order is

1. the checkpoints of the data directory, with the lower recovery point, high watermark and cleaner's offset: what comes to stand above them
   is walked at the next start, and a gap there is damage. The recovery point goes down to where the last segment begins: its index files
   will be written anew;
2. the segments behind the cut, the newest first, each gone for good before the next one: what is left is always a log that ends somewhere
   between its old end and its new one;
3. the last segment's batches, its transaction index, snapshots of producers behind the new end, leader epochs that began there;
4. a sync of the directory. Only then does the log take records again.

Where nothing was touched yet and the disk only had no room, or the process no descriptors, the log is what it was. Any later failure takes
the data directory out of service: nobody can say which part of the log is there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from contextlib import closing, suppress

from klog.model import TopicPartition
from klog.storage.checkpoints import EpochEntry
from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner
from klog.storage.file_cache import FileCache
from klog.storage.filenames import DELETED, LEADER_EPOCH_CHECKPOINT, SEGMENT_SUFFIXES, TXN_INDEX
from klog.storage.index_pages import IndexPages
from klog.storage.leader_epochs import LeaderEpochCache
from klog.storage.log_types import LogContext
from klog.storage.producer_replay import ProducerReplay
from klog.storage.producer_state import ProducerStateManager
from klog.storage.segment import Segment
from klog.storage.settings import LogSettings
from klog.storage.txn_index import TxnIndex

#: Files that the thread keeps open at a time.
_OPEN_FILES = 4


@dataclasses.dataclass(slots=True)
class CutLog:
    """The parts of a log that was cut, in the place of those that it had."""

    end_offset: int
    #: Of the segments that it had, how many are left as they were.
    kept_segments: int
    #: The last one; its file is durable.
    active: Segment
    producers: ProducerStateManager
    epochs: LeaderEpochCache
    #: Files that were renamed, and are to be removed.
    deleted: list[str]
    warnings: list[str]
    #: Whether the last segment is a new one, and not what is left of one that was there.
    begins_anew: bool


@dataclasses.dataclass(slots=True)
class LogToCut:
    """A log as it is when its truncation is prepared; nobody changes these parts until it is done."""

    context: LogContext
    directory: str
    topic_partition: TopicPartition
    settings: LogSettings
    segments: Sequence[Segment]
    #: How many of them, from the first on, are not touched.
    kept_segments: int
    epochs: Sequence[EpochEntry]
    start_offset: int


class Truncation(DiskWork[CutLog]):
    """One cut.

    :param log: what it is made of.
    :param offset: where it shall end.
    :param fully: whether nothing of it stays, and it begins anew at `offset`.
    :param done: gives the log its new parts.
    :param failed: told why it was not cut, and whether the disk is as it was before.
    """

    __slots__ = ("_context", "_done", "_failed", "_fs", "_fully", "_log", "_offset", "_touched", "write_checkpoints")

    kind = WorkKind.TRUNCATE

    def __init__(
        self,
        owner: WorkOwner,
        log: LogToCut,
        offset: int,
        fully: bool,
        done: Callable[[CutLog], None],
        failed: Callable[[Exception, bool], None],
    ) -> None:
        super().__init__(owner)
        self._log = log
        self._offset = offset
        self._fully = fully
        self._done = done
        self._failed = failed
        context = log.context
        self._fs = context.fs
        #: The thread's own: open files and pages of indexes are the log's thread's.
        self._context = dataclasses.replace(context, files=FileCache(context.fs, _OPEN_FILES), index_pages=IndexPages())
        self._touched = False
        #: Writes the checkpoints of the data directory; called first, in the thread. Set by who knows the directory.
        self.write_checkpoints: Callable[[], None] = _nothing

    def run(self) -> CutLog:
        """All of it. Raises OSError; CorruptRecords where the batches around the cut make no sense."""
        self.write_checkpoints()
        return self._begin_anew() if self._fully else self._cut()

    def complete(self, result: CutLog) -> None:
        """The log ends there now."""
        self._done(result)

    def fail(self, error: Exception) -> None:
        """The log was not cut, or only in part."""
        self._failed(error, self._touched)

    # In the thread

    def _cut(self) -> CutLog:
        log, warnings = self._log, list[str]()
        segments = list(log.segments)
        kept = log.kept_segments
        old = segments[kept]
        active = self._again(old)
        end_offset, position = active.note_batches_below(old, self._offset)
        aborted = self._aborted(old, end_offset)
        self._touched = True
        deleted = self._rename_away(segments[kept + 1 :])
        active.cut_file(position)
        if old.has_txn_index:
            active.keep_txn_index(aborted)
            active.save_txn_index()
        producers = self._producers()
        producers.load_snapshots()
        # -1 is no end: has a snapshot looked for in any case.
        producers.end_offset = -1
        warnings += producers.truncate_and_reload(min(log.start_offset, end_offset), end_offset, log.context.now_ms())
        replay = ProducerReplay(self._context, log.directory, producers, warnings.append)
        replay.replay([*map(self._again, segments[:kept]), active], end_offset)
        producers.advance(end_offset)
        epochs = self._epochs(end_offset)
        self._fs.sync_directory(log.directory)
        active.belongs_to(log.context)
        return CutLog(end_offset, kept, active, producers, epochs, deleted, warnings, begins_anew=False)

    def _begin_anew(self) -> CutLog:
        log, offset = self._log, self._offset
        self._touched = True
        deleted = self._rename_away(log.segments)
        producers = self._producers()
        producers.load_snapshots()
        producers.truncate_fully_and_start_at(offset)
        epochs = self._epochs(0)
        active = Segment(self._context, log.directory, offset, log.settings, size=0, created_ms=log.context.now_ms(), fresh=True)
        active.make_files()
        self._fs.sync_directory(log.directory)
        active.belongs_to(log.context)
        return CutLog(offset, 0, active, producers, epochs, deleted, [], begins_anew=True)

    def _again(self, segment: Segment) -> Segment:
        """Another object for the same segment, for this thread."""
        log = self._log
        return Segment(
            self._context,
            log.directory,
            segment.base_offset,
            log.settings,
            size=segment.size,
            created_ms=segment.created_ms,
            has_txn_index=segment.has_txn_index,
        )

    def _producers(self) -> ProducerStateManager:
        log = self._log
        return ProducerStateManager(self._fs, log.directory, log.topic_partition, log.context.producer_expiration_ms)

    def _aborted(self, segment: Segment, end_offset: int) -> TxnIndex:
        """The aborted transactions whose markers stay."""
        index = segment.txn_index_at_hand
        if index is None:
            with closing(self._fs.open(segment.path(TXN_INDEX))) as file:
                index = TxnIndex.load(file, segment.base_offset)
        kept = TxnIndex(segment.base_offset)
        for txn in index.entries:
            if txn.last_offset < end_offset:
                kept.append(txn)
        return kept

    def _rename_away(self, segments: Sequence[Segment]) -> list[str]:
        """The newest first, each for good; the new paths."""
        renamed = []
        for segment in reversed(segments):
            for suffix in SEGMENT_SUFFIXES:
                path = segment.path(suffix)
                with suppress(FileNotFoundError):
                    self._fs.rename(path, path + DELETED)
                    renamed.append(path + DELETED)
            self._fs.sync_directory(self._log.directory)
        return renamed

    def _epochs(self, end_offset: int) -> LeaderEpochCache:
        """The epochs that began below `end_offset`, written durably."""
        log = self._log
        epochs = LeaderEpochCache(self._fs, f"{log.directory}/{LEADER_EPOCH_CHECKPOINT}")
        for entry in log.epochs:
            epochs.assign(entry.epoch, entry.start_offset)
        epochs.truncate_from_end(end_offset)
        # The file may not be what was in memory.
        epochs.dirty = True
        epochs.flush()
        return epochs


def _nothing() -> None:
    pass
