"""What goes at a log's start: retention, DeleteRecords, and the removal of files.

Retention may rename old segments only when the names of those that stay are on the disk; where they are not, it waits for a flush
(`retention_waits`) and goes on when that is done. What is to go, and why, is decided in `retention_rules`.
"""

from __future__ import annotations

from klog.errors import ErrorCode, KlogError
from klog.records.contract import CorruptRecords
from klog.storage.disk_work import do_now
from klog.storage.log.appending import AppendingLog
from klog.storage.log.retention_rules import Reason, SegmentFacts, segments_to_delete
from klog.storage.removal import Removal
from klog.storage.segments.offset_index import CorruptIndex
from klog.storage.settings import UNLIMITED


class RetainingLog(AppendingLog):
    """A log that forgets; see the module."""

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
        try:
            for path in segment.mark_deleted():
                self._deleted.append((due, path))
            snapshot = self._producers.snapshots.mark_deleted(segment.base_offset)
        except OSError as error:
            # Whatever it is called: half of it may be gone, and the next start would find the other half.
            self._context.take_offline(self.directory, error)
            raise
        if snapshot is not None:
            self._deleted.append((due, snapshot))
        if start > self.start_offset:
            self._move_start(start)

    def has_deleted(self, now_ms: int) -> bool:
        """Whether `take_deleted` has something to take."""
        return bool(self._deleted) and any(due <= now_ms for due, _ in self._deleted)

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
