"""Putting a compacted segment in the place of the old ones, a bounded number of renames at a time, on the log's thread.

The steps and why they come in this order are told in ``compaction``; between them the directory is synced in another thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from klog.storage.compaction.compaction import CleanedGroup, Compaction, Step
from klog.storage.context import LogContext
from klog.storage.filenames import CLEANED, LOG, SWAP, TXN_INDEX, file_path
from klog.storage.producers.state import ProducerStateManager
from klog.storage.segments.segment import Segment
from klog.storage.segments.segment_list import Segments
from klog.storage.settings import LogSettings

#: Old segments whose files are renamed in one step; about half a millisecond.
RENAMED_AT_ONCE = 16


class SegmentSwap:
    """Follows one compaction; used by `Log` alone.

    :param deleted: told the path of every file that is only there to be removed.
    """

    def __init__(
        self,
        context: LogContext,
        directory: str,
        segments: Segments,
        producers: ProducerStateManager,
        deleted: Callable[[str], None],
    ) -> None:
        self._context = context
        self._directory = directory
        self._segments = segments
        self._producers = producers
        self._deleted = deleted
        self._new: Segment | None = None
        self._old: list[Segment] = []

    def advance(self, compaction: Compaction, settings: LogSettings) -> bool:
        """The log's part of the present step, whose other part has run; False where all is done. Raises OSError."""
        step = compaction.step
        group = compaction.cleaned
        if step is Step.CLEAN:
            if group is None:
                compaction.step = Step.DONE
                return False
            for suffix in group.suffixes:
                path = file_path(self._directory, group.base_offset, suffix)
                self._context.fs.rename(path + CLEANED, path + SWAP)
            compaction.step = Step.SWAP
            return True
        assert group is not None
        if step is Step.SWAP:
            self._replace(group, settings)
            self._rename_old()
            compaction.step = Step.DELETE
        elif step is Step.DELETE:
            # The old names must be gone for good before the new log gets the first of them: `run` syncs between.
            if self._old:
                self._rename_old()
            else:
                self._name((LOG,))
                compaction.step = Step.NAME_LOG
        elif step is Step.NAME_LOG:
            self._name([suffix for suffix in group.suffixes if suffix != LOG])
            compaction.step = Step.NAME_INDEXES
        elif step is Step.NAME_INDEXES:
            compaction.took_place()
            self._new = None
            compaction.step = Step.CLEAN
        return True

    def _replace(self, group: CleanedGroup, settings: LogSettings) -> None:
        """In memory, at once for all readers."""
        new = Segment(
            self._context,
            self._directory,
            group.base_offset,
            settings,
            size=group.size,
            created_ms=self._context.now_ms(),
            has_txn_index=TXN_INDEX in group.suffixes,
        )
        new.move(group.suffixes, SWAP)
        new.know_timestamps(group.max_timestamp, group.max_timestamp_offset)
        self._old = self._segments.replace(group.replaces, new)
        for segment in self._old:
            segment.deleted = True
        self._new = new

    def _rename_old(self) -> None:
        now, self._old = self._old[:RENAMED_AT_ONCE], self._old[RENAMED_AT_ONCE:]
        assert self._new is not None
        for segment in now:
            for path in segment.mark_deleted():
                self._deleted(path)
            if segment.base_offset != self._new.base_offset:
                snapshot = self._producers.snapshots.mark_deleted(segment.base_offset)
                if snapshot is not None:
                    self._deleted(snapshot)

    def _name(self, suffixes: Sequence[str]) -> None:
        """Give the new segment's files of these kinds their own names."""
        new = self._new
        assert new is not None
        for suffix in suffixes:
            path = file_path(self._directory, new.base_offset, suffix)
            self._context.fs.rename(path + SWAP, path)
            self._context.files.forget(path + SWAP)
        new.move(suffixes, "")
