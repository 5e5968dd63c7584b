"""What was appended and counted, and is not committed: when another broker leads, it may be cut off, and nobody will ever read it.

A batch is counted when it is appended, for its answer may be lost. Where its partition has other replicas, it is remembered until it is
known what became of it:

========================================================= ==========================================================
the high watermark has passed its place, where the log    committed: it stands
has the leader epoch still in which it was appended
the high watermark has passed its place, where the log    cut off: told as `klog.audit.cells.Cell.cut`, and what its
has another epoch                                         producer sends again is counted by whoever leads then
the high watermark is not there yet                       told as `klog.audit.cells.Cell.uncommitted`, until it is
the topic was deleted, or the partition moved to others,  nobody here will ever know: it stays uncommitted
or retention has deleted what others wrote in its place
========================================================= ==========================================================

Two batches of one epoch and one offset are the same batch, on whichever replica. So nobody has to be asked when a log is cut; it is looked
at before each report, and a broker that dies has told how much of its counts may be gone. One that stops in order takes what it does not
know yet into its next life (`Uncommitted.unknown`, `klog.broker.audit.last_life`).

Bounded: of more than `MOST` batches in all, those that lie in several windows counted for each, the oldest of their partition are taken
for committed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from klog.audit.cell_records import encode_key
from klog.audit.cells import Cell
from klog.audit.counting import CellBook
from klog.errors import ErrorCode
from klog.model import TopicId, TopicPartition
from klog.storage.log.values import AppendResult

#: Batches that are remembered; one counts for each window that it lies in.
MOST = 100_000
#: So many of one partition, and those that are committed are forgotten before the next report.
_MANY = 256


class Log(Protocol):
    """What is asked of a log."""

    @property
    def high_watermark(self) -> int:
        """What is committed: everything below."""

    def leader_epoch_for_offset(self, offset: int) -> int:
        """The epoch that wrote `offset`; -1 where it is not known."""


class AppendedTo(Protocol):
    """What is asked of a partition (`klog.broker.replicas.partition.Partition`)."""

    topic_partition: TopicPartition
    topic_id: TopicId
    leader_epoch: int
    ended: ErrorCode

    @property
    def log(self) -> Log:
        """Its log."""


class Counted(Protocol):
    """Who has written a batch (`klog.broker.audit.produce_counts.CountedClient`)."""

    topic: str
    application: str
    principal: str


class UncommittedBatch(NamedTuple):
    """A batch of which nobody knows yet what became of it, and its records by the key of their cell."""

    topic: str
    partition: int
    topic_id: TopicId
    first_offset: int
    epoch: int
    counts: Mapping[bytes, int]


class _Batch(NamedTuple):
    """A batch, and its records by the time that their window is found by."""

    first_offset: int
    epoch: int
    client: Counted
    records: Mapping[int, int]


class Uncommitted:
    """See the module.

    :param book: where it was counted.
    """

    def __init__(self, book: CellBook, most: int = MOST) -> None:
        self._book = book
        self._most = most
        self._tails: dict[AppendedTo, deque[_Batch]] = {}
        self._count = 0
        #: Those that were told with something uncommitted of which it will be known what became of it, and how much.
        self._told: dict[Cell, int] = {}

    def __len__(self) -> int:
        return self._count

    def note(self, partition: AppendedTo, client: Counted, result: AppendResult, records: Mapping[int, int]) -> None:
        """A batch was appended, and counted.

        :param records: how many of it were counted in the windows of which times.
        """
        tail = self._tails.get(partition)
        if tail is None:
            tail = self._tails[partition] = deque()
        tail.append(_Batch(result.base_offset, partition.leader_epoch, client, records))
        self._count += len(records)
        if len(tail) % _MANY == 0:
            self._settle(partition, tail)
        while self._count > self._most and tail:
            self._count -= len(tail.popleft().records)

    def settle(self) -> None:
        """Tell what became of batches; before each report."""
        before, self._told = self._told, {}
        for cell, count in before.items():
            cell.uncommitted -= count
            cell.is_awaited = False
            self._book.changed(cell)
        for partition, tail in list(self._tails.items()):
            self._settle(partition, tail)
            for batch in tail:
                for cell, count in self._cells(batch):
                    self._told[cell] = self._told.get(cell, 0) + count
                    cell.uncommitted += count
                    cell.is_awaited = True
            if not tail:
                del self._tails[partition]

    def unknown(self, most: int) -> list[UncommittedBatch]:
        """What was not known at the last `settle`, so many batches and cells of them at most; before the report is made that tells it."""
        found: list[UncommittedBatch] = []
        for partition, batch in [(partition, batch) for partition, tail in self._tails.items() for batch in tail]:
            most -= len(batch.records)
            if most < 0:
                break
            counts: dict[bytes, int] = {}
            for cell, count in self._cells(batch):
                key = encode_key(cell.key)
                counts[key] = counts.get(key, 0) + count
            topic, number = partition.topic_partition
            found.append(UncommittedBatch(topic, number, partition.topic_id, batch.first_offset, batch.epoch, counts))
        return found

    def _settle(self, partition: AppendedTo, tail: deque[_Batch]) -> None:
        log = partition.log
        end = log.high_watermark
        is_gone = partition.ended is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        while tail and (is_gone or tail[0].first_offset < end):
            batch = tail.popleft()
            self._count -= len(batch.records)
            has_passed = batch.first_offset < end
            epoch = log.leader_epoch_for_offset(batch.first_offset) if has_passed else -1
            # Who leads on since deletes only what is committed.
            if epoch == batch.epoch or (has_passed and epoch == -1 and partition.leader_epoch == batch.epoch):
                continue
            for cell, count in self._cells(batch):
                if epoch == -1:
                    cell.uncommitted += count
                else:
                    cell.cut += count

    def _cells(self, batch: _Batch) -> list[tuple[Cell, int]]:
        client = batch.client
        return [
            (self._book.cell(client.topic, timestamp_ms, client.application, client.principal), count)
            for timestamp_ms, count in batch.records.items()
        ]
