"""All experiments, and the choice among them.

A load may show in several experiments (the paper's producer and consumer are one load, and Figures 4 and 5). Names are what ``--only``
takes; a name takes all that begin with it and a dot, so that ``2014`` is all ten. A load's name takes that load alone, of each experiment
that has it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from klog.cli.suite.experiments.experiment import Experiment
from klog.cli.suite.experiments.published import PUBLISHED
from klog.cli.suite.experiments.unpublished import UNPUBLISHED

#: In the order of the page.
EXPERIMENTS: Mapping[str, Experiment] = {one.name: one for one in (*PUBLISHED, *UNPUBLISHED)}


class UnknownExperiment(ValueError):
    """No experiment has this name; the sentence lists what there is."""


def chosen(only: Sequence[str]) -> list[Experiment]:
    """In the order of the page.

    :param only: names of experiments or of their loads, or what names of experiments begin with; none for all.
    :raises UnknownExperiment: a name fits nothing.
    """
    for name in only:
        if not any(_fits(one, name) for one in EXPERIMENTS.values()):
            raise UnknownExperiment(f"there is no experiment {name}; there are {', '.join(EXPERIMENTS)}")
    return [part for one in EXPERIMENTS.values() if (part := _part(one, only)) is not None]


def _part(experiment: Experiment, only: Sequence[str]) -> Experiment | None:
    """As much of an experiment as was asked for."""
    if not only or any(_is_named(experiment, name) for name in only):
        return experiment
    loads = [load for load in experiment.loads if load in only]
    goals = [goal for goal in experiment.goals if goal.load in loads]
    return dataclasses.replace(experiment, loads=loads, goals=goals) if loads else None


def _is_named(experiment: Experiment, name: str) -> bool:
    return experiment.name == name or experiment.name.startswith(f"{name}.")


def _fits(experiment: Experiment, name: str) -> bool:
    return _is_named(experiment, name) or name in experiment.loads


def loads_of(experiments: Sequence[Experiment]) -> list[str]:
    """Each load once."""
    return list(dict.fromkeys(load for one in experiments for load in one.loads))
