"""Takes one step, and has an outcome whatever happens but an interruption.

A step is taken in a fresh folder, on a machine that has written back what was written before, and has its memory at hand: whoever comes
second finds what the first one found. What others did on the machine meanwhile stands beside the figures. What goes wrong becomes a
sentence that is kept with the step, a mistake of the suite's own too: a night's other steps are taken all the same. Of a full disk programs
often cannot say what ails them, and so the disk is looked at when a step has failed.
"""

from __future__ import annotations

import dataclasses
import errno
import math
import os
import time
import traceback
from collections.abc import Mapping

from klog.cli.exit_codes import CommandFailed
from klog.cli.suite.host.machine import MOST_OTHER_LOAD, Machine, free_bytes, other_load
from klog.cli.suite.host.processes import Skip, StepFailed
from klog.cli.suite.host.site import Site
from klog.cli.suite.results.outcomes import Outcome, State, Step
from klog.cli.suite.steps.plan import Plan
from klog.cli.suite.steps.runner import View
from klog.cli.suite.steps.scratch_folder import Scratch
from klog.errors import KlogError

#: Of a disk with less than this some program could not write what it had to: RabbitMQ takes nothing any more below 50 MB.
FULL_BYTES = 64 << 20


class Taker:
    """See above; what a `klog.cli.suite.steps.runner.Runner` takes steps by.

    :param absent: sides that cannot be had, and why: their steps are skipped at once.
    """

    def __init__(self, plan: Plan, scratch: Scratch, machine: Machine, view: View, absent: Mapping[str, str]) -> None:
        self._plan = plan
        self._scratch = scratch
        self._machine = machine
        self._view = view
        self._absent = absent

    def __call__(self, step: Step) -> Outcome:
        """The outcome."""
        return dataclasses.replace(self._outcome(step), version=self._plan.loads[step.load].version)

    def _outcome(self, step: Step) -> Outcome:
        if step.side in self._absent:
            return Outcome(step, State.SKIPPED, self._absent[step.side])
        self._machine.write_back()
        self._machine.prefault_memory()
        began = time.monotonic()
        before, own_before = self._machine.time(), self._machine.cpu_s(os.getpid())
        try:
            with self._scratch.step() as folder:
                site = Site(folder, self._plan.size, self._machine, say=self._view.say)
                try:
                    found = self._plan.loads[step.load].run(site, step.side)
                except StepFailed as error:
                    if free_bytes(str(folder)) < FULL_BYTES:
                        # Who could not write could not say why.
                        raise StepFailed(f"the disk of {folder.parent} is full: {error}") from error
                    raise
        except Skip as told:
            return Outcome(step, State.SKIPPED, str(told), seconds=time.monotonic() - began)
        except Exception as error:
            return Outcome(step, State.FAILED, why_failed(error), seconds=time.monotonic() - began)
        seconds = time.monotonic() - began
        after, own = self._machine.time(), self._machine.cpu_s(os.getpid()) - own_before
        load = other_load(after.busy_s - before.busy_s, own, seconds)
        figures = {**found.figures, "other_load": load, "steal": (after.steal_s - before.steal_s) / seconds}
        if wrong := [name for name, value in figures.items() if not math.isfinite(value)]:
            # A tool divided by no time.
            return Outcome(step, State.FAILED, f"{wrong[0]} is {figures[wrong[0]]}", seconds=seconds)
        notes = [*found.notes, f"others kept {load:.1f} cores busy meanwhile"] if load > MOST_OTHER_LOAD else found.notes
        return Outcome(
            step, State.MEASURED, "", figures, found.series, found.histograms, notes, [_plain(one) for one in found.commands], seconds
        )


def _plain(command: str) -> str:
    """A command line without the folders of this machine."""
    words = [word.rpartition("/")[2] if word.startswith(("/", "'/")) else word for word in command.split(" ")]
    return " ".join(words)


def why_failed(error: Exception) -> str:
    """The sentence that is kept."""
    if isinstance(error, StepFailed | KlogError | CommandFailed):
        return str(error)
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return "the disk is full"
    if isinstance(error, OSError):
        return f"{error.filename or ''}{': ' if error.filename else ''}{error.strerror or error}"
    # Not the user's mistake, and no reason to lose a night's other steps: kept with its place.
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"a mistake of the suite's: {type(error).__name__}: {error} ({place.filename.rpartition('/')[2]}:{place.lineno})"
