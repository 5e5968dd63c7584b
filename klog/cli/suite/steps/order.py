"""In which order steps are taken. Pure, and the same for the same seed.

A *load* is what is done to a fresh broker, a *side* whoever it is done to, a *round* is each load with each of its sides once; one of them
is a *step*. Within a round the loads come in random order, and so do the sides of each load, which follow each other at once: their ratio
is one of neighbours in time. Whoever is first in one round may be last in the next.

A load's order is drawn from the seed, the round and its own name alone: which other loads there are, and what was done before a run was
killed, does not change it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple


class Step(NamedTuple):
    """One side under one load, once."""

    load: str
    side: str
    #: From 1.
    round: int

    @property
    def key(self) -> str:
        """``fig4.batch1/klog/3``."""
        return f"{self.load}/{self.side}/{self.round}"


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


def left(planned: Sequence[Step], done: Collection[str]) -> list[Step]:
    """The planned steps whose key is not among `done`, in their order."""
    return [step for step in planned if step.key not in done]
