"""klog.client.groups.assignors.round_robin; beside Java's in tests/integration/test_client_assignors_java.py"""

from __future__ import annotations

import unittest

from hypothesis import given, settings

from klog.client.groups.assignors.contract import Member
from klog.client.groups.assignors.round_robin import RoundRobinAssignor
from tests.client.groups.assignors.examples import check, groups, shown


class RoundRobinTests(unittest.TestCase):
    assignor = RoundRobinAssignor()

    def test_examples_of_the_documentation(self) -> None:
        """``RoundRobinAssignor.java``."""
        members = {"c0": Member(("t", "u")), "c1": Member(("t", "u"))}
        self.assertEqual(shown(self.assignor.assign({"t": 3, "u": 3}, members)), {"c0": "t0 t2 u1", "c1": "t1 u0 u2"})
        members = {"c0": Member(("t",)), "c1": Member(("t", "u")), "c2": Member(("t", "u", "v"))}
        self.assertEqual(shown(self.assignor.assign({"t": 1, "u": 2, "v": 3}, members)), {"c0": "t0", "c1": "u0", "c2": "u1 v0 v1 v2"})

    @settings(deadline=None, max_examples=100)
    @given(groups(equal=True))
    def test_everything_once(self, group: object) -> None:
        partitions, members = group  # type: ignore[misc]
        assignment = self.assignor.assign(partitions, members)
        check(partitions, members, assignment)
        shares = list(map(len, assignment.values()))
        assert max(shares) - min(shares) <= 1

    @settings(deadline=None, max_examples=100)
    @given(groups())
    def test_different_wishes(self, group: object) -> None:
        partitions, members = group  # type: ignore[misc]
        check(partitions, members, self.assignor.assign(partitions, members))
