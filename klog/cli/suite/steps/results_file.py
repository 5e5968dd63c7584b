"""The results file: a line of JSON for each step that has ended, behind a line that says what is measured where.

::

    {"suite": 2, "seed": 2011, "size": "quick", "machine": {…}, "versions": {…}, …}      the head, once
    {"step": "paper.batch1/klog/1", "state": "measured", "version": 2, "figures": {…}, …}   a step
    {"step": "paper.batch1/rabbitmq/1", "state": "skipped", "version": 2, "why": "…"}
    {"step": "paper.batch1/kafka/1", "state": "failed", "version": 2, "why": "…"}
    {"amend": {"versions": {"activemq": "…"}}}                                           a later run had more sides, or was busy

Who is killed loses the step under way and nothing else of the file: a line is written and synced when its step has ended. What a killed
process left of a line has no end of line; it is cut off when the file is opened again, and that step is taken anew (with what was measured
beside it: `klog.cli.suite.steps.order.broken`). Of several lines of one step the last counts; so what was measured counts no more behind a
line by which the same step failed, which is also how a run sets aside what it measures anew. A line that is whole and makes no sense is
another matter: somebody else wrote, or the disk lost something, and nothing is measured on top of that.

A step has its load's version (1 where none is told). Where the load has another one by now, its figures are of something else: the step
counts as one that was not measured, and its line stays where it is.
"""

from __future__ import annotations

import dataclasses
import enum
import fcntl
import json
import math
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from klog.cli.suite.figures import kind_name_of
from klog.cli.suite.histogram import Histogram
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.steps.order import Step

#: Rises when all steps are measured otherwise, so that figures of before and after are never mixed; of one load alone it is that load's
#: version that rises.
SUITE_VERSION = 2
#: How a head begins, also one that a killed process left half of.
HEAD_START = b'{"suite": '
#: Points of a series that are kept: enough for a plot, little in a file that goes with the documentation.
MOST_POINTS = 120
#: Facts of the machine that must be equal before figures stand in one table, where both runs have them: those of before there were disks in
#: heads have none.
SAME_MACHINE = ("cores", "cpu", "memory_gb", "kernel", "python", "disk")


class ResultsError(Exception):
    """The file cannot be used; the sentence says why and what to do."""


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
    What an older file does not tell of these is None.
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
    :param version: of the load, see `klog.cli.suite.loads.table.Load`.
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


@dataclasses.dataclass
class Results:
    """A file's contents: the last outcome of each step, by its key.

    :param outdated: likewise, of loads that have another version by now; these count for nothing.
    """

    head: Head
    outcomes: dict[str, Outcome] = dataclasses.field(default_factory=dict)
    outdated: dict[str, Outcome] = dataclasses.field(default_factory=dict)

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
        named = [f"{count} steps of {load}" for load, count in counts.items()]
        it = "it" if len(named) == 1 else "them"
        return f"{', '.join(named)} were measured by an older form of {it} and will be measured again" if named else ""

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


def thinned(points: Sequence[tuple[float, float]], most: int = MOST_POINTS) -> list[tuple[float, float]]:
    """At most `most` points: neighbours become their mean."""
    per_point = math.ceil(len(points) / most) if points else 1
    groups = [points[start : start + per_point] for start in range(0, len(points), per_point)]
    return [(sum(x for x, _ in group) / len(group), sum(y for _, y in group) / len(group)) for group in groups]


def head_line(head: Head) -> str:
    """The first line, ended."""
    return _line({"suite": head.suite, **dataclasses.asdict(head)})


def outcome_line(outcome: Outcome) -> str:
    """A step's line, ended."""
    fields: dict[str, Any] = {"step": outcome.step.key, "state": outcome.state.value, "version": outcome.version}
    fields["seconds"] = round(outcome.seconds, 2)
    if outcome.why:
        fields["why"] = outcome.why
    if outcome.figures:
        fields["figures"] = {name: _rounded(value) for name, value in outcome.figures.items()}
    if outcome.series:
        fields["series"] = {name: [[_rounded(x), _rounded(y)] for x, y in thinned(points)] for name, points in outcome.series.items()}
    if outcome.histograms:
        fields["histograms"] = {name: one.plain() for name, one in outcome.histograms.items()}
    for name in ("notes", "commands"):
        if getattr(outcome, name):
            fields[name] = list(getattr(outcome, name))
    return _line(fields)


