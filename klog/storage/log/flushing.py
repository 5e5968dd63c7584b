"""What of a log is on the disk: flushes, and closing it in order.

A flush is `DiskWork` (`flush_work`), because it must not stop the thread that serves clients: `prepare_flush` here, the syncs anywhere,
what follows here; one at a time. The log is the owner of its work (`Log.work`): what ends after the log was closed changes nothing, and a
log with work under way cannot be closed in order. After a failed sync nobody can say what is on the disk: the directory takes no writes any
more.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence
from contextlib import suppress

from klog.storage.cold_read import ColdRead
from klog.storage.disk_work import do_now
from klog.storage.filenames import LEADER_EPOCH_CHECKPOINT, LOG
from klog.storage.filesystem import File, OpenDirectory
from klog.storage.log.base import StillRunning
from klog.storage.log.flush_work import Flush, NotReplaced
from klog.storage.log.retention import RetainingLog


class FlushingLog(RetainingLog):
    """A log that reaches the disk; see the module."""

    @property
    def owes_a_flush(self) -> bool:
        """Whether a segment was rolled and not flushed since, or retention waits for one; the next `prepare_flush(rolled_only=True)`
        covers it."""
        # Asked with every append; this way is the shortest.
        return True if self._rolled else self.retention_waits

    @property
    def is_busy(self) -> bool:
        """Whether a flush is under way, or a truncation: `prepare_flush` gives nothing until it has ended."""
        return self._flush is not None or self._truncation is not None

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
            # A start may have cut some of them, too.
            self._epochs_unsynced = self._epochs_unsynced or self._epochs.dirty
            replaces: dict[str, str] = {}
            if self._epochs_unsynced:
                # Of an epoch of which compaction has left nothing the file alone tells: it is replaced when the new one is durable.
                replaces = self._write_epochs()
                paths += replaces
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
        return self._begin_flush(files, directories, target, replaces)

    def _write_epochs(self) -> dict[str, str]:
        """Write the leader epochs into a temporary file: its path, and the one that it shall have. By the topic's id it is this log's
        alone: another topic's log of the same name may be here when the flush comes to it. Raises OSError."""
        return {self._epochs.write_temporary(self.topic_id.hex()): f"{self.directory}/{LEADER_EPOCH_CHECKPOINT}"}

    def _begin_flush(self, files: Sequence[File], directories: Sequence[OpenDirectory], target: int, replaces: Mapping[str, str]) -> Flush:
        self._flush = Flush(self.work, files, directories, target, self._flushed, self._flush_failed, self._context.fs, replaces)
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
        """Nobody can say what is on disk: no more writes to this directory, whatever the error is called. Reads go on. But for a full disk
        that refuses a name: then the same is to be done again."""
        self._flush = None
        if isinstance(error, NotReplaced):
            self._epochs_unsynced = self._names_unsynced = self._segments.active.dirty = True
            return
        self._context.take_offline(self.directory, error)

    def flush(self) -> None:
        """A flush of everything, in this thread. Raises OSError; the directory is out of service then."""
        flush = self.prepare_flush()
        if flush is not None:
            do_now(flush)

    # Checkpoints and close

    def expire_producers(self) -> None:
        """Forget those that were idle for ``producer.id.expiration.ms``, and what was refused of others and never came again."""
        now_ms = self._context.now_ms()
        self._producers.expire(now_ms)
        if self._refused_batches:
            self._refused_batches.expire(now_ms)

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
        if active.give_room_back():
            active.dirty = True
        files = active.save_indexes()
        directories: list[OpenDirectory] = []
        snapshot = self._producers.take_snapshot(sync=False)
        if snapshot is not None and len(self._producers):
            files.append(self._context.fs.open(self._producers.snapshots.path(snapshot), write=True))
            directories.append(self._context.fs.open_directory(self.directory))
        if self._epochs.latest_epoch is None and self._owns_high_watermark:
            # The next start goes on from it. A follower's next leader says it.
            self._epochs.assign(self.leader_epoch, self.end_offset)
        flush = self.prepare_flush()
        if flush is not None:
            flush.files = [*flush.files, *files]
            flush.directories = flush.directories or directories
            return flush
        if active.dirty or self._rolled:
            raise self._context.offline or OSError(errno.EIO, "what was not flushed cannot be flushed now", self.directory)
        replaces: dict[str, str] = {}
        if self._epochs.dirty and self._owns_high_watermark:
            # Nothing has been written in the newest. Where the log has other replicas somebody else begins another one, and the file stays
            # as it is: it is never replaced without being synced, as batches do not tell of all that it has.
            replaces = self._write_epochs()
            files += [self._context.fs.open(path, write=True) for path in replaces]
            directories = directories or [self._context.fs.open_directory(self.directory)]
        return self._begin_flush(files, directories, self.recovery_point, replaces) if files else None
