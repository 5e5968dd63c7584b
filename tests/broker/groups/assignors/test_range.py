"""The range assignor."""

from __future__ import annotations

from hypothesis import given, settings
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.assignors.contract import GroupSpec, MemberSpec, PartitionAssignorError
from klog.broker.groups.assignors.range import RangeAssignor
from tests.broker.groups.assignors.groups import Case, cases, faults, topic_id

ASSIGN = RangeAssignor().assign
A, B = topic_id(1), topic_id(2)


class RangeTests(SynchronousTestCase):
    def test_ranges(self) -> None:
        result = ASSIGN(GroupSpec.of({"b": MemberSpec({A, B}), "a": MemberSpec({A, B})}), {A: 3, B: 2})
        self.assertEqual(result, {"a": {A: {0, 1}, B: {0}}, "b": {A: {2}, B: {1}}})

    def test_static_members_first(self) -> None:
        members = {"a": MemberSpec({A}), "x": MemberSpec({A}, instance_id="2"), "y": MemberSpec({A}, instance_id="1")}
        self.assertEqual(ASSIGN(GroupSpec.of(members), {A: 3}), {"y": {A: {0}}, "x": {A: {1}}, "a": {A: {2}}})

    def test_order_of_java(self) -> None:
        """A character beyond U+FFFF stands before U+FF21, as its first UTF-16 unit is smaller."""
        result = ASSIGN(GroupSpec.of({"\uff21": MemberSpec({A}), "\U0001f642": MemberSpec({A})}), {A: 1})
        self.assertEqual(result, {"\U0001f642": {A: {0}}, "\uff21": {}})

    def test_nobody_and_nothing(self) -> None:
        self.assertEqual(ASSIGN(GroupSpec({}, True), {}), {})
        self.assertRaises(PartitionAssignorError, ASSIGN, GroupSpec.of({"a": MemberSpec({A})}), {})

    @given(cases())
    @settings(deadline=None, max_examples=150)
    def test_everything_once_in_runs(self, case: Case) -> None:
        result = ASSIGN(case.spec, case.topics)
        self.assertEqual(faults(case, result), [])
        for topic in case.topics:
            shares = [topics[topic] for topics in result.values() if topic in topics]
            for share in shares:
                self.assertEqual(max(share) - min(share) + 1, len(share))
            if len(shares) > 1:
                self.assertLessEqual(max(map(len, shares)) - min(map(len, shares)), 1)

    @given(cases())
    @settings(deadline=None, max_examples=150)
    def test_co_partitioned(self, case: Case) -> None:
        result = ASSIGN(case.spec, case.topics)
        kinds: dict[tuple[int, frozenset[str]], list[object]] = {}
        for topic, size in case.topics.items():
            subscribers = frozenset(name for name, member in case.members.items() if topic in member.subscribed_topic_ids)
            kinds.setdefault((size, subscribers), []).append({name: topics.get(topic) for name, topics in result.items()})
        for alike in kinds.values():
            self.assertTrue(all(one == alike[0] for one in alike))
