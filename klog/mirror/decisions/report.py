"""What is shown of mirrors, as rows that are JSON as they stand: pure functions of the picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import CopyRecord
from klog.mirror.decisions.states import CopyState, TopicState

#: What of a topic's copies is shown for the topic, the worst first.
_WORST = (CopyState.STOPPED, CopyState.WAITING, CopyState.COPYING, CopyState.LEVEL)


def _copies(link: LinkPicture, topic: str) -> list[CopyRecord]:
    return [copy for (name, _), copy in sorted(link.copies.items()) if name == topic]


def _lag(copies: Iterable[CopyRecord]) -> int | None:
    lags = [copy.lag for copy in copies]
    return None if not lags or min(lags) < 0 else sum(lags)


def _behind_s(copies: Iterable[CopyRecord]) -> float | None:
    ages = [copy.lag_ms for copy in copies]
    return None if not ages or min(ages) < 0 else max(ages) / 1000


def _sum(ranges: Iterable[tuple[int, int]]) -> int:
    return sum(last - first for first, last in ranges)


def topic_row(link: LinkPicture, name: str) -> dict[str, Any]:
    """One mirrored topic."""
    record = link.topics[name]
    copies = _copies(link, name)
    state, reason = record.state.value, record.reason
    if record.state.is_copied:
        worst = min(copies, key=lambda copy: _WORST.index(copy.state), default=None)
        if worst is None:
            reason = "no broker has said anything of it yet"
        elif worst.state in (CopyState.STOPPED, CopyState.WAITING):
            count = sum(copy.state is worst.state for copy in copies)
            state = f"{state}, {count} of {len(copies)} {worst.state.value}"
            reason = worst.reason
    shown = copies if record.state.is_read_only else []
    return {
        "topic": name,
        "state": state,
        "partitions": len(copies),
        "records_behind": _lag(shown),
        "seconds_behind": _behind_s(shown),
        "lost": sum(_sum(copy.lost) for copy in copies),
        "cut": sum(_sum(copy.cut) for copy in copies),
        "lost_or_cut_earlier": sum(copy.earlier for copy in copies),
        "reason": reason,
    }


def partition_rows(link: LinkPicture, name: str) -> list[dict[str, Any]]:
    """Each partition of a mirrored topic."""
    return [
        {
            "topic": name,
            "partition": number,
            "state": copy.state.value,
            "broker": copy.broker,
            "end": copy.end,
            "source_end": None if copy.source_end < 0 else copy.source_end,
            "records_behind": None if copy.lag < 0 else copy.lag,
            "seconds_behind": None if copy.lag_ms < 0 else copy.lag_ms / 1000,
            "lost": [list(one) for one in copy.lost],
            "cut": [list(one) for one in copy.cut],
            "reason": copy.reason,
        }
        for (topic, number), copy in sorted(link.copies.items())
        if topic == name
    ]


def _trouble(link: LinkPicture) -> str:
    """Why nothing is done for the link, though it should be."""
    return "" if link.definition is None or link.definition.is_paused else link.trouble


def link_row(name: str, link: LinkPicture) -> dict[str, Any]:
    """One link with all its topics together."""
    assert link.definition is not None
    topics = [topic_row(link, topic) for topic in sorted(link.topics)]
    mirrored = [copy for (topic, _), copy in link.copies.items() if topic in link.topics and link.topics[topic].state.is_read_only]
    stopped = sum(record.state is TopicState.STOPPED for record in link.topics.values())
    stopped += sum(copy.state is CopyState.STOPPED for copy in mirrored)
    if link.definition.is_paused:
        state = "paused"
    elif not link.source_id:
        state = "not connected yet"
    else:
        state = "waiting" if link.trouble else "active"
        if stopped:
            state = f"{state}, {stopped} stopped"
    return {
        "link": name,
        "source": link.definition.bootstrap,
        "state": state,
        "topics": len(topics),
        "partitions": len(mirrored),
        "records_behind": _lag(mirrored),
        "seconds_behind": _behind_s(mirrored),
        "lost": sum(row["lost"] for row in topics),
        "cut": sum(row["cut"] for row in topics),
        "reason": _trouble(link),
    }


def link_facts(name: str, link: LinkPicture) -> dict[str, Any]:
    """What a link is."""
    definition = link.definition
    assert definition is not None
    return {
        "link": name,
        "source": definition.bootstrap,
        "source_cluster": link.source_id or None,
        "state": link_row(name, link)["state"],
        "reason": _trouble(link) or None,
        "topics": " ".join(definition.topics),
        "groups": " ".join(definition.groups) or "none",
        "on_loss": definition.on_loss.value,
        "never_configs": " ".join(definition.never_configs) or "none",
        "audit": "counted" if definition.audit_window_ms else "not counted",
    }


def end_rows(name: str, report: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What was so of each partition when its topic was promoted or failed over."""
    return [
        {
            "topic": name,
            "partition": row.get("partition"),
            "end": row.get("end"),
            "source_end": None if row.get("source_end", -1) < 0 else row["source_end"],
            "missing": None if row.get("missing", -1) < 0 else row["missing"],
            "lost": row.get("lost", 0),
            "open_transactions": len(row.get("open", ())),
            "aborted": list(row.get("open", ())),
        }
        for row in report
    ]
