"""What a run has found, told in the terminal: tables, a sketch of the ratios, lines."""

from __future__ import annotations

from collections.abc import Sequence

from klog.cli.formatting import counted
from klog.cli.output import Column, Format, Output
from klog.cli.plot import Chart as TextChart
from klog.cli.plot import Series as TextSeries
from klog.cli.plot import as_text
from klog.cli.suite.experiments.experiment import Experiment
from klog.cli.suite.figures import kind_name_of
from klog.cli.suite.host.machine import MOST_OTHER_LOAD
from klog.cli.suite.report import comparisons, plots, tables
from klog.cli.suite.report.charts import Lines
from klog.cli.suite.report.comparisons import Agreement
from klog.cli.suite.report.judged_goals import judge
from klog.cli.suite.report.ratio_sketch import sketch
from klog.cli.suite.report.tables import Table
from klog.cli.suite.results.outcomes import Results
from klog.cli.suite.sides.klog_version import PLAIN
from klog.cli.suite.sides.names import AGAIN, OURS

#: Of the ratios, which the sketch shows.
_SKETCHED = ("rate", "cpu", "p99_ms", "own_cpu", "rest_s", "first_ack_s")


def tell(results: Results, out: Output, chosen: Sequence[Experiment], agreements: Sequence[Agreement] | None) -> None:
    """Everything that was asked for.

    :param agreements: this run's ratios beside another's, where one was to be compared with.
    """
    tried = set(comparisons.experiment_names(results))
    shown = [one for one in chosen if one.name in tried]
    judged = judge(results, shown)
    found = [tables.experiment_table(one, results) for one in shown]
    if out.format is Format.TABLE:
        found = [tables.each_once(one) for one in found]
    found += [tables.goal_table(judged), tables.worst_table(results), tables.noise_table(results), tables.overall_table(results)]
    if agreements is not None:
        found.append(tables.agreement_table(agreements))
    print_tables(out, found)
    if out.format is Format.JSON:
        return
    sketched = [one for one in comparisons.compare(results) if one.versus != AGAIN and kind_name_of(one.figure) in _SKETCHED]
    if sketched and out.format is Format.TABLE:
        out.line("klog to the others; rates better to the right, costs to the left")
        out.line(sketch(sketched, out.width).rstrip("\n"))
    if out.format is Format.TABLE:
        for experiment in shown:
            for text in sketches_of(experiment, results, out.width):
                out.line()
                out.line(text.rstrip("\n"))
    if agreements:
        out.line()
        out.line(tables.agreement_line(agreements))
    for warning in warnings(results):
        out.warn(warning)


def print_tables(out: Output, tables: Sequence[Table]) -> None:
    """One after the other; as JSON in one line, behind those of the steps, where they were measured now."""
    if out.format is Format.JSON:
        out.json_line({"tables": [{"title": one.title, "heads": one.heads, "rows": one.rows} for one in tables if one.rows]})
        return
    for table in tables:
        print_table(out, table)


def warnings(results: Results) -> list[str]:
    """What a reader of the figures has to know."""
    found = []
    if results.head.size == "smoke":
        found.append("of size smoke a run shows that the suite works; its figures say nothing")
    if results.head.busy:
        found.append("the machine was allowed to be busy: the figures say little")
    if results.head.is_in_memory:
        found.append(comparisons.IN_MEMORY_TOLD)
    pairs = dict.fromkeys((one.step.load, one.step.side) for one in results.outcomes.values())
    failed = [
        f"{load}/{side}/{number}: {why}"
        for load, side in pairs
        for number, why in results.failed(load, side).items()
        if results.measured(load, side)
    ]
    if failed:
        found.append(f"{counted(len(failed), 'round')} failed of what has figures by others, as {failed[-1]}")
    apart = {f"{load}/{side}": rounds for load, side in pairs if (rounds := comparisons.rounds_apart(results, load, OURS, side))}
    if apart:
        count = counted(sum(map(len, apart.values())), "round")
        found.append(
            f"{count} measured at another time than {OURS}'s have no ratio: {', '.join(list(apart)[:3])}; measure all sides in one run"
        )
    for version in dict.fromkeys(results.head.versions.values()):
        if version.endswith(PLAIN):
            found.append(f"{version}: in plain Python, which is many times slower; its ratios tell nothing of klog")
    busy = comparisons.busy_steps(results)
    if busy and not results.head.busy:
        found.append(f"during {len(busy)} steps others kept more than {MOST_OTHER_LOAD:g} cores busy: {', '.join(busy[:3])}")
    return found


def print_table(out: Output, table: Table) -> None:
    """As the output's format has it; nothing of no rows."""
    if not table.rows:
        return
    columns = [Column(f"{place}", head, right=place > 0) for place, head in enumerate(table.heads)]
    rows = [{f"{place}": cell for place, cell in enumerate(row)} for row in table.rows]
    out.line(table.title)
    if out.format is Format.TEXT:
        out.line("\t".join(table.heads))
        for row in table.rows:
            out.line("\t".join(row))
    else:
        out.rows("rows", columns, rows)
    out.line()


def sketches_of(experiment: Experiment, results: Results, width: int) -> list[str]:
    """The experiment's lines, as far as a terminal can draw them."""
    found = []
    for chart in plots.charts_of(experiment, results).values():
        if isinstance(chart, Lines) and not chart.x.log and not chart.y.log:
            series = [TextSeries(line.name, line.points) for line in chart.lines if line.points]
            found.append(as_text(TextChart(chart.title, chart.x.label, chart.y.label, series), width, 6))
    return found
