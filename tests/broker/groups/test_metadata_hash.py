"""The metadata hash. The numbers are Kafka 4.3.1's (``tests/integration/test_group_parts_java.py`` asks it)."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups import metadata_hash
from klog.broker.groups.metadata_hash import group_hash, topic_hash, topic_hash_of
from klog.cluster.interfaces import BrokerInfo, PartitionInfo, TopicInfo
from klog.model import TopicId

FOO, GREEN = TopicId(bytes(range(16))), TopicId(bytes(range(240, 256)))
RACKS = [["r2", "r1", "ü"], ["r1"], []]


class HashTests(SynchronousTestCase):
    def test_known_values(self) -> None:
        self.assertEqual(topic_hash(FOO, "foo", [[], [], []]), 834358751708242319)
        self.assertEqual(topic_hash(GREEN, "grün🙂", RACKS), -2207466655426355164)
        self.assertEqual(group_hash({"foo": 1, "bar": -2}), -7441158178328187894)
        self.assertEqual(group_hash({}), 0)

    def test_order_does_not_matter(self) -> None:
        self.assertEqual(group_hash({"bar": -2, "foo": 1}), group_hash({"foo": 1, "bar": -2}))
        self.assertEqual(topic_hash(GREEN, "grün🙂", [["ü", "r1", "r2"], ["r1"], []]), topic_hash(GREEN, "grün🙂", RACKS))

    def test_everything_counts(self) -> None:
        hashes = [
            topic_hash(FOO, "foo", [[]]),
            topic_hash(FOO, "foo", [[], []]),
            topic_hash(FOO, "fop", [[]]),
            topic_hash(GREEN, "foo", [[]]),
            topic_hash(FOO, "foo", [["r"]]),
            topic_hash(FOO, "foo", [["a", "b"]]),
            topic_hash(FOO, "foo", [["ab"]]),
        ]
        self.assertEqual(len(set(hashes)), len(hashes))

    def test_racks_are_looked_at_once(self) -> None:
        """Not for each partition: there are few sets of replicas, and the hash is computed while a member waits."""
        brokers = [BrokerInfo(number, (), f"r{number % 3}") for number in range(6)]
        replicas = [((number % 6), ((number + 1) % 6)) for number in range(2000)]
        topic = TopicInfo("wide", GREEN, tuple(PartitionInfo(one[0], 0, one, ()) for one in replicas), {})
        wanted = topic_hash(GREEN, "wide", [[f"r{one % 3}" for one in pair] for pair in replicas])
        texts: list[str] = []
        text = metadata_hash._java_order
        self.patch(metadata_hash, "_java_order", lambda name: texts.append(name) or text(name))
        self.assertEqual(topic_hash_of(topic, brokers), wanted)
        self.assertLess(len(texts), 50)

    def test_a_topic_of_the_cluster(self) -> None:
        brokers = [BrokerInfo(1, (), "r1"), BrokerInfo(2, (), "r2"), BrokerInfo(3, (), "ü"), BrokerInfo(4, ())]
        partitions = tuple(PartitionInfo(1, 0, replicas, ()) for replicas in ((2, 1, 3), (1, 4), (9,)))
        self.assertEqual(topic_hash_of(TopicInfo("grün🙂", GREEN, partitions, {}), brokers), -2207466655426355164)
