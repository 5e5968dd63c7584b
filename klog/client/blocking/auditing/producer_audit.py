"""What a producer without a reactor counts for the audit, and how it tells that. No Twisted in whatever this imports.

Counts are told within the producer's own calls (`telling`): in `send` and `flush` where `Audit.interval_ms` have
passed since the last time, in `close` always, and once before the first record is written, so that it is known whose it is, whatever comes.
A program that does something else for longer than three intervals is taken for dead until it goes on; what it has counted is only *unknown*
so long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from klog.audit.cells import AUDIT_TOPIC
from klog.client.auditing.audit import Audit
from klog.client.auditing.sending import cell_book, datacenter_of, host_name, new_incarnation, principal_of
from klog.client.auditing.sent import SentCounts, producer_writer
from klog.client.blocking.auditing.telling import CellProducer, SpokenBook, has_audit_topic
from klog.client.blocking.client import BlockingClient, Produced
from klog.client.blocking.filling import Filling
from klog.model import TopicPartition

if TYPE_CHECKING:
    from klog.client.blocking.batch_sender import Batch


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
            book = cell_book(self._audit, writer, self._begun_ms)
            spoken = self._spoken = SpokenBook(book, self._make_sender, self._now_ms)
            if self._audit.numbers:
                spoken.numbers = self._counts
        return spoken

    def announce(self) -> None:
        """Something will be written now: say that this producer is there."""
        if self._spoken is None and has_audit_topic(self._client):
            self._told()
            self.tell(self._begun_ms)

    def begun(self, filling: Filling) -> None:
        """A batch is begun: its records are numbered from here on, where that is wanted."""
        if self._audit.numbers:
            before = self._newest.get(filling.tp)
            filling.first_number = 0 if before is None else before.first_number + len(before.stamps)
            filling.appender.number(self._counts.numbered_header(*filling.tp), filling.first_number)
            self._newest[filling.tp] = filling

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
