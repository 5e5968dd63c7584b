"""Tells what a client has counted, from time to time and when it stops.

First the cells, then, when these are acknowledged, how far the reports go: nobody may take a report for whole whose cells are still on
their way. What could not be written goes with the next report; nothing of the user's waits for it, but the stop does, for a moment. The
last report waits for one that is on its way: should that fail, its counts go with the last.

A producer reports once before anything of it is written (`Reporter.announce`): one that dies before its first interval is over would leave
records of which nobody could tell whose they are, and what others of its name have sent would seem to be doubled. Its first batch waits for
that, for a moment at most.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from twisted.internet.defer import Deferred, DeferredList, maybeDeferred, succeed
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.audit.cells import AUDIT_TOPIC
from klog.audit.counting import CellBook, Report
from klog.client.auditing.sending import last_not_written, not_written
from klog.client.auditing.sent import SentCounts
from klog.errors import KlogError

_log = Logger()

#: So soon is told that a topic was taken up.
_SOON_S = 1.0
#: How long the last report may take, where nobody says.
_LAST_S = 10.0
#: So long, at most, does somebody wait until it is known that this writer is there.
FIRST_S = 1.0


class CellSender(Protocol):
    """Writes records into the audit topic: a `klog.client.producing.producer.Producer` that is not audited."""

    def send(self, topic: str, value: bytes | None, key: bytes | None = None) -> Deferred[Any]:
        """Write one; fails where it is not acknowledged."""

    def stopService(self) -> Deferred[None]:
        """Write what is left, and close."""


class Reporter:
    """See the module.

    :param make_sender: makes what writes, when there is something to write for the first time.
    :param before: called before each report: what is not in the book yet goes there.
    :param through_ms: up to when all is counted, by the client's clock.
    :ivar numbers: of records, where they are numbered.
    :param client: its name, for the log.
    :param last_s: how long the last report may take.
    """

    def __init__(
        self,
        reactor: Any,
        now_ms: Callable[[], int],
        interval_ms: int,
        make_sender: Callable[[], CellSender],
        *,
        before: Callable[[], None] = lambda: None,
        through_ms: Callable[[], int] | None = None,
        client: str = "",
        last_s: float = _LAST_S,
    ) -> None:
        self._last_s = last_s
        #: Made with the first record that is counted.
        self.book: CellBook | None = None
        self._reactor = reactor
        self._now_ms = now_ms
        self._interval_s = interval_ms / 1000
        self._make_sender = make_sender
        self._sender: CellSender | None = None
        self._before = before
        self._through_ms = through_ms or now_ms
        self.numbers: SentCounts | None = None
        self._client = client
        self._call: Any = None
        self._said = ""
        self._is_over = False
        self._is_under_way = False
        #: Fires when the report that is under way has come to an end.
        self._ended: Deferred[None] | None = None

    def start(self) -> None:
        """Report from now on."""
        self._later()

    def _later(self) -> None:
        if not self._is_over:
            self._call = self._reactor.callLater(self._interval_s, self._act)

    def soon(self) -> None:
        """Something has changed that is to be told before the interval is over."""
        call = self._call
        if call is not None and call.active() and call.getTime() > self._reactor.seconds() + _SOON_S:
            call.reset(_SOON_S)

    def announce(self, has_audit_topic: Deferred[bool], most_s: float = FIRST_S) -> Deferred[None]:
        """Report at once, while nothing was reported yet; the book is there.

        :param has_audit_topic: whether the audit's topic is there.
        :param most_s: how long the moment is at most.
        :returns: fires when this writer is known, or cannot be made known within a moment. Never fails.
        """

        def act(is_there: bool) -> Deferred[None] | None:
            call = self._call
            if not is_there or call is None or not call.active():
                return None
            call.cancel()
            return self._act()

        def failed(failure: Failure) -> None:
            # Why nobody answers is told by what is sent next.
            if failure.check(KlogError) is None:  # type: ignore[no-untyped-call]
                _log.failure("{client}: the audit hears nothing of its first records", failure, client=self._client)

        known: Deferred[None] = Deferred()
        told: Deferred[Any] = has_audit_topic.addCallback(act)
        told.addErrback(failed).addCallback(lambda _: None if known.called else known.callback(None))
        return known.addTimeout(most_s, self._reactor).addErrback(lambda _: None)

    def _act(self) -> Deferred[None]:
        self._call = None
        # Whatever becomes of one report, there is a next.
        told = maybeDeferred(self.report)
        told.addErrback(lambda failure: _log.failure("{client}: a report of the audit", failure, client=self._client))
        return told.addBoth(lambda _: self._later())

    def report(self, *, has_ended: bool = False) -> Deferred[None]:
        """Tell what has changed. Never fails."""
        # Before the counts are looked at: what comes later may be missing in them.
        through_ms = self._through_ms()
        self._before()
        book = self.book
        if book is None:
            return succeed(None)
        if self._sender is None:
            self._sender = self._make_sender()
        now_ms = self._now_ms()
        report = book.report(now_ms, now_ms if has_ended else min(now_ms, through_ms), has_ended=has_ended)
        *cells, state = report.records
        numbers = [] if self.numbers is None else self.numbers.number_records(now_ms)
        sender = self._sender
        written = DeferredList(
            [sender.send(AUDIT_TOPIC, value, key=key) for key, value in [*cells, *numbers]],
            fireOnOneErrback=True,
            consumeErrors=True,
        )
        self._is_under_way = True
        done: Deferred[Any] = written.addCallback(lambda _: sender.send(AUDIT_TOPIC, state[1], key=state[0]))
        done.addCallbacks(self._written, lambda failure: self._not_written(report, failure, has_ended), (book,))
        return done.addBoth(self._reported)

    def _reported(self, _: object) -> None:
        self._is_under_way = False
        if self._ended is not None and not self._ended.called:
            self._ended.callback(None)

    def _written(self, _: object, book: CellBook) -> None:
        self._said = ""
        book.sweep(self._now_ms())

    def _not_written(self, report: Report, failure: Failure, has_ended: bool) -> None:
        report.failed()
        if self.numbers is not None:
            self.numbers.numbers_failed()
        # DeferredList wraps the first.
        error = getattr(failure.value, "subFailure", failure).value
        sentence = str(error)
        if has_ended or sentence != self._said:
            self._said = sentence
            told = last_not_written(sentence) if has_ended else not_written(sentence)
            _log.warn("{client}: {sentence}", client=self._client, sentence=told)

    def stop(self) -> Deferred[None]:
        """Tell all that is left, and that it is all. Never fails."""
        self._is_over = True
        if self._call is not None and self._call.active():
            self._call.cancel()
        self._ended = Deferred()
        if not self._is_under_way:
            self._ended.callback(None)
        told: Deferred[Any] = self._ended.addCallback(lambda _: self.report(has_ended=True))
        told.addTimeout(self._last_s, self._reactor)
        return told.addBoth(self._close)

    def _close(self, _: object) -> Deferred[None] | None:
        return None if self._sender is None else self._sender.stopService()
