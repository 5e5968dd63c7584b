"""Puts the broker's part of the audit together, where ``klog.audit.counts`` asks for it."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable

from klog.audit.counting import CellBook, writer_of_brokers
from klog.broker.audit.forgeries import Forgeries
from klog.broker.audit.last_report import FILE_NAME, LastReport
from klog.broker.audit.produce_counts import ProduceCounts
from klog.broker.audit.publisher import AuditPublisher
from klog.broker.disk.threads import of_kind
from klog.broker.lifecycle.environment import Environment
from klog.broker.replicas.partitions import Partitions
from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import ICoordination
from klog.metrics import Metrics
from klog.records.implementations import codec
from klog.storage.disk_work import WorkKind


class BrokerAudit:
    """The room.

    :ivar book: where it counts; :ivar counts: what clients write; :ivar forgeries: what they may not; :ivar publisher: what is told of it.
    """

    def __init__(
        self,
        settings: BrokerSettings,
        environment: Environment,
        coordination: ICoordination,
        partitions: Partitions,
        *,
        metrics: Metrics,
        warn: Callable[[str], None],
    ) -> None:
        now_ms = environment.now_ms
        self.interval_ms = settings.integer("klog.audit.counts.interval.ms")
        book = self.book = CellBook(
            writer_of_brokers(coordination.cluster_id(), environment.random_bytes(16).hex()),
            platform.node(),
            settings.integer("klog.audit.counts.window.ms"),
            begun_ms=now_ms(),
            interval_ms=self.interval_ms,
        )
        self.counts = ProduceCounts(book, codec, now_ms)
        self.forgeries = Forgeries(
            book,
            codec,
            max_uncompressed_bytes=settings.integer("klog.max.uncompressed.bytes"),
            now_ms=now_ms,
            seconds=environment.reactor.seconds,
            warn=warn,
            metrics=metrics,
        )
        directory = os.path.abspath(settings.data_directories[0])
        self.publisher = AuditPublisher(
            book,
            partitions,
            coordination,
            codec,
            now_ms,
            before=self.counts.settle,
            unknown=self.counts.unknown,
            last_report=LastReport(environment.file_system, f"{directory}/{FILE_NAME}"),
            in_thread=of_kind(environment.run_in_thread, WorkKind.CHECKPOINT, directory),
            warn=warn,
            metrics=metrics,
        )
