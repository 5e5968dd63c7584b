"""Shapes as SVG, and as PNG where matplotlib is there."""

from __future__ import annotations

import pathlib
import shutil
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from unittest import mock

from klog.cli.exit_codes import CommandFailed
from klog.cli.suite.report import drawing as module
from klog.cli.suite.report.drawing import Area, Dot, Drawing, Path, Words, as_svg, box, can_png, write_png


def sample() -> Drawing:
    """One of each shape."""
    made = Drawing(300, 200)
    made.add(Area(box(10, 10, 50, 60), "#ff0000", 0.5), Path([(0, 0), (100, 50)], "#00ff00", dashed=True))
    made.add(Dot(20, 30, "#0000ff"), Words(5, 5, "a < b & $c$", "middle", 10))
    return made


class DrawingTests(unittest.TestCase):
    """Both renderers."""

    def test_svg(self) -> None:
        root = ElementTree.fromstring(as_svg(sample()))
        tags = [child.tag.rpartition("}")[2] for child in root]
        self.assertEqual(tags, ["rect", "polygon", "polyline", "circle", "text"])
        self.assertEqual(root[-1].text, "a < b & $c$")

    def test_png(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        path = folder / "x.png"
        if can_png():
            write_png(sample(), str(path))
            self.assertTrue(path.read_bytes().startswith(b"\x89PNG"))
        with mock.patch.object(module, "can_png", return_value=False), self.assertRaises(CommandFailed):
            write_png(sample(), str(path))
