"""The plots of each experiment out of a results file: what is drawn, as `charts`. Pure but for `write_plots`."""

from __future__ import annotations

import itertools
import pathlib
import statistics
from collections.abc import Mapping, Sequence

from klog.cli.suite.experiments.experiment import Experiment
from klog.cli.suite.experiments.table import EXPERIMENTS, loads_of
from klog.cli.suite.figures import Better, kind_name_of, kind_of, phase_of
from klog.cli.suite.histogram import Histogram
from klog.cli.suite.loads.paper import RECORD_BYTES
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.report import comparisons
from klog.cli.suite.report.charts import Axis, Bar, Bars, Chart, Line, Lines, Ratio, Ratios, draw
from klog.cli.suite.report.drawing import as_svg, can_png, write_png
from klog.cli.suite.report.round_statistics import Verdict
from klog.cli.suite.results.outcomes import Results
from klog.cli.suite.sides.names import AGAIN, OURS

GRID_POINTS = 60
Points = Sequence[tuple[float, float]]


def over_rounds(rounds: Sequence[Points]) -> tuple[list[tuple[float, float]], list[tuple[float, float, float]]]:
    """The median line of several rounds' series, and the least and most around it, at places that all of them have."""
    known = [sorted(points) for points in rounds if len(points) > 1]
    if not known:
        return [point for points in rounds for point in points], []
    low, high = max(points[0][0] for points in known), min(points[-1][0] for points in known)
    if high <= low:
        return list(known[0]), []
    grid = [low + (high - low) * step / (GRID_POINTS - 1) for step in range(GRID_POINTS)]
    line, band = [], []
    for x in grid:
        values = [_at(points, x) for points in known]
        line.append((x, statistics.median(values)))
        band.append((x, min(values), max(values)))
    return line, band if len(known) > 1 else []


def _at(points: Points, x: float) -> float:
    """On the line through `points`, at an `x` within them."""
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        if x0 <= x <= x1:
            return y0 if x1 == x0 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return points[-1][1]


def _sides(results: Results, load: str) -> list[str]:
    return [side for side in comparisons.sides_of(results, load) if side != AGAIN and results.measured(load, side)]


def _short(load: str) -> str:
    """A load's name without its family's: ``batch1.long``, and ``one.stored`` beside ``stored``."""
    return load.partition(".")[2] or load


def _label(load: str, side: str, several: bool) -> str:
    return f"{side}, {_short(load)}" if several else side


def charts_of(experiment: Experiment, results: Results) -> dict[str, Chart]:
    """By the name of the file; none where nothing was measured."""
    small = comparisons.small_print(results, experiment.loads)
    loads = [load for load in experiment.loads if _sides(results, load)]
    if not loads:
        return {}
    match experiment.plot:
        case "over_bytes":
            return _over_bytes(experiment, results, loads, small)
        case "storage":
            return {experiment.name: _storage(experiment, results, loads, small)}
        case "sizes":
            return _sizes(experiment, results, loads, small)
        case "percentiles":
            return _percentiles(experiment, results, loads, small)
        case _:
            return {experiment.name: _bars(experiment, results, loads, small)}


def _over_bytes(experiment: Experiment, results: Results, loads: Sequence[str], small: str) -> dict[str, Chart]:
    lines = []
    for load in loads:
        for side in _sides(results, load):
            rounds = [one.series[experiment.phase] for one in results.measured(load, side).values() if experiment.phase in one.series]
            points, band = over_rounds(rounds)
            if points:
                lines.append(Line(_label(load, side, len(experiment.loads) > 1), points, band))
    if not lines:
        return {}
    what = "consumed" if experiment.phase == "consume" else "sent"
    x = Axis(f"MB {what}")
    printed = [(_short(load), value) for load, value in experiment.published.items()]
    return {
        experiment.name: Lines(experiment.title, x, Axis("records/s"), lines, small, published=printed),
        f"{experiment.name}-log": Lines(
            f"{experiment.title}, logarithmic", x, Axis("records/s", log=True), lines, small, published=printed
        ),
    }


