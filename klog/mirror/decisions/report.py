"""What is shown of mirrors, as rows that are JSON as they stand: pure functions of the picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from klog.mirror.decisions.carried import SyncState
from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import CopyRecord
from klog.mirror.decisions.states import CopyState, TopicState

#: What of a topic's copies is shown for the topic, the worst first.
_WORST = (CopyState.STOPPED, CopyState.WAITING, CopyState.COPYING, CopyState.LEVEL)


#: Said of a topic as long as nothing worse is (`klog.mirror.lateness`).
LATE = "it came late: keys that were deleted at the source may be here still; `klog mirror verify` finds them"


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


def topics_of(link: LinkPicture) -> list[str]:
    """Those that are mirrored, and those that wait to be."""
    return sorted(link.topics.keys() | link.waiting.keys())


def topic_row(link: LinkPicture, name: str) -> dict[str, Any]:
    """One of `topics_of`."""
    record = link.topics.get(name)
    copies = _copies(link, name)
    waits_for = link.waiting.get(name, "")
    state, reason = ("waiting", waits_for) if record is None else (record.state.value, record.reason or waits_for)
    if record is not None and record.state.is_copied:
        worst = min(copies, key=lambda copy: _WORST.index(copy.state), default=None)
        if worst is None:
            reason = waits_for or "no broker has said anything of it yet"
        elif worst.state in (CopyState.STOPPED, CopyState.WAITING):
            count = sum(copy.state is worst.state for copy in copies)
            state = f"{state}, {count} of {len(copies)} {worst.state.value}"
            reason = worst.reason
    if not reason and any(copy.late_ms for copy in copies):
        reason = LATE
    shown = copies if record is not None and record.state.is_read_only else []
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
            "late_seconds": copy.late_ms / 1000 if copy.late_ms else None,
            "reason": copy.reason,
        }
        for (topic, number), copy in sorted(link.copies.items())
        if topic == name
    ]


def _trouble(link: LinkPicture) -> str:
    """Why nothing is done for the link, though it should be."""
    return "" if link.definition is None or link.definition.is_paused else link.trouble


def _first_that_waits(link: LinkPicture) -> str:
    if not link.waiting or link.definition is None or link.definition.is_paused:
        return ""
    topic, reason = min(link.waiting.items())
    return f"{topic}: {reason}"


def link_row(name: str, link: LinkPicture) -> dict[str, Any]:
    """One link with all its topics together."""
    assert link.definition is not None
    topics = [topic_row(link, topic) for topic in topics_of(link)]
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
        if link.waiting and not link.trouble:
            state = f"{state}, {len(link.waiting)} waiting"
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
        "reason": _trouble(link) or _first_that_waits(link),
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
        "acls": " ".join(definition.acls) or "none",
        "users": " ".join(definition.users) or "none",
        "audit": "counted" if definition.audit_window_ms else "not counted",
    }


def carried_rows(link: LinkPicture) -> list[dict[str, Any]]:
    """What the link carries beside the data, kind by kind, and what of it not."""
    return [
        {
            "kind": name,
            "carried": state.carried,
            "held_back": state.held,
            "reason": _reason(state),
            "problems": list(state.problems),
            "more_problems": state.more,
        }
        for name, state in link.synced.items()
    ]


def _reason(state: SyncState) -> str:
    if not state.problems:
        return ""
    more = len(state.problems) - 1 + state.more
    return f"{state.problems[0]} (and {more} more)" if more else state.problems[0]


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
            "open_transactions": row.get("open_count", len(row.get("open", ()))),
            "aborted": list(row.get("open", ())),
        }
        for row in report
    ]
