"""klog.client.groups.paper.algorithm, against plain models and what Java says."""

from __future__ import annotations

import itertools
import re
import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.client.groups.paper.algorithm import (
    Thread,
    assign,
    clean_pattern,
    java_order,
    share_of,
    subscription_of,
    topics_meant,
)
from klog.model import TopicPartition
from klog.wire.java_hash import java_hash
from klog.zookeeper.consumer_znodes import ConsumerRegistration, Pattern

IDS = st.text("ab-1\u00e9\uffee\U0001f600", min_size=1, max_size=4)
MEMBERS = st.dictionaries(IDS, st.dictionaries(st.sampled_from("tuv"), st.integers(1, 12), max_size=3), max_size=5)
PARTITIONS = st.dictionaries(st.sampled_from("tuvw"), st.sets(st.integers(0, 40), max_size=20), max_size=4)


def places(topic: str, *numbers: int) -> set[TopicPartition]:
    return {TopicPartition(topic, number) for number in numbers}


class JavaTests(unittest.TestCase):
    def test_hashes(self) -> None:
        for text, number in (("", 0), ("hello", 99162322), ("polygenelubricants", -(2**31)), ("[t,0]", java_hash("[t,0]"))):
            self.assertEqual(java_hash(text), number)

    def test_order_is_that_of_utf_16(self) -> None:
        # Beyond the basic plane characters are two surrogates, which come before U+FFEE.
        self.assertEqual(sorted(["\uffee", "\U0001f600", "a"], key=java_order), ["a", "\U0001f600", "\uffee"])
        self.assertEqual(sorted([f"x-{n}" for n in range(11)], key=java_order)[:3], ["x-0", "x-1", "x-10"])


class PatternTests(unittest.TestCase):
    def test_cleaned_as_kafka_does(self) -> None:
        self.assertEqual(clean_pattern("  'a.*, b' "), "a.*|b")
        self.assertEqual(topics_meant("a.*,b", Pattern.WHITE_LIST, ["a", "ab", "b", "bb", "__consumer_offsets"]), ["a", "ab", "b"])
        self.assertEqual(topics_meant("a.*", Pattern.BLACK_LIST, ["a", "b", "__consumer_offsets"]), ["b"])
        with self.assertRaises(re.error):
            topics_meant("(", Pattern.WHITE_LIST, [])

    def test_subscriptions(self) -> None:
        self.assertEqual(subscription_of(ConsumerRegistration({"t": 2, "u": 0}), ["t", "u", "v"]), {"t": 2})
        self.assertEqual(subscription_of(ConsumerRegistration({"t|u": 3}, Pattern.WHITE_LIST), ["t", "v"]), {"t": 3})
        self.assertEqual(subscription_of(ConsumerRegistration({"t": 0}, Pattern.BLACK_LIST), ["t", "v"]), {})


class RangeTests(unittest.TestCase):
    def test_the_example_of_kafkas_sources(self) -> None:
        found = assign("range", {"C1": {"t": 2}, "C2": {"t": 2}}, {"t": range(5)})
        self.assertEqual([str(found[TopicPartition("t", number)]) for number in range(5)], ["C1-0", "C1-0", "C1-1", "C2-0", "C2-1"])

    def test_partitions_are_numbers_and_threads_are_texts(self) -> None:
        found = assign("range", {"c": {"t": 11}}, {"t": [10, 9, 2]})
        self.assertEqual({place.partition: thread.number for place, thread in found.items()}, {2: 0, 9: 1, 10: 10})

    @settings(deadline=None, max_examples=200)
    @given(MEMBERS, PARTITIONS)
    def test_against_a_plain_model(self, members: dict[str, dict[str, int]], partitions: dict[str, set[int]]) -> None:
        expected: dict[TopicPartition, str] = {}
        for topic, numbers in partitions.items():
            threads = [f"{consumer}-{n}" for consumer, wants in members.items() for n in range(wants.get(topic, 0))]
            threads.sort(key=lambda text: text.encode("utf-16-be"))
            rest = sorted(numbers)
            for position in range(len(threads)):
                size = len(numbers) // len(threads) + (1 if position + 1 <= len(numbers) % len(threads) else 0)
                for number in rest[:size]:
                    expected[TopicPartition(topic, number)] = threads[position]
                rest = rest[size:]
        found = assign("range", members, partitions)
        self.assertEqual({place: str(thread) for place, thread in found.items()}, expected)

    @settings(deadline=None, max_examples=100)
    @given(MEMBERS, PARTITIONS, st.sampled_from(["range", "roundrobin", "roundrobin-1.0"]))
    def test_shares_are_parts_of_the_whole(self, members: dict[str, dict[str, int]], partitions: dict[str, set[int]], name: str) -> None:
        whole = assign(name, members, partitions)
        shares = [share_of(consumer, name, members, partitions) for consumer in members]
        self.assertEqual(sum(map(len, shares)), len(whole))
        self.assertEqual({place: thread for share in shares for place, thread in share.items()}, whole)
        wanted = {place for topic, numbers in partitions.items() for place in places(topic, *numbers)}
        somebody = {topic for wants in members.values() for topic in wants}
        self.assertEqual(set(whole), {place for place in wanted if place.topic in somebody})


class RoundRobinTests(unittest.TestCase):
    @settings(deadline=None, max_examples=200)
    @given(MEMBERS, PARTITIONS, st.booleans())
    def test_against_a_plain_model(self, members: dict[str, dict[str, int]], partitions: dict[str, set[int]], new: bool) -> None:
        threads = {Thread(consumer, n) for consumer, wants in members.items() for count in wants.values() for n in range(count)}
        circle = itertools.cycle(sorted(threads, key=lambda thread: str(thread).encode("utf-16-be")))

        def text(place: TopicPartition) -> str:
            return f"{place.topic}-{place.partition}" if new else f"[{place.topic},{place.partition}]"

        todo = [
            place
            for topic in sorted(partitions)
            for place in sorted(places(topic, *partitions[topic]))
            if any(topic in wants for wants in members.values())
        ]
        expected = {}
        for place in sorted(todo, key=lambda place: java_hash(text(place))):
            expected[place] = next(thread for thread in circle if thread.number < members[thread.consumer].get(place.topic, 0))
        self.assertEqual(assign("roundrobin-1.0" if new else "roundrobin", members, partitions), expected)
