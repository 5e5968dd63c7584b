"""``docs/experiments.md``, made out of a results file: each experiment's plot and table beside what was published, what differs, and what
it means.

Sentences about results are made from results: a page cannot praise what was not measured. `benchmark_parts` is what stands between the
marks of ``docs/benchmarks.md``.
"""

from __future__ import annotations

from collections.abc import Sequence

from klog.cli.formatting import counted
from klog.cli.suite.experiments.experiment import Experiment
from klog.cli.suite.experiments.table import EXPERIMENTS
from klog.cli.suite.figures import kind_name_of, phase_of
from klog.cli.suite.host.machine import MOST_OTHER_LOAD
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.report import comparisons, tables
from klog.cli.suite.report.comparisons import IN_MEMORY_TOLD, Agreement
from klog.cli.suite.report.judged_goals import Judged, judge
from klog.cli.suite.report.plots import charts_of, overview_charts
from klog.cli.suite.report.round_statistics import Verdict
from klog.cli.suite.report.tables import column_of, each_once, has_several_loads, markdown, title_of
from klog.cli.suite.results.outcomes import Results
from klog.cli.suite.sides.names import AGAIN, OURS

#: Of the steps during which others were busy, so many are named.
MOST_NAMED = 3

HEAD = """# The experiments

klog beside Apache Kafka, RabbitMQ, ActiveMQ and Python's other clients, by the experiments that made Kafka known: Figures 4 and 5 of the
paper of 2011 (Kreps, Narkhede, Rao, *Kafka: a Distributed Messaging System for Log Processing*), the ten of LinkedIn's *Benchmarking Apache
Kafka: 2 Million Writes Per Second (On Three Cheap Machines)* of 2014, and what else a log is chosen by. `klog bench suite --docs docs`
writes this page out of `experiments.jsonl`, which lies beside it with every round: all figures but the published ones. What an experiment
is, and why a goal is missed, as far as a profile has told, is written by hand.

**How to read it.** Broker and load run on the same machine: quote ratios, not rates. *klog / it* is klog's figure divided by the other's,
round by round; the median of the rounds is told, and in brackets the middle 95 % of a bootstrap over them. *records/s, warm* is the median
of the second half of a run, when Java's compilers are done. Where Kafka's producer tool begins with a warm-up, its *records/s* count from
the moment when the topic held as many records as the warm-up has, until the last producer has reported; such a load has no *records/s,
warm*. Its latencies are the tool's own, of all records behind the warm-up. *CPU µs a record* is user and system time of the whole broker,
or of the whole load program. *consume* reads what was just written, *cold* reads it from the disk, *group* by three consumers, *…joined*
with the time that joining a group took; *both* is of a producer and a consumer that run together. *RSS* is resident memory. A ratio is
"equal" where it is no further from 1 than klog is from itself; where a load was not measured against itself, the noise of the same figure
elsewhere stands in, and where there is none the ratio's interval decides alone. What was measured in one round or two has no verdict, and
tells nothing of noise. Where each side is given a share of what it can do (*own10*, *lag*), the figures are not divided. A goal is met or
missed by the median, however few rounds that is of. One of a latency at a fixed rate is missed, too, where fewer than half of the rounds
have a ratio, and klog is the one that more often did not keep that rate.
"""


def page(results: Results, plots: str, agreements: Sequence[Agreement] = ()) -> str:
    """The whole page.

    :param plots: the folder of the plots, seen from the page. :param agreements: one run's ratios beside another's.
    """
    parts = [HEAD, _where(results)]
    # Goals of what was not tried are goals that were not measured.
    judged = judge(results, list(EXPERIMENTS.values()))
    if is_measurement(results):
        parts += [_at_a_glance(results, plots), "## What falls short\n", short_of(judged), _worst(results)]
        parts += [_run_twice(agreements)] if agreements else []
    for experiment in EXPERIMENTS.values():
        own = [one for one in judged if one.experiment == experiment.name]
        parts.append(chapter(experiment, results, own, plots))
    parts += [_noise(results)] if is_measurement(results) else []
    return "\n".join(part.rstrip() + "\n" for part in parts if part.strip())


def is_measurement(results: Results) -> bool:
    """Whether anything may be concluded: a run that only shows that the suite works, or on a busy machine, has figures and no verdicts."""
    return bool(results.done) and results.head.size != "smoke" and not results.head.busy


