"""All logs of one data directory: partitions that come and go, checkpoints, orderly close.

In chapters, each of which builds on the one before: `base` (lock, identity, health), `loading` (the start), and this.

Close: every log is flushed and closed, the checkpoints are written, and last of all the clean-shutdown marker: only where nothing went
wrong on the way, and nothing was still being done on the disk when it began. The directory is an owner of work as its logs are
(`LogDirectory.work`).
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from klog.model import NO_TOPIC_ID, TopicPartition
from klog.storage.directories.base import DEFAULT_MAX_OPEN_FILES as DEFAULT_MAX_OPEN_FILES
from klog.storage.directories.base import DirectoryInUse as DirectoryInUse
from klog.storage.directories.checkpoints import Checkpoint
from klog.storage.directories.clean_shutdown import write_clean_shutdown
from klog.storage.directories.creation import Creation, NewPartition
from klog.storage.directories.deletion import Deletion, LeavingPartition, target_names
from klog.storage.directories.loading import LoadingDirectory
from klog.storage.directories.reserve_file import ReserveCheck
from klog.storage.directories.start_records import StartRecordWrite
from klog.storage.disk_work import do_now, do_together
from klog.storage.filenames import (
    DirectoryRole,
    directory_name,
    role_directory_name,
)
from klog.storage.log.log import Log
from klog.storage.log.start_kind import StartKind
from klog.storage.log.truncation_work import Truncation
from klog.storage.parallel_io import NotInTime, RunAll, one_by_one
from klog.storage.removal import Removal
from klog.storage.settings import LogSettings

#: Where so many files are kept open for each log that leaves, or fewer, they are looked for in one look through all; otherwise by name.
_KEPT_FILES_PER_LOG = 16
#: How many logs are looked at in one step of work that looks at all.
LOGS_OF_A_STEP = 256


class LogDirectory(LoadingDirectory):
    """A data directory and the logs in it. One thread at a time; for its parameters see `klog.storage.directories.base.DirectoryBase`."""

    # Partitions

    def prepare_creation(
        self, wanted: Sequence[tuple[TopicPartition, bytes]], leader_epoch: int = 0, settings: Mapping[str, LogSettings] | None = None
    ) -> Creation:
        """New partitions, each with its topic's id, of which none exists already in `logs`. `Creation.run` makes them, in any thread, after
        the deletions that were prepared before; `complete_creation` takes each into service. Never raises for the disk's sake.

        :param leader_epoch: with which they begin; -1: they follow, and their leaders' batches will say.
        :param settings: of the topics: then the logs are made in the thread too, and not by `complete_creation`.
        """
        assert self._opened is not None
        partitions = []
        for topic_partition, topic_id in wanted:
            directory = f"{self.path}/{directory_name(topic_partition)}"
            error = self.offline
            if topic_partition in self.logs or self._keeps_its_name(topic_partition, directory):
                error = FileExistsError(errno.EEXIST, f"{directory} exists already", directory)
            partitions.append(NewPartition(topic_partition, directory, topic_id, leader_epoch, error))
        coming = [one for one in partitions if one.error is None]
        names = [one.topic_partition for one in coming]

        def make_log(made: NewPartition) -> Log:
            assert settings is not None
            return self._make_log(made, settings[made.topic_partition.topic])

        return Creation(
            self.work,
            self.fs,
            self._opened,
            partitions,
            self._failed_creations,
            lambda creation: self._have_come(creation, names),
            self._failed_creations.hand_over(one.directory for one in coming),
            None if settings is None else make_log,
            self._checkpoints.without(names),
        )

    def _keeps_its_name(self, topic_partition: TopicPartition, directory: str) -> bool:
        """Whether a log that could not be opened lies there and is not on its way out. The checkpoints are its own; the thread would find
        it only after they were written without it."""
        return topic_partition in self._failed and directory not in self._leaving and self.fs.exists(directory)

    def _have_come(self, creation: Creation, names: Sequence[TopicPartition]) -> None:
        self._checkpoints.have_come(names)
        if creation.sync_error is not None:
            self._checkpoint_failed(creation.sync_error)
        for left in creation.leftovers:
            self._settle_leaving(left)
        for one in creation.partitions:
            if one.error is None:
                self._checkpoints.forget(one.topic_partition)
            elif one.leaving is not None:
                self._settle_leaving(one.leaving)
                if one.leaving.error is not None:
                    self._warn(f"{one.directory} could not be made, nor be removed, which is tried again: {one.leaving.error}")

    def prepare_discard(self) -> Deletion | None:
        """What creations that failed have left under a partition's name, to be renamed now; None where nothing was."""
        leaving = self._failed_creations.hand_over_all()
        # Not in `_leaving`: another creation's directory may come under the name before, which is taken out like any other.
        return self.prepare_deletion(leaving) if leaving else None

    def _make_log(self, made: NewPartition, settings: LogSettings) -> Log:
        return Log.create(self.context, made.directory, made.topic_partition, made.topic_id, settings, made.leader_epoch)

    def complete_creation(self, made: NewPartition, settings: LogSettings) -> Log:
        """Take a partition into service that `Creation.run` has made. Raises the OSError of one that could not be made."""
        if made.error is not None:
            raise made.error
        if self.offline is not None and self.work.is_closed:
            # It was set aside meanwhile.
            raise self.offline
        log = made.log
        if log is None:
            log = self._make_log(made, settings)
        elif log.settings is not settings and log.settings != settings:
            # They were changed meanwhile.
            log.update_settings(settings)
        self.logs[made.topic_partition] = log
        return log

    def delete(self, *topic_partitions: TopicPartition) -> bool:
        """`take_out` and `prepare_deletion`, done in this thread. False where there is no such directory. Raises OSError, of the first that
        keeps its name."""
        leaving = self.take_out(topic_partitions)
        if not leaving:
            return False
        do_now(self.prepare_deletion(leaving))
        for one in leaving:
            if one.error is not None:
                raise one.error
        return True

    def take_out(
        self, topic_partitions: Sequence[TopicPartition], topic_id: bytes | None = None, *, is_failed_creation: bool = False
    ) -> list[LeavingPartition]:
        """Take partitions out of service for good; those that have a directory, for `prepare_deletion`.

        :param topic_id: of their topic, with which the directories are compared of which no log is open; None where they are known to be
            its own. Of the logs that are open the caller knows.
        :param is_failed_creation: they were made for a topic that was refused, which nobody remembers as deleted: what keeps its name is
        tried
            again.

        Nothing where the directory is being closed, in a thread by now: its logs are closed as they are, and the next start deletes those
        of topics that are gone.
        """
        leaving: list[LeavingPartition] = []
        if self.work.is_closed:
            return leaving
        now_ms = self.context.now_ms()
        together = len(topic_partitions) * _KEPT_FILES_PER_LOG >= len(self.context.files)
        closed: set[str] = set()
        for topic_partition, name in zip(topic_partitions, target_names(topic_partitions, self._random_bytes), strict=True):
            log = self.logs.pop(topic_partition, None)
            delay_ms = self.defaults.file_delete_delay_ms
            if log is not None:
                directory = log.directory
                delay_ms = log.settings.file_delete_delay_ms
                if together:
                    log.abandon_work()
                    closed.add(directory)
                else:
                    log.abandon()
            elif (directory := f"{self.path}/{directory_name(topic_partition)}") in self._leaving:
                continue
            elif not self.fs.exists(directory):
                self._forget(topic_partition)
                continue
            compared = topic_id if log is None and topic_id != NO_TOPIC_ID else None
            if compared is None:
                self._forget(topic_partition)
            one = LeavingPartition(topic_partition, directory, f"{self.path}/{name}", now_ms + delay_ms, compared, is_failed_creation)
            leaving.append(one)
            self._leaving[directory] = one
        if closed:
            files = self.context.files.forget_directories(closed)
            # What waits for a thread counts among the open files too: no more than are kept anyway.
            if len(self._closing) + len(files) <= self.context.files.limit:
                self._closing += files
        return leaving

    # Partitions that come from another data directory, or go there

    def begin_future(self, topic_partition: TopicPartition) -> str:
        """The folder of a copy of this partition, to be made in a thread, or one that lies there already."""
        found = self.futures.get(topic_partition)
        if found is None:
            name = role_directory_name(topic_partition, DirectoryRole.FUTURE, self._random_bytes(16).hex())
            found = self.futures[topic_partition] = f"{self.path}/{name}"
        return found

    def end_future(self, topic_partition: TopicPartition) -> list[LeavingPartition]:
        """A copy is not wanted any more; for `prepare_deletion`. Nothing where there is none."""
        directory = self.futures.pop(topic_partition, None)
        if directory is None or self.work.is_closed:
            return []
        self._checkpoints.forget(topic_partition)
        self._starts.forget(topic_partition)
        (name,) = target_names([topic_partition], self._random_bytes)
        one = LeavingPartition(topic_partition, directory, f"{self.path}/{name}", self.context.now_ms())
        self._leaving[directory] = one
        return [one]

    def expect(
        self,
        topic_partition: TopicPartition,
        recovery_point: int,
        start_offset: int,
        high_watermark: int,
        cleaned_to: int | None,
        kind: StartKind = StartKind.CLEAN,
    ) -> None:
        """A copy is about to get the partition's own name. The caller has the checkpoints written before, `prepare_checkpoint`,
        `prepare_cleaner_checkpoint` and `prepare_start_record`: they know it from now on, and say no more of a log that lay here under that
        name earlier.

        :param recovery_point: below it all of the copy is on the disk.
        :param cleaned_to: where the log's last compaction ended.
        :param kind: what the last stop may have cost the log.
        """
        self._checkpoints.expect(topic_partition, recovery_point, start_offset, high_watermark, cleaned_to)
        self._starts.keep(topic_partition, kind)

    def give_away(self, log: Log) -> None:
        """It is served from another data directory now. Its folder stays until `take_out`."""
        if self.logs.get(log.topic_partition) is log:
            del self.logs[log.topic_partition]
            self._checkpoints.forget(log.topic_partition)
        log.abandon()

    def take_in(self, log: Log, cleaned_to: int | None) -> None:
        """A partition that has come from another data directory.

        :param cleaned_to: where its last compaction ended.
        """
        self.futures.pop(log.topic_partition, None)
        self._checkpoints.has_come(log.topic_partition)
        self._starts.forget(log.topic_partition)
        self.logs[log.topic_partition] = log
        if cleaned_to is not None:
            self.cleaner_offsets[log.topic_partition] = cleaned_to

    def _forget(self, topic_partition: TopicPartition) -> None:
        self._failed.pop(topic_partition, None)
        self._checkpoints.forget(topic_partition)
        self._starts.forget(topic_partition)

    def prepare_deletion(self, leaving: Sequence[LeavingPartition]) -> Deletion:
        """Have the directories of what was taken out renamed; `prepare_removal` finds them when it is time."""
        assert self._opened is not None
        files, self._closing = self._closing, []
        return Deletion(self.work, self.fs, self._opened, leaving, self._have_left, self._leaving_failed, files)

    def _have_left(self, deletion: Deletion) -> None:
        for one in deletion.partitions:
            self._forget_leaving(one)
            if one.topic_id is not None and one.error is None and not one.is_anothers:
                self._forget(one.topic_partition)
            self._settle_leaving(one)

    def _settle_leaving(self, one: LeavingPartition) -> None:
        """What becomes of a directory that a thread was to rename."""
        if one.is_anothers:
            return
        if one.error is None:
            self._deleted.append((one.due_ms, one.target))
        elif one.is_failed_creation:
            self._failed_creations.keep(one)
        else:
            self._warn(f"{one.directory} could not be renamed to be removed; the next start tries again: {one.error}")

    def _leaving_failed(self, deletion: Deletion, error: Exception) -> None:
        for one in deletion.partitions:
            self._forget_leaving(one)
        self.context.take_offline(self.path, error)

    def _forget_leaving(self, one: LeavingPartition) -> None:
        if self._leaving.get(one.directory) is one:
            del self._leaving[one.directory]

    def prepare_truncation(self, topic_partition: TopicPartition, offset: int, *, fully: bool = False) -> Truncation | None:
        """`Log.prepare_truncation`, or `Log.prepare_new_start` where nothing shall stay, with checkpoints that know of it before anything
        is cut. Raises what they raise.

        :raises KeyError: there is no such log.
        """
        log = self.logs[topic_partition]
        truncation = log.prepare_new_start(offset) if fully else log.prepare_truncation(offset)
        if truncation is not None:
            truncation.write_checkpoints = self._checkpoints.before_truncation(topic_partition, log.end_offset)
        return truncation

    def look_at_logs(self, look: Callable[[Log], None]) -> Iterator[None]:
        """Show `look` all logs that are open, in steps between which others may be served."""
        for number, log in enumerate(list(self.logs.values()), 1):
            if not log.work.is_closed:
                look(log)
            if not number % LOGS_OF_A_STEP:
                yield

    def prepare_removal(self, now_ms: int, logs: Iterable[Log] | None = None) -> Removal | None:
        """What of segments and partitions was deleted long enough ago, for the caller to have done; None where nothing was.

        :param logs: in which to look for segments; None: in all. What is closed by now is left to the next start.
        """
        looked = self.logs.values() if logs is None else logs
        files = [path for log in looked if not log.work.is_closed for path in log.take_deleted(now_ms)]
        trees = [path for due, path in self._deleted if due <= now_ms]
        self._deleted = [(due, path) for due, path in self._deleted if due > now_ms]
        return Removal(self.work, self.fs, files, trees, self._warn) if files or trees else None

    def prepare_reserve(self, size: int) -> ReserveCheck:
        """Look whether there is room, and keep `size` bytes in reserve for retention; the caller runs it."""
        return ReserveCheck(self.work, self.fs, self.path, size, self.room)

    # Checkpoints and close

    def prepare_checkpoint(self) -> Checkpoint:
        """What the three checkpoint files should say now; the caller runs it."""
        return self._checkpoints.prepare()

    def prepare_high_watermark_checkpoint(self) -> Checkpoint | None:
        """What the one with the high watermarks should say now, for the caller to run; None where it says so already."""
        return self._checkpoints.prepare_high_watermarks()

    def prepare_start_record(self) -> StartRecordWrite | None:
        """Which logs are still in doubt after the last start, to be written down by the caller; None where that stands there."""
        return self._starts.prepare() if self.keeps_starts else None

    def prepare_cleaner_checkpoint(self) -> Checkpoint:
        """What ``cleaner-offset-checkpoint`` should say now; the caller runs it."""
        return self._checkpoints.prepare_cleaner()

    def close(self, run_all: RunAll = one_by_one, left_s: Callable[[], float | None] = lambda: None) -> bool:
        """Flush and close all logs, write the checkpoints and the clean-shutdown marker, unlock. Returns whether all of it worked; if not,
        there is no marker, and the next start recovers. May run in a thread when nothing else uses the directory, after `give_up_work`.

        :param run_all: runs the syncs.
        :param left_s: the seconds that are left for all of it; None for as long as it takes. What has not ended then is given up.
        """
        clean = not self._failed
        try:
            clean = self.give_up_work() == 0 and clean
            clean = self._close_logs(run_all, left_s) and clean
            if self.offline is not None:
                clean = False
            elif self._lock is not None:
                clean = self._close_in_order(clean, run_all, left_s)
            return clean
        finally:
            self.context.files.clear()
            # What was given up may still be writing: nobody else comes in before the process ends.
            if not self._given_up:
                self.release()

    def _close_in_order(self, clean: bool, run_all: RunAll, left_s: Callable[[], float | None]) -> bool:
        """Whether what stands on the disk at last is `clean`, and says so."""
        (error,) = run_all([lambda: self._failed_creations.rename_all(self._opened)], left_s())
        if error is None:
            (error,) = do_together([self.prepare_checkpoint()], run_all, left_s)
        starts = self.prepare_start_record()
        if error is None and starts is not None:
            (error,) = do_together([starts], run_all, left_s)
        if error is None and clean:
            (error,) = run_all([lambda: write_clean_shutdown(self.fs, self.path)], left_s())
        if error is not None:
            self._given_up = self._given_up or isinstance(error, NotInTime)
            self._warn(f"{self.path} could not be closed in order: {error}")
        return clean and error is None

    def give_up_work(self) -> int:
        """The directory is about to be closed: nothing that is being done on the disk is waited for any more, and what becomes of it
        changes nothing here. How many pieces of work that were; where there were any, the close is none in order."""
        if self.work.is_closed:
            return self._unfinished
        running = [work for work in self.work.running if not work.is_cleanup]
        self.work.close()
        for log in self.logs.values():
            if log.work.running and not log.is_closed:
                running += log.work.running
                log.abandon()
        self._unfinished = len(running)
        if running:
            self._given_up = True
            kinds = ", ".join(sorted({work.kind.value for work in running}))
            self._warn(f"{self.path}: work on the disk has not ended ({kinds}); the next start recovers")
        return self._unfinished

    def _close_logs(self, run_all: RunAll, left_s: Callable[[], float | None]) -> bool:
        """Whether all logs are closed in order."""
        clean = True
        late = 0
        logs = list(self.logs.values())
        at_once = self._closed_at_once
        for start in range(0, len(logs), at_once):
            flushes = []
            for log in logs[start : start + at_once]:
                try:
                    flush = log.prepare_close()
                except OSError as error:
                    clean = False
                    self._warn(f"{log.directory} could not be closed in order: {error}")
                else:
                    if flush is not None:
                        flushes.append((log, flush))
            outcomes = do_together([flush for _, flush in flushes], run_all, left_s)
            for (log, _), outcome in zip(flushes, outcomes, strict=True):
                if isinstance(outcome, NotInTime):
                    self._given_up = True
                    late += 1
                elif outcome is not None:
                    clean = False
                    self._warn(f"{log.directory} could not be closed in order: {outcome}")
                log.abandon()
            if late:
                late += max(0, len(logs) - start - at_once)
                break
        if late:
            self._warn(f"{self.path}: {late} logs could not be flushed in time; the next start recovers them")
        return clean and not late
