"""Charts of one or several series of (x, y): text for terminals; for files SVG, or PNG where matplotlib happens to be installed, drawn
as the suite of benchmarks draws (`klog.cli.suite.report.charts`). Axes are linear; y begins at zero. Nothing here knows what it shows.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Sequence

from klog.cli.axis_numbers import ceiling, tidy_number
from klog.cli.exit_codes import CommandFailed, usage
from klog.cli.suite.report.charts import Axis, Line, Lines, draw_lines
from klog.cli.suite.report.drawing import Drawing, as_svg, can_png, write_png

#: Parts of a character cell, bottom up.
_BLOCKS = " ▁▂▃▄▅▆▇█"


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


def check_path(path: str) -> None:
    """Before anything long is begun: whether `write` will know what to do.

    :raises CommandFailed: neither ``.svg`` nor ``.png``, or PNG without matplotlib.
    """
    if path.endswith(".svg"):
        return
    if not path.endswith(".png"):
        raise usage(f"--plot {path}: name a file that ends with .svg or .png, or none for a chart in the terminal")
    if not can_png():
        raise CommandFailed(f"--plot {path}: PNG needs matplotlib (pip install matplotlib); .svg needs nothing")


def as_drawing(chart: Chart) -> Drawing:
    """The chart as the suite of benchmarks draws its own."""
    lines = [Line(one.name, one.points) for one in chart.series]
    return draw_lines(Lines(chart.title, Axis(chart.x_label), Axis(chart.y_label), lines))


def write(chart: Chart, path: str) -> None:
    """The chart as a file; SVG or, with matplotlib, PNG by its ending.

    :raises CommandFailed: see `check_path`. Raises OSError.
    """
    check_path(path)
    drawing = as_drawing(chart)
    if path.endswith(".png"):
        write_png(drawing, path)
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(as_svg(drawing))
