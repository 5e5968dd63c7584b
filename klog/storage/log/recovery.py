"""Opening a partition's directory: what is there, what of it holds, and what must be mended first.

Numbered passes, after ``LogLoader.java``:

1. *Leftovers*: ``.deleted`` and ``.cleaned`` files go, and every ``.swap`` at or behind the first ``.cleaned`` one (a split that was
   not finished). The other ``.swap`` files are finished output of compaction: they replace the segments that they cover.
2. *Segments*: every ``.log`` file; index files without one are removed. A directory without segments gets an empty one.
3. *Epochs*: ``leader-epoch-checkpoint``; unreadable, missing or empty beside data, it is made again from the batches, unless pass 4 sees
   all of them. That file is written with flushes: after an unclean stop the batches of pass 4 have more to say.
4. *Batches*: after an unclean stop, every segment that reaches behind the recovery point is walked batch by batch with checksums. The
   first that does not fit ends the log: the file is cut there, later segments go, indexes are made anew. So does a gap before a segment
   (below). After a clean stop the files are trusted; missing or impossible indexes are made anew, and only the end of the active
   segment is read. Where it is not the end that the checkpoints know, that segment is walked, too. A log without other replicas goes on at
   the offset that they know then; one that may have some ends where its batches end, so that what is lost comes back from a leader: it
   would never fill a hole.
5. *Producers*: the newest usable snapshot, and the batches behind it.

A segment begins where the one before it ends. klog's compaction keeps it so: the last batch of what it writes stays, empty if need be.
Kafka's does not. What a power cut takes leaves a gap of the same kind, when a segment lost its end, all its batches, or its name, and
a later one did not. So a gap before a segment

a. at or below the recovery point, the start offset or the cleaner's offset is somebody's compaction or retention, and stays;
b. above all of them, and before a batch whose offsets the segment before could not have held, stays with a warning: a leader sent batches
   too far apart for one segment;
c. above all of them otherwise is damage, where nobody but klog has kept the log: the log ends at the gap, and what follows it is dropped;
d. above all of them, where somebody else has, stays with a warning. All that was found is synced then and the recovery point set behind it,
   so that (a) holds for it ever after.

What was cut is made durable before anything is appended: a segment must not come back between new ones. Where what was found is to be
durable (under the flush rule, with a gap, or where a sync has failed before: `flush_work`), it is written again before it is synced: a sync
that failed may have left pages in memory that no later one writes.

Behind the batches of a segment may be zeros, where its file was preallocated: that of the last one, and of any that was rolled and not
flushed since, be it that all its batches are below the recovery point. They are cut off, which is no damage: a segment that the next one
follows without a gap is whole with them.

Afterwards: start offset = max(checkpoint, base of the first segment) ≤ end offset. Everything unusual is a warning in the report.
"""

from __future__ import annotations

import dataclasses
from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress

from klog.model import TopicPartition
from klog.records.contract import BATCH_OVERHEAD, CONTROL, CorruptRecords, Entry
from klog.storage.atomic_files import TEMPORARY, sync_file
from klog.storage.checkpoint_files import CorruptCheckpoint
from klog.storage.context import LogContext
from klog.storage.filenames import (
    CLEANED,
    LEADER_EPOCH_CHECKPOINT,
    LOG,
    OFFSET_INDEX,
    SEGMENT_SUFFIXES,
    SNAPSHOT,
    SWAP,
    TIME_INDEX,
    TXN_INDEX,
    FileName,
    parse_file_name,
)
from klog.storage.log.flush_work import mark_failed_sync, write_again
from klog.storage.log.leader_epochs import LeaderEpochCache
from klog.storage.log.start_reports import RecoveryReport
from klog.storage.producers.replay import ProducerReplay
from klog.storage.producers.state import ProducerStateManager
from klog.storage.segments.batch_headers import header_entry
from klog.storage.segments.checked_batches import checked_batches
from klog.storage.segments.offset_index import ENTRY_BYTES as OFFSET_ENTRY_BYTES
from klog.storage.segments.offset_index import MAX_RELATIVE_OFFSET, CorruptIndex
from klog.storage.segments.segment import Segment
from klog.storage.segments.time_index import ENTRY_BYTES as TIME_ENTRY_BYTES
from klog.storage.settings import LogSettings

#: Of a file that may have been preallocated, so many bytes are looked at: more than any header of a batch.
_ZEROS_LOOKED_AT = 512


