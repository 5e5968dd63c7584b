"""The ratios as a sketch for a terminal: a line each, around 1.

::

    2014.one produce.rate : kafka        ·········│··├──●──┤····   1.40 (1.32–1.45)  better
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from klog.cli.formatting import shortened
from klog.cli.suite.report.comparisons import Comparison

WIDTH = 33


def place(value: float, widest: float, width: int = WIDTH) -> int:
    """The column of a ratio on a logarithmic scale from 1/`widest` to `widest`; 1 is in the middle."""
    if value <= 0:
        return 0
    share = math.log(value) / math.log(widest)
    return round((width - 1) * (1 + max(-1.0, min(1.0, share))) / 2)


def strip(low: float, middle: float, high: float, widest: float, width: int = WIDTH) -> str:
    """The dot and its interval."""
    cells = ["·"] * width
    cells[width // 2] = "│"
    left, at, right = (place(value, widest, width) for value in (low, middle, high))
    for column in range(left, right + 1):
        cells[column] = "─"
    cells[left], cells[right] = "├", "┤"
    cells[at] = "●"
    return "".join(cells)


def sketch(comparisons: Sequence[Comparison], width: int = 80) -> str:
    """All of them, a line each; "" of none."""
    if not comparisons:
        return ""
    widest = max([2.0] + [max(one.ratio.high, 1 / one.ratio.low) for one in comparisons if one.ratio.low > 0])
    strip_width = max(11, min(WIDTH, width - 68) | 1)
    names = [f"{one.load} {one.figure} : {one.versus}" for one in comparisons]
    # Behind the strip are a ratio of 18 columns and a verdict of up to 14.
    room = max(20, width - strip_width - 35)
    lines = []
    for one, name in zip(comparisons, names, strict=True):
        drawn = strip(one.ratio.low, one.ratio.middle, one.ratio.high, widest, strip_width)
        lines.append(f"{shortened(name, room):<{room}} {drawn} {one.ratio.text():<18} {one.verdict.value}"[:width].rstrip())
    return "\n".join(lines) + "\n"
