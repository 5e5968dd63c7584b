"""The suite's kinds of charts, laid out as a `Drawing`: lines with bands, bars with a published tick, ratios with their intervals.

Axes are linear from zero, or logarithmic. Every chart has a title above, a line of small print below (machine, versions, number of rounds),
and colours that stay with a side in all of them.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence

from klog.cli.axis_numbers import ceiling, tidy_number
from klog.cli.formatting import shortened
from klog.cli.suite.report.drawing import Area, Dot, Drawing, Path, Words, box

WIDTH, HEIGHT = 860, 430
LEFT, RIGHT, ABOVE, BELOW = 78, 24, 44, 74
GRID, PUBLISHED = "#ddd", "#999"
#: What a logarithmic axis shows: the powers of ten around it have to be numbers, too.
LEAST_LOG, MOST_LOG = 1e-300, 1e300
_COLOURS = (
    "#d62728",
    "#1f77b4",
    "#2ca02c",
    "#9467bd",
    "#ff7f0e",
    "#17becf",
    "#8c564b",
    "#e377c2",
    "#7f7f7f",
    "#bcbd22",
    "#393b79",
    "#637939",
)
#: A legend's row.
LEGEND_ROW = 16
#: A row of a group's heading; what is between the axis and the legend has room for so many.
HEADING_ROW, MOST_HEADING_ROWS = 13, 3
#: Whoever is in many charts.
_OWN = {"klog": 0, "kafka": 1, "rabbitmq": 2, "activemq": 3}


def colours_of(names: Sequence[str]) -> dict[str, str]:
    """A colour for each; klog, Kafka, RabbitMQ and ActiveMQ have the same in every chart where sides go by their names alone."""
    found: dict[str, str] = {}
    kept = _OWN.values() if any(name in _OWN for name in names) else ()
    free = [colour for place, colour in enumerate(_COLOURS) if place not in kept]
    for name in dict.fromkeys(names):
        own = _OWN.get(name)
        found[name] = _COLOURS[own] if own is not None else free[len([one for one in found if one not in _OWN]) % len(free)]
    return found


@dataclasses.dataclass(frozen=True)
class Axis:
    """One axis.

    :param log: logarithmic; values of 0 and less are left out then.
    """

    label: str
    log: bool = False

    def shows(self, value: float) -> bool:
        """Whether `value` has a place on it."""
        return has_place(value, self.log)


@dataclasses.dataclass(frozen=True)
class Line:
    """Points by rising x, and, where there are several rounds, the least and most at each."""

    name: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float, float]] = ()


@dataclasses.dataclass(frozen=True)
class Lines:
    """Several lines in one frame.

    :param dots: the points alone, without a line through them. :param published: names and values of what was printed, drawn as dashed
    lines.
    """

    title: str
    x: Axis
    y: Axis
    lines: Sequence[Line]
    small_print: str = ""
    dots: bool = False
    published: Sequence[tuple[str, float]] = ()


@dataclasses.dataclass(frozen=True)
class Bar:
    """One bar: its parts from the bottom up, and what was published for it."""

    name: str
    parts: Sequence[float]
    low: float | None = None
    high: float | None = None


@dataclasses.dataclass(frozen=True)
class Bars:
    """Groups of bars, one for each experiment.

    :param groups: heading, its bars, and what was published (None where nothing was). :param legend: of the parts, where there are several.
    """

    title: str
    y_label: str
    groups: Sequence[tuple[str, Sequence[Bar], float | None]]
    small_print: str = ""
    legend: Sequence[str] = ()


@dataclasses.dataclass(frozen=True)
class Ratio:
    """A ratio of ours to theirs with its interval; `good` says whether it is on the right side of 1."""

    name: str
    middle: float
    low: float
    high: float
    good: bool


@dataclasses.dataclass(frozen=True)
class Ratios:
    """Dots with intervals, one below the other, around a line at 1."""

    title: str
    ratios: Sequence[Ratio]
    small_print: str = ""


Chart = Lines | Bars | Ratios


def draw(chart: Chart) -> Drawing:
    """Any of them."""
    match chart:
        case Lines():
            return draw_lines(chart)
        case Bars():
            return draw_bars(chart)
        case Ratios():
            return draw_ratios(chart)


# -- scales


def has_place(value: float, log: bool) -> bool:
    """Whether an axis shows `value`; `bounds` are around those that it shows, and nothing else is drawn."""
    return LEAST_LOG <= value <= MOST_LOG if log else math.isfinite(value)


def scale(low: float, high: float, log: bool, start: float, end: float) -> Callable[[float], float]:
    """From values to pixels."""
    if log:
        return lambda value: start + (math.log10(value) - math.log10(low)) / (math.log10(high) - math.log10(low)) * (end - start)
    return lambda value: start + (value - low) / (high - low) * (end - start)


def bounds(values: Sequence[float], log: bool) -> tuple[float, float]:
    """Of an axis: from zero to a good number above all, or whole powers of ten around all; never an empty range."""
    shown = [value for value in values if has_place(value, log)]
    if log:
        low, high = math.floor(math.log10(min(shown, default=1.0))), math.ceil(math.log10(max(shown, default=10.0)))
        return 10.0**low, 10.0 ** max(high, low + 1)
    top = max(shown, default=1.0)
    return 0.0, ceiling(top) if top > 0 else 1.0


def ticks(low: float, high: float, log: bool) -> list[float]:
    """Where an axis is marked."""
    if log:
        first, last = round(math.log10(low)), round(math.log10(high))
        step = max(1, math.ceil((last - first) / 8))
        return [10.0**power for power in range(first, last + 1, step)]
    return [low + (high - low) * part / 5 for part in range(6)]


def _frame(drawing: Drawing, title: str, small_print: str) -> None:
    drawing.add(Words(drawing.width / 2, 22, title, "middle", 15))
    if small_print:
        drawing.add(Words(drawing.width / 2, drawing.height - 8, small_print, "middle", 10, "#777"))


def _legend_places(names: Sequence[str]) -> list[tuple[float, int]]:
    """Where each name stands: x, and its row; where one is full the next begins."""
    places, at, row = [], float(LEFT), 0
    for name in names:
        width = 34 + 6.6 * len(name)
        if at > LEFT and at + width > WIDTH - RIGHT:
            at, row = float(LEFT), row + 1
        places.append((at, row))
        at += width
    return places


def _legend_more(names: Sequence[str]) -> int:
    """What the rows behind the first need of a drawing's height."""
    return LEGEND_ROW * max((row for _, row in _legend_places(names)), default=0)


