"""``docs/experiments.md``, made out of a results file: each experiment's plot and table beside what was published, what differs, and what
it means.

Sentences about results are made from results: a page cannot praise what was not measured. `benchmark_parts` is what stands between the
marks of ``docs/benchmarks.md``.
"""

from __future__ import annotations

from collections.abc import Sequence

from klog.cli.suite.experiments.experiment import Experiment
from klog.cli.suite.experiments.table import EXPERIMENTS
from klog.cli.suite.figures import kind_name_of, kind_of, phase_of
from klog.cli.suite.host.machine import MOST_OTHER_LOAD
from klog.cli.suite.report import comparisons as report
from klog.cli.suite.report import tables
from klog.cli.suite.report.comparisons import Agreement, Judged
from klog.cli.suite.report.plots import charts_of
from klog.cli.suite.report.statistics import Verdict
from klog.cli.suite.report.tables import each_once, has_several_loads, heading_of, markdown, title_of
from klog.cli.suite.sides.names import AGAIN
from klog.cli.suite.steps.results_file import Results

HEAD = """# The experiments

The figures of the 2011 paper, the ten experiments of LinkedIn's benchmark of 2014, and what else a log is chosen by: klog beside the
brokers and clients that people have, each beside what was printed then. Made by `klog bench suite --docs docs` out of `experiments.jsonl`,
which lies beside this page with every round in it; nothing here is written by hand but what an experiment is.

Quote ratios. They are made round by round, of brokers that were fresh and measured one after the other, in random order; the median of the
rounds is told, and in brackets the middle 95 % of a bootstrap over them. klog is measured against itself as well: a ratio within that
noise is "equal".

A virtual machine's host gives memory when it is touched first, and whoever is measured just then would pay: so as much as a step may write
is touched and freed before it.
"""


def page(results: Results, plots: str, agreements: Sequence[Agreement] = ()) -> str:
    """The whole page.

    :param plots: the folder of the plots, seen from the page. :param agreements: one run's ratios beside another's.
    """
    parts = [HEAD, _where(results)]
    names = report.experiment_names(results)
    judged = report.judge(results, [EXPERIMENTS[name] for name in names])
    if is_measurement(results):
        parts += ["## What falls short\n", short_of(judged), "\n", _worst(results), _noise(results), tables.overall_line(results)]
        parts += [_run_twice(agreements)] if agreements else []
    for experiment in EXPERIMENTS.values():
        own = [one for one in judged if one.experiment == experiment.name]
        parts.append(chapter(experiment, results, own, plots))
    return "\n".join(part.rstrip() + "\n" for part in parts if part.strip())


def is_measurement(results: Results) -> bool:
    """Whether anything may be concluded: a run that only shows that the suite works, or on a busy machine, has figures and no verdicts."""
    return bool(results.done) and results.head.size != "smoke" and not results.head.busy


def _where(results: Results) -> str:
    if not results.done:
        return "**Nothing has been measured yet.**\n"
    head, machine = results.head, results.head.machine
    counts = report.round_counts(results, {one.step.load for one in results.outcomes.values()})
    rounds = f"rounds of each load: {counts[0]}" if len(counts) == 1 else f"rounds of a load: {counts[0]} to {counts[-1]}"
    seeds = f"seeds {' and '.join(map(str, (head.seed, *head.more_seeds)))}" if head.more_seeds else f"seed {head.seed}"
    lines = [
        f"Measured {head.started} at size `{head.size}`, {seeds}, on {machine.get('cores')} cores of {machine.get('cpu')}, "
        f"{machine.get('memory_gb')} GB, Linux {machine.get('kernel')}, Python {machine.get('python')}; {rounds}. "
        f"Measured were {report.versions_of(results)}."
    ]
    if counts == [1]:
        lines.append("**There is one round of each load: no ratio has an interval, and one near 1 says nothing.**")
    if head.size == "smoke":
        lines.append("**Of this size a run shows that the suite works, in seconds; its figures say nothing of anybody's speed.**")
    if head.busy:
        lines.append("**The machine was busy with other work: these figures are no measurement.**")
    busy = report.busy_steps(results)
    if busy and not head.busy:
        lines.append(f"During {len(busy)} of {len(results.outcomes)} steps others kept more than {MOST_OTHER_LOAD:g} cores busy.")
    return "\n".join(lines) + "\n"


