"""klog.client.groups.assignors.sticky_unequal; beside Java's in tests/integration/test_client_assignors_java.py"""

from __future__ import annotations

import unittest

from hypothesis import given, settings

from klog.client.groups.assignors.sticky_unequal import assign_unequal
from klog.model import TopicPartition
from tests.client.groups.assignors.examples import check, groups, places, shown


class StickyUnequalTests(unittest.TestCase):
    def test_example_of_the_documentation(self) -> None:
        """``StickyAssignor.java``: what only one wants is its, the rest is evened out."""
        topics = {"c0": ["t"], "c1": ["t", "u"], "c2": ["t", "u", "v"]}
        self.assertEqual(
            shown(assign_unequal({"t": 1, "u": 2, "v": 3}, topics, {}, {}, {}, None)), {"c0": "t0", "c1": "u0 u1", "c2": "v0 v1 v2"}
        )

    def test_what_is_not_wanted_any_more_goes(self) -> None:
        after = assign_unequal({"t": 2, "u": 2}, {"a": ["u"], "b": ["t", "u"]}, {"a": places("t0 u0"), "b": places("t1 u1")}, {}, {}, None)
        self.assertEqual(shown(after), {"a": "u0 u1", "b": "t0 t1"})

    def test_back_to_who_had_it(self) -> None:
        """Where it has to move anyway."""
        owned = {"a": places("t0 t1 t2 t3"), "b": [], "c": []}
        topics = {"a": ["t"], "b": ["t"], "c": ["t", "u"]}
        after = assign_unequal({"t": 4, "u": 1}, topics, owned, {TopicPartition("t", 0): "c"}, {}, None)
        self.assertIn(TopicPartition("t", 0), after["c"])

    @settings(deadline=None, max_examples=200)
    @given(groups())
    def test_everything_once_and_balanced(self, group: object) -> None:
        partitions, members = group  # type: ignore[misc]
        topics = {name: list(member.topics) for name, member in members.items()}
        wanted = {topic: count for topic, count in partitions.items() if any(topic in some for some in topics.values())}
        assignment = assign_unequal(wanted, topics, {}, {}, {}, None)
        check(partitions, members, assignment)
        for name, given_ in assignment.items():
            for place in given_:
                for other in members:
                    if place.topic in topics[other]:
                        assert len(given_) - len(assignment[other]) <= 1, (name, other)
