"""How many rows lie in which window of the audit (`klog.audit.windows`), counted by Arrow, and the cells that this makes.

Timestamps are whatever somebody has sent: beyond `MOST_WINDOWS` of one task, rows are counted without a window.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from klog.audit.cell_records import cell_record
from klog.audit.cells import REST_SUFFIX, Cell, CellKey, Piece, Writer
from klog.audit.windows import END_MS, FIRST_MS, UNTIMED, Window, window_of

#: A task counts in so many windows of their own: ten minutes each, 69 days.
MOST_WINDOWS = 10_000
#: Stands for all others, of which is only known that they are somewhere.
ELSEWHERE = Window(-2, -2)


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


def named_windows(counts: Mapping[int, int], window_ms: int) -> tuple[tuple[int, int, int], ...]:
    """What `count_windows` has counted, as the ledger keeps it."""
    return tuple(
        (*(ELSEWHERE if start_ms == ELSEWHERE.start_ms else window_of(start_ms, window_ms)), count)
        for start_ms, count in sorted(counts.items())
    )


def window_cells(
    writer: Writer, counts: Iterable[tuple[str, int, int, int]], now_ms: int, host: str, piece: Piece | None = None
) -> list[tuple[bytes, bytes]]:
    """Records for the audit's topic, one for each topic and window.

    :param counts: (topic, start and end of the window in ms, rows), the windows as `named_windows` has them.
    :param piece: of which work they are, where they are named by that.
    """
    sums: dict[tuple[str, int, int], int] = {}
    for topic, start_ms, end_ms, count in counts:
        where = (topic, start_ms, end_ms)
        sums[where] = sums.get(where, 0) + count
    told: list[tuple[bytes, bytes]] = []
    for (topic, start_ms, end_ms), count in sorted(sums.items()):
        window = Window(start_ms, end_ms)
        if window == ELSEWHERE:
            cell = Cell(CellKey(writer._replace(guid=writer.guid + REST_SUFFIX), topic, UNTIMED))
        else:
            cell = Cell(CellKey(writer, topic, window))
        cell.count, cell.revision, cell.piece = count, 1, piece
        told.append(cell_record(cell, now_ms, host))
    return told
