"""klog.client.groups.assignors.range; beside Java's in tests/integration/test_client_assignors_java.py"""

from __future__ import annotations

import unittest

from hypothesis import given, settings

from klog.client.groups.assignors.contract import Member
from klog.client.groups.assignors.range import RangeAssignor
from klog.model import TopicPartition
from tests.client.groups.assignors.examples import check, groups, shown


class RangeTests(unittest.TestCase):
    assignor = RangeAssignor()

    def test_example_of_the_documentation(self) -> None:
        """``RangeAssignor.java``: two members, two topics of three partitions."""
        members = {"c1": Member(("t", "u")), "c0": Member(("t", "u"))}
        self.assertEqual(shown(self.assignor.assign({"t": 3, "u": 3}, members)), {"c0": "t0 t1 u0 u1", "c1": "t2 u2"})

    def test_static_members_first(self) -> None:
        members = {"a": Member(("t",)), "b": Member(("t",), instance_id="i")}
        self.assertEqual(shown(self.assignor.assign({"t": 3}, members)), {"b": "t0 t1", "a": "t2"})

    def test_racks(self) -> None:
        """Who lives beside a replica reads it, as far as the shares allow; topics of one size stay together."""
        members = {"a": Member(("t", "u"), rack="r2"), "b": Member(("t", "u"), rack="r1")}
        racks = {TopicPartition(topic, n): frozenset({f"r{n % 2 + 1}"}) for topic in "tu" for n in range(4)}
        assigned = self.assignor.assign({"t": 4, "u": 4}, members, racks)
        self.assertEqual(shown(assigned), {"a": "t1 t3 u1 u3", "b": "t0 t2 u0 u2"})

    def test_topics_that_are_not_there(self) -> None:
        self.assertEqual(self.assignor.assign({}, {"a": Member(("t",))}), {"a": []})

    @settings(deadline=None, max_examples=100)
    @given(groups())
    def test_everything_once(self, group: object) -> None:
        partitions, members = group  # type: ignore[misc]
        assignment = self.assignor.assign(partitions, members)
        check(partitions, members, assignment)
        for topic in partitions:
            shares = [sum(place.topic == topic for place in assignment[name]) for name in members if topic in members[name].topics]
            assert not shares or max(shares) - min(shares) <= 1
