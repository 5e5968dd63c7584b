"""The values that a log takes and gives: entries to append and their results, and what a read found.

Plain data. Offsets count records, positions and sizes bytes, times milliseconds since 1970.
"""

from __future__ import annotations

import dataclasses

from klog.errors import ErrorCode
from klog.span import FileSpan
from klog.storage.producers.transaction_guard import TransactionGuard


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
