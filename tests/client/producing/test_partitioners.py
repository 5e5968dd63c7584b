"""klog.client.producing.partitioners; that keys land where Java puts them stands in tests/integration/test_client_producer.py."""

from __future__ import annotations

import collections
import random
from collections.abc import Sequence

from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.partitioners import NAMES, make_partitioner, murmur2, next_partition, partition_of_key
from klog.config import ConfigError


class View:
    name = "topic"

    def __init__(self, count: int, available: Sequence[int] | None = None) -> None:
        self.count = count
        self.available: Sequence[int] = tuple(range(count)) if available is None else available


class PartitionerTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.random = random.Random(5)

    def test_keys_go_where_the_hash_says_whoever_leads(self) -> None:
        for name in ("sticky", "key"):
            partitioner = make_partitioner(name, self.random)
            self.assertTrue(partitioner.keyed)
            for n in range(100):
                key = b"key-%d" % n
                self.assertEqual(partitioner.choose(View(7, [3]), key, b""), murmur2(key) % 7)

    def test_examples_of_javas(self) -> None:
        self.assertEqual([partition_of_key(key, 100) for key in (b"21", b"foobar", b"abc", b"")], [40, 66, 7, 81])

    def test_round_robin_and_keyless_records_of_key(self) -> None:
        for name in ("round_robin", "key"):
            partitioner = make_partitioner(name, self.random)
            self.assertEqual([partitioner.choose(View(3), None, b"") for _ in range(7)], [0, 1, 2, 0, 1, 2, 0])
            self.assertEqual([partitioner.choose(View(9, [4, 6]), None, b"") for _ in range(3)], [6, 4, 6])
            self.assertEqual(partitioner.choose(View(9, []), None, b""), 1)
        self.assertEqual(make_partitioner("round_robin", self.random).choose(View(3), b"key", b""), 0)

    def test_random_is_even_over_those_with_a_leader(self) -> None:
        partitioner = make_partitioner("random", self.random)
        counts = collections.Counter(partitioner.choose(View(8, [1, 2, 5]), b"same key", b"") for _ in range(3000))
        self.assertEqual(sorted(counts), [1, 2, 5])
        self.assertGreater(min(counts.values()), 850)
        self.assertIn(partitioner.choose(View(4, []), None, b""), range(4))

    def test_the_next_sticky_partition_prefers_short_queues(self) -> None:
        # Kafka's weights for queues 0, 3, 1 are 4, 1, 3.
        counts = collections.Counter(next_partition(View(3), self.random, [0, 3, 1]) for _ in range(8000))
        for partition, weight in ((0, 4), (1, 1), (2, 3)):
            self.assertApproximates(counts[partition] / 1000, weight, 0.25)
        even = collections.Counter(next_partition(View(4), self.random, [2, 2, 2, 2]) for _ in range(4000))
        self.assertGreater(min(even.values()), 850)
        self.assertEqual(next_partition(View(4, [3]), self.random, [9]), 3)

    def test_own_functions(self) -> None:
        asked = []

        def by_length(topic: str, key: bytes | None, value: bytes | None, count: int, available: Sequence[int]) -> int:
            asked.append((topic, key, value, count, tuple(available)))
            return len(value or b"")

        partitioner = make_partitioner(by_length, self.random)
        self.assertEqual((partitioner.keyed, partitioner.sticky), (False, False))
        self.assertEqual(partitioner.choose(View(4, [1]), b"k", b"xxx"), 3)
        self.assertEqual(asked, [("topic", b"k", b"xxx", 4, (1,))])
        error = self.assertRaises(ValueError, partitioner.choose, View(4), None, b"xxxx")
        self.assertIn("by_length", str(error))
        self.assertIn("partitions 0 to 3", str(error))
        self.assertRaises(ValueError, make_partitioner(lambda *_: None, self.random).choose, View(4), None, b"")  # type: ignore

    def test_names(self) -> None:
        for name in NAMES:
            make_partitioner(name, self.random)
        self.assertRaises(ConfigError, make_partitioner, "murmur", self.random)
        self.assertRaises(ConfigError, make_partitioner, 3, self.random)
