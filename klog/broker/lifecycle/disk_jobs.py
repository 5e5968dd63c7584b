"""What a broker does with its disks from time to time, all of it in threads.

=========================  ==================================================================================================
job                        how often
=========================  ==================================================================================================
retention                  ``log.retention.check.interval.ms``; at once where a disk is full
checkpoints                ``log.flush.offset.checkpoint.interval.ms``, ``log.flush.start.offset.checkpoint.interval.ms``: the
                           more frequent of the two
high watermarks            ``replica.high.watermark.checkpoint.interval.ms``, of logs that have replicas elsewhere
start record               as often: how this start began (`klog.storage.directories.start_records`)
compaction                 the `Cleaner`'s own rounds
removal of deleted files   every five seconds: files whose ``file.delete.delay.ms`` is over
room for retention         every five seconds: ``klog.reserve.bytes`` are kept in each directory, so that retention has room to
                           work in where the disk is full; people are told when it gets full, and when it is not any more
=========================  ==================================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.broker.admin_answers import when_all
from klog.broker.disk.cleaner import Cleaner
from klog.broker.disk.retention_rounds import apply_retention
from klog.broker.disk.threads import do_in_thread
from klog.broker.lifecycle.environment import Environment
from klog.broker.lifecycle.periodic_jobs import PeriodicJobs
from klog.broker.replicas.moves import LogMoves
from klog.broker.replicas.partitions import Partitions
from klog.broker.settings.settings import BrokerSettings
from klog.broker.steps import Steps
from klog.metrics import Metrics
from klog.storage.directories.data_directories import DataDirectories
from klog.storage.directories.directory import LogDirectory
from klog.storage.disk_work import DiskWork
from klog.storage.log.log import Log

#: How often files whose time has come are removed from the disk.
REMOVAL_INTERVAL_MS = 5_000


class DiskJobs:
    """See the module.

    :param moves: a log on its way to another directory is not compacted.
    :param warn: takes sentences for people.
    """

    def __init__(
        self,
        settings: BrokerSettings,
        environment: Environment,
        directories: DataDirectories,
        partitions: Partitions,
        moves: LogMoves,
        *,
        steps: Steps,
        metrics: Metrics,
        warn: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._environment = environment
        self._directories = directories
        self._partitions = partitions
        self._steps = steps
        self._warn = warn
        self._reserve_bytes = settings.integer("klog.reserve.bytes")
        #: Where no room could be kept, and that was said.
        self._unkept: set[LogDirectory] = set()
        self.cleaner = Cleaner(
            directories.all,
            settings,
            metrics,
            clock=environment.reactor,
            run_in_thread=environment.run_in_thread,
            must_stay=moves.is_moving,
        )

    def begin(self, jobs: PeriodicJobs) -> None:
        """From now on, until `jobs` and the cleaner are stopped."""
        integer, every = self._settings.integer, jobs.every
        every(
            "retention",
            integer("log.retention.check.interval.ms"),
            self.apply_retention,
            first_ms=integer("log.initial.task.delay.ms"),
        )
        checkpoint_ms = min(integer("log.flush.offset.checkpoint.interval.ms"), integer("log.flush.start.offset.checkpoint.interval.ms"))
        self.cleaner.start()
        for directory in self._directories:
            # Each by itself: one that hangs keeps none of the others from it.
            of = "" if len(self._directories) == 1 else f" of {directory.path}"
            every(f"checkpoints{of}", checkpoint_ms, partial(self.write_checkpoints, directory))
            high_watermarks_ms = integer("replica.high.watermark.checkpoint.interval.ms")
            every(f"high watermarks{of}", high_watermarks_ms, partial(self.write_high_watermarks, directory))
            # Both look at all logs in one turn: not in the same.
            every(f"start record{of}", high_watermarks_ms, partial(self.write_start_record, directory), first_ms=high_watermarks_ms // 2)
            every(f"removal of deleted files{of}", REMOVAL_INTERVAL_MS, partial(self.remove_deleted, directory))
            if self._reserve_bytes:
                every(f"room for retention{of}", REMOVAL_INTERVAL_MS, partial(self.keep_reserve, directory), first_ms=0)

    def apply_retention(self) -> Deferred[None]:
        """Over all logs."""
        return apply_retention(self._partitions, self._environment.now_ms(), self._steps.run)

    def write_checkpoints(self, directory: LogDirectory) -> Deferred[Any] | None:
        """Recovery points and log starts; producers that were idle for too long go first."""
        if directory.offline is not None:
            return None

        def written(nothing: None) -> Deferred[Any] | None:
            return None if directory.offline is not None else self._do([directory.prepare_checkpoint()])

        return self._steps.run(directory.look_at_logs(Log.expire_producers)).addCallback(written)

    def write_high_watermarks(self, directory: LogDirectory) -> Deferred[Any] | None:
        """Of all logs, where they have replicas."""
        if directory.offline is not None or not directory.has_replicas:
            return None
        return self._do([directory.prepare_high_watermark_checkpoint()])

    def write_start_record(self, directory: LogDirectory) -> Deferred[Any] | None:
        """How this start of the broker began, as far as that is known by now."""
        return None if directory.offline is not None else self._do([directory.prepare_start_record()])

    def remove_deleted(self, directory: LogDirectory) -> Deferred[Any] | None:
        """What was deleted long enough ago, and what creations that failed have left."""
        if directory.work.is_closed:
            return None
        now_ms = self._environment.now_ms()
        found: list[Log] = []

        def look(log: Log) -> None:
            if log.has_deleted(now_ms):
                found.append(log)

        def looked(nothing: None) -> Deferred[Any] | None:
            if directory.work.is_closed:
                return None
            return self._do([directory.prepare_discard(), directory.prepare_removal(now_ms, found)])

        return self._steps.run(directory.look_at_logs(look)).addCallback(looked)

    def keep_reserve(self, directory: LogDirectory) -> Deferred[Any] | None:
        """See `klog.storage.directories.reserve_file`."""
        if directory.offline is not None:
            return None
        was_low = directory.room.is_low

        def looked(result: object) -> Deferred[None] | None:
            is_low = directory.room.is_low
            if isinstance(result, Failure):
                if directory not in self._unkept:
                    self._warn(f"{directory.path}: no room can be kept for retention: {result.getErrorMessage()}")
                self._unkept.add(directory)
            elif is_low and not was_low:
                self._warn(f"{directory.path}: the disk is full: nothing is appended until retention, or somebody, has made room")
            elif was_low and not is_low:
                self._warn(f"{directory.path}: there is room again")
            return self.apply_retention() if is_low else None

        work = directory.prepare_reserve(self._reserve_bytes)
        return do_in_thread(self._environment.run_in_thread, work).addBoth(looked)

    def _do(self, works: Iterable[DiskWork[Any] | None]) -> Deferred[Any] | None:
        """Each in a thread; None where nothing is to be waited for."""
        return when_all([do_in_thread(self._environment.run_in_thread, work) for work in works if work is not None], None)
