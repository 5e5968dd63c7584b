"""Batches of one record that are known again in the log, whoever else writes under the same producer id and numbers.

A broker answers a batch whose first and last sequence number it has already with the place of the one it has. That is what makes
repetitions harmless, and it is a trap where two attempts of a task write under the same id: a batch of the other's with the same numbers
counts for one's own. So where that may be, a record is written alone, with a *mark*, and counts as written only when it is read back. The
mark is the batch's base timestamp, put back at random; records say their time relative to it, so that readers see nothing of it.
"""

from __future__ import annotations

import random as random_
from collections.abc import Sequence

from klog.client.blocking.client import BlockingClient
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.builder import assemble, record_bytes
from klog.records.contract import BATCH_OVERHEAD, Codec, Header, RecordsError
from klog.records.implementations import codec as records_codec

#: A batch's base timestamp is put back by less than this many ms: room for marks.
MARKS = 1 << 40
#: What a broker says of a batch whose numbers do not follow what it has.
CONFLICTS = (ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, ErrorCode.INVALID_PRODUCER_EPOCH, ErrorCode.UNKNOWN_PRODUCER_ID)


def marked_batch(
    key: bytes | None,
    value: bytes | None,
    headers: Sequence[tuple[bytes, bytes | None]],
    timestamp_ms: int,
    *,
    producer_id: int,
    epoch: int,
    sequence: int,
    random: random_.Random,
    codec: Codec = Codec.NONE,
    level: int | None = None,
) -> bytes:
    """A batch of one record with a mark."""
    mark = random.randrange(MARKS)
    named = [Header(name.decode("utf-8", "surrogateescape"), content) for name, content in headers]
    body = record_bytes(mark, 0, key, value, named)
    return assemble(body, 0, codec, level, 0, -1, 0, timestamp_ms - mark, timestamp_ms, producer_id, epoch, sequence, 1)


def is_at_offset(client: BlockingClient, tp: TopicPartition, offset: int, mine: bytes, *, timeout_ms: int) -> bool:
    """Whether the batch at `offset` is `mine`; -1 is nowhere.

    :raises KlogError: the partition cannot be read.
    """
    if offset < 0:
        return False
    data = client.fetch(tp, offset, len(mine) + 4096, timeout_ms=timeout_ms).records
    try:
        for entry in records_codec.scan(data):
            if entry.base_offset == offset:
                return entry.magic == 2 and _is_same(bytes(data[entry.position : entry.position + entry.size]), mine)
    except RecordsError:
        pass
    return False


def _is_same(batch: bytes, mine: bytes) -> bool:
    """Brokers change the header and may compress."""
    if batch[BATCH_OVERHEAD:] == mine[BATCH_OVERHEAD:]:
        return True
    if (records_codec.read_header(batch).attributes ^ records_codec.read_header(mine).attributes) & 7 == 0:
        return False
    # Compressed anew, as the topic wants it: then there may be no mark, and the content must do.
    there, ours = list(records_codec.records(batch)), list(records_codec.records(mine))
    # Where the time is the broker's (LogAppendTime), it is another one.
    return [(record.key, record.value, record.headers) for record in there] == [
        (record.key, record.value, record.headers) for record in ours
    ]
