"""In which order steps are taken, and which are taken anew. Pure, and the same for the same seed.

A *load* is what is done to a fresh broker, a *side* whoever it is done to, a *round* is each load with each of its sides once; one of them
is a *step*. Within a round the loads come in random order, and so do the sides of each load, which follow each other at once: their ratio
is one of neighbours in time. Whoever is first in one round may be last in the next.

The steps of one load and one round are a *group*. Where some of them were measured and others were not (the run was killed between them,
a step failed, the machine got busy, a side has joined since), a ratio of those with what is measured later would be one of two hours, of
which a machine may have been faster in one: so the group is *broken*, and what was measured is taken anew once the rest is there. A side
that cannot be had, because it is not installed, is not waited for.

A load's order is drawn from the seed, the round and its own name alone: which other loads there are, and what was done before a run was
killed, does not change it.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet

from klog.cli.suite.results.outcomes import Step


def steps_of_round(loads: Mapping[str, Sequence[str]], number: int, seed: int) -> list[Step]:
    """One round.

    :param loads: the sides of each.
    """

    def drawn(*names: object) -> float:
        return random.Random("/".join(map(str, (seed, number, *names)))).random()

    return [
        Step(load, side, number)
        for load in sorted(loads, key=lambda load: (drawn(load), load))
        for side in sorted(dict.fromkeys(loads[load]), key=lambda side: (drawn(load, side), side))
    ]


def steps(loads: Mapping[str, Sequence[str]], rounds: Mapping[str, int], seed: int) -> list[Step]:
    """All rounds, one after the other.

    :param rounds: how many each load has.
    """
    most = max((rounds[load] for load in loads), default=0)
    return [
        step
        for number in range(1, most + 1)
        for step in steps_of_round({load: sides for load, sides in loads.items() if rounds[load] >= number}, number, seed)
    ]


def next_in_time(waiting: Sequence[Step], expected_s: Callable[[Step], float], left_s: float, last: Step | None) -> Step | None:
    """The first step of the first load whose sides, those of one round that are left, all end in time; None where there is no such.
    What was begun with one side goes on with the others whatever the time: their ratio is one of neighbours in time.

    :param waiting: those that are left, in their order. :param left_s: how much time there is. :param last: what has ended just now.
    """
    groups = [list(group) for _, group in itertools.groupby(waiting, key=lambda step: step.group)]
    for group in groups:
        if last is not None and group[0].group == last.group:
            return group[0]
    return next((group[0] for group in groups if sum(map(expected_s, group)) <= left_s), None)


def left(planned: Sequence[Step], done: Collection[str]) -> list[Step]:
    """The planned steps whose key is not among `done`, in their order."""
    return [step for step in planned if step.key not in done]


def broken(planned: Sequence[Step], done: AbstractSet[str], skipped: AbstractSet[str]) -> set[str]:
    """Keys of the steps that are done in groups of which others are missing.

    :param planned: all steps of a run, in their order. :param done: keys of those that were measured. :param skipped: keys of those that
    cannot be had; nobody waits for these.
    """
    found: set[str] = set()
    for _, group in itertools.groupby(planned, key=lambda step: step.group):
        keys = {step.key for step in group}
        if keys - done - skipped:
            found |= keys & done
    return found
