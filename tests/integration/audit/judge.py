"""What has really happened among clients that take part in the audit, and what may be said of it.

What has happened is known from what each client has written down (`client`) and from what stands in the log in the end (`Truth`).
What may be said (`fault`, pure):

* Nobody has counted more than there was. A side whose reports are whole has counted all of it.
* *Missing* and *duplicate* are at most as many as really are.
* *Complete* is what has arrived as it was acknowledged, each record once.
* *Unknown* is right where somebody has died, and says nothing else. A window in which, long before and after, nobody did is not unknown.
"""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from klog.audit.balance import Edge
from klog.audit.cells import Tier
from klog.audit.numbers import NumberBook
from klog.audit.verdicts import Judgment, Verdict
from klog.audit.windows import UNTIMED, Window
from tests.integration.audit.client import Kind

TOPIC = "audited"
#: From so long before a death to so long after it windows may be unknown: `klog.audit.report_coverage` has patience, outages and clocks.
CALM_BEFORE_MS, CALM_AFTER_MS = 20_000, 100_000
#: So long after its start a broker may tell what it had counted before its stop: when it leads something again. Clocks are in it.
TOLD_AFTER_MS = 35_000


# Who takes part


class Role(NamedTuple):
    """Producers of one client id.

    :ivar count: how many at a time. :ivar ahead_ms: one of these is how far each one's clock is ahead.
    """

    kind: Kind
    count: int
    ahead_ms: tuple[int, ...]
    late: int
    numbers: bool
    options: Mapping[str, Any]


ROLES: Mapping[str, Role] = {
    "web": Role(Kind.PRODUCER, 2, (0,), 0, True, {}),
    "app": Role(Kind.PRODUCER, 1, (5_000, -5_000, 3 * 3_600_000, -2 * 3_600_000), 10, False, {}),
    # Answers are lost to it, and what it is told has failed may be there.
    "hasty": Role(Kind.PRODUCER, 1, (0,), 5, False, {"delivery_timeout_ms": 2_000, "request_timeout_ms": 500, "linger_ms": 5}),
    # What only the leader has may be gone when it is stopped: that is really lost.
    "quick": Role(Kind.PRODUCER, 1, (0,), 0, False, {"acks": 1, "enable_idempotence": False}),
    "nightly": Role(Kind.BLOCKING, 1, (0,), 5, False, {}),
}
#: Those of which the brokers promise that what they acknowledge stays.
KEPT = frozenset(ROLES) - {"quick"}


# What has really happened


@dataclasses.dataclass
class Truth:
    """By client id and window; of readers by window.

    :ivar tried: sent. :ivar acknowledged: known to be. :ivar unresolved: of producers that were killed: nobody knows what they had heard.
    :ivar written: in the log in the end. :ivar lost: acknowledged and not there; :ivar maybe_lost: of `unresolved`, what is not there.
    :ivar doubled: in the log again.
    :ivar handed: handed out; :ivar read: different ones.
    """

    tried: collections.Counter[tuple[str, Window]] = dataclasses.field(default_factory=collections.Counter)
    acknowledged: collections.Counter[tuple[str, Window]] = dataclasses.field(default_factory=collections.Counter)
    unresolved: collections.Counter[tuple[str, Window]] = dataclasses.field(default_factory=collections.Counter)
    written: collections.Counter[tuple[str, Window]] = dataclasses.field(default_factory=collections.Counter)
    lost: collections.Counter[tuple[str, Window]] = dataclasses.field(default_factory=collections.Counter)
    maybe_lost: collections.Counter[tuple[str, Window]] = dataclasses.field(default_factory=collections.Counter)
    doubled: collections.Counter[tuple[str, Window]] = dataclasses.field(default_factory=collections.Counter)
    handed: collections.Counter[Window] = dataclasses.field(default_factory=collections.Counter)
    read: collections.Counter[Window] = dataclasses.field(default_factory=collections.Counter)
    #: Of records that are numbered; and which run is which incarnation.
    numbers: NumberBook = dataclasses.field(default_factory=lambda: NumberBook(TOPIC))
    incarnations: dict[int, bytes] = dataclasses.field(default_factory=dict)

    def in_log(self, window: Window) -> int:
        """Of all clients."""
        return sum(self.written[name, window] for name in ROLES)


