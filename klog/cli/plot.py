"""Charts without a plotting library: text for terminals, SVG for files; PNG where matplotlib happens to be installed.

A chart is one or several series of (x, y) over linear axes that begin at zero for y. Nothing here knows what it shows.
"""

from __future__ import annotations

import dataclasses
import html
import itertools
import math
import sys
from collections.abc import Sequence

from klog.cli.exit_codes import CommandFailed, usage

#: Parts of a character cell, bottom up.
_BLOCKS = " ▁▂▃▄▅▆▇█"
_COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf")


@dataclasses.dataclass(frozen=True)
class Series:
    """A named line of points, by rising x."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclasses.dataclass(frozen=True)
class Chart:
    """What is drawn."""

    title: str
    x_label: str
    y_label: str
    series: Sequence[Series]

    @property
    def bounds(self) -> tuple[float, float, float]:
        """Smallest and largest x, largest y; never an empty range."""
        xs = [x for one in self.series for x, _ in one.points] or [0.0, 1.0]
        top = max((y for one in self.series for _, y in one.points), default=1.0)
        low, high = min(xs), max(xs)
        return low, high if high > low else low + 1, top if top > 0 else 1.0


def tidy_number(value: float) -> str:
    """Short, as on an axis: ``0.5``, ``250``, ``12.5k``, ``1.2M``."""
    if abs(value) < 0.001:
        return "0"
    for limit, suffix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= limit:
            return f"{value / limit:.3g}{suffix}"
    return f"{value:.3g}"


def ceiling(value: float) -> float:
    """The next number that is good to read at the top of an axis: 1, 2, 2.5 or 5 times a power of ten."""
    # Below the smallest normal number powers of ten have no digits left.
    if value < sys.float_info.min:
        return 1.0
    magnitude = 10.0 ** math.floor(math.log10(value))
    return next(magnitude * step for step in (1, 2, 2.5, 5, 10) if magnitude * step >= value * (1 - 1e-9))


def _column_means(points: Sequence[tuple[float, float]], low: float, high: float, columns: int) -> list[float | None]:
    sums = [0.0] * columns
    counts = [0] * columns
    for x, y in points:
        column = min(columns - 1, int((x - low) / (high - low) * columns))
        sums[column] += y
        counts[column] += 1
    means = [sums[column] / counts[column] if counts[column] else None for column in range(columns)]
    # Between two points the line goes on; outside of them there is nothing.
    known = [column for column, mean in enumerate(means) if mean is not None]
    for left, right in itertools.pairwise(known):
        start, end = means[left], means[right]
        assert start is not None and end is not None
        for column in range(left + 1, right):
            means[column] = start + (end - start) * (column - left) / (right - left)
    return means


def as_text(chart: Chart, width: int = 80, height: int = 10) -> str:
    """The chart for a terminal, one block below the other for several series."""
    low, high, top = chart.bounds
    top = ceiling(top)
    labels = [tidy_number(top * (height - row) / height) for row in range(height)]
    margin = max(len(label) for label in [*labels, "0"]) + 1
    columns = max(10, width - margin - 2)
    lines = [chart.title]
    for one in chart.series:
        if len(chart.series) > 1:
            lines.append(f"{'':>{margin}} {one.name}")
        means = _column_means(one.points, low, high, columns)
        for row in range(height):
            floor = height - row - 1
            cells = []
            for mean in means:
                filled = 0.0 if mean is None else mean / top * height - floor
                cells.append(_BLOCKS[max(0, min(8, math.ceil(filled * 8 - 1e-9)))])
            label = labels[row] if row % 3 == 0 else ""
            lines.append(f"{label:>{margin}} ┤{''.join(cells)}".rstrip())
        lines.append(f"{'0':>{margin}} └{'─' * columns}")
        left, right = tidy_number(low), tidy_number(high)
        middle = chart.x_label.center(max(0, columns - len(left) - len(right)))
        lines.append(f"{'':>{margin}}  {left}{middle}{right}")
    lines.append(f"{'':>{margin}}  ({chart.y_label})")
    return "".join(line[:width].rstrip() + "\n" for line in lines)


def as_svg(chart: Chart, width: int = 800, height: int = 400) -> str:
    """The chart as an SVG document."""
    low, high, top = chart.bounds
    top = ceiling(top)
    left, right, above, below = 70, 20, 40, 50
    inner_width, inner_height = width - left - right, height - above - below

    def place(x: float, y: float) -> tuple[float, float]:
        return left + (x - low) / (high - low) * inner_width, above + inner_height * (1 - y / top)

    def text(x: float, y: float, words: str, more: str = "") -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{html.escape(words)}</text>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        text(width / 2, 20, chart.title, ' text-anchor="middle" font-size="15"'),
    ]
    for step in range(6):
        value = top * step / 5
        _, y = place(low, value)
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{width - right}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(text(left - 6, y + 4, tidy_number(value), ' text-anchor="end"'))
        at = low + (high - low) * step / 5
        x, _ = place(at, 0)
        parts.append(text(x, height - below + 18, tidy_number(at), ' text-anchor="middle"'))
    parts.append(text(left + inner_width / 2, height - 12, chart.x_label, ' text-anchor="middle"'))
    parts.append(text(14, above - 12, chart.y_label))
    for number, one in enumerate(chart.series):
        colour = _COLOURS[number % len(_COLOURS)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in one.points))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        if len(chart.series) > 1:
            parts.append(text(width - right, above + 14 * number, one.name, f' text-anchor="end" fill="{colour}"'))
    return "\n".join([*parts, "</svg>", ""])


def check_path(path: str) -> None:
    """Before anything long is begun: whether `write` will know what to do.

    :raises CommandFailed: neither ``.svg`` nor ``.png``, or PNG without matplotlib.
    """
    if path.endswith(".svg"):
        return
    if not path.endswith(".png"):
        raise usage(f"--plot {path}: name a file that ends with .svg or .png, or none for a chart in the terminal")
    try:
        import matplotlib  # type: ignore[import-not-found, unused-ignore]  # noqa: F401
    except ImportError:
        raise CommandFailed(f"--plot {path}: PNG needs matplotlib (pip install matplotlib); .svg needs nothing") from None


def write(chart: Chart, path: str) -> None:
    """The chart as a file; SVG or, with matplotlib, PNG by its ending.

    :raises CommandFailed: see `check_path`. Raises OSError.
    """
    check_path(path)
    if path.endswith(".svg"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(as_svg(chart))
        return
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot  # type: ignore[import-not-found, unused-ignore]

    figure, axes = pyplot.subplots(figsize=(8, 4))
    for one in chart.series:
        axes.plot([x for x, _ in one.points], [y for _, y in one.points], label=one.name)
    axes.set(title=chart.title, xlabel=chart.x_label, ylabel=chart.y_label)
    axes.set_ylim(bottom=0)
    if len(chart.series) > 1:
        axes.legend()
    figure.savefig(path, dpi=120, bbox_inches="tight")
