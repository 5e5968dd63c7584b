"""Charts as text and as SVG."""

from __future__ import annotations

import pathlib
import shutil
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.plot import Chart, Series, as_drawing, as_text, check_path, write
from klog.cli.suite.report.drawing import as_svg

POINTS = st.lists(st.tuples(st.floats(0, 1e6), st.floats(0, 1e9)), max_size=30).map(sorted)


class PlotTests(unittest.TestCase):
    """Drawing."""

    @settings(deadline=None, max_examples=60)
    @given(st.lists(POINTS, min_size=1, max_size=3), st.integers(30, 120))
    def test_anything_can_be_drawn(self, series: list[list[tuple[float, float]]], width: int) -> None:
        chart = Chart("a <title>", "x", "y", [Series(f"s{number}", points) for number, points in enumerate(series)])
        text = as_text(chart, width, 6)
        self.assertLessEqual(max(map(len, text.splitlines())), width)
        ElementTree.fromstring(as_svg(as_drawing(chart)))

    def test_a_rising_line_rises(self) -> None:
        chart = Chart("c", "x", "y", [Series("s", [(float(number), float(number)) for number in range(100)])])
        rows = [line for line in as_text(chart, 60, 8).splitlines() if "┤" in line]
        filled = [sum(character in "▁▂▃▄▅▆▇█" for character in row) for row in rows]
        self.assertEqual(filled, sorted(filled))
        self.assertEqual(len(rows), 8)

    def test_files(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        chart = Chart("c", "x", "y", [Series("s", [(0, 1), (1, 2)])])
        write(chart, str(folder / "a.svg"))
        self.assertIn("<polyline", (folder / "a.svg").read_text())
        with self.assertRaises(CommandFailed) as caught:
            check_path("a.pdf")
        self.assertIs(caught.exception.code, Exit.USAGE)
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            with self.assertRaises(CommandFailed) as caught:
                check_path("a.png")
            self.assertIn("matplotlib", caught.exception.sentence)
