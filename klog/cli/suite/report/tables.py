"""The report as tables: heads and rows of text, which the terminal and the pages show alike. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from klog.cli.formatting import shortened
from klog.cli.suite.experiments.experiment import Experiment
from klog.cli.suite.figures import Better, kind_name_of, kind_of, phase_of
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.report import comparisons
from klog.cli.suite.report.comparisons import Agreement, Cell, Comparison
from klog.cli.suite.report.judged_goals import Judged
from klog.cli.suite.results.outcomes import Results
from klog.cli.suite.sides.names import AGAIN, OURS

#: Of why a goal's figure was not measured, so much stands in a cell.
MOST_WHY = 90
#: More figures than this stand below each other, not beside each other.
MOST_COLUMNS = 7
#: klog's ratios by (load, figure, the side that klog is held against).
RatiosBySide = Mapping[tuple[str, str, str], Comparison]


class Table(NamedTuple):
    """Some rows under a title."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def markdown(table: Table) -> str:
    """Without its title; "" where it has no rows."""
    if not table.rows:
        return ""
    lines = [f"| {' | '.join(table.heads)} |", "|---" * len(table.heads) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in table.rows)])


def each_once(table: Table) -> Table:
    """For people: what the first column says stands there once for all rows one below the other that it is said of."""
    before = [None, *(row[0] for row in table.rows)]
    rows = [["" if row[0] == above else row[0], *row[1:]] for row, above in zip(table.rows, before, strict=False)]
    return table._replace(rows=rows)


def title_of(load: str) -> str:
    """What a person reads for a load's name."""
    return LOADS[load].title if load in LOADS else load


def heading_of(figure: str, with_phase: bool) -> str:
    """Of a figure's column."""
    phase = phase_of(figure)
    return f"{phase}: {kind_of(figure).title}" if with_phase and phase else kind_of(figure).title


def has_several_loads(experiment: Experiment) -> bool:
    """Whether it has to be said which of an experiment's loads is meant."""
    return len(experiment.loads) > 1


def experiment_table(experiment: Experiment, results: Results) -> Table:
    """An experiment's figures: a row for each side of each load, medians; and klog's ratios to it. The load's title is in front where there
    are several."""
    found = comparisons.cells(experiment, results)
    figures = [
        name
        for kind in dict.fromkeys([*experiment.columns, *(kind_name_of(goal.figure) for goal in experiment.goals)])
        for name in dict.fromkeys(cell.figure for cell in found if cell.figure)
        if kind_name_of(name) == kind
    ]
    ratios = {(one.load, one.figure, one.versus): one for one in comparisons.compare(results, experiment.loads)}
    if len(figures) > MOST_COLUMNS:
        return _figure_by_figure(experiment, found, figures, ratios)
    return _side_by_side(experiment, found, figures, ratios)


def loads_table(experiment: Experiment, size: str) -> Table:
    """What an experiment consists of, and how much of each; only what any of its loads has a word on."""
    heads = ["load", "`--only`", f"records, at size {size}", "warm-up, in no figure"]
    rows = [[title_of(load), f"`{load}`", LOADS[load].amounts(size), LOADS[load].warm_up] for load in experiment.loads]
    shown = [place for place in range(len(heads)) if place < 2 or any(row[place] for row in rows)]
    return Table("Loads", [heads[place] for place in shown], [[row[place] for place in shown] for row in rows])


def _published_rows(experiment: Experiment, load: str, figures: Sequence[str], front: int) -> list[list[str]]:
    """What was printed of a load, in the columns of the figures that it is about."""
    row = [""] * len(figures)
    for place, figure in enumerate(figures):
        phase = phase_of(figure)
        if kind_name_of(figure) != experiment.plotted or (experiment.phase and phase != experiment.phase):
            continue
        value = experiment.published.get(f"{load} {figure}", experiment.published.get(load) if phase == experiment.phase else None)
        if value is not None:
            row[place] = kind_of(figure).show(value)
    return [[*[title_of(load), "*published*"][-front:], *row]] if any(row) else []


def _side_by_side(experiment: Experiment, found: Sequence[Cell], figures: Sequence[str], ratios: RatiosBySide) -> Table:
    """A row for each side of each load, a column for each figure and each ratio."""
    with_ratio = [name for name in figures if kind_of(name).better is not Better.NEITHER]
    front = ["load", "side"] if has_several_loads(experiment) else ["side"]
    heads = [*front, *(column_of(experiment, name) for name in figures)]
    heads += [f"klog / it: {column_of(experiment, name)}" for name in with_ratio]
    rows = []
    told: set[str] = set()
    for load, side in dict.fromkeys((cell.load, cell.side) for cell in found):
        if load not in told:
            told.add(load)
            rows += [[*row, *([""] * (len(heads) - len(row)))] for row in _published_rows(experiment, load, figures, len(front))]
        own = {cell.figure: cell for cell in found if (cell.load, cell.side) == (load, side)}
        row = [title_of(load), side][-len(front) :]
        if "" in own:
            row[-1] += f": {own[''].why_not}"
            rows.append([*row, *([""] * (len(heads) - len(row)))])
            continue
        for figure in figures:
            cell = own.get(figure)
            row.append(kind_of(figure).show(cell.value.middle) if cell is not None and cell.value is not None else "")
        for figure in with_ratio:
            one = ratios.get((load, figure, side))
            row.append(one.ratio.text() if one is not None else "")
        rows.append(row)
    shown = len(front) + len(figures)
    if all(not row[place] for row in rows for place in range(shown, len(heads))):
        heads, rows = heads[:shown], [row[:shown] for row in rows]
    return Table(experiment.title, heads, rows)


