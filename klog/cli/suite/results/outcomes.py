"""What was measured: the outcome of each step, and what all of them have in common."""

from __future__ import annotations

import dataclasses
import enum
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from klog.cli.formatting import counted
from klog.cli.suite.histogram import Histogram

#: Rises when all steps are measured otherwise, so that figures of before and after are never mixed; of one load alone it is that load's
#: version that rises.
SUITE_VERSION = 2
#: Facts of the machine that must be equal before figures stand in one table, where both runs have them: those of before there were disks in
#: heads have none.
SAME_MACHINE = ("cores", "cpu", "memory_gb", "kernel", "python", "disk")

#: File systems without a disk.
_MEMORY_FILE_SYSTEMS = ("tmpfs", "ramfs")
#: Why a step counts no more that was measured: it was measured at another time than the others of its group.
NOT_BESIDE = "it was measured at another time than the other sides of its round, and is to be measured anew beside them"


class Step(NamedTuple):
    """One side under one load, once."""

    load: str
    side: str
    #: From 1.
    round: int

    @property
    def key(self) -> str:
        """``paper.batch1/klog/3``."""
        return f"{self.load}/{self.side}/{self.round}"

    @classmethod
    def from_key(cls, key: str) -> Step:
        """Of ``load/klog@/path/to/checkout/3``: a side may have a path in it, a load may not.

        :raises ValueError: it is none.
        """
        load, _, rest = key.partition("/")
        side, _, number = rest.rpartition("/")
        if not side:
            raise ValueError(f"no step: {key}")
        return cls(load, side, int(number))

    @property
    def group(self) -> tuple[str, int]:
        """Load and round: what steps have in common that are to be neighbours in time."""
        return self.load, self.round


class State(enum.Enum):
    """How a step ended."""

    MEASURED = "measured"
    #: Something that it needs is not there: a peer, or room on the disk.
    SKIPPED = "skipped"
    #: It was tried, and there is no figure to print.
    FAILED = "failed"


@dataclasses.dataclass(frozen=True)
class Head:
    """What all steps of a file have in common.

    :param machine: `klog.cli.suite.host.machine.Machine.facts`, and as ``disk`` what brokers write to, as ``ext4 on /dev/vda``.
    An older file may lack some of them; what it lacks is no difference.
    :param busy: the machine was allowed to be busy: the figures say little.
    :param more_seeds: of the runs that were put together with this one.
    """

    seed: int
    size: str
    machine: Mapping[str, Any]
    versions: Mapping[str, str]
    busy: bool = False
    started: str = ""
    suite: int = SUITE_VERSION
    more_seeds: Sequence[int] = ()

    @property
    def is_in_memory(self) -> bool:
        """Whether brokers wrote to a file system that is in memory, as ``/tmp`` is on some systems."""
        return str(self.machine.get("disk") or "").startswith(_MEMORY_FILE_SYSTEMS)

    def difference(self, other: Head) -> str:
        """In what two runs differ so that their figures cannot stand in one table: "they are …"; "" where they can."""
        if self.size != other.size:
            return f"of size {self.size} and of size {other.size}"
        for name in SAME_MACHINE:
            ours, others = self.machine.get(name), other.machine.get(name)
            if None not in (ours, others) and ours != others:
                return f"of a machine whose {name} is {ours} and of one where it is {others}"
        for side, version in other.versions.items():
            if self.versions.get(side, version) != version:
                return f"of {self.versions[side]} and of {version}"
        return ""


@dataclasses.dataclass(frozen=True)
class Outcome:
    """A step that has ended.

    :param series: rates over something, by phase: (x, per second). :param histograms: latencies, by phase.
    :param notes: what was otherwise than planned: another load, a tool's warning. :param commands: what was run.
    :param version: of the load, see `klog.cli.suite.loads.load.Load`.
    :param run: which of the runs that wrote the file measured it, from 1; 0 in files of before that was told.
    """

    step: Step
    state: State
    why: str = ""
    figures: Mapping[str, float] = dataclasses.field(default_factory=dict)
    series: Mapping[str, Sequence[tuple[float, float]]] = dataclasses.field(default_factory=dict)
    histograms: Mapping[str, Histogram] = dataclasses.field(default_factory=dict)
    notes: Sequence[str] = ()
    commands: Sequence[str] = ()
    seconds: float = 0.0
    version: int = 1
    run: int = 0

    @property
    def has_failed(self) -> bool:
        """Whether it was tried and has no figures. What was set aside has not failed: it is to be measured."""
        return self.state is State.FAILED and self.why != NOT_BESIDE