def _median_and_range(results: Results, load: str, side: str, figure: str) -> tuple[float, float, float] | None:
    """Of a figure's rounds: median, least and most; None where it was not measured."""
    values = list(results.by_round(load, side, figure).values())
    return (statistics.median(values), min(values), max(values)) if values else None


def _bars(experiment: Experiment, results: Results, loads: Sequence[str], small: str) -> Chart:
    groups: list[tuple[str, Sequence[Bar], float | None]] = []
    for load in loads:
        # Several phases of one load stand beside each other: jobs of Spark's, changes of a group.
        names = [
            name
            for name in comparisons.figures_of(results, load, OURS)
            if kind_name_of(name) == experiment.plotted
            and (phase_of(name) == experiment.phase if experiment.phase else not phase_of(name).endswith(".joined"))
        ]
        for figure in names:
            bars = []
            for side in _sides(results, load):
                found = _median_and_range(results, load, side, figure)
                if found is not None:
                    bars.append(Bar(side, [found[0]], found[1], found[2]))
            # What tells the groups apart: the load, the phase, or both.
            words = [_short(load)] if len(experiment.loads) > 1 or len(names) == 1 else []
            words += [phase_of(figure)] if len(names) > 1 else []
            whole = experiment.published.get(load) if len(names) == 1 else None
            groups.append((" ".join(words), bars, experiment.published.get(f"{load} {figure}", whole)))
    kind = kind_of(experiment.plotted)
    return Bars(experiment.title, kind.title, groups, small)


def _storage(experiment: Experiment, results: Results, loads: Sequence[str], small: str) -> Chart:
    groups: list[tuple[str, Sequence[Bar], float | None]] = []
    for load in loads:
        bars = []
        for side in _sides(results, load):
            found = _median_and_range(results, load, side, "overhead_bytes")
            if found is not None:
                bars.append(Bar(side, [RECORD_BYTES, max(0.0, found[0])]))
        if bars:
            published = experiment.published.get(load)
            groups.append((load, bars, RECORD_BYTES + published if published is not None else None))
    return Bars(experiment.title, "bytes a message", groups, small, legend=("message (pale)", "overhead"))


def _sizes(experiment: Experiment, results: Results, loads: Sequence[str], small: str) -> dict[str, Chart]:
    rates: dict[str, list[tuple[float, float]]] = {}
    for load in loads:
        size = float(load.rpartition(".")[2])
        copies = "three copies" if load.startswith("2014.") else "one copy"
        for side in _sides(results, load):
            found = _median_and_range(results, load, side, f"{experiment.phase}.rate")
            if found is not None:
                rates.setdefault(f"{side}, {copies}", []).append((size, found[0]))
    x = Axis("bytes of a record", log=True)
    records = [Line(name, sorted(points)) for name, points in rates.items()]
    megabytes = [Line(name, [(size, rate * size / 1e6) for size, rate in sorted(points)]) for name, points in rates.items()]
    return {
        experiment.name: Lines(experiment.title, x, Axis("records/s", log=True), records, small),
        f"{experiment.name}-mb": Lines(f"{experiment.title}: MB/s", x, Axis("MB/s"), megabytes, small),
    }


def merged(histograms: Sequence[Histogram]) -> Histogram:
    """Of all rounds."""
    found = Histogram()
    for one in histograms:
        found = found.merge(one)
    return found


def _percentiles(experiment: Experiment, results: Results, loads: Sequence[str], small: str) -> dict[str, Chart]:
    found: dict[str, Chart] = {}
    for load in loads:
        by_phase: dict[str, list[Line]] = {}
        for side in _sides(results, load):
            rounds = results.measured(load, side).values()
            for phase in dict.fromkeys(name for one in rounds for name in one.histograms):
                curve = merged([one.histograms[phase] for one in rounds if phase in one.histograms]).curve()
                by_phase.setdefault(phase, []).append(Line(side, curve))
        for phase, lines in by_phase.items():
            x, y = Axis("1 / (1 - share): 10 is 90 %, 1,000 is 99.9 %", log=True), Axis("ms", log=True)
            found[f"{experiment.name}-{phase}"] = Lines(f"{experiment.title}: {_rate_words(phase)}", x, y, lines, small)
    return found


