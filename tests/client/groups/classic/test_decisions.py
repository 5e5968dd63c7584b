"""klog.client.groups.classic.decisions"""

from __future__ import annotations

import unittest

from klog.client.groups.classic.decisions import assignment_change, to_give_up_before_joining, topics_differ
from klog.model import TopicPartition

A, B, C = (TopicPartition(topic, 0) for topic in "abc")


class DecisionTests(unittest.TestCase):
    def test_change(self) -> None:
        self.assertEqual(assignment_change([A, B], [B, C]), ({A}, {C}))

    def test_to_give_up_before_joining(self) -> None:
        owned = {A, B}
        self.assertEqual(to_give_up_before_joining(owned, ["a"], is_member=False, cooperative=True), ({A, B}, True))
        self.assertEqual(to_give_up_before_joining(owned, ["a"], is_member=True, cooperative=False), ({A, B}, False))
        self.assertEqual(to_give_up_before_joining(owned, ["a"], is_member=True, cooperative=True), ({B}, False))

    def test_topics_differ(self) -> None:
        self.assertEqual(topics_differ({"a": 1, "b": 2}, {"a": 1, "b": 3, "c": 0}), ["b"])
        self.assertEqual(topics_differ({"a": 1}, {"c": 1}), ["a", "c"])
