"""`klog.mirror.verify.pairs`: which partitions belong together, over two brokers."""

from __future__ import annotations

import unittest

from klog.errors import ErrorCode, KlogError
from klog.mirror.verify.pairs import Unpaired, find_pairs
from klog.mirror.wanted_topics import NoSuchTopic
from klog.model import TopicPartition
from tests.mirror.verify.rig import TwoBrokers, batch, batches


class PairsTests(TwoBrokers):
    """What both have."""

    def test_ranges_of_both(self) -> None:
        topic = self.topic(batches(3), batches(2), partitions=2)
        found = find_pairs(self.client_a, self.client_b, self.settings(topics=(topic,)))
        self.assertEqual([pair.a for pair in found.pairs], [TopicPartition(topic, 0), TopicPartition(topic, 1)])
        self.assertEqual([(pair.start_a, pair.end_a, pair.start_b, pair.end_b) for pair in found.pairs], [(0, 30, 0, 20), (0, 0, 0, 0)])
        ids = found.pairs[0].ids
        self.assertTrue(ids[0] and ids[1] and ids[0] != ids[1])

    def test_what_only_one_of_them_has(self) -> None:
        self.a.create_topics({"only-a": 1, "more-a": 2, "more-b": 1})
        self.b.create_topics({"more-a": 1, "more-b": 2})
        self.append(self.client_a, "only-a", [batch(b"1", b"2")])
        self.append(self.client_b, "more-b", [batch(b"1")], partition=1)
        found = find_pairs(self.client_a, self.client_b, self.settings(topics=("only-a*", "more-?")))
        self.assertEqual([pair.a for pair in found.pairs], [TopicPartition("more-a", 0), TopicPartition("more-b", 0)])
        self.assertEqual(
            set(found.unpaired),
            {
                Unpaired(TopicPartition("only-a", 0), True, 2),
                Unpaired(TopicPartition("more-a", 1), True, 0),
                Unpaired(TopicPartition("more-b", 1), False, 1),
            },
        )

    def test_names_with_a_prefix(self) -> None:
        self.a.create_topics({"web": 1})
        self.b.create_topics({"dc1.web": 1})
        [pair] = find_pairs(self.client_a, self.client_b, self.settings(topics=("web",), prefix="dc1.")).pairs
        self.assertEqual((pair.a.topic, pair.b.topic), ("web", "dc1.web"))

    def test_compacted_topics_are_known_on_either_side(self) -> None:
        self.a.create_topic("plain-1")
        self.b.create_topic("plain-1", 1, {"cleanup.policy": "compact"})
        self.topic(name="plain-2")
        found = find_pairs(self.client_a, self.client_b, self.settings(topics=("plain-*",)))
        self.assertEqual([(pair.a.topic, pair.compacted) for pair in found.pairs], [("plain-1", True), ("plain-2", False)])
        self.assertEqual(found.notes, ())

    def test_topics_that_there_are_not(self) -> None:
        with self.assertRaisesRegex(NoSuchTopic, "topic nowhere is not in A"):
            find_pairs(self.client_a, self.client_b, self.settings(topics=("nowhere",)))
        with self.assertRaisesRegex(NoSuchTopic, "no topic of A is matched by nothing"):
            find_pairs(self.client_a, self.client_b, self.settings(topics=("nothing*",)))
        with self.assertRaises(KlogError) as caught:
            find_pairs(self.client_a, self.client_b, self.settings(topics=("no such name!",)))
        self.assertIs(caught.exception.code, ErrorCode.INVALID_TOPIC_EXCEPTION)


if __name__ == "__main__":
    unittest.main()
