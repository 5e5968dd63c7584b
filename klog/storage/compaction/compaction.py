"""One compaction of one log: reading its sealed segments and writing new ones beside them, in a thread of its own.

`log_compaction.prepare_compaction` makes it, on the log's thread, from what there is then. From there on two take turns:

===================== ======================================================= ===========================================
step                  `Compaction.run`, in any thread                         `SegmentSwap.advance`, on the log's thread
===================== ======================================================= ===========================================
CLEAN                 the first time: map the keys of the dirty part;         nothing left: done. Else ``.cleaned`` becomes ``.swap``
                      write one group as ``.cleaned`` files, sync them
SWAP                  sync the directory                                      the new segment takes the old ones' place; their files
                                                                              get the suffix ``.deleted``, some at a time
DELETE                sync the directory once all have it                     the new ``.log`` gets its own name
NAME_LOG              sync the directory                                      the new indexes get theirs
NAME_INDEXES          sync the directory                                      on with the next group
===================== ======================================================= ===========================================

The thread only reads sealed segments, through files of its own, and writes names ending in ``.cleaned``, so it needs no lock. The log's
thread only renames, a bounded number of files at a time.

Power may go at any point: until all of a group's ``.swap`` names are durable the old segments hold, afterwards the new one does
(`klog.storage.log.recovery` finishes what was begun). The last batch of a group stays, empty if need be, so that recovery can tell from the
new segment alone which old ones it replaces, and so that there is no gap between two segments but where something was lost. Groups are
replaced in the order of offsets, each durably before the next: what a tombstone hides is gone before the tombstone is.
"""

from __future__ import annotations

import dataclasses
import enum
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress

from klog.model import TopicPartition
from klog.records.contract import LOG_OVERHEAD, CorruptRecords
from klog.records.implementations import Compactor
from klog.storage.byte_rate import ByteRate
from klog.storage.compaction.cleaned_transactions import CleanedTransactions
from klog.storage.compaction.plan import SegmentSize, groups
from klog.storage.context import LogContext
from klog.storage.filenames import CLEANED, LOG, OFFSET_INDEX, SEGMENT_SUFFIXES, TIME_INDEX, TXN_INDEX, file_path
from klog.storage.filesystem import File
from klog.storage.producers.state import ProducerEntry
from klog.storage.segments.offset_index import MAX_RELATIVE_OFFSET, OffsetIndex, lookup_in_file
from klog.storage.segments.time_index import TimeIndex
from klog.storage.segments.txn_index import AbortedTxn, TxnIndex
from klog.storage.settings import LogSettings

#: Written bytes after which a file is synced on the way, so that the last sync, and other people's, need not wait for all of it.
SYNC_BYTES = 16 << 20
_LARGEST_FILE = 2**31 - 1


class Stopped(Exception):
    """Somebody asked the compaction to stop."""


class Step(enum.Enum):
    """What `run` does next; the table is above."""

    CLEAN = enum.auto()
    SWAP = enum.auto()
    DELETE = enum.auto()
    NAME_LOG = enum.auto()
    NAME_INDEXES = enum.auto()
    DONE = enum.auto()


@dataclasses.dataclass(frozen=True)
class CompactionOptions:
    """How much a compaction may take, Kafka's ``log.cleaner.*``."""

    compactor: Compactor
    #: Of what is read and written together, shared by all compactions that go on.
    rate: ByteRate
    map_bytes: int = 128 << 20
    load_factor: float = 0.9
    #: What is read at once.
    read_bytes: int = 512 << 10


#: How long a compaction waits for its rate without asking again.
LONGEST_WAIT_S = 1.0


@dataclasses.dataclass(frozen=True, slots=True)
class SealedSegment:
    """A sealed segment as it was when the compaction was prepared."""

    base_offset: int
    size: int
    path: str
    modified_ms: int
    index_path: str
    time_index_path: str
    #: None where it has no aborted transactions.
    txn_index_path: str | None