def _line(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(", ", ": ")) + "\n"


def _rounded(value: float) -> float:
    """Six digits: more were not measured."""
    return float(f"{value:.6g}")


def current_versions() -> dict[str, int]:
    """Of all loads."""
    return {name: load.version for name, load in LOADS.items()}


def parse(text: str, name: str, versions: Mapping[str, int] | None = None) -> tuple[Results, int]:
    """What a file says, and how many bytes of it count: behind them a killed process left half a line.

    :param name: of the file, for the sentence. :param versions: of loads, as they are measured now; `current_versions` where not given.
    :raises ResultsError: it is of an older or newer suite, or damaged, or no results file.
    """
    whole, _, torn = text.rpartition("\n")
    lines = whole.split("\n") if whole else []
    if not lines:
        raise ResultsError(f"{name} has no head: it is no results file of `klog bench suite`, or was cut; move it away and begin anew")
    results = Results(_head(lines[0], name))
    for number, line in enumerate(lines[1:], 2):
        try:
            fields = json.loads(line)
            if "amend" in fields:
                results.head = _amended(results.head, fields["amend"])
            else:
                results.add(_outcome(fields))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ResultsError(
                f"{name}, line {number}, is no result ({_said(error)}): the file was cut or changed; take the line away to measure that "
                f"step "
                "again, or move the file away to begin anew"
            ) from None
    # At the end: of several lines of a step the last counts, of whichever version.
    results.leave_out_outdated(current_versions() if versions is None else versions)
    return results, len(text.encode()) - len(torn.encode())


def _said(error: Exception) -> str:
    return f"it lacks {error}" if isinstance(error, KeyError) else str(error)


def _head(line: str, name: str) -> Head:
    try:
        fields = json.loads(line)
        version = fields["suite"]
    except (ValueError, KeyError, TypeError):
        raise ResultsError(f"{name} is no results file of `klog bench suite`: its first line is no head") from None
    if version != SUITE_VERSION:
        age = "an older" if isinstance(version, int) and version < SUITE_VERSION else "another"
        raise ResultsError(
            f"{name} is of {age} suite ({version}; this one is {SUITE_VERSION}), which measured otherwise: its figures and new ones "
            f"cannot stand in "
            "one table; move it away and begin anew"
        )
    known = {field.name for field in dataclasses.fields(Head)}
    try:
        head = Head(**{key: value for key, value in fields.items() if key in known})
        return dataclasses.replace(head, more_seeds=tuple(head.more_seeds))
    except TypeError as error:
        raise ResultsError(f"{name}: its head is not whole ({error}); move it away and begin anew") from None


def _amended(head: Head, fields: Any) -> Head:
    return dataclasses.replace(
        head, versions={**head.versions, **fields.get("versions", {})}, busy=head.busy or bool(fields.get("busy", False))
    )


def _outcome(fields: Any) -> Outcome:
    load, side, number = _parts_of(fields["step"])
    return Outcome(
        Step(load, side, int(number)),
        State(fields["state"]),
        fields.get("why", ""),
        _with_peak_above_rest(_without_whole_as_warm({name: float(value) for name, value in fields.get("figures", {}).items()})),
        {name: [(float(x), float(y)) for x, y in points] for name, points in fields.get("series", {}).items()},
        {name: Histogram.from_plain(pairs) for name, pairs in fields.get("histograms", {}).items()},
        fields.get("notes", ()),
        fields.get("commands", ()),
        float(fields.get("seconds", 0.0)),
        int(fields.get("version", 1)),
    )


