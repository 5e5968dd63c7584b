"""What a results file says, as rows: figures, ratios with intervals and verdicts, the worst ratios, the noise floor. All of it is pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from klog.cli.suite.experiments.experiment import Experiment
from klog.cli.suite.experiments.table import EXPERIMENTS
from klog.cli.suite.figures import UNLIKE_PHASES, Better, kind_name_of, kind_of, phase_of
from klog.cli.suite.host.machine import MOST_OTHER_LOAD
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.report import round_statistics
from klog.cli.suite.report.round_statistics import Interval, Verdict
from klog.cli.suite.results.outcomes import Results
from klog.cli.suite.sides.names import AGAIN, OURS

IN_MEMORY_TOLD = "brokers wrote to memory and to no disk: what is said to be read from the disk was read from memory, too"


class Comparison(NamedTuple):
    """klog's figure divided by another side's."""

    load: str
    figure: str
    versus: str
    ratio: Interval
    better: Better
    verdict: Verdict
    rounds: int

    @property
    def loss(self) -> float:
        """How much worse klog is, as a factor."""
        return round_statistics.loss(self.ratio.middle, self.better)


def sides_of(results: Results, load: str) -> list[str]:
    """Of a load, in the order of its table; klog against itself last."""
    found = results.sides(load)
    return sorted(found, key=lambda side: (side == AGAIN, side != OURS, found.index(side)))


def figures_of(results: Results, load: str, side: str) -> list[str]:
    """Names of all figures that were measured."""
    return list(dict.fromkeys(name for one in results.measured(load, side).values() for name in one.figures))


def is_of_clients(results: Results, load: str) -> bool:
    """Whether the sides of a load are clients of one broker, klog's, so that a side's CPU is its own and not a broker's."""
    return any(kind_name_of(figure) == "own_cpu" for figure in figures_of(results, load, OURS))


def ratios_of(results: Results, load: str, figure: str, ours: str, theirs: str) -> list[float]:
    """One side's figure divided by another's, round by round, of those in which one run has measured both."""
    apart = set(rounds_apart(results, load, ours, theirs))
    own, others = (
        {number: value for number, value in results.by_round(load, side, figure).items() if number not in apart} for side in (ours, theirs)
    )
    return round_statistics.ratios(own, others, kind_of(figure).least)


def rounds_apart(results: Results, load: str, ours: str, theirs: str) -> list[int]:
    """Rounds in which two sides were measured by two runs, at another time: a machine differs from itself by more than many brokers do, and
    there is no ratio."""
    own, others = results.measured(load, ours), results.measured(load, theirs)
    return sorted(number for number in own.keys() & others.keys() if own[number].run != others[number].run)


def floors(results: Results) -> dict[tuple[str, str], float]:
    """The noise floor by (load, figure). For loads where klog was not measured against itself: by ("", figure) the largest of the same
    phase and kind. What one round or two tell of noise is none: that might hide as equal what is worse."""
    found: dict[tuple[str, str], float] = {}
    for load in LOADS:
        for figure in figures_of(results, load, AGAIN):
            ratios = ratios_of(results, load, figure, AGAIN, OURS)
            if len(ratios) >= round_statistics.LEAST_ROUNDS and kind_of(figure).better is not Better.NEITHER:
                floor = round_statistics.noise_floor(ratios)
                found[load, figure] = floor
                found["", figure] = max(floor, found.get(("", figure), 1.0))
    return found


def floor_of(found: dict[tuple[str, str], float], load: str, figure: str) -> float:
    """The load's own, else that of the same phase and kind elsewhere; 1 where nothing is known, so that the interval decides alone."""
    return found.get((load, figure), found.get(("", figure), 1.0))


def compare(results: Results, loads: Iterable[str] | None = None) -> list[Comparison]:
    """All ratios of klog to whoever it was held against."""
    noise = floors(results)
    found = []
    for load in LOADS if loads is None else loads:
        for side in sides_of(results, load):
            if side == OURS:
                continue
            of_clients = is_of_clients(results, load)
            for figure in figures_of(results, load, OURS):
                if of_clients and kind_name_of(figure) == "cpu":
                    # The broker's, which is klog's on both sides.
                    continue
                better = kind_of(figure).better
                ratios = ratios_of(results, load, figure, OURS, side)
                if better is Better.NEITHER or phase_of(figure) in UNLIKE_PHASES or not ratios:
                    continue
                ratio = round_statistics.interval(ratios)
                floor = 1.0 if side == AGAIN else floor_of(noise, load, figure)
                verdict = round_statistics.verdict(ratio, better, floor, len(ratios))
                found.append(Comparison(load, figure, side, ratio, better, verdict, len(ratios)))
    return found