@dataclasses.dataclass(slots=True)
class LoadedLog:
    """A log's parts, ready to be used."""

    segments: list[Segment]
    producers: ProducerStateManager
    epochs: LeaderEpochCache
    start_offset: int
    end_offset: int
    recovery_point: int
    report: RecoveryReport
    #: Files that were renamed to ``.deleted`` and are to be removed.
    deleted: list[str] = dataclasses.field(default_factory=list)
    #: Whether a first segment was made here, whose name is not synced.
    made_segment: bool = False


class Loader:
    """Opens one log; used once.

    :param clean: whether the last stop was an orderly one.
    :param recovery_point: everything below was flushed.
    :param start_offset: the checkpointed log start.
    :param compacted_to: the cleaner's offset, where nobody but klog has kept the log; None where that cannot be said.
    :param known_end_offset: after a clean stop: where the log ended, if the checkpoints agree on it.
    :param has_replicas: whether others may have what is lost here.
    """

    def __init__(
        self,
        context: LogContext,
        directory: str,
        topic_partition: TopicPartition,
        settings: LogSettings,
        *,
        clean: bool,
        recovery_point: int,
        start_offset: int,
        compacted_to: int | None = None,
        known_end_offset: int | None = None,
        has_replicas: bool = False,
    ) -> None:
        self._context = context
        self._fs = context.fs
        self._directory = directory
        self._topic_partition = topic_partition
        self._settings = settings
        self._clean = clean
        self._recovery_point = recovery_point
        self._start_offset = start_offset
        self._compacted_to = compacted_to
        self._known_end_offset = known_end_offset if clean else None
        self._has_replicas = has_replicas
        self._report = RecoveryReport()
        self._epochs = LeaderEpochCache(context.fs, f"{directory}/{LEADER_EPOCH_CHECKPOINT}")
        self._producers = ProducerStateManager(context.fs, directory, topic_partition, context.expiration_ms_now)
        report = self._report

        def warn(sentence: str) -> None:
            report.warnings.append(sentence)
            context.warn(sentence)

        # Nothing here leads back to the loader: ten thousand of them leave no garbage for the collector, which a start holds back.
        self._warn = warn
        self._replay = ProducerReplay(context, directory, self._producers, warn)
        self._segments: list[Segment] = []
        #: Offsets of the snapshots that were there at first, until somebody has looked at them.
        self._listed_snapshots: list[int] | None = None
        self._deleted: list[str] = []
        #: Files that were walked, and where in each the first batch stands of which nobody knows whether it was synced.
        self._unsynced: dict[str, int] = {}
        #: Files that were cut, whose new length is not synced.
        self._cut: list[str] = []
        self._made_segment = False

    def load(self) -> LoadedLog:
        """All passes. Raises OSError."""
        names = self._remove_leftovers(self._fs.list(self._directory))
        self._find_segments(names)
        epochs_known = self._load_epochs(names)
        self._listed_snapshots = [name.offset for name in names.values() if name.suffix == SNAPSHOT]
        has_snapshots = bool(self._listed_snapshots)
        if self._clean:
            end_offset = self._trust_segments(names)
        else:
            end_offset = self._recover_segments(names)
        start_offset = max(self._start_offset, self._segments[0].base_offset)
        if start_offset > end_offset:
            self._start_anew(start_offset, end_offset)
            end_offset = start_offset
        if not epochs_known and end_offset > start_offset:
            self._rebuild_epochs()
        report = self._report
        # What was cut had its epoch, too: other records at the same offsets need another one.
        report.highest_epoch = max(report.highest_epoch, self._latest_epoch())
        self._epochs.truncate_from_end(end_offset)
        self._epochs.truncate_from_start(start_offset)
        if self._clean:
            if has_snapshots or end_offset > start_offset:
                self._load_producers(start_offset, end_offset)
                self._replay.replay(self._segments, end_offset)
            self._producers.advance(end_offset)
        report.highest_producer_id = max(report.highest_producer_id, self._replay.highest_producer_id, self._producers.max_producer_id)
        report.highest_epoch = max(report.highest_epoch, self._latest_epoch())
        recovery_point = self._settle_recovery_point(end_offset)
        return LoadedLog(
            self._segments,
            self._producers,
            self._epochs,
            start_offset,
            end_offset,
            recovery_point,
            report,
            self._deleted,
            self._made_segment,
        )

    # 1

    def _remove_leftovers(self, listed: list[str]) -> dict[str, FileName]:
        """Pass 1; returns the names of what stays."""
        names: dict[str, FileName] = {}
        staged: dict[str, FileName] = {}
        for text in listed:
            name = parse_file_name(text)
            if name is None:
                if text.endswith(TEMPORARY):
                    self._fs.remove(f"{self._directory}/{text}")
            elif name.stage:
                staged[text] = name
            else:
                names[text] = name
        if not staged:
            return names
        if not self._clean:
            # Where a start was killed that had dropped segments, they must not come back between new ones.
            self._fs.sync_directory(self._directory)
        first_cleaned = min((name.offset for name in staged.values() if name.stage == CLEANED), default=None)
        swaps: dict[str, FileName] = {}
        for text, name in staged.items():
            if name.stage == SWAP and (first_cleaned is None or name.offset < first_cleaned):
                swaps[text] = name
            else:
                self._fs.remove(f"{self._directory}/{text}")
        if swaps:
            self._finish_replacement(names, swaps)
        return names

    def _finish_replacement(self, names: dict[str, FileName], swaps: dict[str, FileName]) -> None:
        """Put compacted segments in their place. The power may go in here as well: first all that they replace is gone for good, then the
        batches get their name, then the indexes, which belong to whatever batches have that name."""
        logs = {name.offset for name in swaps.values() if name.suffix == LOG}
        if logs:
            high = max(map(self._next_offset_of_swap, logs))
            for text, name in list(names.items()):
                if name.suffix in SEGMENT_SUFFIXES and (min(logs) <= name.offset < high or name.offset in logs):
                    self._fs.remove(f"{self._directory}/{text}")
                    del names[text]
            self._fs.sync_directory(self._directory)
        for kinds in ((LOG,), (OFFSET_INDEX, TIME_INDEX, TXN_INDEX, SNAPSHOT)):
            chosen = [(text, name) for text, name in swaps.items() if name.suffix in kinds]
            for text, name in chosen:
                final = text.removesuffix(SWAP)
                self._fs.rename(f"{self._directory}/{text}", f"{self._directory}/{final}")
                names[final] = name._replace(stage="")
            if chosen:
                self._fs.sync_directory(self._directory)
        self._warn(f"{self._directory}: finished an interrupted replacement of {len(logs)} segments")

    def _next_offset_of_swap(self, base_offset: int) -> int:
        path = f"{self._directory}/{base_offset:020d}{LOG}{SWAP}"
        last = base_offset
        for step, _ in checked_batches(self._context, path, self._fs.size(path), base_offset, self._ignore):
            last = step.last_offset + 1
        self._context.files.forget(path)
        return last

    @staticmethod
    def _ignore(sentence: str) -> None:
        """For walks whose end is judged elsewhere."""

    # 2

    def _find_segments(self, names: dict[str, FileName]) -> None:
        bases = {name.offset for name in names.values() if name.suffix == LOG}
        now_ms = self._context.now_ms()
        for text, name in list(names.items()):
            if name.suffix in SEGMENT_SUFFIXES and name.offset not in bases:
                self._warn(f"{self._directory}/{text} belongs to no segment and is removed")
                self._fs.remove(f"{self._directory}/{text}")
                del names[text]
        with_txn = {name.offset for name in names.values() if name.suffix == TXN_INDEX}
        for base in sorted(bases):
            size = self._fs.size(f"{self._directory}/{base:020d}{LOG}")
            self._segments.append(
                Segment(self._context, self._directory, base, self._settings, size=size, created_ms=now_ms, has_txn_index=base in with_txn)
            )
        if not self._segments:
            self._segments.append(self._new_segment(self._start_offset))

    def _new_segment(self, base_offset: int) -> Segment:
        segment = Segment(
            self._context, self._directory, base_offset, self._settings, size=0, created_ms=self._context.now_ms(), fresh=True
        )
        segment.make_files()
        self._made_segment = True
        return segment

    def _start_anew(self, start_offset: int, end_offset: int) -> None:
        """The checkpointed start lies behind the end: nothing of what is there is in the log."""
        self._warn(f"{self._directory}: the log ends at {end_offset} and starts at {start_offset}; it goes on empty from there")
        for segment in self._segments:
            self._deleted += segment.mark_deleted()
        self._segments = [self._new_segment(start_offset)]
        self._producers.truncate_fully_and_start_at(start_offset)
        self._epochs.clear()

    # 3

    def _load_epochs(self, names: dict[str, FileName]) -> bool:
        """Whether the file could be used."""
        try:
            self._epochs.load()
        except CorruptCheckpoint as error:
            self._warn(f"{error}; it is made anew from the batches")
            self._epochs.clear()
            return False
        latest = self._epochs.latest_epoch
        if latest is not None and latest > self._context.max_leader_epoch:
            path = f"{self._directory}/{LEADER_EPOCH_CHECKPOINT}"
            self._warn(f"{path}: there was never a leader epoch {latest}; it is made anew from the batches")
            self._epochs.clear()
            return False
        if latest is None and not self._clean and self._first_to_recover() == 0:
            # A log that was made since the last flush: of its epochs the walk will tell.
            return True
        return latest is not None

    def _rebuild_epochs(self) -> None:
        """From the headers of all batches, where the walk of pass 4 has not seen them all."""
        self._epochs.clear()
        for segment in self._segments:
            try:
                for entry in segment.entries():
                    self._note_epoch(entry)
            except CorruptRecords as error:
                self._warn(f"{error}; leader epochs behind it are not known")
        if self._epochs.dirty:
            self._warn(f"{self._directory}/{LEADER_EPOCH_CHECKPOINT} was made anew from the batches")
            self._epochs.flush()

    def _latest_epoch(self) -> int:
        latest = self._epochs.latest_epoch
        return -1 if latest is None else latest

    def _note_epoch(self, entry: Entry) -> None:
        epoch = entry.partition_leader_epoch
        if epoch > self._context.max_leader_epoch:
            self._warn(f"{self._directory}: the batch at offset {entry.base_offset} says leader epoch {epoch}; there was never such a one")
        elif entry.magic == 2 and epoch >= 0:
            self._epochs.note_batch(epoch, entry.base_offset, entry.last_offset)

    # 4

    def _trust_segments(self, names: dict[str, FileName]) -> int:
        """After a clean stop; returns the end offset."""
        self._check_index_files(self._segments, names)
        active = self._segments[-1]
        # Whoever emptied the directory wants a log that begins anew.
        known = self._known_end_offset = None if self._made_segment else self._known_end_offset
        try:
            end_offset = active.next_offset()
            if end_offset < active.base_offset:
                raise CorruptRecords(f"{active.log_path}: the last batch ends with offset {end_offset - 1}")
            if known is not None and end_offset != known:
                raise CorruptRecords(f"{active.log_path}: the last batch ends with offset {end_offset - 1}, the log ended with {known - 1}")
            return end_offset
        except CorruptRecords as error:
            self._warn(f"{error}; the segment is walked as after an unclean stop")
        self._load_producers(max(self._start_offset, self._segments[0].base_offset), active.base_offset)
        self._replay.replay(self._segments, active.base_offset)
        end_offset = self._recover(active)
        if known is None or end_offset >= known:
            return end_offset
        self._report.dropped_offsets += known - end_offset
        if self._has_replicas:
            self._warn(f"{self._directory}: the log ended at {known} and ends at {end_offset} now; what is missing comes from a leader")
            return end_offset
        # Offsets that were given out are not given again.
        self._warn(f"{self._directory}: the log goes on at offset {known}, where it ended; offsets {end_offset} to {known - 1} are lost")
        active.save_indexes()
        self._segments.append(self._new_segment(known))
        return known

    def _check_index_files(self, segments: Sequence[Segment], names: dict[str, FileName]) -> None:
        """Missing files, and lengths that no index has, are mended now; the rest when the index is first used. A segment whose two indexes
        stand has its aborted transactions on the disk as well, so these come first."""
        made: list[Segment] = []
        without = [segment for segment in segments if not self._mend_index_files(segment, names, made)]
        if without:
            self._remake_txn_indexes(without)
        for segment in made:
            segment.save_indexes()

    def _mend_index_files(self, segment: Segment, names: dict[str, FileName], made: list[Segment]) -> bool:
        """Whether the index of aborted transactions holds; the other two are mended. Where those had to be made anew, it may have gone with
        them, and nobody would miss it. Those of the active segment are used at once, so that they are read instead of asked for their
        lengths.

        :param made: takes the segment where the two were made anew, and are still to be saved.
        """
        is_usable = True
        try:
            is_read = segment is self._segments[-1] and segment.size > 0
            if is_read or not self._look_like_indexes(segment, names):
                is_usable = segment.check_indexes(save=False)
                if not is_usable:
                    made.append(segment)
        except CorruptRecords as error:
            is_usable = False
            self._warn(f"{error}; the index ends there")
        if not is_usable:
            self._report.rebuilt_indexes += 1
            return not segment.has_txn_index and not self._has_markers(segment)
        if segment.has_txn_index:
            try:
                if segment is self._segments[-1]:
                    # The next abort is noted in it.
                    _ = segment.txn_index
                else:
                    segment.check_txn_index()
            except CorruptIndex as error:
                self._warn(f"{error}; it is made anew from the batches")
                return False
        return True

    @staticmethod
    def _has_markers(segment: Segment) -> bool:
        with suppress(CorruptRecords):
            return any(entry.attributes & CONTROL for entry in segment.entries())
        return False

    def _look_like_indexes(self, segment: Segment, names: dict[str, FileName]) -> bool:
        for suffix, entry_bytes in ((OFFSET_INDEX, OFFSET_ENTRY_BYTES), (TIME_INDEX, TIME_ENTRY_BYTES)):
            path = segment.path(suffix)
            if path.rpartition("/")[2] not in names or self._fs.size(path) % entry_bytes:
                return False
        return True

    def _remake_txn_indexes(self, wanted: Sequence[Segment]) -> None:
        """From the markers in their batches. Where a transaction began that one of them ends, the batches before tell: the log is read from
        its first segment on, once for all of them."""
        context = self._context
        producers = ProducerStateManager(context.fs, self._directory, self._topic_partition, context.expiration_ms_now)
        replay = ProducerReplay(context, self._directory, producers, self._warn)
        for segment in wanted:
            segment.txn_index_from_now()
        try:
            for other in self._segments:
                for entry in other.entries() if other.base_offset <= wanted[-1].base_offset else ():
                    replay.note(entry, other, note_abort=other in wanted)
        except CorruptRecords as error:
            self._warn(f"{error}; aborted transactions behind it are not known")
        for segment in wanted:
            segment.replace_txn_index()
            if segment is not self._segments[-1]:
                segment.unload_txn_index()
        self._fs.sync_directory(self._directory)

    def _recover_segments(self, names: dict[str, FileName]) -> int:
        """After an unclean stop; returns the end offset."""
        segments = self._segments
        first = self._first_to_recover()
        if first and segments[first].base_offset == self._recovery_point:
            # It may have been flushed while it was written to, and rolled since.
            self._cut_room(segments[first - 1], self._recovery_point)
        self._check_index_files(segments[:first], names)
        self._report.recovered = True
        start = max(self._start_offset, segments[0].base_offset)
        self._load_producers(start, segments[first].base_offset)
        self._replay.replay(segments, segments[first].base_offset)
        end_offset = segments[first].base_offset
        for index in range(first, len(segments)):
            segment = segments[index]
            if index > first and segment.base_offset != end_offset and not self._may_follow(segments[index - 1], end_offset, segment):
                self._drop(index, end_offset, f"{_missing(end_offset, segment.base_offset)}, which no compaction took")
                break
            if index > first and segment.base_offset >= start:
                self._producers.advance(max(self._producers.end_offset, segment.base_offset))
                self._producers.take_snapshot(sync=False)
            torn = self._report.truncated_bytes
            end_offset = self._recover(segment, segments[index + 1].base_offset if index + 1 < len(segments) else None)
            if self._report.truncated_bytes > torn and index + 1 < len(segments):
                self._drop(index + 1, end_offset, "the segment before them is torn")
                break
        self._producers.snapshots.remove_after(end_offset)
        self._producers.advance(end_offset)
        return end_offset

    def _first_to_recover(self) -> int:
        """Index of the first segment that reaches behind the recovery point; of the last one, where none does."""
        bases = [segment.base_offset for segment in self._segments[1:]]
        return bisect_right(bases, self._recovery_point)

    @staticmethod
    def _is_too_far_for_one(before: Segment, segment: Segment) -> bool:
        """Whether the first batch of `segment` could not have been appended to `before`."""
        with suppress(CorruptRecords):
            first = next(segment.entries(), None)
            return first is not None and first.last_offset - before.base_offset > MAX_RELATIVE_OFFSET
        return False

    def _may_follow(self, before: Segment, end_offset: int, segment: Segment) -> bool:
        """Whether `segment` may begin where the one before it ends elsewhere, at `end_offset`: (a) to (d) above."""
        base_offset = segment.base_offset
        if base_offset <= max(self._recovery_point, self._start_offset, self._compacted_to or 0):
            return True
        if self._is_too_far_for_one(before, segment):
            self._report.gaps += 1
            self._warn(
                f"{self._directory}: {_missing(end_offset, base_offset)}; a leader has sent batches too far apart for one segment, so what "
                "follows is kept"
            )
            return True
        if self._compacted_to is not None:
            return False
        self._report.gaps += 1
        self._warn(
            f"{self._directory}: {_missing(end_offset, base_offset)}, behind the recovery point {self._recovery_point}. Another program "
            "has written to this data directory, so that may be its compaction's doing or the crash's; what follows is kept"
        )
        return True

    def _drop(self, index: int, end_offset: int, why: str) -> None:
        """The log ends at `end_offset`, and the segments from `index` on are none of it."""
        gone = self._segments[index:]
        del self._segments[index:]
        report = self._report
        records, behind = 0, max(end_offset, gone[-1].base_offset)
        for segment in gone:
            for entry, _ in checked_batches(self._context, segment.log_path, segment.size, segment.base_offset, self._ignore):
                records += entry.record_count
                if entry.partition_leader_epoch <= self._context.max_leader_epoch:
                    report.highest_epoch = max(report.highest_epoch, entry.partition_leader_epoch)
                behind = max(behind, entry.last_offset + 1)
        size = sum(segment.size for segment in gone)
        report.dropped_segments += len(gone)
        report.dropped_bytes += size
        report.dropped_records += records
        report.dropped_offsets += behind - end_offset
        self._warn(
            f"{self._directory}: {why}: the log ends at {end_offset} now, and {behind - end_offset} offsets up to {behind - 1} are cut "
            f"off; {len(gone)} segments from {gone[0].base_offset} on with {records} records in {size} bytes are dropped"
        )
        for segment in gone:
            self._deleted += segment.mark_deleted()
        # Before anything else is renamed: a start that finds the last of them alone would take it for the log.
        self._fs.sync_directory(self._directory)

    def _cut_room(self, segment: Segment, next_base: int) -> None:
        """What was set aside behind the batches of `segment`, which are durable and not looked at further, goes. Raises OSError."""
        if not segment.size or not (self._settings.preallocate or segment.size == self._settings.segment_bytes):
            return
        if self._settings.preallocate:
            # Who stopped may have cut it, which no later flush would make durable.
            self._cut.append(segment.log_path)
        file = segment.file()
        if any(file.read_at(segment.size - 1, 1)):
            return
        indexed = 0
        # Where there is no index it is made anew, as far as there are batches.
        with suppress(CorruptRecords):
            indexed = segment.position_before(segment.offset_index.last_offset)
        # No sync may have covered the index: it may be of batches that were cut off.
        for start in dict.fromkeys((indexed, 0)):
            end, end_offset = _walk_headers(segment, start)
            if end < segment.size and self._is_room(segment, end, end_offset, next_base):
                self._cut_file(segment, end)
                if not start:
                    with suppress(CorruptRecords):
                        segment.rebuild_indexes()
                segment.save_indexes()
                return

    def _is_room(self, segment: Segment, end: int, end_offset: int, next_base: int | None) -> bool:
        """Whether what stands behind `end` was set aside for batches to come, and is not the rest of one. Raises OSError.

        :param end: where the last batch ends that holds.
        :param next_base: where the next segment begins; None where there is none.
        """
        may_be = self._settings.preallocate if next_base is None else next_base == end_offset
        return may_be and not any(segment.file().read_at(end, min(segment.size - end, _ZEROS_LOOKED_AT)))

    def _cut_file(self, segment: Segment, end: int) -> None:
        segment.file(write=True).truncate(end)
        segment.size = end
        self._cut.append(segment.log_path)

    def _recover(self, segment: Segment, next_base: int | None = None) -> int:
        """Walk one segment, cut what does not hold, make its indexes anew; returns the offset behind its last batch.

        :param next_base: where the next segment begins; None where there is none.
        """
        segment.reset_indexes()
        segment.txn_index_from_now()
        end = unsynced = 0
        next_offset = segment.base_offset
        reasons: list[str] = []
        known = self._known_end_offset
        for entry, batch in checked_batches(self._context, segment.log_path, segment.size, segment.base_offset, reasons.append):
            if known is not None and entry.last_offset >= known:
                reasons.append(f"offsets {entry.base_offset} to {entry.last_offset} are behind the end of the log, {known}")
                break
            segment.note_batch(entry.position, entry.size, entry.last_offset, entry.max_timestamp)
            self._note_epoch(entry)
            if entry.last_offset >= self._producers.end_offset:
                self._replay.note(entry, segment, batch, note_abort=True)
            end = entry.position + entry.size
            next_offset = entry.last_offset + 1
            if next_offset <= self._recovery_point:
                unsynced = end
        rest = segment.size - end
        is_room = rest > 0 and self._is_room(segment, end, next_offset, next_base)
        self._report.scanned_bytes += end if is_room else segment.size
        if rest:
            if not is_room:
                self._report.truncated_bytes += rest
                why = reasons[0] if reasons else "the file ends within a batch"
                self._warn(f"{segment.log_path}: the last {rest} of {segment.size} bytes are cut off: {why}")
            self._cut_file(segment, end)
        if segment.base_offset < self._segments[-1].base_offset:
            segment.save_indexes()
        if segment.has_txn_index:
            segment.save_txn_index()
        self._unsynced[segment.log_path] = unsynced
        return next_offset

    # 5

    def _load_producers(self, start_offset: int, end_offset: int) -> None:
        """The newest usable snapshot up to `end_offset`."""
        producers = self._producers
        # The second time some of them may have gone.
        listed, self._listed_snapshots = self._listed_snapshots, None
        producers.snapshots.remove_strays([segment.base_offset for segment in self._segments], listed)
        # -1 is no end: makes sure that a snapshot is looked for even where the log is empty.
        producers.end_offset = -1
        for problem in producers.truncate_and_reload(start_offset, end_offset, self._context.now_ms()):
            self._warn(f"{problem}; an older snapshot or the log itself has to do")

    def _settle_recovery_point(self, end_offset: int) -> int:
        """What is known to be on disk. Under the flush rule what recovery found is synced now: readers may see it from here on. What was
        cut is synced always. Leader epochs are as good as their batches: where the recovery point stays, their file waits for a flush."""
        is_wanted = self._settings.flush_rule or self._context.sync_has_failed
        everything = self._report.gaps > 0 or (is_wanted and self._recovery_point < end_offset)
        if self._clean and not self._unsynced:
            return end_offset
        try:
            for segment in self._segments:
                self._make_durable(segment, everything)
        except OSError:
            # The next start may find nothing to cut, and would not know.
            mark_failed_sync(self._fs, self._directory.rpartition("/")[0])
            raise
        if everything:
            self._epochs.dirty = True
            self._epochs.flush()
        if everything or self._deleted:
            self._fs.sync_directory(self._directory)
        return end_offset if everything else min(self._recovery_point, end_offset)

    def _make_durable(self, segment: Segment, everything: bool) -> None:
        """What was cut, or with `everything` what was walked. Raises OSError."""
        was_walked = everything and segment.log_path in self._unsynced
        if was_walked:
            write_again(segment.file(write=True), self._unsynced[segment.log_path], segment.size)
        if was_walked or segment.log_path in self._cut:
            segment.file(write=True).sync()
            if was_walked:
                segment.save_indexes()
                for path in segment.index_paths():
                    # Also where the walk has written them already.
                    sync_file(self._fs, path)


def _walk_headers(segment: Segment, position: int) -> tuple[int, int]:
    """Where the batches from `position` on end that have a header, and with what offset. Raises OSError."""
    end_offset = segment.base_offset
    with suppress(CorruptRecords):
        while position < segment.size:
            entry = header_entry(segment.file().read_at(position, BATCH_OVERHEAD), position)
            position, end_offset = position + entry.size, entry.last_offset + 1
    return position, end_offset


def _missing(end_offset: int, base_offset: int) -> str:
    if base_offset < end_offset:
        return f"the segment from {base_offset} on begins before {end_offset}, where the one before it ends"
    if base_offset == end_offset + 1:
        return f"offset {end_offset} is missing"
    return f"the offsets {end_offset} to {base_offset - 1} are missing"
