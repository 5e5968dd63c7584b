"""What clients have written, counted batch by batch, after it was appended: by topic, window, client id and principal.

Nothing is looked at but what validation and the log know of a batch anyway: how many records, their least and largest timestamps. Where
both are in one window, which is nearly always so, a batch costs two comparisons and an addition (`klog.records.tally`, asked by
``klog.broker.handlers.produce``). One over a border is walked, for the timestamps of its records; borders are minutes apart, and a batch
spans milliseconds. Where the topic has the broker's time, that is the time.

What is counted so goes into cells when a window changes, and before each report (`ProduceCounts.settle`). Latencies are those of one batch
of each client, topic and report; a sample, as looking at the clock for each would cost more than all the rest.

A batch that an idempotent producer has sent again is not counted, as nothing was appended; nor is what was refused. What is cut off again,
since another broker leads and has no copy of it, is taken back (`klog.broker.audit.uncommitted`). What is written to Kafka's and klog's own
topics is nobody's business.
"""

from __future__ import annotations

from collections.abc import Callable

from klog.audit.cells import AUDIT_TOPIC, Cell
from klog.audit.counting import CellBook
from klog.broker.audit.uncommitted import Uncommitted, UncommittedBatch
from klog.broker.replicas.partition import Partition
from klog.broker.transactions.produce_verification import is_transactional
from klog.errors import ErrorCode
from klog.net.principal import ANONYMOUS, Principal
from klog.records.contract import RecordsCodec, RecordsError
from klog.records.implementations import counting
from klog.storage.log.values import AppendEntry, AppendResult


class CountedClient:
    """Who writes to a topic: a connection's client id, and as whom; and what it has written since that was put into a cell.

    :ivar tally: counts batches whose timestamps lie in its window; any other is for `ProduceCounts.add`.
    :ivar principal: as whom; empty where nobody was asked.
    :ivar partition: where to; None where that does not matter.
    """

    __slots__ = ("application", "partition", "principal", "tally", "topic")

    def __init__(self, topic: str, client_id: str | None, principal: Principal, partition: Partition | None = None) -> None:
        self.topic = topic
        self.partition = partition
        self.application = client_id or ""
        self.principal = "" if principal == ANONYMOUS else str(principal)
        self.tally = counting.tally()


class ProduceCounts:
    """See the module.

    :param walk: the records codec, for batches over a border.
    :param now_ms: milliseconds since 1970.
    """

    def __init__(self, book: CellBook, walk: RecordsCodec, now_ms: Callable[[], int]) -> None:
        self._book = book
        self._walk = walk
        self._now_ms = now_ms
        self._uncommitted = Uncommitted(book)
        #: Who may be counted by an addition.
        self._active: list[CountedClient] = []

    def client(self, partition: Partition, client_id: str | None, principal: Principal) -> CountedClient | None:
        """Whoever writes to a partition; None where that is not counted."""
        topic = partition.topic_partition.topic
        return None if partition.is_internal or topic == AUDIT_TOPIC else CountedClient(topic, client_id, principal, partition)

    def add(self, client: CountedClient, entry: AppendEntry, result: AppendResult, *, once: bool = False) -> None:
        """Count what became of a batch, and let the like of it be counted by an addition until the next report; not where `client` is made
        for this batch alone (`once`), as it would be held until then for nothing."""
        if result.code is not ErrorCode.NONE or result.duplicate or result.base_offset < 0:
            return
        first_ms, last_ms = result.min_timestamp, result.max_timestamp
        cell = self._cell(client, last_ms)
        # What has no time of its own may have one that lies behind all windows.
        if (first_ms < cell.start_ms or cell.start_ms < 0) and self._cell(client, first_ms) is not cell:
            self.appended(client, result, self._count_one_by_one(client, entry))
            return
        count = result.last_offset - result.base_offset + 1
        cell.count += count
        self.appended(client, result, {last_ms: count})
        if entry.records is not None and is_transactional(entry.records):
            cell.transactional += count
        # One batch of a client for each report stands for all: its own would cost more than all the rest.
        cell.latencies.add(self._now_ms() - last_ms)
        if once or cell.start_ms < 0:
            return
        tally = client.tally
        if not tally.end_ms:
            self._active.append(client)
        elif tally.count:
            self._settle(client)
        tally.start_ms, tally.end_ms = cell.start_ms, cell.end_ms

    def appended(self, client: CountedClient, result: AppendResult, records: dict[int, int]) -> None:
        """A batch was counted: where others have yet to copy it, it is remembered.

        :param records: how many of it were counted in the windows of which times.
        """
        partition = client.partition
        if partition is not None and partition.is_replicated:
            self._uncommitted.note(partition, client, result, records)

    def settle(self) -> None:
        """Put all that was counted into cells; before each report. Who has written nothing since the last one is forgotten here."""
        active, self._active = self._active, []
        for client in active:
            tally = client.tally
            if tally.count:
                self._settle(client)
                self._active.append(client)
            else:
                tally.start_ms = tally.end_ms = 0
        self._uncommitted.settle()

    def unknown(self, most: int) -> list[UncommittedBatch]:
        """As `klog.broker.audit.uncommitted.Uncommitted.unknown`."""
        return self._uncommitted.unknown(most)

    def _settle(self, client: CountedClient) -> None:
        tally = client.tally
        self._cell(client, tally.start_ms).count += tally.count
        tally.count = 0

    def _cell(self, client: CountedClient, timestamp_ms: int) -> Cell:
        return self._book.cell(client.topic, timestamp_ms, client.application, client.principal)

    def _count_one_by_one(self, client: CountedClient, entry: AppendEntry) -> dict[int, int]:
        """A batch over the border of windows; how many of it lie in which, by their starts."""
        assert entry.records is not None
        cell: Cell | None = None
        found: dict[int, int] = {}
        is_part = is_transactional(entry.records)
        try:
            for record in self._walk.records(entry.records):
                timestamp_ms = record.timestamp_ms
                if cell is None or not cell.start_ms <= timestamp_ms < cell.end_ms:
                    cell = self._cell(client, timestamp_ms)
                cell.count += 1
                cell.transactional += is_part
                found[cell.start_ms] = found.get(cell.start_ms, 0) + 1
        except RecordsError:
            # It was walked a moment ago, by whoever has appended it.
            pass
        return found
