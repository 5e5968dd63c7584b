"""What a producer without a reactor counts for the audit, and how it tells that. No Twisted in whatever this imports.

There is no thread: counts are told within the producer's own calls. `send` tells them where `Audit.interval_ms` have passed since the last
time, `flush` does so too, and `close` always. A program that does something else for longer than three intervals is taken for dead until
it goes on; what it has counted is only *unknown* so long.

They are told by another producer, which is not audited, over connections of its own: first the cells, then, when these are acknowledged,
how far the report goes (`klog.client.auditing.reporter` does the same on a reactor). What could not be told goes with the next report.
The user's records wait for a report no longer than `_LIMIT_MS`, and it never fails for him.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from klog.audit.cells import AUDIT_TOPIC
from klog.audit.counting import CellBook, Report
from klog.client.auditing.audit import Audit
from klog.client.auditing.sending import datacenter_of, host_name, new_incarnation, not_written, principal_of
from klog.client.auditing.sent import Headers, SentCounts, producer_writer
from klog.client.blocking.client import BlockingClient, Produced
from klog.client.blocking.filling import Filling
from klog.client.producing.producer_types import ProducerOptions
from klog.errors import KlogError
from klog.model import TopicPartition

if TYPE_CHECKING:
    from klog.client.blocking.batch_sender import Batch

_log = logging.getLogger(__name__)

#: A report takes no longer; one that finds no broker is given up then.
_LIMIT_MS = 5_000


class CellProducer(Protocol):
    """Writes records into the audit topic: a `klog.client.blocking.producer.BlockingProducer` that is not audited."""

    def send(self, topic: str, value: bytes | None, *, key: bytes | None = None) -> object:
        """Put one on its way."""

    def flush(self) -> None:
        """Until all are acknowledged.

        :raises KlogError: one is not.
        """

    def close(self) -> None:
        """For good."""


def write_counts(sender: CellProducer, cells: Iterable[tuple[bytes, bytes]], state: tuple[bytes, bytes]) -> None:
    """Write cells, and when these are acknowledged, the state of their writer, which says that they are there.

    :param cells: keys and values, as that of `state`.
    :raises KlogError: something was not written.
    """
    for key, value in cells:
        sender.send(AUDIT_TOPIC, value, key=key)
    sender.flush()
    key, value = state
    sender.send(AUDIT_TOPIC, value, key=key)
    sender.flush()


class SpokenBook:
    """A book of counts, and what tells them. Whoever counts without a reactor has one.

    :param make_sender: makes what writes, when there is something to write for the first time.
    :param now_ms: milliseconds since 1970.
    :ivar numbers: of records, where they are numbered.
    :ivar why_not: why the last report could not be written; empty where it was.
    """

    def __init__(self, book: CellBook, make_sender: Callable[[], CellProducer], now_ms: Callable[[], int]) -> None:
        self.book = book
        self._make_sender = make_sender
        self._sender: CellProducer | None = None
        self._now_ms = now_ms
        self.numbers: SentCounts | None = None
        self.why_not = ""

    def tell(self, through_ms: int | None = None, *, has_ended: bool = False) -> bool:
        """Tell what has changed; whether that went well. Raises nothing but what interrupts it.

        :param through_ms: up to when all that was counted is in the book; now, where nothing is under way.
        :param has_ended: that it was the last time.
        """
        now_ms = self._now_ms()
        try:
            report = self.book.report(now_ms, now_ms if through_ms is None else min(now_ms, through_ms), has_ended=has_ended)
            self._write(report, now_ms)
            self.book.sweep(now_ms)
        except KlogError as error:
            report.failed()
            if self.numbers is not None:
                self.numbers.numbers_failed()
            if str(error) != self.why_not:
                self.why_not = str(error)
                _log.warning("%s: %s", self.book.writer.application, not_written(error))
            return False
        except BaseException:
            # By a signal's handler, at any place: nobody knows what was written, and it does no harm twice.
            self.book.tell_all_again()
            if self.numbers is not None:
                self.numbers.numbers_failed()
            raise
        self.why_not = ""
        return True

    def _write(self, report: Report, now_ms: int) -> None:
        if self._sender is None:
            self._sender = self._make_sender()
        *cells, state = report.records
        numbers = [] if self.numbers is None else self.numbers.number_records(now_ms)
        write_counts(self._sender, [*cells, *numbers], state)

    def close(self) -> None:
        """Close the connections; what was not told is not told."""
        sender, self._sender = self._sender, None
        if sender is not None:
            try:
                sender.close()
            except KlogError:
                # Of records whose report was given up.
                pass


#: Of the producer that tells counts.
SENDER_OPTIONS: ProducerOptions = {
    "partitioner": "key",
    "delivery_timeout_ms": _LIMIT_MS,
    "unknown_topic_patience_ms": 1_000,
}


class ProducerAudit:
    """What a `klog.client.blocking.producer.BlockingProducer` counts.

    :param client: the producer's.
    :param make_sender: makes what tells the counts.
    :param now_ms: the clock for records' timestamps.
    :param acknowledges: whether brokers tell what became of batches.
    :ivar due: on the client's clock: when something is to be told.
    """

    def __init__(
        self,
        audit: Audit,
        client: BlockingClient,
        make_sender: Callable[[], CellProducer],
        now_ms: Callable[[], int],
        *,
        acknowledges: bool,
    ) -> None:
        self._audit = audit
        self._client = client
        self._make_sender = make_sender
        self._now_ms = now_ms
        self._begun_ms = now_ms()
        self._interval_s = audit.interval_ms / 1000
        self.due = client.clock() + self._interval_s
        self._incarnation = new_incarnation()
        self._spoken: SpokenBook | None = None
        #: Where records are numbered: the last batch of each partition that was begun.
        self._newest: dict[TopicPartition, Filling] = {}
        self._counts = SentCounts(audit, lambda: self._told().book, self._incarnation, now_ms, host_name(), acknowledges=acknowledges)

    def _told(self) -> SpokenBook:
        spoken = self._spoken
        if spoken is None:
            settings = self._client.settings
            # The cluster is known by then.
            writer = producer_writer(datacenter_of(self._client.metadata), settings.client_id, principal_of(settings), self._incarnation)
            book = CellBook(writer, host_name(), self._audit.window_ms, begun_ms=self._begun_ms, interval_ms=self._audit.interval_ms)
            spoken = self._spoken = SpokenBook(book, self._make_sender, self._now_ms)
            if self._audit.numbers:
                spoken.numbers = self._counts
        return spoken

    def begun(self, filling: Filling) -> None:
        """A batch is begun: its first number, where records are numbered."""
        if self._audit.numbers:
            before = self._newest.get(filling.tp)
            filling.first_number = 0 if before is None else before.first_number + len(before.stamps)
            self._newest[filling.tp] = filling

    def numbered(self, filling: Filling, headers: Headers) -> Headers:
        """The headers of the next record of a batch, with its number."""
        number = filling.first_number + len(filling.stamps)
        return self._counts.with_number(filling.tp.topic, filling.tp.partition, headers, number)

    def settled(self, filling: Filling, first: int, count: int, produced: Produced | None, batch: Batch | None = None) -> None:
        """It is known what became of `count` records of a batch that was sent, or may have been.

        :param produced: where they stand; None: they failed.
        :param batch: as it was sent, with nothing but these records.
        """
        if not count or filling.tp.topic == AUDIT_TOPIC:
            return
        topic, partition = filling.tp
        append_time_ms = -1 if produced is None else produced.log_append_time_ms
        self._counts.count_stamps(topic, filling.stamps[first : first + count], produced is not None, append_time_ms)
        if produced is not None and batch is not None and self._audit.hashes:
            self._counts.hash(topic, batch.head + batch.body.data, append_time_ms)
        if filling.first_number >= 0:
            self._counts.note_numbers(topic, partition, filling.first_number + first, count, produced is not None)

    def tell(self, oldest_ms: int | None) -> None:
        """Tell what has changed.

        :param oldest_ms: of what is not settled yet: since when it waits, by the clock of timestamps; None where there is nothing.
        """
        try:
            if self._spoken is not None:
                self._spoken.tell(None if oldest_ms is None else oldest_ms - 1)
        finally:
            self.due = self._client.clock() + self._interval_s

    def end(self) -> None:
        """Tell what is left, and that it was the last time."""
        if self._spoken is not None:
            self._spoken.tell(has_ended=True)

    def close(self) -> None:
        """Tell nothing any more."""
        if self._spoken is not None:
            self._spoken.close()
