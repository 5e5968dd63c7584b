"""What a link has copied, counted batch by batch as it was appended: by topic and window of the records' own time. No Twisted.

A header says how many records a batch has, the time of its first and the largest; the least it does not say. Of one record, or where the
broker has set the time, that is all there is; any other is walked for the least, in C, without an object for a record, as its source has
done when it was produced: records of one batch may be in any order, and a late one would else be counted in another window than there. Only
a batch over the border of windows is taken apart.

Markers of transactions are no records; what was aborted is copied, and counts, as it does at the source.
"""

from __future__ import annotations

from collections.abc import Callable

from klog.audit.cells import Cell
from klog.audit.counting import CellBook
from klog.records.contract import CONTROL, LOG_APPEND_TIME, Buffer, CorruptRecords, Entry, RecordsError
from klog.records.implementations import codec


class CopiedCounts:
    """See the module.

    :param book: where it is counted; asked when the first batch is, as the source is known by then.
    :param now_ms: milliseconds since 1970.
    :param application: in whose name; the book's writer's where not given.
    """

    def __init__(self, book: Callable[[], CellBook], now_ms: Callable[[], int], application: str | None = None) -> None:
        self._book = book
        self._now_ms = now_ms
        self._application = application

    def _cell(self, topic: str, timestamp_ms: int) -> Cell:
        return self._book().cell(topic, timestamp_ms, self._application)

    def appended(self, topic: str, records: Buffer, start: int, end: int) -> None:
        """Batches were appended.

        :param records: as the source has sent them, those among them that were there already.
        :param start, end: the copy's end before and behind that.
        """
        try:
            entries = codec.scan(records)
        except CorruptRecords:
            # Then nothing of it is in the copy.
            return
        for entry in entries:
            if start <= entry.last_offset < end:
                self._batch(topic, records, entry)

    def _batch(self, topic: str, records: Buffer, entry: Entry) -> None:
        last_ms = entry.max_timestamp
        if entry.magic != 2:
            self._one_by_one(topic, records, entry)
        elif entry.attributes & CONTROL or not entry.record_count:
            # A marker, or what compaction has left of a producer's last batch.
            return
        elif entry.attributes & LOG_APPEND_TIME or entry.record_count == 1:
            self._add(topic, entry.record_count, last_ms, last_ms)
        else:
            try:
                facts = codec.check_batch(records, entry.position)
            except RecordsError:
                # Compaction leaves gaps, which no producer may send.
                self._one_by_one(topic, records, entry)
                return
            if self._cell(topic, facts.min_timestamp) is self._cell(topic, facts.max_timestamp):
                self._add(topic, entry.record_count, facts.min_timestamp, facts.max_timestamp)
            else:
                self._one_by_one(topic, records, entry)

    def _add(self, topic: str, count: int, first_ms: int, last_ms: int) -> None:
        """Records of one window."""
        cell = self._cell(topic, first_ms)
        cell.count += count
        cell.times(first_ms, last_ms)
        cell.latencies.add(self._now_ms() - last_ms, count)

    def _one_by_one(self, topic: str, records: Buffer, entry: Entry) -> None:
        batch = memoryview(records)[entry.position : entry.position + entry.size]
        try:
            times_ms = [record.timestamp_ms for record in codec.records(batch)]
        except RecordsError:
            # Too large when it is decompressed, say: the header's word.
            times_ms = [entry.max_timestamp] * max(1, entry.record_count)
        for timestamp_ms in times_ms:
            self._add(topic, 1, timestamp_ms, timestamp_ms)
