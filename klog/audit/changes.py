"""What has changed between two looks at the books: alarms, and that all is well again. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from klog.audit.balance import Balance, Edge
from klog.audit.heat_map import time_text
from klog.audit.rows import why
from klog.audit.sides import Side
from klog.audit.verdicts import Judgment, Verdict
from klog.audit.windows import Window

#: What somebody has to hear of.
ALARMING = frozenset({Verdict.MISSING, Verdict.DUPLICATE, Verdict.CHANGED, Verdict.UNKNOWN})


class EdgeName(NamedTuple):
    """Which window between whom."""

    datacenter: str
    topic: str
    window: Window
    sender: Side
    receiver: Side


def judgments(balance: Balance) -> dict[EdgeName, Judgment]:
    """The verdicts by name."""
    return {_name(edge): edge.judgment for edge in balance.edges}


def changes(before: Mapping[EdgeName, Judgment], balance: Balance) -> list[tuple[bool, str]]:
    """(whether it is an alarm, a sentence) for each verdict that has become alarming, or another one, or well again."""
    found = []
    for edge in balance.edges:
        was, now = before.get(_name(edge)), edge.judgment
        if was == now:
            continue
        if now.verdict in ALARMING:
            found.append((True, sentence(edge)))
        elif now.verdict is Verdict.COMPLETE and was is not None and was.verdict in ALARMING:
            found.append((False, sentence(edge)))
    return found


def sentence(edge: Edge) -> str:
    """A verdict as a line of a log."""
    judgment = edge.judgment
    parts = [judgment.verdict.value]
    if judgment.verdict in (Verdict.MISSING, Verdict.DUPLICATE):
        numbers = (judgment.missing, "missing"), (judgment.duplicate, "duplicate")
        parts = [f"{count} {what}" for count, what in numbers if count]
    text = f"{edge.topic} {time_text(edge.window.start_ms)}: {' and '.join(parts)} from {edge.sender} to {edge.receiver}"
    reason = why(edge)
    return f"{text} ({reason})" if reason else text


def _name(edge: Edge) -> EdgeName:
    return EdgeName(edge.datacenter, edge.topic, edge.window, edge.sender, edge.receiver)
