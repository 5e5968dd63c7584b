"""What a client without a reactor counts: as a consumer the records that `read` has handed out, as a producer the batches that `produce`
has written. No Twisted in whatever this imports.

Each is a writer of its own, which begins with the first record. Both are told within the client's own calls
(`telling`): in `read` and `produce` where `Audit.interval_ms` have passed since the last time, and in `close`; the producer once before its
first batch, so that it is known whose that is, whatever comes.

A record counts when it is given to whoever iterates, and one at which the iteration is left counts, too; before anything is told, that of
all iterations that stand somewhere, as whoever merges partitions has several. What is fetched as bytes
(`fetch`, `begin_fetch`) is not counted here: whoever takes it apart knows what becomes of it. Batches are written as they are given, so
that their records cannot be numbered here.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from klog.audit.cells import AUDIT_TOPIC, Tier, Writer
from klog.audit.counting import CellBook
from klog.client.auditing.audit import Audit
from klog.client.auditing.received import ReceivedCounts
from klog.client.auditing.sending import cell_book, datacenter_of, host_name, new_incarnation, principal_of
from klog.client.auditing.sent import SentCounts, producer_writer
from klog.client.blocking.auditing.telling import LIMIT_MS, AsksBrokers, CellProducer, SpokenBook, has_audit_topic
from klog.client.metadata import ClusterMetadata
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.records.contract import RecordsError

if TYPE_CHECKING:
    from klog.client.fetching.record_views import Message, MessageSet


class CountedClient(AsksBrokers, Protocol):
    """What is asked of the client (`klog.client.blocking.client.BlockingClient`)."""

    metadata: ClusterMetadata
    settings: ClientSettings

    def know(self, topics: Iterable[str], *, timeout_ms: int) -> None:
        """Have `metadata` know them."""

    @property
    def clock(self) -> Callable[[], float]:
        """Seconds, never going back."""


class _Iteration:
    """A set on its way to whoever iterates: how many records of it were given, and how many of these are counted."""

    __slots__ = ("counted", "given", "taken")

    def __init__(self, taken: MessageSet) -> None:
        self.taken = taken
        self.given = self.counted = 0


class ClientAudit:
    """See the module.

    :param client: whose it is.
    :param make_sender: makes what tells the counts.
    :param now_ms: milliseconds since 1970.
    :raises ConfigError: records cannot be numbered here.
    """

    def __init__(self, audit: Audit, client: CountedClient, make_sender: Callable[[], CellProducer], now_ms: Callable[[], int]) -> None:
        if audit.numbers:
            raise ConfigError(
                "audit.numbers", "True", "a BlockingClient writes batches as they are given; a BlockingProducer numbers records"
            )
        self._audit = audit
        self._client = client
        self._make_sender = make_sender
        self._now_ms = now_ms
        self._begun_ms = now_ms()
        self._interval_s = audit.interval_ms / 1000
        self._due_s = client.clock() + self._interval_s
        self._spoken: dict[Tier, SpokenBook] = {}
        self._incarnation = new_incarnation()
        self._iterations: set[_Iteration] = set()
        self._received = ReceivedCounts(audit, lambda: self._book(Tier.CONSUMER), now_ms)
        self._sent = {
            acknowledges: SentCounts(
                audit, lambda: self._book(Tier.PRODUCER), self._incarnation, now_ms, host_name(), acknowledges=acknowledges
            )
            for acknowledges in (True, False)
        }

    def _book(self, tier: Tier) -> CellBook:
        spoken = self._spoken.get(tier)
        if spoken is None:
            settings = self._client.settings
            # The cluster is known by then.
            datacenter, client_id, principal = datacenter_of(self._client.metadata), settings.client_id, principal_of(settings)
            if tier is Tier.PRODUCER:
                writer = producer_writer(datacenter, client_id, principal, self._incarnation)
            else:
                writer = Writer(tier, self._audit.name or client_id, datacenter, client_id, principal, self._incarnation.hex())
            book = cell_book(self._audit, writer, self._begun_ms)
            spoken = self._spoken[tier] = SpokenBook(book, self._make_sender, self._now_ms)
        return spoken.book

    # What is counted

    def handing(self, taken: MessageSet, end: int) -> Iterator[Message]:
        """The records of a set before offset `end`, each of which counts when it is given."""
        iteration = _Iteration(taken)
        self._iterations.add(iteration)
        try:
            for message in taken[: bisect.bisect_left(taken.offsets(), end)]:
                iteration.given += 1
                yield message
        finally:
            # What is given after the end is said is counted nowhere.
            if iteration in self._iterations:
                self._iterations.remove(iteration)
                self._count_given(iteration)

    def _count_given(self, iteration: _Iteration) -> None:
        first, iteration.counted = iteration.counted, iteration.given
        self._received.handed(iteration.taken[first : iteration.given])

    def _count_all_given(self) -> None:
        for iteration in self._iterations:
            self._count_given(iteration)

    def settled(self, tp: TopicPartition, batch: bytes, is_written: bool, append_time_ms: int, *, acknowledges: bool) -> None:
        """It is known what became of a batch.

        :param append_time_ms: the time of all its records, where the broker sets it; -1 where it does not.
        :param acknowledges: whether brokers tell what became of it.
        """
        if tp.topic == AUDIT_TOPIC:
            return
        try:
            self._sent[acknowledges].count_batch(tp.topic, batch, is_written, append_time_ms)
        except RecordsError:
            # No broker takes that.
            return

    # What is told

    def announce(self, tp: TopicPartition) -> None:
        """A batch will be written there: say that this producer is there, where nothing was written yet."""
        if Tier.PRODUCER in self._spoken or tp.topic == AUDIT_TOPIC or not has_audit_topic(self._client):
            return
        try:
            # And the cluster with it.
            self._client.know([tp.topic], timeout_ms=LIMIT_MS)
        except KlogError:
            # What is written next tells why.
            return
        if self._client.metadata.cluster_id is not None:
            self._book(Tier.PRODUCER)
            self._spoken[Tier.PRODUCER].tell(self._begun_ms)

    def tell_if_due(self) -> None:
        """Tell what has changed, where `Audit.interval_ms` have passed."""
        if self._client.clock() >= self._due_s:
            self._count_all_given()
            try:
                for spoken in self._spoken.values():
                    spoken.tell()
            finally:
                self._due_s = self._client.clock() + self._interval_s

    def end(self) -> None:
        """Tell what is left, and that it was the last time."""
        self._count_all_given()
        self._iterations.clear()
        for spoken in self._spoken.values():
            spoken.tell(has_ended=True)

    def close(self) -> None:
        """Tell nothing any more."""
        self._iterations.clear()
        for spoken in self._spoken.values():
            spoken.close()
        self._spoken.clear()
