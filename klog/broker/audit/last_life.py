"""What a broker had appended as a leader, and what was not committed when it stopped in order: what became of it is known in its next life.

Such batches stand in ``klog.audit`` beside the last report (`klog.broker.audit.last_report`). Before each report it is looked at what their
partitions say now, and the cells of the life before are told again with it:

=============================================================================== ==========================================
the high watermark has passed its place, and the log has its leader epoch there it stands, and is uncommitted no more
the same, and the log has another epoch there                                   cut off (`klog.audit.cells.Cell.cut`)
the same, and the log begins behind it: what was there was deleted meanwhile,   nobody here will ever know: it stays as it was told
and that may have been what another leader had written in its place
the topic was deleted, or made again, or the partition is kept by others        the same
the high watermark is not there yet, or the replica has not been taken up yet   it is waited for
=============================================================================== ==========================================

A cell's revision rises by one for each batch that is known, so that a broker that is killed on the way, and looks at all of it again, comes
to the same end. The file goes when nothing is waited for.

What was kept may be another cluster's, where somebody has copied a directory, or anything: only what brokers of this cluster have counted
is told.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Protocol

from klog.audit.cell_records import cell_record, decode_cell, decode_key, decode_state
from klog.audit.cells import Cell, CellKey, NumberKey, PresenceKey, Tier, Writer
from klog.broker.audit.last_report import NOTHING, Kept, Records
from klog.broker.audit.uncommitted import AppendedTo, UncommittedBatch
from klog.cluster.interfaces import TopicInfo
from klog.errors import ErrorCode
from klog.json_fields import BadRecord
from klog.model import NO_TOPIC_ID, TopicId, TopicPartition

#: So much is kept, of one batch a number for each cell that it is in; what becomes of more is unknown.
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
    if topic is not None and _are_different(topic.topic_id, batch.topic_id):
        return Fate.UNKNOWN
    if topic is None or batch.partition >= len(topic.partitions):
        is_away = is_gone(TopicPartition(batch.topic, batch.partition))
    else:
        replicas = topic.partitions[batch.partition].replicas
        # None: it is not known yet where it is.
        is_away = bool(replicas) and broker_id not in replicas
    if is_away:
        return Fate.UNKNOWN
    if replica is None or _are_different(replica.topic_id, batch.topic_id):
        return Fate.WAITS
    if replica.ended is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
        return Fate.UNKNOWN
    if replica.log.high_watermark <= batch.first_offset:
        return Fate.WAITS
    epoch = replica.log.leader_epoch_for_offset(batch.first_offset)
    if epoch == -1:
        return Fate.UNKNOWN
    return Fate.STANDS if epoch == batch.epoch else Fate.CUT_OFF


def _are_different(one: TopicId, other: TopicId) -> bool:
    return NO_TOPIC_ID not in (one, other) and one != other


class LastLife:
    """What the life before has left to be told.

    :param datacenter: the id of the cluster that it must be of.
    :raises ValueError: it is no broker's of this cluster, or a batch is in a cell that was not kept.
    """

    def __init__(self, kept: Kept = NOTHING, datacenter: str = "") -> None:
        #: What is to be told, by key; whoever has told it, empties it.
        self.untold: dict[bytes, bytes] = dict(kept.records)
        self._batches = list(kept.batches)
        #: Whether there is a file, as far as is known.
        self.is_kept = bool(kept.records or kept.batches)
        #: What each cell of the batches says, told or not.
        self._records = dict(kept.records)
        cells = _cells_of(kept.records, datacenter)
        try:
            self._cells = {key: cells[key] for batch in kept.batches for key in batch.counts}
        except KeyError:
            raise ValueError("something uncommitted that is in no cell") from None

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

    def told(self) -> bool:
        """All of `untold` was written; whether the file may go."""
        self.untold.clear()
        waiting = {key for batch in self._batches for key in batch.counts}
        self._records = {key: self._records[key] for key in waiting}
        self._cells = {key: self._cells[key] for key in waiting}
        return self.is_kept and not waiting

    def kept(self, records: Records, batches: list[UncommittedBatch]) -> Kept:
        """What is to be kept of this life and of those before.

        :param records, batches: what this one leaves untold.
        """
        # Cells that were told, too: what will be known of them is told on top.
        found = {key: self._records[key] for batch in self._batches for key in batch.counts}
        found |= self.untold
        found.update(records)
        room = MOST_KEPT
        fitting: list[UncommittedBatch] = []
        for batch in (*self._batches, *batches):
            room -= len(batch.counts)
            if room < 0:
                break
            fitting.append(batch)
        return Kept(list(found.items()), fitting)


def _cells_of(records: Records, datacenter: str) -> dict[bytes, Cell]:
    """All cells among these. Raises ValueError."""
    found: dict[bytes, Cell] = {}
    for key, value in records:
        try:
            about = decode_key(key)
            writer = about if isinstance(about, Writer) else about.writer
            if writer.tier is not Tier.BROKER or isinstance(about, NumberKey | PresenceKey):
                raise ValueError("something that no broker counts")
            if writer.datacenter != datacenter:
                raise ValueError(f"counts of another cluster, {writer.datacenter!r:.100}")
            if isinstance(about, CellKey):
                found[key] = decode_cell(about, value)
            else:
                decode_state(about, value)
        except BadRecord as error:
            raise ValueError(str(error)) from None
    return found
