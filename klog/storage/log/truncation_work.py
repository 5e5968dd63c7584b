"""Cutting a log from its end: what a replica does on its leader's word, in a thread (``UnifiedLog.truncateTo``,
``UnifiedLog.truncateFullyAndStartAt``).

`Log.prepare_truncation` and `Log.prepare_new_start` make a `Truncation`. From that moment the log shows nothing above the new end, takes no
records, and begins no other work; what was read of it and is being sent is void (`klog.span`). When the thread is done the log gets new
parts in the place of those that were cut: its last segment, its producers' state, its leader epochs. A batch is kept whole or not at all:
the log ends behind the last one of which all lies below the offset that was asked for.

The disk may be full, and a follower that has to cut its log must not fail for that: so all that needs room, or a descriptor, is done before
anything is touched. Where it is refused, the log is what it was, and the truncation can be tried again:

a. what stays is looked up: the last batch, the producers, the aborted transactions, the leader epochs;
b. the files that will be replaced, and those of a new segment, are written beside their names (`prepared_files`); what will be cut or
   synced is opened;
c. the checkpoints of the data directory, with the lower recovery point, high watermark and cleaner's offset: what comes to stand above them
   is walked at the next start, and a gap there is damage. The recovery point goes down to where the last segment begins: its index files
   will be written anew.

What follows are renames, removals and cuts. The power may go at any point, and other records come to stand at the same offsets afterwards.
So the order is

1. the segments behind the cut, the newest first, each gone for good before the next one: what is left is always a log that ends somewhere
   between its old end and its new one. They are renamed, and removed later; where a directory has no room for a longer name, at once;
2. the last segment's batches, its transaction index, snapshots of producers behind the new end, leader epochs that began there;
3. a sync of the directory. Only then does the log take records again.

Any failure in these takes the data directory out of service: nobody can say which part of the log is there. What stays in the last segment
may not have been flushed, so the next start is told as by a flush that failed (`flush_work`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from contextlib import closing, suppress

from klog.model import TopicPartition
from klog.storage.checkpoint_files import EpochEntry, format_leader_epochs
from klog.storage.context import LogContext
from klog.storage.deleted_files import mark_deleted
from klog.storage.disk_work import DiskWork, WorkKind, WorkOwner
from klog.storage.file_cache import FileCache
from klog.storage.filenames import LEADER_EPOCH_CHECKPOINT, SEGMENT_SUFFIXES, TXN_INDEX
from klog.storage.filesystem import OpenDirectory
from klog.storage.index_pages import IndexPages
from klog.storage.log.flush_work import mark_failed_sync
from klog.storage.log.leader_epochs import LeaderEpochCache
from klog.storage.prepared_files import PreparedFiles
from klog.storage.producers.replay import ProducerReplay
from klog.storage.producers.state import ProducerStateManager
from klog.storage.segments.segment import FRESH_SUFFIXES, Segment
from klog.storage.segments.txn_index import TxnIndex
from klog.storage.settings import LogSettings

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

    __slots__ = ("_context", "_done", "_failed", "_fs", "_fully", "_log", "_offset", "_prepared", "_touched", "write_checkpoints")

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
        self._prepared = PreparedFiles(context.fs)
        self._touched = False
        #: Writes the checkpoints of the data directory; called in the thread, before anything is touched. Set by who knows the directory.
        self.write_checkpoints: Callable[[], None] = _nothing

    def run(self) -> CutLog:
        """All of it. Raises OSError; CorruptRecords where the batches around the cut make no sense."""
        try:
            return self._begin_anew() if self._fully else self._cut()
        except BaseException as error:
            if not self._touched:
                self._prepared.discard()
            elif isinstance(error, OSError):
                mark_failed_sync(self._fs, self.owner.disk)
            raise

    def complete(self, result: CutLog) -> None:
        """The log ends there now."""
        self._done(result)

    def fail(self, error: Exception) -> None:
        """The log was not cut, or only in part."""
        self._failed(error, self._touched)

    # In the thread

    def _cut(self) -> CutLog:
        log, prepared = self._log, self._prepared
        segments = list(log.segments)
        kept = log.kept_segments
        old = segments[kept]
        active = self._again(old)
        end_offset, position = active.note_batches_below(old, self._offset)
        active.ends_soon_at(position)
        producers = self._producers()
        # -1 is no end: has a snapshot looked for in any case.
        producers.end_offset = -1
        unneeded, warnings = producers.reload(min(log.start_offset, end_offset), end_offset, log.context.now_ms())
        replay = ProducerReplay(self._context, log.directory, producers, warnings.append)
        replay.replay([*map(self._again, segments[:kept]), active], end_offset)
        producers.advance(end_offset)
        epochs = self._epochs(end_offset)
        aborted = self._aborted(old, end_offset) if old.has_txn_index else None
        if aborted:
            with prepared.file(old.path(TXN_INDEX)) as file:
                aborted.flush(file)
        # Is open from now on.
        active.file(write=True)
        with closing(self._fs.open_directory(log.directory)) as directory:
            self.write_checkpoints()
            self._touched = True
            deleted = self._rename_away(segments[kept + 1 :], directory)
            active.cut_file(position)
            if aborted is not None:
                self._replace_txn_index(active, aborted)
            producers.snapshots.remove_files(unneeded)
            self._replace_epochs(epochs)
            directory.sync()
        active.belongs_to(log.context)
        return CutLog(end_offset, kept, active, producers, epochs, deleted, warnings, begins_anew=False)

    def _begin_anew(self) -> CutLog:
        log, offset, prepared = self._log, self._offset, self._prepared
        producers = self._producers()
        epochs = self._epochs(0)
        active = Segment(self._context, log.directory, offset, log.settings, size=0, created_ms=log.context.now_ms(), fresh=True)
        for suffix in FRESH_SUFFIXES:
            with prepared.file(active.path(suffix)):
                pass
        with closing(self._fs.open_directory(log.directory)) as directory:
            self.write_checkpoints()
            self._touched = True
            deleted = self._rename_away(log.segments, directory)
            producers.truncate_fully_and_start_at(offset)
            self._replace_epochs(epochs)
            for suffix in FRESH_SUFFIXES:
                prepared.put_in_place(active.path(suffix))
            directory.sync()
        active.indexes_are_empty_files()
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
        """Nothing is known of them yet but which snapshots there are."""
        log = self._log
        producers = ProducerStateManager(self._fs, log.directory, log.topic_partition, log.context.expiration_ms_now)
        producers.snapshots.look()
        return producers

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

    def _replace_txn_index(self, active: Segment, aborted: TxnIndex) -> None:
        """Without any aborted transactions there is no file."""
        path = active.path(TXN_INDEX)
        if aborted:
            self._prepared.put_in_place(path)
        else:
            with suppress(FileNotFoundError):
                self._fs.remove(path)
            active.has_txn_index = False
        active.keep_txn_index(aborted)

    def _rename_away(self, segments: Sequence[Segment], directory: OpenDirectory) -> list[str]:
        """The newest first, each for good; the new paths."""
        renamed = []
        for segment in reversed(segments):
            for suffix in SEGMENT_SUFFIXES:
                new = mark_deleted(self._fs, segment.path(suffix))
                if new is not None:
                    renamed.append(new)
            directory.sync()
        return renamed

    def _epochs(self, end_offset: int) -> LeaderEpochCache:
        """The epochs that began below `end_offset`, with their file prepared."""
        path = self._epochs_path
        epochs = LeaderEpochCache(self._fs, path)
        for entry in self._log.epochs:
            epochs.assign(entry.epoch, entry.start_offset)
        epochs.truncate_from_end(end_offset)
        # Also where none goes: the file may not be what was in memory.
        self._prepared.write(path, format_leader_epochs(epochs.entries))
        return epochs

    def _replace_epochs(self, epochs: LeaderEpochCache) -> None:
        self._prepared.put_in_place(self._epochs_path)
        epochs.dirty = False

    @property
    def _epochs_path(self) -> str:
        return f"{self._log.directory}/{LEADER_EPOCH_CHECKPOINT}"


def _nothing() -> None:
    pass
