"""A link's part in the audit (docs/audit.md): what it copies is told at the source, whose brokers count the same.

Each broker that copies something of the link is a writer of its own, from the first batch on. A copy goes on where its log ends, so that no
record is counted twice but where the copy was cut and what is there at the source by then is copied: those are other records.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred, fail

from klog.audit.cells import Tier, Writer
from klog.audit.counting import CellBook
from klog.client.auditing.audit import Audit
from klog.client.auditing.reporter import Reporter
from klog.client.auditing.sending import cell_book, datacenter_of, new_incarnation, principal_of
from klog.client.producing.producer import Producer
from klog.client.routing import Routing
from klog.client.settings import ClientSettings
from klog.errors import ErrorCode, KlogError
from klog.mirror.copied_counts import CopiedCounts
from klog.mirror.copies import LinkHost

#: The last words of a link are waited for so long, where the source does not answer.
_STOP_MS = 1_000


class _AtTheSource:
    """Writes into the audit's topic, where the cluster behind the address is the one that is copied; else what was counted waits."""

    def __init__(self, producer: Producer, is_there: Callable[[], bool]) -> None:
        self._producer = producer
        self._is_there = is_there

    def send(self, topic: str, value: bytes | None, key: bytes | None = None) -> Deferred[Any]:
        """See `klog.client.auditing.reporter.CellSender`."""
        if not self._is_there():
            return fail(KlogError(ErrorCode.BROKER_NOT_AVAILABLE, "behind the address is another cluster, or nobody"))
        return self._producer.send(topic, value, key=key)

    def stopService(self) -> Deferred[None]:
        """Likewise."""
        return self._producer.stopService()


class LinkAudit:
    """See the module; it tells from time to time from the beginning.

    :param host: the process that it runs in.
    :param settings: of the link's clients.
    :param routing: of its client of the source.
    :param link: its name.
    :param window_ms: how long windows are.
    :param is_there: whether the cluster behind the address is the one that is copied.
    :ivar counts: what was copied.
    """

    def __init__(
        self, host: LinkHost, settings: ClientSettings, routing: Routing, link: str, window_ms: int, is_there: Callable[[], bool]
    ) -> None:
        self._host = host
        self._is_there = is_there
        self._settings = settings
        self._routing = routing
        self._link = link
        self._audit = Audit(window_ms=window_ms)
        self._begun_ms = host.now_ms()
        self._guid = new_incarnation().hex()
        self._reporter = Reporter(
            host.reactor, host.now_ms, self._audit.interval_ms, self._make_sender, client=settings.client_id, last_s=_STOP_MS / 1000
        )
        self.counts = CopiedCounts(self._book, host.now_ms)
        self._reporter.start()

    def _make_sender(self) -> _AtTheSource:
        producer = Producer(
            self._host.reactor,
            self._settings,
            random=self._host.random(),
            now_ms=self._host.now_ms,
            partitioner="key",
            stop_timeout_ms=_STOP_MS,
        )
        return _AtTheSource(producer, self._is_there)

    def _book(self) -> CellBook:
        book = self._reporter.book
        if book is None:
            settings = self._settings
            writer = Writer(
                Tier.MIRROR, self._link, datacenter_of(self._routing.metadata), settings.client_id, principal_of(settings), self._guid
            )
            book = self._reporter.book = cell_book(self._audit, writer, self._begun_ms)
        return book

    def take_up(self, topic: str) -> None:
        """Partitions of it are copied here from now on."""
        self._book().take_up(topic, self._host.now_ms())
        self._reporter.soon()

    @property
    def topics(self) -> tuple[str, ...]:
        """Those that were taken up."""
        book = self._reporter.book
        return () if book is None else tuple(book.topics)

    def give_up(self, topic: str) -> None:
        """Somebody wants it copied no more."""
        self._book().give_up(topic, self._host.now_ms())
        self._reporter.soon()

    def stop(self) -> Deferred[Any]:
        """Tell what is left, and that it is all; fires when that is done, or has taken too long."""
        return self._reporter.stop()
