"""Text between marks."""

from __future__ import annotations

import unittest

from klog.cli.suite.report.page_markers import MarkersError, begin, between, end

PAGE = f"# Title\n\nbefore\n\n{begin('a')}\nold\n{end('a')}\n\nafter {begin('b')}\n{end('b')}\n"


class MarkersTests(unittest.TestCase):
    """`between`."""

    def test_what_stands_around_stays(self) -> None:
        found = between(PAGE, "a", "new\n| table |\n")
        self.assertEqual(found, PAGE.replace("old", "new\n| table |"))
        self.assertEqual(between(found, "a", "old"), PAGE, "there and back")
        self.assertEqual(between(PAGE, "b", ""), PAGE)
        self.assertEqual(between(between(PAGE, "a", "x"), "a", "x"), between(PAGE, "a", "x"), "twice is once")

    def test_a_page_without_a_place(self) -> None:
        for page, word in (
            ("nothing", "0 times"),
            (PAGE + begin("a"), "2 times"),
            (PAGE.replace(end("a"), ""), "end of a"),
            (f"{end('a')}\n{begin('a')}", "above"),
        ):
            with self.subTest(page=page[:20]), self.assertRaises(MarkersError) as caught:
                between(page, "a", "x", "docs/some.md")
            self.assertIn(word, str(caught.exception))
            self.assertIn("docs/some.md", str(caught.exception))