def fault(edge: Edge, truth: Truth, *, is_last: bool) -> str:
    """What is wrong with a verdict; empty where nothing is.

    :param is_last: nothing more comes: what is said to be whole must be.
    """
    return _producers_fault(edge, truth, is_last) if edge.sender.tier is Tier.PRODUCER else _readers_fault(edge, truth, is_last)


def _told(edge: Edge) -> Judgment:
    """What may still come is not told as missing."""
    judgment = edge.judgment
    return Judgment(judgment.verdict) if judgment.verdict in (Verdict.OPEN, Verdict.LATE) else judgment


def _first(*faults: tuple[bool, str]) -> str:
    return next((text for is_wrong, text in faults if is_wrong), "")


def _producers_fault(edge: Edge, truth: Truth, is_last: bool) -> str:
    where = edge.sender.name, edge.window
    acknowledged, written = truth.acknowledged[where], truth.written[where]
    most_lost = truth.lost[where] + (0 if where[0] in KEPT else truth.maybe_lost[where])
    must, may, came = edge.sent.must, edge.sent.may, edge.arrived.least
    told, verdict = _told(edge), edge.judgment.verdict
    is_complete = is_last and verdict is Verdict.COMPLETE
    return _first(
        (must > acknowledged + truth.unresolved[where], f"{must} are told as acknowledged, and {acknowledged} were"),
        (may > truth.tried[where], f"{may} are told as tried, and {truth.tried[where]} were"),
        (told.missing > most_lost, f"missing {told.missing}, and {most_lost} are lost"),
        (told.duplicate > truth.doubled[where], f"duplicate {told.duplicate}, and {truth.doubled[where]} are double"),
        (verdict is Verdict.CHANGED, "changed, and nobody has hashed anything"),
        (is_complete and must < acknowledged, f"complete with {must} acknowledged, and {acknowledged} were"),
        (is_complete and came != written, f"complete with {came} that arrived, and {written} are there"),
        (is_complete and bool(truth.lost[where]), f"complete, and {truth.lost[where]} are lost"),
    )


def _readers_fault(edge: Edge, truth: Truth, is_last: bool) -> str:
    window = edge.window
    there, handed, read = truth.in_log(window), truth.handed[window], truth.read[window]
    told, verdict = _told(edge), edge.judgment.verdict
    came = edge.arrived.least + edge.arrived.repeats
    is_complete = is_last and verdict is Verdict.COMPLETE
    return _first(
        (came > handed, f"{came} are told as handed out, and {handed} were"),
        (told.missing > there - read, f"missing {told.missing} of {there}, and {read} were read"),
        (told.duplicate > handed - read, f"duplicate {told.duplicate}, and {handed - read} were read again"),
        (verdict is Verdict.CHANGED, "changed, and nobody has hashed anything"),
        (is_complete and edge.sent.must != there, f"complete of {edge.sent.must}, and {there} are there"),
        (is_complete and not came == handed == read == there, f"complete with {came}; {handed} were handed out, {read} read of {there}"),
    )


def may_be_unknown(edge: Edge, deaths_ms: Iterable[int], ahead_ms: int, stops_ms: Iterable[tuple[int, int]] = ()) -> bool:
    """Whether a death is near a window of the present, or near the time at which it was told.

    :param ahead_ms: by so much clocks are wrong in it.
    :param stops_ms: when a broker was told to stop, and had started again: what it had counted at last it tells then, and who dies at
        that time may have counted in the same windows.
    """
    begins_ms, ends_ms = edge.window.start_ms - ahead_ms - CALM_BEFORE_MS, edge.window.end_ms + ahead_ms + CALM_BEFORE_MS
    for from_ms, to_ms in stops_ms:
        if begins_ms <= to_ms and from_ms <= ends_ms:
            ends_ms = max(ends_ms, to_ms + TOLD_AFTER_MS)
    return any(begins_ms - CALM_AFTER_MS <= death_ms <= ends_ms for death_ms in deaths_ms)


def verdict_counts(edges: Iterable[Edge]) -> dict[str, collections.Counter[str]]:
    """By who is compared with whom, for people."""
    found: dict[str, collections.Counter[str]] = {}
    for edge in edges:
        found.setdefault(f"{edge.sender} -> {edge.receiver}", collections.Counter())[edge.judgment.verdict.value] += 1
    return found


def is_present(edge: Edge, begun_ms: int, ended_ms: int) -> bool:
    """Whether a window is one of the time of the run, and neither of wrong clocks nor of late records."""
    return edge.window != UNTIMED and begun_ms <= edge.window.start_ms and edge.window.end_ms <= ended_ms
