"""klog.client.groups.paper.decisions"""

from __future__ import annotations

import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.client.groups.paper.algorithm import Thread
from klog.client.groups.paper.decisions import ObstacleTimer, has_patterns, judge, one_of_each, subscriptions
from klog.client.groups.paper.registries import Owned
from klog.model import TopicPartition
from klog.zookeeper.consumer_znodes import ConsumerRegistration, Pattern
from klog.zookeeper.znode_json import BadZnode

ME = 7


def place(number: int) -> TopicPartition:
    return TopicPartition("t", number)


class JudgeTests(unittest.TestCase):
    def test_every_case(self) -> None:
        wanted = {place(number): Thread("me", 0) for number in range(8)}
        owners = {
            place(0): Owned("me-0", ME),
            place(1): Owned("me-1", ME),
            place(2): Owned("other-0", 8),
            place(3): Owned("me-0", ME),
            place(4): Owned("me-1", ME),
            # Of an earlier session of ours: it goes with that.
            place(6): Owned("me-0", 6),
            place(7): Owned("by hand", 0),
        }
        held = {place(0), place(1), place(5)}
        found = judge(wanted, owners, ME, held)
        self.assertEqual(found.kept, {place(0)})
        self.assertEqual(found.lost, {place(1), place(5)})
        self.assertEqual(found.found, {place(3)})
        self.assertEqual(found.mistaken, {place(4)})
        self.assertEqual(found.free, frozenset())
        self.assertEqual(found.foreign, {place(2): "other-0", place(6): "me-0", place(7): "by hand"})

    @settings(deadline=None, max_examples=200)
    @given(
        st.dictionaries(st.integers(0, 9), st.sampled_from([Owned("me-0", ME), Owned("me-1", ME), Owned("x-0", 8), Owned("", 0)])),
        st.sets(st.integers(0, 9)),
    )
    def test_each_partition_is_judged_once(self, owners: dict[int, Owned], held: set[int]) -> None:
        wanted = {place(number): Thread("me", 0) for number in range(10)}
        found = judge(wanted, {place(number): owned for number, owned in owners.items()}, ME, {place(number) for number in held})
        parts = [found.kept, found.lost, found.found, found.mistaken, found.free, frozenset(found.foreign) - found.lost]
        self.assertEqual(sum(map(len, parts)), 10)
        self.assertEqual(frozenset().union(*parts), frozenset(wanted))
        # Whatever anybody else owns is in the way, whether we held it or not; nothing else is.
        self.assertEqual(frozenset(found.foreign), {place(number) for number, owned in owners.items() if owned.session != ME})


class RegistrationTests(unittest.TestCase):
    def test_subscriptions(self) -> None:
        members = {
            "a": ConsumerRegistration({"t": 2}),
            "b": ConsumerRegistration({".*": 1}, Pattern.WHITE_LIST),
            "c": ConsumerRegistration({".*": 1}, Pattern.WHITE_LIST),
        }
        self.assertTrue(has_patterns(members))
        self.assertFalse(has_patterns({"a": members["a"]}))
        self.assertEqual(subscriptions("g", members, ["t", "u"]), {"a": {"t": 2}, "b": {"t": 1, "u": 1}, "c": {"t": 1, "u": 1}})
        with self.assertRaises(BadZnode) as caught:
            subscriptions("g", {"d": ConsumerRegistration({"(": 1}, Pattern.WHITE_LIST)}, [])
        self.assertIn("/consumers/g/ids/d", str(caught.exception))

    def test_one_of_each(self) -> None:
        owners = {place(3): "b", place(1): "a", place(2): "a", place(0): "b", place(4): "c"}
        self.assertEqual(one_of_each(owners, 2), [place(0), place(1)])


class ObstacleTimerTests(unittest.TestCase):
    def test_the_same_obstacle(self) -> None:
        obstacle = ObstacleTimer()
        self.assertEqual(obstacle.met("a", 100.0), 0.0)
        self.assertEqual(obstacle.met("a", 107.5), 7.5)
        self.assertEqual(obstacle.met("b", 108.0), 0.0)
        self.assertEqual(obstacle.met("b", 115.0), 7.0)
        self.assertEqual((obstacle.met("b", 116.0), obstacle.tries), (8.0, 3))
        obstacle.clear()
        self.assertEqual((obstacle.met("b", 117.0), obstacle.tries), (0.0, 1))
