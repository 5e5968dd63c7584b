"""How many rows lie in which window of the audit (`klog.audit.windows`), counted by Arrow, the sums of their hashes where these are asked
for (`klog.audit.record_hash`, a row at a time), and the cells that this makes.

Timestamps are whatever somebody has sent: beyond `MOST_WINDOWS` of one task, rows are counted without a window.

Arrow has text in Unicode only. The name of a header that is none stands there with another character in its place: a window with such a row
has no hash, and nothing is compared with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from klog.audit.cell_records import cell_record
from klog.audit.cells import HASH_MASK, REST_SUFFIX, Cell, CellKey, Piece, Writer
from klog.audit.record_hash import record_hash
from klog.audit.windows import END_MS, FIRST_MS, UNTIMED, Window, window_of

#: A task counts in so many windows of their own: ten minutes each, 69 days.
MOST_WINDOWS = 10_000
#: Stands for all others, of which is only known that they are somewhere.
ELSEWHERE = Window(-2, -2)
#: Columns of a record that its hash is made of.
HASHED = ("key", "value", "timestamp", "headers")
#: What Arrow has in place of a byte that is no text.
_UNREADABLE = "\N{REPLACEMENT CHARACTER}"

#: Start and end of a window in ms, rows, and the sum of their hashes where all have one.
CountedWindow = tuple[int, int, int] | tuple[int, int, int, int]


def count_windows(counts: dict[int, int], timestamps: Any, window_ms: int) -> None:
    """Add to `counts`, by the start of their window in ms (-1: without a usable time; -2: one of those beyond `MOST_WINDOWS`), how many of
    `timestamps` lie there.

    :param timestamps: an Arrow array of microseconds.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    values = timestamps.cast(pa.int64())
    bounds = pc.min_max(values)
    first, last = (window_of(bounds[name].as_py() // 1000, window_ms).start_ms for name in ("min", "max"))
    # Those without a usable time may lie on both sides of those that have one.
    if first == last and first >= 0 and (first in counts or len(counts) < MOST_WINDOWS):
        counts[first] = counts.get(first, 0) + len(values)
        return
    timed = values.filter(pc.and_(pc.greater_equal(values, FIRST_MS * 1000), pc.less(values, END_MS * 1000)))
    if len(timed) < len(values):
        counts[-1] = counts.get(-1, 0) + len(values) - len(timed)
    for entry in pc.value_counts(pc.divide(timed, window_ms * 1000)).to_pylist():
        start_ms = entry["values"] * window_ms
        if start_ms not in counts and len(counts) >= MOST_WINDOWS:
            start_ms = ELSEWHERE.start_ms
        counts[start_ms] = counts.get(start_ms, 0) + entry["counts"]


def hash_windows(hashes: dict[int, int | None], counts: Mapping[int, int], batch: Any, window_ms: int) -> None:
    """Add to `hashes`, by the start of their window as `count_windows` has them, the hashes of a batch's rows; None: they have none.

    :param counts: in which the batch is counted.
    :param batch: with the columns of `HASHED`, as they stood in the log.
    """
    import pyarrow as pa

    times = batch.column("timestamp").cast(pa.int64()).to_pylist()
    keys, values, headers = (batch.column(name).to_pylist() for name in ("key", "value", "headers"))
    for time_us, key, value, pairs in zip(times, keys, values, headers, strict=True):
        timestamp_ms = time_us // 1000
        start_ms = window_of(timestamp_ms, window_ms).start_ms
        if start_ms not in counts:
            start_ms = ELSEWHERE.start_ms
        total = hashes.setdefault(start_ms, 0)
        named = [(pair["key"], pair["value"]) for pair in pairs or ()]
        if total is None or any(_UNREADABLE in name for name, _ in named):
            hashes[start_ms] = None
        else:
            hashes[start_ms] = (total + record_hash(timestamp_ms, key, value, named)) & HASH_MASK


def counted_windows(counts: Mapping[int, int], window_ms: int, hashes: Mapping[int, int | None] | None = None) -> tuple[CountedWindow, ...]:
    """What `count_windows` and `hash_windows` have found, as the ledger keeps it."""
    found: list[CountedWindow] = []
    for start_ms, count in sorted(counts.items()):
        window = ELSEWHERE if start_ms == ELSEWHERE.start_ms else window_of(start_ms, window_ms)
        total = None if hashes is None else hashes.get(start_ms)
        found.append((*window, count) if total is None else (*window, count, total))
    return tuple(found)


def window_cells(
    writer: Writer, counts: Iterable[tuple[str, CountedWindow]], now_ms: int, host: str, piece: Piece | None = None
) -> list[tuple[bytes, bytes]]:
    """Records for the audit's topic, one for each topic and window.

    :param counts: topics, and windows as `counted_windows` has them.
    :param piece: of which work they are, where they are named by that.
    """
    cells: dict[tuple[str, Window], Cell] = {}
    for topic, (start_ms, end_ms, count, *hashed) in counts:
        window = Window(start_ms, end_ms)
        cell = cells.get((topic, window))
        if cell is None:
            if window == ELSEWHERE:
                cell = Cell(CellKey(writer._replace(guid=writer.guid + REST_SUFFIX), topic, UNTIMED))
            else:
                cell = Cell(CellKey(writer, topic, window))
            cell.revision, cell.piece = 1, piece
            cells[topic, window] = cell
        cell.count += count
        for total in hashed:
            cell.add_hash(total, count)
    return [cell_record(cells[place], now_ms, host) for place in sorted(cells)]
