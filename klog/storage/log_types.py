"""The values that a log takes and gives: entries to append and their results, reads, what a start found out.

Plain data. Offsets count records, positions and sizes bytes, times milliseconds since 1970.
"""

from __future__ import annotations

import dataclasses
import errno
import random
from collections.abc import Callable

from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.contract import RecordsCodec
from klog.span import FileSpan
from klog.storage.file_cache import FileCache
from klog.storage.filesystem import FileSystem
from klog.storage.index_pages import IndexPages
from klog.storage.transaction_guard import TransactionGuard

#: Errors that say "not now" and not "this disk is broken".
REFUSALS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.ENOMEM})


#: Files that stay open of a log that is being opened apart.
FILES_APART = 16


def is_refusal(error: Exception) -> bool:
    """Whether `error` says no more than that there is no room just now."""
    return isinstance(error, OSError) and error.errno in REFUSALS


def ignore_warning(text: str) -> None:
    """A `LogContext.warn` for those who do not want to hear."""


#: Half of what the field holds: a broker that goes up by one for each start does not come near.
MAX_LEADER_EPOCH = (1 << 30) - 1


class DirectoryHealth:
    """Whether a data directory takes writes.

    :ivar failure: what took it out of service for writing (`LogContext.offline`); None while all is well. Every append looks at it.
    """

    __slots__ = ("failure",)

    def __init__(self) -> None:
        self.failure: OSError | None = None


@dataclasses.dataclass(slots=True)
class LogContext:
    """What all logs of one data directory share."""

    fs: FileSystem
    now_ms: Callable[[], int]
    files: FileCache
    codec: RecordsCodec
    #: For `segment_jitter_ms`.
    random: random.Random = dataclasses.field(default_factory=random.Random)
    #: Told of everything that a person should know and that stops nothing.
    warn: Callable[[str], None] = ignore_warning
    #: ``producer.id.expiration.ms``.
    producer_expiration_ms: int = 86_400_000
    #: What one batch may decompress to while it is checked.
    max_uncompressed_bytes: int = 100 << 20
    #: No leader epoch was ever higher: one that is, in a batch or a checkpoint, is damage and not gone on from.
    max_leader_epoch: int = MAX_LEADER_EPOCH
    #: Of the directory, shared by all contexts for it.
    health: DirectoryHealth = dataclasses.field(default_factory=DirectoryHealth)
    #: Of segments whose offset index is not in memory.
    index_pages: IndexPages = dataclasses.field(default_factory=IndexPages)
    #: Told once, when `offline` is set.
    went_offline: Callable[[], None] | None = None
    #: The directory's own, of one that was made `apart`.
    of: LogContext | None = None

    @property
    def offline(self) -> OSError | None:
        """The error that took the directory out of service for writing; reads go on."""
        return self.health.failure

    @offline.setter
    def offline(self, error: OSError | None) -> None:
        self.health.failure = error

    def apart(self) -> LogContext:
        """Another one for the same directory, with open files and pages of its own: a log is opened with it in a thread. Once the log is
        nobody's but the directory's, `rejoin` shares those of the directory."""
        return dataclasses.replace(self, files=FileCache(self.fs, FILES_APART), index_pages=IndexPages(), went_offline=None, of=self)

    def rejoin(self) -> None:
        """On the thread of whoever uses the directory: open files and pages are the directory's from now on."""
        if self.of is not None:
            self.files.clear()
            self.files, self.index_pages = self.of.files, self.of.index_pages

    def take_offline(self, place: str, error: Exception) -> None:
        """The disk did not do at `place` what a disk must do: no more writes to this directory. Not for what `is_refusal` knows, unless a
        sync said so."""
        if self.of is not None:
            self.of.take_offline(place, error)
        elif self.offline is None:
            self.offline = error if isinstance(error, OSError) else OSError(str(error))
            self.warn(f"{place}: {error}; this data directory takes no writes any more until the broker is started again")
            if self.went_offline is not None:
                self.went_offline()


@dataclasses.dataclass(slots=True)
class AppendEntry:
    """One partition's share of one Produce request.

    `internal` is for batches that the broker builds itself: a coordinator's, and the markers that end transactions. Rules that are for
    clients only do not apply.
    """

    records: bytes | memoryview | None
    produce_version: int
    internal: bool = False
    #: What a batch of a transaction that is not open here was verified with (`AppendingLog.begin_verification`).
    guard: TransactionGuard | None = None
    #: Of a marker: the version of the transaction that it ends.
    transaction_version: int = 0


