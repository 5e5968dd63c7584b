"""What Apache Kafka 3.9.2 (with ZooKeeper, AclAuthorizer) and 4.3.1 (StandardAuthorizer) answered to the matrix, and where klog may differ.

``answers.txt`` is written by ``python -m tests.integration.rights --write``, which asks both of them and klog in one run; the same run in
`make soak` fails where the record is not what they say. A line is a question, with its answers for each `Grant` in their order; of several
questions that are answered alike there is one line::

    api  authentication  right  rest  which  choice  judge:version,version …  none allow deny prefix every elsewhere

``*`` stands for whatever is there. An answer is its error codes, ``-`` where it has no place for any, ``closed`` where the connection ended
instead, and ``.`` where there is no such question (rules on ``*`` for the cluster).
"""

from __future__ import annotations

import pathlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tests.integration.rights.cells import AUTHENTICATIONS, RIGHT, Cell, Grant

FILE = pathlib.Path(__file__).with_name("answers.txt")
JUDGES = ("3.9.2", "4.3.1")
_NO_QUESTION = "."
_ANY = "*"

Record = dict[str, dict[Cell, str]]
#: A cell without its rule, and all that may be left out of it.
_Key = tuple[str, ...]


class Listed(NamedTuple):
    """A difference that is meant.

    :ivar judges: whose answers differ.
    :ivar klog: what klog answers; None for whatever it is.
    """

    api_key: int
    judges: tuple[str, ...]
    klog: frozenset[str] | None
    kafka: frozenset[str] | None
    reason: str

    def fits(self, cell: Cell, judge: str, klog: str, kafka: str) -> bool:
        """Whether this is it."""
        is_here = cell.api_key == self.api_key and judge in self.judges
        return is_here and (self.klog is None or klog in self.klog) and (self.kafka is None or kafka in self.kafka)


_BOTH, _OLD, _NEW = JUDGES, JUDGES[:1], JUDGES[1:]
_ABOUT_ACLS = (29, 30, 31)
_OF_BROKERS = "on ZooKeeper klog takes this only from who comes by the brokers' own listener and name, whatever else he may"


def _listed(api_key: int, judges: tuple[str, ...], klog: str, kafka: str | None, reason: str) -> Listed:
    return Listed(api_key, judges, frozenset(klog.split()), None if kafka is None else frozenset(kafka.split()), reason)


LISTED: list[Listed] = [
    _listed(2, _BOTH, "6", "0 3 29", "who asks as a replica and is none is told so, with or without rights, of whatever there is"),
    *(_listed(api_key, _OLD, "31", None, _OF_BROKERS) for api_key in (4, 5, 6, 7, 56, 67)),
    _listed(10, _OLD, "42", "15", "3.9 knows coordinators of share groups, and has none"),
    _listed(17, _BOTH, "33 34", "closed", "who shows anew who he is, wrongly, is told what is wrong before the connection ends"),
    _listed(20, _OLD, "0", "29", "4.3.1's rule: the right to delete on the cluster is enough"),
    _listed(20, _OLD, "3", "29", "4.3.1's rule: who may describe a topic is told that it is none"),
    _listed(24, _BOTH, "31", "0", _OF_BROKERS),
    _listed(27, _BOTH, "47", "-1 3", "a marker of no producer's epoch is refused before its topic is looked for"),
    _listed(28, _BOTH, "22 25", "49", "of what is wrong klog tells the member first, and Kafka the producer's id"),
    *(
        _listed(api_key, _BOTH, "31", "closed", "who may not is refused before it is seen that numbers mean nothing")
        for api_key in _ABOUT_ACLS
    ),
    *(_listed(api_key, _OLD, "0 30", "42", "3.9 with ZooKeeper has no configurations of groups") for api_key in (32, 33, 44)),
    *(_listed(api_key, _BOTH, "31", "42", "a broker that is called by a name is looked for after the right") for api_key in (33, 44)),
    _listed(45, _OLD, "0,3", "0,39", "of a topic that there is not klog says so first"),
    *(_listed(api_key, _OLD, "29 30 42 69", "35", "3.9 with ZooKeeper has no groups of this kind") for api_key in (68, 69)),
]


def differences(klog: Mapping[Cell, str], judges: Mapping[str, Mapping[Cell, str]]) -> Iterator[tuple[Cell, str, str, str]]:
    """Cell, judge, klog's answer and the judge's, where they are not alike and it is not listed."""
    for judge, answers in judges.items():
        for cell, kafka in answers.items():
            if cell in klog and klog[cell] != kafka and not any(row.fits(cell, judge, klog[cell], kafka) for row in LISTED):
                yield cell, judge, klog[cell], kafka


