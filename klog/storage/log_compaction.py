"""Compaction as the log sees it, on the log's thread: what there is to do, beginning it, following it, letting go of it.

The work itself is in ``compaction`` (any thread) and ``segment_swap`` (the renames). While one is under way, retention leaves the log
alone. A log that is closed or deleted meanwhile stops it, and what it had written is dropped.

Everything here is for a `klog.storage.log.Log`, whose innards it knows.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

from klog.storage.compaction import Compaction, CompactionOptions, Source, Step
from klog.storage.compaction_plan import Dirtiness, Offsets, SegmentAge, dirtiness
from klog.storage.filenames import OFFSET_INDEX, TIME_INDEX, TXN_INDEX
from klog.storage.segment_swap import SegmentSwap

if TYPE_CHECKING:
    from klog.storage.log import Log


@dataclasses.dataclass(slots=True)
class RunningCompaction:
    """What a log remembers of its compaction."""

    work: Compaction
    swap: SegmentSwap


def dirtiness_of(log: Log, checkpoint: int | None) -> Dirtiness | None:
    """What there is to compact; None where nothing can be now.

    :param checkpoint: where the last compaction ended; None where there was none.
    :raises OSError, CorruptRecords: a time that counts cannot be read.
    """
    if log._closed or log._context.offline is not None or log.compaction is not None:
        return None
    if not log.settings.cleanup_compact or not log.settings.retention_known:
        return None
    segments = [
        SegmentAge(segment.base_offset, segment.size, segment.largest_timestamp, segment.first_batch_timestamp) for segment in log._segments
    ]
    offsets = Offsets(log.start_offset, log.last_stable_offset, log.end_offset, log.recovery_point)
    return dirtiness(segments, offsets, checkpoint, log.settings, log._context.now_ms())


def prepare_compaction(log: Log, dirt: Dirtiness, options: CompactionOptions) -> Compaction:
    """Begin one of what `dirtiness_of` just found; the caller runs it and calls `complete_compaction` after each `Compaction.run`.

    :raises OSError, KlogError: the log cannot be read.
    """
    context = log._context
    # Readers load what is missing; the thread must find index files as they stand.
    sources = [
        Source(
            segment.base_offset,
            segment.size,
            segment.log_path,
            context.fs.modified_ms(segment.log_path),
            segment.path(OFFSET_INDEX),
            segment.path(TIME_INDEX),
            segment.path(TXN_INDEX) if segment.has_txn_index else None,
        )
        for segment in log._segments
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
        list(log._producers.producers.values()),
        log.aborted_transactions(dirt.first_uncleanable, log.end_offset),
    )
    swap = SegmentSwap(context, log.directory, log._segments, log._producers, _remover(log))
    log.compaction = RunningCompaction(work, swap)
    return work


def _remover(log: Log) -> Callable[[str], None]:
    def deleted(path: str) -> None:
        log._deleted.append((log._context.now_ms() + log.settings.file_delete_delay_ms, path))

    return deleted


def complete_compaction(log: Log, work: Compaction) -> bool:
    """The log's part after `Compaction.run` returned. True: run it again. False: it has ended, by `Step.DONE`, or was dropped because the
    log is closed or the directory out of service; the caller calls `Compaction.discard` then.

    :raises OSError: a rename failed; the directory is out of service.
    """
    running = log.compaction
    if running is None or running.work is not work:
        return False
    again = False
    try:
        if not log._closed and log._context.offline is None:
            again = running.swap.advance(work, log.settings)
    except OSError as error:
        log._go_offline(error)
        raise
    finally:
        if not again:
            log.compaction = None
    return again


def fail_compaction(log: Log, work: Compaction, error: BaseException) -> None:
    """`Compaction.run` raised `error`. While it only wrote new files nothing has happened to the log; a directory that could not be synced
    is out of service."""
    running = log.compaction
    if running is not None and running.work is work:
        log.compaction = None
    if work.step is not Step.CLEAN and isinstance(error, OSError) and not log._closed:
        log._go_offline(error)