def _where(results: Results) -> str:
    if not results.done:
        return "**Nothing has been measured yet.**\n"
    head, machine = results.head, results.head.machine
    counts = comparisons.round_counts(results, {one.step.load for one in results.outcomes.values()})
    rounds = f"rounds of each load: {counts[0]}" if len(counts) == 1 else f"rounds of a load: {counts[0]} to {counts[-1]}"
    seeds = f"seeds {' and '.join(map(str, (head.seed, *head.more_seeds)))}" if head.more_seeds else f"seed {head.seed}"
    disk = f"{machine['disk']}, " if machine.get("disk") else ""
    lines = [
        f"Measured {head.started} at size `{head.size}`, {seeds}, on {machine.get('cores')} cores of {machine.get('cpu')}, "
        f"{machine.get('memory_gb')} GB, {disk}Linux {machine.get('kernel')}, Python {machine.get('python')}; {rounds}. "
        f"Measured were {comparisons.versions_of(results)}."
    ]
    if counts == [1]:
        lines.append("**There is one round of each load: no ratio has an interval, and one near 1 says nothing.**")
    elif 1 in counts:
        once = [load for load in LOADS if comparisons.round_counts(results, [load]) == [1]]
        lines.append(f"Of one round, and so without intervals, are {', '.join(f'`{load}`' for load in once)}.")
    if head.size == "smoke":
        lines.append("**Of this size a run shows that the suite works, in seconds; its figures say nothing of anybody's speed.**")
    if head.busy:
        lines.append("**The machine was busy with other work: these figures are no measurement.**")
    if head.is_in_memory:
        lines.append(f"**{IN_MEMORY_TOLD[0].upper()}{IN_MEMORY_TOLD[1:]}.**")
    busy = comparisons.busy_steps(results)
    if busy and not head.busy:
        named = ", ".join(f"`{key}`" for key in busy[:MOST_NAMED]) + (" and others" if len(busy) > MOST_NAMED else "")
        lines.append(f"During {len(busy)} of {len(results.outcomes)} steps others kept more than {MOST_OTHER_LOAD:g} cores busy: {named}.")
    return "\n".join(lines) + "\n"


def _at_a_glance(results: Results, plots: str) -> str:
    """The answer to what a reader asks first."""
    lines = ["## At a glance", "", "klog divided by each of the others, over all loads: above 1 is faster, below 1 is cheaper.", ""]
    lines += [markdown(tables.overall_table(results)), ""]
    lines += [f"![{chart.title}]({plots}/{name}.svg)" for name, chart in overview_charts(results).items()]
    return "\n".join(lines) + "\n"


def short_of(judged: Sequence[Judged]) -> str:
    """How many goals are met, and how many of these rest on little; how many are missed, and of how many nothing is known, where there are
    any; and a table of those that are missed."""
    met = [one for one in judged if one.is_met]
    missed = [one for one in judged if one.is_met is False]
    unknown = sum(one.is_met is None for one in judged)
    said = [f"{len(met)} of {len(judged)} goals are met{_resting_on_little(met)}"]
    if missed:
        said.append(f"{len(missed)} {'is' if len(missed) == 1 else 'are'} missed")
    if unknown:
        said.append(f"{unknown} {'was' if unknown == 1 else 'were'} not measured")
    lines = [f"{', '.join(said)}."]
    if missed:
        lines += ["", markdown(tables.goal_table(missed))]
    return "\n".join(lines)


def _resting_on_little(met: Sequence[Judged]) -> str:
    """In brackets: how many of these goals are met in one round, which may be all that the load has; how many in more, and still fewer than
    it usually has; and how many with an interval that is not all on the right side of the bound. "" where there are none of all three."""
    counts = {
        "in one round only": sum(one.rounds == 1 for one in met),
        "in fewer rounds than usual": sum(1 < one.rounds < one.usual_rounds for one in met),
        "with an interval that reaches beyond the bound": sum(one.reaches_beyond for one in met),
    }
    told = [(count, words) for words, count in counts.items() if count]
    if len(met) == 1:
        said = ", ".join(words for _, words in told)
    else:
        said = ", ".join(f"{count}{'' if place else ' of them'} {words}" for place, (count, words) in enumerate(told))
    return f" ({said})" if said else ""


def _worst(results: Results) -> str:
    table = tables.worst_table(results)
    told = "The worst ratios, whatever the goal, with each load by the name that `--only` takes:"
    return f"{told}\n\n{markdown(table)}\n" if table.rows else ""


