"""One run of the suite on this machine: which file is gone on with, how long it may take, and what is told of it."""

from __future__ import annotations

import dataclasses
import datetime
import math
from collections.abc import Callable, Sequence

from klog.cli.exit_codes import CommandFailed
from klog.cli.formatting import counted
from klog.cli.output import Format, Output
from klog.cli.suite.figures import kind_name_of, phase_of
from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Skip, StepFailed
from klog.cli.suite.host.site import Site
from klog.cli.suite.host.tracing import TOOLS, Tool, TracedMachine
from klog.cli.suite.report.tables import Table, trace_table
from klog.cli.suite.results.lines import ResultsError, outcome_line
from klog.cli.suite.results.outcomes import Head, Outcome, Results, Step
from klog.cli.suite.results.results_file import ResultsFile
from klog.cli.suite.sides.names import OURS
from klog.cli.suite.steps.available_sides import look_for_sides
from klog.cli.suite.steps.plan import Plan
from klog.cli.suite.steps.progress_view import TerminalView
from klog.cli.suite.steps.quiet import wait_for_quiet
from klog.cli.suite.steps.runner import Runner
from klog.cli.suite.steps.scratch_folder import Scratch
from klog.cli.suite.steps.taker import Taker
from klog.errors import KlogError


def measure(out: Output, plan: Plan, path: str, seed: int | None, folder: str | None, busy: bool, within_s: float | None = None) -> Results:
    """Take all steps of a plan that the file does not have.

    :param path: of the results file. :param seed: as it was given, if it was. :param folder: where brokers write.
    :param within_s: how long that may take; None is as long as it takes.
    :raises ResultsError: the file is not one to go on with. :raises CommandFailed: the machine is busy. Raises OSError.
    """
    machine = Machine()
    left_s = time_left(machine, within_s)
    with ResultsFile(path) as file, Scratch(folder) as scratch:
        if scratch.swept:
            out.note(f"Took away what {counted(len(scratch.swept), 'killed run')} had left below {scratch.folder.parent}.")
        if file.was_torn:
            out.note(f"{path} ended in half a line, which was cut off; what it was of is measured again.")
        with TerminalView(out, plan) as view:
            versions, absent = look_for_sides(plan, scratch, machine, view.say)
            facts = {**machine.facts(), "disk": machine.file_system(scratch.folder)}
            now = Head(plan.seed, plan.size, facts, versions, busy, today())
            if file.results is None:
                file.begin(now)
            else:
                check_same(file.results.head, now, seed, path)
                plan = dataclasses.replace(plan, seed=file.results.head.seed)
                file.amend(versions, busy)
            results = file.results
            assert results is not None
            for side, why in absent.items():
                out.warn(f"{side} is left out: {why}")
            if now.is_in_memory:
                out.warn(f"{scratch.folder.parent} is in memory and on no disk: name a folder that is on one with --dir")
            done, planned = len(results.done), len(plan.steps(results))
            if done:
                out.note(f"{path} has {counted(done, 'step')} already; those planned now are {planned}.")
            wait = (lambda is_first: None) if busy else wait_for_quiet(machine, view, path)
            take = told_as_json(out, Taker(plan, scratch, machine, view, absent), results.next_run)
            left = Runner(plan, file, take, wait, view, left_s, absent).run()
            if left:
                none = "is left, which would not end in time" if left == 1 else "are left, of which none would end in time"
                out.note(f"{counted(left, 'step')} {none}; run the same again.")
            return results


def trace(out: Output, plan: Plan, folder: str | None, tools: Sequence[Tool] = TOOLS) -> list[Table]:
    """Each load once more on klog, under each tool: what a broker asks of the system for a record, and where its time goes.

    :raises CommandFailed: nothing could be traced. Raises OSError.
    """
    found: list[Table] = []
    with Scratch(folder) as scratch:
        for load in plan.sides():
            for tool in tools:
                with scratch.step() as traces, scratch.step() as step:
                    out.note(f"{load} under {tool.name}")
                    try:
                        machine = TracedMachine(tool, traces)
                        measured = plan.loads[load].run(Site(step, plan.size, machine), OURS)
                    except (Skip, StepFailed, KlogError) as error:
                        out.warn(f"{load} under {tool.name}: {error}")
                        continue
                phases = [phase_of(figure) for figure in measured.figures if kind_name_of(figure) == "cpu"]
                for phase, rows in zip(phases, machine.phases, strict=True):
                    found.append(trace_table(load, phase, tool.name, rows))
    if not found:
        raise CommandFailed("nothing was traced")
    return found


def time_left(machine: Machine, within_s: float | None) -> Callable[[], float]:
    """What is left of so many seconds, from now on; of None for ever."""
    if within_s is None:
        return lambda: math.inf
    until = machine.clock() + within_s
    return lambda: until - machine.clock()


def told_as_json(out: Output, take: Callable[[Step], Outcome], run: int) -> Callable[[Step], Outcome]:
    """`take`, which also prints each outcome's line at once where the output is JSON.

    :param run: the number of this run, as the file tells it.
    """

    def take_and_tell(step: Step) -> Outcome:
        outcome = dataclasses.replace(take(step), run=run)
        if out.format is Format.JSON:
            out.line(outcome_line(outcome).rstrip("\n"))
            out.flush()
        return outcome

    return take_and_tell


def today() -> str:
    """As it stands in a report."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")


def check_same(head: Head, now: Head, seed: int | None, path: str) -> None:
    """Raises ResultsError where a file's figures and new ones could not stand in one table.

    :param seed: as it was given, if it was.
    """
    if told := head.difference(now):
        raise ResultsError(f"{path} and this run are {told}: the two cannot stand in one table; name another file with --out")
    if seed is not None and seed != head.seed:
        raise ResultsError(f"{path} was begun with seed {head.seed}; leave --seed away to go on with it, or name another file with --out")