def _rate_words(phase: str) -> str:
    if phase.startswith("own"):
        return f"{phase[3:]} % of what goes through"
    return f"{int(phase[2:]):,} records/s" if phase.startswith("at") else phase


def efficiency(results: Results, loads: Sequence[str]) -> Lines:
    """CPU a million records against records a second, a dot for each load and side that has both."""
    dots: dict[str, list[tuple[float, float]]] = {}
    for load in loads:
        for side in _sides(results, load):
            for figure in comparisons.figures_of(results, load, side):
                if not figure.endswith("rate") or figure.endswith("warm_rate"):
                    continue
                rate, cpu = (
                    _median_and_range(results, load, side, figure),
                    _median_and_range(results, load, side, figure[: -len("rate")] + "cpu"),
                )
                if rate is not None and cpu is not None:
                    dots.setdefault(side, []).append((rate[0], cpu[0]))
    lines = [Line(side, sorted(points)) for side, points in dots.items()]
    x, y = Axis("records/s", log=True), Axis("broker CPU µs a record", log=True)
    return Lines("How fast, and for how much of the broker's CPU", x, y, lines, comparisons.small_print(results, loads), dots=True)


def ratio_chart(results: Results, loads: Sequence[str], kind: str, title: str) -> Ratios:
    """All ratios of one kind, klog to the others."""
    found = [
        Ratio(
            f"{one.load} {phase_of(one.figure)} : {one.versus}".replace("  ", " "),
            one.ratio.middle,
            one.ratio.low,
            one.ratio.high,
            one.verdict in (Verdict.BETTER, Verdict.EQUAL) or (one.ratio.middle > 1) == (one.better is Better.HIGHER),
        )
        for one in comparisons.compare(results, loads)
        if kind_name_of(one.figure) == kind and one.versus != AGAIN and not phase_of(one.figure).endswith(".joined")
    ]
    return Ratios(title, found, comparisons.small_print(results, loads))


def overview_charts(results: Results) -> dict[str, Chart]:
    """Over all loads: klog's rates and CPU to those of the others, and where each of them stands."""
    found: dict[str, Chart] = {}
    tried = loads_of([EXPERIMENTS[name] for name in comparisons.experiment_names(results)])
    loads = [load for load in tried if load in LOADS]
    for kind, title in (("rate", "Records a second, klog to others"), ("cpu", "The broker's CPU per record, klog to others")):
        chart = ratio_chart(results, loads, kind, title)
        if chart.ratios:
            found[f"ratios-{kind}"] = chart
    # Where the sides are clients, or what reads for Spark, the broker is klog's on all of them.
    scatter = efficiency(results, [load for load in loads if not comparisons.is_of_clients(results, load)])
    if scatter.lines:
        found["efficiency"] = scatter
    return found


def all_charts(results: Results) -> dict[str, Chart]:
    """Of all experiments that were tried, and those over all of them."""
    found: dict[str, Chart] = {}
    for name in comparisons.experiment_names(results):
        found.update(charts_of(EXPERIMENTS[name], results))
    return {**found, **overview_charts(results)}


def write_plots(charts: Mapping[str, Chart], folder: pathlib.Path) -> list[pathlib.Path]:
    """As SVG, and as PNG beside it where matplotlib is there. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, chart in charts.items():
        drawing = draw(chart)
        path = folder / f"{name}.svg"
        path.write_text(as_svg(drawing), encoding="utf-8")
        written.append(path)
        if can_png():
            write_png(drawing, str(path.with_suffix(".png")))
            written.append(path.with_suffix(".png"))
    return written
