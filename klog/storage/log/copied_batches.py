"""Which of the batches that another cluster has sent are appended to a copy of its log: a pure decision.

A copy goes on where its log ends, and a batch comes whole, so that what is sent may begin with batches that are there already: those are
left out. The others stay as they are, and are looked at by `follower_append_rules` when they are appended; what no broker gives out is
refused here, since a copy that learnt it could not count on from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.contract import CorruptRecords, Entry, RecordsCodec

#: Larger ones nobody has given out by counting; they would leave none for those who count on from there.
LARGEST_EPOCH = 1 << 30
LARGEST_PRODUCER_ID = 1 << 62


class FreshBatches(NamedTuple):
    """Batches that are not there yet.

    :ivar records: their bytes.
    :ivar entries: each of them; positions count from the beginning of what was sent.
    :ivar are_known: whether something was sent, and all of it was there.
    """

    records: bytes | memoryview
    entries: Sequence[Entry]
    are_known: bool

    @property
    def newest_ms(self) -> int:
        """The largest timestamp among them; -1 without any."""
        return max((entry.max_timestamp for entry in self.entries), default=-1)


def fresh_batches(codec: RecordsCodec, records: bytes | memoryview, topic_partition: TopicPartition, end_offset: int) -> FreshBatches:
    """Those of `records` that end at or behind `end_offset`, where the copy ends.

    :raises KlogError: CORRUPT_MESSAGE: it makes no sense, or no broker can have said it.
    """
    try:
        entries = codec.scan(records)
    except CorruptRecords as error:
        sentence = f"{topic_partition}: what the source has sent makes no sense: {error}"
        raise KlogError(ErrorCode.CORRUPT_MESSAGE, sentence) from error
    known = next((number for number, entry in enumerate(entries) if entry.last_offset >= end_offset), len(entries))
    fresh = entries[known:]
    for entry in fresh:
        if entry.magic == 2 and (entry.partition_leader_epoch > LARGEST_EPOCH or entry.producer_id > LARGEST_PRODUCER_ID):
            raise KlogError(
                ErrorCode.CORRUPT_MESSAGE,
                f"{topic_partition}: the source has sent a batch at offset {entry.base_offset} with the leader epoch "
                f"{entry.partition_leader_epoch} and the producer id {entry.producer_id}, which no broker gives out",
            )
    if known and fresh:
        records = memoryview(records)[fresh[0].position :]
    return FreshBatches(records, fresh, known > 0 and not fresh)
