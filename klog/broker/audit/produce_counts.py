"""What clients have written, counted batch by batch, after it was appended: by topic, window, client id and principal.

Nothing is looked at but what validation and the log know of a batch anyway: how many records, their least and largest timestamps. Where
both are in one window, which is nearly always so, a batch costs a comparison and a few additions. One over a border is walked, for the
timestamps of its records; borders are minutes apart, and a batch spans milliseconds. Where the topic has the broker's time, that is the
time.

A batch that an idempotent producer has sent again is not counted, as nothing was appended; nor is what was refused. What is written to
Kafka's and klog's own topics is nobody's business.
"""

from __future__ import annotations

from collections.abc import Callable

from klog.audit.cells import AUDIT_TOPIC, Cell
from klog.audit.counting import CellBook
from klog.broker.replicas.partition import Partition
from klog.errors import ErrorCode
from klog.net.principal import ANONYMOUS, Principal
from klog.records.contract import RecordsCodec, RecordsError
from klog.storage.log_types import AppendEntry, AppendResult


class CountedClient:
    """Who writes, and the cell that its last batch for one topic was counted in.

    :param principal: as whom; empty where nobody was asked.
    """

    __slots__ = ("application", "cell", "principal", "topic")

    def __init__(self, topic: str, client_id: str | None, principal: Principal) -> None:
        self.topic = topic
        self.application = client_id or ""
        self.principal = "" if principal == ANONYMOUS else str(principal)
        self.cell: Cell | None = None


class ProduceCounts:
    """See the module.

    :param walk: the records codec, for batches over a border.
    :param now_ms: milliseconds since 1970.
    """

    def __init__(self, book: CellBook, walk: RecordsCodec, now_ms: Callable[[], int]) -> None:
        self._book = book
        self._walk = walk
        self._now_ms = now_ms

    def client(self, partition: Partition, client_id: str | None, principal: Principal) -> CountedClient | None:
        """Whoever writes to a partition; None where that is not counted."""
        topic = partition.topic_partition.topic
        return None if partition.is_internal or topic == AUDIT_TOPIC else CountedClient(topic, client_id, principal)

    def add(self, client: CountedClient, entry: AppendEntry, result: AppendResult) -> None:
        """Count what became of a batch."""
        if result.code is not ErrorCode.NONE or result.duplicate or result.base_offset < 0:
            return
        first_ms, last_ms = result.min_timestamp, result.max_timestamp
        cell = client.cell
        if cell is None or not cell.is_dirty or first_ms < cell.start_ms or last_ms >= cell.end_ms:
            cell = client.cell = self._book.cell(client.topic, last_ms, client.application, client.principal)
            if first_ms < cell.start_ms:
                # Over a border, or into the cell of what has no usable time.
                other = self._book.cell(client.topic, first_ms, client.application, client.principal)
                if other is not cell:
                    self._count_one_by_one(client, entry)
                    return
        count = result.last_offset - result.base_offset + 1
        cell.count += count
        cell.size_bytes += len(entry.records or b"")
        if last_ms > cell.last_ms:
            cell.last_ms = last_ms
        if first_ms < cell.first_ms or cell.first_ms < 0:
            cell.first_ms = first_ms
        cell.latencies.add(self._now_ms() - last_ms, count)

    def _count_one_by_one(self, client: CountedClient, entry: AppendEntry) -> None:
        """A batch over the border of windows."""
        now_ms = self._now_ms()
        records = entry.records
        assert records is not None
        book, topic = self._book, client.topic
        cell: Cell | None = None
        size_bytes = len(records)
        try:
            for record in self._walk.records(records):
                timestamp_ms = record.timestamp_ms
                if cell is None or not cell.start_ms <= timestamp_ms < cell.end_ms:
                    cell = book.cell(topic, timestamp_ms, client.application, client.principal)
                cell.count += 1
                cell.size_bytes += size_bytes
                size_bytes = 0
                cell.times(timestamp_ms, timestamp_ms)
                cell.latencies.add(now_ms - timestamp_ms)
        except RecordsError:
            # It was walked a moment ago, by whoever has appended it.
            return
