"""klog.spark.option_values: texts as people write them."""

from __future__ import annotations

import unittest
from typing import Any

from klog.model import TopicPartition
from klog.spark.errors import OptionError
from klog.spark.option_values import by_partition, duration_ms, json_object, or_default, positive, truth, whole, whole_number


class Values(unittest.TestCase):
    def refused(self, pattern: str, read: Any, *args: Any) -> None:
        with self.subTest(str(args)), self.assertRaisesRegex(OptionError, pattern):
            read(*args)

    def test_json(self) -> None:
        self.assertEqual(json_object(' {"a": [1]} ', "s"), {"a": [1]})
        for text in ("", "[]", "{", "null", "[" * 100_000):
            self.refused("^s$", json_object, text, "s")
        self.assertEqual(whole_number(-(2**63), "s"), -(2**63))
        for value in (True, 1.0, "1", None, 2**63):
            self.refused("^s$", whole_number, value, "s")
        self.assertEqual(by_partition('{"t":{"0":23,"+1":-1},"u":{}}', "s"), {TopicPartition("t", 0): 23, TopicPartition("t", 1): -1})
        for text in ('{"t":[1]}', '{"t":{"a":1}}', '{"t":{"0":"1"}}', '{"t":{"99999999999":1}}', '{"t":{"9999999999":1}}'):
            self.refused("^s$", by_partition, text, "s")

    def test_truth(self) -> None:
        self.assertEqual([truth({"a": text}, "A", False) for text in ("TRUE", "false")], [True, False])
        self.assertTrue(truth({}, "A", True))
        for text in ("", "1", "yes", " true"):
            self.refused('A: For input string: "', truth, {"a": text}, "A", True)

    def test_numbers(self) -> None:
        self.assertEqual(whole({"a": " +7 "}, "A", 0, 9), 7)
        self.assertIsNone(whole({}, "A", 0, 9))
        self.refused("A is -1; it must be at least 0", whole, {"a": "-1"}, "A", 0, 9)
        for text in ("10", "x", "", "1e3", "٣", "9" * 5000):
            self.refused('A: For input string: ".*"; a whole number up to 9', whole, {"a": text}, "A", 0, 9)
        self.assertEqual(positive({"a": "1"}, "A", 9), 1)
        self.refused("^A must be positive$", positive, {"a": "0"}, "A", 9)
        self.assertEqual([or_default(0, 5), or_default(None, 5)], [0, 5])

    def test_times(self) -> None:
        self.assertEqual([duration_ms({"a": text}, "A", 1) for text in ("5", "2S", "1500us", "1h", "1.5s")], [5, 2000, 1, 3_600_000, 1500])
        self.assertEqual(duration_ms({}, "A", 1), 1)
        for text in ("", "soon", "-1s", "1.5", "5 fortnights"):
            self.refused("A: Failed to parse time string", duration_ms, {"a": text}, "A", 1)
