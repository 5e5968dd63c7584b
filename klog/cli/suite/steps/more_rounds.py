"""How many rounds a load gets: more where those that were measured are far apart. Pure."""

from __future__ import annotations

import statistics
from collections.abc import Collection, Iterable, Sequence

from klog.cli.suite.figures import kind_name_of
from klog.cli.suite.results.outcomes import Results

#: Rounds, and rounds where a spread is above `WIDE_SPREAD`.
ROUNDS, MORE_ROUNDS = 5, 9
WIDE_SPREAD = 0.10
#: Figures of this kind tell how noisy a run is.
SPREAD_KINDS = ("rate", "rest_s", "mean_ms")


def spreads(results: Results, load: str, sides: Collection[str]) -> list[float]:
    """Of each side's main figures: how far apart its rounds are.

    :param sides: that are measured now; more rounds of these bring the others no nearer together.
    """
    found = []
    for side in results.sides(load):
        if side not in sides:
            continue
        for figure in dict.fromkeys(name for one in results.measured(load, side).values() for name in one.figures):
            values = list(results.by_round(load, side, figure).values())
            if kind_name_of(figure) in SPREAD_KINDS and len(values) > 1:
                found.append(spread(values))
    return found


def spread(values: Sequence[float]) -> float:
    """How far apart the rounds are: largest less smallest, in medians; 0 of one."""
    middle = statistics.median(values)
    return (max(values) - min(values)) / abs(middle) if middle else 0.0


def rounds_wanted(spreads: Iterable[float], rounds: int) -> int:
    """How many rounds a load gets whose figures spread so far.

    :param rounds: what was asked for; where it is fewer than `ROUNDS`, nothing is added.
    """
    return max(rounds, MORE_ROUNDS) if rounds >= ROUNDS and any(one > WIDE_SPREAD for one in spreads) else rounds