@dataclasses.dataclass(slots=True)
class AppendResult:
    """What became of an entry; the fields of Produce's answer.

    Offsets are -1 where `code` is not NONE. For a duplicate they are those of the batch that came first.
    """

    code: ErrorCode = ErrorCode.NONE
    message: str | None = None
    #: (index of the record in its batch, sentence); not empty only with INVALID_RECORD and INVALID_TIMESTAMP.
    record_errors: list[tuple[int, str | None]] = dataclasses.field(default_factory=list)
    base_offset: int = -1
    last_offset: int = -1
    #: -1 unless the topic stamps LogAppendTime.
    log_append_time_ms: int = -1
    log_start_offset: int = -1
    duplicate: bool = False
    #: Of what was appended: the least and the largest of the records' timestamps, as `CheckedBatch` has them.
    min_timestamp: int = -1
    max_timestamp: int = -1


@dataclasses.dataclass(slots=True)
class LogRead:
    """What a read found: a slice of one segment's file, beginning with the batch that holds the offset asked for.

    `span` is None where there is nothing to read (yet): the offset is the upper bound, or the first batch is larger than the limit.
    """

    span: FileSpan | None
    size: int
    #: Base offset of the first batch (may lie below the offset asked for); the offset asked for where there is no span.
    first_offset: int
    #: Offset after the last batch of the span where the read ends at a batch's end, else -1.
    next_offset: int = -1
    #: Size of the first batch where it was too large for `max_bytes`, else 0.
    skipped_batch_bytes: int = 0
    #: True where more of this log could be read below the upper bound.
    more: bool = False
    #: True where `more` stands in later segments: what is in this one is all in the span.
    to_segment_end: bool = False


@dataclasses.dataclass(slots=True)
class StartSums:
    """What a start found and mended: in one log, or in all of them together."""

    #: Cut off where a segment's last whole batch ends.
    truncated_bytes: int = 0
    #: Whole segments that followed a torn one or a gap, with what could still be read of them.
    dropped_segments: int = 0
    dropped_bytes: int = 0
    dropped_records: int = 0
    #: From the new end of the log to the last offset that was dropped, those that were missing before included.
    dropped_offsets: int = 0
    #: Gaps behind the recovery point that were kept, because nobody can say whether they are compaction's.
    gaps: int = 0
    rebuilt_indexes: int = 0
    #: Highest producer id that stands in a log or a snapshot (or was handed out by a KRaft controller); -1 where there is none.
    highest_producer_id: int = -1
    #: Highest leader epoch.
    highest_epoch: int = -1

    def add(self, other: StartSums) -> None:
        """`other` is of another log."""
        self.truncated_bytes += other.truncated_bytes
        self.dropped_segments += other.dropped_segments
        self.dropped_bytes += other.dropped_bytes
        self.dropped_records += other.dropped_records
        self.dropped_offsets += other.dropped_offsets
        self.gaps += other.gaps
        self.rebuilt_indexes += other.rebuilt_indexes
        self.highest_producer_id = max(self.highest_producer_id, other.highest_producer_id)
        self.highest_epoch = max(self.highest_epoch, other.highest_epoch)


@dataclasses.dataclass(slots=True)
class RecoveryReport(StartSums):
    """What opening one log took."""

    #: True where segments were walked batch by batch.
    recovered: bool = False
    scanned_bytes: int = 0
    warnings: list[str] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(slots=True)
class LoadReport(StartSums):
    """What `LogDirectory.load` found."""

    #: Whether the last stop was an orderly one.
    clean: bool = True
    #: Whether the directory was empty and is new.
    created: bool = False
    logs: int = 0
    #: Logs that had to be walked because the last stop was not clean.
    recovered: list[TopicPartition] = dataclasses.field(default_factory=list)
    warnings: list[str] = dataclasses.field(default_factory=list)
    #: Partitions that could not be served, and why.
    failed: dict[TopicPartition, str] = dataclasses.field(default_factory=dict)
    topic_ids: dict[str, bytes] = dataclasses.field(default_factory=dict)
    cluster_id: str | None = None
    #: True where the directory was written by another program (no ``klog.state``).
    foreign: bool = False
    #: Topic overrides found in a KRaft controller's log, by topic; None where there is no such log.
    topic_configs: dict[str, dict[str, str]] | None = None
    #: Configurations of groups found there, by group id.
    group_configs: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)
