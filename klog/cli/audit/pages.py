"""What ``klog audit`` prints, from a balance: tables and the heat map. How it ends: ``outcome``."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable, Iterable
from typing import Any

from klog.audit.balance import Balance
from klog.audit.heat_map import heat_map, text_lines, time_text
from klog.audit.ledger import Ledger
from klog.audit.numbers import Finding, NumberBook, NumberRanges, compare
from klog.audit.rows import Row, cell_rows, status_rows, window_rows
from klog.audit.windows import Window
from klog.cli.output import Column, Format, Output, number

_LATENCY = (
    number("p50_ms", wide=True),
    number("p99_ms"),
    number("p95_ms", wide=True),
    number("p99_9_ms", wide=True),
    number("skewed", wide=True),
)
STATUS = (
    Column("topic"),
    Column("from"),
    Column("to"),
    Column("verdict"),
    number("windows", "win"),
    number("complete", wide=True),
    number("sent"),
    number("arrived"),
    number("missing"),
    number("duplicate", "dup"),
    *_LATENCY,
    Column("datacenter", wide=True),
)
WINDOWS = (
    Column("window", "window UTC"),
    Column("from"),
    Column("to"),
    Column("verdict"),
    number("sent"),
    number("tried"),
    number("arrived"),
    number("missing"),
    number("duplicate", "dup"),
    *_LATENCY,
    Column("topic", wide=True),
    number("bucket_start", wide=True),
    number("bucket_end", wide=True),
    Column("why", wide=True),
)
CELLS = (
    Column("window", "window UTC"),
    Column("tier"),
    Column("name"),
    Column("application"),
    Column("principal"),
    number("count"),
    number("attempt"),
    number("failure"),
    number("repeated"),
    number("bytes"),
    Column("hash", wide=True),
    Column("guid", wide=True),
    *_LATENCY,
)
#: Columns that a table has only where one of the rows says something there.
_OPTIONAL: dict[str, Callable[[Row], bool]] = {
    **{name: operator.itemgetter(name) for name in ("name", "principal", "failure", "repeated", "bytes")},
    "attempt": lambda row: row["attempt"] not in (None, row["count"]),
    "tried": lambda row: row["tried"] != row["sent"],
    "p99_ms": lambda row: row["p99_ms"] is not None,
}
#: Characters of a day in a time.
_DAY = 10
_UNTIMED = time_text(-1)
NUMBERS = (Column("what"), Column("producer"), number("partition"), number("count"), Column("numbers"))
#: Ranges of numbers that a row tells.
_MOST_RANGES = 50


def status_page(out: Output, ledger: Ledger, balance: Balance) -> None:
    """A row for each pair of tiers, and the map."""
    out.rows("audit", STATUS, status_rows(balance), empty="Nothing was counted.")
    if out.format is Format.TABLE:
        out.line()
        for line in text_lines(heat_map(balance), out.width):
            out.line(line)
    tell_faults(out, ledger)


def tell_faults(out: Output, ledger: Ledger) -> None:
    """What stands in the topic that is none of ours, and who wanted to."""
    for forged in ledger.forged:
        who = f"the client {forged.application}" + (f" ({forged.principal})" if forged.principal else "")
        out.warn(f"{who} has tried to write {forged.batches} batch(es) to the audit topic in the name of others; brokers have refused them")
    if ledger.unreadable:
        out.warn(f"{ledger.unreadable} record(s) in the audit topic are no cells: {ledger.faults[0]}")


def show_page(out: Output, balance: Balance) -> None:
    """A row for each window."""
    rows = window_rows(balance)
    out.rows(
        "windows",
        _fitting(WINDOWS, rows),
        rows,
        empty="Nobody but brokers has counted anything here; klog audit status shows what they have.",
    )
    if out.format is Format.TABLE:
        for row in rows:
            if row["why"]:
                out.note(f"{row['window']}: {row['why']}")


def cells_page(out: Output, ledger: Ledger, topic: str, window: Window | None) -> None:
    """A row for each cell."""
    rows = cell_rows(ledger.cells, topic, window)
    out.rows("cells", _fitting(CELLS, rows), rows, empty="Nobody has counted anything here.")


def _fitting(columns: Iterable[Column], rows: list[Row]) -> list[Column]:
    """The columns, of which a table leaves out those that say nothing in any row, and the day where it is always the same."""
    fitting = [
        dataclasses.replace(one, wide=True) if one.name in _OPTIONAL and not any(map(_OPTIONAL[one.name], rows)) else one for one in columns
    ]
    days = {row["window"][:_DAY] for row in rows}
    if len(days) != 1 or _UNTIMED in days:
        return fitting
    [day] = days
    return [
        dataclasses.replace(one, heading=f"{day} UTC", show=lambda text: text[_DAY + 1 :]) if one.name == "window" else one
        for one in fitting
    ]


def number_rows(ledger: Ledger, book: NumberBook) -> list[dict[str, Any]]:
    """What is missing, double or elsewhere, by producer, partition and number."""
    delivered: dict[tuple[bytes, int], NumberRanges] = {}
    tried: dict[tuple[bytes, int], NumberRanges] = {}
    names: dict[bytes, str] = {}
    for key, cell in ledger.numbers.items():
        if key.topic == book.topic:
            delivered |= cell.delivered
            tried |= cell.tried
            names |= {incarnation: key.writer.application for incarnation, _ in (*cell.delivered, *cell.tried)}
    rows = []
    for finding in compare(delivered, tried, book):
        who = _producer(finding, names)
        for what in ("missing", "repeats", "unknown"):
            ranges: NumberRanges = getattr(finding, what)
            if ranges:
                told = {"missing": "missing", "repeats": "duplicate", "unknown": "not told by its producer"}[what]
                rows.append(
                    {"what": told, "producer": who, "partition": finding.partition, "count": len(ranges), "numbers": ranges_text(ranges)}
                )
    for stray in book.strays:
        who = names.get(stray.number.incarnation, "") or stray.number.incarnation.hex()
        rows.append(
            {
                "what": f"sent to {stray.number.topic}-{stray.number.partition}, stands at offset {stray.offset}",
                "producer": who,
                "partition": stray.partition,
                "count": 1,
                "numbers": str(stray.number.number),
            }
        )
    return rows


def _producer(finding: Finding, names: dict[bytes, str]) -> str:
    guid = finding.incarnation.hex()
    name = names.get(finding.incarnation)
    return f"{name} {guid}" if name else guid


def ranges_text(ranges: NumberRanges) -> str:
    """``17-18, 50``."""
    listed = list(ranges)
    text = ", ".join(str(start) if end == start + 1 else f"{start}-{end - 1}" for start, end in listed[:_MOST_RANGES])
    return text if len(listed) <= _MOST_RANGES else f"{text}, … ({len(listed)} ranges)"


def numbers_page(out: Output, ledger: Ledger, book: NumberBook) -> int:
    """What the numbers say; how many rows that is."""
    rows = number_rows(ledger, book)
    count = sum(map(len, book.seen.values()))
    empty = f"All {count} numbered records are where they were sent, once." if count else "No record of this topic is numbered."
    out.rows("numbers", NUMBERS, rows, empty=empty)
    if book.unnumbered:
        out.note(f"{book.unnumbered} record(s) of {book.topic} are not numbered")
    if book.strayed > len(book.strays):
        out.note(f"{book.strayed} record(s) in {book.topic} were sent elsewhere; the first {len(book.strays)} are shown")
    return len(rows)
