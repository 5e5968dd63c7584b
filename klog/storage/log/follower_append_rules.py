"""What a follower may append: a pure decision over the batches that its leader, or the source of a mirror, has sent.

They stay as they are: offsets, leader epochs, timestamps, producers, compression (``UnifiedLog.appendAsFollower``). The leader has judged
them when they were produced; what is looked at here is whether they are whole and follow on the log:

* checksums, and that every batch has a size and offsets that make sense;
* offsets rise, and begin at or behind the end of the log: a gap is compaction's, or transactions' markers that went;
* leader epochs do not go back, within what was sent and behind what is there.

Batches of a leadership that is newer than the one that was asked end what is taken: they are fetched again by who knows of it
(KAFKA-18723). An incomplete batch at the end was cut off by the size that was asked for, and is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.contract import CorruptRecords, Entry, RecordsCodec

_LARGEST_FILE = 2**31 - 1
_MAX_OFFSET = 2**63 - 2


class NotTheNextBatch(KlogError):
    """What was sent does not begin where the log ends.

    :ivar base_offset: of the first batch that was sent.
    :ivar may_begin_there: whether the log is empty, and may begin in the middle of what the leader has (KAFKA-6975): the caller has it
        begin anew at `base_offset`, and appends again.
    """

    def __init__(self, message: str, base_offset: int, may_begin_there: bool) -> None:
        super().__init__(ErrorCode.OFFSET_OUT_OF_RANGE, message)
        self.base_offset = base_offset
        self.may_begin_there = may_begin_there


class FollowedBatches(NamedTuple):
    """What was appended as a follower.

    Offsets count records; `first_offset` is that of the first batch and `end_offset` the log's new end. Both are the log's end where
    nothing was taken.
    """

    first_offset: int
    end_offset: int
    batches: int
    size_bytes: int
    #: Whether the rest belongs to a newer leadership than was asked.
    ended_at_newer_epoch: bool


class Acceptable(NamedTuple):
    """Batches that may be appended, in order, and whether the rest is of a newer leadership than was asked."""

    entries: Sequence[Entry]
    ended_at_newer_epoch: bool


def acceptable(
    codec: RecordsCodec,
    records: bytes | memoryview,
    topic_partition: TopicPartition,
    *,
    start_offset: int,
    end_offset: int,
    latest_epoch: int,
    most_epoch: int | None,
) -> Acceptable:
    """Which of the batches in `records` may be appended.

    :param latest_epoch: the newest leader epoch that wrote to the log; -1 without one.
    :param most_epoch: the leader epoch that was asked; None where nobody can say.
    :raises NotTheNextBatch: the first one begins before the end of the log.
    :raises KlogError: CORRUPT_MESSAGE where something is hurt; INVALID_RECORD where offsets or epochs go back.
    """

    def refuse(entry: Entry, why: str, code: ErrorCode = ErrorCode.INVALID_RECORD) -> KlogError:
        return KlogError(code, f"{topic_partition}: the leader has sent a batch from offset {entry.base_offset} on that {why}")

    try:
        entries = codec.scan(records)
    except CorruptRecords as error:
        raise KlogError(ErrorCode.CORRUPT_MESSAGE, f"{topic_partition}: what the leader has sent makes no sense: {error}") from error
    if not entries and len(records) > 0:
        raise KlogError(ErrorCode.CORRUPT_MESSAGE, f"{topic_partition}: the leader has sent {len(records)} bytes without a whole batch")
    next_offset, epoch = end_offset, latest_epoch
    for number, entry in enumerate(entries):
        # Of old formats it is the last offset that is known.
        base_offset = entry.base_offset
        if entry.magic == 2 and most_epoch is not None and entry.partition_leader_epoch > most_epoch:
            return Acceptable(entries[:number], True)
        if not 0 <= base_offset <= entry.last_offset <= _MAX_OFFSET:
            raise refuse(entry, f"ends with {entry.last_offset}", ErrorCode.CORRUPT_MESSAGE)
        if entry.size > _LARGEST_FILE:
            raise refuse(entry, f"is {entry.size} bytes long", ErrorCode.CORRUPT_MESSAGE)
        try:
            codec.check_crc(records, entry.position)
        except CorruptRecords as error:
            raise refuse(entry, f"is hurt: {error}", ErrorCode.CORRUPT_MESSAGE) from error
        if base_offset < next_offset:
            if number:
                raise refuse(entry, f"begins before {next_offset}, where the one before it ends")
            raise NotTheNextBatch(
                f"{topic_partition}: the leader has sent a batch from offset {base_offset} on, the log ends at {end_offset}",
                base_offset,
                start_offset == end_offset and entry.last_offset >= end_offset,
            )
        if entry.magic == 2 and 0 <= entry.partition_leader_epoch < epoch:
            raise refuse(entry, f"is of leader epoch {entry.partition_leader_epoch}; {epoch} was there before")
        next_offset = entry.last_offset + 1
        if entry.magic == 2:
            epoch = max(epoch, entry.partition_leader_epoch)
    return Acceptable(entries, False)
