"""Takes one step after the other until all that was planned is measured, and keeps each outcome as soon as it is there.

What comes next is worked out anew after every step, from the plan and what is in the results file (`klog.cli.suite.steps.order`): a run
that was killed and one that goes on differ in nothing but the hour. A step that fails is kept as failed and the next one is taken; it is
tried again by the next run, as is what was skipped.

The sides of one load and one round are neighbours in time, or their ratio is not one of the round. So where a side is measured that an
earlier run had not measured, what that run has measured of the other sides is set aside and measured anew beside it. It is set aside by
the same write that keeps the new one, and in front of it: a run that is killed leaves no round of two times, and a full disk leaves the
round as it was. And only then, so that a side that fails again and again costs nobody's figures. A round that was begun is ended whatever
the time. Sides that this run does not measure keep what they have, and are named at the end where others were measured at another time.

What one run has measured of a round and another run of its other sides is measured anew, too, where this run is to measure both; what fails
then keeps its older figures, which have no ratio to the others.

A side that was looked for in vain before the first step is passed over at once. Where it has been measured before, that round is left
untouched: measured anew, it would cost figures that nobody can measure anew now. That a side cannot be had after all (the jars of a
connector, or of an old Kafka, cannot be fetched) is sometimes not seen before its own step; by then its figures may have been set aside.

What a run needs of the world is handed in: how to take a step (`klog.cli.suite.steps.taker`), how to find out whether the machine is quiet
(`klog.cli.suite.steps.quiet`), how much time there is.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Collection, Sequence
from collections.abc import Set as AbstractSet

from klog.cli.formatting import counted
from klog.cli.suite.results.outcomes import NOT_BESIDE, Outcome, Results, State, Step
from klog.cli.suite.results.results_file import ResultsFile
from klog.cli.suite.steps import order
from klog.cli.suite.steps.plan import Plan


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

    :param take: what takes a step; `klog.cli.suite.steps.taker.Taker` in earnest.
    :param wait: called before each step that is really taken; told whether it is the first; raises CommandFailed where nothing can be
    measured.
    :param left_s: how many seconds there are.
    :param absent: names of the sides that cannot be had.
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
        #: Sides that this run does not measure, and that have figures of rounds in which it has measured others.
        self._not_remeasured_sides: set[str] = set()

    def run(self) -> int:
        """All steps, or as many as there is time for; how many are left of those that could be measured today.

        :raises CommandFailed: the machine is busy. Raises OSError where an outcome cannot be kept.
        """
        results = self._file.results
        assert results is not None
        at_first = self._left(self._plan.steps(results), results, set())
        apart = self._apart(self._plan.steps(results), results)
        for remark in filter(None, (results.remark(), _on_incomplete(at_first), _on_apart(apart), _on_untouched(at_first))):
            self._view.remark(remark)
        try:
            return self._take_all(results)
        finally:
            # However the run ends: the next one would measure nothing there, and name nobody.
            self._view.quiet()
            if self._not_remeasured_sides:
                self._view.remark(_on_not_remeasured(self._not_remeasured_sides))

    def _take_all(self, results: Results) -> int:
        """See `run`."""
        tried: set[str] = set()
        last: Step | None = None
        has_waited = False
        run = results.next_run
        while True:
            planned = self._plan.steps(results)
            left = self._left(planned, results, tried)
            ahead = [*left.missing, *left.remeasured]
            step = self._next(left, results, last)
            if step is not None and step.side not in self._absent:
                self._wait(not has_waited)
                has_waited = True
                # A machine that was busy has taken of the time.
                step = self._next(left, results, last)
            if step is None:
                return sum(one.side not in self._absent for one in ahead)
            untouched = sum(one.group in left.untouched_groups and one.key not in results.done for one in planned)
            total = len(planned) - untouched
            done = total - len(ahead)
            self._view.begin(step, done, total, sum(self._expected_s(one, results) for one in ahead))
            outcome = dataclasses.replace(self._take(step), run=run)
            tried.add(step.key)
            set_aside = []
            if outcome.state is State.MEASURED:
                # More than was counted on, where it was skipped the last time and could be had now.
                earlier = [one for one in planned if one.group == step.group and one.key in results.done - tried]
                set_aside = [Outcome(one, State.FAILED, NOT_BESIDE, version=results.outcomes[one.key].version) for one in earlier]
                self._not_remeasured_sides |= self._unplanned_beside(step, results)
            if outcome.state is State.MEASURED or step.key not in results.done:
                # In one: where there is no room for the new one, the older ones stay.
                self._file.add(*set_aside, outcome)
            else:
                self._view.remark(
                    f"{step.key} keeps the figures that it has, of another time, as it {outcome.state.value} now: {outcome.why}"
                )
            left_s = sum(self._expected_s(one, results) for one in ahead if one != step)
            self._view.end(outcome, done + 1, total, left_s)
            # A side that was passed over has begun nothing.
            last = last if step.side in self._absent else step

    def _left(self, planned: Sequence[Step], results: Results, tried: AbstractSet[str]) -> order.Left:
        return order.what_is_left(planned, results.done - self._apart(planned, results), results.skipped, self._absent, tried)

    def _apart(self, planned: Sequence[Step], results: Results) -> set[str]:
        """Keys of what is to be measured anew, as another run has measured the others of its round. What cannot be had today stays what it
        is, whenever that was measured."""
        return results.apart(planned) - {step.key for step in planned if step.side in self._absent}

    def _next(self, left: order.Left, results: Results, last: Step | None) -> Step | None:
        return order.next_in_time(left, lambda step: self._expected_s(step, results), self._left_s(), last)

    def _unplanned_beside(self, step: Step, results: Results) -> set[str]:
        """Sides that have figures of a step's round at another time, as this run does not measure them under its load."""
        measured = {one.step.side for one in results.outcomes.values() if one.state is State.MEASURED and one.step.group == step.group}
        return measured - set(self._plan.sides()[step.load])

    def _expected_s(self, step: Step, results: Results) -> float:
        """See `Plan.expected_s`; who cannot be had takes no time."""
        return 0.0 if step.side in self._absent else self._plan.expected_s(step, results)


