"""The uniform assignor over equal subscriptions."""

from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.assignors.contract import GroupSpec, MemberSpec, PartitionAssignorError
from klog.broker.groups.assignors.uniform import UniformAssignor
from klog.errors import ErrorCode
from tests.broker.groups.assignors.groups import Case, cases, faults, load, moved, topic_id

ASSIGN = UniformAssignor().assign
A, B = topic_id(1), topic_id(2)


class UniformTests(SynchronousTestCase):
    def test_nobody_and_nothing(self) -> None:
        self.assertEqual(ASSIGN(GroupSpec({}, True), {}), {})
        self.assertEqual(ASSIGN(GroupSpec.of({"a": MemberSpec(set())}), {A: 3}), {"a": {}})

    def test_shares(self) -> None:
        result = ASSIGN(GroupSpec.of({name: MemberSpec({A, B}) for name in "xyz"}), {A: 3, B: 2})
        self.assertEqual(result, {"x": {A: {0}}, "y": {A: {1, 2}}, "z": {B: {0, 1}}})

    def test_a_topic_that_is_not_there(self) -> None:
        for spec in (GroupSpec.of({"a": MemberSpec({A})}), GroupSpec.of({"a": MemberSpec({A}), "b": MemberSpec({B})})):
            error = self.assertRaises(PartitionAssignorError, ASSIGN, spec, {B: 1})
            self.assertEqual(error.code, ErrorCode.UNKNOWN_SERVER_ERROR)

    @given(cases(even=True))
    @settings(deadline=None, max_examples=150)
    def test_everything_once_and_even(self, case: Case) -> None:
        before = {name: {t: set(p) for t, p in member.assigned.items()} for name, member in case.members.items()}
        result = ASSIGN(case.spec, case.topics)
        self.assertEqual(faults(case, result), [])
        loads = load(result).values()
        self.assertLessEqual(max(loads) - min(loads), 1)
        self.assertEqual(before, {name: dict(member.assigned) for name, member in case.members.items()})
        again = case.after(result)
        self.assertEqual(ASSIGN(again.spec, again.topics), result)

    @given(cases(even=True))
    @settings(deadline=None, max_examples=150)
    def test_moves_no_more_than_needed(self, case: Case) -> None:
        """What is kept is all that quotas allow: the sum over members of the smaller of what they had and what they may have."""
        wanted = next(iter(case.members.values())).subscribed_topic_ids
        had = {
            name: sum(1 for t, ps in member.assigned.items() if t in wanted for p in ps if p < case.topics[t])
            for name, member in case.members.items()
        }
        total = sum(case.topics[t] for t in wanted)
        quota, extra = divmod(total, len(had))
        kept = sum(min(count, quota) for count in had.values()) + min(extra, sum(count > quota for count in had.values()))
        result = ASSIGN(case.spec, case.topics)
        self.assertLessEqual(moved({name: member.assigned for name, member in case.members.items()}, result), total - kept)

    @given(cases(even=True), st.data())
    @settings(deadline=None, max_examples=100)
    def test_one_comes_one_goes(self, case: Case, data: st.DataObject) -> None:
        start = ASSIGN(case.spec, case.topics)
        wanted = next(iter(case.members.values())).subscribed_topic_ids
        more = case.after(start, zz=MemberSpec(wanted))
        result = ASSIGN(more.spec, more.topics)
        self.assertEqual(moved(start, result), load(result)["zz"])
        if len(case.members) > 1:
            gone = data.draw(st.sampled_from(sorted(case.members)))
            fewer = case.after(start, **{gone: None})
            result = ASSIGN(fewer.spec, fewer.topics)
            self.assertEqual(moved(start, result), load(start)[gone])

    def test_time(self) -> None:
        topics = {topic_id(number): 100 for number in range(100)}
        members = {f"m{number}": MemberSpec(set(topics)) for number in range(1000)}
        start = time.process_time()
        result = ASSIGN(GroupSpec.of(members), topics)
        self.assertLess(time.process_time() - start, 2)
        self.assertEqual(set(load(result).values()), {10})
