"""The uniform assignor where subscriptions differ."""

from __future__ import annotations

import random
import time

from hypothesis import given, settings
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.assignors.contract import GroupSpec, MemberSpec
from klog.broker.groups.assignors.heterogeneous import assign_heterogeneous
from klog.broker.groups.assignors.uniform import UniformAssignor
from tests.broker.groups.assignors.groups import Case, cases, faults, load, moved, topic_id

A, B, C = topic_id(1), topic_id(2), topic_id(3)


class HeterogeneousTests(SynchronousTestCase):
    def test_the_common_topic_evens_out(self) -> None:
        spec = GroupSpec.of({"x": MemberSpec({A}), "y": MemberSpec({A, B})})
        result = assign_heterogeneous(spec, {A: 6, B: 2})
        self.assertEqual(load(result), {"x": 4, "y": 4})
        self.assertEqual(result["y"][B], {0, 1})

    def test_who_may_give_nothing_is_left_out(self) -> None:
        """y is the most loaded one, but only through B, which nobody else wants."""
        members = {"x": MemberSpec({A}), "y": MemberSpec({A, B}, {B: set(range(9))}), "z": MemberSpec({A}, {A: {0, 1, 2, 3}})}
        result = assign_heterogeneous(GroupSpec.of(members), {A: 4, B: 9})
        self.assertEqual(load(result), {"x": 2, "y": 9, "z": 2})
        self.assertEqual(result["z"], {A: {0, 1}})

    @given(cases(even=False))
    @settings(deadline=None, max_examples=200)
    def test_everything_once(self, case: Case) -> None:
        result = assign_heterogeneous(case.spec, case.topics)
        self.assertEqual(faults(case, result), [])

    @given(cases(even=False))
    @settings(deadline=None, max_examples=200)
    def test_no_single_move_helps_much(self, case: Case) -> None:
        """Of no topic's subscribers has one that could give two more than another; and who is in balance stays so."""
        result = assign_heterogeneous(case.spec, case.topics)
        loads = load(result)
        for topic in case.topics:
            subscribers = [name for name, member in case.members.items() if topic in member.subscribed_topic_ids]
            for name in subscribers:
                if result[name].get(topic):
                    self.assertLessEqual(loads[name] - min(loads[other] for other in subscribers), 1)
        again = case.after(result)
        self.assertEqual(assign_heterogeneous(again.spec, again.topics), result)

    @given(cases(even=False))
    @settings(deadline=None, max_examples=100)
    def test_a_newcomer_takes_only_from_others(self, case: Case) -> None:
        start = assign_heterogeneous(case.spec, case.topics)
        more = case.after(start, zz=MemberSpec(set()))
        self.assertEqual(moved(start, UniformAssignor().assign(more.spec, more.topics)), 0)

    def test_time(self) -> None:
        rng = random.Random(7)
        topics = {topic_id(number): 20 for number in range(500)}
        members = {f"m{number}": MemberSpec(set(rng.sample(sorted(topics), 50))) for number in range(1000)}
        start = time.process_time()
        result = UniformAssignor().assign(GroupSpec.of(members), topics)
        self.assertLess(time.process_time() - start, 4)
        self.assertEqual(sum(load(result).values()), 10_000)
