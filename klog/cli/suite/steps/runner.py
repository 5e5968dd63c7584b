"""Takes one step after the other until all that was planned is measured, and keeps each outcome as soon as it is there.

What comes next is worked out anew after every step, from the plan and what is in the results file: a run that was killed and one that goes
on differ in nothing but the hour. Loads whose rounds are far apart get more of them (`rounds_wanted`). A step that fails is kept as failed
and the next one is taken; it is tried again by the next run, as is what was skipped.

The sides of one load and one round are neighbours in time, or their ratio is not one of the round. So where a side is measured that an
earlier run had not measured (it was killed before, the side failed, was not installed, has joined since), what that run has measured of the
other sides is set aside and measured anew beside it. It is set aside before the new one is kept, so that who is killed in between leaves no
group of two times either; and only then, so that a side that fails again and again costs nobody's figures. A group is ended whatever the
time. Sides that this run is not about keep what they have, which it says: name all that are to be compared.

A side that cannot be had today is passed over at once. Where it has been measured before, that round is let be: measured anew, it would
cost figures that nobody can measure anew now.

What a step needs of the world is handed in: how to take it, how to find out whether the machine is quiet, the clock.
"""

from __future__ import annotations

import dataclasses
import errno
import math
import os
import statistics
import time
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet

from klog.cli.exit_codes import CommandFailed
from klog.cli.suite.experiments.experiment import Experiment
from klog.cli.suite.experiments.table import loads_of
from klog.cli.suite.host.machine import MOST_OTHER_LOAD, Machine, free_bytes, other_load
from klog.cli.suite.host.processes import Skip, StepFailed
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads.table import LOADS, Load
from klog.cli.suite.results.outcomes import Outcome, Results, State, Step
from klog.cli.suite.results.results_file import ResultsFile
from klog.cli.suite.steps import order
from klog.cli.suite.steps.more_rounds import rounds_wanted, spreads
from klog.cli.suite.steps.scratch_folder import Scratch
from klog.errors import KlogError

#: The machine is looked at for so long, and waited for so long before the first step and before each later one.
LOOK_S = 1.0
FIRST_PATIENCE_S, PATIENCE_S = 20.0, 300.0
#: Of a disk with less than this some program could not write what it had to: RabbitMQ takes nothing any more below 50 MB.
FULL_BYTES = 64 << 20
#: Why a step counts no more that was measured: it was measured at another time than the others of its group.
NOT_BESIDE = "it was measured at another time than the other sides of its round, and is to be measured anew beside them"


@dataclasses.dataclass(frozen=True)
class Plan:
    """What is to be measured.

    :param against: names of sides. :param rounds: of each load, unless its table has fewer or its spread wants more.
    """

    experiments: Sequence[Experiment]
    against: Sequence[str]
    size: str
    rounds: int
    seed: int
    loads: Mapping[str, Load] = dataclasses.field(default_factory=lambda: LOADS)

    def sides(self) -> dict[str, list[str]]:
        """Of each load."""
        return {name: self.loads[name].sides_of(self.against) for name in loads_of(self.experiments)}

    def steps(self, results: Results | None = None) -> list[Step]:
        """All that are to be taken, as far as is known by now, in order."""
        sides = self.sides()
        rounds = {}
        for name in sides:
            most = self.loads[name].most_rounds.get(self.size, 1_000_000)
            wanted = self.rounds if results is None else rounds_wanted(spreads(results, name), self.rounds)
            rounds[name] = min(most, wanted)
        return order.steps(sides, rounds, self.seed)

    def beside_missing(self, results: Results, absent: Collection[str] = ()) -> list[Step]:
        """The steps that are measured, and are measured anew once what is missing beside them is: what failed, or was not tried. What was
        skipped the last time is tried again, and hardly ever there.

        :param absent: sides that cannot be had.
        """
        planned = self.steps(results)
        skipped = results.skipped | {step.key for step in planned if step.side in absent}
        beside = order.broken(planned, results.done, skipped)
        return [step for step in planned if step.key in beside]

    def left(self, results: Results | None) -> list[Step]:
        """Those that a run takes that goes on, where all can be had."""
        planned = self.steps(results)
        if results is None:
            return planned
        return order.left(planned, results.done - {step.key for step in self.beside_missing(results)})

    def expected_s(self, step: Step, results: Results | None) -> float:
        """About how long a step takes: as those of its kind that were measured did (who fails fails soon), or as the table says."""
        took = [
            one.seconds
            for one in (results.outcomes.values() if results is not None else ())
            if (one.step.load, one.step.side) == (step.load, step.side) and one.state is State.MEASURED and one.seconds
        ]
        return statistics.median(took) if took else self.loads[step.load].seconds[self.size]


