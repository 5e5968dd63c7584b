"""What is to be measured: which loads, on which sides, how many rounds of each, and about how long that takes.

A plan is what somebody has asked for, and the same for the same words and the same seed. What was measured by now changes two things of it:
a load whose rounds are far apart gets more of them (`klog.cli.suite.steps.more_rounds`), and a step is expected to take as long as those of
its kind did. A plan knows nothing of the machine: which sides cannot be had there is a matter of the run
(`klog.cli.suite.steps.runner`).
"""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Mapping, Sequence

from klog.cli.suite.experiments.experiment import Experiment
from klog.cli.suite.experiments.table import loads_of
from klog.cli.suite.loads.load import Load
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.results.outcomes import Results, State, Step
from klog.cli.suite.steps import order
from klog.cli.suite.steps.more_rounds import rounds_wanted, spreads


@dataclasses.dataclass(frozen=True)
class Plan:
    """See above.

    :param against: names of sides. :param size: ``smoke``, ``quick`` or ``paper``. :param rounds: of each load, unless its table has fewer
    or its spread wants more. :param loads: the table of all loads, by name.
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
            wanted = self.rounds if results is None else rounds_wanted(spreads(results, name, sides[name]), self.rounds)
            rounds[name] = min(most, wanted)
        return order.steps(sides, rounds, self.seed)

    def left(self, results: Results | None) -> list[Step]:
        """Those that a run will take as far as the file tells, in order; what was skipped the last time and can be had now has its
        neighbours measured anew on top.

        :param results: of the file; None where there is none yet.
        """
        planned = self.steps(results)
        if results is None:
            return planned
        left = order.what_is_left(planned, results.done - results.apart(planned), results.skipped)
        taken = {*left.missing, *left.remeasured}
        return [step for step in planned if step in taken]

    def expected_s(self, step: Step, results: Results | None) -> float:
        """About how many seconds a step takes: as many as those of its kind that were measured (who fails fails soon), or as the table
        says."""
        took = [
            one.seconds
            for one in (results.outcomes.values() if results is not None else ())
            if (one.step.load, one.step.side) == (step.load, step.side) and one.state is State.MEASURED and one.seconds
        ]
        return statistics.median(took) if took else self.loads[step.load].seconds[self.size]
