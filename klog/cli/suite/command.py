"""``klog bench suite``: plan, refuse, measure, tell.

1. The results file is read: what it has is not measured again, except where a round was not measured by one run as a whole. It has to be of
   this suite, this size and these versions.
2. What would make the hours worthless is refused before them: a file that is compared with itself, a page that has no place or would be
   written over more than it has.
3. Each side is looked for once; what cannot be had is skipped by name in every load.
4. The machine has to be quiet, unless ``--busy`` says that it need not.
5. Steps are taken in order, each kept as soon as it has ended; Ctrl-C, SIGTERM and SIGHUP end what was started and keep what is done.
6. What was found is told, tables and a sketch first; then plots and pages are written.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from klog.cli.connection import output_options
from klog.cli.exit_codes import EXIT_CODES, CommandFailed, usage
from klog.cli.number_range import NumberRange
from klog.cli.output import Column, Output, number, seconds
from klog.cli.raising_signals import raising_signals
from klog.cli.suite.loads.amounts import SIZES

if TYPE_CHECKING:
    from klog.cli.suite.results.outcomes import Outcome, Results
    from klog.cli.suite.steps.plan import Plan

DEFAULT_OUT = "klog-suite.jsonl"
DEFAULT_SEED = 2011
AGAINST = "kafka,rabbitmq,activemq"
_PLAN = (Column("load"), Column("title", wide=True), Column("sides"), number("rounds"), number("left"), seconds("seconds", "time"))


def _names(text: str | None) -> list[str]:
    return [name.strip() for name in (text or "").split(",") if name.strip()]


@click.command(epilog=EXIT_CODES)
@click.option("--only", metavar="NAME,…", help="Experiments: fig4, 2014 (all ten), 2014.1, codecs …, or loads; all where not given.")
@click.option(
    "--against",
    default=AGAINST,
    show_default=True,
    metavar="NAME,…",
    help="kafka, kafka@VERSION, rabbitmq, activemq and variants of these, klog@PATH (a checkout, or a Python that has klog installed), "
    "klog (itself, everywhere), klog-slowed.",
)
@click.option("--size", type=click.Choice(SIZES), default="quick", show_default=True, help="How much of everything.")
@click.option("--rounds", "--runs", type=click.IntRange(1, 99), default=5, show_default=True, help="Of each; 9 where 5 are far apart.")
@click.option("--seed", type=click.IntRange(0), help=f"Of the order.  [default: the file's, or {DEFAULT_SEED}]")
@click.option("--out", "path", default=DEFAULT_OUT, show_default=True, metavar="FILE", help="Results; gone on with where it exists.")
@click.option("--dir", "folder", metavar="DIR", help="Where brokers write, on the disk that is measured.  [default: the system's]")
@click.option("--plots", metavar="DIR", help="Write the plots there: SVG, and PNG with matplotlib.")
@click.option("--docs", metavar="DIR", help="Write experiments.md with its plots there, and benchmarks.md between its marks.")
@click.option("--compare", metavar="FILE", help="Another run's results: do its ratios and these agree?")
@click.option("--pool", is_flag=True, help="With --compare: medians over the rounds of both runs.")
@click.option("--report", "report_only", is_flag=True, help="Measure nothing; tell what the file has.")
@click.option("--plan", "plan_only", is_flag=True, help="Measure nothing; tell what is left to do, and about how long it takes.")
@click.option(
    "--within",
    "minutes",
    type=NumberRange(0, min_open=True),
    metavar="MINUTES",
    help="Begin only what will have ended by then; the next run goes on.",
)
@click.option("--trace", "trace_only", is_flag=True, help="Measure nothing; tell what strace and perf see of each load on klog.")
@click.option("--busy", is_flag=True, help="Measure on a busy machine, too; the figures are marked.")
@output_options
def suite(
    only: str | None,
    against: str,
    size: str,
    rounds: int,
    seed: int | None,
    path: str,
    folder: str | None,
    plots: str | None,
    docs: str | None,
    compare: str | None,
    pool: bool,
    report_only: bool,
    plan_only: bool,
    minutes: float | None,
    trace_only: bool,
    busy: bool,
    out: Output,
) -> None:
    """Run the paper's figures and LinkedIn's benchmark, on klog and on its peers.

    Each step starts a fresh broker in a fresh folder, puts one load on it and ends it. Rounds are taken in random order, ratios are made
    round by round, and klog is measured against itself for the noise. A run that was interrupted goes on where it stopped: run the same
    again. A machine that is quiet for a quarter of an hour at a time is enough: --within 15.

    Peers are run by the scripts in the folder that KLOG_PEERS_SCRIPTS names; what is not there is skipped by name.
    """
    from klog.cli.suite.experiments import table as experiments
    from klog.cli.suite.report.comparisons import agreements
    from klog.cli.suite.report.docs_folder import check_docs, write_docs, write_plots
    from klog.cli.suite.report.pooled_runs import pooled, shared_step
    from klog.cli.suite.report.terminal import print_tables, tell
    from klog.cli.suite.results.lines import ResultsError
    from klog.cli.suite.results.results_file import read_results, results_to_go_on_with
    from klog.cli.suite.sides import names
    from klog.cli.suite.steps.plan import Plan
    from klog.cli.suite.suite_run import measure, trace

    try:
        chosen = experiments.chosen(_names(only))
        for name in _names(against):
            names.side_named(name)
    except (experiments.UnknownExperiment, names.UnknownSide) as error:
        raise usage(str(error)) from None
    if pool and compare is None:
        raise usage("--pool is for the rounds of two runs: name the other's file with --compare")
    if sys.platform != "linux":
        raise CommandFailed("the suite reads out of /proc what brokers use, and only Linux has that")
    plan = Plan(chosen, _names(against), size, rounds, DEFAULT_SEED if seed is None else seed)
    try:
        if plan_only:
            _tell_plan(out, plan, path, results_to_go_on_with(path))
            return
        with raising_signals():
            if trace_only:
                print_tables(out, trace(out, plan, folder))
                return
            other = read_results(compare) if compare is not None else None
            begun: Results | None
            if report_only:
                results = begun = read_results(path)
            else:
                begun = results_to_go_on_with(path)
            if begun is not None and other is not None and (twice := shared_step(begun, other)):
                told = "one of them holds rounds of the other, and would agree with itself"
                raise ResultsError(f"{path} and {compare} have the same figures of {twice}: {told}")
            if docs is not None:
                # Before the hours that it takes.
                check_docs(docs, [path, *filter(None, [compare])] if pool else [path], _most_steps(plan, begun, other if pool else None))
            if not report_only:
                results = measure(out, plan, path, seed, folder, busy, within_s(minutes))
        for read, source in ((results, path), (other, compare)) if report_only else ((other, compare),):
            for remark in remarks_on(read) if read is not None else ():
                out.note(f"{source}: {remark}.")
        # Of this run alone: not of the one that it is put together with.
        complaint = "" if report_only else complaint_of(plan, results)
        agreed = agreements(results, other) if other is not None else None
        if other is not None and (told := results.head.difference(other.head)):
            out.warn(f"{path} and {compare} are {told}: that they disagree says little")
        if pool and other is not None:
            results = pooled(results, other)
    except ResultsError as error:
        raise CommandFailed(str(error)) from None
    # What was measured is told first: a folder that cannot be written to costs nobody his figures.
    tell(results, out, chosen, agreed)
    if plots is not None:
        write_plots(results, plots, out)
    if docs is not None:
        write_docs(results, docs, out, agreed, source=None if pool else path)
    if complaint:
        raise CommandFailed(complaint)


def _most_steps(plan: Plan, begun: Results | None, other: Results | None) -> int:
    """How many measured steps the page's results will have, at most.

    :param begun: what the file has already. :param other: the run that is put together with it, if one is.
    """
    done = begun.done if begun is not None else set()
    return len(done | {step.key for step in plan.steps(begun)}) + (len(other.done) if other is not None else 0)


def remarks_on(results: Results) -> list[str]:
    """What of a file that is only read does not count, for people."""
    return [*filter(None, [results.remark(), "it ends in half a line, which does not count" if results.is_torn else ""])]


def complaint_of(plan: Plan, results: Results) -> str:
    """Why a run has not done what it was to do: steps of its plan failed, or all that it tried were skipped; "" where all is well. What
    else the file has, of other loads and sides, is no matter of this run."""
    from klog.cli.formatting import counted
    from klog.cli.suite.results.outcomes import State

    planned = {step.key for step in plan.steps(results)}
    tried = [one for key, one in results.outcomes.items() if key in planned]
    failed = [one for one in tried if one.has_failed]
    if failed:
        return f"{counted(len(failed), 'step')} failed, {_last_of(failed)}"
    if tried and all(one.state is State.SKIPPED for one in tried):
        was = "was" if len(tried) == 1 else "were"
        return f"nothing was measured: {counted(len(tried), 'step')} {was} skipped, {_last_of(tried)}"
    return ""


def _last_of(outcomes: Sequence[Outcome]) -> str:
    """The last one and why, behind how many they are."""
    last = outcomes[-1]
    return f"{'the last of them ' if len(outcomes) > 1 else ''}{last.step.key}: {last.why}"


def within_s(minutes: float | None) -> float | None:
    """So many minutes in seconds; None is as long as it takes."""
    return None if minutes is None else minutes * 60


def _tell_plan(out: Output, plan: Plan, path: str, results: Results | None) -> None:
    """What is left to do, and how long that takes: by the file's own times, where it has any.

    :param path: of the results file.
    :raises CommandFailed: it is of another size, and nothing would be measured.
    """
    from klog.cli.formatting import counted, duration_text

    if results is not None:
        if results.head.size != plan.size:
            raise CommandFailed(f"{path} is of size {results.head.size} and this plan of size {plan.size}: name another file with --out")
        plan = dataclasses.replace(plan, seed=results.head.seed)
    planned = plan.steps(results)
    steps = plan.left(results)
    rows = []
    for load, sides in plan.sides().items():
        own = [step for step in steps if step.load == load]
        rows.append(
            {
                "load": load,
                "title": plan.loads[load].title,
                "sides": sides,
                "rounds": max(step.round for step in planned if step.load == load),
                "left": len(own),
                "seconds": round(sum(plan.expected_s(step, results) for step in own)),
            }
        )
    out.rows("plan", _PLAN, rows)
    done = "" if len(steps) == len(planned) else f" of {len(planned)} {'is' if len(steps) == 1 else 'are'} left"
    skipped = sum(step.key in results.skipped for step in steps) if results is not None else 0
    again = f" {skipped} of them {'was' if skipped == 1 else 'were'} skipped the last time." if skipped else ""
    out.note(f"{counted(len(steps), 'step')}{done}, about {duration_text(sum(plan.expected_s(step, results) for step in steps))}.{again}")
