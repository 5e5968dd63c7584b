"""How counts are told without a reactor: a book of them, and what writes it into the audit's topic. No Twisted in whatever this imports.

There is no thread: whoever counts tells within its own calls, by a client that is not audited, over connections of its own: first the
cells, then, when these are acknowledged, how far the report goes (`klog.client.auditing.reporter` does the same on a reactor). What could
not be told goes with the next report. Nobody waits for a report longer than `LIMIT_MS`, and it never fails for him.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from klog.audit.cells import AUDIT_TOPIC
from klog.audit.counting import CellBook, Report
from klog.client.auditing.sending import has_topic, last_not_written, not_written, topic_question
from klog.client.auditing.sent import SentCounts
from klog.client.producing.producer_types import ProducerOptions
from klog.errors import KlogError
from klog.wire.schema import Message

_log = logging.getLogger(__name__)

#: A report takes no longer; one that finds no broker is given up then.
LIMIT_MS = 5_000
#: The same of the question whether anybody listens.
_QUESTION_MS = 1_000
#: Of a producer that tells counts.
SENDER_OPTIONS: ProducerOptions = {
    "partitioner": "key",
    "delivery_timeout_ms": LIMIT_MS,
    "unknown_topic_patience_ms": 1_000,
}


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


class AsksBrokers(Protocol):
    """Whom brokers are asked by (`klog.client.blocking.client.BlockingClient`)."""

    def ask_any(self, message: Message, *, timeout_ms: int) -> Any:
        """Whichever broker answers."""


def has_audit_topic(client: AsksBrokers) -> bool:
    """Whether the audit's topic is there, as far as brokers say so within a moment; none is made for that."""
    try:
        return has_topic(client.ask_any(topic_question(), timeout_ms=_QUESTION_MS))
    except KlogError:
        # What is sent next tells why nobody answers.
        return False


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
            # What is said of the last words no sentence before it has said.
            if has_ended or str(error) != self.why_not:
                self.why_not = str(error)
                _log.warning("%s: %s", self.book.writer.application, last_not_written(error) if has_ended else not_written(error))
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
