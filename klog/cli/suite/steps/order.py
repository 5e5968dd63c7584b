"""In which order steps are taken, and which of them are left. Pure, and the same for the same seed.

A *load* is what is done to a fresh broker, a *side* whoever it is done to, a *round* is each load with each of its sides once; one of them
is a *step*. Within a round the loads come in random order, and so do the sides of each load, which follow each other at once: their ratio
is one of neighbours in time. Whoever is first in one round may be last in the next.

A load's order is drawn from the seed, the round and its own name alone: which other loads there are, and what was done before a run was
killed, does not change it.

The steps of one load and one round are a *group*. It is *incomplete* where not all of them were measured by one run: the run was killed
between them, a step failed, the machine got busy, a side has joined since. A ratio of what was measured with what is measured later would
be one of two hours, of which a machine may have been faster in one. So what was measured is *remeasured* beside what is missing. What was
measured by an earlier run than the rest of its group (`Results.apart`) is handed in as not done, and so counts as missing. What is left of
a group (`what_is_left`):

====  =======================================================================  =======================================================
case  what the group lacks                                                     what is left of it
====  =======================================================================  =======================================================
a     nothing, or only what this run has tried in vain                         nothing
b     something, while it has figures of a side that cannot be had now         nothing: beside what is measured now these would count
                                                                               no more, and nobody could measure them anew; the group
                                                                               is *untouched*
c     only what was skipped the last time, or is of a side that cannot be had  that: it is tried, and hardly ever there, so that nobody
      now                                                                      counts on measuring the others anew
d     something else                                                           what it lacks, and then what it has
====  =======================================================================  =======================================================
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from klog.cli.suite.results.outcomes import Step


class Left(NamedTuple):
    """What a run has still to do, and what it leaves as it is; see above.

    :ivar missing: steps that are not tried, and not measured, or measured by an earlier run than others of their group; in their order.
    :ivar remeasured: steps that were measured, and are measured anew once what is missing beside them is; in their order.
    :ivar untouched_groups: those that lack a step that could be measured now, each with the sides that cannot be had now and whose figures
    that would discard.
    """

    missing: list[Step]
    remeasured: list[Step]
    untouched_groups: dict[tuple[str, int], list[str]]


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


def what_is_left(
    planned: Sequence[Step],
    done: AbstractSet[str],
    skipped: AbstractSet[str] = frozenset(),
    absent_sides: Collection[str] = (),
    tried: AbstractSet[str] = frozenset(),
) -> Left:
    """What is left of a plan. The letters are those of the table above.

    :param planned: all steps of a run, in their order. :param done: keys of those that are measured, side by side.
    :param skipped: keys of those that could not be had when they were tried last. :param absent_sides: names of the sides that cannot be
    had now. :param tried: keys of the steps that this run has taken, with whatever outcome.
    """
    left = Left([], [], {})
    for name, members in itertools.groupby(planned, key=lambda step: step.group):
        group = list(members)
        missing = [step for step in group if step.key not in done and step.key not in tried]
        at_hand = [step for step in missing if step.side not in absent_sides]
        keepers = [step.side for step in group if step.key in done and step.side in absent_sides]
        if keepers:
            if at_hand:  # (b)
                left.untouched_groups[name] = keepers
            continue
        # (a), (c), (d): steps of absent sides too, which are skipped by name.
        left.missing.extend(missing)
        if any(step.key not in skipped for step in at_hand):  # (d)
            left.remeasured.extend(step for step in group if step.key in done and step.key not in tried)
    return left


def next_in_time(left: Left, expected_s: Callable[[Step], float], left_s: float, last: Step | None) -> Step | None:
    """The first missing step of the first group of which all that is left ends in time, what is remeasured included; None where there is no
    such. What was begun with one side goes on with the others whatever the time: their ratio is one of neighbours in time.

    :param expected_s: about how many seconds a step takes. :param left_s: how much time there is. :param last: what has ended just now.
    """
    groups = [list(group) for _, group in itertools.groupby(left.missing, key=lambda step: step.group)]
    for group in groups:
        if last is not None and group[0].group == last.group:
            return group[0]

    def needed_s(group: Sequence[Step]) -> float:
        anew = [step for step in left.remeasured if step.group == group[0].group]
        return sum(expected_s(step) for step in [*group, *anew])

    return next((group[0] for group in groups if needed_s(group) <= left_s), None)
