"""From when to when a tier takes what is written to a topic: who has counted nothing of it at all has lost everything, or was not there.
Pure.

Each reader tells when it takes a topic up, and when it gives it up on purpose (`klog.audit.cells.Presence`); its state says whether it
lives. So each has a `Span`:

================================================================ ======================================================
it has given the topic up: it was unsubscribed, the link deleted from its beginning to that
or paused
it has ended in order                                            to its last word
it lives, or works in rounds                                     without an end
it is silent, and of those that take the topic none has ended    the same: it has died, and who dies does not do so on
or given it up since                                             purpose
it is silent, and one has ended or given it up since             to its last word: the others have gone on without it
it has told nothing of itself yet                                none
================================================================ ======================================================

A tier that has counted nothing in a topic is compared in those windows through which one span goes: from before the first record that may
be in it to behind its end (`is_throughout`). That of a take-up, and that of a farewell, are left out: who begins with what comes next
(``auto_offset_reset`` latest, a mirror that starts at the end) has skipped a part of it.

A tier that has counted something is expected in all windows from then on, whoever lives (its members come and go), but for the time in
which it has given the topic up (`gaps_of`): none of it takes the topic any more, and the last word was a farewell. Who takes it up again
may go on where it was, or with what comes next: what it has skipped is nobody's to miss, either.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

#: By so much the clocks differ that stamp the records of the audit topic, which has partitions led by several brokers.
CLOCKS_MS = 10_000


class Span(NamedTuple):
    """See the module.

    :ivar end_ms: None: it has none. :ivar is_farewell: whether it has ended by giving the topic up.
    """

    begun_ms: int
    end_ms: int | None
    is_farewell: bool = False


class Gap(NamedTuple):
    """From a farewell to when somebody takes the topic up again.

    :ivar end_ms: None: nobody has.
    """

    begun_ms: int
    end_ms: int | None

    def touches(self, first_ms: int, last_ms: int) -> bool:
        """Whether what came in that time may have come in here, whoever's clock is right."""
        return last_ms + CLOCKS_MS > self.begun_ms and (self.end_ms is None or first_ms < self.end_ms + CLOCKS_MS)


class Taken(NamedTuple):
    """What one reader has said of a topic, and of itself; times by the brokers' clocks.

    :ivar gone_ms: when it gave the topic up; None where it has not.
    :ivar last_ms: when it spoke last.
    """

    begun_ms: int
    gone_ms: int | None
    last_ms: int
    has_ended: bool
    is_alive: bool


def spans_of(all_taken: Iterable[Taken]) -> list[Span]:
    """The spans of one tier in one topic."""
    readers = list(all_taken)
    farewells_ms = [one.last_ms if one.gone_ms is None else one.gone_ms for one in readers if one.gone_ms is not None or one.has_ended]
    last_farewell_ms = max(farewells_ms, default=-1)
    spans = []
    for one in readers:
        if one.gone_ms is not None:
            spans.append(Span(one.begun_ms, one.gone_ms, True))
        elif one.has_ended or (not one.is_alive and one.last_ms < last_farewell_ms):
            spans.append(Span(one.begun_ms, one.last_ms))
        else:
            spans.append(Span(one.begun_ms, None))
    return spans


def is_throughout(spans: Iterable[Span], first_ms: int, end_ms: int) -> bool:
    """Whether one reader was there from before `first_ms` to behind `end_ms`, whoever's clock is right."""
    return any(span.begun_ms + CLOCKS_MS <= first_ms and (span.end_ms is None or end_ms + CLOCKS_MS <= span.end_ms) for span in spans)


def gaps_of(spans: Iterable[Span]) -> list[Gap]:
    """When nobody of the tier took the topic, on purpose: who went last has given it up."""
    gaps = []
    last = (-1, False)
    for span in sorted(spans, key=lambda span: span.begun_ms):
        if last[1] and last[0] < span.begun_ms:
            gaps.append(Gap(last[0], span.begun_ms))
        if span.end_ms is None:
            return gaps
        last = max(last, (span.end_ms, span.is_farewell))
    return [*gaps, Gap(last[0], None)] if last[1] else gaps
