"""Folds a stream's cells in the audit's topic (`klog.audit.folding`), so that one that runs for months leaves no more of them than others.

The driver does it, when all before a place is finished, and by chance: with each batch as likely as it adds cells to `EVERY`. So a stream
leaves about so many that are not folded, in however short runs, and nobody has to remember how many there are. All of the topic is read for
it, but only the writer's own cells are taken apart. The sums are written, and when they are acknowledged, their pieces are deleted.
"""

from __future__ import annotations

import random as random_
from collections.abc import Callable

from klog.audit.cell_records import cell_record, decode_cell, decode_key, encode_key
from klog.audit.cells import AUDIT_TOPIC, CellKey, Writer
from klog.audit.folding import fold
from klog.audit.told_cells import ToldCells
from klog.client.auditing.sending import host_name
from klog.client.blocking.auditing.cell_batches import CellBatches
from klog.client.blocking.auditing.telling import LIMIT_MS
from klog.client.blocking.client import BlockingClient
from klog.json_fields import BadRecord
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition

#: About so many cells of a writer are not folded.
EVERY = 1_000
#: Cells of one batch.
_FETCH_BYTES = 4 << 20


def is_time(cells: int, random: random_.Random) -> bool:
    """Whether to fold now.

    :param cells: so many came since that was asked last.
    """
    return random.random() * EVERY < cells


def fold_cells(client: BlockingClient, writer: Writer, finished: Callable[[str, str], int], now_ms: Callable[[], int]) -> int:
    """Fold what is finished; how many pieces were deleted.

    :param writer: whose; what its guid has behind a slash does not matter.
    :param finished: up to which place, by topic and lane; -1: nothing of it is.
    :param now_ms: milliseconds since 1970.
    :raises KlogError: the topic cannot be read or written. What was written does no harm.
    """
    folds = fold(_cells_of(client, writer), finished)
    sender = CellBatches(client, now_ms)
    for one in folds:
        if one.total is not None:
            key, value = cell_record(one.total, now_ms(), host_name())
            sender.send(AUDIT_TOPIC, value, key=key)
    sender.flush()
    gone = [key for one in folds for key in one.gone]
    for cell_key in gone:
        sender.send(AUDIT_TOPIC, None, key=encode_key(cell_key))
    sender.flush()
    return len(gone)


def _cells_of(client: BlockingClient, writer: Writer) -> ToldCells:
    """What a writer has told."""
    count = client.find_topic(AUDIT_TOPIC, unknown_ms=1_000, timeout_ms=LIMIT_MS).partitions[-1].partition + 1
    partitions = [TopicPartition(AUDIT_TOPIC, number) for number in range(count)]
    starts = client.list_offsets(partitions, EARLIEST_TIMESTAMP, timeout_ms=LIMIT_MS)
    ends = client.list_offsets(partitions, LATEST_TIMESTAMP, timeout_ms=LIMIT_MS)
    name = writer.incarnation.encode()
    found = ToldCells()
    for tp in partitions:
        for message in client.read(tp, starts[tp].offset, ends[tp].offset, fetch_bytes=_FETCH_BYTES, timeout_ms=LIMIT_MS):
            if message.key is None or name not in message.key:
                continue
            try:
                key = decode_key(message.key)
                if not isinstance(key, CellKey) or key.writer._replace(guid=key.writer.incarnation) != writer._replace(
                    guid=writer.incarnation
                ):
                    continue
                if message.value is None:
                    found.delete(key)
                else:
                    found.add(decode_cell(key, message.value), message.timestamp_ms)
            except BadRecord:
                # Whoever judges the books tells of it.
                pass
    return found
