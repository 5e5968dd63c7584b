"""klog.client.groups.assignors.sticky_equal; beside Java's in tests/integration/test_client_assignors_java.py"""

from __future__ import annotations

import unittest

from hypothesis import given, settings

from klog.client.groups.assignors.sticky_equal import assign_equal
from klog.model import TopicPartition
from tests.client.groups.assignors.examples import check, groups, places, shown


class StickyEqualTests(unittest.TestCase):
    @settings(deadline=None, max_examples=100)
    @given(groups(equal=True))
    def test_everything_once_and_even(self, group: object) -> None:
        partitions, members = group  # type: ignore[misc]
        wanted = {topic: partitions[topic] for member in members.values() for topic in member.topics}
        assignment, moving = assign_equal(wanted, {name: [] for name in members}, set(), {}, None)
        check(partitions, members, assignment)
        self.assertEqual(moving, {})
        shares = list(map(len, assignment.values()))
        self.assertLessEqual(max(shares) - min(shares), 1)

    def test_what_moves_is_told(self) -> None:
        assignment, moving = assign_equal({"t": 4}, {"a": places("t0 t1 t2 t3"), "b": []}, set(), {}, None)
        self.assertEqual(shown(assignment), {"a": "t0 t1", "b": "t2 t3"})
        self.assertEqual(moving, dict.fromkeys(places("t2 t3"), "b"))

    def test_what_two_claim_moves(self) -> None:
        assignment, moving = assign_equal({"t": 2}, {"a": places("t0"), "b": []}, set(places("t1")), {}, None)
        self.assertEqual(shown(assignment), {"a": "t0", "b": "t1"})
        self.assertEqual(moving, {TopicPartition("t", 1): "b"})

    def test_racks(self) -> None:
        racks = {TopicPartition("t", n): frozenset({"r1" if n < 2 else "r2"}) for n in range(4)}
        assignment, moving = assign_equal({"t": 4}, {"a": places("t0 t1"), "b": []}, set(), {"a": "r2", "b": "r1"}, racks)
        self.assertEqual(shown(assignment), {"a": "t2 t3", "b": "t0 t1"})
        self.assertEqual(moving, dict.fromkeys(places("t0 t1"), "b"))
