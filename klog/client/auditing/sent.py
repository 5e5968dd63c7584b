"""Records that were sent, by what became of them: tried, acknowledged, failed. Counted when that is known, whoever has sent them.

No Twisted.

What was acknowledged must be in the log. What failed may be, as an answer may have been lost, and so may what nobody acknowledges
(``acks=0``): it is counted as tried and nothing more. Records that were in no batch yet when they failed were never sent.

Where records are numbered (`klog.audit.numbers`), each partition of each incarnation counts from 0. A batch has the numbers behind each
other, so that what became of them is kept as ranges.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from klog.audit.cell_records import encode_number_cell, encode_number_key
from klog.audit.cells import NumberCell, Tier, Writer
from klog.audit.counting import CellBook
from klog.audit.numbers import HEADER_NAME, NUMBER_AT, NumberRanges, encode_number
from klog.audit.record_hash import record_hash
from klog.client.auditing.audit import Audit
from klog.records.appending import NumberedHeader
from klog.records.implementations import codec

_log = logging.getLogger(__name__)

#: A record of numbers is no longer: brokers take a megabyte where nobody says otherwise, and nobody reads more.
MOST_TOLD_BYTES = 900_000


class SentCounts:
    """See the module.

    :param book: where it is counted; asked when the first batch is settled, as the cluster is known by then.
    :param incarnation: of the producer, 16 bytes.
    :param now_ms: milliseconds since 1970.
    :param host: the machine's name.
    :param acknowledges: whether brokers tell what became of batches.
    """

    def __init__(
        self, audit: Audit, book: Callable[[], CellBook], incarnation: bytes, now_ms: Callable[[], int], host: str, *, acknowledges: bool
    ) -> None:
        self._hashes = audit.hashes
        self._book = book
        self._incarnation = incarnation
        self._now_ms = now_ms
        self._host = host
        self._acknowledges = acknowledges
        self._numbers: dict[str, NumberCell] = {}
        self._renumbered: set[str] = set()
        #: Topics whose numbers have too many pieces to be told.
        self._untold: set[str] = set()

    def count(self, topic: str, first_ms: int, count: int, is_written: bool, last_ms: int | None = None) -> None:
        """It is known what became of `count` records, all of one window.

        :param first_ms, last_ms: their least and largest timestamps.
        """
        cell = self._book().cell(topic, first_ms)
        cell.attempt += count
        if not is_written:
            cell.failure += count
        elif self._acknowledges:
            cell.count += count
            cell.latencies.add(self._now_ms() - first_ms, count)
        cell.times(first_ms, first_ms if last_ms is None else last_ms)

    def count_stamps(self, topic: str, stamps: Sequence[int], is_written: bool, append_time_ms: int = -1) -> None:
        """It is known what became of records with these timestamps, one at least.

        :param append_time_ms: the time of all of them, where the broker sets it; -1 where it does not.
        """
        if append_time_ms >= 0:
            self.count(topic, append_time_ms, len(stamps), is_written)
            return
        first_ms, last_ms = min(stamps), max(stamps)
        cell = self._book().cell(topic, first_ms)
        if cell.start_ms <= last_ms < cell.end_ms:
            self.count(topic, first_ms, len(stamps), is_written, last_ms)
        else:
            for stamp_ms in stamps:
                self.count(topic, stamp_ms, 1, is_written)

    def count_batch(self, topic: str, batch: bytes, is_written: bool, append_time_ms: int = -1) -> None:
        """It is known what became of a batch, which is looked at as the broker does it: by a walk that makes no object of a record. Only
        one over the border of windows is taken apart.

        :param append_time_ms: the time of all its records, where the broker sets it; -1 where it does not.
        :raises RecordsError: no broker takes that.
        """
        facts = codec.check_batch(batch)
        count = codec.read_header(batch).record_count
        if append_time_ms >= 0:
            self.count(topic, append_time_ms, count, is_written)
        elif count:
            book = self._book()
            if book.cell(topic, facts.min_timestamp) is book.cell(topic, facts.max_timestamp):
                self.count(topic, facts.min_timestamp, count, is_written, facts.max_timestamp)
            else:
                self.count_stamps(topic, [record.timestamp_ms for record in codec.records(batch)], is_written)
        if is_written:
            self.hash(topic, batch, append_time_ms)

    def hash(self, topic: str, batch: bytes, append_time_ms: int) -> None:
        """Add up the hashes of the records of a batch that was acknowledged, where that is wanted."""
        if not self._hashes or not self._acknowledges:
            return
        book = self._book()
        for record in codec.records(batch):
            timestamp_ms = record.timestamp_ms if append_time_ms < 0 else append_time_ms
            book.cell(topic, timestamp_ms).add_hash(record_hash(timestamp_ms, record.key, record.value, record.headers), 1)

    # Numbers

    def numbered_header(self, topic: str, partition: int) -> NumberedHeader:
        """The header of all records for a partition, but for the number."""
        return NumberedHeader(HEADER_NAME, encode_number(self._incarnation, topic, partition, 0), NUMBER_AT)

    def note_numbers(self, topic: str, partition: int, first: int, count: int, is_written: bool) -> None:
        """It is known what became of `count` numbers from `first` on."""
        cell = self._numbers.get(topic)
        if cell is None:
            cell = self._numbers[topic] = NumberCell(self._book().writer, topic)
        ranges = cell.delivered if is_written and self._acknowledges else cell.tried
        lane = (self._incarnation, partition)
        if lane not in ranges:
            ranges[lane] = NumberRanges()
        ranges[lane].add(first, first + count)
        self._renumbered.add(topic)

    def number_records(self, now_ms: int) -> list[tuple[bytes, bytes]]:
        """What is to be told of numbers: of all topics in which there are new ones. Where they lie in too many pieces, since as many
        batches have failed, no more of them is told: counts are not held up by that."""
        records = []
        for topic in sorted(self._renumbered):
            cell = self._numbers[topic]
            cell.revision += 1
            value = encode_number_cell(cell, now_ms, self._host)
            if len(value) <= MOST_TOLD_BYTES:
                records.append((encode_number_key(cell), value))
            elif topic not in self._untold:
                self._untold.add(topic)
                sentence = "%s: the numbers of records in %s lie in too many pieces to be told any more; counts go on"
                _log.warning(sentence, cell.writer.application, topic)
        self._renumbered.clear()
        return records

    def numbers_failed(self) -> None:
        """They were not written."""
        self._renumbered.update(self._numbers)


def producer_writer(datacenter: str, client_id: str, principal: str, incarnation: bytes) -> Writer:
    """The writer of a producer's cells."""
    return Writer(Tier.PRODUCER, "", datacenter, client_id, principal, incarnation.hex())
