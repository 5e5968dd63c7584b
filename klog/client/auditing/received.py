"""What a reader has handed out, set by set. No Twisted.

Of each partition the offsets that were counted are kept, as ranges: what comes again (somebody has moved back, or committed offsets are
older than what was read) is told as repeated. What another member of the group has had before us we cannot know.
"""

from __future__ import annotations

from collections.abc import Callable

from klog.audit.cells import AUDIT_TOPIC
from klog.audit.counting import CellBook
from klog.audit.numbers import NumberRanges
from klog.audit.record_hash import record_hash
from klog.client.auditing.audit import Audit
from klog.client.fetching.record_views import MessageSet
from klog.model import TopicPartition

#: Partitions of which is kept what was counted, and ranges of one: whoever reads in order has one. What is more is forgotten.
_MOST_PARTITIONS = 100_000
_MOST_RANGES = 1_000


class ReceivedCounts:
    """See the module.

    :param book: where it is counted; asked when the first set is counted, as the cluster is known by then.
    :param now_ms: milliseconds since 1970.
    """

    def __init__(self, audit: Audit, book: Callable[[], CellBook], now_ms: Callable[[], int]) -> None:
        self._hashes = audit.hashes
        self._book = book
        self._now_ms = now_ms
        self._counted: dict[TopicPartition, NumberRanges] = {}

    def handed(self, message_set: MessageSet) -> None:
        """The user has got these."""
        topic = message_set.topic
        if topic == AUDIT_TOPIC or not len(message_set):
            return
        book = self._book()
        ranges = self._ranges(TopicPartition(topic, message_set.partition))
        first, end = message_set.first_offset, message_set.next_offset
        if ranges.overlaps(first, end):
            for offset, timestamp_ms in zip(message_set.offsets(), message_set.timestamps(), strict=True):
                cell = book.cell(topic, timestamp_ms)
                cell.count += 1
                cell.repeated += offset in ranges
        else:
            self._count(book, topic, message_set.timestamps())
        ranges.add(first, end)
        if self._hashes:
            for record in message_set.records():
                cell = book.cell(topic, record.timestamp_ms)
                cell.add_hash(record_hash(record.timestamp_ms, record.key, record.value, record.headers), 1)

    def _ranges(self, tp: TopicPartition) -> NumberRanges:
        ranges = self._counted.get(tp)
        if ranges is None or ranges.pieces >= _MOST_RANGES:
            if len(self._counted) >= _MOST_PARTITIONS:
                self._counted.clear()
            ranges = self._counted[tp] = NumberRanges()
        return ranges

    def _count(self, book: CellBook, topic: str, times_ms: list[int]) -> None:
        now_ms = self._now_ms()
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
