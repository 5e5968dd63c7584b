"""What a producer on a reactor has sent (`klog.client.auditing.sent`), counted when a batch is settled, run by run."""

from __future__ import annotations

from collections.abc import Callable

from klog.audit.cells import AUDIT_TOPIC, Writer
from klog.audit.counting import CellBook
from klog.client.auditing.audit import Audit
from klog.client.auditing.reporter import Reporter
from klog.client.auditing.sent import SentCounts
from klog.client.producing.batches import Batch, Lane, Part, Singles
from klog.records.appending import NumberedHeader
from klog.span import join_parts


class ProducedCounts(SentCounts):
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
        begun_ms = now_ms()

        def book() -> CellBook:
            found = reporter.book
            if found is None:
                found = reporter.book = CellBook(writer(), host, audit.window_ms, begun_ms=begun_ms, interval_ms=audit.interval_ms)
            return found

        super().__init__(audit, book, incarnation, now_ms, host, acknowledges=acknowledges)

    def begin(self) -> None:
        """Something will be sent: have a book, so that there is something to report."""
        self._book()

    def settled(self, batch: Batch, is_written: bool, append_time_ms: int = -1) -> None:
        """It is known what became of `batch`, whose runs are still there.

        :param append_time_ms: the time of all its records, where the broker sets it; -1 where it does not.
        """
        topic, partition = batch.lane.tp
        if topic == AUDIT_TOPIC:
            return
        for run in batch.runs:
            if type(run) is Part:
                self.count(topic, run.bulk.timestamp_ms if append_time_ms < 0 else append_time_ms, run.count, is_written)
            elif type(run) is Singles:
                self.count_stamps(topic, run.stamps, is_written, append_time_ms)
        if batch.body is None:
            return
        if is_written and self._hashes:
            self.hash(topic, join_parts(batch.parts()), append_time_ms)
        if batch.first_number >= 0:
            self.note_numbers(topic, partition, batch.first_number, batch.count, is_written)

    def header_of(self, lane: Lane) -> NumberedHeader | None:
        """What all records that go into `lane` have beside their own headers, but for the number; None where they have none."""
        topic, partition = lane.tp
        return None if topic == AUDIT_TOPIC else self.numbered_header(topic, partition)