def unused(klog: Mapping[Cell, str], judges: Mapping[str, Mapping[Cell, str]]) -> list[Listed]:
    """Listed differences that there are not any more."""
    return [
        row
        for row in LISTED
        if not any(
            cell in klog and klog[cell] != kafka and row.fits(cell, judge, klog[cell], kafka)
            for judge, answers in judges.items()
            for cell, kafka in answers.items()
        )
    ]


def write(record: Mapping[str, Mapping[Cell, str]]) -> str:
    """The text of the file."""
    vectors: dict[_Key, dict[tuple[str, int], list[str]]] = defaultdict(dict)
    for judge, answers in record.items():
        for cell, outcome in answers.items():
            own = (cell.right, str(int(cell.has_rest)), cell.which, str(cell.choice))
            of_key = vectors[str(cell.api_key), cell.authentication, *own]
            of_key.setdefault((judge, cell.version), [_NO_QUESTION] * len(Grant))[list(Grant).index(cell.grant)] = outcome
    lines: dict[tuple[str, ...], set[tuple[str, int]]] = defaultdict(set)
    for key, of_versions in vectors.items():
        for judged, outcomes in of_versions.items():
            lines[*key, *outcomes].add(judged)
    return "".join(f"{line}\n" for line in sorted(_lines(_short(lines)), key=order))


def _short(lines: Mapping[tuple[str, ...], set[tuple[str, int]]]) -> dict[tuple[str, ...], set[tuple[str, int]]]:
    """Without rights where nobody has shown who he is: all are answered alike there, or there are several lines."""
    short: dict[tuple[str, ...], set[tuple[str, int]]] = defaultdict(set)
    answers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for line in lines:
        answers[line[0], line[1]].update(set(line[6:]) - {_NO_QUESTION})
    for line, judged in lines.items():
        if line[1] != RIGHT and len(answers[line[0], line[1]]) == 1:
            (one,) = answers[line[0], line[1]]
            line = (line[0], line[1], *(_ANY,) * 4, *(one,) * len(Grant))
        short[line] |= judged
    return short


def _lines(lines: Mapping[tuple[str, ...], set[tuple[str, int]]]) -> Iterator[str]:
    for line, judged in lines.items():
        told = []
        for judge in JUDGES:
            versions = sorted(version for each, version in judged if each == judge)
            if versions:
                told.append(f"{judge}:{','.join(map(str, versions))}")
        yield "\t".join([*line[:6], " ".join(told), *line[6:]])


def order(line: str) -> tuple[int, int, str]:
    """By which the file's lines are sorted."""
    api_key, authentication, rest = line.split("\t", 2)
    return int(api_key), AUTHENTICATIONS.index(authentication), rest


class _Line(NamedTuple):
    api_key: int
    authentication: str
    right: str
    rest: str
    which: str
    choice: str
    judged: frozenset[tuple[str, int]]
    outcomes: tuple[str, ...]


def read(text: str) -> list[_Line]:
    """The file's lines."""
    found = []
    for line in text.splitlines():
        api_key, authentication, right, rest, which, choice, told, *outcomes = line.split("\t")
        judged = {(judge, int(version)) for part in told.split() for judge, _, all_ in [part.partition(":")] for version in all_.split(",")}
        found.append(_Line(int(api_key), authentication, right, rest, which, choice, frozenset(judged), tuple(outcomes)))
    return found


def versions(lines: list[_Line]) -> dict[int, dict[str, set[int]]]:
    """By API and judge: which were asked."""
    found: dict[int, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for line in lines:
        for judge, version in line.judged:
            found[line.api_key][judge].add(version)
    return found


def expected(lines: list[_Line], cells: Mapping[Cell, str]) -> Record:
    """Of these cells, what each judge has answered."""
    table: dict[tuple[str, ...], tuple[str, ...]] = {}
    for line in lines:
        for judge, version in line.judged:
            key = (judge, str(line.api_key), line.authentication, str(version), line.right, line.rest, line.which, line.choice)
            table[key] = line.outcomes
    found: Record = {judge: {} for judge in JUDGES}
    for cell in cells:
        for judge in JUDGES:
            head = (judge, str(cell.api_key), cell.authentication, str(cell.version))
            own = (cell.right, str(int(cell.has_rest)), cell.which, str(cell.choice))
            outcomes = table.get((*head, *own)) or table.get((*head, *(_ANY,) * 4))
            if outcomes is not None:
                found[judge][cell] = outcomes[list(Grant).index(cell.grant)]
    return found
