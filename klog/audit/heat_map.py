"""The audit at a glance: topics down, windows across, a square for each with the worst verdict on it. Pure; who draws it says how.

`heat_map` makes the squares, `text_lines` one character of each for a terminal, `svg` a drawing that stands for itself.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from klog.audit.balance import Balance
from klog.audit.verdicts import Verdict, worst
from klog.audit.windows import UNTIMED, Window

#: Windows in a map, the youngest; columns.
MOST_WINDOWS = 144

#: In a terminal without colours.
SYMBOLS = {
    Verdict.COMPLETE: "=",
    Verdict.OPEN: "o",
    Verdict.LATE: "~",
    Verdict.MISSING: "M",
    Verdict.DUPLICATE: "D",
    Verdict.CHANGED: "C",
    Verdict.UNKNOWN: "?",
}
#: Of records that only brokers have counted, and of none.
COUNTED, EMPTY = ".", " "

#: Told apart by those who see no red and green, too (Okabe and Ito).
_COLOURS = {
    Verdict.COMPLETE: "#009e73",
    Verdict.OPEN: "#56b4e9",
    Verdict.LATE: "#f0e442",
    Verdict.MISSING: "#d55e00",
    Verdict.DUPLICATE: "#cc79a7",
    Verdict.CHANGED: "#000000",
    Verdict.UNKNOWN: "#999999",
}
_COUNTED_COLOUR = "#dddddd"
_SQUARE, _LEFT, _TOP = 14, 220, 40


class Square(NamedTuple):
    """One topic in one window."""

    #: None: brokers have counted it, and nobody else.
    verdict: Verdict | None
    #: Records that the brokers have counted.
    records: int
    missing: int
    duplicate: int


class HeatMap(NamedTuple):
    """See the module."""

    topics: tuple[str, ...]
    #: Rising; records without a usable time are not in it.
    windows: tuple[Window, ...]
    #: By number of the topic and of the window; None: nothing was counted.
    squares: tuple[tuple[Square | None, ...], ...]


def heat_map(balance: Balance, *, most_windows: int = MOST_WINDOWS) -> HeatMap:
    """The squares of what was judged and counted."""
    verdicts: dict[tuple[str, Window], list[Verdict]] = {}
    sums: dict[tuple[str, Window], list[int]] = {}
    for edge in balance.edges:
        place = (edge.topic, edge.window)
        verdicts.setdefault(place, []).append(edge.judgment.verdict)
        counts = sums.setdefault(place, [0, 0, 0])
        counts[0] = max(counts[0], edge.sent.must, edge.arrived.least)
        counts[1] += edge.judgment.missing
        counts[2] += edge.judgment.duplicate
    for unaudited in balance.unaudited:
        sums.setdefault((unaudited.topic, unaudited.window), [0, 0, 0])[0] += unaudited.count
    places = [place for place in sums if place[1] != UNTIMED]
    topics = tuple(sorted({topic for topic, _ in places}))
    windows = tuple(sorted({window for _, window in places})[-most_windows:])

    def square(topic: str, window: Window) -> Square | None:
        counts = sums.get((topic, window))
        if counts is None:
            return None
        judged = verdicts.get((topic, window))
        return Square(worst(judged) if judged else None, *counts)

    return HeatMap(topics, windows, tuple(tuple(square(topic, window) for window in windows) for topic in topics))


def symbol(square: Square | None) -> str:
    """One character for it."""
    if square is None:
        return EMPTY
    return COUNTED if square.verdict is None else SYMBOLS[square.verdict]


def time_text(start_ms: int) -> str:
    """When a window begins, in UTC."""
    if start_ms < 0:
        return "untimed"
    return datetime.datetime.fromtimestamp(start_ms / 1000, datetime.UTC).strftime("%Y-%m-%d %H:%M:%S")


def text_lines(map_: HeatMap, width: int) -> list[str]:
    """The map for a terminal of `width` columns: the youngest windows that fit, and what the characters mean."""
    if not map_.topics:
        return ["nothing was counted"]
    longest = max(len(topic) for topic in map_.topics)
    name_width = min(longest, max(8, width // 3))
    columns = max(1, width - name_width - 1)
    first = max(0, len(map_.windows) - columns)
    lines = [f"{time_text(map_.windows[first].start_ms)} to {time_text(map_.windows[-1].end_ms)}, UTC"]
    for topic, squares in zip(map_.topics, map_.squares, strict=True):
        name = topic if len(topic) <= name_width else topic[: name_width - 1] + "…"
        lines.append(f"{name:<{name_width}} {''.join(map(symbol, squares[first:]))}".rstrip())
    lines.append(legend(square.verdict for row in map_.squares for square in row[first:] if square is not None))
    return lines


def legend(verdicts: Iterable[Verdict | None]) -> str:
    """What the characters mean that are in a map."""
    found = set(verdicts)
    parts = [f"{SYMBOLS[verdict]} {verdict.value}" for verdict in Verdict if verdict in found]
    if None in found:
        parts.append(f"{COUNTED} counted by brokers only")
    return "  ".join(parts)


def svg(map_: HeatMap) -> str:
    """The map as a drawing."""
    width = _LEFT + max(len(map_.windows), 30) * _SQUARE + 20
    height = _TOP + len(map_.topics) * _SQUARE + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11">',
        "<title>The audit: topics and windows</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    if map_.windows:
        ends = f"{time_text(map_.windows[0].start_ms)} to {time_text(map_.windows[-1].end_ms)}, UTC"
        parts.append(f'<text x="{_LEFT}" y="{_TOP - 14}">{escape(ends)}</text>')
    for row, (topic, squares) in enumerate(zip(map_.topics, map_.squares, strict=True)):
        y = _TOP + row * _SQUARE
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 11}" text-anchor="end">{escape(_printable(topic[:34]))}</text>')
        for column, (window, square) in enumerate(zip(map_.windows, squares, strict=True)):
            if square is None:
                continue
            colour = _COUNTED_COLOUR if square.verdict is None else _COLOURS[square.verdict]
            x = _LEFT + column * _SQUARE
            parts.append(
                f'<rect x="{x}" y="{y}" width="{_SQUARE - 2}" height="{_SQUARE - 2}" fill={quoteattr(colour)}>'
                f"<title>{escape(_printable(f'{topic} {time_text(window.start_ms)}: {sentence(square)}'))}</title></rect>"
            )
    x = _LEFT
    y = height - 26
    for verdict in Verdict:
        parts.append(f'<rect x="{x}" y="{y}" width="12" height="12" fill="{_COLOURS[verdict]}"/>')
        parts.append(f'<text x="{x + 16}" y="{y + 10}">{verdict.value}</text>')
        x += 26 + 7 * len(verdict.value)
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def sentence(square: Square) -> str:
    """What a square says."""
    if square.verdict is None:
        return f"{square.records} records, counted by brokers only"
    text = f"{square.verdict.value}, {square.records} records"
    if square.missing:
        text += f", {square.missing} missing"
    if square.duplicate:
        text += f", {square.duplicate} duplicate"
    return text


def _printable(text: str) -> str:
    """Without what XML cannot carry."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