def _without_whole_as_warm(figures: Mapping[str, float]) -> dict[str, float]:
    """Without a warm rate that is the rate: of a run that was too short to have a second half, the whole rate was once told as the warm one
    too. Two that were measured are not the same in six digits."""
    return {
        name: value
        for name, value in figures.items()
        if kind_name_of(name) != "warm_rate" or figures.get(f"{name.removesuffix('warm_rate')}rate") != value
    }


def _with_peak_above_rest(figures: dict[str, float]) -> dict[str, float]:
    """Of a queue the peak was once told as it was before anything was taken, which may be below what there was in the end."""
    if "rss_peak_mb" in figures:
        figures["rss_peak_mb"] = max(figures["rss_peak_mb"], figures.get("rss_after_mb", 0.0))
    return figures


def _parts_of(key: str) -> tuple[str, str, str]:
    """``load/klog@/path/to/checkout/3``: a side may have a path in it, a load may not."""
    load, _, rest = key.partition("/")
    side, _, number = rest.rpartition("/")
    if not side:
        raise ValueError(f"no step: {key}")
    return load, side, number


class ResultsFile:
    """A results file that is written to, by one process at a time. Use as a context manager.

    :param versions: see `parse`.
    :raises ResultsError: see `parse`; or another suite is writing. Raises OSError.
    """

    def __init__(self, path: str, versions: Mapping[str, int] | None = None) -> None:
        self.path = path
        #: None where the file is new: `begin` writes its head.
        self.results: Results | None = None
        #: Half a line that a killed process left was cut off.
        self.was_torn = False
        # Not by the end of a file that is not one: who is refused has changed nothing.
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ResultsError(f"another suite is writing {path}; wait for it, or name another file with --out") from None
            with open(self._file, "rb", closefd=False) as reader:
                data = reader.read()
            if data and b"\n" not in data and HEAD_START.startswith(data[: len(HEAD_START)]):
                self.was_torn = True
                os.ftruncate(self._file, 0)
                os.lseek(self._file, 0, os.SEEK_SET)
            elif data:
                try:
                    text = data.decode("utf-8")
                except UnicodeDecodeError:
                    # A cut may go through a character, of the last line alone.
                    text = data[: data.rfind(b"\n") + 1].decode("utf-8", "replace")
                self.results, size = parse(text, path, versions)
                self.was_torn = size < len(data)
                if self.was_torn:
                    os.ftruncate(self._file, size)
                os.lseek(self._file, size, os.SEEK_SET)
        except BaseException:
            os.close(self._file)
            raise

    def begin(self, head: Head) -> Results:
        """Write the head of a new file."""
        assert self.results is None
        self._append(head_line(head))
        self.results = Results(head)
        return self.results

    def amend(self, versions: Mapping[str, str], busy: bool) -> None:
        """Note what a run that goes on has more than those before it."""
        assert self.results is not None
        head = self.results.head
        more: dict[str, Any] = {}
        new = {side: version for side, version in versions.items() if side not in head.versions}
        if new:
            more["versions"] = new
        if busy and not head.busy:
            more["busy"] = True
        if more:
            self._append(_line({"amend": more}))
            self.results.head = _amended(head, more)

    def add(self, outcome: Outcome) -> None:
        """Keep a step's outcome: on the disk when this returns."""
        assert self.results is not None
        self._append(outcome_line(outcome))
        self.results.add(outcome)

    def _append(self, line: str) -> None:
        data = line.encode()
        place = os.lseek(self._file, 0, os.SEEK_CUR)
        try:
            while data:
                data = data[os.write(self._file, data) :]
            os.fsync(self._file)
        except OSError:
            # A full disk: half a line is worth nothing.
            os.ftruncate(self._file, place)
            os.lseek(self._file, place, os.SEEK_SET)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._file)


def read_results(path: str, versions: Mapping[str, int] | None = None) -> Results:
    """A results file that is only read.

    :param versions: see `parse`.
    :raises ResultsError: see `parse`. Raises OSError.
    """
    with open(path, encoding="utf-8", errors="replace") as file:
        return parse(file.read(), path, versions)[0]
