"""Two runs of the suite as one, so that medians are made over the rounds of both: a night of two rounds and one of three are five rounds.

A round of the second run gets the number behind the last that its load has in the first. Which rounds stood in which run does not matter
to a ratio, which is made within a round; whether the two runs agree is asked before they are put together. Pure.
"""

from __future__ import annotations

import dataclasses

from klog.cli.suite.results.lines import ResultsError
from klog.cli.suite.results.outcomes import Head, Outcome, Results


def pooled(one: Results, other: Results) -> Results:
    """The rounds of both.

    :raises ResultsError: they are of different sizes, machines or versions, or of one seed.
    """
    results = Results(_head_of_both(one.head, other.head), dict(one.outcomes))
    last: dict[str, int] = {}
    for outcome in one.outcomes.values():
        last[outcome.step.load] = max(outcome.step.round, last.get(outcome.step.load, 0))
    for outcome in other.outcomes.values():
        step = outcome.step._replace(round=outcome.step.round + last.get(outcome.step.load, 0))
        results.add(dataclasses.replace(outcome, step=step))
    return results


def _head_of_both(one: Head, other: Head) -> Head:
    if told := one.difference(other):
        raise ResultsError(f"the two runs are {told}: their rounds cannot stand in one table")
    both = {one.seed, *one.more_seeds} & {other.seed, *other.more_seeds}
    if both:
        raise ResultsError(
            f"both runs are of seed {min(both)}, so that the second repeats the first one's order of sides, and whoever is first in a "
            "round would be first twice; begin the second with another --seed"
        )
    return dataclasses.replace(
        one,
        # Older files lack some facts, of which the other run has them.
        machine={**other.machine, **{name: value for name, value in one.machine.items() if value is not None}},
        versions={**one.versions, **other.versions},
        busy=one.busy or other.busy,
        more_seeds=(*one.more_seeds, other.seed, *other.more_seeds),
        started=" and ".join(dict.fromkeys(filter(None, (one.started, other.started)))),
    )


def shared_step(one: Results, other: Results) -> str:
    """The key of a step whose figures both runs have, to the last digit: in that the two are one run. "" where there is none."""
    known = {_figures_of(outcome) for outcome in other.outcomes.values() if outcome.figures}
    return next((key for key, outcome in one.outcomes.items() if outcome.figures and _figures_of(outcome) in known), "")


def _figures_of(outcome: Outcome) -> tuple[object, ...]:
    """Of a step, whichever round it is."""
    return outcome.step.load, outcome.step.side, outcome.seconds, tuple(sorted(outcome.figures.items()))