@dataclasses.dataclass
class Results:
    """A file's contents: the last outcome of each step, by its key.

    :param outdated: likewise, of loads that have another version by now; these count for nothing.
    :param is_torn: the file ended in half a line, which is not among them.
    """

    head: Head
    outcomes: dict[str, Outcome] = dataclasses.field(default_factory=dict)
    outdated: dict[str, Outcome] = dataclasses.field(default_factory=dict)
    is_torn: bool = False

    def add(self, outcome: Outcome) -> None:
        """One more, or a better one."""
        self.outcomes[outcome.step.key] = outcome
        self.outdated.pop(outcome.step.key, None)

    def leave_out_outdated(self, versions: Mapping[str, int]) -> None:
        """Have nothing count whose load has another version by now.

        :param versions: of loads; of others any counts.
        """
        for key, one in list(self.outcomes.items()):
            if versions.get(one.step.load, one.version) != one.version:
                self.outdated[key] = self.outcomes.pop(key)

    def remark(self) -> str:
        """What was measured and does not count, for people; "" where there is nothing of that."""
        counts = Counter(one.step.load for one in self.outdated.values() if one.state is State.MEASURED)
        named = [f"{counted(count, 'step')} of {load}" for load, count in counts.items()]
        were = "was" if list(counts.values()) == [1] else "were"
        it = "it" if len(named) == 1 else "them"
        return f"{', '.join(named)} {were} measured by an older form of {it} and will be measured again" if named else ""

    def measured(self, load: str, side: str) -> dict[int, Outcome]:
        """By round."""
        return {
            one.step.round: one
            for one in self.outcomes.values()
            if one.step.load == load and one.step.side == side and one.state is State.MEASURED
        }

    def by_round(self, load: str, side: str, figure: str) -> dict[int, float]:
        """One figure of each round that has it."""
        return {number: one.figures[figure] for number, one in self.measured(load, side).items() if figure in one.figures}

    def sides(self, load: str) -> list[str]:
        """The sides on which `load` has been tried, in order of appearance."""
        return list(dict.fromkeys(one.step.side for one in self.outcomes.values() if one.step.load == load))

    @property
    def next_run(self) -> int:
        """The number of a run that goes on with this."""
        return 1 + max((one.run for one in (*self.outcomes.values(), *self.outdated.values())), default=0)

    def apart(self, steps: Iterable[Step]) -> set[str]:
        """Of these steps the keys of those that are measured, and by an earlier run than another one of their group: they are no neighbours
        in time."""
        measured = [one for step in steps if (one := self.outcomes.get(step.key)) is not None and one.state is State.MEASURED]
        last: dict[tuple[str, int], int] = {}
        for one in measured:
            last[one.step.group] = max(one.run, last.get(one.step.group, 0))
        return {one.step.key for one in measured if one.run < last[one.step.group]}

    def failed(self, load: str, side: str) -> dict[int, str]:
        """Why rounds of it have failed, by round."""
        return {one.step.round: one.why for one in self.outcomes.values() if one.step[:2] == (load, side) and one.has_failed}

    def why_not(self, load: str, side: str) -> str:
        """Why there is no figure, of the last step that was tried; "" where there is one, or nothing was tried."""
        if self.measured(load, side):
            return ""
        tried = [one for one in self.outcomes.values() if (one.step.load, one.step.side) == (load, side)]
        return f"{tried[-1].state.value}: {tried[-1].why}" if tried else ""

    @property
    def done(self) -> set[str]:
        """Keys of steps that need not be taken again. What failed or was skipped may go better the next time."""
        return {key for key, one in self.outcomes.items() if one.state is State.MEASURED}

    @property
    def skipped(self) -> set[str]:
        """Keys of steps that could not be taken when they were tried last: something that they need was not there."""
        return {key for key, one in self.outcomes.items() if one.state is State.SKIPPED}