def _on_incomplete(left: order.Left) -> str:
    """What is measured anew because not all of its round was measured, for people; "" where there is nothing of that."""
    count = len({step.group for step in left.remeasured})
    told = "not all sides were measured in one run; where those can be had, the whole round is measured anew"
    return f"in {counted(count, 'round')} {told}" if count else ""


def _on_apart(apart: Collection[str]) -> str:
    """What is measured anew because two runs have measured the sides of its round, for people; "" where there is nothing of that.

    :param apart: keys of steps.
    """
    sides = sorted({Step.from_key(key).side for key in apart})
    was, is_ = ("was", "is") if len(apart) == 1 else ("were", "are")
    told = f"{counted(len(apart), 'step')} of {', '.join(sides)} {was} measured by an earlier run than others of the round"
    keep = "to keep the ratios that the older figures have, name another file with --out"
    return f"{told}, and {is_} to be measured anew; {keep}" if apart else ""


def _on_untouched(left: order.Left) -> str:
    """What is missing and not measured, since that would cost figures that cannot be measured anew, for people; "" where there is nothing
    of that."""
    count = len(left.untouched_groups)
    sides = sorted({side for sides in left.untouched_groups.values() for side in sides})
    told = f"measuring it would discard figures of {', '.join(sides)}, which cannot be had now"
    return f"in {counted(count, 'round')} a side is missing, and stays so: {told}" if count else ""


def _on_not_remeasured(sides: Collection[str]) -> str:
    """Which sides were measured at another time than those beside them, for people.

    :param sides: their names, one at least.
    """
    was = "was" if len(sides) == 1 else "were"
    told = "measured in some of these rounds too, but earlier than the sides that were measured now, so that the two have no ratio there"
    return f"{', '.join(sorted(sides))} {was} {told}; to have all of them side by side, name all with --against and another file with --out"
