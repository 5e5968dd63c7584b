"""Pages of indexes, bounded."""

from __future__ import annotations

import unittest

from klog.storage.index_pages import IndexPages


class IndexPagesTests(unittest.TestCase):
    """`IndexPages`."""

    def test_the_least_recently_used_goes(self) -> None:
        pages = IndexPages(2)
        pages.put("a", 0, b"0")
        pages.put("a", 1, b"1")
        self.assertEqual(pages.get("a", 0), b"0")
        pages.put("b", 0, b"2")
        self.assertEqual([pages.get("a", 0), pages.get("a", 1), pages.get("b", 0), len(pages)], [b"0", None, b"2", 2])

    def test_a_segment_is_forgotten(self) -> None:
        pages = IndexPages()
        one, other = object(), object()
        pages.put(one, 0, b"0")
        pages.put(other, 0, b"1")
        pages.put(one, 0, b"2")
        self.assertEqual(pages.get(one, 0), b"2")
        pages.forget(one)
        self.assertEqual((pages.get(one, 0), pages.get(other, 0)), (None, b"1"))

    def test_limits(self) -> None:
        with self.assertRaises(ValueError):
            IndexPages(0)
