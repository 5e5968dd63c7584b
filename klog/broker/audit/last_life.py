"""What a broker had appended as a leader, and what was not committed when it stopped in order: what became of it is known in its next life.

Such batches stand in ``klog.audit`` beside the last report (`klog.broker.audit.last_report`). Before each report it is looked at what their
partitions say now, and the cells of the life before are told again with it:

=============================================================================== ==========================================
the high watermark has passed its place, and the log has its leader epoch there it stands, and is uncommitted no more
the same, and the log has another epoch there                                   cut off (`klog.audit.cells.Cell.cut`)
the high watermark is not there yet, or the replica has not been taken up yet   it is waited for
the topic was deleted, or made again, or the partition is kept by others        nobody here will ever know: it stays as it was told
=============================================================================== ==========================================

A cell's revision rises by one for each batch that is known, so that a broker that is killed on the way, and looks at all of it again, comes
to the same end. The file goes when nothing is waited for.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Protocol

from klog.audit.cells import BadCell, Cell, CellKey, cell_record, decode_cell, decode_key
from klog.broker.audit.last_report import NOTHING, Kept, Records
from klog.broker.audit.uncommitted import AppendedTo, UncommittedBatch, is_cut_off
from klog.cluster.interfaces import TopicInfo
from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID, TopicId, TopicPartition

#: Batches that are kept; what becomes of more is unknown.
MOST_KEPT = 10_000


class Fate(enum.Enum):
    """See the module."""

    STANDS = "stands"
    CUT_OFF = "cut off"
    WAITS = "waits"
    UNKNOWN = "unknown"


class Replica(AppendedTo, Protocol):
    """What is asked of a partition (`klog.broker.replicas.partition.Partition`)."""

    topic_id: TopicId


def fate_of(
    batch: UncommittedBatch, replica: Replica | None, topic: TopicInfo | None, broker_id: int, is_gone: Callable[[TopicPartition], bool]
) -> Fate:
    """What became of a batch; see the module.

    :param replica: its partition, where it is here. :param topic: as the cluster knows it now; None where it is not shown.
    :param broker_id: ours. :param is_gone: `klog.cluster.interfaces.ICoordination.is_gone`.
    """
    if topic is None:
        is_away = is_gone(TopicPartition(batch.topic, batch.partition))
    elif _are_different(topic.topic_id, batch.topic_id):
        is_away = True
    else:
        is_away = batch.partition < len(topic.partitions) and broker_id not in topic.partitions[batch.partition].replicas
    if is_away:
        return Fate.UNKNOWN
    if replica is None or _are_different(replica.topic_id, batch.topic_id):
        return Fate.WAITS
    if replica.ended is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
        return Fate.UNKNOWN
    if replica.log.high_watermark <= batch.first_offset:
        return Fate.WAITS
    return Fate.CUT_OFF if is_cut_off(replica.log, batch.first_offset, batch.epoch) else Fate.STANDS


def _are_different(one: TopicId, other: TopicId) -> bool:
    return NO_TOPIC_ID not in (one, other) and one != other


class LastLife:
    """What the life before has left to be told.

    :raises ValueError: a batch is in a cell that was not kept, or that is none.
    """

    def __init__(self, kept: Kept = NOTHING) -> None:
        #: What is to be told, by key; whoever has told it, empties it.
        self.untold: dict[bytes, bytes] = dict(kept.records)
        self._batches = list(kept.batches)
        #: Whether there is a file, as far as is known.
        self.is_kept = bool(kept.records or kept.batches)
        #: What each cell of the batches says, told or not.
        self._records = dict(kept.records)
        self._cells = {key: self._cell(key) for batch in kept.batches for key in batch.counts}

    def _cell(self, key: bytes) -> Cell:
        try:
            decoded = decode_key(key)
            if not isinstance(decoded, CellKey):
                raise ValueError("something uncommitted that is in no cell")
            return decode_cell(decoded, self._records.get(key))
        except BadCell as error:
            raise ValueError(str(error)) from None

    @property
    def is_waiting(self) -> bool:
        """Whether there are batches of which it is not known what became of them."""
        return bool(self._batches)

    def settle(self, fate: Callable[[UncommittedBatch], Fate], now_ms: int, host: str) -> None:
        """Look what became of the batches; before each report."""
        waiting: list[UncommittedBatch] = []
        changed: dict[bytes, Cell] = {}
        for batch in self._batches:
            became = fate(batch)
            if became is Fate.WAITS:
                waiting.append(batch)
            if became not in (Fate.STANDS, Fate.CUT_OFF):
                continue
            for key, count in batch.counts.items():
                cell = changed[key] = self._cells[key]
                cell.uncommitted = max(0, cell.uncommitted - count)
                if became is Fate.CUT_OFF:
                    cell.cut += count
                cell.revision += 1
        self._batches = waiting
        for key, cell in changed.items():
            self.untold[key] = self._records[key] = cell_record(cell, now_ms, host)[1]

    def kept(self, records: Records, batches: list[UncommittedBatch]) -> Kept:
        """What is to be kept of this life and of those before.

        :param records, batches: what this one leaves untold.
        """
        # Cells that were told, too: what will be known of them is told on top.
        found = {key: self._records[key] for batch in self._batches for key in batch.counts}
        found |= self.untold
        found.update(records)
        return Kept(list(found.items()), [*self._batches, *batches][:MOST_KEPT])