def _legend(drawing: Drawing, names: Sequence[str], colours: dict[str, str], y: float) -> None:
    for name, (at, row) in zip(names, _legend_places(names), strict=True):
        below = y + LEGEND_ROW * row
        drawing.add(Area(box(at, below - 9, at + 14, below + 1), colours[name]), Words(at + 18, below, name, size=11))


def draw_lines(chart: Lines) -> Drawing:
    """Lines, or dots."""
    names = list(dict.fromkeys(line.name for line in chart.lines))
    drawing = Drawing(WIDTH, HEIGHT + _legend_more(names))
    _frame(drawing, chart.title, chart.small_print)

    def shown(x: float, y: float) -> bool:
        return chart.x.shows(x) and chart.y.shows(y)

    lines = [dataclasses.replace(line, points=[point for point in line.points if shown(*point)]) for line in chart.lines]
    xs = [x for line in lines for x, _ in line.points]
    ys = [y for line in lines for _, y in line.points] + [high for line in lines for _, _, high in line.band]
    published = [(name, value) for name, value in chart.published if chart.y.shows(value)]
    ys += [value for _, value in published]
    x_low, x_high = bounds(xs, chart.x.log)
    y_low, y_high = bounds(ys, chart.y.log)
    across = scale(x_low, x_high, chart.x.log, LEFT, WIDTH - RIGHT)
    up = scale(y_low, y_high, chart.y.log, HEIGHT - BELOW, ABOVE)
    for value in ticks(y_low, y_high, chart.y.log):
        drawing.add(Path([(LEFT, up(value)), (WIDTH - RIGHT, up(value))], GRID, 1))
        drawing.add(Words(LEFT - 6, up(value) + 4, tidy_number(value), "end"))
    for value in ticks(x_low, x_high, chart.x.log):
        drawing.add(Path([(across(value), HEIGHT - BELOW), (across(value), HEIGHT - BELOW + 4)], "#888", 1))
        drawing.add(Words(across(value), HEIGHT - BELOW + 17, tidy_number(value), "middle"))
    drawing.add(Words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - BELOW + 33, chart.x.label, "middle"))
    drawing.add(Words(8, ABOVE - 10, chart.y.label))
    for name, value in published:
        drawing.add(Path([(LEFT, up(value)), (WIDTH - RIGHT, up(value))], PUBLISHED, 2, dashed=True))
        drawing.add(Words(WIDTH - RIGHT - 4, up(value) - 4, f"published: {name}", "end", 11, PUBLISHED))
    colours = colours_of(names)
    for line in lines:
        band = [(x, low, high) for x, low, high in line.band if shown(x, low) and shown(x, high)]
        if len(band) > 1:
            edge = [(across(x), up(high)) for x, _, high in band] + [(across(x), up(low)) for x, low, _ in reversed(band)]
            drawing.add(Area(edge, colours[line.name], 0.18))
    for line in lines:
        places = [(across(x), up(y)) for x, y in line.points]
        if len(places) > 1 and not chart.dots:
            drawing.add(Path(places, colours[line.name], 1.8))
        else:
            drawing.add(*(Dot(x, y, colours[line.name]) for x, y in places))
    _legend(drawing, names, colours, HEIGHT - 26)
    return drawing


