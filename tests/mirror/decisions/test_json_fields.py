"""Fields out of JSON that anybody may have written."""

from __future__ import annotations

import unittest
from collections.abc import Callable
from typing import Any

from klog.mirror.decisions.json_fields import LARGEST_VALUE, BadRecord, flag, json_object, number, objects, ranges, text, texts

GOOD: list[tuple[Callable[[Any, str], Any], Any]] = [
    (text, "t"),
    (number, 7),
    (flag, True),
    (texts, ["a", "b"]),
    (objects, [{"a": 1}]),
    (ranges, [[1, 2]]),
]


class FieldTests(unittest.TestCase):
    """Each takes its own type and no other."""

    def test_types(self) -> None:
        for read, good in GOOD:
            self.assertEqual(list(map(list, read({"x": good}, "x"))) if read is ranges else read({"x": good}, "x"), _plain(good))
            for other, value in GOOD:
                if other is not read:
                    with self.subTest(read=read.__name__, value=value), self.assertRaisesRegex(BadRecord, "x is n"):
                        read({"x": value}, "x")
            with self.assertRaises(BadRecord):
                read({}, "x")

    def test_objects(self) -> None:
        self.assertEqual(json_object(b'{"a": 1}'), {"a": 1})
        for data in (None, b"", b"[]", b"{", b"[" * 100_000, b" " * (LARGEST_VALUE + 1)):
            with self.assertRaises(BadRecord):
                json_object(data)


def _plain(good: Any) -> Any:
    return tuple(good) if good == ["a", "b"] else good
