"""What a consumer has handed out, set by set.

Of each partition the place behind the last record that was counted is kept: what lies before it has been counted by us before (somebody has
moved back, or committed offsets are older than what was read), and is told as repeated. What another member of the group has had before us
we cannot know.
"""

from __future__ import annotations

from collections.abc import Callable

from klog.audit.cells import AUDIT_TOPIC, Writer
from klog.audit.counting import CellBook
from klog.audit.record_hash import record_hash
from klog.client.auditing.audit import Audit
from klog.client.auditing.reporter import Reporter
from klog.client.fetching.record_views import MessageSet
from klog.model import TopicPartition

#: Partitions whose places are kept.
_MOST_PLACES = 100_000


class ReceivedCounts:
    """See the module.

    :param writer: who reads; asked when the first set is counted, as the cluster is known by then.
    :param begun_ms: since when it counts; 0: since there are records, as it begins with the first.
    """

    def __init__(
        self, audit: Audit, reporter: Reporter, writer: Callable[[], Writer], begun_ms: int, now_ms: Callable[[], int], host: str
    ) -> None:
        self._audit = audit
        self._reporter = reporter
        self._writer = writer
        self._begun_ms = begun_ms
        self._now_ms = now_ms
        self._host = host
        self._places: dict[TopicPartition, int] = {}

    def _book(self) -> CellBook:
        book = self._reporter.book
        if book is None:
            audit = self._audit
            book = self._reporter.book = CellBook(
                self._writer(), self._host, audit.window_ms, begun_ms=self._begun_ms, interval_ms=audit.interval_ms
            )
        return book

    def handed(self, message_set: MessageSet) -> None:
        """The user has got these."""
        topic = message_set.topic
        if topic == AUDIT_TOPIC or not len(message_set):
            return
        book = self._book()
        now_ms = self._now_ms()
        tp = TopicPartition(topic, message_set.partition)
        place = self._places.get(tp, -1)
        if message_set.first_offset >= place:
            self._count(book, topic, message_set.timestamps(), now_ms)
        else:
            for offset, timestamp_ms in zip(message_set.offsets(), message_set.timestamps(), strict=True):
                cell = book.cell(topic, timestamp_ms)
                cell.count += 1
                cell.repeated += offset < place
        if place < message_set.next_offset:
            if len(self._places) >= _MOST_PLACES:
                self._places.clear()
            self._places[tp] = message_set.next_offset
        if self._audit.hashes:
            for record in message_set.records():
                cell = book.cell(topic, record.timestamp_ms)
                cell.add_hash(record_hash(record.timestamp_ms, record.key, record.value, record.headers), 1)

    def _count(self, book: CellBook, topic: str, times_ms: list[int], now_ms: int) -> None:
        first_ms, last_ms = min(times_ms), max(times_ms)
        cell = book.cell(topic, first_ms)
        if cell.start_ms <= last_ms < cell.end_ms:
            cell.count += len(times_ms)
            cell.times(first_ms, last_ms)
            cell.latencies.add(now_ms - last_ms, len(times_ms))
            return
        for timestamp_ms in times_ms:
            cell = book.cell(topic, timestamp_ms)
            cell.count += 1
            cell.times(timestamp_ms, timestamp_ms)
            cell.latencies.add(now_ms - timestamp_ms)