def _figure_by_figure(experiment: Experiment, found: Sequence[Cell], figures: Sequence[str], ratios: RatiosBySide) -> Table:
    """A row for each figure of each load, a column for each side and each ratio: for experiments of many figures."""
    sides = list(dict.fromkeys(cell.side for cell in found))
    others = [side for side in sides if side != OURS]
    cells = {(cell.load, cell.side, cell.figure): cell for cell in found}
    several = has_several_loads(experiment)
    rows = []
    for load in dict.fromkeys(cell.load for cell in found):
        front = [title_of(load)] if several else []
        for figure in figures:
            values = [cell.value if (cell := cells.get((load, side, figure))) is not None else None for side in sides]
            if not any(values):
                continue
            told = ["" if value is None else kind_of(figure).show(value.middle) for value in values]
            told_ratios = [one.ratio.text() if (one := ratios.get((load, figure, side))) is not None else "" for side in others]
            rows.append([*front, column_of(experiment, figure), *told, *told_ratios])
        for side in sides:
            if (load, side, "") in cells:
                rows.append([*front, f"{side}: {cells[load, side, ''].why_not}", *([""] * (len(sides) + len(others)))])
    heads = [*(["load"] if several else []), "figure", *sides, *(f"klog / {side}" for side in others)]
    return Table(experiment.title, heads, rows)


def column_of(experiment: Experiment, figure: str) -> str:
    """How an experiment calls a figure: with its phase, where that is not the one that the experiment is about."""
    return heading_of(figure, phase_of(figure) != experiment.phase)


def durability_table(experiment: Experiment, results: Results) -> Table:
    """What each of those that were measured has done for a message by when; no rows where that is not told."""
    tried = {side for load in experiment.loads for side in results.sides(load)}
    rows = [row for row in experiment.durability if row[0] in tried or row[0].startswith(OURS)]
    return Table("Durability", ["side", "acknowledged", "what has been done for it by then"], rows)


def trace_table(load: str, phase: str, tool: str, rows: Sequence[tuple[str, float]]) -> Table:
    """What a tool has seen of a phase: system calls for each record, or shares of the time."""
    title = f"{load}{f', {phase}' if phase else ''}: {tool}"
    if tool == "perf":
        return Table(title, ["where", "% of the time"], [[name, f"{value:.1f}"] for name, value in rows])
    return Table(title, ["system call", "per record"], [[name, f"{value:.4f}"] for name, value in rows])


def comparison_table(title: str, found: Sequence[Comparison]) -> Table:
    """Ratios with intervals and verdicts."""
    heads = ["load", "figure", "klog to", "ratio (95 %)", "rounds", "verdict"]
    rows = [[one.load, heading_of(one.figure, True), one.versus, one.ratio.text(), str(one.rounds), one.verdict.value] for one in found]
    return Table(title, heads, rows)


def worst_table(results: Results, most: int = 15) -> Table:
    """Where klog does least well."""
    return comparison_table("The worst ratios", comparisons.worst(comparisons.compare(results), most))


def goal_table(judged: Sequence[Judged]) -> Table:
    """What was to be reached, and what was."""
    rows = []
    for one in judged:
        goal = one.goal
        what = f"{title_of(goal.load)}: {heading_of(goal.figure, True)}" + (f", klog to {goal.versus}" if goal.versus else "")
        measured = one.value.text() if one.value is not None else shortened(one.why_not, MOST_WHY)
        rows.append([one.experiment, what, goal.text, measured, {True: "met", False: "missed", None: "–"}[one.is_met]])
    return Table("Goals", ["experiment", "what", "goal", "measured (95 %)", "met?"], rows)


def noise_table(results: Results) -> Table:
    """klog against itself."""
    ratios = [one for one in comparisons.compare(results) if one.versus == AGAIN]
    noise = comparisons.floors(results)
    rows = [
        [
            one.load,
            heading_of(one.figure, True),
            one.ratio.text(3),
            f"{1 / floor:.3f}–{floor:.3f}" if (floor := noise.get((one.load, one.figure))) is not None else "too few rounds",
        ]
        for one in ratios
    ]
    return Table("klog against itself: the noise floor", ["load", "figure", "ratio (95 %)", "equal within"], rows)


def agreement_line(found: Sequence[Agreement]) -> str:
    """How many ratios of two runs agree, as a sentence."""
    return f"{sum(one.agrees for one in found)} of {len(found)} ratios of the two runs agree."


def agreement_table(found: Sequence[Agreement]) -> Table:
    """Two runs of the suite, ratio by ratio; those that do not agree first."""
    rows = [
        [one.load, heading_of(one.figure, True), one.versus, one.one.text(), one.other.text(), "yes" if one.agrees else "NO"]
        for one in sorted(found, key=lambda one: one.agrees)
    ]
    return Table("Two runs", ["load", "figure", "klog to", "this run", "the other", "agree"], rows)


def overall_table(results: Results) -> Table:
    """klog to each of the others: geometric means over all that was measured beside it."""
    found = comparisons.compare(results)
    rows = []
    for versus in dict.fromkeys(one.versus for one in found if one.versus != AGAIN):
        # A client has a CPU of its own; the broker's is klog's on both sides then.
        is_client = any(one.versus == versus and kind_name_of(one.figure) == "own_cpu" for one in found)
        kinds = ("rate", "own_cpu" if is_client else "cpu")
        means = [comparisons.overall(found, kind, versus) for kind in kinds]
        if any(mean is not None for mean in means):
            loads = len({one.load for kind in kinds for one in comparisons.in_the_mean(found, kind, versus)})
            told = ["" if mean is None else f"{mean:.2f}" for mean in means]
            rows.append([versus, str(loads), *told, "its own" if is_client else "the broker's"])
    return Table("klog to the others: geometric means", ["klog to", "loads", "records/s", "CPU a record", "whose CPU"], rows)
