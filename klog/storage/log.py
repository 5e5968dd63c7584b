"""One partition's log: append, flush, roll, retention; reading is in `log_reading`, opening in `recovery`, compaction in `log_compaction`.

Offsets, always::

    start_offset ≤ last_stable_offset ≤ high_watermark ≤ end_offset        recovery_point ≤ end_offset

An append checks each entry (`validation`), gives it its offsets, and hands all that passed to the kernel with one ``pwritev`` of patches
(16 bytes of offset, length and epoch) and untouched payloads. What is in memory changes only after the write: when the disk refuses, the
file is cut back to its old length, producers' state is rolled back, and the clients hear KAFKA_STORAGE_ERROR. A full disk is no more than
that, and appends work again when there is room; any other error takes the directory out of service (`LogContext.offline`), as does a
failed sync, after which nobody can say what is on disk.

The log itself raises the high watermark while it is the only replica in sync (`Log.owns_high_watermark`): it is the end of the log, or
under the paper's flush rule (``flush.messages``, ``flush.ms``) the flushed end, the same offset as `recovery_point`. Among several replicas
whoever knows of the others raises it (`Log.raise_high_watermark`), and counts this one with its `counted_end_offset`.

A flush is `DiskWork`, because it must not stop the thread that serves clients: `prepare_flush` here, the syncs anywhere, what follows
here; one at a time. The log is the owner of its work (`Log.work`): what ends after the log was closed changes nothing, and a log with work
under way cannot be closed in order.

A roll begins a new segment and leaves the old one to the next flush: data, indexes and the producers' snapshot at the new base offset.
Retention may rename old segments only when the names of those that stay are on the disk; where they are not, it waits for a flush
(`retention_waits`) and goes on when that is done.
"""

from __future__ import annotations

import errno
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress

from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.records.contract import CorruptRecords, Entry, RecordsError
from klog.span import FileSpan
from klog.storage.cold_read import ColdRead
from klog.storage.disk_work import WorkOwner, do_now
from klog.storage.filenames import DELETED, LEADER_EPOCH_CHECKPOINT, LOG
from klog.storage.filesystem import Buffer, File, OpenDirectory
from klog.storage.flush import Flush
from klog.storage.follower_append import FollowedBatches, acceptable
from klog.storage.leader_epochs import LeaderEpochCache
from klog.storage.log_compaction import CompactionView, LogCompaction
from klog.storage.log_reading import LogReader, reading_error
from klog.storage.log_types import AppendEntry as AppendEntry
from klog.storage.log_types import AppendResult as AppendResult
from klog.storage.log_types import LogContext as LogContext
from klog.storage.log_types import LogRead as LogRead
from klog.storage.log_types import RecoveryReport as RecoveryReport
from klog.storage.log_types import is_refusal
from klog.storage.offset_index import CorruptIndex
from klog.storage.producer_replay import ProducerReplay
from klog.storage.producer_state import ProducerEntry, ProducerStateManager, Verdict
from klog.storage.recovery import LoadedLog, Loader
from klog.storage.removal import Removal
from klog.storage.retention import Reason, SegmentFacts, segments_to_delete
from klog.storage.segment import Segment
from klog.storage.segments import Segments
from klog.storage.settings import UNLIMITED, LogSettings
from klog.storage.truncation import CutLog, LogToCut, Truncation
from klog.storage.txn_index import AbortedTxn
from klog.storage.validation import Misshapen, Refused, check

#: Segments that are not written any more and whose indexes stay in memory, as they were filled: whose readers lag a little.
LOADED_INDEXES = 2

_PATCH = struct.Struct(">qii")
_pack_patch = _PATCH.pack
_PATCH_BYTES = _PATCH.size
_STAMP_BYTES = 61
_MAX_RELATIVE_OFFSET = 2**31 - 1

#: Refusals whose answer carries no log start offset (``ReplicaManager.appendToLocalLog``).
_WITHOUT_START = frozenset({ErrorCode.MESSAGE_TOO_LARGE, ErrorCode.RECORD_LIST_TOO_LARGE, ErrorCode.CORRUPT_MESSAGE})


class StillRunning(OSError):
    """Something cannot be closed in order: what a thread does for it has not ended."""


