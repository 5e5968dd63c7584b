"""What the broker has counted goes into the audit topic, from time to time, and once more when it stops.

In a cluster each broker writes into a partition that it leads itself. Which one does not matter: a cell's key has the broker's
incarnation, and of one key the highest revision counts, in whichever partition it stands. A broker that leads none keeps its counts until
it does, in the bounds of `klog.audit.counting`; one that is the first to lead none, as the topic was made before it was there, adds a
partition. Who stops in a cluster leads none any more: the last report then stands in a file until the next start
(`klog.broker.audit.last_report`), and so does one that could not be written. With it stands what is not committed yet, of which the next
life tells what became of it (`klog.broker.audit.last_life`).

The first report comes at once, where the topic is there: a broker that is killed before anybody knows of it would leave no trace of what
it had counted. The topic is made when there is something to write for the first time, and again where somebody has deleted it. Where a
report cannot be written (a full disk, no leadership, too few replicas), its cells go with the next one; nobody waits for any of it. The
last one waits for one that is on its way: should that fail, its cells go with the last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from klog.audit.cells import AUDIT_TOPIC
from klog.audit.counting import CellBook, Report, chunks
from klog.broker.audit.last_life import MOST_KEPT, Fate, LastLife, fate_of
from klog.broker.audit.last_report import LastReport, Records
from klog.broker.audit.uncommitted import UncommittedBatch
from klog.broker.coordinators.coordinator_topic import CoordinatorTopic
from klog.broker.coordinators.partition_writer import PartitionWriter
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.cluster.interfaces import ICoordination
from klog.errors import KlogError
from klog.in_thread import InThread
from klog.metrics import Metrics
from klog.records.contract import RecordsCodec

#: A batch of cells is no larger.
_BATCH_BYTES = 200_000
#: Of each partition of the topic.
MOST_COPIES = 3
#: How long acknowledgements are waited for.
_TIMEOUT_MS = 30_000

CONFIGS = {
    "cleanup.policy": "compact",
    # The time of cells is the cluster's, whatever clocks their writers have.
    "message.timestamp.type": "LogAppendTime",
    "segment.bytes": str(64 << 20),
}


def audit_topic(coordination: ICoordination, warn: Callable[[str], None]) -> CoordinatorTopic:
    """What makes the topic: for each broker at least one partition to lead, and three copies where there are so many brokers."""
    brokers = max(1, len(coordination.brokers()))
    return CoordinatorTopic(
        coordination,
        AUDIT_TOPIC,
        partitions=max(1, 2 * brokers) if coordination.is_controlled else 1,
        copies=min(MOST_COPIES, brokers),
        copies_setting="the number of copies",
        configs=CONFIGS,
        subject="counts of the audit",
        warn=warn,
    )


class AuditPublisher:
    """See the module.

    :param before: puts into the book what was counted and is not there yet.
    :param unknown: so many, at most, of the batches of which it is not known whether they will be cut off.
    :param last_report: where the last one stands that could not be written; :param in_thread: has done what waits for it.
    """

    def __init__(
        self,
        book: CellBook,
        partitions: Partitions,
        coordination: ICoordination,
        records: RecordsCodec,
        now_ms: Callable[[], int],
        *,
        before: Callable[[], None],
        unknown: Callable[[int], list[UncommittedBatch]],
        last_report: LastReport,
        in_thread: InThread[Any],
        warn: Callable[[str], None],
        metrics: Metrics,
    ) -> None:
        self._book = book
        self._before = before
        self._unknown = unknown
        self._last_report = last_report
        self._in_thread = in_thread
        #: What the life before could not tell; None: not looked yet.
        self._left: LastLife | None = None
        self._partitions = partitions
        self._coordination = coordination
        self._records = records
        self._now_ms = now_ms
        self._warn = warn
        self._said = ""
        self._is_first = True
        self._is_under_way = False
        #: Fires when the report that is under way has come to an end; None before the last one.
        self._ended: Deferred[None] | None = None
        self._reports = metrics.counter("audit.reports.count", "Reports of the audit that were written.")
        self._failed = metrics.counter(
            "audit.reports.failed.count", "Reports of the audit that could not be written, and go with the next."
        )
        metrics.gauge("audit.cells.count", "Cells of the audit in memory.", lambda: len(book))

    def publish(self) -> Deferred[None]:
        """Write what has changed. Never fails; what could not be written is tried again with the next call."""
        if self._ended is not None:
            # All is said, or will be.
            return succeed(None)
        is_first, self._is_first = self._is_first, False
        if is_first and self._coordination.is_controlled and AUDIT_TOPIC not in self._coordination.topics():
            # It gets as many copies as there are brokers, and they are only just starting.
            return succeed(None)
        self._is_under_way = True
        return self._take_up().addCallback(lambda _: self._publish(False)).addBoth(self._published)

    def _take_up(self) -> Deferred[None]:
        """Look for what the life before could not tell."""
        if self._left is not None:
            return succeed(None)

        def found(life: LastLife) -> None:
            self._left = life

        def unreadable(failure: Failure) -> None:
            self._left = LastLife()
            # Nobody will ever read that; what a disk holds back somebody may.
            self._left.is_kept = failure.check(ValueError) is not None  # type: ignore[no-untyped-call]
            self._warn(f"what the broker had counted for the audit before it was stopped cannot be read, and is unknown: {failure.value}")

        datacenter = self._book.writer.datacenter
        return self._in_thread(lambda: LastLife(self._last_report.read(), datacenter)).addCallbacks(found, unreadable)

    def _published(self, outcome: Any) -> Any:
        self._is_under_way = False
        if self._ended is not None and not self._ended.called:
            self._ended.callback(None)
        return outcome

    def publish_last(self) -> Deferred[None]:
        """The same, and say that this was the last time."""
        self._ended = Deferred()
        if not self._is_under_way:
            self._ended.callback(None)
        return self._ended.addCallback(lambda _: self._last())

    def _last(self) -> Deferred[None]:
        self._before()
        if not len(self._book) and AUDIT_TOPIC not in self._coordination.topics():
            return succeed(None)
        return self._take_up().addCallback(lambda _: self._publish(True))

    def _publish(self, has_ended: bool) -> Deferred[None]:
        if AUDIT_TOPIC in self._coordination.topics():
            return self._write(has_ended)
        made = audit_topic(self._coordination, self._warn).make()
        return made.addCallback(lambda is_there: self._write(has_ended) if is_there or has_ended else None)

    def _shall_lead_none(self) -> bool:
        """Whether we are the first to lead none of the partitions: the topic was made when we were not there."""
        topic = self._coordination.topics().get(AUDIT_TOPIC)
        us = self._coordination.broker_id()
        return self._coordination.is_controlled and topic is not None and not any(one.replicas[:1] == (us,) for one in topic.partitions)

    def _add_partition(self) -> Deferred[None]:
        """One that we lead, with as many copies as the others have brokers for; who cannot write does not even say that he counts."""
        us = self._coordination.broker_id()
        others = [one.broker_id for one in self._coordination.brokers() if one.broker_id != us]
        first = len(self._coordination.topics()[AUDIT_TOPIC].partitions)
        added = self._coordination.create_partitions(AUDIT_TOPIC, [[us, *others][:MOST_COPIES]], first)

        def failed(failure: Failure) -> None:
            # Another broker may have been quicker: the next report tries again.
            self._tell(f"this broker leads no partition of {AUDIT_TOPIC}, and none could be added: {failure.getErrorMessage()}")

        return added.addCallbacks(lambda _: None, failed)

    def _partition(self) -> Partition | None:
        """One that we lead, and that takes something."""
        topic = self._coordination.topics().get(AUDIT_TOPIC)
        for index in range(0 if topic is None else len(topic.partitions)):
            partition = self._partitions.get(AUDIT_TOPIC, index)
            if partition is not None and not partition.ended:
                return partition
        return None

    def _write(self, has_ended: bool) -> Deferred[None]:
        partition = self._partition()
        if partition is None and not has_ended:
            if self._shall_lead_none():
                return self._add_partition()
            self._tell(f"this broker leads no partition of {AUDIT_TOPIC}: what it counts for the audit waits until it does")
            return succeed(None)
        left = self._left = self._left or LastLife()
        left.settle(self._fate, self._now_ms(), self._book.host)
        self._before()
        unknown = self._unknown(MOST_KEPT) if has_ended else []
        report = self._book.report(self._now_ms(), has_ended=has_ended)
        if partition is None:
            return self._keep(report.records, unknown)
        writer = PartitionWriter(partition, self._records, self._partitions.produces, self._now_ms, timeout_ms=_TIMEOUT_MS)
        waiting: Deferred[None] | None = None
        try:
            for piece in chunks([*left.untold.items(), *report.records], _BATCH_BYTES):
                # Each waits for all that was written before it.
                waiting = writer.append_encoded(piece) or waiting
        except KlogError as error:
            self._not_written(report, error)
            return self._keep(report.records, unknown) if has_ended else succeed(None)

        def failed(failure: Failure) -> Deferred[None] | None:
            error = failure.value
            self._not_written(report, error if isinstance(error, KlogError) else None, failure)
            return self._keep(report.records, unknown) if has_ended else None

        return (waiting or succeed(None)).addCallbacks(lambda _: self._written(report, unknown), failed)

    def _fate(self, batch: UncommittedBatch) -> Fate:
        # Others may lead for good: a copy that follows knows it as well.
        replica = self._partitions.readable(batch.topic, batch.partition)
        topic = self._coordination.topics().get(batch.topic)
        return fate_of(batch, replica, topic, self._coordination.broker_id(), self._coordination.is_gone)

    def _written(self, report: Report, unknown: list[UncommittedBatch]) -> Deferred[None] | None:
        """
        :param unknown: what is to be told in the next life.
        """
        self._said = ""
        self._reports.value += 1
        self._book.sweep(self._now_ms())
        left = self._left
        assert left is not None
        may_go = left.told()
        if unknown:
            keys = {key for batch in unknown for key in batch.counts}
            return self._keep([record for record in report.records if record[0] in keys], unknown)
        if not may_go:
            return None
        left.is_kept = False
        # Told once more, if it stays, it does no harm.
        return self._in_thread(self._last_report.forget).addErrback(lambda _: None)

    def _keep(self, records: Records, unknown: list[UncommittedBatch]) -> Deferred[None]:
        """Nothing more can be told in this life."""
        kept = (self._left or LastLife()).kept(records, unknown)

        def failed(failure: Failure) -> None:
            self._warn(f"what was counted for the audit at last can be kept nowhere, and is unknown: {failure.value}")

        return self._in_thread(lambda: self._last_report.keep(kept)).addErrback(failed)

    def _not_written(self, report: Report, error: KlogError | None, failure: Failure | None = None) -> None:
        report.failed()
        self._failed.value += 1
        self._tell(f"the counts of the audit could not be written, and go with the next: {error or failure}")

    def _tell(self, sentence: str) -> None:
        if sentence != self._said:
            self._said = sentence
            self._warn(sentence)
