"""The lines of a results file: one of JSON for each step that has ended, behind a line that says what is measured where.

::

    {"suite": 2, "seed": 2011, "size": "quick", "machine": {…}, "versions": {…}, …}      the head, once
    {"step": "paper.batch1/klog/1", "state": "measured", "version": 2, "run": 1, "figures": {…}, …}   a step
    {"step": "paper.batch1/rabbitmq/1", "state": "skipped", "version": 2, "why": "…"}
    {"step": "paper.batch1/kafka/1", "state": "failed", "version": 2, "why": "…"}
    {"amend": {"versions": {"activemq": "…"}}}                                           a later run had more sides, or was busy

Of several lines of one step the last counts; so what was measured counts no more behind a line by which the same step failed, which is
also how a run sets aside what it measures anew. A line that is whole and makes no sense is another matter than half a line at the end:
somebody else wrote, or the disk lost something, and nothing is measured on top of that.

A step has the number of the run that measured it: sides of a round are neighbours in time, and have a ratio, where one run has measured
both. It has its load's version, too (1 where none is told). Where the load has another one by now, its figures are of something else: the
step counts as one that was not measured, and its line stays where it is.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from klog.cli.suite.figures import KINDS, kind_name_of
from klog.cli.suite.histogram import Histogram
from klog.cli.suite.loads.amounts import SIZES
from klog.cli.suite.loads.table import LOADS
from klog.cli.suite.results.older_figures import as_told_today
from klog.cli.suite.results.outcomes import SUITE_VERSION, Head, Outcome, Results, State, Step

#: Points of a series that are kept: enough for a plot, little in a file that goes with the documentation.
MOST_POINTS = 120


#: What a head's fields have to be; a file that people have edited may have anything.
_HEAD_TYPES: Mapping[str, tuple[type, ...]] = {
    "seed": (int,),
    "size": (str,),
    "machine": (dict,),
    "versions": (dict,),
    "busy": (bool,),
    "started": (str,),
    "more_seeds": (list, tuple),
}


class ResultsError(Exception):
    """The file cannot be used; the sentence says why and what to do."""


def thinned(points: Sequence[tuple[float, float]], most: int = MOST_POINTS) -> list[tuple[float, float]]:
    """At most `most` points: neighbours become their mean."""
    per_point = math.ceil(len(points) / most) if points else 1
    groups = [points[start : start + per_point] for start in range(0, len(points), per_point)]
    return [(sum(x for x, _ in group) / len(group), sum(y for _, y in group) / len(group)) for group in groups]


def head_line(head: Head) -> str:
    """The first line, ended."""
    return _line({"suite": head.suite, **dataclasses.asdict(head)})


def amend_line(more: Mapping[str, Any]) -> str:
    """The line of what a later run has more than the head says, ended; see `amended`."""
    return _line({"amend": more})


def outcome_line(outcome: Outcome) -> str:
    """A step's line, ended."""
    fields: dict[str, Any] = {"step": outcome.step.key, "state": outcome.state.value, "version": outcome.version}
    if outcome.run:
        fields["run"] = outcome.run
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


def text_of(results: Results) -> str:
    """All of a file: its head, and the last line of each step."""
    return "".join([head_line(results.head), *map(outcome_line, results.outcomes.values())])


def _line(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(", ", ": ")) + "\n"


def _rounded(value: float) -> float:
    """Six digits: more were not measured."""
    return float(f"{value:.6g}")


def current_versions() -> dict[str, int]:
    """Of all loads."""
    return {name: load.version for name, load in LOADS.items()}


