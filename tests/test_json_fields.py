"""Fields out of JSON that anybody may have written."""

from __future__ import annotations

import enum
import json
import unittest
from collections.abc import Callable
from typing import Any

from klog.json_fields import BadRecord, choice, fields, flag, json_object, number, objects, ranges, text, text_fields, texts


class Colour(enum.Enum):
    """Of an enumeration."""

    RED = "red"


def colour(found: Any, name: str) -> Any:
    """A field that is one of it."""
    return choice(Colour, found, name).value


GOOD: list[tuple[Callable[[Any, str], Any], Any]] = [
    (text, "t"),
    (number, 7),
    (flag, True),
    (colour, "red"),
    (texts, ["a", "b"]),
    (objects, [{"a": 1}]),
    (fields, {"a": [1]}),
    (text_fields, {"a": "b"}),
    (ranges, [[1, 2]]),
]
#: What takes what others take, too.
ALSO = {text: ("red",), fields: ({"a": "b"},)}


class FieldTests(unittest.TestCase):
    """Each takes its own type and no other."""

    def test_types(self) -> None:
        for read, good in GOOD:
            # Lists come as tuples.
            self.assertEqual(json.loads(json.dumps(read({"x": good}, "x"))), good)
            for other, value in GOOD:
                if other is not read and value not in ALSO.get(read, ()):
                    with self.subTest(read=read.__name__, value=value), self.assertRaises(BadRecord):
                        read({"x": value}, "x")
            with self.assertRaisesRegex(BadRecord, "x is n"):
                read({}, "x")

    def test_numbers(self) -> None:
        self.assertEqual([number({"x": one}, "x", -1) for one in (-1, 0, 2**63 - 1)], [-1, 0, 2**63 - 1])
        self.assertEqual(number({}, "x", default=3), 3)
        for wrong in (-1, 2**63, 1.0, True, None, "1"):
            with self.subTest(wrong=wrong), self.assertRaisesRegex(BadRecord, "x is no number from 0 on"):
                number({"x": wrong}, "x", default=3)
        for wrong_ranges in ([[1]], [[1, -1]], [[1, 2**63]], [[True, 2]], [1, 2]):
            with self.subTest(wrong=wrong_ranges), self.assertRaisesRegex(BadRecord, "x is no list of ranges"):
                ranges({"x": wrong_ranges}, "x")

    def test_what_is_repeated_is_short(self) -> None:
        with self.assertRaisesRegex(BadRecord, "^x cannot be 'a{99}$"):
            colour({"x": "a" * 1_000}, "x")

    def test_objects(self) -> None:
        self.assertEqual(json_object(b'{"a": 1}', "key", 8), {"a": 1})
        for data, sentence in (
            (None, "no key"),
            (b"", "the key is no JSON"),
            (b"{", "the key is no JSON"),
            (b"\xff\xfe", "the key is no JSON"),
            (b"[" * 100_000, "the key is no JSON"),
            (b"[]", "the key is no object"),
            (b" " * 100_001, "a key of 100001 bytes, of at most 100000"),
        ):
            with self.assertRaises(BadRecord) as caught:
                json_object(data, "key", 100_000)
            self.assertEqual(str(caught.exception), sentence)


if __name__ == "__main__":
    unittest.main()
