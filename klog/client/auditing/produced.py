"""What a producer has sent, by what became of it: tried, acknowledged, failed. Counted when a batch is settled, run by run.

What was acknowledged must be in the log. What failed may be, as an answer may have been lost, and so may what nobody acknowledges
(``acks=0``): it is counted as tried and nothing more. Records that were in no batch yet when they failed were never sent.

Where records are numbered (`klog.audit.numbers`), each partition of each incarnation counts from 0. A batch has the numbers behind each
other, so that what became of them is kept as ranges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from klog.audit.cells import AUDIT_TOPIC, NumberCell, Tier, Writer, encode_number_cell, encode_number_key
from klog.audit.counting import CellBook
from klog.audit.numbers import HEADER_NAME, NumberRanges, encode_number
from klog.audit.record_hash import record_hash
from klog.client.auditing.audit import Audit
from klog.client.auditing.reporter import Reporter
from klog.client.producing.batches import Batch, Lane, Part, Singles
from klog.records.implementations import codec
from klog.span import join_parts

Headers = Sequence[tuple[str, bytes | None]]


class ProducedCounts:
    """See the module.

    :param writer: who sends; asked when the first batch is settled, as the cluster is known by then.
    :param acknowledges: whether brokers tell what became of batches.
    """

    def __init__(
        self,
        audit: Audit,
        reporter: Reporter,
        writer: Callable[[], Writer],
        incarnation: bytes,
        now_ms: Callable[[], int],
        host: str,
        *,
        acknowledges: bool,
    ) -> None:
        self._audit = audit
        self._reporter = reporter
        self._writer = writer
        self._incarnation = incarnation
        self._now_ms = now_ms
        self._host = host
        self._acknowledges = acknowledges
        self._begun_ms = now_ms()
        self._numbers: dict[str, NumberCell] = {}
        self._renumbered: set[str] = set()

    def _book(self) -> CellBook:
        book = self._reporter.book
        if book is None:
            audit = self._audit
            book = self._reporter.book = CellBook(
                self._writer(), self._host, audit.window_ms, begun_ms=self._begun_ms, interval_ms=audit.interval_ms
            )
        return book

    def settled(self, batch: Batch, is_written: bool, append_time_ms: int = -1) -> None:
        """It is known what became of `batch`, whose runs are still there.

        :param append_time_ms: the time of all its records, where the broker sets it; -1 where it does not.
        """
        topic = batch.lane.tp.topic
        if topic == AUDIT_TOPIC:
            return
        book = self._book()
        delivered = is_written and self._acknowledges
        for run in batch.runs:
            if type(run) is Part:
                self._count(book, topic, run.bulk.timestamp_ms if append_time_ms < 0 else append_time_ms, run.count, is_written)
            elif type(run) is Singles:
                if append_time_ms >= 0:
                    self._count(book, topic, append_time_ms, len(run.stamps), is_written)
                    continue
                first_ms, last_ms = min(run.stamps), max(run.stamps)
                cell = book.cell(topic, first_ms)
                if cell.start_ms <= last_ms < cell.end_ms:
                    self._count(book, topic, first_ms, len(run.stamps), is_written, last_ms)
                else:
                    for stamp_ms in run.stamps:
                        self._count(book, topic, stamp_ms, 1, is_written)
        if batch.body is None:
            return
        if self._audit.hashes and delivered:
            self._hash(book, topic, batch, append_time_ms)
        if batch.first_number >= 0:
            self._note_numbers(topic, batch, delivered)

    def _count(self, book: CellBook, topic: str, first_ms: int, count: int, is_written: bool, last_ms: int | None = None) -> None:
        cell = book.cell(topic, first_ms)
        cell.attempt += count
        if not is_written:
            cell.failure += count
        elif self._acknowledges:
            cell.count += count
            cell.latencies.add(self._now_ms() - first_ms, count)
        cell.times(first_ms, first_ms if last_ms is None else last_ms)

    def _hash(self, book: CellBook, topic: str, batch: Batch, append_time_ms: int) -> None:
        for record in codec.records(join_parts(batch.parts())):
            timestamp_ms = record.timestamp_ms if append_time_ms < 0 else append_time_ms
            book.cell(topic, timestamp_ms).add_hash(record_hash(timestamp_ms, record.key, record.value, record.headers), 1)

    # Numbers

    def numbered(self, lane: Lane, headers: Headers) -> Headers:
        """The headers of a record that goes into `lane`, with its number."""
        topic, partition = lane.tp
        if topic == AUDIT_TOPIC:
            return headers
        return [*headers, (HEADER_NAME, encode_number(self._incarnation, topic, partition, lane.next_number))]

    def _note_numbers(self, topic: str, batch: Batch, delivered: bool) -> None:
        cell = self._numbers.get(topic)
        if cell is None:
            cell = self._numbers[topic] = NumberCell(self._book().writer, topic)
        ranges = cell.delivered if delivered else cell.tried
        partition = batch.lane.tp.partition
        lane = (self._incarnation, partition)
        if lane not in ranges:
            ranges[lane] = NumberRanges()
        ranges[lane].add(batch.first_number, batch.first_number + batch.count)
        self._renumbered.add(topic)

    def number_records(self, now_ms: int) -> list[tuple[bytes, bytes]]:
        """What is to be told of numbers: of all topics in which there are new ones."""
        records = []
        for topic in sorted(self._renumbered):
            cell = self._numbers[topic]
            cell.revision += 1
            records.append((encode_number_key(cell), encode_number_cell(cell, now_ms, self._host)))
        self._renumbered.clear()
        return records

    def numbers_failed(self) -> None:
        """They were not written."""
        self._renumbered.update(self._numbers)


def producer_writer(datacenter: str, client_id: str, principal: str, incarnation: bytes) -> Writer:
    """The writer of a producer's cells."""
    return Writer(Tier.PRODUCER, "", datacenter, client_id, principal, incarnation.hex())