def draw_bars(chart: Bars) -> Drawing:
    """Groups of bars side by side."""
    names = list(dict.fromkeys(bar.name for _, bars, _ in chart.groups for bar in bars))
    more = [" + ".join(chart.legend)] if chart.legend else []
    more += ["dashed: published"] if any(published is not None for _, _, published in chart.groups) else []
    drawing = Drawing(WIDTH, HEIGHT + _legend_more(names) + (LEGEND_ROW if more else 0))
    _frame(drawing, chart.title, chart.small_print)
    highest = [max([sum(bar.parts), bar.high or 0.0]) for _, bars, _ in chart.groups for bar in bars]
    highest += [published for _, _, published in chart.groups if published is not None]
    low, high = bounds(highest, log=False)
    up = scale(low, high, False, HEIGHT - BELOW, ABOVE)
    for value in ticks(low, high, False):
        drawing.add(Path([(LEFT, up(value)), (WIDTH - RIGHT, up(value))], GRID, 1))
        drawing.add(Words(LEFT - 6, up(value) + 4, tidy_number(value), "end"))
    drawing.add(Words(8, ABOVE - 10, chart.y_label))
    colours = colours_of(names)
    width = (WIDTH - LEFT - RIGHT) / max(1, len(chart.groups))
    for place, (heading, bars, published) in enumerate(chart.groups):
        start = LEFT + place * width
        each = width * 0.8 / max(1, len(bars))
        for number, bar in enumerate(bars):
            left = start + width * 0.1 + number * each
            floor = 0.0
            for part, size in enumerate(bar.parts):
                # The lowest part is the paler one: what lies on it is what differs.
                pale = 0.35 if len(bar.parts) > 1 and part == 0 else 1.0
                drawing.add(Area(box(left, up(floor + size), left + each * 0.86, up(floor)), colours[bar.name], pale))
                floor += size
            if bar.low is not None and bar.high is not None and bar.high > bar.low:
                middle = left + each * 0.43
                drawing.add(Path([(middle, up(bar.low)), (middle, up(bar.high))], "#222", 1))
        if published is not None:
            drawing.add(Path([(start + 4, up(published)), (start + width - 4, up(published))], PUBLISHED, 2, dashed=True))
        for row, line in enumerate(_heading_lines(heading, width)):
            drawing.add(Words(start + width / 2, HEIGHT - BELOW + 16 + HEADING_ROW * row, line, "middle", 11))
    _legend(drawing, names, colours, HEIGHT - 26)
    if more:
        # In a row of its own, below the sides' names.
        drawing.add(Words(WIDTH - RIGHT, HEIGHT - 26 + _legend_more(names) + LEGEND_ROW, ", ".join(more), "end", 11, "#777"))
    return drawing


def _heading_lines(heading: str, width: float) -> list[str]:
    """A group's heading, a word to a line where it is wider than its group."""
    lines = [heading] if _fitted(heading, width) == heading else heading.split(" ")[:MOST_HEADING_ROWS]
    return [_fitted(line, width) for line in lines]


def _fitted(text: str, width: float) -> str:
    return shortened(text, max(3, int(width / 5.6)))


def draw_ratios(chart: Ratios) -> Drawing:
    """As high as there are ratios."""
    row, names_width = 18, 320
    height = ABOVE + row * max(1, len(chart.ratios)) + 56
    drawing = Drawing(WIDTH, height)
    _frame(drawing, chart.title, chart.small_print)
    values = [value for one in chart.ratios for value in (one.low, one.high, one.middle) if value > 0 and math.isfinite(value)]
    widest = max([abs(math.log2(value)) for value in values] + [1.0])
    half = math.ceil(widest)
    low, high = 2.0**-half, 2.0**half
    across = scale(low, high, True, names_width, WIDTH - RIGHT - 10)
    bottom = height - 46
    for power in range(-half, half + 1, max(1, half // 4)):
        value = 2.0**power
        drawing.add(Path([(across(value), ABOVE - 6), (across(value), bottom)], "#888" if power == 0 else GRID, 1))
        drawing.add(Words(across(value), bottom + 15, f"{value:g}", "middle", 11))
    for place, one in enumerate(chart.ratios):
        y = ABOVE + row * (place + 0.5)
        colour = "#2ca02c" if one.good else "#d62728"
        drawing.add(Words(names_width - 10, y + 4, _fitted(one.name, names_width - 14), "end", 11))
        if one.low > 0 and one.high > one.low:
            drawing.add(Path([(across(one.low), y), (across(one.high), y)], colour, 2))
        if one.middle > 0:
            drawing.add(Dot(across(one.middle), y, colour))
    return drawing
