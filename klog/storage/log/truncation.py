"""What goes at a log's end: a replica cuts its log on its leader's word, and begins anew where the leader begins.

The cut itself is made in a thread, by `truncation_work`: here it is prepared, and here the log gets its new parts.
"""

from __future__ import annotations

import errno

from klog.errors import ErrorCode, KlogError
from klog.storage.directory_health import is_refusal
from klog.storage.disk_work import do_now
from klog.storage.log.base import StillRunning
from klog.storage.log.flushing import FlushingLog
from klog.storage.log.truncation_work import CutLog, LogToCut, Truncation


class TruncatableLog(FlushingLog):
    """A log that can be cut; see the module."""

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

        def done(cut: CutLog) -> None:
            self._truncated(cut)
            if loss:
                self._context.warn(loss)

        def failed(error: Exception, is_touched: bool) -> None:
            self._truncation = None
            if is_touched or not is_refusal(error):
                self._context.take_offline(self.directory, error)
            else:
                self.start_offset, self.end_offset, self.high_watermark, self.recovery_point = before

        loss = ""
        if max(offset, self.start_offset) < self.high_watermark:
            # Something was told that was not kept (KAFKA-19474). A log that has nothing yet loses nothing by beginning further down.
            loss = (
                f"{self.topic_partition} was truncated to {offset}, below its high watermark {self.high_watermark}: "
                "records that consumers may have read are gone"
            )
        self.end_offset = offset
        self.recovery_point = min(self.recovery_point, log.segments[kept].base_offset)
        if fully:
            # The recovery point goes up when what is there has gone: a start that still finds it must not take it for durable.
            self.start_offset = self.high_watermark = offset
            self.recovery_point = min(before[-1], offset)
        else:
            self.start_offset = min(self.start_offset, offset)
            self.high_watermark = min(self.high_watermark, offset)
        if not fully:
            # Before the thread touches it. The segments behind are renamed, and their files stay what they are.
            cut = log.segments[kept]
            cut.cuts.cut(self._reader.least_cut(cut, offset))
        self._truncation = Truncation(self.work, log, offset, fully, done, failed)
        return self._truncation

    def _truncated(self, cut: CutLog) -> None:
        """The log is what the thread has left of it."""
        self._truncation = None
        self.truncations += 1
        if not cut.begins_anew:
            cut.active.continues(self._segments[cut.kept_segments])
        gone = self._segments.replace_from(cut.kept_segments, cut.active)
        for segment in gone:
            segment.deleted = True
            segment.forget_files()
        self._rolled = [(segment, paths) for segment, paths in self._rolled if not segment.deleted]
        self.end_offset = cut.end_offset
        self.start_offset = min(self.start_offset, cut.end_offset)
        self.high_watermark = min(self.high_watermark, cut.end_offset)
        if not cut.active.base_offset < cut.end_offset and not cut.kept_segments:
            # Of a log that is empty all is durable.
            self.recovery_point = cut.end_offset
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