class Log:
    """The log of one partition. One thread at a time, but for what `DiskWork` does.

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
        self.work = WorkOwner()
        self._flush: Flush | None = None
        self._truncation: Truncation | None = None
        self._segments = Segments(loaded.segments)
        self._reader = LogReader(context, self._segments, lambda: self.settings, self.work)
        self._producers: ProducerStateManager = loaded.producers
        self._producers.on_high_watermark(self.high_watermark)
        self._epochs: LeaderEpochCache = loaded.epochs
        #: The compaction under way, for `log_compaction`.
        self.compaction: LogCompaction | None = None
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

    @classmethod
    def create(
        cls,
        context: LogContext,
        directory: str,
        topic_partition: TopicPartition,
        topic_id: bytes,
        settings: LogSettings,
        leader_epoch: int = 0,
    ) -> Log:
        """A new, empty log in `directory`, where `creation` has made its files; they are not looked at.

        :param leader_epoch: that begins with it; -1: it follows, and its leader's batches will say.
        """
        segment = Segment(context, directory, 0, settings, size=0, created_ms=context.now_ms(), fresh=True)
        segment.indexes_are_empty_files()
        producers = ProducerStateManager(context.fs, directory, topic_partition, context.producer_expiration_ms)
        epochs = LeaderEpochCache(context.fs, f"{directory}/{LEADER_EPOCH_CHECKPOINT}")
        if leader_epoch >= 0:
            epochs.assign(leader_epoch, 0)
            epochs.dirty = False
        loaded = LoadedLog([segment], producers, epochs, 0, 0, 0, RecoveryReport(highest_epoch=leader_epoch))
        high_watermark = 0 if leader_epoch < 0 else None
        return cls(context, directory, topic_partition, topic_id, settings, loaded, max(leader_epoch, 0), high_watermark)

    @classmethod
    def open(
        cls,
        context: LogContext,
        directory: str,
        topic_partition: TopicPartition,
        topic_id: bytes,
        settings: LogSettings,
        *,
        clean: bool = True,
        recovery_point: int = 0,
        start_offset: int = 0,
        compacted_to: int | None = None,
        known_end_offset: int | None = None,
        new_leadership: bool = False,
        high_watermark: int | None = None,
    ) -> Log:
        """The log in `directory`; see `recovery`. Raises OSError.

        :param known_end_offset: where the log ended at a clean stop, if the checkpoints agree.
        :param new_leadership: whether the leader epoch rises by one: after a crash, and when somebody else wrote the directory.
        :param high_watermark: see `Log`; from ``replication-offset-checkpoint``, 0 where that says nothing.
        """
        loader = Loader(
            context,
            directory,
            topic_partition,
            settings,
            clean=clean,
            recovery_point=recovery_point,
            start_offset=start_offset,
            compacted_to=compacted_to,
            known_end_offset=known_end_offset,
        )
        loaded = loader.load()
        epoch = max(loaded.report.highest_epoch, 0)
        if new_leadership and loaded.report.highest_epoch >= 0:
            epoch += 1
        return cls(context, directory, topic_partition, topic_id, settings, loaded, epoch, high_watermark)

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

    @property
    def owes_a_flush(self) -> bool:
        """Whether a segment was rolled and not flushed since, or retention waits for one; the next `prepare_flush(rolled_only=True)`
        covers it."""
        return bool(self._rolled) or self.retention_waits

    @property
    def is_closed(self) -> bool:
        """Whether it takes nothing any more."""
        return self.work.is_closed

    # Append

    def append(self, entries: Sequence[AppendEntry]) -> list[AppendResult]:
        """Append what passes the checks, with one write as far as no roll comes between. One result for each entry, in order; never
        raises for bad entries or a failing disk."""
        context = self._context
        if context.offline is not None or self.work.is_closed or self._truncation is not None:
            why = self._why_not_now() or ""
            return [AppendResult(ErrorCode.KAFKA_STORAGE_ERROR, why) for _ in entries]
        results: list[AppendResult] = []
        group = _Group(self, results)
        try:
            for entry in entries:
                try:
                    results.append(self._stage(entry, group))
                except Refused as refusal:
                    results.append(self._refused(refusal))
            group.write()
        except (OSError, CorruptRecords) as error:
            self._failed_write(error, group, len(entries))
        except BaseException:
            if group.staging:
                self._producers.rollback()
            raise
        return results

    def _why_not_now(self) -> str | None:
        """Why nothing can be written; None where it can."""
        if self.work.is_closed:
            return "the log is closed"
        if self._context.offline is not None:
            return f"the data directory is out of service: {self._context.offline}"
        return "the log is being truncated" if self._truncation is not None else None

    def _refused(self, refusal: Refused) -> AppendResult:
        start = -1 if refusal.code in _WITHOUT_START or isinstance(refusal, Misshapen) else self.start_offset
        return AppendResult(refusal.code, refusal.message, refusal.record_errors, log_start_offset=start)

    def _stage(self, entry: AppendEntry, group: _Group) -> AppendResult:
        """Check one entry and put it into the group, which is written first where a roll comes between.

        :raises Refused, OSError:
        """
        context = self._context
        settings = self.settings
        now_ms = group.now_ms
        checked = check(entry, settings, context.codec, now_ms, context.max_uncompressed_bytes)
        if checked is None:
            return AppendResult(log_start_offset=self.start_offset)
        size = checked.size
        if size > settings.segment_bytes:
            raise Refused(ErrorCode.RECORD_LIST_TOO_LARGE, f"a batch of {size} bytes is larger than a segment of {settings.segment_bytes}")
        producer_id = checked.producer_id
        producers = self._producers
        if producer_id >= 0 and not entry.internal:
            if not group.staging:
                producers.begin()
                group.staging = True
            epoch = checked.producer_epoch
            decision = producers.check(producer_id, epoch, checked.base_sequence, checked.last_sequence, checked.transactional)
            if decision.verdict is not Verdict.APPEND:
                original = decision.original
                if original is None:
                    raise Refused(decision.code, decision.message)
                return AppendResult(
                    base_offset=original.first_offset,
                    last_offset=original.last_offset,
                    log_append_time_ms=original.timestamp_ms,
                    log_start_offset=self.start_offset,
                    duplicate=True,
                )
        base_offset = group.end_offset
        last_offset = base_offset + checked.record_count - 1
        segment = self._segments.active
        staged_timestamp = group.first_timestamp
        if segment.should_roll(size + group.size, checked.max_timestamp, last_offset, now_ms, settings, staged_timestamp):
            group.write()
            if segment.size:
                self._roll(base_offset, now_ms)
        if producer_id >= 0 and not entry.internal:
            if not group.staging:
                producers.begin()
                group.staging = True
            producers.update(
                producer_id,
                checked.producer_epoch,
                checked.last_sequence,
                base_offset,
                last_offset,
                checked.max_timestamp,
                checked.transactional,
            )
        stamp = checked.stamp
        batch = checked.batch
        if stamp is None:
            group.buffers += (_pack_patch(base_offset, size - 12, self.leader_epoch), memoryview(batch)[_PATCH_BYTES:])
        else:
            group.buffers += (
                context.codec.stamp(batch, base_offset, self.leader_epoch, checked.max_timestamp, stamp),
                memoryview(batch)[_STAMP_BYTES:],
            )
        if staged_timestamp is None:
            group.first_timestamp = checked.max_timestamp
        group.staged.append((group.size, size, last_offset, checked.max_timestamp))
        group.size += size
        group.end_offset = last_offset + 1
        return AppendResult(ErrorCode.NONE, None, [], base_offset, last_offset, checked.log_append_time_ms, self.start_offset)

    def _write_group(self, group: _Group) -> None:
        """Write what is staged and make it part of the log. Raises OSError, with the log as it was."""
        segment = self._segments.active
        segment.check_indexes()
        if self._epochs.latest_epoch != self.leader_epoch and self._epochs.assign(self.leader_epoch, self.end_offset):
            self._epochs_unsynced = True
            self._epochs.flush(sync=False)
        position = segment.size
        try:
            file = segment.file(True)
            file.write_at(position, group.buffers)
        except OSError as error:
            self._cut_back(segment, position, error)
            raise
        note_batch = segment.note_batch
        for relative, size, last_offset, max_timestamp in group.staged:
            note_batch(position + relative, size, last_offset, max_timestamp)
        segment.size = position + group.size
        segment.dirty = True
        self.end_offset = group.end_offset
        if group.staging:
            self._producers.commit()
        self._producers.advance(group.end_offset)
        if self._watermark_is_end:
            self.high_watermark = group.end_offset

    def _cut_back(self, segment: Segment, size: int, error: OSError) -> None:
        """After a failed write: nothing of it may stay, lest a later start takes it for part of the log."""
        try:
            file = segment.file(True)
            if file.size() > size:
                file.truncate(size)
        except OSError as second:
            if not is_refusal(second) or not is_refusal(error):
                self._context.take_offline(self.directory, second)
        self._refused_by_disk(error)

    def _refused_by_disk(self, error: OSError) -> None:
        """A write failed."""
        if not is_refusal(error):
            self._context.take_offline(self.directory, error)

    def _failed_write(self, error: OSError | CorruptRecords, group: _Group, count: int) -> None:
        """Answer KAFKA_STORAGE_ERROR for all that is not written."""
        if group.staging:
            self._producers.rollback()
        sentence = f"{self.topic_partition} cannot be written: {error}"
        results = group.results
        for index in range(group.first_result, len(results)):
            if results[index].code is ErrorCode.NONE:
                results[index] = AppendResult(ErrorCode.KAFKA_STORAGE_ERROR, sentence)
        while len(results) < count:
            results.append(AppendResult(ErrorCode.KAFKA_STORAGE_ERROR, sentence))
        self._context.warn(sentence)

    def append_as_follower(self, records: bytes | memoryview, most_epoch: int | None = None) -> FollowedBatches:
        """Append batches as a leader has them, which stay what they are; see `follower_append`. All of them or none. The high watermark is
        the leader's to raise (`raise_high_watermark`).

        :param most_epoch: the leader epoch that was asked; batches of a newer one, and all behind it, are left out. None: all are taken.
        :raises NotTheNextBatch, KlogError: as `follower_append.acceptable`; KAFKA_STORAGE_ERROR where the disk refuses.
        """
        context = self._context
        why = self._why_not_now()
        if why is not None:
            raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, f"{self.topic_partition} cannot be written: {why}")
        accepted = acceptable(
            context.codec,
            records,
            self.topic_partition,
            start_offset=self.start_offset,
            end_offset=self.end_offset,
            latest_epoch=self.latest_epoch,
            most_epoch=most_epoch,
        )
        entries = accepted.entries
        view = memoryview(records)
        first_offset = entries[0].base_offset if entries else self.end_offset
        now_ms = context.now_ms()
        size_bytes = 0
        try:
            for run in self._runs_of_a_segment(entries, now_ms):
                size_bytes += self._write_as_follower(run, view)
        except (OSError, CorruptRecords) as error:
            # What was written before stays: it is whole, and the leader is asked for the rest.
            sentence = f"{self.topic_partition} cannot be written: {error}"
            context.warn(sentence)
            raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, sentence) from error
        return FollowedBatches(first_offset, self.end_offset, len(entries), size_bytes, accepted.ended_at_newer_epoch)

    def _runs_of_a_segment(self, entries: Sequence[Entry], now_ms: int) -> Iterator[list[Entry]]:
        """`entries` in pieces that one write appends, with a roll before each but the first where its segment is full. Raises OSError."""
        run: list[Entry] = []
        size = 0
        for entry in entries:
            active = self._segments.active
            first_ms = run[0].max_timestamp if run else None
            if active.should_roll(size + entry.size, entry.max_timestamp, entry.last_offset, now_ms, self.settings, first_ms):
                if run:
                    yield run
                    run, size = [], 0
                if self._segments.active.size:
                    self._roll(self.end_offset, now_ms)
                if entry.last_offset - self._segments.active.base_offset > _MAX_RELATIVE_OFFSET:
                    # Behind a gap that no segment can hold.
                    self._roll(entry.base_offset, now_ms)
            run.append(entry)
            size += entry.size
        if run:
            yield run

    def _write_as_follower(self, run: Sequence[Entry], records: memoryview) -> int:
        """One write; bytes written. Raises OSError, with the log as it was."""
        segment = self._segments.active
        segment.check_indexes()
        position = segment.size
        start = run[0].position
        size = run[-1].position + run[-1].size - start
        try:
            segment.file(True).write_at(position, (records[start : start + size],))
        except OSError as error:
            self._cut_back(segment, position, error)
            raise
        replay = ProducerReplay(self._context, self.directory, self._producers, self._context.warn)
        for entry in run:
            segment.note_batch(position + entry.position - start, entry.size, entry.last_offset, entry.max_timestamp)
            epoch = entry.partition_leader_epoch
            if entry.magic == 2 and epoch >= 0 and self._epochs.latest_epoch != epoch and self._epochs.assign(epoch, entry.base_offset):
                self._epochs_unsynced = True
                self.leader_epoch = max(self.leader_epoch, epoch)
            replay.note(entry, segment, bytes(records[entry.position : entry.position + entry.size]), note_abort=True)
        segment.size = position + size
        segment.dirty = True
        self.end_offset = run[-1].last_offset + 1
        if self._epochs.dirty:
            self._write_epochs()
        return size

    def raise_high_watermark(self, offset: int) -> None:
        """What the leader says of it, or a leader has made out; never above the end of the log, and never down."""
        self._raise_high_watermark(min(offset, self.end_offset))

    def _roll(self, base_offset: int, now_ms: int) -> None:
        """Begin a new active segment. Raises OSError, with the old one still active; calling it again goes on. What is more than a full
        disk takes the directory out of service, as with any write."""
        context = self._context
        old = self._segments.active
        try:
            old.save_indexes()
            snapshot = self._producers.take_snapshot(sync=False)
            segment = Segment(context, self.directory, base_offset, self.settings, size=0, created_ms=now_ms, fresh=True)
            segment.make_files()
        except OSError as error:
            self._refused_by_disk(error)
            raise
        paths = [old.log_path, *old.index_paths()]
        if snapshot is not None:
            paths.append(self._producers.snapshot_path(snapshot))
        self._rolled.append((old, paths))
        self._names_unsynced = True
        self._segments.append(segment)
        if len(self._segments) > LOADED_INDEXES + 1:
            self._segments[-LOADED_INDEXES - 2].unload_indexes()

    # Reading

    def read(self, offset: int, max_bytes: int, *, upper_bound: int, minimum_one_batch: bool = True) -> LogRead:
        """Batches from the one that holds `offset`, below `upper_bound` (high watermark or last stable offset), all from one segment.

        `max_bytes` is passed only by a first batch that is larger, and only with `minimum_one_batch`. Always whole batches.

        :raises ColdRead: a thread has to read something first.
        :raises KlogError: OFFSET_OUT_OF_RANGE; CORRUPT_MESSAGE and KAFKA_STORAGE_ERROR where the files are broken.
        """
        if not self.start_offset <= offset <= self.end_offset:
            raise KlogError(
                ErrorCode.OFFSET_OUT_OF_RANGE,
                f"{self.topic_partition} holds offsets from {self.start_offset} to {self.end_offset}; {offset} was asked for",
            )
        try:
            return self._reader.read(offset, max_bytes, min(upper_bound, self.end_offset), self.end_offset, minimum_one_batch)
        except (OSError, CorruptRecords, CorruptIndex) as error:
            raise reading_error(error, self.topic_partition) from error

    def segment_span(self, offset: int) -> FileSpan:
        """All of the segment in which `offset` stands or should stand, whatever it holds. Raises OSError, ColdRead."""
        return self._reader.whole(self._segments[max(self._segments.floor_index(offset), 0)])

    def next_segment(self, offset: int) -> int:
        """The first offset of the first segment that begins behind `offset`; -1 where there is none."""
        bases = self._segments.bases()
        index = self._segments.floor_index(offset) + 1
        return bases[index] if index < len(bases) else -1

    def offset_for_timestamp(self, target_ms: int, upper_bound: int) -> tuple[int, int, int] | None:
        """(timestamp, offset, leader epoch) of the first record below `upper_bound` with a timestamp of at least `target_ms`.

        :raises ColdRead, KlogError: as `read`.
        """
        try:
            return self._reader.find_timestamp(target_ms, self.start_offset, upper_bound)
        except (OSError, RecordsError, CorruptIndex) as error:
            raise reading_error(error, self.topic_partition) from error

    def offset_of_max_timestamp(self) -> tuple[int, int, int] | None:
        """(timestamp, offset, leader epoch) of the first record with the largest timestamp of all; None where none has one.

        :raises ColdRead, KlogError: as `read`.
        """
        try:
            return self._reader.find_max_timestamp()
        except (OSError, RecordsError, CorruptIndex) as error:
            raise reading_error(error, self.topic_partition) from error

    def legacy_offsets_before(self, timestamp_ms: int, max_count: int, upper_bound: int) -> list[int]:
        """ListOffsets 0: bases of segments last changed at or before `timestamp_ms`, newest first, the end of the log in front; nothing
        above `upper_bound`, which stands for what is (``UnifiedLog.legacyFetchOffsetsBefore`` of 3.9).

        :raises ColdRead, KlogError: as `read`.
        """
        try:
            steps = [(max(segment.base_offset, self.start_offset), self._reader.modified_ms(segment)) for segment in self._segments]
        except OSError as error:
            raise reading_error(error, self.topic_partition) from error
        if self._segments.active.size:
            steps.append((self.end_offset, self._context.now_ms()))
        if timestamp_ms == EARLIEST_TIMESTAMP:
            steps = steps[:1]
        elif timestamp_ms != LATEST_TIMESTAMP:
            while steps and steps[-1][1] > timestamp_ms:
                steps.pop()
        found = [offset for offset, _ in reversed(steps[-max_count:])] if max_count > 0 else []
        if any(offset > upper_bound for offset in found):
            return [upper_bound, *(offset for offset in found if offset <= upper_bound)]
        return found

    @property
    def latest_epoch(self) -> int:
        """The newest leader epoch that began in this log; -1 without one. A follower names it as its last fetched one."""
        latest = self._epochs.latest_epoch
        return -1 if latest is None else latest

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

    def aborted_transactions(self, start: int, upper_bound: int) -> list[AbortedTxn]:
        """Aborted transactions that overlap [start, upper_bound).

        :raises ColdRead, KlogError: as `read`.
        """
        try:
            return self._reader.aborted(start, upper_bound)
        except (OSError, CorruptRecords, CorruptIndex) as error:
            raise reading_error(error, self.topic_partition) from error

    def active_producers(self) -> list[ProducerEntry]:
        """Producers that are known, by id."""
        return [self._producers.producers[producer_id] for producer_id in sorted(self._producers.producers)]

    # Flush

    def prepare_flush(self, rolled_only: bool = False) -> Flush | None:
        """Gather what must be synced; None where there is nothing to do, or a flush is under way, or the directory is out of service.

        Index files and checkpoints of what is flushed are written, and everything is opened, not synced, here. An error there takes the
        directory out of service where it is more than a full disk or a process without descriptors.

        :param rolled_only: leave the active segment out: what a roll, or retention, owes where no rule asks for more.
        """
        context = self._context
        active = self._segments.active
        if self._flush is not None or self._why_not_now() is not None:
            return None
        with_active = active.dirty and not rolled_only
        if not with_active and not self.owes_a_flush:
            return None
        target = self.end_offset if not rolled_only else active.base_offset
        directories: list[OpenDirectory] = []
        try:
            paths = [path for segment, paths in self._rolled if not segment.deleted for path in paths]
            if with_active:
                paths.append(active.log_path)
            if self._epochs.dirty or self._epochs_unsynced:
                self._epochs.flush(sync=False)
                paths.append(f"{self.directory}/{LEADER_EPOCH_CHECKPOINT}")
            files = []
            for path in paths:
                try:
                    files.append(context.files.get(path, True) if path.endswith(LOG) else context.fs.open(path, write=True))
                except FileNotFoundError:
                    # A snapshot or an index that has been removed since needs no sync.
                    if path == active.log_path:
                        raise
            if self._names_unsynced or self._epochs_unsynced:
                directories.append(context.fs.open_directory(self.directory))
        except OSError as error:
            self._refused_by_disk(error)
            return None
        self._rolled = []
        if with_active:
            active.dirty = False
            self._reader.remember(target, active, active.size)
        self._names_unsynced = self._epochs_unsynced = False
        return self._begin_flush(files, directories, target)

    def _begin_flush(self, files: Sequence[File], directories: Sequence[OpenDirectory], target: int) -> Flush:
        self._flush = Flush(self.work, files, directories, target, self._flushed, self._flush_failed)
        return self._flush

    def _flushed(self, flush: Flush) -> None:
        """Everything below the flush's target is durable, and under the flush rule visible."""
        self._flush = None
        self.recovery_point = max(self.recovery_point, flush.target_offset)
        if self._flush_rule and self._owns_high_watermark:
            self._raise_high_watermark(self.recovery_point)
        if self.retention_waits:
            # What a thread has to look up first is left to the next round.
            with suppress(ColdRead):
                self.apply_retention(self._context.now_ms())

    def _flush_failed(self, flush: Flush, error: Exception) -> None:
        """Nobody can say what is on disk: no more writes to this directory, whatever the error is called. Reads go on."""
        self._flush = None
        self._context.take_offline(self.directory, error)

    def _raise_high_watermark(self, offset: int) -> None:
        if offset > self.high_watermark:
            self.high_watermark = offset
            self._producers.on_high_watermark(offset)

    def flush(self) -> None:
        """A flush of everything, in this thread. Raises OSError; the directory is out of service then."""
        flush = self.prepare_flush()
        if flush is not None:
            do_now(flush)

    # Care

    def assign_leader_epoch(self, epoch: int, note: bool = False) -> None:
        """A new leadership: batches carry `epoch` from now on. Lower ones than the present are ignored.

        :param note: that it begins at the end of the log is noted at once, in memory and in the file, which the next flush syncs; where the
            log has other replicas they may ask about it before anything is written (KAFKA-7415). Without it the first append notes it.
        :raises StillRunning: the log is being truncated, and nobody knows where it ends; only with `note`.
        """
        if epoch < self.leader_epoch:
            return
        if note and self._truncation is not None:
            raise StillRunning(errno.EBUSY, "the log is being truncated", self.directory)
        self.leader_epoch = epoch
        if note and self._epochs.latest_epoch != epoch and self._epochs.assign(epoch, self.end_offset):
            self._write_epochs()

    def _write_epochs(self) -> None:
        """Put what is known of leader epochs into the file. Where the disk refuses it is written with the next flush, or made again from
        the batches."""
        self._epochs_unsynced = True
        if self._context.offline is not None or self.work.is_closed:
            return
        try:
            self._epochs.flush(sync=False)
        except OSError as error:
            self._refused_by_disk(error)

    def update_settings(self, settings: LogSettings) -> None:
        """Go by other settings from now on. The high watermark never falls: what was shown stays shown."""
        self.settings = settings
        self._flush_rule = settings.flush_rule
        self._watermark_is_end = self._owns_high_watermark and not self._flush_rule
        if self._watermark_is_end:
            self._raise_high_watermark(self.end_offset)
        for segment in self._segments:
            segment.update_settings(settings)

    def truncate_start(self, offset: int) -> int:
        """DeleteRecords: nothing below `offset` can be read any more; returns the start offset. Whole segments go with the next
        `apply_retention`.

        :raises KlogError: OFFSET_OUT_OF_RANGE above the high watermark.
        """
        if self._truncation is not None:
            raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, f"{self.topic_partition} is being truncated")
        if offset > self.high_watermark or offset < 0:
            raise KlogError(
                ErrorCode.OFFSET_OUT_OF_RANGE,
                f"records of {self.topic_partition} cannot be deleted up to {offset}: the high watermark is {self.high_watermark}",
            )
        if offset > self.start_offset:
            self._move_start(offset)
        return self.start_offset

    # Truncation

    @property
    def is_being_truncated(self) -> bool:
        """Whether a `Truncation` is under way."""
        return self._truncation is not None

    def prepare_truncation(self, offset: int) -> Truncation | None:
        """Cut the log so that it ends behind the last batch of which all lies below `offset`. From now on nothing above is shown or
        counted; the rest is done when the caller has had the answer done. None where the log does not reach behind `offset`: only leader
        epochs that began there are forgotten. Where the log begins behind `offset`, all of it goes (``UnifiedLog.truncateTo``).

        :raises StillRunning: other work for this log has not ended: `work.when_idle` tells; a compaction is asked to stop.
        :raises KlogError: KAFKA_STORAGE_ERROR: the log is closed, its directory is out of service.
        :raises ValueError: a negative offset.
        """
        self._check_may_be_cut(offset)
        if offset >= self.end_offset:
            # A leadership that wrote nothing here may be known with another begin (KAFKA-10706).
            self._epochs.truncate_from_end(offset)
            if self._epochs.dirty:
                self._epochs_unsynced = True
            return None
        if offset < self.first_segment_base:
            return self._begin_truncation(offset, fully=True)
        return self._begin_truncation(offset, fully=False)

    def prepare_new_start(self, offset: int) -> Truncation:
        """As `prepare_truncation`, with nothing left: the log begins and ends at `offset`, wherever it was before
        (``UnifiedLog.truncateFullyAndStartAt``). Raises the same."""
        self._check_may_be_cut(offset)
        return self._begin_truncation(offset, fully=True)

    def truncate_to(self, offset: int) -> int:
        """`prepare_truncation` and all that follows, in this thread; the new end. Raises the same, and OSError."""
        truncation = self.prepare_truncation(offset)
        if truncation is not None:
            do_now(truncation)
        return self.end_offset

    def truncate_fully_and_start_at(self, offset: int) -> None:
        """`prepare_new_start` and all that follows, in this thread. Raises the same, and OSError."""
        do_now(self.prepare_new_start(offset))

    def _check_may_be_cut(self, offset: int) -> None:
        if offset < 0:
            raise ValueError(f"{self.topic_partition} cannot be truncated to {offset}")
        why = self._why_not_now()
        if why is not None and self._truncation is None:
            raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, f"{self.topic_partition} cannot be truncated: {why}")
        if self.compaction is not None:
            self.compaction.stop()
        if self.work.running:
            raise StillRunning(errno.EBUSY, "work on the disk has not ended", self.directory)

    def _begin_truncation(self, offset: int, *, fully: bool) -> Truncation:
        before = self.start_offset, self.end_offset, self.high_watermark, self.recovery_point
        kept = 0 if fully else max(self._segments.floor_index(offset - 1), 0)
        log = LogToCut(
            self._context,
            self.directory,
            self.topic_partition,
            self.settings,
            list(self._segments),
            kept,
            self._epochs.entries,
            self.start_offset,
        )

        def failed(error: Exception, is_touched: bool) -> None:
            self._truncation = None
            if is_touched or not is_refusal(error):
                self._context.take_offline(self.directory, error)
            else:
                self.start_offset, self.end_offset, self.high_watermark, self.recovery_point = before

        if offset < self.high_watermark:
            # Something was told that was not kept (KAFKA-19474).
            self._context.warn(
                f"{self.topic_partition} is truncated to {offset}, below its high watermark {self.high_watermark}: "
                "records that consumers may have read are gone"
            )
        self.end_offset = offset
        self.recovery_point = min(self.recovery_point, log.segments[kept].base_offset)
        if fully:
            self.start_offset = self.high_watermark = self.recovery_point = offset
        else:
            self.start_offset = min(self.start_offset, offset)
            self.high_watermark = min(self.high_watermark, offset)
        self._truncation = Truncation(self.work, log, offset, fully, self._truncated, failed)
        return self._truncation

    def _truncated(self, cut: CutLog) -> None:
        """The log is what the thread has left of it."""
        self._truncation = None
        gone = self._segments.replace_from(cut.kept_segments, cut.active)
        for segment in gone:
            segment.deleted = True
            segment.forget_files()
        self._rolled = [(segment, paths) for segment, paths in self._rolled if not segment.deleted]
        self.end_offset = cut.end_offset
        self.start_offset = min(self.start_offset, cut.end_offset)
        self.high_watermark = min(self.high_watermark, cut.end_offset)
        # The next flush covers it, and brings the recovery point up.
        cut.active.dirty = True
        self._producers = cut.producers
        self._producers.on_high_watermark(self.high_watermark)
        self._epochs = cut.epochs
        self._names_unsynced = self._epochs_unsynced = self.retention_waits = False
        for path in cut.deleted:
            self._delete_later(path)
        for sentence in cut.warnings:
            self._context.warn(sentence)

    def _move_start(self, offset: int) -> None:
        self.start_offset = offset
        self._producers.on_log_start(offset)
        self._epochs.truncate_from_start(offset)
        if self._epochs.dirty:
            self._epochs_unsynced = True

    def apply_retention(self, now_ms: int) -> int:
        """Delete segments whose time has come; returns how many. Their files get another name now and go with `remove_deleted`. Where that
        must wait for a flush, `retention_waits` says so, and it goes on when one is done.

        :raises ColdRead: before anything was deleted: a thread has to look up how old they are.
        """
        total = 0
        settings = self.settings
        self.retention_waits = False
        # While segments are being compacted they stay.
        if self._why_not_now() is not None or self.compaction is not None:
            return 0
        by_time = settings.cleanup_delete and settings.retention_ms != UNLIMITED
        try:
            while True:
                facts = [
                    SegmentFacts(
                        segment.base_offset, segment.size, self._reader.largest_timestamp(segment) if by_time and segment.size else now_ms
                    )
                    for segment in self._segments
                ]
                count, reason = segments_to_delete(facts, settings, now_ms, self.start_offset, self.high_watermark, self.end_offset)
                if reason is Reason.NONE:
                    break
                if by_time and not all(self._segments[index].confirm_max_timestamp() for index in range(count)):
                    # What the time index said of one of them is not so; decide again.
                    continue
                if count == len(facts):
                    self._roll(self.end_offset, now_ms)
                if self._names_unsynced or self._flush is not None:
                    # What stays must be on the disk by name before: a log that forgot where it ended would give the same offsets again.
                    # And each is gone for good before the next goes, the oldest first: a power cut must not leave a gap, which recovery
                    # would take for damage.
                    self.retention_waits = True
                    break
                self._delete_first(now_ms)
                total += 1
        except (OSError, CorruptRecords, CorruptIndex) as error:
            self._context.warn(f"{self.topic_partition}: retention stopped at an error: {error}")
        return total

    def _delete_first(self, now_ms: int) -> None:
        """Rename the oldest segment's files."""
        due = now_ms + self.settings.file_delete_delay_ms
        start = self._segments[1].base_offset
        (segment,) = self._segments.remove_first(1)
        self._names_unsynced = True
        for path in segment.rename(DELETED):
            self._deleted.append((due, path))
        snapshot = self._producers.mark_snapshot_deleted(segment.base_offset)
        if snapshot is not None:
            self._deleted.append((due, snapshot))
        if start > self.start_offset:
            self._move_start(start)

    def take_deleted(self, now_ms: int) -> list[str]:
        """Paths of the files that were deleted long enough ago; whoever takes them removes them, in any thread."""
        due_now = [path for due, path in self._deleted if due <= now_ms]
        if due_now:
            self._deleted = [(due, path) for due, path in self._deleted if due > now_ms]
        return due_now

    def remove_deleted(self, now_ms: int) -> int:
        """`take_deleted`, and remove them in this thread; returns how many went."""
        due_now = self.take_deleted(now_ms)
        return len(due_now) - len(do_now(Removal(self.work, self._context.fs, due_now, (), self._context.warn)))

    def for_compaction(self) -> CompactionView:
        """What compaction works on."""
        return CompactionView(self._context, self._segments, self._producers, self._reader, self._delete_later)

    def _delete_later(self, path: str) -> None:
        self._deleted.append((self._context.now_ms() + self.settings.file_delete_delay_ms, path))

    def checkpoint(self) -> tuple[int, int, int]:
        """Forget expired producers; (recovery point, start offset, high watermark) for the directory's checkpoint files."""
        self._producers.expire(self._context.now_ms())
        return self.recovery_point, self.start_offset, self.high_watermark

    def close(self) -> None:
        """Flush everything, write indexes and the producers' snapshot; afterwards a clean start trusts the files. Raises OSError."""
        flush = self.prepare_close()
        if flush is not None:
            try:
                do_now(flush)
            finally:
                self.abandon()

    def prepare_close(self) -> Flush | None:
        """Write, and gather for syncing, what a clean start trusts: batches, indexes, known producers. The caller has the flush done, and
        calls `abandon` whatever came of it; None where nothing changed since the last one, or the directory is out of service: then the
        log is closed already. Raises OSError; the log is closed then too.

        The names of index files and of a snapshot without producers are not synced: where they get lost they are made again.

        :raises StillRunning: work for this log has not ended, and nobody can say what of it is on the disk.
        """
        if self.work.is_closed:
            return None
        if self._context.offline is not None:
            self.abandon()
            return None
        try:
            if self.work.running:
                raise StillRunning(errno.EBUSY, "work on the disk has not ended", self.directory)
            flush = self._prepare_close()
        except BaseException:
            self.abandon()
            raise
        if flush is None:
            self.abandon()
        return flush

    def _prepare_close(self) -> Flush | None:
        active = self._segments.active
        files = active.save_indexes()
        directories: list[OpenDirectory] = []
        snapshot = self._producers.take_snapshot(sync=False)
        if snapshot is not None and len(self._producers):
            files.append(self._context.fs.open(self._producers.snapshot_path(snapshot), write=True))
            directories.append(self._context.fs.open_directory(self.directory))
        if self._epochs.latest_epoch is None and self._owns_high_watermark:
            # The next start goes on from it. A follower's next leader says it.
            self._epochs.assign(self.leader_epoch, self.end_offset)
        if self._epochs.dirty:
            self._epochs.flush(sync=False)
            self._epochs_unsynced = True
        flush = self.prepare_flush()
        if flush is not None:
            flush.files = [*flush.files, *files]
            flush.directories = flush.directories or directories
            return flush
        if active.dirty or self._rolled:
            raise self._context.offline or OSError(errno.EIO, "what was not flushed cannot be flushed now", self.directory)
        return self._begin_flush(files, directories, self.recovery_point) if files else None

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


class _Group:
    """Entries of one append that wait for their common write."""

    __slots__ = ("_log", "buffers", "end_offset", "first_result", "first_timestamp", "now_ms", "results", "size", "staged", "staging")

    def __init__(self, log: Log, results: list[AppendResult]) -> None:
        self._log = log
        self.results = results
        self.now_ms = log._context.now_ms()
        self.buffers: list[Buffer] = []
        #: (position relative to the group's start, size, last offset, largest timestamp).
        self.staged: list[tuple[int, int, int, int]] = []
        #: Largest timestamp of the first of them.
        self.first_timestamp: int | None = None
        self.size = 0
        self.end_offset = log.end_offset
        #: Results from here on depend on the next write.
        self.first_result = 0
        #: Whether producers' state is staged.
        self.staging = False

    def write(self) -> None:
        """Write what is staged; nothing where nothing is. Raises OSError."""
        if self.staged:
            self._log._write_group(self)
            self.staging = False
            self.buffers = []
            self.staged = []
            self.first_timestamp = None
            self.size = 0
            self.first_result = len(self.results)
        elif self.staging:
            self._log._producers.commit()
            self.staging = False
