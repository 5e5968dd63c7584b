"""How far a log and its copy are, looked at from time to time, and what that says of the copy's lag. Pure.

A look at the source counts from before it was asked, a look at the copy from when it had answered: the lag that is told is never shorter
than the one that was.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple


class Ends(NamedTuple):
    """One look at a topic.

    :ivar at_s: seconds, by a clock that does not go back.
    :ivar offsets: where each of its partitions ended.
    """

    at_s: float
    offsets: tuple[int, ...]

    @property
    def total(self) -> int:
        """Records, of a topic that was never cut."""
        return sum(self.offsets)

    def has(self, other: Ends) -> bool:
        """Whether each partition goes as far as there."""
        return all(mine >= theirs for mine, theirs in zip(self.offsets, other.offsets, strict=True))


def growth(looks: Sequence[Ends]) -> list[Ends]:
    """Those looks that found more than the one before."""
    return [one for before, one in itertools.pairwise(looks) if one.total > before.total]


def lags_s(source: Sequence[Ends], copy: Sequence[Ends]) -> list[float]:
    """For each look at the source that found something new, the seconds until the copy had all of it.

    :raises ValueError: it never had.
    """
    found = []
    place = 0
    for look in growth(source):
        while place < len(copy) and not copy[place].has(look):
            place += 1
        if place == len(copy):
            missing = look.total - copy[-1].total if copy else look.total
            raise ValueError(f"the copy was looked at until it lacked {missing:,} records, and not until it had them")
        found.append(max(0.0, copy[place].at_s - look.at_s))
    return found


def kept_per_s(looks: Sequence[Ends]) -> float:
    """Records a second from the first that came to the last; 0 where they came at once, or never."""
    found = growth(looks)
    seconds = found[-1].at_s - found[0].at_s if found else 0.0
    return (found[-1].total - found[0].total) / seconds if seconds > 0 else 0.0
