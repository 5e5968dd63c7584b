"""How ``klog audit`` ends: with which exit code, and which sentence."""

from __future__ import annotations

from collections.abc import Iterable

from klog.audit.balance import Balance
from klog.audit.cells import Tier
from klog.audit.heat_map import time_text
from klog.audit.rows import why
from klog.audit.sides import Side
from klog.audit.verdicts import EXIT_MISSING, EXIT_UNKNOWN, Verdict, exit_code, worst
from klog.cli.audit.topic_reader import unknown
from klog.cli.exit_codes import CommandFailed, usage


def side_named(text: str) -> Side:
    """Who is meant by ``--expect``: a tier, a blank, and a name.

    :raises CommandFailed: nobody.
    """
    word, _, name = text.partition(" ")
    try:
        tier = Tier(word)
    except ValueError:
        tier = Tier.BROKER
    if tier is Tier.BROKER or not name:
        tiers = ", ".join(one.value for one in Tier if one is not Tier.BROKER)
        raise usage(f'--expect {text!r:.200} is nobody: a tier ({tiers}), a blank and a name are needed, as in "sink hourly"')
    return Side(tier, name)


def end(balance: Balance, topics: Iterable[str] = (), expected: Iterable[Side] = ()) -> None:
    """End as the verdicts say.

    :param topics: those that were asked for by name; one of which nothing could be judged is not known.
    :param expected: who has to be compared in these topics, or in any where none is named.
    :raises CommandFailed: something is missing (1), or it is not known (2).
    """
    verdicts = [edge.judgment.verdict for edge in balance.edges]
    code = exit_code(verdicts)
    if code == EXIT_MISSING:
        bad = [edge.judgment for edge in balance.edges if edge.judgment.verdict in (Verdict.MISSING, Verdict.DUPLICATE, Verdict.CHANGED)]
        missing, duplicate = sum(one.missing for one in bad), sum(one.duplicate for one in bad)
        windows = f"{len(bad)} window{'' if len(bad) == 1 else 's'}"
        raise CommandFailed(f"{worst(verdicts).value}: {missing} missing and {duplicate} duplicate records in {windows}")
    absent = _absent_text(balance, sorted(topics), expected)
    if absent:
        raise unknown(absent)
    if code == EXIT_UNKNOWN:
        if Verdict.UNKNOWN in verdicts:
            raise unknown(_unknown_text(balance))
        raise unknown(f"unknown: no window is over in which both ends have counted{_next_text(balance)}")
    silent = sorted(set(topics) - {edge.topic for edge in balance.edges if edge.judgment.verdict is Verdict.COMPLETE})
    if silent:
        raise unknown(f"unknown: no window of {', '.join(silent)} is over in which both ends have counted")


def _absent_text(balance: Balance, topics: list[str], expected: Iterable[Side]) -> str:
    """Who of these is compared nowhere; empty where all are. Who has never run has never said that it takes anything."""
    seen: dict[Side, set[str]] = {}
    for edge in balance.edges:
        if edge.judgment.verdict not in (Verdict.OPEN, Verdict.LATE):
            for side in (edge.sender, edge.receiver):
                seen.setdefault(side, set()).add(edge.topic)
    for side in expected:
        where = [topic for topic in topics if topic not in seen.get(side, ())]
        if where or side not in seen:
            names = f"of {', '.join(where)} " if where else ""
            return f"unknown: {side} is compared in no window {names}that is over: it has never run, or does not count, or has only begun"
    return ""


def _unknown_text(balance: Balance) -> str:
    """Why the first window that is unknown is so, and how many are."""
    edges = sorted((edge for edge in balance.edges if edge.judgment.verdict is Verdict.UNKNOWN), key=lambda edge: edge.window)
    first = edges[0]
    others = f"; so are {len(edges) - 1} more, klog audit show tells why" if len(edges) > 1 else ""
    return f"unknown: {first.topic}, window {time_text(first.window.start_ms)}: {why(first)}{others}"


def _next_text(balance: Balance) -> str:
    """When there may be something to say."""
    ends_ms = [edge.window.end_ms for edge in balance.edges if edge.judgment.verdict is Verdict.OPEN]
    return f"; the next is over at {time_text(min(ends_ms))}, UTC" if ends_ms else ""
