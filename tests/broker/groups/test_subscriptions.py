"""Counts of subscriptions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.consumer.member import ConsumerMember
from klog.broker.groups.subscriptions import (
    ResolvedRegex,
    SubscriptionCount,
    count,
    count_one,
    existing_ids,
    is_homogeneous,
    subscribed_names,
)
from klog.cluster.interfaces import TopicInfo
from klog.model import TopicId


class Counting(SynchronousTestCase):
    """`count` and `count_one`."""

    @given(st.lists(st.tuples(st.frozensets(st.sampled_from("abc")), st.booleans()), max_size=8))
    def test_what_is_added_and_taken_away_again_is_nothing(self, changes: list[tuple[frozenset[str], bool]]) -> None:
        counts: dict[str, SubscriptionCount] = {}
        for topics, names in changes:
            count(counts, topics, names=int(names), regexes=int(not names))
        for name in "abc":
            by_name = sum(1 for topics, names in changes if names and name in topics)
            by_regex = sum(1 for topics, names in changes if not names and name in topics)
            self.assertEqual(counts.get(name, SubscriptionCount()), (by_name, by_regex))
        for topics, names in changes:
            count(counts, topics, names=-int(names), regexes=-int(not names))
        self.assertEqual(counts, {})

    def test_what_is_not_there_is_not_taken_away(self) -> None:
        counts: dict[str, SubscriptionCount] = {}
        count(counts, ["a"], names=-1)
        self.assertEqual(counts, {})

    def test_plain_counts(self) -> None:
        counts: dict[str, int] = {}
        for name, step in (("a", 1), ("a", 1), (None, 1), ("b", 1), ("a", -1), ("b", -1), ("c", -1)):
            count_one(counts, name, step)
        self.assertEqual(counts, {"a": 1})


class Homogeneous(SynchronousTestCase):
    """`is_homogeneous`."""

    def test_the_table(self) -> None:
        one = SubscriptionCount
        for regexes, topics, members, answer in (
            ({}, {}, 0, True),
            ({}, {"a": one(2)}, 2, True),
            ({}, {"a": one(2), "b": one(1)}, 2, False),
            ({"x": 2}, {"a": one(0, 1)}, 2, True),
            ({"x": 2}, {}, 2, True),
            ({"x": 1}, {"a": one(0, 1)}, 2, False),
            ({"x": 2}, {"a": one(1, 1)}, 2, False),
            ({"x": 1, "y": 1}, {"a": one(0, 2)}, 2, False),
        ):
            self.assertEqual(is_homogeneous(regexes, topics, members), answer, (regexes, topics, members))


class Names(SynchronousTestCase):
    """What a member asks for."""

    def test_by_name_and_by_expression(self) -> None:
        resolved = {"x": ResolvedRegex(frozenset({"b", "c"}))}
        for names, pattern, answer in (("a", "", "a"), ("a", "x", "abc"), ("", "x", "bc"), ("a", "y", "a"), ("", None, "")):
            member = ConsumerMember("m", subscribed_names=frozenset(names), subscribed_regex=pattern)
            self.assertEqual(subscribed_names(member, resolved), frozenset(answer))

    def test_ids_of_what_exists(self) -> None:
        topics = {"a": TopicInfo("a", TopicId(b"a" * 16), (), {})}
        self.assertEqual(existing_ids(["a", "b"], topics), {b"a" * 16})
