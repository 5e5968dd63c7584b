"""`klog.audit.heat_map`."""

from __future__ import annotations

import unittest
from xml.etree import ElementTree

from klog.audit.balance import Balance
from klog.audit.heat_map import HeatMap, Square, heat_map, legend, sentence, svg, symbol, text_lines, time_text
from klog.audit.verdicts import Verdict
from tests.audit.histories import END_MS, T0, WINDOW_MS
from tests.audit.scenes import Scene


def a_balance() -> Balance:
    scene = Scene()
    producer = scene.producer()
    for number, stored in enumerate((10, 8, 11)):
        scene.sent(producer, T0 + number * WINDOW_MS, 10)
        scene.stored(T0 + number * WINDOW_MS, stored)
    scene.stored(T0, 5, "kcat", topic="<b>&")
    scene.sent(producer, -1, 1)
    scene.stored(-1, 1)
    scene.end(producer)
    return scene.ledger.balance(END_MS + 2 * WINDOW_MS, grace_ms=0)


class HeatMapTests(unittest.TestCase):
    def test_squares(self) -> None:
        found = heat_map(a_balance())
        self.assertEqual(found.topics, ("<b>&", "t"))
        self.assertEqual([window.start_ms - T0 for window in found.windows], [0, WINDOW_MS, 2 * WINDOW_MS])
        self.assertEqual(found.squares[0], (Square(None, 5, 0, 0), None, None))
        self.assertEqual(
            found.squares[1],
            (Square(Verdict.COMPLETE, 10, 0, 0), Square(Verdict.MISSING, 10, 2, 0), Square(Verdict.DUPLICATE, 11, 0, 1)),
        )

    def test_only_the_youngest_windows(self) -> None:
        found = heat_map(a_balance(), most_windows=1)
        self.assertEqual((found.topics, len(found.windows)), (("<b>&", "t"), 1))

    def test_in_a_terminal(self) -> None:
        lines = text_lines(heat_map(a_balance()), 80)
        self.assertEqual(
            lines,
            [
                "2023-11-14 22:20:00 to 2023-11-14 22:23:00, UTC",
                "<b>& .",
                "t    =MD",
                "= complete  M missing  D duplicate  . counted by brokers only",
            ],
        )

    def test_in_a_narrow_one(self) -> None:
        lines = text_lines(HeatMap(("a-very-long-topic",), tuple(a_map_windows(50)), (tuple([None] * 50),)), 24)
        self.assertTrue(all(len(line) <= 24 for line in lines[1:]), lines)
        self.assertTrue(lines[1].startswith("a-very-"))

    def test_of_nothing(self) -> None:
        empty = heat_map(Balance([], []))
        self.assertEqual(text_lines(empty, 80), ["nothing was counted"])
        ElementTree.fromstring(svg(empty))

    def test_the_drawing_is_well_formed_and_says_what_the_squares_say(self) -> None:
        root = ElementTree.fromstring(svg(heat_map(a_balance())))
        titles = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
        self.assertIn("t 2023-11-14 22:21:00: missing, 10 records, 2 missing", titles)
        self.assertIn("<b>& 2023-11-14 22:20:00: 5 records, counted by brokers only", titles)

    def test_words(self) -> None:
        self.assertEqual(time_text(-1), "untimed")
        self.assertEqual(symbol(None), " ")
        self.assertEqual(sentence(Square(Verdict.DUPLICATE, 3, 0, 1)), "duplicate, 3 records, 1 duplicate")
        self.assertEqual(legend([]), "")


def a_map_windows(count: int) -> list[object]:
    from klog.audit.windows import Window

    return [Window(T0 + number * WINDOW_MS, T0 + (number + 1) * WINDOW_MS) for number in range(count)]
