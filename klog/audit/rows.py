"""What the audit says, as rows that are JSON as they stand: the command prints them, and a page may show the same. Pure."""

from __future__ import annotations

from typing import Any

from klog.audit.balance import Balance, Edge
from klog.audit.cells import Cell, Tier
from klog.audit.heat_map import time_text
from klog.audit.latencies import Latencies
from klog.audit.verdicts import Verdict, worst
from klog.audit.windows import Window

Row = dict[str, Any]
_SHARES = {"p50_ms": 0.5, "p95_ms": 0.95, "p99_ms": 0.99, "p99_9_ms": 0.999}


def _latency_columns(latencies: Latencies) -> Row:
    columns: Row = {name: latencies.percentile_ms(share) for name, share in _SHARES.items()}
    columns["skewed"] = latencies.skewed
    return columns


def status_rows(balance: Balance) -> list[Row]:
    """A row for each topic and pair of tiers, and for each client that brokers alone have counted."""
    grouped: dict[tuple[str, str, str, str], list[Edge]] = {}
    for edge in balance.edges:
        grouped.setdefault((edge.datacenter, edge.topic, str(edge.sender), str(edge.receiver)), []).append(edge)
    rows = []
    for (datacenter, topic, sender, receiver), edges in sorted(grouped.items()):
        latencies = Latencies()
        for edge in edges:
            latencies.merge(edge.latencies)
        rows.append(
            {
                "topic": topic,
                "from": sender,
                "to": receiver,
                "verdict": worst([edge.judgment.verdict for edge in edges]).value,
                "windows": len(edges),
                "complete": sum(edge.judgment.verdict is Verdict.COMPLETE for edge in edges),
                "sent": sum(edge.sent.must for edge in edges),
                "arrived": sum(edge.arrived.least for edge in edges),
                "missing": sum(edge.judgment.missing for edge in edges if _is_told(edge)),
                "duplicate": sum(edge.judgment.duplicate for edge in edges if _is_told(edge)),
                "datacenter": datacenter,
                **_latency_columns(latencies),
            }
        )
    counts: dict[tuple[str, str, str, str], tuple[int, int, Latencies]] = {}
    for one in balance.unaudited:
        place = (one.datacenter, one.topic, one.application, one.principal)
        windows, count, latencies = counts.get(place, (0, 0, Latencies()))
        latencies.merge(one.latencies)
        counts[place] = windows + 1, count + one.count, latencies
    for (datacenter, topic, application, principal), (windows, count, latencies) in sorted(counts.items()):
        rows.append(
            {
                "topic": topic,
                "from": f"client {application}" + (f" as {principal}" if principal else ""),
                "to": "broker",
                "verdict": "counted",
                "windows": windows,
                "complete": None,
                "sent": None,
                "arrived": count,
                "missing": None,
                "duplicate": None,
                "datacenter": datacenter,
                **_latency_columns(latencies),
            }
        )
    return rows


def _is_told(edge: Edge) -> bool:
    """Whether what is missing in it is told: not while it may still come."""
    return edge.judgment.verdict not in (Verdict.OPEN, Verdict.LATE)


def window_rows(balance: Balance) -> list[Row]:
    """A row for each window and pair of tiers."""
    rows = []
    for edge in sorted(balance.edges, key=lambda edge: (edge.window, edge.topic, str(edge.sender), str(edge.receiver))):
        rows.append(
            {
                "topic": edge.topic,
                "window": time_text(edge.window.start_ms),
                "bucket_start": edge.window.start_ms,
                "bucket_end": edge.window.end_ms,
                "from": str(edge.sender),
                "to": str(edge.receiver),
                "verdict": edge.judgment.verdict.value,
                "sent": edge.sent.must,
                "tried": edge.sent.may,
                "arrived": edge.arrived.least,
                "missing": edge.judgment.missing,
                "duplicate": edge.judgment.duplicate,
                "why": why(edge),
                **_latency_columns(edge.latencies),
            }
        )
    return rows


def why(edge: Edge) -> str:
    """The reason for a verdict that is not plain from the numbers, in a sentence; empty where there is none."""
    if edge.judgment.verdict is not Verdict.UNKNOWN:
        return ""
    if edge.arrived.most is None and not edge.arrived.least and edge.receiver.tier is Tier.BROKER:
        return f"a broker has not said all, or none counts: no record is known to have arrived, and at least {edge.sent.must} were sent"
    if edge.arrived.most is None:
        return f"a writer of {edge.receiver} has not said all: at least {edge.arrived.least} records arrived"
    if edge.begun_late:
        late = " and ".join(map(str, edge.begun_late))
        return (
            f"{late} began to count later than the window did: {edge.arrived.least} of {edge.sent.must} records are known to have arrived"
        )
    if edge.has_left:
        return f"{edge.receiver} has given the topic up: {edge.arrived.least} of {edge.sent.must} records are known to have arrived"
    if not edge.sent.is_final and edge.sender.tier is Tier.BROKER and edge.sent.may > edge.sent.must:
        doubtful = edge.sent.may - edge.sent.must
        return (
            f"{edge.arrived.least} of {edge.sent.may} records arrived; up to {doubtful} are of transactions, which may be aborted, "
            "or were not committed when their broker spoke last"
        )
    if not edge.sent.is_final:
        return f"a writer of {edge.sender} has not said all: {edge.arrived.least} records arrived, at least {edge.sent.must} were sent"
    return f"{edge.arrived.least} to {edge.arrived.most} of {edge.sent.must} records arrived: not all that was counted can be told apart"


def cell_rows(cells: list[Cell], topic: str, window: Window | None) -> list[Row]:
    """What each writer has counted of a topic, in a window or in all."""
    rows = []
    for cell in sorted(cells, key=_order):
        key = cell.key
        if key.topic != topic or (window is not None and not (key.window.start_ms < window.end_ms and window.start_ms < key.window.end_ms)):
            continue
        writer = key.writer
        is_producer = writer.tier is Tier.PRODUCER
        rows.append(
            {
                "window": time_text(key.window.start_ms),
                "tier": writer.tier.value,
                "name": writer.name,
                "application": writer.application,
                "principal": writer.principal,
                "guid": writer.guid,
                "count": cell.standing,
                "attempt": cell.attempt if is_producer else None,
                "failure": cell.failure if is_producer else None,
                "repeated": cell.repeated,
                "bytes": cell.size_bytes,
                "hash": f"{cell.hash:016x}" if cell.hashed else None,
                **_latency_columns(cell.latencies),
            }
        )
    return rows


def _order(cell: Cell) -> tuple[Window, str, str, str, str, str]:
    writer = cell.key.writer
    return cell.key.window, writer.tier.value, writer.name, writer.application, writer.principal, writer.guid
