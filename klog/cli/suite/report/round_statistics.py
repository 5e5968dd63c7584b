"""What several rounds say together: medians, ratios per round, bootstrap intervals, the noise floor, verdicts. All of it is pure.

* A ratio is made **per round**, of two sides that were measured one after the other, and then the median of the rounds is taken: what the
  machine does to both (a warm hour, a neighbour) cancels out.
* Its interval is that of a bootstrap over the rounds: `RESAMPLES` times as many rounds are drawn as there were, with putting back, and the
  middle 95 % of their medians is told. Which ranks a resample draws does not depend on the values, so that it is drawn once for each number
  of rounds (`_median_ranks`), always the same.
* klog is also measured against itself (A/A). What lies between two equal brokers is the **noise floor**: a ratio inside it says nothing.

::

    verdict      the ratio's median      its interval
    TOO_FEW      –                       of fewer than `LEAST_ROUNDS` rounds
    EQUAL        inside the floor        –
    BETTER       outside, better         does not hold 1
    WORSE        outside, worse          does not hold 1
    UNCLEAR      outside                 holds 1

Two rounds hardly tell how far apart rounds are. With three the interval reaches from the least to the greatest, and of two equal sides one
ratio in four still has an interval outside 1, in one of the two directions: whenever all three rounds are on one side of it. That is why
the noise floor stands beside it.

Where nothing is known of the noise, the interval decides alone: nothing is "equal" then but what is the same to the last digit.
"""

from __future__ import annotations

import enum
import functools
import math
import random
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from klog.cli.suite.figures import Better

RESAMPLES = 10_000
CONFIDENCE = 0.95
#: Fewer have no verdict.
LEAST_ROUNDS = 3


class Interval(NamedTuple):
    """A median and what a bootstrap says of it."""

    middle: float
    low: float
    high: float

    @property
    def is_one_point(self) -> bool:
        """Of one round, or of several that are the same to the last digit."""
        return self.low == self.high

    def holds(self, value: float) -> bool:
        """Whether `value` is inside."""
        return self.low <= value <= self.high

    def text(self, digits: int = 2) -> str:
        """``1.40 (1.32–1.45)``."""
        if self.is_one_point:
            return f"{self.middle:.{digits}f}"
        return f"{self.middle:.{digits}f} ({self.low:.{digits}f}–{self.high:.{digits}f})"


class Verdict(enum.Enum):
    """What a ratio says; see above."""

    BETTER = "better"
    EQUAL = "equal"
    WORSE = "worse"
    UNCLEAR = "unclear"
    TOO_FEW = "too few rounds"


@functools.lru_cache(maxsize=64)
def _median_ranks(count: int) -> tuple[tuple[int, int, int], ...]:
    """Of `RESAMPLES` resamples of `count` values: which two ranks' mean is the median, and how often."""
    chance = random.Random(2011)
    ranks = range(count)
    found: Counter[tuple[int, int]] = Counter()
    for _ in range(RESAMPLES):
        drawn = sorted(chance.choices(ranks, k=count))
        found[drawn[(count - 1) // 2], drawn[count // 2]] += 1
    return tuple((low, high, times) for (low, high), times in sorted(found.items()))


def interval(values: Sequence[float]) -> Interval:
    """The median of `values` with its bootstrap interval.

    :raises ValueError: there are none.
    """
    if not values:
        raise ValueError("no rounds, no median")
    ordered = sorted(values)
    medians = sorted(((ordered[low] + ordered[high]) / 2, times) for low, high, times in _median_ranks(len(ordered)))
    outside = RESAMPLES * (1 - CONFIDENCE) / 2
    return Interval(statistics.median(ordered), _beyond(medians, outside), _beyond(medians[::-1], outside))


def _beyond(medians: Sequence[tuple[float, int]], count: float) -> float:
    """The first of `medians` with which more than `count` resamples have been passed."""
    passed = 0
    for value, times in medians:
        passed += times
        if passed > count:
            return value
    raise AssertionError("fewer resamples than were drawn")


def ratios(ours: Mapping[int, float], theirs: Mapping[int, float], least: float = 0.0) -> list[float]:
    """Round by round, of those that both have.

    A round in which a side reads 0 is that side's best one (a tool told whole milliseconds, and it took less than one): it counts as the
    least that can be told. Where both read 0, nothing is known of their ratio, and the round is left out.

    :param least: what a 0 counts as; 0.0 for a figure in which a 0 of theirs means that nothing was measured, so that the round is left
    out.
    """
    pairs = [(ours[number], theirs[number]) for number in sorted(ours.keys() & theirs.keys())]
    return [(own or least) / (other or least) for own, other in pairs if (own or other) and (other or least)]


def noise_floor(same_to_same: Sequence[float]) -> float:
    """How far from 1 the ratio of two equal sides may be, as a factor of at least 1; 1 where nothing was measured.

    :param same_to_same: the A/A ratios, round by round.
    """
    if not same_to_same:
        return 1.0
    found = interval([math.log(one) for one in same_to_same if one > 0] or [0.0])
    return math.exp(max(abs(found.low), abs(found.high)))


def verdict(ratio: Interval, better: Better, floor: float, rounds: int) -> Verdict:
    """What a ratio of ours to theirs says.

    :param floor: see `noise_floor`. :param rounds: of how many rounds it is the median.
    """
    if better is Better.NEITHER or ratio.middle <= 0:
        return Verdict.UNCLEAR
    if rounds < LEAST_ROUNDS:
        return Verdict.TOO_FEW
    if 1 / floor <= ratio.middle <= floor:
        return Verdict.EQUAL
    if ratio.holds(1.0):
        return Verdict.UNCLEAR
    return Verdict.BETTER if (ratio.middle > 1) == (better is Better.HIGHER) else Verdict.WORSE


def loss(ratio: float, better: Better) -> float:
    """How much worse ours is, as a factor: 1.25 where it is a quarter slower or a quarter dearer, below 1 where it is better."""
    return 1 / ratio if better is Better.HIGHER else ratio


def agree(one: Interval, other: Interval, floor: float = 1.0) -> bool:
    """Whether two runs of the suite say the same: each median is within the other's interval, or as near to it as noise is.

    :param floor: see `noise_floor`. Of two runs of the same brokers the intervals alone would say so for three ratios of four.
    """
    return one.low / floor <= other.middle <= one.high * floor and other.low / floor <= one.middle <= other.high * floor


def geometric_mean(values: Sequence[float]) -> float:
    """Of ratios.

    :raises ValueError: there are none, or one is not above 0.
    """
    return statistics.geometric_mean(values)
