"""What the broker has counted goes into the audit topic, from time to time, and once more when it stops.

In a cluster each broker writes into a partition that it leads itself. Which one does not matter: a cell's key has the broker's
incarnation, and of one key the highest revision counts, in whichever partition it stands. A broker that leads none keeps its counts until
it does, in the bounds of `klog.audit.counting`.

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
from klog.broker.coordinators.coordinator_topic import CoordinatorTopic
from klog.broker.coordinators.partition_writer import PartitionWriter
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.cluster.interfaces import ICoordination
from klog.errors import KlogError
from klog.metrics import Metrics
from klog.records.contract import RecordsCodec

#: A batch of cells is no larger.
_BATCH_BYTES = 200_000
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
        copies=min(3, brokers),
        copies_setting="the number of copies",
        configs=CONFIGS,
        subject="counts of the audit",
        warn=warn,
    )


class AuditPublisher:
    """See the module.

    :param before: puts into the book what was counted and is not there yet.
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
        warn: Callable[[str], None],
        metrics: Metrics,
    ) -> None:
        self._book = book
        self._before = before
        self._partitions = partitions
        self._coordination = coordination
        self._records = records
        self._now_ms = now_ms
        self._warn = warn
        self._said = ""
        self._is_first = True
        self._is_under_way = False
        #: Fires when the report that is under way has come to an end.
        self._ended: Deferred[None] | None = None
        self._reports = metrics.counter("audit.reports.count", "Reports of the audit that were written.")
        self._failed = metrics.counter(
            "audit.reports.failed.count", "Reports of the audit that could not be written, and go with the next."
        )
        metrics.gauge("audit.cells.count", "Cells of the audit in memory.", lambda: len(book))

    def publish(self) -> Deferred[None]:
        """Write what has changed. Never fails; what could not be written is tried again with the next call."""
        is_first, self._is_first = self._is_first, False
        if is_first and AUDIT_TOPIC not in self._coordination.topics():
            # It gets as many copies as there are brokers, and they are only just starting.
            return succeed(None)
        self._is_under_way = True
        return self._publish(False).addBoth(self._published)

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
        return self._publish(True)

    def _publish(self, has_ended: bool) -> Deferred[None]:
        if AUDIT_TOPIC in self._coordination.topics():
            return self._write(has_ended)
        made = audit_topic(self._coordination, self._warn).make()
        return made.addCallback(lambda is_there: self._write(has_ended) if is_there else None)

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
        if partition is None:
            self._tell(f"this broker leads no partition of {AUDIT_TOPIC}: what it counts for the audit waits until it does")
            return succeed(None)
        self._before()
        report = self._book.report(self._now_ms(), has_ended=has_ended)
        writer = PartitionWriter(partition, self._records, self._partitions.produces, self._now_ms, timeout_ms=_TIMEOUT_MS)
        waiting: Deferred[None] | None = None
        try:
            for piece in chunks(report.records, _BATCH_BYTES):
                # Each waits for all that was written before it.
                waiting = writer.append_encoded(piece) or waiting
        except KlogError as error:
            self._not_written(report, error)
            return succeed(None)
        if waiting is None:
            self._written(report)
            return succeed(None)
        return waiting.addCallbacks(lambda _: self._written(report), lambda failure: self._not_acknowledged(report, failure))

    def _written(self, report: Report) -> None:
        self._said = ""
        self._reports.value += 1
        self._book.sweep(self._now_ms())

    def _not_acknowledged(self, report: Report, failure: Failure) -> None:
        error = failure.value
        self._not_written(report, error if isinstance(error, KlogError) else None, failure)

    def _not_written(self, report: Report, error: KlogError | None, failure: Failure | None = None) -> None:
        report.failed()
        self._failed.value += 1
        self._tell(f"the counts of the audit could not be written, and go with the next: {error or failure}")

    def _tell(self, sentence: str) -> None:
        if sentence != self._said:
            self._said = sentence
            self._warn(sentence)