class View:
    """What is told while steps are taken; this one keeps quiet."""

    def begin(self, step: Step, done: int, total: int, left_s: float) -> None:
        """A step begins. :param left_s: about how long all that is left takes, this step included."""

    def say(self, what: str) -> None:
        """What the step is at."""

    def end(self, outcome: Outcome, done: int, total: int, left_s: float) -> None:
        """The step has ended."""

    def waiting(self, load: float, who: Sequence[str]) -> None:
        """The machine is busy, and waited for."""

    def quiet(self) -> None:
        """No step is under way."""

    def remark(self, what: str) -> None:
        """Something about the run as a whole."""


class Runner:
    """See above.

    :param take: what takes a step; `Taker` in earnest. :param wait: called before each step; raises CommandFailed where nothing can be
    measured. :param left_s: how much time there is. :param absent: sides that cannot be had.
    """

    def __init__(
        self,
        plan: Plan,
        file: ResultsFile,
        take: Callable[[Step], Outcome],
        wait: Callable[[bool], None],
        view: View,
        left_s: Callable[[], float] = lambda: math.inf,
        absent: Collection[str] = (),
    ) -> None:
        self._plan = plan
        self._file = file
        self._take = take
        self._wait = wait
        self._view = view
        self._left_s = left_s
        self._absent = absent
        #: Sides that this run is not about, beside some of whose figures others were measured anew.
        self._kept_beside: set[str] = set()

    def run(self) -> int:
        """All steps, or as many as there is time for; how many are left.

        :raises CommandFailed: the machine is busy. Raises OSError where an outcome cannot be kept.
        """
        results = self._file.results
        assert results is not None
        tried: set[str] = set()
        last: Step | None = None
        has_waited = False
        for remark in filter(None, (results.remark(), self._remark_on_broken(results), self._remark_on_let_be(results))):
            self._view.remark(remark)
        while True:
            planned = self._plan.steps(results)
            let_be = self._let_be(results)
            waiting = [step for step in order.left(planned, results.done | tried) if step.group not in let_be]
            beside = [step for step in self._beside_missing(results, tried) if step.group not in let_be]
            ahead = [*waiting, *beside]
            step = self._next(waiting, beside, results, last)
            if step is not None and step.side not in self._absent:
                self._wait(not has_waited)
                has_waited = True
                # A machine that was busy has taken of the time.
                step = self._next(waiting, beside, results, last)
            if step is None:
                break
            done, total = len(planned) - len(ahead), len(planned)
            self._view.begin(step, done, total, sum(self._expected_s(one, results) for one in ahead))
            outcome = self._take(step)
            tried.add(step.key)
            if outcome.state is State.MEASURED:
                self._set_aside([one for one in planned if one.group == step.group and one.key in results.done - tried], results)
            self._file.add(outcome)
            left_s = sum(self._expected_s(one, results) for one in ahead if one != step)
            self._view.end(outcome, done + 1, total, left_s)
            last = step
        self._view.quiet()
        if self._kept_beside:
            told = "keep what was measured of them at another time than what is beside them now; name them with --against, too"
            self._view.remark(f"{', '.join(sorted(self._kept_beside))} {told}")
        return sum(one.side not in self._absent for one in ahead)

    def _beside_missing(self, results: Results, tried: AbstractSet[str]) -> list[Step]:
        """See `Plan.beside_missing`; without what this run has measured, and nothing waits any more for what it has tried in vain."""
        missing = {step.group for step in order.left(self._plan.steps(results), results.done | tried) if step.side not in self._absent}
        return [step for step in self._plan.beside_missing(results, self._absent) if step.group in missing and step.key not in tried]

    def _let_be(self, results: Results) -> set[tuple[str, int]]:
        """Groups of which nothing is measured: sides that cannot be had now have figures there."""
        return {step.group for step in self._plan.steps(results) if step.side in self._absent and step.key in results.done}

    def _remark_on_broken(self, results: Results) -> str:
        """What is measured anew because not all of its group were measured, for people; "" where there is nothing of that."""
        count = len({step.group for step in self._beside_missing(results, set())} - self._let_be(results))
        told = "rounds of loads were measured on some of their sides only; where the others can be had, all of them are measured anew"
        return f"{count} {told}" if count else ""

    def _remark_on_let_be(self, results: Results) -> str:
        """What is missing and not measured, as it would be at another time than a side that cannot be had now, for people; "" where there
        is nothing of that."""
        let_be = self._let_be(results)
        left = order.left(self._plan.steps(results), results.done)
        count = len({step.group for step in left if step.side not in self._absent} & let_be)
        told = "rounds of loads lack some of their sides and are left as they are, for others were measured there that cannot be had now"
        return f"{count} {told}" if count else ""

    def _set_aside(self, steps: Sequence[Step], results: Results) -> None:
        """Have these count as not measured: they were at another time than what is measured beside them now."""
        sides = {side for names in self._plan.sides().values() for side in names}
        groups = {step.group for step in steps}
        for one in results.outcomes.values():
            if one.state is State.MEASURED and one.step.group in groups and one.step.side not in sides:
                self._kept_beside.add(one.step.side)
        for step in steps:
            self._file.add(Outcome(step, State.FAILED, NOT_BESIDE, version=results.outcomes[step.key].version))

    def _expected_s(self, step: Step, results: Results) -> float:
        """See `Plan.expected_s`; who cannot be had takes no time."""
        return 0.0 if step.side in self._absent else self._plan.expected_s(step, results)

    def _next(self, waiting: Sequence[Step], beside: Sequence[Step], results: Results, last: Step | None) -> Step | None:
        # What is measured anew is so once, whatever the number of those that it is measured beside.
        firsts = {step.group: step for step in reversed(waiting)}

        def expected_s(step: Step) -> float:
            anew = [one for one in beside if one.group == step.group] if firsts[step.group] == step else []
            return sum(self._expected_s(one, results) for one in [step, *anew])

        return order.next_in_time(waiting, expected_s, self._left_s(), last)