def worst(comparisons: Sequence[Comparison], most: int = 15) -> list[Comparison]:
    """Where klog does no better than another broker or client, the worst first."""
    return sorted((one for one in comparisons if one.versus != AGAIN and one.loss >= 1), key=lambda one: -one.loss)[:most]


def columns_of(experiment: Experiment, results: Results, load: str) -> list[str]:
    """Names of the figures that an experiment shows of a load: those of its phase and its kinds, in the order of its kinds, and then
    whatever else a goal is about."""
    names = list(dict.fromkeys(name for side in sides_of(results, load) for name in figures_of(results, load, side)))
    shown = [
        name
        for kind in experiment.columns
        for name in names
        if kind_name_of(name) == kind and (not experiment.phase or phase_of(name) == experiment.phase)
    ]
    held = (goal.figure for goal in experiment.goals if goal.load == load)
    return list(dict.fromkeys([*shown, *(name for name in held if name in names)]))


class Cell(NamedTuple):
    """One figure of one side."""

    load: str
    side: str
    figure: str
    #: None where it was not measured.
    value: Interval | None
    why_not: str


def cells(experiment: Experiment, results: Results) -> list[Cell]:
    """The experiment's figures, load by load, side by side; klog against itself is in the table of noise alone."""
    found = []
    for load in experiment.loads:
        for side in sides_of(results, load):
            if side == AGAIN:
                continue
            why = results.why_not(load, side)
            if why:
                found.append(Cell(load, side, "", None, why))
            for figure in columns_of(experiment, results, load):
                values = list(results.by_round(load, side, figure).values())
                if values:
                    found.append(Cell(load, side, figure, round_statistics.interval(values), ""))
    return found


def in_the_mean(comparisons: Sequence[Comparison], kind: str, versus: str) -> list[Comparison]:
    """What `overall` is the mean of. What is told with and without the time of joining a group counts once."""
    return [
        one
        for one in comparisons
        if one.versus == versus and kind_name_of(one.figure) == kind and not phase_of(one.figure).endswith(".joined")
    ]


def overall(comparisons: Sequence[Comparison], kind: str, versus: str) -> float | None:
    """The geometric mean of one kind's ratios over all phases of all loads: a first look, not a result."""
    ratios = [one.ratio.middle for one in in_the_mean(comparisons, kind, versus)]
    return round_statistics.geometric_mean(ratios) if ratios and all(ratio > 0 for ratio in ratios) else None


class Agreement(NamedTuple):
    """One ratio in two runs of the suite."""

    load: str
    figure: str
    versus: str
    one: Interval
    other: Interval
    #: The larger noise floor of both.
    floor: float

    @property
    def agrees(self) -> bool:
        """Whether each is within the other's interval, give or take the noise."""
        return round_statistics.agree(self.one, self.other, self.floor)


def agreements(one: Results, other: Results) -> list[Agreement]:
    """All ratios to others that both runs have."""
    noise = [floors(one), floors(other)]
    others = {(each.load, each.figure, each.versus): each.ratio for each in compare(other)}
    found = []
    for each in compare(one):
        key = (each.load, each.figure, each.versus)
        if each.versus != AGAIN and key in others:
            floor = max(floor_of(some, each.load, each.figure) for some in noise)
            found.append(Agreement(*key, each.ratio, others[key], floor))
    return found


def versions_of(results: Results) -> str:
    """Whom the figures are of, each once: klog is measured beside itself."""
    return ", ".join(dict.fromkeys(results.head.versions.values()))


def round_counts(results: Results, loads: Iterable[str]) -> list[int]:
    """How many rounds there are of these loads, each number once, the least first."""
    return sorted({len(results.measured(load, side)) for load in loads for side in sides_of(results, load)} - {0})


def small_print(results: Results, loads: Sequence[str]) -> str:
    """Under a plot: the machine, the versions, the number of rounds, and that it was busy."""
    machine, counts = results.head.machine, round_counts(results, loads)
    rounds = f"n = {counts[0]}" + (f" to {counts[-1]}" if len(counts) > 1 else "") if counts else "nothing measured"
    busy = "; THE MACHINE WAS BUSY" if results.head.busy else ""
    return f"{machine.get('cores')} cores {machine.get('cpu')}; {versions_of(results)}; size {results.head.size}, {rounds}{busy}"


def busy_steps(results: Results) -> list[str]:
    """Keys of steps during which others kept more than `MOST_OTHER_LOAD` cores busy."""
    return [key for key, one in results.outcomes.items() if one.figures.get("other_load", 0.0) > MOST_OTHER_LOAD]


def experiment_names(results: Results) -> list[str]:
    """Experiments of which something was tried."""
    tried = {one.step.load for one in results.outcomes.values()}
    return [name for name, one in EXPERIMENTS.items() if tried & set(one.loads)]