def short_of(judged: Sequence[Judged]) -> str:
    """The goals that were missed, and those of which nothing is known, in a sentence each."""
    met = [one for one in judged if one.is_met]
    missed = [one for one in judged if one.is_met is False]
    unknown = [one for one in judged if one.is_met is None]
    lines = [f"{len(met)} of {len(judged)} goals are met, {len(missed)} are missed, {len(unknown)} were not measured."]
    if missed:
        lines += ["", markdown(tables.goal_table(missed))]
    return "\n".join(lines)


def _worst(results: Results) -> str:
    table = tables.worst_table(results)
    return f"The worst ratios, whatever the goal:\n\n{markdown(table)}\n" if table.rows else ""


def _noise(results: Results) -> str:
    table = tables.noise_table(results)
    return f"klog against itself, and what is therefore no difference:\n\n{markdown(table)}\n" if table.rows else ""


def _run_twice(agreements: Sequence[Agreement]) -> str:
    lines = [
        "## Run twice",
        "",
        f"{tables.agreement_line(agreements)} Two medians agree where each is within the other's interval, or as near to it as klog is to "
        "itself.",
    ]
    apart = tables.agreement_table([one for one in agreements if not one.agrees])
    if apart.rows:
        lines += ["", "Those that do not:", "", markdown(apart)]
    return "\n".join(lines)


def chapter(experiment: Experiment, results: Results, judged: Sequence[Judged], plots: str) -> str:
    """One experiment."""
    lines = [f"## {experiment.title}", "", f"`--only {experiment.name}`. {experiment.shows}", ""]
    if experiment.printed:
        lines += [f"*Published*: {experiment.printed}", ""]
    if experiment.differs:
        lines += [f"*What differs*: {experiment.differs}", ""]
    if experiment.durability:
        lines += ["What a message is when it is acknowledged:", "", markdown(tables.durability_table(experiment)), ""]
    lines += [f"![{experiment.title}]({plots}/{name}.svg)" for name in charts_of(experiment, results)]
    table = tables.experiment_table(experiment, results)
    lines += ["", markdown(each_once(table)), ""] if table.rows else ["", "Not measured yet.", ""]
    lines += meaning(experiment, results, judged)
    return "\n".join(lines)


def meaning(experiment: Experiment, results: Results, judged: Sequence[Judged]) -> list[str]:
    """What it means: a sentence for each side that klog was held against, and one for each goal."""
    if not is_measurement(results):
        return []
    said, several = [], has_several_loads(experiment)
    for one in report.compare(results, experiment.loads):
        kind = kind_name_of(one.figure)
        if one.versus == AGAIN or kind != experiment.plotted or (experiment.phase and phase_of(one.figure) != experiment.phase):
            continue
        words = {
            Verdict.BETTER: "which is better",
            Verdict.WORSE: "which is worse",
            Verdict.EQUAL: "which is within the noise",
            Verdict.UNCLEAR: "of which the rounds do not agree",
        }[one.verdict]
        load = f"{title_of(one.load)}, " if several else ""
        said.append(f"* {load}{heading_of(one.figure, not experiment.phase)}: klog has {one.ratio.text()} of {one.versus}'s, {words}.")
    for goal in judged:
        load = f"{title_of(goal.goal.load)}, " if several else ""
        what = f"{load}{kind_of(goal.goal.figure).title}" + (f", to {goal.goal.versus}" if goal.goal.versus else "")
        if goal.value is None:
            said.append(f"* Goal {goal.goal.text} ({what}): no figure; {goal.why_not}.")
            continue
        reason = experiment.reasons.get((goal.goal.load, goal.goal.figure), "")
        outcome = "met" if goal.is_met else f"**missed**{f': {reason}' if reason else ''}"
        said.append(f"* Goal {goal.goal.text} ({what}): {goal.value.text()}, {outcome}.".replace("..", "."))
    return ["*What it means*:", "", *said] if said else []


def benchmark_parts(results: Results) -> dict[str, str]:
    """What stands between the marks of ``docs/benchmarks.md``, by their name."""
    names = report.experiment_names(results)
    judged = report.judge(results, [EXPERIMENTS[name] for name in names])
    parts = [_where(results)]
    if is_measurement(results):
        parts += [markdown(tables.goal_table(judged)), _worst(results), tables.overall_line(results)]
    return {"suite": "\n\n".join(part.strip() for part in parts if part.strip())}