def _noise(results: Results) -> str:
    table = tables.noise_table(results)
    if not table.rows:
        return ""
    lines = [
        "## klog beside itself",
        "",
        "What two equal brokers differ by is noise: a ratio inside the last column is told as equal. The host of a virtual machine hands "
        "over memory when it is touched first, and whoever is measured just then would wait for it: so as much as a step may write is "
        "touched and freed before it.",
        "",
        markdown(table),
    ]
    return "\n".join(lines)


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
    lines += [markdown(tables.loads_table(experiment, results.head.size)), ""]
    durability = tables.durability_table(experiment, results)
    if durability.rows:
        lines += ["When a message is acknowledged, and what that promises:", "", markdown(durability), ""]
    lines += [f"![{experiment.title}]({plots}/{name}.svg)" for name in charts_of(experiment, results)]
    table = tables.experiment_table(experiment, results)
    lines += ["", markdown(each_once(table)), ""] if table.rows else ["", "Not measured yet.", ""]
    lines += _otherwise(experiment, results)
    lines += meaning(experiment, results, judged)
    return "\n".join(lines)


def _otherwise(experiment: Experiment, results: Results) -> list[str]:
    """What was not as planned, as the steps have noted it; and which rounds failed of what has figures by others."""
    several = has_several_loads(experiment)
    sides = [(load, side) for load in experiment.loads for side in comparisons.sides_of(results, load) if side != AGAIN]
    said = dict.fromkeys(
        f"* {f'{title_of(load)}, ' if several else ''}{side}: {note}."
        for load, side in sides
        for note in [
            *(note for one in results.measured(load, side).values() for note in one.notes),
            *_failures(results, load, side),
            *_apart(results, load, side),
        ]
    )
    return ["*Otherwise than planned*:", "", *said, ""] if said else []


def _failures(results: Results, load: str, side: str) -> list[str]:
    """Which rounds failed, where others have figures: a median of the others alone would say that nothing was wrong."""
    if not results.measured(load, side):
        return []
    return [f"round {number} failed: {why.rstrip('.')}" for number, why in sorted(results.failed(load, side).items())]


def _apart(results: Results, load: str, side: str) -> list[str]:
    """That there is no ratio of some rounds, and why."""
    rounds = comparisons.rounds_apart(results, load, OURS, side)
    told = f"{counted(len(rounds), 'round')} measured at another time than {OURS}'s {'has' if len(rounds) == 1 else 'have'} no ratio"
    return [told] if rounds else []


def meaning(experiment: Experiment, results: Results, judged: Sequence[Judged]) -> list[str]:
    """What it means: a sentence for each side that klog was held against, how many goals are met, and a sentence for each other goal."""
    if not is_measurement(results):
        return []
    said, several = [], has_several_loads(experiment)
    for one in comparisons.compare(results, experiment.loads):
        kind = kind_name_of(one.figure)
        if one.versus == AGAIN or kind != experiment.plotted or (experiment.phase and phase_of(one.figure) != experiment.phase):
            continue
        words = {
            Verdict.BETTER: "which is better",
            Verdict.WORSE: "which is worse",
            Verdict.EQUAL: "which is within the noise",
            Verdict.UNCLEAR: "of which the rounds do not agree",
            Verdict.TOO_FEW: "in one round" if one.rounds == 1 else f"in {one.rounds} rounds",
        }[one.verdict]
        load = f"{title_of(one.load)}, " if several else ""
        said.append(f"* {load}{column_of(experiment, one.figure)}: {one.ratio.text()} × {one.versus}'s, {words}.")
    met = [goal for goal in judged if goal.is_met]
    if met:
        are_met = f"{len(met)} of {len(judged)} goals are met" if len(judged) > 1 else "The goal is met"
        said.append(f"* {are_met}{_resting_on_little(met)}.")
    for goal in judged:
        if goal.is_met:
            continue
        load = f"{title_of(goal.goal.load)}, " if several else ""
        what = f"{load}{column_of(experiment, goal.goal.figure)}" + (f", to {goal.goal.versus}" if goal.goal.versus else "")
        if goal.value is None:
            found = "**missed**:" if goal.is_met is False else "no figure;"
            said.append(f"* Goal {goal.goal.text} ({what}): {found} {goal.why_not}.")
            continue
        reason = experiment.reasons.get((goal.goal.load, goal.goal.figure, goal.goal.versus), "no profile has told why yet")
        said.append(f"* Goal {goal.goal.text} ({what}): {goal.value.text()}, **missed**: {reason.rstrip('.')}.")
    return ["*What it means*:", "", *said] if said else []


def benchmark_parts(results: Results) -> dict[str, str]:
    """What stands between the marks of ``docs/benchmarks.md``, by their name."""
    judged = judge(results, list(EXPERIMENTS.values()))
    parts = [_where(results)]
    if is_measurement(results):
        parts += [markdown(tables.overall_table(results)), short_of(judged)]
    return {"suite": "\n\n".join(part.strip() for part in parts if part.strip())}
