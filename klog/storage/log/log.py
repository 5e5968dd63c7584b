"""One partition's log, as everybody uses it: made, opened, and read.

What else it does is told chapter by chapter, from `base` on; opening is in `recovery`, what a read does in `reading`.
"""

from __future__ import annotations

from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.records.contract import CorruptRecords, RecordsError
from klog.span import FileSpan
from klog.storage.context import LogContext as LogContext
from klog.storage.filenames import LEADER_EPOCH_CHECKPOINT
from klog.storage.log.base import StillRunning as StillRunning
from klog.storage.log.leader_epochs import LeaderEpochCache
from klog.storage.log.reading import reading_error
from klog.storage.log.recovery import LoadedLog, Loader
from klog.storage.log.start_reports import RecoveryReport as RecoveryReport
from klog.storage.log.truncation import TruncatableLog
from klog.storage.log.values import AppendEntry as AppendEntry
from klog.storage.log.values import AppendResult as AppendResult
from klog.storage.log.values import LogRead as LogRead
from klog.storage.producers.state import ProducerEntry, ProducerStateManager
from klog.storage.segments.offset_index import CorruptIndex
from klog.storage.segments.segment import Segment
from klog.storage.segments.txn_index import AbortedTxn
from klog.storage.settings import LogSettings


class Log(TruncatableLog):
    """The log of one partition. One thread at a time, but for what `DiskWork` does."""

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
        producers = ProducerStateManager(context.fs, directory, topic_partition, context.expiration_ms_now)
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
            has_replicas=high_watermark is not None,
        )
        loaded = loader.load()
        epoch = max(loaded.report.highest_epoch, 0)
        if new_leadership and loaded.report.highest_epoch >= 0:
            epoch += 1
        return cls(context, directory, topic_partition, topic_id, settings, loaded, epoch, high_watermark)

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

    def aborted_transactions(self, start: int, upper_bound: int) -> list[AbortedTxn]:
        """Aborted transactions that overlap [start, upper_bound).

        :raises ColdRead, KlogError: as `read`.
        """
        try:
            return self._reader.aborted(start, upper_bound)
        except (OSError, CorruptRecords, CorruptIndex) as error:
            raise reading_error(error, self.topic_partition) from error

    @property
    def producer_count(self) -> int:
        """How many producers are known."""
        return len(self._producers)

    def active_producers(self) -> list[ProducerEntry]:
        """Producers that are known, by id."""
        return [self._producers.producers[producer_id] for producer_id in sorted(self._producers.producers)]
