"""Compaction as the log sees it, on the log's thread: what there is to do, beginning it, following it, letting go of it.

What the thread does is in ``compaction``, the renames are in ``segment_swap``; `LogCompaction` takes them from turn to turn. While one is
under way, retention leaves the log alone. A log that is closed or deleted meanwhile stops it, and what it had written is removed, in a
last turn of the thread.

What of a `klog.storage.log.log.Log` this works on stands in `klog.storage.log.base.CompactionView`, which the log gives; else only the
log's public face is used.
"""

from __future__ import annotations

from functools import partial

from klog.storage.compaction.compaction import Compaction, CompactionOptions, SealedSegment, Step
from klog.storage.compaction.plan import Dirtiness, Offsets, SegmentAge, dirtiness
from klog.storage.compaction.segment_swap import SegmentSwap
from klog.storage.disk_work import DiskWork, WorkKind
from klog.storage.filenames import OFFSET_INDEX, TIME_INDEX, TXN_INDEX
from klog.storage.log.log import Log


class LogCompaction(DiskWork[None]):
    """One compaction of `log`, from its first turn to its last. When it is over, `is_done` or `error` says what came of it; neither where
    the log was closed or the directory went out of service meanwhile.
    """

    __slots__ = ("_context", "_is_discarding", "_log", "_swap", "compaction", "error", "is_done")

    kind = WorkKind.COMPACT

    def __init__(self, log: Log, compaction: Compaction, swap: SegmentSwap) -> None:
        super().__init__(log.work)
        self.compaction = compaction
        #: Whether everything has taken its place.
        self.is_done = False
        #: Why it was given up; `Stopped` where somebody asked for that.
        self.error: Exception | None = None
        self._log = log
        self._context = log.for_compaction().context
        self._swap = swap
        #: Whether all that is left to do is to remove what was written in vain.
        self._is_discarding = False

    def stop(self) -> None:
        """Ask it to end soon."""
        self.compaction.stop()

    def run(self) -> None:
        """The thread's part of the present step."""
        if self._is_discarding:
            self.compaction.discard()
        else:
            self.compaction.run()

    def complete(self, result: None) -> None:
        """The log's part of it."""
        if self._is_discarding:
            return
        log = self._log
        again = False
        try:
            again = self._context.offline is None and self._swap.advance(self.compaction, log.settings)
        except Exception as error:
            # Between two names nobody can go on.
            self.error = error
            self._context.take_offline(log.directory, error)
        self.is_done = self.compaction.step is Step.DONE
        if again:
            self.needs_another_run = True
        else:
            self._end()

    def fail(self, error: Exception) -> None:
        """While it only wrote new files nothing has happened to the log; a directory that could not be synced is out of service."""
        if self._is_discarding:
            # The next start removes it.
            return
        self.error = error
        if self.compaction.step is not Step.CLEAN and isinstance(error, OSError):
            self._context.take_offline(self._log.directory, error)
        self._end()

    def dropped(self) -> None:
        """The log was closed."""
        if not self._is_discarding:
            self._end()

    def _end(self) -> None:
        if self._log.compaction is self:
            self._log.compaction = None
        if not self.is_done:
            self._is_discarding = True
            self.needs_another_run = True


def dirtiness_of(log: Log, checkpoint: int | None) -> Dirtiness | None:
    """What there is to compact; None where nothing can be now.

    :param checkpoint: where the last compaction ended; None where there was none.
    :raises ColdRead: a thread has to look up a time that counts.
    :raises OSError, CorruptRecords: it cannot be read.
    """
    view = log.for_compaction()
    if log.is_closed or view.context.offline is not None or log.compaction is not None or log.is_being_truncated:
        return None
    if not log.settings.cleanup_compact or not log.settings.retention_known:
        return None
    reader = view.reader
    segments = [
        SegmentAge(segment.base_offset, segment.size, partial(reader.largest_timestamp, segment), partial(reader.first_timestamp, segment))
        for segment in view.segments
    ]
    offsets = Offsets(log.start_offset, log.last_stable_offset, log.end_offset, log.recovery_point)
    return dirtiness(segments, offsets, checkpoint, log.settings, view.context.now_ms())


def prepare_compaction(log: Log, dirt: Dirtiness, options: CompactionOptions) -> LogCompaction:
    """Begin one of what `dirtiness_of` just found; the caller has it done.

    :raises ColdRead: a thread has to look something up first.
    :raises OSError, KlogError: the log cannot be read.
    """
    view = log.for_compaction()
    context = view.context
    sources = [
        SealedSegment(
            segment.base_offset,
            segment.size,
            segment.log_path,
            view.reader.modified_ms(segment),
            segment.path(OFFSET_INDEX),
            segment.path(TIME_INDEX),
            segment.path(TXN_INDEX) if segment.has_txn_index else None,
        )
        for segment in view.segments
        if segment.base_offset < dirt.first_uncleanable
    ]
    work = Compaction(
        context,
        log.directory,
        log.topic_partition,
        log.settings,
        options,
        context.now_ms(),
        sources,
        dirt.first_dirty,
        dirt.first_uncleanable,
        list(view.producers.producers.values()),
        log.aborted_transactions(dirt.first_uncleanable, log.end_offset),
    )
    swap = SegmentSwap(context, log.directory, view.segments, view.producers, view.delete_later)
    log.compaction = LogCompaction(log, work, swap)
    return log.compaction
