"""Bars under one another: what they draw, over what, and what makes room."""

from __future__ import annotations

import re
import unittest
from unittest import mock

from klog.cli.bars import MOST_PARTS, Bars, Part
from tests.cli.rig import Terminal


def screen(text: str) -> list[str]:
    """What a terminal shows that got `text`, without empty lines at the end."""
    lines = [""]
    row = column = 0
    for piece in re.findall(r"\x1b\[\d*[A-Z]|.|\n|\r", text):
        if piece == "\r":
            column = 0
        elif piece == "\n":
            row, column = row + 1, 0
            lines += [""] * (row + 1 - len(lines))
        elif piece.endswith("A") and piece.startswith("\x1b"):
            row -= int(piece[2:-1])
        elif piece == "\x1b[K":
            lines[row] = lines[row][:column]
        elif piece == "\x1b[J":
            lines[row:] = [lines[row][:column]]
        else:
            lines[row] = lines[row][:column].ljust(column) + piece + lines[row][column + 1 :]
            column += 1
    while lines and not lines[-1]:
        lines.pop()
    return lines


class BarsTests(unittest.TestCase):
    """See above."""

    def setUp(self) -> None:
        self.time = 100.0
        self.stream = Terminal(True)
        patched = mock.patch.dict("os.environ", {"COLUMNS": "80"})
        patched.start()
        self.addCleanup(patched.stop)
        self.bars = Bars(self.stream, enabled=True, clock=lambda: self.time, height=lambda: 24)

    def test_one_over_the_other(self) -> None:
        self.bars.show(Part("reading", 1, 4), [Part("a", 1, 2), Part("b", 0, 2)])
        self.assertEqual(len(screen(self.stream.text)), 3)
        self.assertIn("25%", screen(self.stream.text)[0])
        self.time += 1
        self.bars.show(Part("reading", 2, 4, "7 rows"), [Part("a", 2, 2), Part("b", 0, 2)])
        lines = screen(self.stream.text)
        self.assertEqual(len(lines), 3)
        self.assertTrue(lines[0].startswith("reading") and lines[0].endswith("50% 7 rows"), lines)
        self.assertTrue(lines[1].startswith("a ") and lines[1].endswith("100%"), lines)
        self.bars.clear()
        self.assertEqual(screen(self.stream.text), [])

    def test_not_too_often(self) -> None:
        self.bars.show(Part("x", 0, 10))
        before = self.stream.text
        self.bars.show(Part("x", 5, 10))
        self.assertEqual(self.stream.text, before)
        self.bars.show(Part("x", 5, 10), now=True)
        self.assertIn("50%", self.stream.text)

    def test_one_part_is_the_whole(self) -> None:
        self.bars.show(Part("x", 0, 10), [Part("topic", 0, 10)])
        self.assertNotIn("topic", self.stream.text)

    def test_what_is_done_makes_room(self) -> None:
        parts = [Part(f"t{number}", 10 if number % 2 else 3, 10) for number in range(30)]
        self.bars.show(Part("x", 0, 10), parts)
        lines = screen(self.stream.text)
        self.assertEqual(len(lines), 1 + MOST_PARTS + 1)
        self.assertIn("… and 14 more", lines[-1])
        self.assertEqual(sum(line.startswith("t") and "30%" in line for line in lines), 15)

    def test_a_low_terminal(self) -> None:
        low = Bars(self.stream, enabled=True, clock=lambda: self.time, height=lambda: 5)
        low.show(Part("x", 0, 10), [Part(f"t{number}", 0, 10) for number in range(9)])
        self.assertEqual(len(screen(self.stream.text)), 4)

    def test_switched_off(self) -> None:
        bars = Bars(self.stream, enabled=False)
        bars.show(Part("x", 1, 2))
        bars.clear()
        self.assertEqual(self.stream.text, "")

    def test_lines_fit(self) -> None:
        part = Part("a-topic-with-a-name-that-is-longer-than-there-is-room" * 3, 3, 7, "3 rows")
        for width in (1, 10, 30, 40, 80, 200):
            self.assertLessEqual(len(part.text(width)), max(1, width - 1))
        self.assertIn("43%", part.text(80))
        self.assertNotIn("\x1b", Part("\x1b[31m", 0, 1).text(80))
        self.assertEqual((Part("nothing", 0, 0).share, Part("nothing", 0, 0, "7 rows").text(80)), (1.0, "nothing"))


if __name__ == "__main__":
    unittest.main()
