"""The verdict on one window between two tiers: complete, or what is wrong. Pure.

What the tier upstream has reported is an obligation: at least `must` records have to arrive (those that it knows to be delivered), and at
most `may` can (those that it tried). What the tier downstream has reported lies between `least` and `most`. Either side may have reported
less than there was: a producer that died with counts which nobody has heard. Then `must` and `may` are lower bounds only, and `most` is
unknown.

What is *missing* or *duplicate* must be so in every case that the reports leave open; *complete*, too. What is so in some cases only is
*unknown*. By counts alone one loss and one duplicate of the same window cancel out: with sums of hashes that is *changed*, and with
numbered records (`klog.audit.numbers`) `repeats` are known and do not count as arrived.

======================================================= ============
the window is not over                                  open
it is, and the grace runs (late reports come in time),  late, or complete where it is already
fewer arrived than must                                 missing n
more arrived than may, or repeats                       duplicate n
reports are missing that could change the verdict       unknown
the counts are the same, the hashes are not             changed
none of these                                           complete
======================================================= ============
"""

from __future__ import annotations

import enum
from typing import NamedTuple


class Verdict(enum.Enum):
    """See the module."""

    OPEN = "open"
    COMPLETE = "complete"
    LATE = "late"
    MISSING = "missing"
    DUPLICATE = "duplicate"
    CHANGED = "changed"
    UNKNOWN = "unknown"


#: The worst first: what stands for several together.
BY_WEIGHT = (
    Verdict.MISSING,
    Verdict.CHANGED,
    Verdict.DUPLICATE,
    Verdict.UNKNOWN,
    Verdict.LATE,
    Verdict.OPEN,
    Verdict.COMPLETE,
)


class Sent(NamedTuple):
    """What a tier has reported to those behind it."""

    must: int
    may: int
    #: Whether nothing more is to be reported.
    is_final: bool = True
    #: Sum of the hashes of the `must`; None where not all have one.
    hash: int | None = None


class Arrived(NamedTuple):
    """What a tier has reported of what came from before it: different records, as far as it can tell."""

    least: int
    #: None: nobody knows.
    most: int | None
    #: Known to have come again, beside those.
    repeats: int = 0
    #: Sum of the hashes of the `least`; None where not all have one.
    hash: int | None = None


class Judgment(NamedTuple):
    """A verdict, and by how much."""

    verdict: Verdict
    missing: int = 0
    duplicate: int = 0


def judge(sent: Sent, arrived: Arrived, *, is_over: bool, grace_is_over: bool) -> Judgment:
    """What the reports say of a window that `is_over` or not."""
    missing = 0 if arrived.most is None else max(0, sent.must - arrived.most)
    duplicate = arrived.repeats
    if sent.is_final:
        duplicate += max(0, arrived.least - sent.may)
    found = Judgment(_settled(sent, arrived, missing, duplicate), missing, duplicate)
    if not is_over:
        return found._replace(verdict=Verdict.OPEN)
    if not grace_is_over and found.verdict is not Verdict.COMPLETE:
        return found._replace(verdict=Verdict.LATE)
    return found


def _settled(sent: Sent, arrived: Arrived, missing: int, duplicate: int) -> Verdict:
    if missing:
        return Verdict.MISSING
    if duplicate:
        return Verdict.DUPLICATE
    if not sent.is_final or arrived.most is None:
        return Verdict.UNKNOWN
    if arrived.least < sent.must or arrived.most > sent.may:
        return Verdict.UNKNOWN
    is_exact = sent.must == sent.may and sent.hash is not None and arrived.hash is not None
    if is_exact and sent.hash != arrived.hash:
        return Verdict.CHANGED
    return Verdict.COMPLETE


def worst(verdicts: list[Verdict]) -> Verdict:
    """The one that stands for all of them; complete where there are none."""
    return min(verdicts, key=BY_WEIGHT.index, default=Verdict.COMPLETE)


#: Exit codes of ``klog audit``.
EXIT_COMPLETE, EXIT_MISSING, EXIT_UNKNOWN = 0, 1, 2


def exit_code(verdicts: list[Verdict]) -> int:
    """For scripts: 1 where something is missing, changed or too much; 2 where that is not known; 0 where all that is over is complete.
    Nothing that could be judged is 2, too: no news is no proof."""
    if any(verdict in (Verdict.MISSING, Verdict.CHANGED, Verdict.DUPLICATE) for verdict in verdicts):
        return EXIT_MISSING
    if Verdict.COMPLETE not in verdicts or Verdict.UNKNOWN in verdicts:
        return EXIT_UNKNOWN
    return EXIT_COMPLETE
