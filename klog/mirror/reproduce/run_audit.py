"""What a mirror that produces again tells the audit (docs/audit.md), as a link of its alias: what it has copied. It tells it at the source,
whose brokers count the same. No Twisted.

A round is counted when it counts at the destination, and told within the rounds, over a connection of its own. Each run is a writer of its
own; one that is killed has told less than it has copied by as much as it has copied since its last report, which makes its windows
*unknown*. Records of aborted transactions are not copied, and the source's brokers have counted them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from klog.audit.cells import Tier, Writer
from klog.audit.counting import CellBook
from klog.client.auditing.audit import Audit
from klog.client.auditing.sending import cell_book, datacenter_of, new_incarnation, principal_of
from klog.client.blocking.auditing.telling import CellProducer, SpokenBook
from klog.client.blocking.client import BlockingClient
from klog.client.blocking.producer import cell_producer
from klog.mirror.copied_counts import CopiedCounts
from klog.mirror.reproduce.loads import Load
from klog.model import TopicPartition
from klog.records.appending import head

#: More offsets than a batch has.
_ALL = 1 << 62


class RunAudit:
    """See the module.

    :param source: of the records; not closed here.
    :param alias: the link's name.
    :param now_ms: milliseconds since 1970.
    :param window_ms: how long windows are.
    :param make_sender: makes what tells the counts; a producer to the source where not given.
    """

    def __init__(
        self,
        source: BlockingClient,
        alias: str,
        now_ms: Callable[[], int],
        window_ms: int,
        make_sender: Callable[[], CellProducer] | None = None,
    ) -> None:
        self._source = source
        self._alias = alias
        self._now_ms = now_ms
        self._make_sender = make_sender or (lambda: cell_producer(source.settings))
        self._audit = Audit(window_ms=window_ms)
        self._begun_ms = now_ms()
        self._guid = new_incarnation().hex()
        self._spoken: SpokenBook | None = None
        self._counts = CopiedCounts(self._book, now_ms)
        self._due_s = source.clock() + self._audit.interval_ms / 1000

    def _book(self) -> CellBook:
        spoken = self._spoken
        if spoken is None:
            settings = self._source.settings
            datacenter = datacenter_of(self._source.metadata)
            writer = Writer(Tier.MIRROR, self._alias, datacenter, settings.client_id, principal_of(settings), self._guid)
            spoken = self._spoken = SpokenBook(cell_book(self._audit, writer, self._begun_ms), self._make_sender, self._now_ms)
        return spoken.book

    def reads(self, topics: Iterable[str]) -> None:
        """These topics, and no others, are copied from now on."""
        wanted = set(topics)
        if self._spoken is None and not wanted:
            return
        book, now_ms = self._book(), self._now_ms()
        for topic in set(book.topics) - wanted:
            book.give_up(topic, now_ms)
        for topic in sorted(wanted):
            book.take_up(topic, now_ms)

    def copied(self, loads: Mapping[TopicPartition, Iterable[Load]]) -> None:
        """These count at the destination."""
        for tp, theirs in loads.items():
            for load in theirs:
                self._counts.appended(tp.topic, head(load.body) + load.body.data, 0, _ALL)

    def tell_if_due(self) -> None:
        """Tell what has changed, where the interval has passed."""
        if self._source.clock() >= self._due_s:
            try:
                if self._spoken is not None:
                    self._spoken.tell()
            finally:
                self._due_s = self._source.clock() + self._audit.interval_ms / 1000

    def end(self) -> None:
        """Tell what is left, and that it is all."""
        if self._spoken is not None:
            try:
                self._spoken.tell(has_ended=True)
            finally:
                self._spoken.close()