class Taker:
    """Takes a step in a fresh folder, and has an outcome whatever happens but an interruption."""

    def __init__(self, plan: Plan, scratch: Scratch, machine: Machine, view: View, absent: Mapping[str, str]) -> None:
        self._plan = plan
        self._scratch = scratch
        self._machine = machine
        self._view = view
        #: Sides that cannot be had, and why.
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


def wait_for_quiet(machine: Machine, view: View, kept: str) -> Callable[[bool], None]:
    """What waits until others keep less than `MOST_OTHER_LOAD` cores busy.

    :param kept: the results file, for the sentence. :raises CommandFailed: by what is returned: they do not stop.
    """

    def wait(is_first: bool) -> None:
        patience_s = FIRST_PATIENCE_S if is_first else PATIENCE_S
        until = machine.clock() + patience_s
        while True:
            load, who = machine.load_of_others(LOOK_S)
            if load <= MOST_OTHER_LOAD:
                return
            if machine.clock() >= until:
                raise CommandFailed(
                    f"the machine is busy: others keep {load:.1f} cores busy ({', '.join(who) or 'nobody who could be named'}), and have "
                    f"for {patience_s:g} s; nothing is measured on a busy machine. What is done is in {kept}: run the same again later, or "
                    "with --busy, which marks the figures"
                )
            view.waiting(load, who)

    return wait