@dataclasses.dataclass(slots=True)
class CleanedGroup:
    """New files for a run of old segments."""

    base_offset: int
    #: The old segments' base offsets.
    replaces: list[int]
    size: int
    max_timestamp: int
    max_timestamp_offset: int
    #: Kinds of files that were written.
    suffixes: list[str]


class Compaction:
    """See the table above.

    :param sources: all sealed segments from the first to the last that may be compacted, by offset.
    :param first_dirty: what lies before was compacted already.
    :param first_uncleanable: where the sources end.
    :param producers: those that are known, whose sequences and epochs hang on some batches.
    :param later_aborted: aborted transactions with markers behind the sources.
    :raises OSError: the log's directory cannot be opened, for its syncs.
    """

    def __init__(
        self,
        context: LogContext,
        directory: str,
        topic_partition: TopicPartition,
        settings: LogSettings,
        options: CompactionOptions,
        now_ms: int,
        sources: Sequence[SealedSegment],
        first_dirty: int,
        first_uncleanable: int,
        producers: Sequence[ProducerEntry],
        later_aborted: Sequence[AbortedTxn],
    ) -> None:
        self.topic_partition = topic_partition
        self.directory = directory
        self.step = Step.CLEAN
        self.first_dirty = first_dirty
        #: Once DONE: where the compacted part ends, which is the next checkpoint.
        self.end_offset = first_dirty
        #: What `run` has written last.
        self.cleaned: CleanedGroup | None = None
        self.bytes_read = 0
        self.bytes_written = 0
        self.records_read = 0
        self.records_kept = 0
        self._context = context
        self._fs = context.fs
        self._opened_directory = context.fs.open_directory(directory)
        self._settings = settings
        self._options = options
        self._now_ms = now_ms
        self._sources = list(sources)
        self._first_uncleanable = first_uncleanable
        self._producers = producers
        #: Last offsets of batches that a producer's sequence hangs on, ascending.
        self._kept_offsets: list[int] = []
        self._later_aborted = later_aborted
        self._stopping = threading.Event()
        #: Of `bytes_written`, how many the rate has heard of.
        self._paid_written = 0
        self._groups: list[list[SealedSegment]] | None = None
        self._made: list[str] = []

    def stop(self) -> None:
        """Ask `run`, which may be under way in another thread, to raise `Stopped` soon."""
        self._stopping.set()

    @property
    def stopping(self) -> bool:
        """Whether it was asked to stop."""
        return self._stopping.is_set()

    def run(self) -> None:
        """The thread's part of the present step.

        :raises Stopped: `stop` was called.
        :raises RecordsError, CorruptIndex: the log is broken.
        :raises OSError: a file can be neither read nor written.
        """
        if self.step is not Step.CLEAN:
            if self.step is not Step.DONE:
                self._opened_directory.sync()
            return
        self._check_stop()
        if self._groups is None:
            self._map()
        assert self._groups is not None
        self.cleaned = self._clean(self._groups.pop(0)) if self._groups else None

    def discard(self) -> None:
        """Remove files that have not taken anything's place. In any thread; never raises."""
        made, self._made = self._made, []
        for path in made:
            with suppress(OSError):
                self._fs.remove(path)

    # Reading

    def _check_stop(self) -> None:
        if self._stopping.is_set():
            raise Stopped(f"the compaction of {self.topic_partition} was stopped")

    def _throttle(self, count: int) -> None:
        """Wait until so many bytes more are within the limit, or somebody asks to stop."""
        rate = self._options.rate
        # What was written since the last time is paid for now.
        turn = rate.take(count + self.bytes_written - self._paid_written)
        self._paid_written = self.bytes_written
        left_s = rate.left_s(turn)
        while left_s > 0 and not self._stopping.is_set():
            wait_s = min(left_s, LONGEST_WAIT_S)
            self._stopping.wait(wait_s)
            left_s = min(left_s - wait_s, rate.left_s(turn))
        self._check_stop()

    def _chunks(self, source: SealedSegment, file: File, position: int) -> Iterator[tuple[int, bytes, list[int]]]:
        """(position, bytes) of one piece after the other; whoever takes it says in the list how many of the bytes were whole batches."""
        chunk_bytes = self._options.read_bytes
        while position < source.size:
            length = min(chunk_bytes, source.size - position)
            self._throttle(length)
            buffer = file.read_at(position, length)
            if len(buffer) < length:
                raise CorruptRecords(f"{source.path} ends at {position + len(buffer)}, not at {source.size}")
            done = [0]
            yield position, buffer, done
            if not done[0]:
                size = int.from_bytes(buffer[8:LOG_OVERHEAD], "big", signed=True) + LOG_OVERHEAD
                if size <= length or size > source.size - position:
                    raise CorruptRecords(f"{source.path}: at {position} stands no batch")
                chunk_bytes = size
                continue
            chunk_bytes = self._options.read_bytes
            position += done[0]
            self.bytes_read += done[0]

    def _aborted(self) -> list[AbortedTxn]:
        found = list(self._later_aborted)
        for source in self._sources:
            if source.txn_index_path is not None:
                with closing(self._fs.open(source.txn_index_path)) as file:
                    found += TxnIndex.load(file, source.base_offset).entries
        return found

    # The map

    def _map(self) -> None:
        """Note the newest offset of each key from the first dirty one on; afterwards it is known how far this compaction gets."""
        options = self._options
        aborted = self._aborted()
        rooms = options.compactor
        # No more than there can be keys: most logs are small.
        wanted = int((self._first_uncleanable - self.first_dirty) / options.load_factor) + 16
        entry_bytes = rooms.key_offsets.ENTRY_BYTES
        offsets = rooms.key_offsets(min(options.map_bytes, wanted * entry_bytes), options.load_factor)
        judge = CleanedTransactions(self._context.codec, [txn for txn in aborted if txn.last_offset >= self.first_dirty])
        full = False
        for index, source in enumerate(self._sources):
            following = self._sources[index + 1].base_offset if index + 1 < len(self._sources) else self._first_uncleanable
            if following <= self.first_dirty:
                continue
            with closing(self._fs.open(source.path)) as file:
                for _, buffer, done in self._chunks(source, file, self._start_in(source)):
                    done[0], full = offsets.add_batches(buffer, self.first_dirty, judge, self._context.max_uncompressed_bytes)
                    if full:
                        break
            if full:
                break
            offsets.advance(following - 1)
        self.end_offset = max(offsets.latest_offset + 1, self.first_dirty)
        self._offsets = offsets
        self._kept_offsets = sorted(entry.last_offset for entry in self._producers if entry.last_offset >= 0)
        epochs = {entry.producer_id: entry.epoch for entry in self._producers if entry.last_offset < 0}
        self._judge = CleanedTransactions(self._context.codec, aborted, epochs)
        sources = [source for source in self._sources if source.base_offset < self.end_offset]
        sizes = [
            SegmentSize(source.base_offset, source.size, self._size(source.index_path), self._size(source.time_index_path))
            for source in sources
        ]
        self._groups = [sources[first:end] for first, end in groups(sizes, self._settings, self._first_uncleanable)]
        newest_clean = [source.modified_ms for source in self._sources if source.base_offset < self.first_dirty]
        #: Tombstones of magic 0 and 1 in files last changed up to here go.
        self._old_horizon_ms = newest_clean[-1] - self._settings.delete_retention_ms if newest_clean else 0

    def _start_in(self, source: SealedSegment) -> int:
        """A position at or before the first dirty offset."""
        if source.base_offset >= self.first_dirty:
            return 0
        try:
            with closing(self._fs.open(source.index_path)) as file:
                position = lookup_in_file(file, source.base_offset, self.first_dirty).position
        except FileNotFoundError:
            return 0
        return position if 0 <= position < source.size else 0

    def _size(self, path: str) -> int:
        try:
            return self._fs.size(path)
        except FileNotFoundError:
            return 0

    # The copy

    def _clean(self, group: list[SealedSegment]) -> CleanedGroup:
        """Write one group."""
        base_offset = group[0].base_offset
        settings = self._settings
        paths = {suffix: file_path(self.directory, base_offset, suffix, CLEANED) for suffix in SEGMENT_SUFFIXES}
        self._made = list(paths.values())
        last_filled = max((source.base_offset for source in group if source.size), default=-1)
        filter_ = self._options.compactor.batch_filter(
            self._offsets,
            self._judge,
            now_ms=self._now_ms,
            delete_retention_ms=settings.delete_retention_ms,
            kept_offsets=self._kept_offsets,
            upper_bound=self._first_uncleanable,
            index_interval_bytes=settings.index_interval_bytes,
            max_uncompressed_bytes=self._context.max_uncompressed_bytes,
        )
        offset_index = OffsetIndex(base_offset, settings.segment_index_bytes)
        time_index = TimeIndex(base_offset, settings.segment_index_bytes)
        with ExitStack() as files:
            target = files.enter_context(closing(self._empty(paths[LOG])))
            unsynced = 0
            for source in group:
                file = files.enter_context(closing(self._fs.open(source.path)))
                is_last = source.base_offset == last_filled
                for position, buffer, done in self._chunks(source, file, 0):
                    done[0], out = filter_.feed(
                        buffer,
                        keep_old_tombstones=source.modified_ms > self._old_horizon_ms,
                        last=is_last and position + len(buffer) == source.size,
                    )
                    if not out:
                        continue
                    if filter_.size > _LARGEST_FILE or filter_.last_offset - base_offset > MAX_RELATIVE_OFFSET:
                        raise CorruptRecords(f"{source.path} cannot be compacted: the new segment would pass 2 GiB or 2^31 offsets")
                    self._throttle(len(out))
                    target.write_at(filter_.size - len(out), (out,))
                    self.bytes_written += len(out)
                    for last_offset, place, timestamp, timestamp_offset in filter_.take_marks():
                        if not offset_index.full and not time_index.full:
                            offset_index.append(last_offset, place)
                            time_index.append(timestamp, timestamp_offset)
                    unsynced += len(out)
                    if unsynced >= SYNC_BYTES:
                        target.sync()
                        unsynced = 0
            if filter_.max_timestamp >= 0:
                time_index.append(filter_.max_timestamp, filter_.max_timestamp_offset, closing=True)
            target.sync()
            suffixes = [LOG]
            txn_index = TxnIndex(base_offset)
            for txn in sorted(self._judge.take_kept(), key=lambda txn: txn.last_offset):
                txn_index.append(txn)
            for suffix, index in ((OFFSET_INDEX, offset_index), (TIME_INDEX, time_index), (TXN_INDEX, txn_index)):
                if suffix != TXN_INDEX or txn_index.entries:
                    file = files.enter_context(closing(self._empty(paths[suffix])))
                    index.flush(file)
                    file.sync()
                    suffixes.append(suffix)
        self._fs.set_modified_ms(paths[LOG], group[-1].modified_ms)
        self._opened_directory.sync()
        self._made = [paths[suffix] for suffix in suffixes]
        self.records_read += filter_.records_read
        self.records_kept += filter_.records_kept
        return CleanedGroup(
            base_offset,
            [source.base_offset for source in group],
            filter_.size,
            filter_.max_timestamp,
            filter_.max_timestamp_offset,
            suffixes,
        )

    def _empty(self, path: str) -> File:
        file = self._fs.open(path, write=True, create=True)
        file.truncate(0)
        return file

    def took_place(self) -> None:
        """The files of the present group are the log's now; the next group may come."""
        self._made = []
        self.cleaned = None
