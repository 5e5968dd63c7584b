"""An experiment as people know it: which loads it consists of, what was published, what differs here, and what klog is to reach."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from klog.cli.suite.experiments.goals import Goal

#: Of a table that is about how fast, and for how much CPU.
RATE_COLUMNS = ("rate", "cpu", "client_cpu")
#: Of consumers that are soon done, a sentence: their warm-up is the time that it takes to read a fifth.
YOUNG_JVM = (
    "A broker in a JVM is still being compiled in the first ten seconds, which is longer than such a step's warm-up takes, so that what is "
    "told of it is of a young broker."
)


@dataclasses.dataclass(frozen=True)
class Experiment:
    """A chapter of the page.

    :param loads: their names. :param phase: whose figures count, where a load has several; "" for all. :param columns: kinds of figures of
    its table.
    :param published: load, or ``"LOAD FIGURE"`` where several of its figures are plotted → what was printed, in the unit of `plotted`;
    drawn as dashed lines. :param plotted: the kind of figure that its plot shows.
    :param differs: what is not as it was in the paper or the post. :param shows: what the experiment is there to tell.
    :param durability: who takes part, when a message is acknowledged, and what has been done for it by then.
    :param reasons: why a goal is missed, by load, figure and the side that klog is held against ("" for none), as far as a profile has
    told.
    """

    name: str
    title: str
    loads: Sequence[str]
    phase: str
    columns: Sequence[str]
    shows: str
    differs: str = ""
    published: Mapping[str, float] = dataclasses.field(default_factory=dict)
    printed: str = ""
    plot: str = "bars"
    plotted: str = "rate"
    goals: Sequence[Goal] = ()
    durability: Sequence[tuple[str, str, str]] = ()
    reasons: Mapping[tuple[str, str, str], str] = dataclasses.field(default_factory=dict)
