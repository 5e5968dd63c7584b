"""Charts: whatever the numbers are, they can be drawn, inside the frame."""

from __future__ import annotations

import unittest
import xml.etree.ElementTree as ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.cli.suite.report.charts import (
    HEIGHT,
    WIDTH,
    Axis,
    Bar,
    Bars,
    Chart,
    Line,
    Lines,
    Ratio,
    Ratios,
    bounds,
    colours_of,
    draw,
    scale,
    ticks,
)
from klog.cli.suite.report.drawing import Area, Dot, Path, Words, as_svg

NUMBERS = st.floats(-1e3, 1e9) | st.sampled_from([0.0, 1e-12, float("inf"), float("nan")])
POINTS = st.lists(st.tuples(NUMBERS, NUMBERS), max_size=12)


class ChartTests(unittest.TestCase):
    """`draw`."""

    def inside(self, chart: Chart) -> None:
        drawing = draw(chart)
        ElementTree.fromstring(as_svg(drawing))
        for shape in drawing.shapes:
            points = shape.points if isinstance(shape, Path | Area) else [(shape.x, shape.y)] if isinstance(shape, Dot) else []
            for x, y in points:
                self.assertTrue(-1 <= x <= drawing.width + 1 and -1 <= y <= drawing.height + 1, (shape, x, y))

    @settings(deadline=None, max_examples=80)
    @given(st.lists(POINTS, max_size=3), st.booleans(), st.booleans(), st.booleans())
    def test_lines(self, series: list[list[tuple[float, float]]], x_log: bool, y_log: bool, dots: bool) -> None:
        lines = [Line(f"side {place}", points, [(x, y, y) for x, y in points]) for place, points in enumerate(series)]
        lines = [Line(one.name, [(x, abs(y)) for x, y in one.points if x >= 0]) for one in lines]
        self.inside(Lines("a <title>", Axis("x", x_log), Axis("y", y_log), lines, "small print", dots))

    @settings(deadline=None, max_examples=40)
    @given(st.lists(st.lists(st.floats(0, 1e9), min_size=1, max_size=4), max_size=6))
    def test_bars(self, groups: list[list[float]]) -> None:
        made = [
            (f"group {place}", [Bar(f"side {number}", [value], value / 2, value * 1.1) for number, value in enumerate(values)], values[0])
            for place, values in enumerate(groups)
        ]
        self.inside(Bars("bars", "records/s", made, "small"))

    @settings(deadline=None, max_examples=40)
    @given(st.lists(st.floats(1e-4, 1e4), max_size=8))
    def test_ratios(self, middles: list[float]) -> None:
        self.inside(Ratios("r", [Ratio(f"load {place}", one, one / 1.3, one * 1.3, one > 1) for place, one in enumerate(middles)]))

    def test_a_band_lies_under_its_line(self) -> None:
        line = Line("klog", [(0.0, 5.0), (10.0, 6.0)], [(0.0, 4.0, 6.0), (10.0, 5.0, 8.0)])
        shapes = draw(Lines("t", Axis("x"), Axis("y"), [line])).shapes
        band = next(place for place, shape in enumerate(shapes) if isinstance(shape, Area) and shape.opacity < 1)
        drawn = next(place for place, shape in enumerate(shapes) if isinstance(shape, Path) and shape.width == 1.8)
        self.assertLess(band, drawn)

    def test_published_is_a_dashed_line(self) -> None:
        chart = Bars("t", "y", [("a", [Bar("klog", [1.0])], 3.0), ("b", [Bar("klog", [2.0])], None)])
        dashed = [shape for shape in draw(chart).shapes if isinstance(shape, Path) and shape.dashed]
        self.assertEqual(len(dashed), 1)
        self.assertLess(dashed[0].points[0][1], HEIGHT / 2)

    def test_what_was_published_is_dashed_in_lines_too(self) -> None:
        chart = Lines("t", Axis("x"), Axis("y"), [Line("klog", [(0.0, 1.0), (1.0, 2.0)])], published=[("batch1", 50.0)])
        drawing = draw(chart)
        (dashed,) = (shape for shape in drawing.shapes if isinstance(shape, Path) and shape.dashed)
        self.assertLess(dashed.points[0][1], HEIGHT / 2, "it is inside, above what was measured")
        self.assertIn("published: batch1", [shape.text for shape in drawing.shapes if isinstance(shape, Words)])

    def test_every_line_is_named_inside_and_told_apart(self) -> None:
        names = [f"a side, load {place}" for place in range(11)]
        for chart in (
            Lines("t", Axis("x"), Axis("y"), [Line(name, [(0.0, 1.0), (1.0, 2.0)]) for name in names]),
            Bars("t", "y", [("group", [Bar(name, [1.0]) for name in names], 2.0)]),
        ):
            drawing = draw(chart)
            told = [shape for shape in drawing.shapes if isinstance(shape, Words) and shape.text in names]
            self.assertEqual([one.text for one in told], names)
            for one in told:
                self.assertTrue(one.x + 6.6 * len(one.text) <= WIDTH and one.y < drawing.height - 10, one)
            self.assertEqual(len({(one.x, one.y) for one in told}), len(names))
        self.assertEqual(len(set(colours_of(names).values())), len(names))
        self.assertEqual(len(set(colours_of(["a", "b", "a", "b"]).values())), 2)

    def test_a_heading_wider_than_its_group_has_a_word_to_a_line(self) -> None:
        groups = [(f"snappy{place} consume", [Bar("klog", [1.0])], None) for place in range(12)]
        told = [shape for shape in draw(Bars("t", "y", groups)).shapes if isinstance(shape, Words)]
        rows = {one.y for one in told if one.text in ("snappy3", "consume")}
        self.assertEqual(len(rows), 2)
        one = [shape.text for shape in draw(Bars("t", "y", groups[:2])).shapes if isinstance(shape, Words)]
        self.assertIn("snappy1 consume", one)

    def test_scales(self) -> None:
        self.assertEqual(scale(0, 10, False, 100, 200)(5), 150)
        self.assertAlmostEqual(scale(1, 100, True, 0, 200)(10), 100)
        self.assertEqual((bounds([3, 40], True), bounds([], True), bounds([], False)), ((1, 100), (1, 10), (0, 1)))
        self.assertEqual((bounds([3, 40], False), bounds([0.0], False)), ((0, 50), (0, 1)))
        self.assertEqual(ticks(1, 1000, True), [1, 10, 100, 1000])
        self.assertEqual(ticks(0, 10, False), [0, 2, 4, 6, 8, 10])

    def test_what_has_no_power_of_ten_around_it_is_left_out(self) -> None:
        for value in (5e-324, 1e-305, 1e-300, 1e300, 1e305, 1.7e308):
            for points in ([(1.0, value)], [(value, 1.0)], [(1.0, 1.0), (value, value)]):
                chart = Lines("t", Axis("x", True), Axis("y", True), [Line("klog", points)], dots=True)
                self.inside(chart)
                dots = [shape for shape in draw(chart).shapes if isinstance(shape, Dot)]
                self.assertEqual(len(dots), len(points) - (not 1e-300 <= value <= 1e300), points)

    def test_a_side_keeps_its_colour(self) -> None:
        one, other = colours_of(["klog", "kafka", "connector"]), colours_of(["aiokafka", "kafka", "klog"])
        self.assertEqual((one["klog"], one["kafka"]), (other["klog"], other["kafka"]))
        self.assertEqual(len(set(other.values())), 3)
