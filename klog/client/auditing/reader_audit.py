"""What one reader tells the audit: how much it has handed out, and which topics it reads, from when to when.

A topic is told as read once it is known where all that is assigned of it goes on, and as read no more once nobody wants it. What is told is
noted as it happens, and written down with the next report, when it is known which cluster this is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, Protocol

from twisted.internet.defer import Deferred

from klog.audit.cells import AUDIT_TOPIC, Tier, Writer
from klog.audit.counting import CellBook
from klog.client.auditing.audit import Audit
from klog.client.auditing.received import ReceivedCounts
from klog.client.auditing.reporter import Reporter
from klog.client.auditing.sending import cell_book, datacenter_of, new_incarnation, principal_of
from klog.client.fetching.buffer import FetchBuffer
from klog.client.routing import Connect
from klog.client.settings import ClientSettings


class AuditedReader(Protocol):
    """Whose counts these are."""

    reactor: Any
    settings: ClientSettings
    buffer: FetchBuffer

    def is_wanted(self, topic: str) -> bool:
        """Whether a topic is read by what the user has said, here or by others of the group."""

    def is_whole(self, topic: str) -> bool:
        """Whether all of a topic that is read here is, in whole or together with the others of the group."""

    def count_streams(self) -> None:
        """What streams have handed out since the last call is counted."""


class ReaderAudit:
    """Counts what `reader` hands out, and tells it in `__klog_audit`; made before the reader starts.

    :param name: of the group, or what else it counts under.
    :param begun_ms: since when it counts, milliseconds since 1970; 0: since there are records, as it begins with the first.
    :param now_ms: the clock of the producer that tells it; None for the system's.
    :param connect: how that producer connects; None for TCP.
    """

    def __init__(
        self, reader: AuditedReader, audit: Audit, name: str, begun_ms: int, now_ms: Callable[[], int] | None, connect: Connect | None
    ) -> None:
        # Imported here: most consumers do without.
        from klog.client.producing.producer import Producer

        self._reader = reader
        self._routing = routing = reader.buffer.routing
        settings = ClientSettings(
            **{
                **{field.name: getattr(reader.settings, field.name) for field in dataclasses.fields(ClientSettings)},
                "allow_auto_create_topics": False,
            }
        )

        def make_sender() -> Producer:
            return Producer(reader.reactor, settings, now_ms=now_ms, connect=connect, partitioner="key")

        self._reporter = Reporter(
            reader.reactor, routing.now_ms, audit.interval_ms, make_sender, before=self._count, client=reader.settings.client_id
        )
        self._audit = audit
        self._name = name
        self._begun_ms = begun_ms
        self._guid = new_incarnation().hex()
        #: What is read, and what of it is to be told: when it was begun (True) or ended.
        self._topics: set[str] = set()
        self._news: list[tuple[str, int, bool]] = []
        reader.buffer.on_handed = ReceivedCounts(audit, self._book, routing.now_ms).handed
        reader.buffer.on_found = self.note_topics

    def start(self) -> None:
        """Begin to tell."""
        self._reporter.start()

    def stop(self) -> Deferred[None]:
        """Tell all that was counted, and that it was all. Never fails."""
        return self._reporter.stop()

    def _book(self) -> CellBook:
        # Made when the first place to read from is known, as the cluster is by then.
        found = self._reporter.book
        if found is None:
            settings = self._reader.settings
            datacenter, principal = datacenter_of(self._routing.metadata), principal_of(settings)
            writer = Writer(Tier.CONSUMER, self._name, datacenter, settings.client_id, principal, self._guid)
            found = self._reporter.book = cell_book(self._audit, writer, self._begun_ms)
        return found

    def _count(self) -> None:
        self._tell_topics()
        self._reader.count_streams()

    def note_topics(self) -> None:
        """Which topics are read now: those of which it is known where all that is assigned goes on."""
        reader = self._reader
        placed: dict[str, bool] = {}
        for tp, state in reader.buffer.states.items():
            placed[tp.topic] = state.is_positioned and placed.get(tp.topic, True)
        now_ms = self._routing.now_ms()
        for topic in [topic for topic in self._topics if not reader.is_wanted(topic)]:
            self._topics.discard(topic)
            self._news.append((topic, now_ms, False))
        for topic, is_placed in placed.items():
            if is_placed and topic not in self._topics and topic != AUDIT_TOPIC and reader.is_wanted(topic) and reader.is_whole(topic):
                self._topics.add(topic)
                self._news.append((topic, now_ms, True))
        if self._news:
            self._reporter.soon()

    def _tell_topics(self) -> None:
        self.note_topics()
        if self._news and self._routing.metadata.updated_ms is not None:
            news, self._news = self._news, []
            book = self._book()
            for topic, at_ms, is_read in news:
                (book.take_up if is_read else book.give_up)(topic, at_ms)
