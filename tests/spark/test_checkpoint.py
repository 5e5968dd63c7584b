"""Offsets in Spark's form, with marks that its source reads over; and what is none."""

from __future__ import annotations

import json
import unittest
from typing import Any

from klog.model import NO_TOPIC_ID, TopicPartition
from klog.spark.checkpoint import BadCheckpoint, Position, from_json, mark_of, to_json

A, B, C = TopicPartition("a", 0), TopicPartition("b", 2), TopicPartition("b", 10)


def as_spark_reads(text: str) -> dict[TopicPartition, int]:
    """JsonUtils.partitionOffsets: maps of numbers, of which the later entry counts."""
    return {TopicPartition(topic, int(number)): offset for topic, inner in json.loads(text).items() for number, offset in inner.items()}


class CheckpointTests(unittest.TestCase):
    """There and back."""

    def test_sparks_form(self) -> None:
        position = Position({C: 9, A: 5, B: 7}, {})
        self.assertEqual(json.dumps(to_json(position)), '{"a": {"0": 5}, "b": {"2": 7, "10": 9}}')
        self.assertEqual(from_json(to_json(position)), Position({A: 5, B: 7, C: 9}, {}))
        self.assertEqual(from_json({}), Position({}, {}))

    def test_marks_are_kept_and_spark_reads_over_them(self) -> None:
        position = Position({A: 5, B: 7, C: 9}, {"a": 123, "b": 2**63 - 1})
        text = json.dumps(to_json(position))
        self.assertEqual(text, '{"a": {"+0": 123, "0": 5}, "b": {"+2": 9223372036854775807, "2": 7, "10": 9}}')
        self.assertEqual(from_json(json.loads(text)), position)
        self.assertEqual(as_spark_reads(text), position.offsets)

    def test_the_same_offsets_are_the_same_text(self) -> None:
        one = Position({A: 5, B: 7}, {"b": 1, "a": 2})
        other = Position({B: 7, A: 5}, {"a": 2, "b": 1})
        self.assertEqual(json.dumps(to_json(one)), json.dumps(to_json(other)))

    def test_marks(self) -> None:
        self.assertIsNone(mark_of(NO_TOPIC_ID))
        self.assertEqual(mark_of(b"\xff" * 16), 2**63 - 1)
        self.assertEqual(mark_of(b"\0" * 15 + b"\1"), 1)
        self.assertNotEqual(mark_of(b"\x01" * 16), mark_of(b"\x03" * 16))

    def test_remade(self) -> None:
        before = Position({A: 1}, {"a": 1, "b": 2, "c": 3})
        self.assertEqual(before.remade(Position({}, {"a": 1, "b": 9})), {"b"})
        self.assertEqual(before.remade(Position({}, {})), set())

    def test_what_is_none(self) -> None:
        bad: list[Any] = [
            None, 5, [], {"a": 5}, {"a": {"x": 5}}, {"a": {"0": "5"}}, {"a": {"0": -1}}, {"a": {"-1": 5}}, {"a": {"0": True}},
            {"a": {"0": 2**63}}, {"a": {"99999999999": 1}}, {"a": {"++1": 1}}, {"a": {"٣": 1}}, {"a": {"0": 1.5}}, {"logOffset": 3},
        ]  # fmt: skip
        for value in bad:
            with self.subTest(value=value), self.assertRaises(BadCheckpoint) as caught:
                from_json(value)
            self.assertIn("checkpointLocation", str(caught.exception))
        with self.assertRaises(BadCheckpoint) as caught:
            from_json(["x" * 10_000])
        self.assertLess(len(str(caught.exception)), 500)
