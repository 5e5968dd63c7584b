"""A drawing as a list of shapes in pixels, which becomes SVG with nothing, and PNG with matplotlib: one lay-out, two renderers."""

from __future__ import annotations

import dataclasses
import html
from collections.abc import Sequence
from typing import Any

from klog.cli.exit_codes import CommandFailed

FONT = 12


@dataclasses.dataclass(frozen=True)
class Path:
    """A line through points; a dash where `dashed`."""

    points: Sequence[tuple[float, float]]
    colour: str
    width: float = 1.5
    dashed: bool = False


@dataclasses.dataclass(frozen=True)
class Area:
    """A filled polygon."""

    points: Sequence[tuple[float, float]]
    colour: str
    opacity: float = 1.0


@dataclasses.dataclass(frozen=True)
class Dot:
    """A filled circle."""

    x: float
    y: float
    colour: str
    radius: float = 4.0


@dataclasses.dataclass(frozen=True)
class Words:
    """A line of text. :param anchor: what of it stands at x: ``start``, ``middle`` or ``end``."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    size: int = FONT
    colour: str = "#222"


Shape = Path | Area | Dot | Words


@dataclasses.dataclass
class Drawing:
    """Shapes on white, the first at the bottom."""

    width: int
    height: int
    shapes: list[Shape] = dataclasses.field(default_factory=list)

    def add(self, *shapes: Shape) -> None:
        """On top of the others."""
        self.shapes.extend(shapes)


def box(left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
    """The corners of a rectangle."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def as_svg(drawing: Drawing) -> str:
    """An SVG document."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{drawing.width}" height="{drawing.height}" '
        f'viewBox="0 0 {drawing.width} {drawing.height}" font-family="sans-serif" font-size="{FONT}">',
        f'<rect width="{drawing.width}" height="{drawing.height}" fill="white"/>',
        *(_svg(shape) for shape in drawing.shapes),
    ]
    return "\n".join([*parts, "</svg>", ""])


def _svg(shape: Shape) -> str:
    match shape:
        case Path(points, colour, width, dashed):
            dash = ' stroke-dasharray="5 4"' if dashed else ""
            return f'<polyline points="{_pairs(points)}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>'
        case Area(points, colour, opacity):
            return f'<polygon points="{_pairs(points)}" fill="{colour}" fill-opacity="{opacity}"/>'
        case Dot(x, y, colour, radius):
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>'
        case Words(x, y, text, anchor, size, colour):
            more = (f' text-anchor="{anchor}"' if anchor != "start" else "") + (f' font-size="{size}"' if size != FONT else "")
            return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}"{more}>{html.escape(text)}</text>'


def _pairs(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def can_png() -> bool:
    """Whether matplotlib is there."""
    import importlib.util

    return importlib.util.find_spec("matplotlib") is not None


def write_png(drawing: Drawing, path: str) -> None:
    """The same as PNG, twice as fine.

    :raises CommandFailed: matplotlib is not there. Raises OSError.
    """
    if not can_png():
        raise CommandFailed("PNG needs matplotlib (pip install matplotlib); .svg needs nothing")
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    dots_per_inch = 96
    figure = pyplot.figure(figsize=(drawing.width / dots_per_inch, drawing.height / dots_per_inch), dpi=dots_per_inch)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, drawing.width)
    axes.set_ylim(drawing.height, 0)
    axes.axis("off")
    for shape in drawing.shapes:
        _matplotlib(axes, shape, 72 / dots_per_inch)
    figure.savefig(path, dpi=2 * dots_per_inch)
    pyplot.close(figure)


def _matplotlib(axes: Any, shape: Shape, points_per_pixel: float) -> None:
    match shape:
        case Path(points, colour, width, dashed):
            xs, ys = [x for x, _ in points], [y for _, y in points]
            axes.plot(xs, ys, color=colour, linewidth=width * points_per_pixel, linestyle="--" if dashed else "-")
        case Area(points, colour, opacity):
            axes.fill([x for x, _ in points], [y for _, y in points], color=colour, alpha=opacity, linewidth=0)
        case Dot(x, y, colour, radius):
            axes.plot([x], [y], marker="o", color=colour, markersize=2 * radius * points_per_pixel, markeredgewidth=0)
        case Words(x, y, text, anchor, size, colour):
            where = {"start": "left", "middle": "center", "end": "right"}[anchor]
            axes.text(x, y, text, ha=where, va="baseline", fontsize=size * points_per_pixel, color=colour, parse_math=False)
