"""Goals, and what of them was reached: a bound on klog's figure, or on its ratio to another side's, beside what was measured. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from klog.cli.suite.experiments.experiment import Experiment
from klog.cli.suite.experiments.goals import Goal
from klog.cli.suite.figures import phase_of
from klog.cli.suite.loads.fixed_rates import NO_LATENCY
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.report import round_statistics
from klog.cli.suite.report.comparisons import ratios_of, rounds_apart
from klog.cli.suite.report.round_statistics import Interval
from klog.cli.suite.results.outcomes import Outcome, Results
from klog.cli.suite.sides.names import OURS
from klog.cli.suite.steps.more_rounds import ROUNDS


class Judged(NamedTuple):
    """A goal, what was measured of it, and on how much that rests."""

    experiment: str
    goal: Goal
    #: None where it was not measured.
    value: Interval | None
    #: Of how many rounds `value` is the median; 0 where there is none.
    rounds: int
    #: See `usual_rounds`.
    usual_rounds: int
    #: In the place of a value.
    why_not: str
    #: There is no value since klog did not keep a fixed rate, which the other side did in more rounds.
    is_outpaced: bool = False

    @property
    def is_met(self) -> bool | None:
        """The median decides, alone. False without one where klog was outpaced, None where nothing was measured."""
        if self.value is None:
            return False if self.is_outpaced else None
        return self.goal.is_met(self.value.middle)

    @property
    def reaches_beyond(self) -> bool:
        """Whether the goal would not be met by all that the interval holds."""
        return self.value is not None and not (self.goal.is_met(self.value.low) and self.goal.is_met(self.value.high))


def judge(results: Results, experiments: Sequence[Experiment]) -> list[Judged]:
    """Every goal of these experiments."""
    return [_judged(results, experiment.name, goal) for experiment in experiments for goal in experiment.goals]


def _judged(results: Results, experiment: str, goal: Goal) -> Judged:
    """One goal.

    A latency at a fixed rate has no figure in a round in which that rate was not kept, and so no ratio. Where klog is the reason that fewer
    than half of the rounds have one, these, in which it kept the rate, do not speak for the others: the goal is missed if the other side
    kept the rate in more rounds, and of two that kept it as seldom nothing is known. Where the other side kept it less often than klog, the
    rounds that there are decide.
    """
    usual = usual_rounds(goal.load, results.head.size)
    unkept = _unkept(results, goal)
    if goal.versus:
        values = ratios_of(results, goal.load, goal.figure, OURS, goal.versus)
    else:
        values = list(results.by_round(goal.load, OURS, goal.figure).values())
    if 2 * len(values) < unkept.rounds and unkept.ours and unkept.ours >= unkept.theirs:
        return Judged(experiment, goal, None, 0, usual, unkept.told(goal.versus), is_outpaced=unkept.ours > unkept.theirs)
    if values:
        return Judged(experiment, goal, round_statistics.interval(values), len(values), usual, "")
    failed = results.why_not(goal.load, OURS) or results.why_not(goal.load, goal.versus)
    apart = bool(goal.versus and rounds_apart(results, goal.load, OURS, goal.versus))
    otherwise = f"measured at another time than {OURS}'s" if apart else "not measured"
    return Judged(experiment, goal, None, 0, usual, failed or unkept.told(goal.versus) or otherwise)


def usual_rounds(load: str, size: str) -> int:
    """How many rounds a load gets at a size where nobody asks for fewer, and none are added."""
    return min(ROUNDS, LOADS[load].most_rounds.get(size, ROUNDS))


class _Unkept(NamedTuple):
    """In how many of the rounds that both sides have measured each of them did not keep a fixed rate; of klog's, where it is alone."""

    rounds: int
    ours: int
    theirs: int

    def told(self, versus: str) -> str:
        """As a sentence without its full stop; "" where both kept it.

        :param versus: the other side's name.
        """
        if self.ours:
            also = f", and {versus} did not in {self.theirs}" if self.theirs else ""
            return f"{OURS} did not keep the rate in {self.ours} of {self.rounds} rounds{also}"
        return f"{versus} did not keep the rate in {self.theirs} of {self.rounds} rounds" if self.theirs else ""


def _unkept(results: Results, goal: Goal) -> _Unkept:
    """Of the rate that a goal's figure is a latency at; none of another figure. Of klog's rounds alone, where its own is held to
    the bound."""
    own = results.measured(goal.load, OURS)
    if not goal.versus:
        return _Unkept(len(own), sum(_kept_no_rate(one, goal.figure) for one in own.values()), 0)
    other = results.measured(goal.load, goal.versus)
    both = own.keys() & other.keys()
    ours, theirs = (sum(_kept_no_rate(side[number], goal.figure) for number in both) for side in (own, other))
    return _Unkept(len(both), ours, theirs)


def _kept_no_rate(outcome: Outcome, figure: str) -> bool:
    """Whether the figure is a latency that is not there since its rate was not kept. (What is not there for another reason, as a warm rate
    of a run that was short, says nothing against that side.)"""
    return figure not in outcome.figures and any(note.startswith(f"{phase_of(figure)}: {NO_LATENCY}") for note in outcome.notes)