def parse(data: bytes, name: str, versions: Mapping[str, int] | None = None) -> tuple[Results, int]:
    """What a file says, and how many bytes of it count: behind them a killed process left half a line.

    :param name: of the file, for the sentence. :param versions: of loads, as they are measured now; `current_versions` where not given.
    :raises ResultsError: it is of an older or newer suite, or damaged, or no results file.
    """
    whole, _, torn = data.rpartition(b"\n")
    lines = whole.split(b"\n") if whole else []
    if not lines:
        raise ResultsError(f"{name} has no head: it is no results file of `klog bench suite`, or was cut; move it away and begin anew")
    results = Results(_head(lines[0], name))
    for number, line in enumerate(lines[1:], 2):
        try:
            fields = json.loads(line.decode())
            if "amend" in fields:
                results.head = amended(results.head, fields["amend"])
            else:
                results.add(_outcome(fields))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ResultsError(
                f"{name}, line {number}, is no result ({_said(error)}): the file was cut or changed; take the line away to measure that "
                "step again, or move the file away to begin anew"
            ) from None
    # At the end: of several lines of a step the last counts, of whichever version.
    results.leave_out_outdated(current_versions() if versions is None else versions)
    return results, len(data) - len(torn)


def _said(error: Exception) -> str:
    return f"it lacks {error}" if isinstance(error, KeyError) else str(error)


def _head(line: bytes, name: str) -> Head:
    try:
        fields = json.loads(line.decode())
        version = fields["suite"]
    except (ValueError, KeyError, TypeError):
        raise ResultsError(f"{name} is no results file of `klog bench suite`: its first line is no head") from None
    if version != SUITE_VERSION:
        age = "an older" if isinstance(version, int) and version < SUITE_VERSION else "another"
        raise ResultsError(
            f"{name} is of {age} suite ({version}; this one is {SUITE_VERSION}), which measured otherwise: its figures and new ones "
            "cannot stand in one table; move it away and begin anew"
        )
    known = {field.name for field in dataclasses.fields(Head)}
    try:
        head = Head(**{key: value for key, value in fields.items() if key in known})
        _check_types(head)
        if head.size not in SIZES:
            raise TypeError(f"there is no size {head.size}")
        return dataclasses.replace(head, more_seeds=tuple(head.more_seeds))
    except TypeError as error:
        raise ResultsError(f"{name}: its head is not whole ({error}); move it away and begin anew") from None


def _check_types(head: Head) -> None:
    """Raises TypeError where a field of a head has another type than it is to have."""
    for name, wanted in _HEAD_TYPES.items():
        if not isinstance(getattr(head, name), wanted):
            raise TypeError(f"{name} is {getattr(head, name)!r}")
    _check_versions(head.versions)


def _check_versions(versions: Any) -> None:
    """Raises TypeError where they are no texts by name."""
    if not isinstance(versions, dict) or not all(isinstance(version, str) for version in versions.values()):
        raise TypeError(f"versions are {versions!r}")


def amended(head: Head, fields: Any) -> Head:
    """The head with what a later run has more.

    :param fields: ``versions`` and ``busy``, each where there is something of it.
    :raises TypeError: they are something else.
    """
    _check_versions(fields.get("versions", {}))
    return dataclasses.replace(
        head, versions={**head.versions, **fields.get("versions", {})}, busy=head.busy or bool(fields.get("busy", False))
    )


def _outcome(fields: Any) -> Outcome:
    step = Step.from_key(fields["step"])
    figures = as_told_today(step.load, {name: float(value) for name, value in fields.get("figures", {}).items()})
    if unknown := [name for name in figures if kind_name_of(name) not in KINDS]:
        raise ValueError(f"this suite knows no figure {unknown[0]}")
    if infinite := [name for name, value in figures.items() if not math.isfinite(value)]:
        raise ValueError(f"{infinite[0]} is {figures[infinite[0]]}")
    return Outcome(
        step,
        State(fields["state"]),
        fields.get("why", ""),
        figures,
        {name: [(float(x), float(y)) for x, y in points] for name, points in fields.get("series", {}).items()},
        {name: Histogram.from_plain(pairs) for name, pairs in fields.get("histograms", {}).items()},
        fields.get("notes", ()),
        fields.get("commands", ()),
        float(fields.get("seconds", 0.0)),
        int(fields.get("version", 1)),
        int(fields.get("run", 0)),
    )
